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
  bool ends_with_error = true;  // at an issue of severity error that is the ego's, unless there is a Teleporter

  teleport::Teleporter* teleporter = nullptr;
  std::optional<std::size_t> episodes = {};  // the run ends with the last of so many after teleports
  std::string goal = {};  // to which the ego drives, from its begin and after each teleport; empty: its own

  // As it happens; all of them may be empty.
  std::function<std::optional<Problem>(const trace::Frame&, const trace::Tables&)> record = {};
  std::function<void(Time, std::span<const watch::Event>, const watch::Engine&)> on_events = {};
  std::function<std::optional<Problem>(const teleport::LogRow&)> on_teleport = {};
  std::function<void(const std::string&)> on_warning = {};
  std::function<void(Time now, std::size_t issues, std::size_t episode)> on_frame = {};
  std::function<bool()> is_interrupted = {};  // somebody wants it to end
};

struct SessionOutcome {
  run::Outcome run;
  std::vector<Episode> episodes;  // one at least, if there was a frame
  std::vector<trace::Relocation> relocations;
};

// Leaves only those candidates to the Teleporter from which the simulator, too, has a way to the midpoint; how many it
// takes away.
Result<std::size_t> keep_drivable(teleport::Teleporter& teleporter, Simulator& simulator);

SessionOutcome run_session(const SessionInputs& inputs);

}  // namespace scrutineer::live
