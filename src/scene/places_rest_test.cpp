// What is remembered of a body holds exactly as long as it has not moved too far.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "kit/data.h"
#include "kit/hand_frames.h"
#include "kit/map_builder.h"
#include "kit/maps.h"
#include "kit/swaying_drive.h"
#include "map/read.h"
#include "map/surface.h"
#include "scene/places.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;

double farthest_moved(const BodyPoints& from, const BodyPoints& to) {
  double most = 0.0;
  for (std::size_t i = 0; i < from.points.size(); ++i)
    most = std::max(most, std::hypot(to.points[i].x - from.points[i].x, to.points[i].y - from.points[i].y));
  return most;
}

// Each point of the outline looked up anew, against what is kept from frame to frame.
void expect_as_if_looked_up(const map::RoadNetwork& map, const std::string& name, std::uint64_t seed) {
  kit::HandFrames frames;
  frames.add({.id = "car", .length = 4.5, .width = 1.8});
  Actors actors;
  Motion motion(actors, 1);
  Places places(actors, motion, &map);
  Duration time{};
  int off = 0, on = 0;
  BodyPoints first{};
  double moved_first = 0.0;
  const auto drive = kit::swaying_drive(map, 2'500, seed);
  for (std::size_t i = 0; i < drive.size(); ++i) {
    const trace::ActorState& state = drive[i % 3 == 1 ? i - 1 : i];  // it stands now and then
    actors.advance(frames.frame(time += 10ms, {state}), frames.actors());
    places.advance();
    const Slot slot = actors.present().front();
    const BodyPoints body = places.body(slot);
    if (i % 100 == 0) {
      first = body;
      moved_first = places.moved(slot);
    }
    ASSERT_GE(places.moved(slot) - moved_first + 1e-9, farthest_moved(first, body)) << name << ", step " << i;
    double largest = 0.0;
    for (const map::Point& point : body.points)
      largest = std::max(largest, map::distance_to_surface(map, point, state.z, kDeviationReach));
    ASSERT_NEAR(places.deviation(slot), largest, 0.002) << name << ", seed " << seed << ", step " << i;
    (largest > 0.0 ? off : on) += 1;
    if (const map::RoadPosition* at = places.road_position(slot)) {
      const double along_s = map::point_at(map, at->lane, at->s, at->offset).heading;
      const double lane = along_s + (map::drives_along_s(map, at->lane) ? 0.0 : kPi);
      ASSERT_NEAR(std::remainder(places.lane_heading(slot) - (state.yaw - lane), 2.0 * kPi), 0.0, 1e-5)
          << name << ", step " << i;
    }
  }
  EXPECT_GT(on, 0) << name;
}

TEST(RestOnRoad, GivesTheDeviationOfEveryPoint) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    expect_as_if_looked_up(*map::build_network(kit::four_way_crossing()), "four-way crossing", seed);
    for (const std::string& name : kit::maps_like({"Town10HD", "Town07", "McityMap_Main"}))
      expect_as_if_looked_up(*kit::load_map(name), name, seed);
  }
}

// One car, frame by frame.
struct Drive {
  explicit Drive(const map::RoadNetwork& map) : places(actors, motion, &map) {}

  double deviation_at(Duration time, const trace::ActorState& state) {
    actors.advance(frames.frame(time, {state}), frames.actors());
    places.advance();
    return places.deviation(actors.present().front());
  }

  kit::HandFrames frames;
  trace::ActorId car = frames.add({.id = "car", .length = 4.0, .width = 2.0});
  Actors actors;
  Motion motion{actors, 1};
  Places places;
};

TEST(RestOnRoad, EndsWithItsRoom) {
  const auto map = map::build_network(kit::straight_road(400.0));
  struct Case {
    const char* name;
    double x, y, z;
    bool has_z;
    double deviation;  // of the frame after one in the middle of the road
  };
  const Case cases[] = {
      {"it stays", 50.0, -1.75, 0.0, false, 0.0},
      {"it moves a little along the road", 50.3, -1.75, 0.0, false, 0.0},
      {"it moves off the road", 50.0, -6.4, 0.0, false, 3.9},
      {"a height on the road comes", 50.0, -1.75, 1.0, true, 0.0},
      {"a height above the road comes", 50.0, -1.75, 9.0, true, kDeviationReach},
  };
  for (const Case& c : cases) {
    Drive drive(*map);
    EXPECT_EQ(drive.deviation_at(0ms, kit::HandFrames::at(drive.car, 50.0, -1.75)), 0.0) << c.name;
    trace::ActorState next = kit::HandFrames::at(drive.car, c.x, c.y);
    next.z = c.z;
    if (c.has_z) next.fields.set(trace::Field::z);
    EXPECT_NEAR(drive.deviation_at(10ms, next), c.deviation, 1e-6) << c.name;
  }
}

// What has no height is looked up on any level: with one it may be below the bridge that it was taken to be on.
TEST(RestOnRoad, EndsWhereAHeightComesThatIsNoMovement) {
  kit::RoadBuilder road("bridge");
  road.line(200.0).lanes({-1, 1}).elevation(0.0, {8.0, 0.0, 0.0, 0.0});
  kit::MapBuilder builder;
  builder.road(road);
  const auto map = map::build_network(builder.build());
  Drive drive(*map);
  trace::ActorState state = kit::HandFrames::at(drive.car, 50.0, -1.75);
  EXPECT_EQ(drive.deviation_at(0ms, state), 0.0);
  state.fields.set(trace::Field::z);
  EXPECT_EQ(drive.deviation_at(10ms, state), kDeviationReach);
  state.fields.clear(trace::Field::z);
  EXPECT_EQ(drive.deviation_at(20ms, state), 0.0);
}

// As where a run gives sizes only after its first frame.
TEST(RestOnRoad, EndsWhereASizeComes) {
  const auto map = map::build_network(kit::straight_road(400.0));
  Drive drive(*map);
  const trace::ActorState state = kit::HandFrames::at(drive.car, 50.0, -1.75);
  EXPECT_EQ(drive.deviation_at(0ms, state), 0.0);
  drive.frames.info(drive.car).width = 9.0;
  EXPECT_NEAR(drive.deviation_at(10ms, state), 2.75, 1e-6);
}

// What is known of a body beside the road holds while it stands, and no longer.
TEST(RestBesideTheRoad, EndsWithTheSmallestMovement) {
  const auto map = map::build_network(kit::straight_road(400.0));
  struct Case {
    const char* name;
    double x, y, yaw, z;
    bool has_z;
    double deviation;  // of the frame after one at y = -20, whose right edge is 17.5 m beside the road
  };
  const Case cases[] = {
      {"it stands", 50.0, -20.0, 0.0, 0.0, false, 17.5},
      {"it creeps", 50.0, -20.001, 0.0, 0.0, false, 17.501},
      {"it turns where it stands", 50.0, -20.0, kPi / 2.0, 0.0, false, 18.5},
      {"it comes back", 50.0, -1.75, 0.0, 0.0, false, 0.0},
      {"a height of the road comes", 50.0, -20.0, 0.0, 0.0, true, 17.5},
      {"a height above the road comes", 50.0, -20.0, 0.0, 9.0, true, kDeviationReach},
  };
  for (const Case& c : cases) {
    Drive drive(*map);
    EXPECT_NEAR(drive.deviation_at(0ms, kit::HandFrames::at(drive.car, 50.0, -20.0)), 17.5, 1e-6) << c.name;
    const map::NearLane* before = drive.places.nearest_lane(drive.actors.present().front());
    ASSERT_TRUE(before != nullptr) << c.name;
    EXPECT_NEAR(before->distance, 16.5, 1e-6) << c.name;
    trace::ActorState next = kit::HandFrames::at(drive.car, c.x, c.y);
    next.yaw = c.yaw;
    next.z = c.z;
    if (c.has_z) next.fields.set(trace::Field::z);
    EXPECT_NEAR(drive.deviation_at(10ms, next), c.deviation, 1e-6) << c.name;
    const map::NearLane* now = drive.places.nearest_lane(drive.actors.present().front());
    const bool is_above = c.z > 5.0;
    ASSERT_EQ(now == nullptr, is_above) << c.name;
    if (now != nullptr) {
      EXPECT_NEAR(now->distance, std::max(0.0, -c.y - 3.5), 1e-6) << c.name;
    }
  }
}

TEST(RestOnRoad, IsForgottenWithARelocation) {
  const auto map = map::build_network(kit::straight_road(400.0));
  Drive drive(*map);
  EXPECT_EQ(drive.deviation_at(0ms, kit::HandFrames::at(drive.car, 50.0, -1.75)), 0.0);
  const double moved = drive.places.moved(drive.actors.present().front());
  drive.actors.announce_relocation(drive.car);
  EXPECT_GT(drive.deviation_at(10ms, kit::HandFrames::at(drive.car, 50.0, -20.0)), 10.0);
  EXPECT_GT(drive.places.moved(drive.actors.present().front()), moved + 100.0)
      << "who kept it must not take it for the same place";
}

}  // namespace
}  // namespace scrutineer::scene
