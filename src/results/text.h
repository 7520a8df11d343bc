// A result for people: the verdict, the issues in the order of triage.h, what the configuration said, then what could not
// be judged and why. Issues of one kind and actor, or of one kind and many actors, are one line: when the first began, how
// long they lasted together, and the worst of them.
//
//   FAIL  run.osi: 1 error of the ego; 2 warnings of others in 12.3 s (246 frames, 5 actors, ego 0)
//
//   severity    began  lasted  actor      issue        worst               limit
//   error     1.200 s   2.1 s  0 SUT car  speed_limit  16.1 m/s (58 km/h)  13.89 m/s (50 km/h)
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "results/run_result.h"

namespace scrutineer::results {

struct TextOptions {
  // quiet: only the verdict's line. full: every issue on a line of its own, with its message; every message of the
  // configuration, also those of levels trace and debug; and how each check ended, with all its notes.
  enum class Verbosity : std::uint8_t { quiet, normal, full };
  bool colour = false;
  Verbosity verbosity = Verbosity::normal;
  std::size_t most_rows = 20;  // of issues of each category, and of messages; the text says how many more there are
  std::string all_are_in = "--format json";  // where people find all issues: may also be the result's folder
};
std::string to_text(const RunResult& result, const TextOptions& options);
// Only what the configuration's code said; empty: nothing.
std::string messages_text(const watch::Evaluation& evaluation, const TextOptions& options);

}  // namespace scrutineer::results
