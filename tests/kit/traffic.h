// Much traffic on a map, for benchmarks: cars and trucks that drive along lane centres and turn at random.
//
//   const RunData run = random_traffic(map, {.actors = 50, .frames = 200});
#pragma once

#include <cstdint>

#include "base/time.h"
#include "kit/run_data.h"
#include "map/road_network.h"

namespace scrutineer::kit {

struct TrafficOptions {
  std::size_t actors = 50, frames = 200;
  Duration step = std::chrono::milliseconds(50);
  std::uint64_t seed = 7;
};

// The first actor is the ego. Everything that a simulator reports is reported. The same options give the same run.
RunData random_traffic(const map::RoadNetwork& map, const TrafficOptions& options);

}  // namespace scrutineer::kit
