#include "map/junctions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <random>
#include <string>
#include <thread>

#include "kit/data.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

using JunctionIds = std::vector<JunctionId>;

std::unique_ptr<const RoadNetwork> crossing() { return build_network(kit::four_way_crossing()); }

// Turns by `angle` about the origin, then moves.
Document moved(Document document, double angle, double dx, double dy) {
  for (RoadRecord& road : document.roads) {
    for (Geometry& g : road.geometries) {
      const double x = g.x, y = g.y;
      g.x = std::cos(angle) * x - std::sin(angle) * y + dx;
      g.y = std::sin(angle) * x + std::cos(angle) * y + dy;
      g.heading += angle;
    }
  }
  return document;
}

TEST(JunctionArea, ContainsWhatIsBetweenTheArms) {
  const auto map = crossing();
  const JunctionId id = map->find_junction("J");
  struct Case {
    const char* name;
    Point point;
    bool inside;
  };
  const Case cases[] = {
      {"middle", {0.0, 0.0}, true},
      {"just behind the border of an arm", {14.98, 1.0}, true},
      {"just before it", {15.02, 1.0}, false},
      {"far out on the arm", {60.0, 1.0}, false},
      {"sidewalk side, outside of the right turn", {12.0, 12.0}, false},
      {"inside of the right turn's outer border", {5.0, -5.0}, true},
      {"far away", {1e7, 1e7}, false},
      {"not a number", {NAN, NAN}, false},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(junctions_containing(*map, c.point), c.inside ? JunctionIds{id} : JunctionIds{}) << c.name;
    EXPECT_EQ(is_in_junction(*map, c.point), c.inside) << c.name;
    EXPECT_EQ(distance_to_area(junction_area(*map, id), c.point) == 0.0, c.inside) << c.name;
  }
  EXPECT_NEAR(distance_to_area(junction_area(*map, id), {25.0, 1.0}), 10.0, kAreaError);
}

// Four one-lane roads around a square of 20 m, all of junction "J".
Document ring_of_roads(LaneType type) {
  kit::MapBuilder builder;
  builder.junction("J");
  const kit::Pose corners[] = {{-10, -10, 0.0}, {10, -10, kPi / 2}, {10, 10, kPi}, {-10, 10, -kPi / 2}};
  int number = 0;
  for (const kit::Pose& corner : corners) {
    builder.road(kit::RoadBuilder(std::to_string(++number))
                     .in_junction("J")
                     .start(kit::moved(corner, -2.0))
                     .line(24.0)
                     .lane(1, 2.0, type)
                     .lane(-1, 2.0));
  }
  return builder.build();
}

TEST(JunctionArea, FillsWhatItsRoadsEnclose) {
  struct Case {
    const char* name;
    LaneType left_lane;
    double size;
  };
  const Case cases[] = {
      {"all lanes", LaneType::driving, 24.0 * 24.0},
      {"lanes of type none are no surface, but enclosed", LaneType::none, 24.0 * 24.0},
  };
  for (const Case& c : cases) {
    const auto map = build_network(ring_of_roads(c.left_lane));
    const Area& area = junction_area(*map, JunctionId(0));
    ASSERT_EQ(area.rings.size(), 1U) << c.name;
    EXPECT_NEAR(area.size(), c.size, 0.1) << c.name;
    EXPECT_TRUE(locate(*map, {0.0, 0.0}).empty()) << c.name;
    EXPECT_EQ(junctions_containing(*map, {0.0, 0.0}), JunctionIds{JunctionId(0)}) << c.name;
  }
}

TEST(JunctionArea, HasAPartForEachGroupOfRoadsThatAreApart) {
  kit::MapBuilder builder;
  builder.junction("J");
  builder.road(kit::RoadBuilder("1").in_junction("J").line(30.0));
  builder.road(kit::RoadBuilder("2").in_junction("J").start(0.0, 20.0).line(10.0));
  const auto map = build_network(builder.build());
  const Area& area = junction_area(*map, JunctionId(0));
  ASSERT_EQ(area.rings.size(), 2U);
  EXPECT_NEAR(area.size(), 7.0 * 40.0, 0.01);
  EXPECT_EQ(area.rings[0].size(), 4U) << "the largest first";
  EXPECT_NEAR(area.extent.x_max, 30.0, 0.001);
  EXPECT_NEAR(area.extent.y_max, 23.5, 0.001);
}

TEST(JunctionArea, BridgesSmallGapsWithinARoad) {
  struct Case {
    const char* name;
    double gap;
    std::size_t rings;
  };
  for (const Case& c : {Case{"bridged", 0.4, 1}, Case{"too wide", 0.6, 2}}) {
    RoadRecord road = kit::RoadBuilder("1").in_junction("J").line(10.0).line(10.0).record();
    road.geometries[1].x += c.gap;
    const auto map = build_network(kit::MapBuilder().junction("J").road(road).build());
    EXPECT_EQ(junction_area(*map, JunctionId(0)).rings.size(), c.rings) << c.name;
  }
}

TEST(JunctionArea, IsEmptyWithoutRoadsOfItsOwn) {
  const auto map = build_network(kit::motorway_with_exit(true));
  EXPECT_TRUE(junction_area(*map, map->find_junction("J")).empty());
  EXPECT_EQ(distance_to_area(junction_area(*map, map->find_junction("J")), {0.0, 0.0}), INFINITY);
  EXPECT_FALSE(is_in_junction(*map, {200.0, -2.0}));
}

// ---- the file's own boundary ----------------------------------------------------------------------------------------

JunctionBoundarySegment along(std::string road, int lane, bool backwards = false) {
  JunctionBoundarySegment segment;
  segment.kind = JunctionBoundarySegment::Kind::lane;
  segment.road = std::move(road);
  segment.boundary_lane = lane;
  segment.s_start_is_end = segment.s_end_is_begin = backwards;
  return segment;
}

JunctionBoundarySegment across(std::string road, ContactPoint contact, std::optional<int> from = {},
                               std::optional<int> to = {}) {
  JunctionBoundarySegment segment;
  segment.road = std::move(road);
  segment.contact = contact;
  segment.joint_lane_start = from;
  segment.joint_lane_end = to;
  return segment;
}

// Two parallel roads of 20 m, 10 m apart, lanes 3.5 m wide, and two more that only carry the boundary between them.
Document with_boundary(std::vector<JunctionBoundarySegment> boundary) {
  kit::MapBuilder builder;
  builder.junction("J");
  builder.junction_record("J").boundary = std::move(boundary);
  builder.road(kit::RoadBuilder("south").line(20.0));
  builder.road(kit::RoadBuilder("north").start(20.0, 10.0, kPi).line(20.0));
  builder.road(kit::RoadBuilder("inside").in_junction("J").start(8.0, 0.0, kPi / 2).line(4.0));
  return builder.build();
}

TEST(JunctionArea, FollowsTheBoundaryOfTheFile) {
  using enum ContactPoint;
  struct Case {
    const char* name;
    std::vector<JunctionBoundarySegment> boundary;
    double size;
  };
  const Case cases[] = {
      {"outer borders and joints over all lanes",
       {along("south", -1), across("south", end, -1, 1), across("north", start, 1, -1), along("north", -1),
        across("north", end, -1, 1), across("south", start, 1, -1)},
       20.0 * 17.0},
      {"joints without lanes take the sense that fits",
       {along("south", -1), across("south", end), across("north", start), along("north", -1), across("north", end),
        across("south", start)},
       20.0 * 17.0},
      {"lane 0 is the reference line", {along("south", 0), along("north", 0)}, 20.0 * 10.0},
      {"against s", {along("south", 1), along("north", 1)}, 20.0 * 3.0},
      {"one lane of a joint",
       {along("south", -1), across("south", end, -1, -1), along("south", 0, true), across("south", start, -1, -1)},
       20.0 * 3.5},
      {"clockwise by mistake", {along("north", 0, true), along("south", 0, true)}, 20.0 * 10.0},
  };
  for (const Case& c : cases) {
    const auto map = build_network(with_boundary(c.boundary));
    const Area& area = junction_area(*map, JunctionId(0));
    ASSERT_EQ(area.rings.size(), 1U) << c.name;
    EXPECT_NEAR(area.size(), c.size, 0.05) << c.name;
  }
}

TEST(JunctionArea, PartsOfABorderAreGivenByS) {
  auto segment = along("south", -1);
  segment.s_start = 5.0;
  segment.s_end = 15.0;
  auto back = along("south", 1);
  back.s_start = 15.0;
  back.s_end = 5.0;
  const auto map = build_network(with_boundary({segment, back}));
  EXPECT_NEAR(junction_area(*map, JunctionId(0)).size(), 10.0 * 7.0, 0.05);
}

TEST(JunctionArea, UsesItsRoadsWhereTheBoundaryCannotBeFollowed) {
  struct Case {
    const char* name;
    std::vector<JunctionBoundarySegment> boundary;
  };
  const Case cases[] = {
      {"no such road", {along("south", -1), along("nowhere", -1)}},
      {"no extent", {along("south", 0), along("south", 0, true)}},
      {"none", {}},
  };
  for (const Case& c : cases) {
    const auto map = build_network(with_boundary(c.boundary));
    EXPECT_NEAR(junction_area(*map, JunctionId(0)).size(), 4.0 * 7.0, 0.05) << c.name;
  }
}

// ---- heights --------------------------------------------------------------------------------------------------------

TEST(JunctionsContaining, TellsLevelsApart) {
  // The crossing at height 0, and a junction of one road 8 m above; its ramp falls to the east.
  Document document = kit::four_way_crossing();
  document.junctions.push_back({.id = "above"});
  document.roads.push_back(kit::RoadBuilder("bridge")
                               .in_junction("above")
                               .start(-50.0, 0.0)
                               .line(150.0)
                               .elevation(0.0, {8.0, 0.0, 0.0, 0.0})
                               .elevation(50.0, {8.0, -0.08, 0.0, 0.0})
                               .record());
  const auto map = build_network(document);
  const JunctionId below = map->find_junction("J"), above = map->find_junction("above");
  struct Case {
    const char* name;
    Point point;
    std::optional<double> z;
    JunctionIds expected;
  };
  const Case cases[] = {
      {"without z both", {1.0, 1.0}, {}, {below, above}},
      {"on the ground", {1.0, 1.0}, 0.2, {below}},
      {"on the bridge", {1.0, 1.0}, 8.0, {above}},
      {"between, near neither", {1.0, 1.0}, 4.0, {}},
      {"just near enough to the ground", {1.0, 1.0}, 2.99, {below}},
      {"just too high above it", {1.0, 1.0}, 3.01, {}},
      {"far along the ramp it is the ramp's height there", {90.0, 1.0}, 1.0, {above}},
      {"and not the one at its top", {90.0, 1.0}, 8.0, {}},
      {"not a number", {1.0, 1.0}, NAN, {}},
  };
  for (const Case& c : cases) EXPECT_EQ(junctions_containing(*map, c.point, c.z), c.expected) << c.name;
}

TEST(JunctionsContaining, TakesTheNearestRoadsHeightInWhatIsEnclosed) {
  Document document = ring_of_roads(LaneType::driving);
  // The eastern road lies 10 m up, the others on the ground.
  document.roads[1].elevations.push_back({0.0, {10.0, 0.0, 0.0, 0.0}});
  const auto map = build_network(document);
  struct Case {
    const char* name;
    Point point;
    double z;
    bool inside;
  };
  const Case cases[] = {
      {"west, on the ground", {-6.0, 0.0}, 0.0, true},
      {"west, up", {-6.0, 0.0}, 10.0, false},
      {"east, up", {6.0, 0.0}, 10.0, true},
      {"east, on the ground", {6.0, 0.0}, 0.0, false},
  };
  for (const Case& c : cases) EXPECT_EQ(is_in_junction(*map, c.point, c.z), c.inside) << c.name;
}

// ---- properties -----------------------------------------------------------------------------------------------------

TEST(JunctionArea, MovesWithTheMap) {
  const Document document = kit::four_way_crossing({.lanes_each_way = 2, .sidewalks = true});
  const auto map = build_network(document);
  const Area& area = junction_area(*map, JunctionId(0));
  struct Case {
    const char* name;
    double angle, dx, dy;
  };
  const Case cases[] = {
      {"shifted", 0.0, 1234.5678, -98.7654},
      {"far away, as maps in UTM coordinates", 0.0, 618103.123, 5809312.987},
      {"turned", 1.1, 0.0, 0.0},
      {"both", -2.5, -4321.0, 777.7},
  };
  std::mt19937 random(7);
  for (const Case& c : cases) {
    const auto other = build_network(moved(document, c.angle, c.dx, c.dy));
    const Area& other_area = junction_area(*other, JunctionId(0));
    EXPECT_EQ(other_area.rings.size(), area.rings.size()) << c.name;
    EXPECT_NEAR(other_area.size(), area.size(), 0.2) << c.name;
    std::uniform_real_distribution<double> coordinate(-25.0, 25.0);
    for (int i = 0; i < 2000; ++i) {
      const Point p{coordinate(random), coordinate(random)};
      const Point q{std::cos(c.angle) * p.x - std::sin(c.angle) * p.y + c.dx,
                    std::sin(c.angle) * p.x + std::cos(c.angle) * p.y + c.dy};
      EXPECT_NEAR(distance_to_area(area, p), distance_to_area(other_area, q), 2.0 * kAreaError)
          << c.name << " at " << p.x << ", " << p.y;
    }
  }
}

TEST(JunctionArea, AnswersSeveralThreadsAtOnce) {
  const auto map = build_network(kit::grid(200));
  std::vector<const Area*> first(map->junctions().size());
  std::vector<std::thread> threads;
  std::vector<std::size_t> hits(4, 0);
  std::vector<std::vector<const Area*>> seen(4, first);
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < first.size(); ++i) {
        const Area& area = junction_area(*map, JunctionId(i));
        seen[t][i] = &area;
        const Extent& e = area.extent;
        hits[t] += junctions_containing(*map, {0.5 * (e.x_min + e.x_max), 0.5 * (e.y_min + e.y_max)}).size();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t t = 1; t < 4; ++t) {
    EXPECT_EQ(seen[t], seen[0]);
    EXPECT_EQ(hits[t], hits[0]);
  }
  EXPECT_GE(hits[0], first.size());
}

// Every point of a connecting road's lanes lies in its junction's area, and the area is not absurd.
void expect_sane_areas(const RoadNetwork& map, const std::string& name) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> part(0.0, 1.0);
  std::vector<JunctionId> found;
  std::vector<double> lane_areas(map.junctions().size(), 0.0);
  for (std::size_t i = 0; i < map.lanes().size(); ++i) {
    const LaneId id(i);
    const Lane& lane = map.lane(id);
    const JunctionId junction = map.road(lane.road).junction;
    if (!junction.valid() || lane.type == LaneType::none || map.section(lane.section).strip_count == 0) continue;
    const Area& area = junction_area(map, junction);
    const double length = lane.s_end - lane.s_begin;
    const int steps = std::max(4, static_cast<int>(length));
    for (int k = 0; k <= steps; ++k) {
      const double s = lane.s_begin + length * k / steps;
      const double width = lane_span(map, id, s).width();
      lane_areas[junction.index()] += std::max(width, 0.0) * length / steps;
      const RoadPoint p = point_at(map, id, s, (part(random) - 0.5) * width);
      junctions_containing(map, {p.x, p.y}, p.z, found);
      if (std::ranges::find(found, junction) != found.end()) continue;
      EXPECT_LE(distance_to_area(area, {p.x, p.y}), kAreaError)
          << name << ", junction " << map.junction(junction).id << ", road " << map.road(lane.road).id << ", lane "
          << lane.number << ", s " << s;
    }
  }
  for (std::size_t i = 0; i < map.junctions().size(); ++i) {
    const Area& area = junction_area(map, JunctionId(i));
    const std::string where = name + ", junction " + map.junctions()[i].id;
    EXPECT_EQ(area.empty(), lane_areas[i] == 0.0) << where;
    if (area.empty()) continue;
    const Extent& e = area.extent;
    EXPECT_LE(area.size(), (e.x_max - e.x_min) * (e.y_max - e.y_min) * 1.0001) << where;
    for (std::size_t r = 0; r < area.rings.size(); ++r) {
      const Area ring{{area.rings[r]}, {}};
      EXPECT_GT(ring.size(), 0.0) << where << ": counter-clockwise";
      for (std::size_t q = 0; q < area.rings.size(); ++q) {
        if (q == r) continue;
        const Area other{{area.rings[q]}, {}};
        EXPECT_FALSE(distance_to_area(other, area.rings[r][0]) == 0.0 &&
                     distance_to_area(other, area.rings[r][1]) == 0.0)
            << where << ": ring " << r << " inside of ring " << q;
      }
    }
  }
}

TEST(JunctionArea, HoldsItsRoadsOnGeneratedMaps) {
  for (const auto& [name, document] : kit::all_generated_maps()) expect_sane_areas(*build_network(document), name);
}

TEST(JunctionArea, HoldsItsRoadsOnEveryRealMap) {
  for (const auto& path : kit::all_maps()) {
    expect_sane_areas(*kit::load_map(path.stem().string()), path.stem().string());
  }
}

// A second computation without polygons: small squares whose middle lies on one of the junction's lanes, and those that
// cannot be reached from outside without crossing such a square.
void expect_same_as_squares(const RoadNetwork& map, JunctionId junction, const std::string& name) {
  constexpr double kSide = 0.2;
  const Area& area = junction_area(map, junction);
  const double x0 = area.extent.x_min - 4.0 * kSide, y0 = area.extent.y_min - 4.0 * kSide;
  const auto columns = static_cast<std::size_t>((area.extent.x_max - x0) / kSide) + 5;
  const auto rows = static_cast<std::size_t>((area.extent.y_max - y0) / kSide) + 5;
  enum : char { kFree, kRoad, kOutside };
  std::vector<char> squares(columns * rows, kFree);
  const auto middle = [&](std::size_t i) {
    return Point{x0 + (static_cast<double>(i % columns) + 0.5) * kSide,
                 y0 + (static_cast<double>(i / columns) + 0.5) * kSide};
  };
  std::vector<RoadPosition> positions;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    locate(map, middle(i), std::nullopt, positions);
    for (const RoadPosition& at : positions) {
      if (map.road(at.road).junction == junction && map.lane(at.lane).type != LaneType::none) squares[i] = kRoad;
    }
  }
  std::deque<std::size_t> reached = {0};
  squares[0] = kOutside;
  const auto reach = [&](std::size_t i) {
    if (squares[i] != kFree) return;
    squares[i] = kOutside;
    reached.push_back(i);
  };
  while (!reached.empty()) {
    const std::size_t i = reached.front();
    reached.pop_front();
    if (i % columns > 0) reach(i - 1);
    if (i % columns + 1 < columns) reach(i + 1);
    if (i >= columns) reach(i - columns);
    if (i + columns < squares.size()) reach(i + columns);
  }
  std::size_t wrong = 0, enclosed = 0;
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const bool inside = distance_to_area(area, middle(i)) == 0.0;
    wrong += inside != (squares[i] != kOutside) ? 1 : 0;
    enclosed += squares[i] == kFree ? 1 : 0;
  }
  // Squares cannot tell apart what is narrower than they are, at the area's border and in slits of it.
  EXPECT_LE(static_cast<double>(wrong), 0.01 * static_cast<double>(squares.size()))
      << name << ", junction " << map.junction(junction).id << ", " << enclosed << " squares enclosed";
}

TEST(JunctionArea, AgreesWithASecondComputation) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* map;
    const char* junction;
  };
  const Case cases[] = {
      {"Town10HD", "23"}, {"Town10HD", "895"}, {"cloverleaf", "365"}, {"cloverleaf", "263"}, {"fabriksgatan", "4"}};
  for (const Case& c : cases) {
    const auto map = kit::load_map(c.map);
    ASSERT_TRUE(map->find_junction(c.junction).valid()) << c.map;
    expect_same_as_squares(*map, map->find_junction(c.junction), c.map);
  }
}

}  // namespace
}  // namespace scrutineer::map
