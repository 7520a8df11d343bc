#include "lang/vm/pair_distances.h"

#include <gtest/gtest.h>

#include <numbers>

#include "kit/actor_scene.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::lang {
namespace {

constexpr double kTolerance = 1e-6;

// On a straight road along x with one lane each way: the ego, another one 30 m ahead of it, one that comes towards
// them, and one that is too far away. All are 4 m long and 2 m wide.
std::vector<kit::ActorSpec> actors(double moved = 0.0) {
  return {{.x = 100.0, .y = -1.75, .vx = 10.0},
          {.x = 130.0 + moved, .y = -1.75, .vx = 10.0},
          {.x = 200.0, .y = 1.75, .yaw = std::numbers::pi, .vx = -10.0},
          {.x = 900.0, .y = -1.75}};
}

TEST(PairDistances, AreFromPointToPoint) {
  using enum BodyPoint;
  const auto map = map::build_network(kit::straight_road(1000.0));
  kit::ActorScene world(actors(), map.get());
  PairDistances distances;
  struct Case {
    const char* name;
    std::size_t from, to;
    BodyPoint from_point, to_point;
    double lon, lat;
  };
  const Case cases[] = {
      {"from the ego", 0, 1, center, center, 30.0, 0.0},
      {"from the ego's front", 0, 1, front_center, back_center, 26.0, 0.0},
      {"from the ego's back", 0, 1, back_center, front_center, 34.0, 0.0},
      {"to the ego", 1, 0, center, center, -30.0, 0.0},
      {"from the back to the ego's front", 1, 0, back_center, front_center, -26.0, 0.0},
      {"to one that comes towards it", 1, 2, center, center, 70.0, 3.5},
      {"from front to front", 1, 2, front_center, front_center, 66.0, 3.5},
      {"from left to left", 1, 2, left_center, left_center, 70.0, 1.5},
      {"from right to right", 1, 2, right_center, right_center, 70.0, 5.5},
      {"from corner to corner", 1, 2, front_left, front_left, 66.0, 1.5},
      {"from the other corner", 1, 2, back_right, back_right, 74.0, 5.5},
      {"as the oncoming one sees it", 2, 1, center, center, 70.0, 3.5},
      {"to itself", 1, 1, back_left, front_right, 4.0, -2.0},
  };
  for (const auto& [name, from, to, from_point, to_point, lon, lat] : cases) {
    const auto found = distances.distance(world.scene, world.slot(from), world.slot(to), from_point, to_point);
    ASSERT_TRUE(found) << name;
    EXPECT_NEAR(found->lon, lon, kTolerance) << name;
    EXPECT_NEAR(found->lat, lat, kTolerance) << name;
  }
  EXPECT_FALSE(distances.distance(world.scene, world.slot(1), world.slot(3), center, center)) << "too far away";
}

TEST(PairDistances, AreThoseOfTheFrame) {
  const auto map = map::build_network(kit::straight_road(1000.0));
  kit::ActorScene world(actors(), map.get());
  PairDistances distances;
  const auto between = [&] {
    return distances.distance(world.scene, world.slot(1), world.slot(2), BodyPoint::center, BodyPoint::center)->lon;
  };
  EXPECT_NEAR(between(), 70.0, kTolerance);
  world.advance(actors(5.0));
  EXPECT_NEAR(between(), 65.0, kTolerance);
}

TEST(PairDistances, NeedAMap) {
  kit::ActorScene world(actors());
  PairDistances distances;
  for (const std::size_t from : {std::size_t{0}, std::size_t{1}})
    EXPECT_FALSE(
        distances.distance(world.scene, world.slot(from), world.slot(2), BodyPoint::center, BodyPoint::center));
}

}  // namespace
}  // namespace scrutineer::lang
