#include "map/turn_ahead.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "base/quantity.h"
#include "kit/maps.h"
#include "kit/sections.h"
#include "kit/transform.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

using kit::find_road;

double turn_in(const Document& document, const std::string& road, double s, int number) {
  const auto map = build_network(document);
  const LaneId lane = map->find_lane(map->find_road(road), s, number);
  EXPECT_TRUE(lane.valid()) << road << " " << number;
  return lane.valid() ? turn_ahead(*map, as_travelled(*map, lane)) : std::numeric_limits<double>::quiet_NaN();
}

TEST(TurnAhead, IsThatOfTheWayThroughTheJunctionHoweverItIsCut) {
  struct Case {
    const char* road;
    double turn;
  };
  const Case cases[] = {{"west_east", 0.0}, {"west_north", kPi / 2.0}, {"west_south", -kPi / 2.0}};
  const Document document = kit::four_way_crossing();
  for (const Case& c : cases) {
    const double length = find_road(document, c.road).length;
    EXPECT_NEAR(turn_in(document, c.road, 0.0, -1), c.turn, 1e-6) << c.road;
    for (const double share : {0.01, 0.4, 0.9}) {
      Document cut = document;
      kit::cut_section(find_road(cut, c.road), share * length);
      EXPECT_NEAR(turn_in(cut, c.road, 0.0, -1), c.turn, 1e-6) << c.road << ", section cut at " << share;
      EXPECT_NEAR(turn_in(kit::split(document, c.road, share * length), c.road, 0.0, -1), c.turn, 1e-6)
          << c.road << ", cut at " << share;
    }
    EXPECT_NEAR(turn_in(kit::reversed(document, c.road), c.road, length, 1), c.turn, 1e-6) << c.road << ", reversed";
  }
}

TEST(TurnAhead, IsThatOfTheNextMetresElsewhere) {
  // Straight for 20 m, then a bend of 0.5 rad over 25 m, then straight, then back.
  const Document document =
      kit::MapBuilder().road(kit::RoadBuilder("1").line(20.0).arc(25.0, 0.02).line(100.0).arc(25.0, -0.02)).build();
  EXPECT_NEAR(turn_in(document, "1", 0.0, -1), 0.5, 1e-6);
  for (const double s : {10.0, 30.0, 60.0}) {
    Document cut = document;
    kit::cut_section(find_road(cut, "1"), s);
    EXPECT_NEAR(turn_in(cut, "1", 0.0, -1), 0.5, 1e-6) << s;
    EXPECT_NEAR(turn_in(kit::split(document, "1", s), "1", 0.0, -1), 0.5, 1e-6) << s;
  }
  EXPECT_NEAR(turn_in(kit::two_roads(), "2", 0.0, -1), 0.0, 1e-9) << "the map ends before that";
}

// At the foot of a T it is the turn to the near side, whichever comes first.
TEST(TurnAhead, TellsTheStraightestWayInAnyOrder) {
  struct Case {
    const char* name;
    TrafficRule rule;
    std::vector<const char*> ways;
    const char* expected;
  };
  constexpr TrafficRule kRight = TrafficRule::right_hand, kLeft = TrafficRule::left_hand;
  const Case cases[] = {
      {"straight on", kRight, {"west_north", "west_east", "west_south"}, "west_east"},
      {"the foot of a T", kRight, {"west_north", "west_south"}, "west_south"},
      {"the foot of a T in the other order", kRight, {"west_south", "west_north"}, "west_south"},
      {"the foot of a T where traffic keeps left", kLeft, {"west_north", "west_south"}, "west_north"},
      {"the same in the other order", kLeft, {"west_south", "west_north"}, "west_north"},
      {"only one", kRight, {"west_north"}, "west_north"},
  };
  for (const Case& c : cases) {
    const auto map = build_network(kit::four_way_crossing({.rule = c.rule}));
    const auto way = [&](std::size_t i) {
      const LaneId lane(map->sections_of(map->find_road(c.ways[i])).front().first_lane);
      return as_travelled(*map, lane);
    };
    EXPECT_STREQ(c.ways[straightest(*map, c.ways.size(), way, 1e-6)], c.expected) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::map
