// Relations along roads: who is in front, and how far everybody is from the ego.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/quantity.h"
#include "kit/actor_scene.h"
#include "kit/data.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "kit/traffic.h"
#include "kit/transform.h"
#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/read.h"
#include "scene/scene.h"

namespace scrutineer::scene {
namespace {

using kit::ActorScene;
using kit::ActorSpec;
using trace::Category;
using Specs = std::vector<ActorSpec>;

constexpr double kNobody = std::numeric_limits<double>::infinity();
constexpr double kWest = kPi, kNorth = 0.5 * kPi, kSouth = -0.5 * kPi;

// The first actor is the one that looks ahead; cars are 4 m by 2 m, so gaps of centres are 4 m longer.
struct Case {
  const char* name;
  map::Document document;
  Specs specs;
  int other;
  double gap;
};

void expect(const Case& c) {
  const auto map = build_network(c.document);
  ActorScene world(c.specs, map.get());
  const InFront found = world.scene.relations.object_in_front(world.slot(0));
  EXPECT_EQ(found.other, c.other < 0 ? Slot() : world.slot(static_cast<std::size_t>(c.other))) << c.name;
  if (c.gap == kNobody) {
    EXPECT_EQ(found.gap, kNobody) << c.name;
  } else {
    EXPECT_NEAR(found.gap, c.gap, 1e-6) << c.name;
  }
}

TEST(ObjectInFront, LiesAcrossTheWayOnAStraightRoad) {
  const map::Document road = kit::straight_road(400.0);
  const ActorSpec ours{.x = 50, .y = -1.75};
  const Case cases[] = {
      {"nobody", road, {ours}, -1, kNobody},
      {"same lane", road, {ours, {.x = 80, .y = -1.75}}, 1, 26.0},
      {"the nearer of two", road, {ours, {.x = 80, .y = -1.75}, {.x = 70, .y = -1.75}}, 2, 16.0},
      {"the one whose rear is nearer",
       road,
       {ours, {.x = 70, .y = -1.75, .length = 2}, {.x = 75, .y = -1.75, .length = 20}},
       2,
       13.0},
      {"behind", road, {ours, {.x = 30, .y = -1.75}}, -1, kNobody},
      {"in the lane beside", road, {ours, {.x = 80, .y = 1.75}}, -1, kNobody},
      {"in the lane beside, half over the border", road, {ours, {.x = 80, .y = 0.2}}, 1, 26.0},
      {"in the lane beside, just not over our width", road, {ours, {.x = 80, .y = 0.251}}, -1, kNobody},
      {"wide enough from the lane beside", road, {ours, {.x = 80, .y = 1.75, .width = 6}}, 1, 26.0},
      {"across the road", road, {ours, {.x = 80, .y = 1.0, .yaw = kNorth}}, 1, 27.0},
      {"its centre beside the road", road, {ours, {.x = 80, .y = -4.2, .yaw = 0.0, .width = 3}}, 1, 26.0},
      {"beside the road", road, {ours, {.x = 80, .y = -5.0}}, -1, kNobody},
      {"oncoming in our lane", road, {ours, {.x = 80, .y = -1.75, .yaw = kWest, .vx = -10}}, 1, 26.0},
      {"a person", road, {ours, {.x = 80, .y = -2.5, .length = 0.5, .width = 0.5}}, 1, 27.75},
      {"overlapping", road, {ours, {.x = 53, .y = -1.75}}, 1, -1.0},
      {"exactly within reach", road, {ours, {.x = 154, .y = -1.75}}, 1, 100.0},
      {"beyond reach", road, {ours, {.x = 154.01, .y = -1.75}}, -1, kNobody},
      {"we face the other way", road, {{.x = 50, .y = 1.75, .yaw = kWest}, {.x = 30, .y = 1.75}}, 1, 16.0},
      {"we face against our lane", road, {{.x = 50, .y = -1.75, .yaw = kWest}, {.x = 30, .y = -1.75}}, 1, 16.0},
      {"we drive beside our lane's centre", road, {{.x = 50, .y = -0.5}, {.x = 80, .y = 1.0}}, 1, 26.0},
      {"we are off the road", road, {{.x = 50, .y = -20}, {.x = 80, .y = -20}}, -1, kNobody},
      {"the trailer of the truck ahead",
       road,
       {ours, {.x = 80, .y = -1.75}, {.x = 72, .y = -1.75, .length = 10, .parent = 1}},
       1,
       15.0},
      {"our own trailer", road, {ours, {.x = 60, .y = -1.75, .parent = 0}}, -1, kNobody},
      {"a speed bump", road, {ours, {.x = 80, .y = -1.75, .category = Category::speed_bump}}, -1, kNobody},
      {"a sign above the road", road, {ours, {.x = 80, .y = -1.75, .z = 2.5, .height = 0.5}}, -1, kNobody},
      {"a barrier above the road, too low", road, {ours, {.x = 80, .y = -1.75, .z = 1.0, .height = 0.2}}, 1, 26.0},
  };
  for (const Case& c : cases) expect(c);
}

TEST(ObjectInFront, IsFoundOnTheRoadsThatFollow) {
  const ActorSpec ours{.x = 90, .y = -1.75};
  const Case cases[] = {
      {"next road", kit::two_roads(), {ours, {.x = 130, .y = -1.75}}, 1, 36.0},
      {"next road, the lane beside", kit::two_roads(), {ours, {.x = 130, .y = 1.75}}, -1, kNobody},
      {"next road, half over the border", kit::two_roads(), {ours, {.x = 130, .y = 0.2}}, 1, 36.0},
      {"next road, s runs towards us", kit::end_to_end_roads(), {ours, {.x = 130, .y = -1.75}}, 1, 36.0},
      {"next road, s runs towards us, the lane beside",
       kit::end_to_end_roads(),
       {ours, {.x = 130, .y = 1.75}},
       -1,
       kNobody},
      {"our road's s runs towards us", kit::start_to_start_roads(), {ours, {.x = 130, .y = -1.75}}, 1, 36.0},
      {"behind, over the border", kit::two_roads(), {{.x = 110, .y = -1.75}, {.x = 90, .y = -1.75}}, -1, kNobody},
      {"we face back over the border",
       kit::two_roads(),
       {{.x = 110, .y = 1.75, .yaw = kWest}, {.x = 90, .y = 1.75}},
       1,
       16.0},
      {"against our lane over the border",
       kit::two_roads(),
       {{.x = 110, .y = -1.75, .yaw = kWest}, {.x = 90, .y = -1.75}},
       1,
       16.0},
      {"above us on a bridge", kit::bridge(), {{.x = -20, .y = -1.75}, {.x = -1.75, .y = -1.75, .z = 6}}, -1, kNobody},
  };
  for (const Case& c : cases) expect(c);
}

TEST(ObjectInFront, IsFoundThroughJunctions) {
  // We come from the west (our lane has y = -1.75) and stand 10 m before the junction, which begins at x = -15.
  const map::Document crossing = kit::four_way_crossing();
  const ActorSpec ours{.x = -25, .y = -1.75};
  const auto map = build_network(crossing);
  const double left_turn = map->road(map->find_road("west_north")).length;
  const double right_turn = map->road(map->find_road("west_south")).length;
  const Case cases[] = {
      {"straight on", crossing, {ours, {.x = 40, .y = -1.75}}, 1, 61.0},
      {"in the junction", crossing, {ours, {.x = 5, .y = -1.75}}, 1, 26.0},
      {"to the left", crossing, {ours, {.x = 1.75, .y = 30, .yaw = kNorth}}, 1, 10 + left_turn + 15 - 4},
      {"to the right", crossing, {ours, {.x = -1.75, .y = -30, .yaw = kSouth}}, 1, 10 + right_turn + 15 - 4},
      {"the nearest of all branches",
       crossing,
       {ours, {.x = 40, .y = -1.75}, {.x = -1.75, .y = -18, .yaw = kSouth}},
       2,
       10 + right_turn + 3 - 4},
      {"oncoming in its own lane", crossing, {ours, {.x = 40, .y = 1.75, .yaw = kWest}}, -1, kNobody},
      {"crossing our way", crossing, {ours, {.x = 1.75, .y = -1.75, .yaw = kNorth}}, 1, 26.75 - 3},
      {"crossing, its front already in our way", crossing, {ours, {.x = 8, .y = -4, .yaw = kNorth}}, 1, 33.0 - 3},
      {"waiting to cross", crossing, {ours, {.x = 1.75, .y = -20, .yaw = kNorth}}, -1, kNobody},
  };
  for (const Case& c : cases) expect(c);
}

TEST(ObjectInFront, DoesNotDependOnHowTheMapIsWritten) {
  const map::Document plain = kit::four_way_crossing();
  struct Told {
    const char* name;
    map::Document document;
    double mirror;
  };
  const Told told[] = {
      {"split", kit::split(plain, "east", 40.0), 1.0},
      {"reversed", kit::reversed(kit::reversed(plain, "east"), "west"), 1.0},
      {"mirrored", kit::mirrored(plain), -1.0},
  };
  kit::Random random(5);
  const auto map = build_network(plain);
  for (const Told& other : told) {
    const auto retold = build_network(other.document);
    int in_front = 0;
    for (int i = 0; i < 100; ++i) {
      Specs specs;
      for (const kit::LanePlace& place : kit::random_lane_positions(*map, 12, random.next())) {
        const map::RoadPoint at = point_at(*map, place.road, place.s, place.t);
        const bool along = map::as_travelled(*map, place.lane).along_s;
        specs.push_back({.x = at.x, .y = at.y, .yaw = at.heading + (along ? 0.0 : kPi)});
      }
      Specs moved = specs;
      for (ActorSpec& spec : moved) {
        spec.y *= other.mirror;
        spec.yaw *= other.mirror;
      }
      ActorScene here(specs, map.get()), there(moved, retold.get());
      for (std::size_t k = 0; k < specs.size(); ++k) {
        const InFront a = here.scene.relations.object_in_front(here.slot(k));
        const InFront b = there.scene.relations.object_in_front(there.slot(k));
        EXPECT_EQ(a.other, b.other) << other.name;
        if (!a.other.valid() || a.other != b.other) continue;
        EXPECT_NEAR(a.gap, b.gap, 1e-6) << other.name;
        ++in_front;
      }
    }
    EXPECT_GT(in_front, 200) << other.name << " tests nothing";
  }
}

// ---- the ego's road distances ---------------------------------------------------------------------------------------

TEST(RoadDistanceToEgo, IsFromCentreToCentreOrFromEndToEnd) {
  struct Row {
    const char* name;
    map::Document document;
    Specs specs;
    std::size_t actor;
    double lon, lat, ahead, behind;  // NaN: nothing
  };
  const ActorSpec ego{.x = 50, .y = -1.75, .vx = 10};
  const map::Document road = kit::straight_road(500.0);
  const Row rows[] = {
      {"the ego itself", road, {ego}, 0, 0, 0, -4, 4},
      {"ahead", road, {ego, {.x = 80, .y = -1.25}}, 1, 30, 0.5, 26, 34},
      {"behind", road, {ego, {.x = 30, .y = -2.75}}, 1, -20, -1, -24, -16},
      {"oncoming: its back is its far end", road, {ego, {.x = 80, .y = 1.75, .yaw = kWest}}, 1, 30, 3.5, 30, 30},
      {"with a trailer",
       road,
       {ego, {.x = 80, .y = -1.75}, {.x = 72, .y = -1.75, .length = 10, .parent = 1}},
       1,
       30,
       0,
       15,
       34},
      {"over the border", kit::two_roads(), {ego, {.x = 130, .y = -1.75}}, 1, 80, 0, 76, 84},
      {"over the border, s towards us", kit::end_to_end_roads(), {ego, {.x = 130, .y = 1.75}}, 1, 80, 3.5, 76, 84},
      {"across the border", kit::two_roads(), {{.x = 99, .y = -1.75}, {.x = 101, .y = -1.75}}, 1, 2, 0, -2, 6},
      {"too far", road, {ego, {.x = 351, .y = -1.75}}, 1, NAN, NAN, NAN, NAN},
      {"beside the road", road, {ego, {.x = 80, .y = -6}}, 1, 30, -4.25, 26, 34},
      {"beside the road, across it", road, {ego, {.x = 80, .y = -6, .yaw = kNorth}}, 1, 30, -4.25, 28, 32},
      {"the ego beside the road", road, {{.x = 50, .y = -5, .vx = 10}, {.x = 80, .y = 1.75}}, 1, 30, 6.75, 26, 34},
      {"beside the next road", kit::end_to_end_roads(), {ego, {.x = 130, .y = 6, .yaw = kWest}}, 1, 80, 7.75, 80, 80},
      {"further from the road", road, {ego, {.x = 60, .y = -13.6}}, 1, NAN, NAN, NAN, NAN},
      {"off the road", road, {ego, {.x = 60, .y = -20}}, 1, NAN, NAN, NAN, NAN},
      {"the ego off the road", road, {{.x = 60, .y = -20}, ego}, 1, NAN, NAN, NAN, NAN},
      {"beyond the end of the road", road, {ego, {.x = -5, .y = -1.75}}, 1, NAN, NAN, NAN, NAN},
  };
  for (const Row& row : rows) {
    const auto map = build_network(row.document);
    ActorScene world(row.specs, map.get());
    Relations& relations = world.scene.relations;
    const Slot slot = world.slot(row.actor);
    const map::RoadDistance* centre = relations.road_distance(slot);
    const auto ahead = relations.road_distance_ahead(slot), behind = relations.road_distance_behind(slot);
    ASSERT_EQ(centre != nullptr, !std::isnan(row.lon)) << row.name;
    ASSERT_EQ(ahead.has_value(), centre != nullptr) << row.name;
    ASSERT_EQ(behind.has_value(), centre != nullptr) << row.name;
    if (centre == nullptr) continue;
    EXPECT_NEAR(centre->lon, row.lon, 1e-6) << row.name;
    EXPECT_NEAR(centre->lat, row.lat, 1e-6) << row.name;
    EXPECT_NEAR(ahead->lon, row.ahead, 1e-6) << row.name;
    EXPECT_NEAR(ahead->lat, row.lat, 1e-6) << row.name;
    EXPECT_NEAR(behind->lon, row.behind, 1e-6) << row.name;
    EXPECT_NEAR(behind->lat, row.lat, 1e-6) << row.name;
  }
}

TEST(TimeGap, IsRoadDistanceOverTheEgosSpeed) {
  const auto map = build_network(kit::straight_road());
  struct Row {
    const char* name;
    ActorSpec ego, other;
    double expected;
  };
  const Row rows[] = {
      {"ahead", {.x = 50, .y = -1, .vx = 10}, {.x = 80, .y = -1}, 3.0},
      {"behind", {.x = 50, .y = -1, .vx = 10}, {.x = 40, .y = -1}, -1.0},
      {"standing", {.x = 50, .y = -1}, {.x = 80, .y = -1}, NAN},
      {"no speed yet", {.x = 50, .y = -1, .has_velocity = false}, {.x = 80, .y = -1}, NAN},
      {"no way", {.x = 50, .y = -1, .vx = 10}, {.x = 80, .y = 50}, NAN},
  };
  for (const Row& row : rows) {
    ActorScene world({row.ego, row.other}, map.get());
    const double found = world.scene.relations.time_gap(world.slot(1));
    EXPECT_TRUE(std::isnan(row.expected) ? std::isnan(found) : std::abs(found - row.expected) < 1e-9) << row.name;
  }
}

TEST(RelationsOfRoads, AreNotThereWithoutAMap) {
  ActorScene world({{.x = 0.0, .vx = 10.0}, {.x = 20.0}});
  EXPECT_FALSE(world.scene.relations.object_in_front(world.slot(0)).other.valid());
  EXPECT_EQ(world.scene.relations.road_distance(world.slot(1)), nullptr);
  EXPECT_FALSE(world.scene.relations.road_distance_ahead(world.slot(1)));
  EXPECT_FALSE(world.scene.relations.road_distance_behind(world.slot(1)));
  EXPECT_TRUE(std::isnan(world.scene.relations.time_gap(world.slot(1))));
}

// For everybody at once or one after the other, in junctions too, where both may be in several places.
TEST(RoadDistances, AreTheSameForEverybodyAtOnce) {
  int ways = 0, frames_in_junctions = 0;
  for (const std::string& name : kit::maps_like({"Town10HD", "McityMap_Main"})) {
    const auto map = kit::load_map(name);
    const kit::RunData run =
        kit::random_traffic(*map, {.actors = 60, .frames = 120, .step = std::chrono::milliseconds(100), .seed = 5});
    Scene one({.map = map.get(), .follow_roads = true}), all({.map = map.get(), .follow_roads = true});
    one.actors.set_ego(trace::ActorId(0));
    all.actors.set_ego(trace::ActorId(0));
    for (const trace::Frame& frame : run.frames) {
      one.advance(frame, run.actors);
      all.advance(frame, run.actors);
      all.relations.find_road_distances();
      frames_in_junctions += one.places.road_positions(one.actors.ego()).size() > 1 ? 1 : 0;
      for (const Slot slot : one.actors.present()) {
        const map::RoadDistance *expected = one.relations.road_distance(slot),
                                *found = all.relations.road_distance(slot);
        ASSERT_EQ(expected == nullptr, found == nullptr) << name << ", frame " << frame.number;
        const auto ahead = one.relations.road_distance_ahead(slot),
                   found_ahead = all.relations.road_distance_ahead(slot);
        ASSERT_EQ(ahead.has_value(), found_ahead.has_value()) << name << ", frame " << frame.number;
        if (expected == nullptr) continue;
        ++ways;
        EXPECT_EQ(expected->lon, found->lon) << name << ", frame " << frame.number;
        EXPECT_EQ(expected->lat, found->lat) << name << ", frame " << frame.number;
        EXPECT_EQ(ahead->lon, found_ahead->lon) << name << ", frame " << frame.number;
      }
    }
  }
  EXPECT_GT(ways, 1'000);
  if (kit::has_data()) {
    EXPECT_GT(frames_in_junctions, 5) << "the ego may be in several places now and then";
  }
}

}  // namespace
}  // namespace scrutineer::scene
