#include "map/surface.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "kit/data.h"
#include "kit/maps.h"
#include "map/detail/junction_area.h"
#include "map/detail/surface_index.h"
#include "map/junctions.h"
#include "map/outline.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

constexpr double kExact = 1e-3;  // what surface.h promises
constexpr double kFar = 100.0;

struct Case {
  const char* name;
  Point point;
  double expected;
};

void expect_distances(const RoadNetwork& map, std::initializer_list<Case> cases) {
  for (const Case& c : cases) {
    EXPECT_NEAR(distance_to_surface(map, c.point, std::nullopt, kFar), c.expected, kExact) << c.name;
    EXPECT_EQ(is_on_surface(map, c.point), c.expected == 0.0) << c.name;
  }
}

std::unique_ptr<const RoadNetwork> network_of(const kit::RoadBuilder& road) {
  return build_network(kit::MapBuilder().road(road).build());
}

TEST(Surface, IsTheLanesAndTenMetresBeyondADeadEnd) {
  // y from -3.5 to 3.5, x from 0 to 100; straight on to -10 and 110.
  expect_distances(*build_network(kit::straight_road(100.0)), {{"on a lane", {50.0, -1.0}, 0.0},
                                                               {"on the outermost border", {50.0, 3.5}, 0.0},
                                                               {"1.2 m left of it", {50.0, 4.7}, 1.2},
                                                               {"30 m right of it", {50.0, -33.5}, 30.0},
                                                               {"behind the end", {109.9, 1.0}, 0.0},
                                                               {"before the begin", {-9.9, -3.0}, 0.0},
                                                               {"beyond that", {113.0, 0.0}, 3.0},
                                                               {"beyond and beside", {113.0, 7.5}, 5.0},
                                                               {"too far", {50.0, 500.0}, kFar},
                                                               {"not a number", {NAN, 0.0}, kFar}});
}

TEST(Surface, LeavesOutLanesOfTypeNone) {
  using enum LaneType;
  expect_distances(*network_of(kit::RoadBuilder("1")
                                   .line(100.0)
                                   .lane(2, 4.0, sidewalk)
                                   .lane(1, 2.0, none)
                                   .lane(-1, 3.0)
                                   .lane(-2, 1.0, shoulder)
                                   .lane(-3, 5.0, none)),
                   {{"driving lane", {50.0, -2.0}, 0.0},
                    {"shoulder", {50.0, -3.9}, 0.0},
                    {"lane of type none outside", {50.0, -5.0}, 1.0},
                    {"lane of type none between, nearer to the right", {50.0, 0.5}, 0.5},
                    {"nearer to the left", {50.0, 1.8}, 0.2},
                    {"sidewalk beyond it", {50.0, 3.0}, 0.0},
                    {"outside of the sidewalk", {50.0, 7.0}, 1.0},
                    {"and where the road is lengthened", {105.0, 0.5}, 0.5}});
}

TEST(Surface, FollowsBordersThatAreNotParallel) {
  // The right border falls away from -3 at s = 20 to -7 at s = 24 along a straight line.
  const auto map = network_of(kit::RoadBuilder("1")
                                  .line(100.0)
                                  .lane(-1, 3.0)
                                  .width(-1, {3.0, 0.0, 0.0, 0.0}, 0.0)
                                  .width(-1, {3.0, 1.0, 0.0, 0.0}, 20.0)
                                  .width(-1, {7.0, 0.0, 0.0, 0.0}, 24.0));
  expect_distances(*map, {{"nearest is the sloping border", {20.0, -5.0}, std::sqrt(2.0)},
                          {"nearest is its corner", {24.0, -8.0}, 1.0},
                          {"beside the narrow part", {10.0, -4.0}, 1.0},
                          {"within", {23.5, -6.0}, 0.0}});
}

// ---- gaps -----------------------------------------------------------------------------------------------------------

// The second road begins `gap` metres behind the first one's end, `aside` to the left and turned by `turn`.
std::unique_ptr<const RoadNetwork> two_roads_with_gap(double gap, double aside, double turn, bool linked) {
  kit::MapBuilder builder;
  builder.road(kit::RoadBuilder("1").line(100.0));
  builder.road(kit::RoadBuilder("2").start(100.0 + gap, aside, turn).line(100.0));
  if (linked) builder.link({"1", ContactPoint::end}, {"2", ContactPoint::start});
  return build_network(builder.build());
}

TEST(Surface, BridgesGapsBetweenLinkedLanes) {
  struct GapCase {
    const char* name;
    double gap, aside, turn;
    Point point;
    double expected;
  };
  const GapCase cases[] = {
      {"a gap of 40 cm", 0.4, 0.0, 0.0, {100.2, 1.0}, 0.0},
      {"its border is the lanes' border", 0.4, 0.0, 0.0, {100.2, 4.0}, 0.5},
      {"a gap of 60 cm is one", 0.6, 0.0, 0.0, {100.3, 1.0}, 0.3},
      {"and to its other side", 0.6, 0.0, 0.0, {100.2, 1.0}, 0.2},
      {"a wedge, outside of the turn", 0.0, 0.0, 0.1, {100.02, -3.3}, 0.0},
      {"shifted: where both have lanes", 0.4, 1.0, 0.0, {100.2, 3.0}, 0.0},
      {"shifted: where only one has", 0.4, 1.0, 0.0, {100.2, -3.0}, 0.2},
      {"overlapping roads need none", -0.4, 0.0, 0.0, {100.2, 1.0}, 0.0},
  };
  for (const GapCase& c : cases) {
    const auto map = two_roads_with_gap(c.gap, c.aside, c.turn, true);
    EXPECT_NEAR(distance_to_surface(*map, c.point, std::nullopt, kFar), c.expected, kExact) << c.name;
  }
}

TEST(Surface, BridgesGapsWhicheverWayTheRoadsRun) {
  struct EndsCase {
    const char* name;
    ContactPoint first, second;
  };
  using enum ContactPoint;
  for (const EndsCase& c : {EndsCase{"end to start", end, start}, EndsCase{"end to end", end, end},
                            EndsCase{"start to start", start, start}, EndsCase{"start to end", start, end}}) {
    const auto road = [](const char* id, double x_near, double x_far, bool starts_near) {
      return starts_near ? kit::RoadBuilder(id).start(x_near, 0.0, x_far > x_near ? 0.0 : kPi).line(50.0)
                         : kit::RoadBuilder(id).start(x_far, 0.0, x_far > x_near ? kPi : 0.0).line(50.0);
    };
    kit::MapBuilder builder;
    builder.road(road("1", 0.0, -50.0, c.first == start));
    builder.road(road("2", 0.4, 50.4, c.second == start));
    builder.link({"1", c.first}, {"2", c.second});
    const auto map = build_network(builder.build());
    expect_distances(*map, {{c.name, {0.2, 3.0}, 0.0}, {c.name, {0.2, -3.0}, 0.0}, {c.name, {0.2, 5.0}, 1.5}});
  }
}

TEST(Surface, BridgesGapsWithinARoad) {
  for (const double gap : {0.4, 0.8}) {
    RoadRecord record = kit::RoadBuilder("1").line(10.0).line(10.0).record();
    record.geometries[1].x += gap;
    const auto map = build_network(kit::MapBuilder().road(record).build());
    EXPECT_NEAR(distance_to_surface(*map, {10.0 + 0.25 * gap, 1.0}, std::nullopt, kFar), gap < 0.5 ? 0.0 : 0.2, kExact);
  }
}

TEST(Surface, GoesOnOnlyBeyondEndsThatLeadNowhere) {
  expect_distances(*build_network(kit::four_way_crossing()),
                   {{"beyond the outer end of an arm", {122.0, 0.0}, 0.0}, {"behind that", {126.0, 0.0}, 1.0}});
  // Two linked roads at a right angle: neither goes on past the corner.
  kit::MapBuilder builder;
  builder.road(kit::RoadBuilder("1").line(100.0));
  builder.road(kit::RoadBuilder("2").start(100.0, 0.0, kPi / 2).line(100.0));
  builder.link({"1", ContactPoint::end}, {"2", ContactPoint::start});
  expect_distances(*build_network(builder.build()), {{"past the corner", {106.0, -1.0}, std::hypot(2.5, 1.0)}});
}

// ---- junctions ------------------------------------------------------------------------------------------------------

TEST(Surface, IncludesWhatJunctionsEnclose) {
  const auto map = build_network(kit::four_way_crossing({.half_size = 40.0}));
  const JunctionId id = map->find_junction("J");
  std::mt19937 random(3);
  std::uniform_real_distribution<double> coordinate(-40.0, 40.0);
  int enclosed = 0;
  for (int i = 0; i < 5000; ++i) {
    const Point p{coordinate(random), coordinate(random)};
    if (distance_to_area(junction_area(*map, id), p) > 0.0) continue;
    if (locate(*map, p).empty()) ++enclosed;
    EXPECT_LE(distance_to_surface(*map, p, std::nullopt, kFar), kAreaError) << p.x << ", " << p.y;
  }
  EXPECT_GT(enclosed, 100) << "islands between the turns";
}

TEST(Surface, IsBoundedWithoutAreasOfJunctions) {
  const kit::Crossing large{.half_size = 40.0};
  const auto map = build_network(kit::four_way_crossing(large)), other = build_network(kit::four_way_crossing(large));
  std::mt19937 random(3);
  std::uniform_real_distribution<double> coordinate(-45.0, 45.0);
  int unsure = 0;
  for (int i = 0; i < 3000; ++i) {
    const Point p{coordinate(random), coordinate(random)};
    SurfaceHint hint, hint_before;
    const SurfaceDistance quick = quick_distance_to_surface(*map, p, std::nullopt, kFar, hint);
    const double exact = distance_to_surface(*other, p, std::nullopt, kFar);
    if (quick.is_exact) {
      EXPECT_EQ(quick.metres, exact) << p.x << ", " << p.y;
    } else {
      EXPECT_GT(quick.metres, exact) << p.x << ", " << p.y;
      EXPECT_EQ(hint.strip, hint_before.strip);
      ++unsure;
    }
  }
  EXPECT_GT(unsure, 100) << "islands between the turns";
  EXPECT_FALSE(detail::is_area_made(*map, map->find_junction("J")));
  EXPECT_TRUE(detail::is_area_made(*other, other->find_junction("J")));
}

TEST(Surface, IncludesAJunctionsBoundary) {
  // The square between the reference lines of two roads, of which no lane covers the middle.
  kit::MapBuilder builder;
  builder.junction("J");
  for (const char* road : {"south", "north"}) {
    JunctionBoundarySegment segment;
    segment.kind = JunctionBoundarySegment::Kind::lane;
    segment.road = road;
    builder.junction_record("J").boundary.push_back(segment);
  }
  builder.road(kit::RoadBuilder("south").line(20.0));
  builder.road(kit::RoadBuilder("north").start(20.0, 20.0, kPi).line(20.0));
  const auto map = build_network(builder.build());
  expect_distances(*map, {{"between the roads", {10.0, 10.0}, 0.0},
                          {"1 m from its side", {21.0, 15.0}, 1.0},
                          {"near a road's lengthened end", {25.0, 4.5}, 1.0}});
  EXPECT_NEAR(distance_to_surface(*map, {10.0, 10.0}, 2.0, kFar), 0.0, kExact);
}

// ---- heights --------------------------------------------------------------------------------------------------------

TEST(Surface, LiesBetweenItsHeights) {
  const SurfaceHeights bridge = surface_heights(*build_network(kit::bridge()));
  EXPECT_NEAR(bridge.low, 0.0, kExact);
  EXPECT_NEAR(bridge.high, 6.0, kExact);
  Document below = kit::straight_road();
  below.roads[0].elevations = {{0.0, {-8.0, 0.0, 0.0, 0.0}}};
  const SurfaceHeights deep = surface_heights(*build_network(std::move(below)));
  EXPECT_NEAR(deep.low, -8.0, kExact);
  EXPECT_NEAR(deep.high, -8.0, kExact);
  const SurfaceHeights none = surface_heights(*build_network({}));
  EXPECT_EQ(none.low, 0.0);
  EXPECT_EQ(none.high, 0.0);
}

TEST(Surface, CountsOnlyWhatIsNearInHeight) {
  const auto map = build_network(kit::bridge());  // "upper" 6 m up along y, "lower" along x
  struct HeightCase {
    const char* name;
    Point point;
    std::optional<double> z;
    double expected;
  };
  const HeightCase cases[] = {
      {"on the lower road", {30.0, 0.0}, 0.0, 0.0},
      {"on the upper road", {0.0, 30.0}, 6.0, 0.0},
      {"under the bridge, off the lower road", {0.0, 5.0}, 0.0, 1.5},
      {"the same without z", {0.0, 5.0}, {}, 0.0},
      {"on the bridge, above the lower road", {5.0, 0.0}, 6.0, 1.5},
      {"between the levels", {0.0, 0.0}, 3.0, 0.0},
      {"above both", {0.0, 0.0}, 9.5, kFar},
      {"not a number", {0.0, 0.0}, NAN, kFar},
  };
  for (const HeightCase& c : cases) {
    EXPECT_NEAR(distance_to_surface(*map, c.point, c.z, kFar), c.expected, kExact) << c.name;
  }
}

TEST(Surface, CutsASlopeWhereItLeavesTheLevel) {
  // Rises 1 m in 10 m: at z = 0 it counts up to s = 30, where it is 3 m up.
  const auto ramp = network_of(kit::RoadBuilder("1").line(100.0).elevation(0.0, {0.0, 0.1, 0.0, 0.0}));
  // The same, over a crest at s = 50 and down again.
  const auto crest = network_of(kit::RoadBuilder("1").line(100.0).elevation(0.0, {0.0, 0.2, -0.002, 0.0}));
  // Rolled by 0.5 rad to the right side: at the left border 3.5 sin(0.5) = 1.68 m up, cos(0.5) of it in the plane.
  const auto rolled =
      network_of(kit::RoadBuilder("1").line(100.0).lanes({1, -1}, 10.0).superelevation(0.0, {0.5, 0.0, 0.0, 0.0}));
  struct HeightCase {
    const char* name;
    const RoadNetwork& map;
    Point point;
    double z, expected, tolerance;
  };
  const HeightCase cases[] = {
      {"below a part that is too high", *ramp, {32.0, 0.0}, 0.0, 2.0, kExact},
      {"below the part that is not", *ramp, {29.0, 0.0}, 0.0, 0.0, kExact},
      {"beside the cut", *ramp, {33.0, 7.5}, 0.0, 5.0, kExact},
      {"below the crest, nearer to the foot behind it", *crest, {70.0, 0.0}, 0.0, 100.0 - 18.377 - 70.0, kExact},
      {"a rolled road, below the upper part", *rolled, {50.0, 7.0}, 0.0, 7.0 - 3.0 / std::tan(0.5), 0.01},
      {"a rolled road, on the lower part", *rolled, {50.0, 4.0}, 0.0, 0.0, kExact},
      {"a rolled road, level with the upper border", *rolled, {50.0, 9.0}, 4.8, 9.0 - 10.0 * std::cos(0.5), kExact},
  };
  for (const HeightCase& c : cases) {
    EXPECT_NEAR(distance_to_surface(c.map, c.point, c.z, kFar), c.expected, c.tolerance) << c.name;
  }
}

// ---- properties -----------------------------------------------------------------------------------------------------

TEST(Surface, OutsideOfTheOutermostBorderTheDistanceIsTheExcess) {
  struct RoadCase {
    const char* name;
    Document document;
  };
  std::mt19937 random(5);
  for (const RoadCase& c : {RoadCase{"straight", kit::straight_road(200.0)}, RoadCase{"curves", kit::s_curve()}}) {
    const auto map = build_network(c.document);
    const double length = map->road(RoadId(0)).length;
    std::uniform_real_distribution<double> s_in(1.0, length - 1.0), excess_in(0.0, 3.0);
    for (int i = 0; i < 5000; ++i) {
      const double s = s_in(random), excess = excess_in(random);
      const LaneSpan span = road_span(*map, RoadId(0), s);
      const bool left = i % 2 == 0;
      const RoadPoint p = point_at(*map, RoadId(0), s, left ? span.left + excess : span.right - excess);
      EXPECT_NEAR(distance_to_surface(*map, {p.x, p.y}, std::nullopt, kFar), excess, kExact)
          << c.name << " at s " << s << (left ? " left" : " right");
    }
  }
}

TEST(Surface, DistanceMovesWithTheMap) {
  const double angle = 0.7, dx = 618103.123, dy = 5809312.987;
  for (const auto& [name, document] : kit::all_generated_maps()) {
    Document other_document = document;
    for (RoadRecord& road : other_document.roads) {
      for (Geometry& g : road.geometries) {
        const double x = g.x, y = g.y;
        g.x = std::cos(angle) * x - std::sin(angle) * y + dx;
        g.y = std::sin(angle) * x + std::cos(angle) * y + dy;
        g.heading += angle;
      }
    }
    const auto map = build_network(document), other = build_network(other_document);
    const Extent& e = map->extent();
    std::mt19937 random(9);
    std::uniform_real_distribution<double> x_in(e.x_min - 20.0, e.x_max + 20.0), y_in(e.y_min - 20.0, e.y_max + 20.0);
    for (int i = 0; i < 300; ++i) {
      const Point p{x_in(random), y_in(random)};
      const Point q{std::cos(angle) * p.x - std::sin(angle) * p.y + dx,
                    std::sin(angle) * p.x + std::cos(angle) * p.y + dy};
      const double here = distance_to_surface(*map, p, std::nullopt, kFar);
      // What a junction encloses is cut out on a grid of its own.
      EXPECT_NEAR(distance_to_surface(*other, q, std::nullopt, kFar), here, 2.0 * kExact)
          << name << " " << p.x << " " << p.y;
    }
  }
}

TEST(Surface, HintsChangeNothing) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    const auto map = build_network(document);
    const Extent& e = map->extent();
    std::mt19937 random(13);
    std::uniform_real_distribution<double> x_in(e.x_min, e.x_max), y_in(e.y_min, e.y_max), step(-1.0, 1.0);
    SurfaceHint hint;
    Point p{x_in(random), y_in(random)};
    for (int i = 0; i < 3000; ++i) {
      p = i % 300 == 0 ? Point{x_in(random), y_in(random)} : Point{p.x + step(random), p.y + step(random)};
      EXPECT_NEAR(distance_to_surface(*map, p, 0.0, 20.0, hint), distance_to_surface(*map, p, 0.0, 20.0), kExact)
          << name << " " << i;
    }
    hint.strip = 0x7FFFFFFF;
    EXPECT_NEAR(distance_to_surface(*map, p, 0.0, 20.0, hint), distance_to_surface(*map, p, 0.0, 20.0), kExact)
        << name << ", hint of another map";
  }
}

TEST(Surface, MaxDistanceOnlyCaps) {
  const auto map = build_network(kit::s_curve());
  const Extent& e = map->extent();
  std::mt19937 random(17);
  std::uniform_real_distribution<double> x_in(e.x_min - 60.0, e.x_max + 60.0), y_in(e.y_min - 60.0, e.y_max + 60.0);
  for (int i = 0; i < 1000; ++i) {
    const Point p{x_in(random), y_in(random)};
    const double exact = distance_to_surface(*map, p, std::nullopt, 1e4);
    for (const double cap : {0.5, 5.0, 30.0}) {
      EXPECT_NEAR(distance_to_surface(*map, p, std::nullopt, cap), std::min(exact, cap), 1e-9);
    }
  }
}

// ---- a second computation: polygons of lanes, edge by edge
// --------------------------------------------------------------

double distance_to_segment(Point a, Point b, Point p) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double squared = dx * dx + dy * dy;
  const double part = squared > 0.0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / squared, 0.0, 1.0) : 0.0;
  return std::hypot(p.x - a.x - part * dx, p.y - a.y - part * dy);
}

// All pieces of lanes between two neighbouring vertices of the reference line, as quadrilaterals.
class LanePieces {
 public:
  explicit LanePieces(const RoadNetwork& map) {
    for (std::size_t i = 0; i < map.lanes().size(); ++i) {
      const LaneId id(i);
      const Lane& lane = map.lane(id);
      if (lane.type == LaneType::none || map.section(lane.section).strip_count == 0) continue;
      const LaneSection& section = map.section(lane.section);
      const std::size_t place = id.index() - section.first_lane;
      for (const Strip& strip : map.strips().subspan(section.first_strip, section.strip_count)) {
        const bool straight = strip.straight && strip.superelevation == 0 &&
                              is_straight(map.borders_of(strip)[place]) &&
                              is_straight(map.borders_of(strip)[place + 1]);
        const int steps = std::max(1, static_cast<int>(strip.length / (straight ? 10.0 : 0.1)));
        Piece piece{};
        for (int k = 0; k <= steps; ++k) {
          const double ds = strip.length * k / steps;
          const auto borders = map.borders_of(strip);
          const auto right = corner(map, strip, ds, borders[place].at(ds));
          const auto left = corner(map, strip, ds, borders[place + 1].at(ds));
          piece.corners[0] = piece.corners[1];
          piece.corners[3] = piece.corners[2];
          piece.corners[1] = right;
          piece.corners[2] = left;
          if (k > 0) pieces_.push_back(piece);
        }
      }
    }
  }

  double distance(Point p) const {
    double best = INFINITY;
    for (const Piece& piece : pieces_) {
      if (std::abs(piece.corners[0].x - p.x) > 60.0 || std::abs(piece.corners[0].y - p.y) > 60.0) continue;
      bool inside = false;
      for (std::size_t i = 0, j = 3; i < 4; j = i++) {
        const Point a = piece.corners[i], b = piece.corners[j];
        best = std::min(best, distance_to_segment(a, b, p));
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
      }
      if (inside) return 0.0;
    }
    return best;
  }

 private:
  struct Piece {
    Point corners[4];
  };

  static bool is_straight(const Cubic& border) { return border.c == 0.0 && border.d == 0.0; }

  static Point corner(const RoadNetwork& map, const Strip& strip, double ds, double t) {
    const RoadPoint p = detail::point_on_strip(map, strip, ds, t);
    return {p.x, p.y};
  }

  std::vector<Piece> pieces_;
};

double distance_to_patches(const RoadNetwork& map, Point p) {
  double best = INFINITY;
  for (const detail::Patch& patch : detail::surface_index(map).patches()) {
    bool inside = true;
    for (std::size_t i = 0; i < 4; ++i) {
      const detail::Spot& a = patch.corners[i];
      const detail::Spot& b = patch.corners[(i + 1) % 4];
      best = std::min(best, distance_to_segment({a.x, a.y}, {b.x, b.y}, p));
      inside = inside && (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0.0;
    }
    if (inside) return 0.0;
  }
  return best;
}

TEST(Surface, AgreesWithASecondComputation) {
  for (const std::string& name :
       kit::maps_like({"Town10HD", "cloverleaf", "McityMap_Main", "velodrome", "A39_Wolfsburg-West"})) {
    const auto map = kit::load_map(name);
    const LanePieces pieces(*map);
    const Extent& e = map->extent();
    std::mt19937 random(21);
    std::uniform_real_distribution<double> x_in(e.x_min - 15.0, e.x_max + 15.0), y_in(e.y_min - 15.0, e.y_max + 15.0);
    std::uniform_real_distribution<double> part(0.0, 1.0);
    int compared = 0, outside = 0;
    for (int i = 0; i < 400; ++i) {
      Point p{x_in(random), y_in(random)};
      if (i % 2 == 0) {  // near the border of some road
        const RoadId road(static_cast<std::size_t>(part(random) * 0.999 * static_cast<double>(map->roads().size())));
        const double s = part(random) * map->road(road).length;
        const LaneSpan span = road_span(*map, road, s);
        const RoadPoint q =
            point_at(*map, road, s, (i % 4 == 0 ? span.left + 2.0 * part(random) : span.right - 2.0 * part(random)));
        p = {q.x, q.y};
      }
      double expected = std::min(pieces.distance(p), distance_to_patches(*map, p));
      if (expected > 40.0) continue;
      for (std::size_t j = 0; j < map->junctions().size(); ++j) {
        const Area& area = junction_area(*map, JunctionId(j));
        if (distance_to_area(area, p) == 0.0) expected = 0.0;
      }
      const double found = distance_to_surface(*map, p, std::nullopt, kFar);
      // The pieces and the areas stray from the curves by millimetres themselves.
      EXPECT_NEAR(found, expected, expected == 0.0 ? kAreaError : 2.0 * kExact)
          << name << " at " << std::to_string(p.x) << ", " << std::to_string(p.y);
      ++compared;
      outside += expected > 0.0 ? 1 : 0;
    }
    EXPECT_GT(compared, 200) << name;
    EXPECT_GT(outside, 50) << name;
  }
}

// With heights, against places on the lanes 20 cm apart.
TEST(Surface, AgreesWithASecondComputationWhereRoadsAreAboveEachOther) {
  constexpr double kSpacing = 0.2;
  const std::vector<std::string> names = kit::has_data()
                                             ? std::vector<std::string>{"cloverleaf", "MultiLevelArcRoad", "velodrome"}
                                             : std::vector<std::string>{"bridge"};
  for (const std::string& name : names) {
    const auto map = kit::load_map(name);
    std::vector<RoadPoint> places;
    for (std::size_t i = 0; i < map->lanes().size(); ++i) {
      const LaneId id(i);
      const Lane& lane = map->lane(id);
      if (lane.type == LaneType::none) continue;
      const int steps = std::max(1, static_cast<int>((lane.s_end - lane.s_begin) / kSpacing));
      for (int k = 0; k <= steps; ++k) {
        const double s = lane.s_begin + (lane.s_end - lane.s_begin) * k / steps;
        const double width = lane_span(*map, id, s).width();
        const int across = std::max(1, static_cast<int>(width / kSpacing));
        for (int j = 0; j <= across; ++j)
          places.push_back(point_at(*map, id, s, width * (static_cast<double>(j) / across - 0.5)));
      }
    }
    std::mt19937 random(23);
    std::uniform_real_distribution<double> part(0.0, 1.0);
    int compared = 0;
    for (int i = 0; i < 150; ++i) {
      const RoadPoint& near =
          places[static_cast<std::size_t>(part(random) * 0.999 * static_cast<double>(places.size()))];
      const Point p{near.x + 30.0 * (part(random) - 0.5), near.y + 30.0 * (part(random) - 0.5)};
      const double z = near.z + 12.0 * (part(random) - 0.5);
      double expected = INFINITY;
      for (const RoadPoint& place : places) {
        if (std::abs(place.z - z) <= kLevelHeight)
          expected = std::min(expected, std::hypot(place.x - p.x, place.y - p.y));
      }
      const double found = distance_to_surface(*map, p, z, kFar);
      if (expected > 50.0) continue;
      ++compared;
      // Nothing is nearer than we say, but for the spacing; what is nearer than the places is a patch or enclosed.
      EXPECT_LE(found, expected + (map->superelevations().empty() ? kExact : 0.05))
          << name << " at " << p.x << ", " << p.y << ", " << z;
      if (distance_to_patches(*map, p) < expected || is_in_junction(*map, p, z)) continue;
      EXPECT_GE(found, expected - kSpacing) << name << " at " << p.x << ", " << p.y << ", " << z;
    }
    EXPECT_GT(compared, 50) << name;
  }
}

}  // namespace
}  // namespace scrutineer::map
