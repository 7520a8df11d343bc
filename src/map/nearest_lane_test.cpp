// The nearest lane by brute force: every lane as a chain of small quadrilaterals, made from the places of its borders
// only, on every real map and for points on lanes, beside them and beyond the open ends of roads.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>

#include "kit/data.h"
#include "kit/random.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kStep = 0.25;          // metres along a lane
constexpr double kReach = 60.0;         // metres
constexpr double kTolerance = 0.02;     // metres: what the quadrilaterals cut off of a curve
constexpr double kCutTolerance = 0.75;  // metres: where the height limit cuts, whole quadrilaterals are in or out

double distance_to_segment(Point a, Point b, Point p) {
  const double dx = b.x - a.x, dy = b.y - a.y, squared = dx * dx + dy * dy;
  const double along = (p.x - a.x) * dx + (p.y - a.y) * dy;
  const double part = squared > 0.0 ? std::clamp(along / squared, 0.0, 1.0) : 0.0;
  return std::hypot(p.x - a.x - part * dx, p.y - a.y - part * dy);
}

struct Quad {
  std::array<Point, 4> corners;  // counter-clockwise
  double low = 0.0, high = 0.0;  // heights

  double distance(Point p) const {
    double best = kInfinity;
    bool inside = true;
    for (std::size_t i = 0; i < 4; ++i) {
      const Point a = corners[i], b = corners[(i + 1) % 4];
      best = std::min(best, distance_to_segment(a, b, p));
      inside = inside && (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0.0;
    }
    return inside ? 0.0 : best;
  }
};

struct Chain {
  LaneId lane;
  std::vector<Quad> quads;
  double x_min = kInfinity, y_min = kInfinity, x_max = -kInfinity, y_max = -kInfinity;

  double distance_to_box(Point p) const {
    return std::hypot(std::max({x_min - p.x, p.x - x_max, 0.0}), std::max({y_min - p.y, p.y - y_max, 0.0}));
  }
};

// Between two cross-sections, each from right to left. Where a road is rolled, in parts across that are all but level.
void append_quads(const std::array<RoadPoint, 2>& before, const std::array<RoadPoint, 2>& here,
                  std::vector<Quad>& quads) {
  const double roll = std::max(std::abs(before[1].z - before[0].z), std::abs(here[1].z - here[0].z));
  const int parts = 1 + static_cast<int>(roll / 0.1);
  const auto across = [parts](const std::array<RoadPoint, 2>& section, int part) {
    const double share = static_cast<double>(part) / parts;
    const RoadPoint &right = section[0], &left = section[1];
    return RoadPoint{.x = right.x + share * (left.x - right.x),
                     .y = right.y + share * (left.y - right.y),
                     .z = right.z + share * (left.z - right.z)};
  };
  for (int part = 0; part < parts; ++part) {
    const std::array around = {across(before, part), across(here, part), across(here, part + 1),
                               across(before, part + 1)};
    Quad quad;
    for (std::size_t k = 0; k < 4; ++k) quad.corners[k] = {around[k].x, around[k].y};
    const auto [low, high] = std::ranges::minmax_element(around, {}, &RoadPoint::z);
    quad.low = low->z;
    quad.high = high->z;
    quads.push_back(quad);
  }
}

Chain chain_of(const RoadNetwork& map, LaneId id) {
  Chain chain{.lane = id};
  const Lane& lane = map.lane(id);
  if (map.section(lane.section).strip_count == 0) return chain;
  const int steps = std::max(1, static_cast<int>(std::ceil((lane.s_end - lane.s_begin) / kStep)));
  std::array<RoadPoint, 2> before{};
  for (int i = 0; i <= steps; ++i) {
    // At the very end the next section holds.
    const double s = std::min(lane.s_begin + (lane.s_end - lane.s_begin) * i / steps, lane.s_end - 1e-9);
    const double half = 0.5 * lane_span(map, id, s).width();
    const std::array here = {point_at(map, id, s, -half), point_at(map, id, s, half)};
    for (const RoadPoint& p : here) {
      chain.x_min = std::min(chain.x_min, p.x);
      chain.y_min = std::min(chain.y_min, p.y);
      chain.x_max = std::max(chain.x_max, p.x);
      chain.y_max = std::max(chain.y_max, p.y);
    }
    if (i > 0) append_quads(before, here, chain.quads);
    before = here;
  }
  return chain;
}

class Chains {
 public:
  explicit Chains(const RoadNetwork& map) {
    for (std::size_t i = 0; i < map.lanes().size(); ++i) chains_.push_back(chain_of(map, LaneId(i)));
  }

  // Over all lanes, or over one only.
  double nearest(Point p, std::optional<double> z, LaneId only = {}) const {
    double best = kReach;
    for (const Chain& chain : chains_) {
      if (only.valid() && chain.lane != only) continue;
      if (chain.distance_to_box(p) >= best) continue;
      for (const Quad& quad : chain.quads) {
        if (z && (quad.high < *z - kLevelHeight || quad.low > *z + kLevelHeight)) continue;
        // A corner tells nearly always that the quad is too far away.
        const Point corner = quad.corners[0];
        if (std::abs(corner.x - p.x) - best > 50.0 || std::abs(corner.y - p.y) - best > 50.0) continue;
        best = std::min(best, quad.distance(p));
      }
    }
    return best;
  }

 private:
  std::vector<Chain> chains_;
};

struct Probe {
  const char* kind;
  Point point;
  double z;
};

// Beyond the ends of roads, whether or not something follows there: straight on, to both sides of it, and further away.
void add_beyond_ends(const RoadNetwork& map, kit::Random& random, std::size_t count, std::vector<Probe>& probes) {
  for (std::size_t i = 0; i < count; ++i) {
    const RoadId id(random.index(map.roads().size()));
    const Road& road = map.road(id);
    const bool at_end = random.uniform() < 0.5;
    const double s = at_end ? road.length : 0.0;
    const LaneSpan span = road_span(map, id, s);
    const double t = random.uniform(span.right - 3.0, span.left + 3.0), on = random.uniform(0.05, 30.0);
    const RoadPoint end = point_at(map, id, s, t);
    const double heading = end.heading + (at_end ? 0.0 : kPi);
    probes.push_back({"beyond an end", {end.x + on * std::cos(heading), end.y + on * std::sin(heading)}, end.z});
  }
}

std::vector<Probe> probes_of(const RoadNetwork& map) {
  kit::Random random(15);
  std::vector<Probe> probes;
  for (const kit::LanePlace& place : kit::random_lane_positions(map, 150, 5)) {
    probes.push_back({"on a lane", place.point, place.z});
    const double x = random.uniform(-25.0, 25.0), y = random.uniform(-25.0, 25.0);
    probes.push_back({"beside", {place.point.x + x, place.point.y + y}, place.z});
  }
  add_beyond_ends(map, random, 150, probes);
  return probes;
}

class NearestLaneOnEveryMap : public testing::TestWithParam<std::filesystem::path> {
 protected:
  void SetUp() override {
    auto read = read_xodr_file(GetParam().string());
    ASSERT_TRUE(read) << to_string(read.problem());
    map = std::move(*read);
  }
  std::unique_ptr<const RoadNetwork> map;
};

TEST_P(NearestLaneOnEveryMap, IsWhatBruteForceFinds) {
  const Chains chains(*map);
  for (const Probe& probe : probes_of(*map)) {
    for (const auto& z : {std::optional<double>(), std::optional(probe.z)}) {
      const auto near = nearest_lane(*map, probe.point, kReach, z);
      const double wanted = chains.nearest(probe.point, z);
      const double tolerance = z ? kCutTolerance : kTolerance;
      const std::string where = std::string(probe.kind) + (z ? " with" : " without") +
                                " its height: " + std::to_string(probe.point.x) + ", " + std::to_string(probe.point.y);
      EXPECT_NEAR(near ? near->distance : kReach, wanted, tolerance) << where;
      if (!near) continue;
      EXPECT_NEAR(chains.nearest(probe.point, z, near->position.lane), near->distance, tolerance) << where;
    }
  }
}

std::string test_name(const testing::TestParamInfo<std::filesystem::path>& info) {
  std::string name = info.param.stem().string();
  std::ranges::replace_if(name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(NearestLaneOnEveryMap);
INSTANTIATE_TEST_SUITE_P(Maps, NearestLaneOnEveryMap, testing::ValuesIn(kit::all_maps()), test_name);

}  // namespace
}  // namespace scrutineer::map
