// The episodes of a live run with a Teleporter, as its result's files episodes.csv and arrival.csv tell them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace scrutineer::report {

// From one teleport to the next; seconds.
struct Episode {
  double start = 0.0, end = 0.0;
  std::string spawn_lane;                                            // where its teleport led to; empty: not to a lane
  std::optional<double> target_time, estimated_time, achieved_time;  // of the arrival at the midpoint
};

// `file` is what problems call the first one. `arrivals` may be empty: then nothing is known of them.
Result<std::vector<Episode>> read_episodes(std::string_view episodes, std::string_view arrivals,
                                           const std::string& file);

}  // namespace scrutineer::report
