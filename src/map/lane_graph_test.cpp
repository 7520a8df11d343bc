#include "map/lane_graph.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

// "north:-1", in a later section "main@100:-4".
std::string name_of(const RoadNetwork& map, LaneId id) {
  if (!id.valid()) return "";
  const Lane& lane = map.lane(id);
  const std::string section = lane.s_begin > 0.0 ? fmt::format("@{:.0f}", lane.s_begin) : "";
  return fmt::format("{}{}:{}", map.road(lane.road).id, section, lane.number);
}

std::string names_of(const RoadNetwork& map, const std::vector<LaneId>& lanes) {
  std::vector<std::string> names;
  for (const LaneId lane : lanes) names.push_back(name_of(map, lane));
  std::sort(names.begin(), names.end());
  return fmt::format("{}", fmt::join(names, " "));
}

Document two_lane_crossing(TrafficRule rule, bool inward) {
  return kit::four_way_crossing({.rule = rule, .lanes_each_way = 2, .sidewalks = true, .arms_run_inward = inward});
}

TEST(LaneGraph, FollowsTraffic) {
  const auto right = TrafficRule::right_hand, left = TrafficRule::left_hand;
  Document reversible = kit::straight_road();
  reversible.roads[0].sections[0].lanes[0].direction = LaneDirection::reversed;
  Document shared = kit::straight_road();
  shared.roads[0].sections[0].lanes[0].direction = LaneDirection::both;

  struct Case {
    const char* name;
    Document document;
    const char* road;
    double s;
    int lane;
    const char *next, *previous, *left, *right, *opposite;
  };
  const Case cases[] = {
      {"one road", kit::straight_road(), "1", 50, -1, "", "", "", "", "1:1"},
      {"one road, left-hand traffic", kit::straight_road(100.0, left), "1", 50, -1, "", "", "", "", "1:1"},
      {"a lane driven against its side: nobody comes towards it", reversible, "1", 50, -1, "", "", "", "1:1", ""},
      {"a lane driven both ways", shared, "1", 50, -1, "", "", "", "", "1:1"},
      {"beside a lane driven both ways", shared, "1", 50, 1, "", "", "1:-1", "", "1:-1"},
      {"next road", kit::two_roads(), "1", 50, -1, "2:-1", "", "", "", "1:1"},
      {"next road, against s", kit::two_roads(), "1", 50, 1, "", "2:1", "", "", "1:-1"},
      {"s runs towards each other", kit::end_to_end_roads(), "1", 50, -1, "2:1", "", "", "", "1:1"},
      {"s runs towards each other, second", kit::end_to_end_roads(), "2", 50, 1, "", "1:-1", "", "", "2:-1"},
      {"s runs away from each other", kit::start_to_start_roads(), "1", 50, 1, "2:-1", "", "", "", "1:-1"},
      {"into a junction, inner lane", two_lane_crossing(right, true), "east", 50, -1, "east_south:-1 east_west:-1", "",
       "", "east:-2", "east:1"},
      {"into a junction, outer lane", two_lane_crossing(right, true), "east", 50, -2, "east_north:-1 east_west:-2", "",
       "east:-1", "east:-3", "east:1"},
      {"into a junction, sidewalk", two_lane_crossing(right, true), "east", 50, -3, "east_north:-2", "", "east:-2", "",
       "east:1"},
      {"into a junction against s", two_lane_crossing(right, false), "east", 50, 1, "east_south:-1 east_west:-1", "",
       "", "east:2", "east:-1"},
      {"out of a junction", two_lane_crossing(right, true), "west", 50, 2, "", "east_west:-2 north_west:-1", "west:1",
       "west:3", "west:-1"},
      {"left-hand traffic", two_lane_crossing(left, true), "east", 50, 1, "east_north:1 east_west:1", "", "east:2", "",
       "east:-1"},
      {"a connecting road", two_lane_crossing(right, true), "east_west", 1, -2, "west:2", "east:-2", "east_west:-1", "",
       ""},
      {"sections", kit::motorway_with_exit(), "main", 50, -3, "main@100:-3", "", "main:-2", "", ""},
      {"a lane that begins", kit::motorway_with_exit(true), "main", 150, -4, "ramp:-1", "", "main@100:-3", "", ""},
      {"a lane that joins another", kit::narrowing_lane(), "1", 50, -2, "1@100:-1", "", "1:-1", "", "1:1"},
      {"two lanes come together", kit::narrowing_lane(), "1", 150, -1, "", "1:-1 1:-2", "", "", "1@100:1"},
      {"direct junction", kit::motorway_with_exit(true), "after", 50, -2, "", "main@100:-2", "after:-1", "after:-3",
       ""},
  };
  for (const Case& c : cases) {
    const auto map = build_network(c.document);
    const LaneId lane = map->find_lane(map->find_road(c.road), c.s, c.lane);
    ASSERT_TRUE(lane.valid()) << c.name;
    EXPECT_EQ(names_of(*map, next_lanes(*map, lane)), c.next) << c.name;
    EXPECT_EQ(names_of(*map, previous_lanes(*map, lane)), c.previous) << c.name;
    EXPECT_EQ(name_of(*map, neighbour_left(*map, lane)), c.left) << c.name;
    EXPECT_EQ(name_of(*map, neighbour_right(*map, lane)), c.right) << c.name;
    EXPECT_EQ(name_of(*map, opposite(*map, lane)), c.opposite) << c.name;
  }
}

TEST(LaneGraph, KnowsWhichEndsTouchInRings) {
  struct Case {
    const char* name;
    Document document;
  };
  const double quarter = 0.5 * kPi * 20.0;
  const Case cases[] = {
      {"one road", kit::MapBuilder()
                       .road(kit::RoadBuilder("1").arc(4 * quarter, 0.05))
                       .link({"1", ContactPoint::end}, {"1"})
                       .build()},
      {"one road of two sections",
       kit::MapBuilder()
           .road(kit::RoadBuilder("1").arc(4 * quarter, 0.05).lanes({-1, 1}).section(quarter).lanes({-1, 1}))
           .link({"1", ContactPoint::end}, {"1"})
           .build()},
      {"two roads", kit::MapBuilder()
                        .road(kit::RoadBuilder("1").arc(2 * quarter, 0.05))
                        .road(kit::RoadBuilder("2").start(0.0, 40.0, kPi).arc(2 * quarter, 0.05))
                        .link({"1", ContactPoint::end}, {"2"})
                        .link({"2", ContactPoint::end}, {"1"})
                        .build()},
  };
  for (const Case& c : cases) {
    const auto map = build_network(c.document);
    for (std::size_t i = 0; i < map->lanes().size(); ++i) {
      const auto next = next_lanes(*map, DirectedLane{LaneId{i}, true});
      if (map->lanes()[i].number < 0) {
        ASSERT_THAT(next, testing::SizeIs(1)) << c.name;
        EXPECT_TRUE(next[0].along_s) << c.name;
      }
      for (const ContactPoint end : {ContactPoint::start, ContactPoint::end}) {
        for (const LaneId other : links_at(map->lanes()[i], end)) {
          EXPECT_NE(touching_end(*map, LaneId{i}, end, other), end) << c.name;
        }
      }
    }
  }
}

}  // namespace
}  // namespace scrutineer::map
