// Random places that are the same on every machine and with every compiler.
//
//   Random random(7);
//   random.uniform(0.0, 10.0);
//   for (const LanePlace& place : random_lane_positions(map, 10'000, 7)) ...
#pragma once

#include <cstdint>
#include <vector>

#include "map/lookup.h"
#include "map/road_network.h"

namespace scrutineer::kit {

// splitmix64: the standard library's distributions differ between implementations.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  // In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + uniform() * (high - low); }
  // In [0, count); the bias is below 1e-9 for any count that fits into memory.
  std::size_t index(std::size_t count) { return static_cast<std::size_t>(uniform() * static_cast<double>(count)); }

 private:
  std::uint64_t state_;
};

// A place on a lane and where it is.
struct LanePlace {
  map::RoadId road;
  map::LaneId lane;
  double s = 0.0, t = 0.0;
  map::Point point;
  double z = 0.0;
};

// Places spread evenly over the length of all lanes, anywhere between their borders. Where a lane is narrower than
// `narrowest` there are none.
std::vector<LanePlace> random_lane_positions(const map::RoadNetwork& map, std::size_t count, std::uint64_t seed,
                                             double narrowest = 0.2);

// What a vehicle drives that follows its lane's centre line in steps of `step` metres of s, turning at random, until it
// has done `step_count` steps or its lane ends. It starts on a random driving lane.
std::vector<LanePlace> random_drive(const map::RoadNetwork& map, std::size_t step_count, std::uint64_t seed,
                                    double step = 0.5);
// Many of them, each with a seed of its own, until there are `count` places in all.
std::vector<std::vector<LanePlace>> random_drives(const map::RoadNetwork& map, std::size_t count, std::uint64_t seed,
                                                  double step = 0.5);

}  // namespace scrutineer::kit
