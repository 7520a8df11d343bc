#include "scene/places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "kit/hand_frames.h"
#include "kit/map_builder.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;
using map::ContactPoint;
using map::TrafficRule;
using testing::ElementsAre;
using trace::ActorId;

// A map and one car (more on demand) that is put somewhere, frame by frame.
class Stage {
 public:
  explicit Stage(const map::Document& document) : Stage(map::build_network(document)) {}
  explicit Stage(std::unique_ptr<const map::RoadNetwork> network)
      : map(std::move(network)), motion(actors, 1), places(actors, motion, map.get()) {
    car = frames.add({.id = "car", .length = 4.0, .width = 2.0});
  }

  // The car's slot.
  Slot put(double x, double y, double yaw = 0.0, std::optional<double> z = std::nullopt) {
    return put({state(car, x, y, yaw, z)});
  }
  Slot put(std::initializer_list<trace::ActorState> states) {
    actors.advance(frames.frame(time_, states), frames.actors());
    time_ += 100ms;
    places.advance();
    return actors.slot_of(car);
  }
  static trace::ActorState state(ActorId actor, double x, double y, double yaw = 0.0,
                                 std::optional<double> z = std::nullopt) {
    trace::ActorState state = kit::HandFrames::at(actor, x, y, yaw);
    if (z) {
      state.fields.set(trace::Field::z);
      state.z = *z;
    }
    return state;
  }

  // "road:lane", or "" off the road.
  std::string lane(Slot slot) { return places.road_position(slot) == nullptr ? "" : name(*places.road_position(slot)); }
  std::vector<std::string> lanes(Slot slot) {
    std::vector<std::string> lanes;
    for (const auto& position : places.road_positions(slot)) lanes.push_back(name(position));
    return lanes;
  }
  std::string name(const map::RoadPosition& position) const {
    return map->road(position.road).id + ":" + std::to_string(map->lane(position.lane).number);
  }

  std::unique_ptr<const map::RoadNetwork> map;
  kit::HandFrames frames;
  ActorId car;
  Actors actors;
  Motion motion;
  Places places;

 private:
  Duration time_{};
};

// Lane, offset and heading as traffic on the lane sees them, whichever side it drives on.
TEST(Places, SeeALaneAsItsTrafficDoes) {
  struct Row {
    const char* name;
    TrafficRule rule;
    double y, yaw;
    const char* lane;
    double offset, heading;
  };
  const Row rows[] = {
      {"right lane, centre", TrafficRule::right_hand, -1.75, 0.0, "1:-1", 0.0, 0.0},
      {"right lane, to its left", TrafficRule::right_hand, -1.25, 0.1, "1:-1", 0.5, 0.1},
      {"right lane, the wrong way", TrafficRule::right_hand, -1.75, kPi, "1:-1", 0.0, -kPi},
      {"left lane, to its left", TrafficRule::right_hand, 1.25, kPi + 0.1, "1:1", 0.5, 0.1},
      {"left lane, the wrong way", TrafficRule::right_hand, 1.75, 0.2, "1:1", 0.0, 0.2 - kPi},
      {"left-hand traffic, left lane along s", TrafficRule::left_hand, 2.25, 0.1, "1:1", 0.5, 0.1},
      {"left-hand traffic, right lane against s", TrafficRule::left_hand, -1.25, kPi, "1:-1", -0.5, 0.0},
      {"beside the road", TrafficRule::right_hand, -4.0, 0.0, "", std::nan(""), std::nan("")},
  };
  for (const Row& row : rows) {
    Stage stage(kit::straight_road(100.0, row.rule));
    const Slot slot = stage.put(50.0, row.y, row.yaw);
    EXPECT_EQ(stage.lane(slot), row.lane) << row.name;
    if (std::isnan(row.offset)) {
      EXPECT_TRUE(std::isnan(stage.places.lane_offset(slot))) << row.name;
      EXPECT_TRUE(std::isnan(stage.places.lane_heading(slot))) << row.name;
    } else {
      EXPECT_NEAR(stage.places.lane_offset(slot), row.offset, 1e-9) << row.name;
      EXPECT_NEAR(std::remainder(stage.places.lane_heading(slot) - row.heading, 2.0 * kPi), 0.0, 1e-9) << row.name;
    }
  }
}

// Where lanes run aside of the reference line, it is their own direction that counts.
TEST(Places, SeeTheHeadingInALaneThatRunsAside) {
  constexpr double kAside = 3.5, kLength = 60.0;
  const auto shifted = [&](double to) {
    return kit::MapBuilder()
        .road(kit::RoadBuilder("1")
                  .line(100.0)
                  .lanes({-1, 1})
                  .lane_offset(0.0, {})
                  .lane_offset(20.0, kit::hermite(0.0, 0.0, to, 0.0, kLength))
                  .lane_offset(80.0, {to, 0.0, 0.0, 0.0}))
        .build();
  };
  // Half-way the cubic is steepest: one and a half times as steep as on average.
  const double turned = std::atan2(1.5 * kAside, kLength);
  struct Row {
    const char* name;
    double to, x, y, yaw, heading;
  };
  const Row rows[] = {
      {"before it", kAside, 10.0, -1.75, 0.0, 0.0},
      {"along the lane to the left", kAside, 50.0, 0.0, turned, 0.0},
      {"straight on out of it", kAside, 50.0, 0.0, 0.0, -turned},
      {"along the lane to the right", -kAside, 50.0, -3.5, -turned, 0.0},
      {"straight on where it goes right", -kAside, 50.0, -3.5, 0.0, turned},
      {"oncoming, along its lane", kAside, 50.0, 3.5, kPi + turned, 0.0},
      {"oncoming, straight on", kAside, 50.0, 3.5, kPi, -turned},
      {"beside the centre of the lane", kAside, 50.0, 0.5, turned, 0.0},
      {"behind it", kAside, 90.0, 1.75, 0.01, 0.01},
  };
  for (const Row& row : rows) {
    Stage stage(shifted(row.to));
    const Slot slot = stage.put(row.x, row.y, row.yaw);
    EXPECT_NEAR(stage.places.lane_heading(slot), row.heading, 1e-9) << row.name;
  }
}

TEST(Places, WithoutAMapNothingExists) {
  Stage stage(std::unique_ptr<const map::RoadNetwork>{});
  const Slot slot = stage.put(50.0, 0.0);
  EXPECT_FALSE(stage.places.has_map());
  EXPECT_EQ(stage.places.road_position(slot), nullptr);
  EXPECT_TRUE(stage.places.road_positions(slot).empty());
  EXPECT_EQ(stage.places.nearest_lane(slot), nullptr);
  EXPECT_TRUE(std::isnan(stage.places.lane_offset(slot)));
  EXPECT_TRUE(std::isnan(stage.places.deviation(slot)));
  EXPECT_TRUE(std::isnan(stage.places.road_acceleration(slot).lon));
  EXPECT_EQ(stage.places.legal_speed(slot).kind, map::LegalSpeed::Kind::unknown);
  EXPECT_FALSE(stage.places.junction(slot).valid());
  EXPECT_FALSE(stage.places.touches_junction(slot));
  EXPECT_FALSE(stage.places.position_of(slot, {0.0, 0.0}).has_value());
}

// The same drive over a border between two roads, told three ways.
TEST(Places, FollowOverRoadBorders) {
  struct Row {
    const char* name;
    map::Document map;
    const char *before, *after;
  };
  const Row rows[] = {
      {"end to start", kit::two_roads(), "1:-1", "2:-1"},
      {"end to end", kit::end_to_end_roads(), "1:-1", "2:1"},
      {"start to start", kit::start_to_start_roads(), "1:1", "2:-1"},
  };
  for (const Row& row : rows) {
    Stage stage(row.map);
    for (double x = 90.0; x < 110.0; x += 0.7) {
      const Slot slot = stage.put(x, -1.5);
      EXPECT_EQ(stage.lane(slot), x < 100.0 ? row.before : row.after) << row.name << " at " << x;
      EXPECT_NEAR(stage.places.lane_offset(slot), 0.25, 1e-9) << row.name << " at " << x;
      EXPECT_NEAR(stage.places.lane_heading(slot), 0.0, 1e-9) << row.name << " at " << x;
    }
  }
}

map::Document with_gap(double gap) {
  kit::MapBuilder map;
  map.road(kit::RoadBuilder("1").line(100.0));
  map.road(kit::RoadBuilder("2").start(100.0 + gap, 0.0).line(100.0));
  map.link({"1", ContactPoint::end}, {"2", ContactPoint::start});
  return map.build();
}

TEST(Places, BridgeGapsBetweenLinkedLanes) {
  struct Row {
    const char* name;
    double gap;
    const char* inside;
  };
  const Row rows[] = {{"half a metre: still on the road it leaves", 0.45, "1:-1"}, {"two metres: on none", 2.0, ""}};
  for (const Row& row : rows) {
    Stage stage(with_gap(row.gap));
    for (double x = 98.0; x < 104.0; x += 0.1) {
      const std::string lane = stage.lane(stage.put(x, -1.75));
      const bool before = x < 99.99, behind = x > 100.01 + row.gap;
      const bool amid = x > 100.01 + 0.5 * row.gap && x < 99.9 + row.gap;
      if (!before && !behind && !amid) continue;
      EXPECT_EQ(lane, before ? "1:-1" : behind ? "2:-1" : row.inside) << row.name << " at " << x;
    }
  }
  // A dead end is no gap.
  Stage stage(kit::straight_road(100.0));
  stage.put(99.8, -1.75);
  EXPECT_EQ(stage.lane(stage.put(100.2, -1.75)), "");
}

// Short roads may be passed over between two frames.
TEST(Places, FollowOverShortRoads) {
  kit::MapBuilder map;
  map.road(kit::RoadBuilder("a").line(100.0));
  map.road(kit::RoadBuilder("b").start(100.0, 0.0).line(1.0));
  map.road(kit::RoadBuilder("c").start(101.0, 0.0).line(1.0));
  map.road(kit::RoadBuilder("d").start(102.0, 0.0).line(100.0));
  map.road(kit::RoadBuilder("other").start(60.0, -50.0, 0.5 * kPi).line(100.0));  // crosses, unlinked
  map.link({"a", ContactPoint::end}, {"b", ContactPoint::start});
  map.link({"b", ContactPoint::end}, {"c", ContactPoint::start});
  map.link({"c", ContactPoint::end}, {"d", ContactPoint::start});
  Stage stage(map.build());
  stage.put(99.0, -1.75);
  EXPECT_EQ(stage.lane(stage.put(104.0, -1.75)), "d:-1");
}

TEST(Places, RoadsThatCrossDoNotTakeAnybodyAway) {
  kit::MapBuilder map;
  map.road(kit::RoadBuilder("1").line(200.0));
  map.road(kit::RoadBuilder("across").start(100.0, -100.0, 0.5 * kPi).line(200.0));
  map.road(kit::RoadBuilder("along").start(50.0, -0.4, 0.004).line(100.0));  // nearly the same place
  Stage stage(map.build());
  for (double x = 10.0; x < 190.0; x += 1.3)
    EXPECT_EQ(stage.lane(stage.put(x, -1.75 + 0.2 * std::sin(x))), "1:-1") << x;
  // Who appears on the crossing is where it heads.
  Stage turned(map.build());
  EXPECT_EQ(turned.lane(turned.put(101.5, -1.5, 0.5 * kPi)), "across:-1");
}

TEST(Places, RoadsAboveEachOther) {
  struct Row {
    const char* name;
    double x, y, yaw;
    std::optional<double> z;
    const char* lane;
  };
  const Row rows[] = {
      {"below, by height", 0.5, -1.5, 0.0, 0.0, "lower:-1"},
      {"above, by height", 1.5, 0.5, 0.5 * kPi, 6.0, "upper:-1"},
      {"above, by height against the heading", 1.5, 0.5, 0.0, 6.0, "upper:-1"},
      {"without height by heading", 1.5, -1.5, 0.0, std::nullopt, "lower:-1"},
      {"without height by heading, the other", 1.5, -1.5, 0.5 * kPi, std::nullopt, "upper:-1"},
      {"between them", 1.5, -1.5, 0.0, 20.0, ""},
  };
  for (const Row& row : rows) {
    Stage stage(kit::bridge());
    EXPECT_EQ(stage.lane(stage.put(row.x, row.y, row.yaw, row.z)), row.lane) << row.name;
  }
  // Driving through below without heights.
  Stage stage(kit::bridge());
  for (double x = -40.0; x < 40.0; x += 1.0) EXPECT_EQ(stage.lane(stage.put(x, -1.75)), "lower:-1") << x;
}

TEST(Places, LeavingAndComingBack) {
  Stage stage(kit::two_roads());
  EXPECT_EQ(stage.lane(stage.put(50.0, -1.75)), "1:-1");
  Slot slot = stage.put(55.0, -6.0);
  EXPECT_EQ(stage.lane(slot), "");
  ASSERT_NE(stage.places.nearest_lane(slot), nullptr);
  EXPECT_NEAR(stage.places.nearest_lane(slot)->distance, 2.5, 1e-9);
  EXPECT_NEAR(stage.places.deviation(slot), 3.5, 1e-3) << "its right side is a metre further out";
  slot = stage.put(120.0, -1.75);
  EXPECT_EQ(stage.lane(slot), "2:-1");
  EXPECT_EQ(stage.places.deviation(slot), 0.0);
  EXPECT_EQ(stage.places.nearest_lane(stage.put(120.0, -100.0)), nullptr) << "near no lane";
}

TEST(Places, RelocationForgetsTheWay) {
  Stage stage(kit::four_way_crossing());
  stage.put(-20.0, -1.75);
  Slot slot = stage.put(-14.0, -1.75);
  EXPECT_TRUE(stage.places.came_from(slot).valid());
  stage.actors.announce_relocation(stage.car);
  slot = stage.put(-13.5, -1.75);
  EXPECT_FALSE(stage.places.came_from(slot).valid()) << "it appeared inside";
  EXPECT_FALSE(stage.lane(slot).empty());
}

// Straight on, left and right from one lane: all are kept until they part.
TEST(Places, KeepAllWaysThroughAJunctionUntilTheyPart) {
  Stage stage(kit::four_way_crossing());
  Slot slot = stage.put(-16.0, -1.75);
  EXPECT_THAT(stage.lanes(slot), ElementsAre("west:-1"));
  EXPECT_FALSE(stage.places.junction(slot).valid());
  slot = stage.put(-14.0, -1.75);
  EXPECT_EQ(stage.lanes(slot).size(), 3U);
  EXPECT_TRUE(stage.places.junction(slot).valid());
  const auto origin = stage.places.came_from(slot);
  ASSERT_TRUE(origin.valid());
  EXPECT_EQ(stage.map->road(stage.map->lane(origin).road).id, "west");
  slot = stage.put(0.0, -1.75);
  EXPECT_EQ(stage.lanes(slot).size(), 1U) << "the turns have parted";
  EXPECT_EQ(stage.places.came_from(slot), origin);
  slot = stage.put(14.5, -1.75);
  EXPECT_EQ(stage.places.came_from(slot), origin);
  slot = stage.put(16.0, -1.75);
  EXPECT_THAT(stage.lanes(slot), ElementsAre("east:1"));
  EXPECT_FALSE(stage.places.came_from(slot).valid());
}

TEST(Places, AppearingInsideAJunction) {
  Stage stage(kit::four_way_crossing());
  const Slot slot = stage.put(-13.0, -1.75);
  EXPECT_EQ(stage.lanes(slot).size(), 3U) << "all that start there";
  EXPECT_FALSE(stage.places.came_from(slot).valid());
  EXPECT_EQ(stage.lanes(stage.put(0.0, -1.75)).size(), 1U);
}

TEST(Places, JunctionsByCornersAndCentre) {
  struct Row {
    const char* name;
    double x;
    bool centre, corner;
  };
  const Row rows[] = {
      {"far before", -60.0, false, false}, {"just before", -18.0, false, false}, {"front inside", -16.0, false, true},
      {"inside", 0.0, true, true},         {"rear inside", 16.0, false, true},   {"left", 18.0, false, false},
  };
  Stage stage(kit::four_way_crossing());
  for (const Row& row : rows) {
    const Slot slot = stage.put(row.x, -1.75);
    EXPECT_EQ(stage.places.junction(slot).valid(), row.centre) << row.name;
    EXPECT_EQ(stage.places.touches_junction(slot), row.corner) << row.name;
  }
}

TEST(Places, LegalSpeedChangesAtItsRecords) {
  using namespace literals;
  kit::MapBuilder map;
  map.road(kit::RoadBuilder("1")
               .line(300.0)
               .speed(0.0, 50.0_kmh)
               .speed(100.0, 70.0_kmh)
               .lanes({-1, 1})
               .section(200.0)
               .lanes({-1, 1})
               .lane_speed(-1, 30.0_kmh, 50.0));
  Stage stage(map.build());
  const auto limit = [&](double x, double y) {
    const map::LegalSpeed legal = stage.places.legal_speed(stage.put(x, y));
    return legal.kind == map::LegalSpeed::Kind::limit ? 3.6 * legal.max.si() : -1.0;
  };
  const double rows[][3] = {{10.0, -1.75, 50.0}, {99.0, -1.75, 50.0},  {100.5, -1.75, 70.0},
                            {50.0, -1.75, 50.0}, {240.0, -1.75, 70.0}, {250.5, -1.75, 30.0},
                            {250.5, 1.75, 70.0}, {290.0, -1.75, 30.0}, {290.0, -9.0, -1.0}};
  for (const auto& [x, y, expected] : rows) EXPECT_NEAR(limit(x, y), expected, 1e-9) << x << ", " << y;
}

TEST(Places, RoadAccelerationIsAlongTheRoadAsTheVehicleFacesIt) {
  struct Row {
    const char* name;
    double y, yaw, ax, ay, lon, lat;
  };
  const Row rows[] = {
      {"along s", -1.75, 0.0, 1.0, 0.5, 1.0, 0.5},
      {"a little askew", -1.75, 0.3, 1.0, 0.5, 1.0, 0.5},
      {"against s", 1.75, kPi, 1.0, 0.5, -1.0, -0.5},
      {"off the road: the nearest lane's", -8.0, 0.3, 1.0, 0.5, 1.0, 0.5},
  };
  for (const Row& row : rows) {
    Stage stage(kit::straight_road());
    trace::ActorState state = stage.state(stage.car, 50.0, row.y, row.yaw);
    state.fields.set(trace::Field::acceleration);
    state.ax = row.ax;
    state.ay = row.ay;
    const Local found = stage.places.road_acceleration(stage.put({state}));
    EXPECT_NEAR(found.lon, row.lon, 1e-9) << row.name;
    EXPECT_NEAR(found.lat, row.lat, 1e-9) << row.name;
  }
}

// The largest distance of corners and mid-edges, over all parts.
TEST(Places, DeviationOfBodies) {
  struct Row {
    const char* name;
    double y, yaw, trailer_y, expected;
  };
  const Row rows[] = {
      {"on the road", -1.75, 0.0, -1.75, 0.0},         {"at its edge", -2.5, 0.0, -1.75, 0.0},
      {"half a metre over it", -3.0, 0.0, -1.75, 0.5}, {"a corner, askew", -2.5, -0.5 * kPi, -1.75, 1.0},
      {"only the trailer", -1.75, 0.0, -4.5, 2.0},     {"both", -3.0, 0.0, -4.5, 2.0},
  };
  for (const Row& row : rows) {
    Stage stage(kit::straight_road());
    const ActorId trailer = stage.frames.add({.id = "trailer", .length = 6.0, .width = 2.0, .parent = stage.car});
    const Slot slot =
        stage.put({stage.state(stage.car, 50.0, row.y, row.yaw), stage.state(trailer, 40.0, row.trailer_y)});
    EXPECT_NEAR(stage.places.deviation(slot), row.expected, 1e-3) << row.name;
  }
}

TEST(Places, BodyPointsGoAroundFromTheFrontLeft) {
  Stage stage(kit::straight_road());
  const BodyPoints body = stage.places.body(stage.put(50.0, 0.0, 0.5 * kPi));
  const auto expect = [](const map::Point& point, double x, double y, const char* name) {
    EXPECT_NEAR(point.x, x, 1e-12) << name;
    EXPECT_NEAR(point.y, y, 1e-12) << name;
  };
  expect(body.front_left(), 49.0, 2.0, "front left");
  expect(body.front(), 50.0, 2.0, "front");
  expect(body.front_right(), 51.0, 2.0, "front right");
  expect(body.right(), 51.0, 0.0, "right");
  expect(body.rear_right(), 51.0, -2.0, "rear right");
  expect(body.rear(), 50.0, -2.0, "rear");
  expect(body.rear_left(), 49.0, -2.0, "rear left");
  expect(body.left(), 49.0, 0.0, "left");
}

TEST(Places, PointsOfABodyOnItsOwnWay) {
  struct Row {
    const char* name;
    double x, s;
    const char* lane;
  };
  const Row rows[] = {{"on the same road", 98.0, 98.0, "1:-1"},
                      {"on the next road", 102.0, 2.0, "2:-1"},
                      {"beyond the last", 201.0, 101.0, "2:-1"}};
  for (const Row& row : rows) {
    Stage stage(kit::two_roads());
    const Slot slot = stage.put(std::min(row.x, 199.0) - 2.0, -1.75);
    const auto at = stage.places.position_of(slot, {row.x, -1.75});
    ASSERT_TRUE(at) << row.name;
    EXPECT_EQ(stage.name(*at), row.lane) << row.name;
    EXPECT_NEAR(at->s, row.s, 1e-6) << row.name;
    EXPECT_NEAR(at->offset, 0.0, 1e-6) << row.name;
  }
}

TEST(Places, DeviationIsBoundedWithoutAreasOfJunctions) {
  const auto document = kit::four_way_crossing({.half_size = 40.0});
  Stage quickly(document), exactly(document);
  // Long enough to reach from an island to beside the road.
  const auto put = [](Stage& stage, double x, double y) {
    if (stage.frames.actors().size() < 2) stage.frames.add({.id = "train", .length = 24.0, .width = 2.0});
    const ActorId train(1);
    stage.put({Stage::state(train, x, y, 0.3)});
    return stage.actors.slot_of(train);
  };
  int unsure = 0, unsure_and_off = 0;
  for (double x = -30.0; x <= 30.0; x += 1.5) {
    for (double y = -30.0; y <= 30.0; y += 1.5) {
      const map::SurfaceDistance quick = quickly.places.quick_deviation(put(quickly, x, y));
      const Slot slot = put(exactly, x, y);
      if (x > 0.0) (void)exactly.places.quick_deviation(slot);  // asked before or not, it is the same
      const double exact = exactly.places.deviation(slot);
      EXPECT_EQ(exactly.places.quick_deviation(slot).metres, exact) << x << ", " << y;
      double largest = 0.0;
      for (const map::Point& point : exactly.places.body(slot).points)
        largest = std::max(largest, map::distance_to_surface(*exactly.map, point, std::nullopt, kDeviationReach));
      EXPECT_NEAR(exact, largest, 1e-3) << x << ", " << y;
      if (!quick.is_exact && exact > 0.1) {
        Stage anew(document);  // where nobody has asked for the area before
        const Slot of_train = put(anew, x, y);
        EXPECT_FALSE(anew.places.quick_deviation(of_train).is_exact);
        EXPECT_NEAR(anew.places.deviation(of_train), exact, 1e-3) << x << ", " << y;
        ++unsure_and_off;
      }
      if (quick.is_exact) {
        EXPECT_EQ(quick.metres, exact) << x << ", " << y;
      } else {
        EXPECT_GT(quick.metres, exact) << x << ", " << y;
        ++unsure;
      }
    }
  }
  EXPECT_GT(unsure, 50) << "islands between the turns";
  EXPECT_GT(unsure_and_off, 0);
}

// A lane that leads to two roads outside of any junction, or a direct one.
TEST(Places, DirectJunctionsAndSectionBorders) {
  for (const bool direct : {false, true}) {
    Stage stage(kit::motorway_with_exit(direct));
    const Slot slot = stage.put(10.0, -1.75);
    EXPECT_EQ(stage.lane(slot), "main:-1") << direct;
  }
  Stage stage(kit::narrowing_lane());
  EXPECT_EQ(stage.lane(stage.put(40.0, -5.25)), "1:-2");
  EXPECT_EQ(stage.lane(stage.put(60.0, -4.5)), "1:-2");
  EXPECT_EQ(stage.lane(stage.put(99.0, -3.0)), "1:-1");
}

}  // namespace
}  // namespace scrutineer::scene
