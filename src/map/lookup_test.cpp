#include "map/lookup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "kit/map_builder.h"
#include "map/lookup_elsewhere.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

// One road along the x axis unless its geometry says otherwise, with two lanes of 3.5 m on each side and a walk.
RoadRecord simple_road(const std::string& id, double length) {
  RoadRecord road;
  road.id = id;
  road.length = length;
  road.geometries.push_back({0.0, 0.0, 0.0, 0.0, length, Line{}});
  LaneSectionRecord section;
  for (const int number : {-3, -2, -1, 1, 2}) {
    LaneRecord lane;
    lane.number = number;
    lane.type = number == -3 ? LaneType::sidewalk : LaneType::driving;
    lane.widths.push_back({0.0, {number == -3 ? 2.0 : 3.5, 0, 0, 0}});
    section.lanes.push_back(lane);
  }
  road.sections.push_back(section);
  return road;
}

std::unique_ptr<const RoadNetwork> network_of(std::vector<RoadRecord> roads) {
  Document document;
  document.file = "made.xodr";
  document.roads = std::move(roads);
  return build_network(std::move(document));
}

int lane_number(const RoadNetwork& map, const RoadPosition& position) { return map.lane(position.lane).number; }

TEST(Locate, FindsLaneOffsetAndWidthOnAStraightRoad) {
  const auto map = network_of({simple_road("1", 100.0)});
  struct Case {
    const char* name;
    Point point;
    int lane;  // 0: on none
    double s, t, offset, width;
  };
  const Case cases[] = {
      {"inner right lane", {10.0, -1.0}, -1, 10.0, -1.0, 0.75, 3.5},
      {"outer right lane", {10.0, -4.0}, -2, 10.0, -4.0, 1.25, 3.5},
      {"sidewalk", {99.5, -8.0}, -3, 99.5, -8.0, 0.0, 2.0},
      {"left lane", {50.0, 3.0}, 1, 50.0, 3.0, 1.25, 3.5},
      {"outermost left border", {50.0, 7.0}, 2, 50.0, 7.0, 1.75, 3.5},
      {"shared border belongs to the left of both", {50.0, 3.5}, 2, 50.0, 3.5, -1.75, 3.5},
      {"on the reference line", {50.0, 0.0}, 1, 50.0, 0.0, -1.75, 3.5},
      {"begin of the road", {0.0, -1.75}, -1, 0.0, -1.75, 0.0, 3.5},
      {"end of the road", {100.0, -1.75}, -1, 100.0, -1.75, 0.0, 3.5},
      {"beyond the left border", {50.0, 7.01}, 0, 0, 0, 0, 0},
      {"beyond the right border", {50.0, -9.01}, 0, 0, 0, 0, 0},
      {"before the begin", {-0.01, -1.0}, 0, 0, 0, 0, 0},
      {"behind the end", {100.01, -1.0}, 0, 0, 0, 0, 0},
      {"far away", {1e6, -1e6}, 0, 0, 0, 0, 0},
      {"not a number", {NAN, 0.0}, 0, 0, 0, 0, 0},
  };
  for (const Case& c : cases) {
    const auto found = locate(*map, c.point);
    ASSERT_EQ(found.size(), c.lane == 0 ? 0U : 1U) << c.name;
    if (c.lane == 0) continue;
    EXPECT_EQ(lane_number(*map, found[0]), c.lane) << c.name;
    EXPECT_NEAR(found[0].s, c.s, 1e-9) << c.name;
    EXPECT_NEAR(found[0].t, c.t, 1e-9) << c.name;
    EXPECT_NEAR(found[0].offset, c.offset, 1e-9) << c.name;
    EXPECT_NEAR(found[0].width, c.width, 1e-9) << c.name;
    EXPECT_NEAR(found[0].heading(), 0.0, 1e-12) << c.name;
  }
}

TEST(Locate, TellsOverlapsAndBridgesApart) {
  RoadRecord crossing = simple_road("2", 100.0);
  crossing.geometries[0] = {0.0, 50.0, -50.0, kPi / 2, 100.0, Line{}};
  RoadRecord bridge = crossing;
  bridge.id = "3";
  bridge.elevations.push_back({0.0, {6.0, 0, 0, 0}});
  const auto map = network_of({simple_road("1", 100.0), crossing, bridge});
  struct Case {
    const char* name;
    std::optional<double> z;
    std::vector<std::string> roads;  // nearest first
  };
  const Case cases[] = {
      {"no height: all three", std::nullopt, {"1", "2", "3"}},
      {"on the ground", 0.2, {"1", "2"}},
      {"on the bridge", 6.1, {"3"}},
      {"between, 3 m from both", 3.0, {"1", "2", "3"}},
      {"high above", 20.0, {}},
  };
  for (const Case& c : cases) {
    std::vector<std::string> roads;
    for (const auto& position : locate(*map, {51.0, -1.75}, c.z)) roads.push_back(map->road(position.road).id);
    EXPECT_EQ(roads, c.roads) << c.name;
  }
}

// All kinds of geometry, changing widths, lane offset, height and roll.
RoadRecord winding_road() {
  RoadRecord road = simple_road("7", 0.0);
  road.geometries.clear();
  const auto add = [&road](double length, auto shape, double x, double y, double heading) {
    road.geometries.push_back({road.length, x, y, heading, length, shape});
    road.length += length;
  };
  add(50.0, Line{}, 0, 0, 0.4);
  add(60.0, Spiral{0.0, 0.03}, 46.0530497, 19.4709171, 0.4);
  add(40.0, Arc{0.03}, 80.0, 65.0, 1.3);
  add(30.0, ParamPoly3{{0, 30, 0, 0}, {0, 0, 5, -3}, 1.0}, 70.0, 110.0, 2.5);
  road.sections[0].lanes[1].widths.push_back({30.0, {3.5, 0.02, 0.0003, -1e-6}});
  road.sections[0].lanes[3].widths = {{0.0, {2.0, 0.01, 0, 0}}};
  road.lane_offsets = {{0.0, {0, 0, 0, 0}}, {20.0, {0.0, 0.0, 0.001, -0.00001}}};
  road.elevations = {{0.0, {1.0, 0.02, 0, 0}}, {70.0, {2.4, 0.02, -0.0002, 0}}};
  road.superelevations = {{0.0, {0.0, 0.0, 0, 0}}, {40.0, {0.0, 0.002, 0, 0}}};
  return road;
}

// Two roads on top of each other, and points of a body on them and beside.
TEST(RoadsElsewhere, AreFoundOnceByTheFirstPointOnThem) {
  const auto map = network_of({simple_road("1", 100.0), simple_road("2", 100.0)});
  const StripRange first = strips_of(map->road(map->find_road("1"))), other = strips_of(map->road(map->find_road("2")));
  const std::vector<Point> points{{10.0, 50.0}, {10.0, 1.0}, {11.0, 1.0}};
  struct Case {
    const char* name;
    std::vector<StripRange> known;
    std::vector<std::string> roads;
  };
  const Case cases[] = {
      {"nothing known", {}, {"1", "2"}},
      {"the first known", {first}, {"2"}},
      {"the second known", {other}, {"1"}},
      {"both known", {other, first}, {}},
  };
  for (const Case& c : cases) {
    std::vector<StripRange> known = c.known;
    RoadsElsewhere elsewhere;
    elsewhere.find(*map, points, std::nullopt, known);
    std::vector<std::string> roads;
    for (const RoadsElsewhere::Place& place : elsewhere.found()) {
      roads.push_back(map->road(place.at.road).id);
      EXPECT_EQ(place.point, 1U) << c.name;
      EXPECT_NEAR(place.at.s, 10.0, 1e-9) << c.name;
    }
    EXPECT_EQ(roads, c.roads) << c.name;
    EXPECT_EQ(known.size(), 2U) << c.name;
  }
}

TEST(Locate, RoundTripReturnsWhatWentIn) {
  const auto map = network_of({winding_road()});
  std::mt19937_64 random(7);
  const double length = map->roads()[0].length;
  for (int i = 0; i < 10000; ++i) {
    const double s = std::uniform_real_distribution(0.0, length)(random);
    const LaneSpan span = road_span(*map, RoadId(0), s);
    const double t = std::uniform_real_distribution(span.right, span.left)(random);
    const RoadPoint p = point_at(*map, RoadId(0), s, t);
    double nearest = 1e9;
    for (const auto& at : locate(*map, {p.x, p.y})) {
      nearest = std::min(nearest, std::hypot(at.s - s, at.t - t));
      if (std::hypot(at.s - s, at.t - t) < 1e-3) {
        EXPECT_NEAR(at.height, p.z, 1e-4);
        EXPECT_NEAR(std::remainder(at.heading() - p.heading, 2 * kPi), 0.0, 1e-6);
      }
    }
    ASSERT_LT(nearest, 1e-4) << "s " << s << " t " << t;
  }
}

TEST(PointAt, HeadingAndCurvatureAreThoseOfTheLine) {
  // Against differences of neighbouring points on the lane's own line.
  const auto map = network_of({winding_road()});
  const double step = 1e-2;
  for (const int number : {-3, -2, -1, 1, 2}) {
    for (const double s : {10.0, 45.0, 75.0, 120.0, 165.0}) {
      const LaneId lane = map->find_lane(RoadId(0), s, number);
      const RoadPoint a = point_at(*map, lane, s - step, 0.3), b = point_at(*map, lane, s, 0.3),
                      c = point_at(*map, lane, s + step, 0.3);
      const double heading = std::atan2(c.y - a.y, c.x - a.x);
      EXPECT_NEAR(std::remainder(b.heading - heading, 2 * kPi), 0.0, 1e-5) << number << " at " << s;
      for (const RoadPosition& at : locate(*map, {b.x, b.y})) {
        if (at.lane != lane) continue;
        EXPECT_NEAR(std::remainder(at.heading() + lane_turn(*map, at) - heading, 2 * kPi), 0.0, 1e-5)
            << number << " at " << s;
      }
      const double turn = std::atan2(c.y - b.y, c.x - b.x) - std::atan2(b.y - a.y, b.x - a.x);
      const double curvature = std::remainder(turn, 2 * kPi) / (0.5 * std::hypot(c.x - a.x, c.y - a.y));
      EXPECT_NEAR(b.curvature, curvature, 2e-4) << number << " at " << s;
    }
  }
}

TEST(Locate, ClosesTheWedgeOutsideOfAKink) {
  RoadRecord road = simple_road("1", 100.0);
  road.geometries = {{0.0, 0.0, 0.0, 0.0, 50.0, Line{}}, {50.0, 50.0, 0.0, 0.2, 50.0, Line{}}};
  const auto map = network_of({road});
  // Straight below the kink, in the middle of the wedge of 0.2 rad that neither piece projects onto.
  const auto found = locate(*map, {50.0 + 5.0 * std::sin(0.1), -5.0 * std::cos(0.1)});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NEAR(found[0].s, 50.0, 1e-9);
  EXPECT_EQ(lane_number(*map, found[0]), -2);
}

// Two roads end to end; the second one's s runs against the first's.
std::unique_ptr<const RoadNetwork> opposed_roads() {
  RoadRecord first = simple_road("1", 100.0), second = simple_road("2", 80.0);
  second.geometries[0] = {0.0, 180.0, 0.0, kPi, 80.0, Line{}};
  first.successor = RoadLink{RoadLink::Kind::road, "2", ContactPoint::end, {}};
  second.successor = RoadLink{RoadLink::Kind::road, "1", ContactPoint::end, {}};
  // Seen against s, right lanes are the left ones.
  second.sections[0].lanes.erase(second.sections[0].lanes.begin());
  LaneRecord walk = first.sections[0].lanes[0];
  walk.number = 3;
  second.sections[0].lanes.push_back(walk);
  for (LaneRecord& lane : first.sections[0].lanes) lane.successors = {-lane.number};
  for (LaneRecord& lane : second.sections[0].lanes) lane.successors = {-lane.number};
  return network_of({first, second});
}

TEST(Follow, GoesAlongTheRoadAndOverItsLinks) {
  const auto map = opposed_roads();
  RoadPosition at = locate(*map, {1.0, -1.75}).at(0);
  for (double x = 1.5; x < 179.9; x += 0.5) {
    const auto next = follow(*map, {x, -1.75}, at);
    ASSERT_TRUE(next) << x;
    const auto cold = locate(*map, {x, -1.75});
    ASSERT_TRUE(std::ranges::any_of(cold, [&](const auto& c) { return c.road == next->road && c.lane == next->lane; }))
        << x;
    EXPECT_NEAR(x <= 100.0 ? next->s : 180.0 - next->s, x, 1e-9);
    EXPECT_EQ(lane_number(*map, *next), x <= 100.0 ? -1 : 1) << x;
    at = *next;
  }
  EXPECT_FALSE(follow(*map, {181.0, -1.75}, at)) << "off the end";
  EXPECT_FALSE(follow(*map, {150.0, -20.0}, at)) << "off the side";
}

// The lane that somebody was in is looked at first; that must not change what is found, even where borders cross.
TEST(Follow, FindsTheSameWhicheverLaneItWasIn) {
  RoadRecord folded = simple_road("1", 100.0);
  folded.sections[0].lanes[1].widths = {{0.0, {3.5, -0.1, 0, 0}}};  // below 0 from s = 35 on
  RoadRecord curved = simple_road("1", 100.0);
  curved.geometries = {{0.0, 0.0, 0.0, 0.0, 100.0, Arc{0.01}}};
  struct Case {
    const char* name;
    RoadRecord road;
  };
  for (const auto& [name, road] :
       {Case{"straight", simple_road("1", 100.0)}, {"borders cross", folded}, {"curved", curved}}) {
    const auto map = network_of({road});
    std::mt19937 random(5);
    std::uniform_real_distribution<double> any_s(0.0, 100.0), any_t(-10.0, 8.0);
    for (int i = 0; i < 500; ++i) {
      const RoadPoint at = point_at(*map, RoadId(0), any_s(random), any_t(random));
      const auto expected = locate_on_road(*map, {at.x, at.y}, RoadId(0));
      for (std::size_t lane = 0; lane < map->lanes().size() && expected; ++lane) {
        RoadPosition last = *expected;
        last.lane = LaneId(lane);
        const auto found = follow(*map, {at.x, at.y}, last);
        ASSERT_TRUE(found) << name;
        EXPECT_EQ(found->lane, expected->lane) << name << ", s " << expected->s << ", t " << expected->t;
        EXPECT_EQ(found->offset, expected->offset) << name;
      }
    }
  }
}

TEST(Follow, ChangesLaneAndRoadInOneStep) {
  const auto map = opposed_roads();
  const RoadPosition at = locate(*map, {99.0, -1.75}).at(0);
  const auto next = follow(*map, {102.0, -5.0}, at);
  ASSERT_TRUE(next);
  EXPECT_EQ(map->road(next->road).id, "2");
  EXPECT_EQ(lane_number(*map, *next), 2);
}

// Real maps have roads of a few centimetres, over which a long vehicle's corners reach.
TEST(Follow, StepsOverShortRoads) {
  kit::MapBuilder builder;
  double x = 0.0;
  for (const auto& [id, length] : {std::pair{"1", 100.0}, {"2", 0.2}, {"3", 0.3}, {"4", 50.0}}) {
    builder.road(kit::RoadBuilder(id).start(x, 0.0).line(length).lanes({-1, -2}));
    x += length;
  }
  for (const auto& [before, after] : {std::pair{"1", "2"}, {"2", "3"}, {"3", "4"}})
    builder.link({before, ContactPoint::end}, {after, ContactPoint::start});
  const auto map = build_network(builder.build());
  struct Case {
    const char *name, *from, *to;
    double from_x, x;
  };
  const Case cases[] = {
      {"over one", "1", "3", 99.0, 100.3},
      {"over two", "1", "4", 99.0, 103.0},
      {"back over one", "4", "2", 101.0, 100.1},
      {"back over two", "4", "1", 101.0, 97.0},
  };
  for (const Case& c : cases) {
    const RoadPosition at = locate(*map, {c.from_x, -1.75}).at(0);
    ASSERT_EQ(map->road(at.road).id, c.from) << c.name;
    const auto next = follow(*map, {c.x, -4.0}, at);
    ASSERT_TRUE(next) << c.name;
    EXPECT_EQ(map->road(next->road).id, c.to) << c.name;
    EXPECT_EQ(lane_number(*map, *next), -2) << c.name;
  }
}

TEST(NearestLane, GivesTheDistanceBesideAndBeyond) {
  const auto map = network_of({simple_road("1", 100.0)});
  struct Case {
    const char* name;
    Point point;
    double radius, distance;  // negative: nothing in reach
    int lane;
  };
  const Case cases[] = {
      {"inside", {50.0, 1.0}, 10.0, 0.0, 1},          {"left of it", {50.0, 10.0}, 10.0, 3.0, 2},
      {"right of it", {50.0, -29.0}, 50.0, 20.0, -3}, {"beyond the end", {104.0, -1.0}, 10.0, 4.0, -1},
      {"off a corner", {103.0, 11.0}, 10.0, 5.0, 2},  {"out of reach", {50.0, 20.0}, 10.0, -1.0, 0},
  };
  for (const Case& c : cases) {
    const auto near = nearest_lane(*map, c.point, c.radius);
    ASSERT_EQ(near.has_value(), c.distance >= 0.0) << c.name;
    if (!near) continue;
    EXPECT_NEAR(near->distance, c.distance, 1e-9) << c.name;
    EXPECT_EQ(lane_number(*map, near->position), c.lane) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::map
