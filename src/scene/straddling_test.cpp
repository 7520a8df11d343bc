#include "scene/straddling.h"

#include <gtest/gtest.h>

#include "kit/actor_scene.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::scene {
namespace {

// Lanes are 3.5 m wide, the car 2 m.
TEST(Straddling, IsAcrossALanesBorder) {
  const auto road = map::build_network(kit::two_roads());
  struct Case {
    const char* name;
    kit::ActorSpec car;
    bool straddles;
  };
  const Case cases[] = {
      {"in the middle", {.x = 50.0, .y = -1.75}, false},
      {"near the border", {.x = 50.0, .y = -1.05}, false},
      {"over the border", {.x = 50.0, .y = -0.9}, true},
      {"half beside the road", {.x = 50.0, .y = -2.8}, true},
      {"from one road to the next", {.x = 100.0, .y = -1.75}, false},
      {"turned", {.x = 50.0, .y = -1.75, .yaw = 0.7}, true},
      {"on no lane", {.x = 50.0, .y = -20.0}, true},
      {"with the oncoming traffic, in one lane", {.x = 50.0, .y = 1.75}, false},
  };
  for (const Case& c : cases) {
    kit::ActorScene world({c.car}, road.get());
    EXPECT_EQ(straddles_lanes(world.scene.actors, world.scene.places, world.slot(0)), c.straddles) << c.name;
  }
  kit::ActorScene nowhere(std::vector<kit::ActorSpec>{{.x = 50.0}});
  EXPECT_FALSE(straddles_lanes(nowhere.scene.actors, nowhere.scene.places, nowhere.slot(0))) << "without a map";
}

}  // namespace
}  // namespace scrutineer::scene
