// Links and the lane graph on whole maps, generated and real.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "kit/data.h"
#include "kit/maps.h"
#include "map/detail/lane_ends.h"
#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/read.h"
#include "map/routes.h"

namespace scrutineer::map {
namespace {

using testing::IsEmpty;

std::string name_of(const RoadNetwork& map, LaneId id) {
  const Lane& lane = map.lane(id);
  return fmt::format("road {} lane {} at s {:.0f}", map.road(lane.road).id, lane.number, lane.s_begin);
}

void expect_symmetric_links(const RoadNetwork& map, const std::string& name) {
  for (std::size_t i = 0; i < map.lanes().size(); ++i) {
    for (const ContactPoint end : {ContactPoint::start, ContactPoint::end}) {
      const auto& links = links_at(map.lanes()[i], end);
      EXPECT_TRUE(std::is_sorted(links.begin(), links.end())) << name;
      EXPECT_EQ(std::adjacent_find(links.begin(), links.end()), links.end()) << name;
      for (const LaneId other : links) {
        const auto& back = links_at(map.lane(other), touching_end(map, LaneId{i}, end, other));
        EXPECT_TRUE(std::binary_search(back.begin(), back.end(), LaneId{i}))
            << name << ": " << name_of(map, LaneId{i}) << " and " << name_of(map, other);
      }
    }
  }
}

TEST(LaneGraphOnMaps, LinksAreSymmetric) {
  for (const auto& [name, document] : kit::all_generated_maps()) {
    const auto map = build_network(document);
    expect_symmetric_links(*map, name);
    EXPECT_THAT(map->warnings(), IsEmpty()) << name;
  }
}

TEST(LaneGraphOnMaps, LinksAreSymmetricOnRealMaps) {
  for (const auto& path : kit::all_maps()) {
    expect_symmetric_links(*kit::load_map(path.stem().string()), path.stem().string());
  }
}

// Each lane end is asked about all ends of the lanes that it is linked to, and of the lane beside each.
void expect_that_linked_ends_agree(const RoadNetwork& map, const std::string& name) {
  for (std::size_t i = 0; i < map.lanes().size(); ++i) {
    for (const ContactPoint end : detail::kBothEnds) {
      const detail::LaneEnd here{LaneId(i), end};
      const auto linked = detail::linked_ends(map, here);
      for (const LaneId other : links_at(map.lanes()[i], end)) {
        for (const std::size_t lane : {other.index(), std::min(other.index() + 1, map.lanes().size() - 1)}) {
          for (const ContactPoint other_end : detail::kBothEnds) {
            const detail::LaneEnd there{LaneId(lane), other_end};
            const bool is_listed = std::ranges::find(linked, there) != linked.end();
            ASSERT_EQ(detail::are_linked(map, here, there), is_listed)
                << name << ": " << name_of(map, here.lane) << " and " << name_of(map, there.lane);
          }
        }
      }
    }
  }
}

TEST(LaneGraphOnMaps, TellsWhetherTwoEndsAreLinked) {
  for (const auto& [name, document] : kit::all_generated_maps())
    expect_that_linked_ends_agree(*build_network(document), name);
  for (const auto& path : kit::all_maps())
    expect_that_linked_ends_agree(*kit::load_map(path.stem().string()), path.stem().string());
}

// Connections are found by halving.
TEST(LaneGraphOnMaps, ConnectionsAreSorted) {
  for (const auto& path : kit::all_maps()) {
    const auto map = kit::load_map(path.stem().string());
    for (const Junction& junction : map->junctions()) {
      for (const Connection& one : junction.connections)
        EXPECT_TRUE(detail::has_connection(junction, one.incoming, one.connecting, one.contact)) << path;
      EXPECT_FALSE(detail::has_connection(junction, RoadId(map->roads().size()), RoadId(0), ContactPoint::start));
    }
  }
}

// How far the borders of two linked lanes' ends are apart: 0 where they touch or overlap.
double gap_between(const RoadNetwork& map, LaneId a, ContactPoint end_a, LaneId b, ContactPoint end_b) {
  const auto border = [&](LaneId lane, ContactPoint end, bool left) {
    const Lane& l = map.lane(lane);
    const double s = end == ContactPoint::start ? l.s_begin : l.s_end;
    const LaneSpan span = lane_span(map, lane, s);
    return point_at(map, l.road, s, left ? span.left : span.right);
  };
  const auto distance_to_segment = [](const RoadPoint& p, const RoadPoint& from, const RoadPoint& to) {
    const double dx = to.x - from.x, dy = to.y - from.y, square = dx * dx + dy * dy;
    const double along =
        square > 0.0 ? std::clamp(((p.x - from.x) * dx + (p.y - from.y) * dy) / square, 0.0, 1.0) : 0.0;
    return std::hypot(p.x - from.x - along * dx, p.y - from.y - along * dy);
  };
  const RoadPoint a1 = border(a, end_a, true), a2 = border(a, end_a, false);
  const RoadPoint b1 = border(b, end_b, true), b2 = border(b, end_b, false);
  return std::min({distance_to_segment(a1, b1, b2), distance_to_segment(a2, b1, b2), distance_to_segment(b1, a1, a2),
                   distance_to_segment(b2, a1, a2)});
}

TEST(LaneGraphOnMaps, LinkedDrivingLanesMeet) {
  // Real faults of these maps, which the map checks report; each link counts from both sides.
  const std::map<std::string, int> known = {{"SampleDatabase", 6}, {"heckstrasse", 8}};
  for (const auto& path : kit::all_maps()) {
    const std::string name = path.stem().string();
    const auto map = kit::load_map(name);
    int apart = 0;
    for (std::size_t i = 0; i < map->lanes().size(); ++i) {
      const bool has_surface = map->section(map->lanes()[i].section).strip_count > 0;
      if (!is_driving(map->lanes()[i].type) || !has_surface) continue;
      for (const ContactPoint end : {ContactPoint::start, ContactPoint::end}) {
        for (const LaneId other : links_at(map->lanes()[i], end)) {
          if (map->section(map->lane(other).section).strip_count == 0) continue;
          if (gap_between(*map, LaneId{i}, end, other, touching_end(*map, LaneId{i}, end, other)) > 0.5) ++apart;
        }
      }
    }
    const auto expected = known.find(name);
    EXPECT_EQ(apart, expected == known.end() ? 0 : expected->second) << name;
  }
}

TEST(LaneGraphOnMaps, TrafficGoesOnEverywhere) {
  SCRUTINEER_NEEDS_DATA();
  // Closed networks: no driving lane leads off the map, and all are reached by another.
  for (const char* name : {"Town01", "Town07", "Town10HD", "CampusUAH_v1_7", "cloverleaf", "velodrome"}) {
    const auto map = kit::load_map(name);
    for (std::size_t i = 0; i < map->lanes().size(); ++i) {
      if (!is_driving(map->lanes()[i].type)) continue;
      EXPECT_THAT(next_lanes(*map, LaneId{i}), testing::Not(IsEmpty())) << name << ": " << name_of(*map, LaneId{i});
    }
  }
}

TEST(LaneGraphOnMaps, RoutesExistBetweenAllDrivingLanes) {
  SCRUTINEER_NEEDS_DATA();
  for (const char* name : {"Town01", "Town10HD"}) {
    const auto map = kit::load_map(name);
    RouteFinder finder(*map);
    std::size_t asked = 0, found = 0;
    for (std::size_t i = 0; i < 500; ++i) {
      const LaneId from{(i * 7919) % map->lanes().size()}, to{(i * 104729 + 13) % map->lanes().size()};
      if (!is_driving(map->lane(from).type) || !is_driving(map->lane(to).type)) continue;
      ++asked;
      const auto route = finder.find({from, map->lane(from).s_begin}, {to, map->lane(to).s_end});
      if (!route) continue;
      ++found;
      EXPECT_EQ(route->lanes.front().lane, from);
      EXPECT_EQ(route->lanes.back().lane, to);
      // Each lane follows the one before it, or lies beside it.
      for (std::size_t k = 0; k + 1 < route->lanes.size(); ++k) {
        const DirectedLane here = route->lanes[k], next = route->lanes[k + 1];
        const auto following = next_lanes(*map, here);
        EXPECT_TRUE(std::find(following.begin(), following.end(), next) != following.end() ||
                    neighbour_left(*map, here) == next.lane || neighbour_right(*map, here) == next.lane)
            << name_of(*map, here.lane) << " and " << name_of(*map, next.lane);
      }
    }
    EXPECT_GT(asked, 50U) << name;
    EXPECT_EQ(found, asked) << name;
  }
}

}  // namespace
}  // namespace scrutineer::map
