#include "map/outline.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "kit/data.h"
#include "kit/maps.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

double distance_to_segment(const Vertex& a, const Vertex& b, const RoadPoint& p) {
  const double dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
  const double squared = dx * dx + dy * dy + dz * dz;
  const double along = (p.x - a.x) * dx + (p.y - a.y) * dy + (p.z - a.z) * dz;
  const double part = squared > 0.0 ? std::clamp(along / squared, 0.0, 1.0) : 0.0;
  return std::hypot(p.x - a.x - part * dx, p.y - a.y - part * dy, p.z - a.z - part * dz);
}

// To the part of the polyline that runs past s; so a lane that crosses itself is not measured against its other half.
double distance_to(const Polyline& line, const RoadPoint& p, double s) {
  double best = INFINITY;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i - 1].s - 1e-6 <= s && s <= line[i].s + 1e-6)
      best = std::min(best, distance_to_segment(line[i - 1], line[i], p));
  }
  return best;
}

// The stated error, by evaluating each line at many places between its vertices.
void expect_within_error(const RoadNetwork& map, const std::string& name) {
  for (const double max_error : {0.1, 0.01, 0.001}) {
    double worst = 0.0;
    std::string where;
    const auto measure = [&](const Polyline& line, const RoadPoint& p, double s, const Lane& lane) {
      const double error = distance_to(line, p, s);
      if (error <= worst) return;
      worst = error;
      where = "road " + map.road(lane.road).id + " lane " + std::to_string(lane.number) + " s " + std::to_string(s);
    };
    for (std::size_t i = 0; i < map.lanes().size(); ++i) {
      const LaneId id(i);
      const Lane& lane = map.lane(id);
      if (map.section(lane.section).strip_count == 0) continue;
      const Polyline right = border(map, id, Side::right, max_error), left = border(map, id, Side::left, max_error);
      const Polyline middle = centre_line(map, id, max_error);
      ASSERT_GE(middle.size(), 2U) << name;
      const double length = lane.s_end - lane.s_begin;
      const int steps = std::clamp(static_cast<int>(length / 0.37), 7, 400);
      for (int k = 0; k <= steps; ++k) {
        const double s = lane.s_begin + length * k / steps;
        const double half = 0.5 * lane_span(map, id, s).width();
        measure(left, point_at(map, id, s, half), s, lane);
        measure(right, point_at(map, id, s, -half), s, lane);
        measure(middle, point_at(map, id, s, 0.0), s, lane);
      }
    }
    EXPECT_LE(worst, max_error + 2.0 * kCurveError) << name << ", " << where;
  }
}

TEST(Outline, StaysWithinItsErrorOnGeneratedMaps) {
  for (const auto& [name, document] : kit::all_generated_maps()) expect_within_error(*build_network(document), name);
}

TEST(Outline, StaysWithinItsErrorOnRealMaps) {
  for (const std::string& name :
       kit::maps_like({"Town10HD", "cloverleaf", "velodrome", "A39_Wolfsburg-West", "SampleDatabase", "soderleden",
                       "ParametricCubicCurveComplexRoad", "ArcLaneRolledAndOffset"})) {
    expect_within_error(*kit::load_map(name), name);
  }
}

TEST(Outline, HasNoMoreVerticesThanTheErrorAsksFor) {
  const double radius = 50.0, length = 60.0;
  const auto map = build_network(kit::MapBuilder().road(kit::RoadBuilder("1").arc(length, 1.0 / radius)).build());
  struct Case {
    const char* name;
    double max_error;
    double factor;  // against the fewest chords possible, each with a sagitta of max_error
  };
  const Case cases[] = {{"coarse", 0.1, 2.0}, {"usual", 0.01, 1.6}, {"fine", 0.001, 1.3}};
  for (const Case& c : cases) {
    const double fewest = length / std::sqrt(8.0 * c.max_error * radius);
    const auto count = static_cast<double>(reference_line(*map, RoadId(0), c.max_error).size() - 1);
    EXPECT_GE(count, std::floor(fewest)) << c.name;
    EXPECT_LE(count, c.factor * fewest + 1.0) << c.name;
  }
  const auto straight = build_network(kit::straight_road());
  EXPECT_EQ(reference_line(*straight, RoadId(0), 1e-6).size(), 2U);
}

double area_of(const Polyline& ring) {
  double doubled = 0.0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vertex& a = ring[i];
    const Vertex& b = ring[(i + 1) % ring.size()];
    doubled += a.x * b.y - a.y * b.x;
  }
  return 0.5 * doubled;
}

TEST(Outline, PolygonsAreCounterClockwiseAndAsLargeAsTheLane) {
  const auto straight = build_network(kit::straight_road(100.0));
  const auto curve = build_network(kit::MapBuilder().road(kit::RoadBuilder("1").arc(60.0, 0.02)).build());
  struct Case {
    const char* name;
    const RoadNetwork& map;
    int lane;
    double area;
  };
  // Outside of a left curve a lane is longer than its s, inside shorter: by t of its middle over the radius.
  const Case cases[] = {
      {"straight, right lane", *straight, -1, 350.0},
      {"straight, left lane", *straight, 1, 350.0},
      {"curve, outer lane", *curve, -1, 60.0 * 3.5 * (1.0 + 1.75 / 50.0)},
      {"curve, inner lane", *curve, 1, 60.0 * 3.5 * (1.0 - 1.75 / 50.0)},
  };
  for (const Case& c : cases) {
    EXPECT_NEAR(area_of(lane_polygon(c.map, c.map.find_lane(RoadId(0), 1.0, c.lane), 1e-4)), c.area, 0.02) << c.name;
  }
}

TEST(Outline, PartsOfABorderFollowTheAskedSense) {
  const auto map = build_network(kit::straight_road(100.0));
  const LaneId lane = map->find_lane(RoadId(0), 0.0, -1);
  struct Case {
    const char* name;
    double s_begin, s_end, x_begin, x_end;
  };
  const Case cases[] = {
      {"along s", 20.0, 30.0, 20.0, 30.0},
      {"against s", 30.0, 20.0, 30.0, 20.0},
      {"cut to the lane", 90.0, 200.0, 90.0, 100.0},
  };
  for (const Case& c : cases) {
    const Polyline line = border(*map, lane, Side::right, c.s_begin, c.s_end, 0.01);
    ASSERT_EQ(line.size(), 2U) << c.name;
    EXPECT_NEAR(line.front().x, c.x_begin, 1e-9) << c.name;
    EXPECT_NEAR(line.back().x, c.x_end, 1e-9) << c.name;
    EXPECT_NEAR(line.front().y, -3.5, 1e-9) << c.name;
  }
}

TEST(Outline, JumpsStraightOverWhatDoesNotMeet) {
  // The second piece begins 2 m to the left of where the first one ends.
  RoadRecord road = kit::RoadBuilder("1").line(10.0).line(10.0).record();
  road.geometries[1].y += 2.0;
  const auto map = build_network(kit::MapBuilder().road(road).build());
  const Polyline line = reference_line(*map, RoadId(0), 0.01);
  ASSERT_EQ(line.size(), 4U);
  EXPECT_NEAR(line[1].x, 10.0, 1e-9);
  EXPECT_NEAR(line[1].y, 0.0, 1e-9);
  EXPECT_NEAR(line[2].x, 10.0, 1e-9);
  EXPECT_NEAR(line[2].y, 2.0, 1e-9);
}

}  // namespace
}  // namespace scrutineer::map
