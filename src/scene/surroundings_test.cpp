#include "scene/surroundings.h"

#include <gtest/gtest.h>

#include <numeric>

#include "kit/maps.h"
#include "kit/traffic.h"
#include "map/read.h"
#include "scene/scene.h"

namespace scrutineer::scene {
namespace {

// Vehicles are listed by road for the first question of a frame: who asks first must not matter.
TEST(Surroundings, MovingVehiclesAreTheSameInWhateverOrderTheyAreAskedFor) {
  const auto map = map::build_network(kit::grid(100));
  const kit::RunData run =
      kit::random_traffic(*map, {.actors = 60, .frames = 5, .step = std::chrono::milliseconds(500), .seed = 3});
  Scene forward({.map = map.get(), .follow_roads = true}), backward({.map = map.get(), .follow_roads = true});
  int counted = 0;
  for (const trace::Frame& frame : run.frames) {
    forward.advance(frame, run.actors);
    backward.advance(frame, run.actors);
    const std::vector<Slot> slots(forward.actors.present().begin(), forward.actors.present().end());
    std::vector<int> first, last;
    for (auto slot = slots.begin(); slot != slots.end(); ++slot)
      first.push_back(forward.surroundings.moving_vehicles(*slot, 100.0));
    for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot)
      last.insert(last.begin(), backward.surroundings.moving_vehicles(*slot, 100.0));
    EXPECT_EQ(first, last) << frame.number;
    counted += std::accumulate(first.begin(), first.end(), 0);
  }
  EXPECT_GT(counted, 100) << "they meet each other";
}

}  // namespace
}  // namespace scrutineer::scene
