// The same road network as OpenDRIVE and as lanes made from it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "kit/data.h"
#include "kit/lane_maps.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "map/lane_graph.h"
#include "map/lane_length.h"
#include "map/lane_map.h"
#include "map/lookup.h"
#include "map/read.h"
#include "map/road_distance.h"
#include "map/road_marks.h"
#include "map/routes.h"
#include "map/surface.h"

namespace scrutineer::map {
namespace {

constexpr double kNearBorder = 0.05;  // metres: points nearer to a border may be in either lane

struct Pair {
  std::string name;
  std::shared_ptr<const RoadNetwork> roads, lanes;
  // The lanes tell along which line s is measured, as OSI's logical lanes do, or it is a border of theirs.
  bool has_same_reference = false;
  std::vector<LaneId> lane_of;  // in `lanes`, by the lane in `roads`; invalid: it has no area
};

Pair pair_of(const std::string& name, std::shared_ptr<const RoadNetwork> roads, bool tells_reference) {
  // Lanes of these are offset from their reference lines.
  const bool has_offsets = name == "everything" || name == "fabriksgatan" || name == "soderleden";
  Pair pair{name + (tells_reference ? " with reference lines" : ""),
            std::move(roads),
            nullptr,
            tells_reference || !has_offsets,
            {}};
  LaneMap lanes = kit::lanes_of(*pair.roads);
  if (!tells_reference)
    for (MapLane& lane : lanes.lanes) lane.reference.clear();
  pair.lanes = build_network(std::move(lanes));
  pair.lane_of.assign(pair.roads->lanes().size(), {});
  for (std::size_t i = 0; i < pair.lanes->lanes().size(); ++i)
    pair.lane_of[std::stoul(pair.lanes->lanes()[i].id)] = LaneId(i);
  return pair;
}

const std::vector<Pair>& pairs() {
  static const std::vector<Pair> all = [] {
    std::vector<Pair> made;
    const auto add = [&](const std::string& name, std::unique_ptr<const RoadNetwork> read) {
      const std::shared_ptr<const RoadNetwork> roads = std::move(read);
      for (const bool tells_reference : {false, true}) made.push_back(pair_of(name, roads, tells_reference));
    };
    add("crossing", build_network(kit::four_way_crossing({.lanes_each_way = 2, .sidewalks = true})));
    add("left-hand crossing",
        build_network(kit::four_way_crossing({.rule = TrafficRule::left_hand, .arms_run_inward = false})));
    add("everything", build_network(kit::everything_road()));
    for (const std::string& name : kit::maps_like({"Town01", "fabriksgatan", "soderleden", "multi_intersections"}))
      add(name, kit::load_map(name));
    return made;
  }();
  return all;
}

Point random_point(const RoadNetwork& map, kit::Random& random) {
  const Lane& lane =
      map.lanes()[static_cast<std::size_t>(random.uniform(0.0, static_cast<double>(map.lanes().size()) - 1e-9))];
  const RoadPoint point = point_at(map, LaneId(static_cast<std::size_t>(&lane - map.lanes().data())),
                                   random.uniform(lane.s_begin, lane.s_end), random.uniform(-3.0, 3.0));
  return {point.x, point.y};
}

// The lanes at the point that do not end within centimetres of it, named as in `roads`.
std::vector<std::string> lanes_at(const RoadNetwork& map, Point point, bool is_made_from_lanes, bool& is_near_border) {
  std::vector<std::string> found;
  for (const RoadPosition& at : locate(map, point)) {
    const Lane& lane = map.lane(at.lane);
    found.push_back(is_made_from_lanes ? lane.id : std::to_string(at.lane.index()));
    const double to_end = std::min(at.s - lane.s_begin, lane.s_end - at.s);
    if (0.5 * at.width - std::abs(at.offset) < kNearBorder || to_end < kNearBorder) is_near_border = true;
  }
  std::ranges::sort(found);
  // On the inner side of a turn a place may have several feet on its own road.
  const auto repeated = std::ranges::unique(found);
  found.erase(repeated.begin(), repeated.end());
  return found;
}

// The lanes of a route as `roads` calls them, without those that have no area.
std::vector<std::string> names(const Pair& pair, const RoadNetwork& map, const Route& route) {
  std::vector<std::string> found;
  for (const DirectedLane& lane : route.lanes) {
    const bool is_of_roads = &map == pair.roads.get();
    if (is_of_roads && !pair.lane_of[lane.lane.index()].valid()) continue;
    found.push_back(is_of_roads ? std::to_string(lane.lane.index()) : map.lane(lane.lane).id);
  }
  return found;
}

TEST(LanesOfRoads, PointsAreInTheSameLanes) {
  for (const Pair& pair : pairs()) {
    kit::Random random(7);
    int compared = 0, different = 0;
    for (int i = 0; i < 10'000; ++i) {
      const Point point = random_point(*pair.roads, random);
      bool is_near_border = false;
      const auto in_roads = lanes_at(*pair.roads, point, false, is_near_border);
      const auto in_lanes = lanes_at(*pair.lanes, point, true, is_near_border);
      if (is_near_border) continue;
      ++compared;
      if (in_roads == in_lanes) continue;
      // Outside of everything in one of them: the surface must be within centimetres.
      bool explained = in_roads.empty() != in_lanes.empty() &&
                       distance_to_surface(in_roads.empty() ? *pair.roads : *pair.lanes, point, {}, 1.0) < kNearBorder;
      if (explained) continue;
      if (++different <= 3)
        ADD_FAILURE() << pair.name << ": (" << point.x << ", " << point.y << ") is in lanes "
                      << testing::PrintToString(in_roads) << " of the roads, and in "
                      << testing::PrintToString(in_lanes) << " of the lanes";
    }
    EXPECT_EQ(different, 0) << pair.name;
    EXPECT_GT(compared, 7'000) << pair.name;
  }
}

TEST(LanesOfRoads, SurfacesAgreeWithinFiveCentimetres) {
  for (const Pair& pair : pairs()) {
    kit::Random random(8);
    double worst = 0.0;
    for (int i = 0; i < 10'000; ++i) {
      Point point = random_point(*pair.roads, random);
      point.x += random.uniform(-15.0, 15.0);
      point.y += random.uniform(-15.0, 15.0);
      const double one = distance_to_surface(*pair.roads, point, {}, 10.0);
      const double other = distance_to_surface(*pair.lanes, point, {}, 10.0);
      worst = std::max(worst, std::abs(one - other));
      ASSERT_LT(std::abs(one - other), 0.05)
          << pair.name << ": at (" << point.x << ", " << point.y << ") " << one << " and " << other;
    }
    RecordProperty(pair.name, std::to_string(worst));
  }
}

TEST(LanesOfRoads, LinksAndNeighboursAreTheSame) {
  for (const Pair& pair : pairs()) {
    for (std::size_t i = 0; i < pair.lane_of.size(); ++i) {
      const LaneId lane(i), made = pair.lane_of[i];
      if (!made.valid() || !carries_vehicles(pair.roads->lane(lane).type)) continue;
      const auto names = [&](const RoadNetwork& map, const std::vector<LaneId>& lanes) {
        std::vector<std::string> found;
        for (const LaneId next : lanes) {
          if (&map == pair.roads.get() && !pair.lane_of[next.index()].valid()) continue;
          found.push_back(&map == pair.roads.get() ? std::to_string(next.index()) : map.lane(next).id);
        }
        std::ranges::sort(found);
        return found;
      };
      EXPECT_EQ(names(*pair.roads, next_lanes(*pair.roads, lane)), names(*pair.lanes, next_lanes(*pair.lanes, made)))
          << pair.name << ", lane " << i;
      const LaneId left = neighbour_left(*pair.roads, lane), made_left = neighbour_left(*pair.lanes, made);
      const bool has_left = left.valid() && pair.lane_of[left.index()].valid();
      // In a junction lanes that part are roads of their own.
      if (!has_left || pair.roads->road(pair.roads->lane(lane).road).junction.valid()) continue;
      EXPECT_EQ(made_left, pair.lane_of[left.index()]) << pair.name << ", lane " << i;
    }
  }
}

// What is painted on both sides of those who drive there.
TEST(LanesOfRoads, RoadMarksAreTheSame) {
  int painted = 0;
  for (const Pair& pair : pairs()) {
    kit::Random random(10);
    int different = 0;
    for (int i = 0; i < 3'000; ++i) {
      const Point point = random_point(*pair.roads, random);
      const auto from = locate(*pair.roads, point), made = locate(*pair.lanes, point);
      if (from.size() != 1 || made.size() != 1 || pair.lane_of[from[0].lane.index()] != made[0].lane) continue;
      if (!carries_vehicles(pair.roads->lane(from[0].lane).type)) continue;
      const bool along = drives_along_s(*pair.roads, from[0].lane);
      const bool made_along = drives_along_s(*pair.lanes, made[0].lane);
      for (const DriversSide side : {DriversSide::left, DriversSide::right}) {
        const LaneMarkRecord* one = mark_beside(*pair.roads, {from[0].lane, along}, from[0].s, side);
        const LaneMarkRecord* other = mark_beside(*pair.lanes, {made[0].lane, made_along}, made[0].s, side);
        const bool is_same =
            one == nullptr     ? other == nullptr
            : other == nullptr ? false
                               : one->type == other->type && one->colour == other->colour && one->width == other->width;
        painted += one != nullptr ? 1 : 0;
        if (!is_same && ++different <= 3)
          ADD_FAILURE() << pair.name << ", lane " << from[0].lane.index() << " at s " << from[0].s << ": "
                        << (one == nullptr ? "nothing" : to_string(one->type)) << " and "
                        << (other == nullptr ? "nothing" : to_string(other->type));
      }
    }
    EXPECT_EQ(different, 0) << pair.name;
  }
  EXPECT_GT(painted, 1'000);
}

// Along the centre lines of a route's lanes; nothing where it changes lanes.
std::optional<double> way_along(const RoadNetwork& map, const Route& route, double from_s, double to_s) {
  double sum = 0.0;
  for (std::size_t i = 0; i < route.lanes.size(); ++i) {
    const auto [id, along] = route.lanes[i];
    const Lane& lane = map.lane(id);
    if (i > 0 && map.lane(route.lanes[i - 1].lane).section == lane.section) return std::nullopt;
    const double begin = i == 0 ? from_s : along ? lane.s_begin : lane.s_end;
    const double end = i + 1 == route.lanes.size() ? to_s : along ? lane.s_end : lane.s_begin;
    sum += centre_length(map, id, std::min(begin, end), std::max(begin, end));
  }
  return sum;
}

// The same lanes, as long within 1 %, and so are road distances, which run along reference lines. Where these are offset
// from all lanes and nobody tells, no reading of the lanes can find them: what is measured along the lanes is the same,
// and what is measured along the roads is by definition another length.
TEST(LanesOfRoads, RoutesAndRoadDistancesAreTheSame) {
  int distances = 0;
  for (const Pair& pair : pairs()) {
    kit::Random random(9);
    RouteFinder finder(*pair.roads), made_finder(*pair.lanes);
    const RouteOptions options{.lane_change_cost = {}};
    int routes = 0, different_ways = 0;
    for (int i = 0; i < 3'000; ++i) {
      const Point a = random_point(*pair.roads, random), b = random_point(*pair.roads, random);
      const auto from = locate(*pair.roads, a), to = locate(*pair.roads, b);
      const auto made_from = locate(*pair.lanes, a), made_to = locate(*pair.lanes, b);
      if (from.size() != 1 || to.size() != 1 || made_from.size() != 1 || made_to.size() != 1) continue;
      if (!carries_vehicles(pair.roads->lane(from[0].lane).type)) continue;
      if (!carries_vehicles(pair.roads->lane(to[0].lane).type)) continue;
      if (pair.lane_of[from[0].lane.index()] != made_from[0].lane) continue;  // on a border
      if (pair.lane_of[to[0].lane.index()] != made_to[0].lane) continue;
      const auto route = finder.find({from[0].lane, from[0].s}, {to[0].lane, to[0].s}, options);
      const auto made = made_finder.find({made_from[0].lane, made_from[0].s}, {made_to[0].lane, made_to[0].s}, options);
      ASSERT_EQ(route.has_value(), made.has_value())
          << pair.name << ": from lane " << from[0].lane.index() << " to " << to[0].lane.index();
      if (!route) continue;
      ++routes;
      const auto way = way_along(*pair.roads, *route, from[0].s, to[0].s);
      const auto made_way = way_along(*pair.lanes, *made, made_from[0].s, made_to[0].s);
      // Of two ways that are almost equally long either may be the shortest along reference lines.
      const bool is_same_way = names(pair, *pair.roads, *route) == names(pair, *pair.lanes, *made);
      different_ways += is_same_way ? 0 : 1;
      EXPECT_NEAR(made_way.value_or(0.0), way.value_or(0.0), 0.05 + (is_same_way ? 0.01 : 0.05) * way.value_or(0.0))
          << pair.name;

      const bool along = drives_along_s(*pair.roads, from[0].lane);
      const bool made_along = drives_along_s(*pair.lanes, made_from[0].lane);
      const auto distance = road_distance(*pair.roads, from[0], along, to[0]);
      const auto made_distance = road_distance(*pair.lanes, made_from[0], made_along, made_to[0]);
      EXPECT_EQ(distance.has_value(), made_distance.has_value()) << pair.name;
      if (!distance || !made_distance || !pair.has_same_reference) continue;
      ++distances;
      EXPECT_NEAR(made_distance->lon, distance->lon, 0.05 + 0.01 * std::abs(distance->lon))
          << pair.name << ": from lane " << from[0].lane.index() << " at s " << from[0].s << " to "
          << to[0].lane.index() << " at s " << to[0].s;
    }
    EXPECT_GT(routes, 20) << pair.name;
    EXPECT_LE(different_ways, routes / 10) << pair.name;
  }
  EXPECT_GT(distances, 50);
}

}  // namespace
}  // namespace scrutineer::map
