// How two actors touch, who of the vulnerable road users is near, and how far the next junction is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/quantity.h"
#include "kit/actor_scene.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "map/read.h"

namespace scrutineer::scene {
namespace {

using kit::ActorScene;
using kit::ActorSpec;
using Specs = std::vector<ActorSpec>;

constexpr double kNowhere = std::numeric_limits<double>::infinity();

TEST(Contact, IsWhereBothAreAndWhereTheyFirstTouched) {
  struct Case {
    const char* name;
    Specs before, now;  // cars, 4 m by 2 m; no `before`: they appear like that
    double x, y;
    std::string_view side_a, side_b;
  };
  const Case cases[] = {
      {"from behind", {{}, {.x = 4.5}}, {{}, {.x = 3.5}}, 1.75, 0.0, "front", "rear"},
      {"a tenth of the width",
       {{}, {.x = 4.5, .y = 1.8}},
       {{}, {.x = 3.5, .y = 1.8}},
       1.75,
       0.9,
       "front_left",
       "rear_right"},
      {"deep inside, from ahead", {{}, {.x = 5.0, .y = 1.0}}, {{}, {.x = 0.5, .y = 1.0}}, 0.25, 0.5, "front", "rear"},
      {"deep inside, from the left",
       {{}, {.x = 0.5, .y = 2.5}},
       {{}, {.x = 0.5, .y = 1.0}},
       0.25,
       0.5,
       "left",
       "right"},
      {"deep inside, from nowhere", {}, {{}, {.x = 0.5, .y = 1.0}}, 0.25, 0.5, "left", "right"},
      {"was inside already", {{}, {.x = 0.5, .y = 1.5}}, {{}, {.x = 0.5, .y = 1.0}}, 0.25, 0.5, "left", "right"},
      {"both move",
       {{.x = -3.0}, {.x = 3.0, .yaw = kPi}},
       {{.x = -1.0}, {.x = 1.0, .yaw = kPi}},
       0.0,
       0.0,
       "front",
       "front"},
      {"its left turns onto the corner",
       {{}, {.x = 3.2, .yaw = kPi / 2.0}},
       {{}, {.x = 3.2, .yaw = kPi}},
       1.6,
       0.0,
       "front_left",
       "left"},
      {"the trailer is touched",
       {{}, {.x = -5.0, .parent = 0}, {.x = -10.0}},
       {{}, {.x = -5.0, .parent = 0}, {.x = -8.5}},
       -6.75,
       0.0,
       "rear",
       "front"},
      {"an outline smaller than the box",
       {{}, {.x = 5.5, .polygon = {{-2.0, 0.0}, {0.0, 0.0}, {0.0, 1.0}, {-2.0, 1.0}}}},
       {{}, {.x = 3.5, .polygon = {{-2.0, 0.0}, {0.0, 0.0}, {0.0, 1.0}, {-2.0, 1.0}}}},
       1.75,
       0.5,
       "front",
       "rear"},
  };
  // Here, and far away in another direction.
  struct Spot {
    double x, y, turn;
  };
  for (const Spot& place : {Spot{0.0, 0.0, 0.0}, Spot{5e5, -5e5, 0.6}}) {
    const double cos = std::cos(place.turn), sin = std::sin(place.turn);
    const auto moved = [&](Specs specs) {
      for (ActorSpec& spec : specs) {
        const double x = spec.x, y = spec.y;
        spec.x = place.x + cos * x - sin * y;
        spec.y = place.y + sin * x + cos * y;
        spec.yaw += place.turn;
      }
      return specs;
    };
    for (const Case& c : cases) {
      ActorScene world(moved(c.before.empty() ? c.now : c.before));
      if (!c.before.empty()) world.advance(moved(c.now));
      const auto overlaps = world.scene.relations.overlaps();
      ASSERT_EQ(overlaps.size(), 1U) << c.name;
      const Contact contact = world.scene.relations.contact(overlaps[0]);
      EXPECT_NEAR(contact.x, place.x + cos * c.x - sin * c.y, 1e-6) << c.name;
      EXPECT_NEAR(contact.y, place.y + sin * c.x + cos * c.y, 1e-6) << c.name;
      EXPECT_EQ(to_word(contact.side_a), c.side_a) << c.name << " at " << place.x;
      EXPECT_EQ(to_word(contact.side_b), c.side_b) << c.name << " at " << place.x;
    }
  }
}

TEST(VrusWithin, AreThoseWhoAreNearOnTheSameLevel) {
  struct Case {
    const char* name;
    ActorSpec vru;
    bool is_near;  // within 10 m of a car at the origin
  };
  const Case cases[] = {
      {"near", {.x = 9.99, .is_vru = true}, true},
      {"not near", {.x = 10.01, .is_vru = true}, false},
      {"near at an angle", {.x = 7.0, .y = -7.0, .is_vru = true}, true},
      {"not near at an angle", {.x = 7.1, .y = -7.1, .is_vru = true}, false},
      {"somebody else", {.x = 3.0}, false},
      // Both are 1.5 m high.
      {"a little higher", {.x = 9.0, .z = 4.49, .is_vru = true}, true},
      {"a level higher", {.x = 9.0, .z = 4.51, .is_vru = true}, false},
      {"a little lower", {.x = 9.0, .z = -4.49, .is_vru = true}, true},
      {"a level lower", {.x = 9.0, .z = -4.51, .is_vru = true}, false},
      {"without a height", {.x = 9.0, .z = 99.0, .has_z = false, .is_vru = true}, true},
      {"its own part", {.x = 3.0, .parent = 0, .is_vru = true}, false},
  };
  for (const Case& c : cases) {
    ActorScene world({{}, c.vru});
    EXPECT_EQ(world.scene.relations.vrus_within(world.slot(0), 10.0).size(), c.is_near ? 1U : 0U) << c.name;
  }
}

TEST(VrusWithin, AgreesWithLookingAtAll) {
  kit::Random random(3);
  for (int round = 0; round < 50; ++round) {
    Specs specs;
    for (int i = 0; i < 60; ++i)
      specs.push_back({.x = random.uniform(-100, 100), .y = random.uniform(-100, 100), .is_vru = i % 3 == 0});
    specs.push_back({.x = specs[0].x + 3.0, .y = specs[0].y, .parent = 0});  // a trailer of a bicycle
    ActorScene world(specs);
    for (const double radius : {5.0, 40.0, 500.0}) {
      for (std::size_t i = 0; i < 60; ++i) {
        std::vector<std::pair<Slot, double>> expected, found;
        for (std::size_t k = 0; k < 60; k += 3) {
          double distance = std::hypot(specs[k].x - specs[i].x, specs[k].y - specs[i].y);
          if (k == 0) distance = std::min(distance, std::hypot(specs[60].x - specs[i].x, specs[60].y - specs[i].y));
          if (k != i && distance < radius) expected.emplace_back(world.slot(k), distance);
        }
        for (const NearVru& near : world.scene.relations.vrus_within(world.slot(i), radius))
          found.emplace_back(near.vru, near.distance);
        ASSERT_EQ(found, expected) << "round " << round << ", actor " << i << ", radius " << radius;
      }
    }
  }
}

TEST(JunctionInFront, IsFromTheFrontAlongTheWay) {
  // The arms end 15 m from the origin; traffic keeps to the right; cars are 4 m long.
  const auto crossing = map::build_network(kit::four_way_crossing({.lanes_each_way = 1, .arm_length = 200.0}));
  struct Case {
    const char* name;
    ActorSpec car;
    double distance;
  };
  const Case cases[] = {
      {"towards it", {.x = -65.0, .y = -1.75}, 48.0},
      {"towards it from the north", {.x = -1.75, .y = 45.0, .yaw = -kPi / 2.0}, 28.0},
      {"nearly as far as is looked", {.x = -116.9, .y = -1.75}, 99.9},
      {"further than is looked", {.x = -117.1, .y = -1.75}, kNowhere},
      {"its front is inside", {.x = -16.0, .y = -1.75}, 0.0},
      {"inside", {.x = 0.0, .y = -1.75}, 0.0},
      {"away from it", {.x = -65.0, .y = 1.75, .yaw = kPi}, kNowhere},
      {"away from it, on the wrong side", {.x = -65.0, .y = -1.75, .yaw = kPi}, kNowhere},
      {"towards it, on the wrong side", {.x = -65.0, .y = 1.75}, 48.0},
      {"off the road", {.x = -65.0, .y = -30.0}, kNowhere},
  };
  for (const Case& c : cases) {
    ActorScene world({c.car}, crossing.get());
    const double found = world.scene.relations.junction_in_front(world.slot(0));
    if (c.distance == kNowhere) {
      EXPECT_EQ(found, kNowhere) << c.name;
    } else {
      EXPECT_NEAR(found, c.distance, 1e-6) << c.name;
    }
  }
  ActorScene without_map(Specs(1));
  EXPECT_EQ(without_map.scene.relations.junction_in_front(without_map.slot(0)), kNowhere);
}

}  // namespace
}  // namespace scrutineer::scene
