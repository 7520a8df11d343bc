// What an operational design domain said along a run, for its report.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace scrutineer::report {

// A module or a condition: what it is from which time on. 0 outside, 1 unknown, 2 inside (odd::Truth).
struct OddTrack {
  std::string name, text;  // of a condition its words; of a module its title
  bool is_module = false;
  std::vector<std::pair<double, int>> spans;  // seconds, and what holds from then on
};

// The root's first; empty: no ODD was given.
using OddTracks = std::vector<OddTrack>;

}  // namespace scrutineer::report
