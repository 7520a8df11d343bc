// The evaluation beside a running simulator, with or without a Teleporter.
//
//   SessionOutcome outcome = run_session({.run = run, .simulator = *sumo, ...});
//   outcome.run.result ...                                    // as of a recorded run
//   for (const Episode& episode : outcome.episodes) ...
//
// What evaluates recorded runs (run/run.h) evaluates live ones, so a live run and its recording agree.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "live/simulator.h"
#include "live/teleporter.h"
#include "run/run.h"
#include "trace/relocations.h"

namespace scrutineer::live {

// From one teleport to the next; the first one begins with the run.
struct Episode {
  Time start{}, end{};
  std::optional<teleport::LogRow> teleport;  // that began it; nothing of the first
  std::optional<double> arrival;             // seconds from its start until the ego's centre passed the midpoint
};

struct SessionInputs {
  run::Run& run;  // without a trace
  Simulator& simulator;
  bool ends_with_ego = true;    // when the ego leaves, the run is over
  bool ends_with_error = true;  // at the ego's first issue of severity error, unless there is a Teleporter

  teleport::Teleporter* teleporter = nullptr;
  std::optional<std::size_t> episodes = {};  // the run ends after this many episodes that began with a teleport
  std::string goal = {};  // where the ego drives to, at first and after each teleport; empty: to its own goal

  // Called as things happen; all may be empty.
  std::function<std::optional<Problem>(const trace::Frame&, const trace::Tables&)> record = {};
  std::function<void(Time, std::span<const watch::Event>, const watch::Engine&)> on_events = {};
  std::function<std::optional<Problem>(const teleport::LogRow&)> on_teleport = {};
  std::function<void(const std::string&)> on_warning = {};
  std::function<void(Time now, std::size_t issues, std::size_t episode)> on_frame = {};
  std::function<bool()> is_interrupted = {};  // true: end the run now
};

struct SessionOutcome {
  run::Outcome run;
  std::vector<Episode> episodes;  // one at least, if there was a frame
  std::vector<trace::Relocation> relocations;
};

// Removes the Teleporter's candidates from which the simulator's own roads do not lead to the midpoint; returns how
// many those were.
Result<std::size_t> keep_drivable(teleport::Teleporter& teleporter, Simulator& simulator);

SessionOutcome run_session(const SessionInputs& inputs);

}  // namespace scrutineer::live
