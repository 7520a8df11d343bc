// A run, evaluated from its first frame to its last.
//
//   const RunOutcome outcome = evaluate(checks, settings, {.trace = *trace, .map = &map, ...});
//   if (outcome.fault) ...            // the run broke off there; what came before it is evaluated
//
// The one loop around an Engine (engine.h): a simulator that is still driving is a trace::Trace, too.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trace/light_ties.h"
#include "trace/planned_path.h"
#include "trace/relocations.h"
#include "trace/trace.h"
#include "watch/engine.h"

namespace scrutineer::watch {

// A frame of the run, with all that the run has said so far.
struct Moment {
  const trace::Frame& frame;
  const trace::Tables& tables;
  trace::ActorId ego;  // invalid until it is known
};

struct RunInputs {
  trace::Trace& trace;
  const map::RoadNetwork* map = nullptr;           // null: checks that need one are skipped
  std::optional<std::string> ego_flag, ego_named;  // --ego, and what the manifest says
  trace::PlannedPaths* plans = nullptr;
  std::span<const trace::Relocation> relocations = {};
  std::span<const trace::LightTie> light_ties = {};  // where a file beside the run says any
  int differences = 1;
  bool trust_input = false;    // nobody asks whether the run is meant otherwise (scene/suspicion.h)
  bool stop_on_error = false;  // at the first issue of severity error
  Companion* companion = nullptr;
  odd::Monitor* odd = nullptr;
};

// Those who look on while a run is evaluated. Each may be empty.
struct Sinks {
  std::function<void(Time)> progress = {};  // after every frame
  // Also after every frame, to see more than the checks find; `lights` is null without a map.
  std::function<void(scene::Scene&, const scene::LightHeads* lights)> look = {};
  PlotSink* plots = nullptr;  // takes what checks plot
  // Before a frame is evaluated: what to announce, for runs that are still being driven.
  std::function<void(Engine&, const Moment&)> before = {};
  // With what happened in the frame. False ends the run there; a problem does, too, and is its fault.
  std::function<Result<bool>(std::span<const Event>, const Moment&)> after = {};
};

// How notes begin that doubt the run itself (scene/suspicion.h). They come first.
inline constexpr std::string_view kSuspiciousInput = "suspicious input: ";

struct RunOutcome {
  Evaluation evaluation;
  trace::Tables tables;          // as of the last frame that was read
  std::optional<Problem> fault;  // why the evaluation is not complete
  bool is_usable = true;         // false: with that fault nothing that was found means anything
  bool stopped_on_error = false;
  std::vector<std::string> notes;  // what a person should know: how the ego was chosen, what the reader noted
};

RunOutcome evaluate(std::span<const Check> checks, const Settings& settings, const RunInputs& run,
                    const Sinks& sinks = {});

}  // namespace scrutineer::watch
