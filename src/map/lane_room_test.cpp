#include "map/lane_room.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/quantity.h"
#include "kit/data.h"
#include "kit/maps.h"
#include "kit/random.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

// Of every place on a lane: who moves by less than the room is still between the borders, on the same strip.
void expect_to_hold(const RoadNetwork& map, const std::string& name) {
  kit::Random random(11);
  int with_room = 0;
  double sum = 0.0;
  for (const kit::LanePlace& place : kit::random_lane_positions(map, 2'000, 5, 1.0)) {
    for (const RoadPosition& at : locate(map, place.point)) {
      const Strip& strip = map.strip(at.strip);
      const std::uint32_t lane = static_cast<std::uint32_t>(at.lane.index()) - strip.first_lane;
      const StripBounds bounds = bounds_of_strip(map, at.strip, lane, lane + 1);
      const double room = room_between(map, bounds, at.s, at.t);
      if (!(room > 0.0)) continue;
      ++with_room;
      sum += room;
      for (int i = 0; i < 4; ++i) {
        const double towards = random.uniform(0.0, 2.0 * kPi), by = (i == 0 ? 0.999999 : random.uniform()) * room;
        const Point there{place.point.x + by * std::cos(towards), place.point.y + by * std::sin(towards)};
        const auto moved = follow(map, there, at);
        ASSERT_TRUE(moved) << name << ", road " << map.road(at.road).id << ", s " << at.s << ", room " << room;
        EXPECT_EQ(moved->strip, at.strip) << name << ", road " << map.road(at.road).id << ", s " << at.s;
        const auto borders = map.borders_of(strip);
        const double ds = moved->s - strip.s_begin;
        EXPECT_TRUE(moved->t >= borders[lane].at(ds) && moved->t <= borders[lane + 1].at(ds))
            << name << ", road " << map.road(at.road).id << ", s " << at.s << ", t " << at.t << ", room " << room
            << ", moved by " << by;
      }
    }
  }
  EXPECT_GT(with_room, 500) << name;
  EXPECT_GT(sum / with_room, 0.2) << name << ": it is not all too careful";
}

TEST(LaneRoom, HoldsOnMadeRoads) {
  expect_to_hold(*build_network(kit::four_way_crossing()), "four-way crossing");
  expect_to_hold(*build_network(kit::roundabout()), "roundabout");
}

TEST(LaneRoom, HoldsOnRealMaps) {
  for (const std::string& name :
       kit::maps_like({"Town10HD", "Town07", "McityMap_Main", "curves_elevation", "soderleden"}))
    expect_to_hold(*kit::load_map(name), name);
}

TEST(LaneRoom, IsTheLeastOfWhatLimitsIt) {
  const auto map = build_network(kit::straight_road(400.0));
  const auto at = locate(*map, {100.0, -1.75});
  ASSERT_EQ(at.size(), 1U);
  const Strip& strip = map->strip(at.front().strip);
  const std::uint32_t lane = static_cast<std::uint32_t>(at.front().lane.index()) - strip.first_lane;
  const StripBounds bounds = bounds_of_strip(*map, at.front().strip, lane, lane + 1);
  const double end = strip.s_begin + strip.length;
  struct Case {
    const char* name;
    double s, t, beside, room;
  };
  const Case cases[] = {
      {"half a lane", 100.0, -1.75, 0.0, 1.75},
      {"nearer to the left border", 100.0, -0.5, 0.0, 0.5},
      {"nearer to the right one", 100.0, -3.25, 0.0, 0.25},
      {"borders further out", 100.0, -0.5, 0.25, 0.75},
      {"beyond a border, but not beyond that", 100.0, 0.1, 0.25, 0.15},
      {"just before the end", end - 0.5, -1.75, 0.0, 0.5},
      {"just behind the begin", strip.s_begin + 0.25, -1.75, 0.0, 0.25},
      {"never more than that", 100.0, -1.75, 100.0, kMostRoom},
  };
  for (const Case& c : cases) EXPECT_NEAR(room_between(*map, bounds, c.s, c.t, c.beside), c.room, 2e-6) << c.name;
  EXPECT_LT(room_between(*map, bounds, 100.0, 0.1), 0.0) << "beyond a border";
  EXPECT_LT(room_between(*map, bounds, end + 1.0, -1.75), 0.0) << "beyond the end";
}

}  // namespace
}  // namespace scrutineer::map
