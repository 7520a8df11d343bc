#include "trace/detail/osi_centre_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "kit/wire_message.h"
#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/read.h"
#include "map/road_marks.h"
#include "trace/carried_map.h"

namespace scrutineer::trace::osi {
namespace {

using kit::WireMessage;
using testing::Contains;
using testing::HasSubstr;

WireMessage id(std::uint64_t value) { return WireMessage().varint(1, value); }

// A lane of which only the centre line is told.
struct Line {
  std::uint64_t number;
  std::vector<std::pair<double, double>> points;
  std::vector<std::uint64_t> left = {}, right = {}, before = {}, after = {};
  bool in_junction = false;
};

WireMessage message_of(const Line& line) {
  WireMessage classification;
  classification.varint(1, line.in_junction ? 4 : 2);
  for (const auto& [x, y] : line.points) classification.triple(3, x, y, 0.0);
  classification.varint(4, 1);
  for (const auto other : line.left) classification.inner(5, id(other));
  for (const auto other : line.right) classification.inner(6, id(other));
  for (const auto other : line.before) classification.inner(7, WireMessage().inner(1, id(other)));
  for (const auto other : line.after) classification.inner(7, WireMessage().inner(2, id(other)));
  return WireMessage().inner(1, id(line.number)).inner(2, classification);
}

std::unique_ptr<const map::RoadNetwork> network_of(const std::vector<Line>& lines) {
  WireMessage truth;
  truth.inner(2, WireMessage().varint(1, 0));
  for (const Line& line : lines) truth.inner(10, message_of(line));
  const auto carried = read_carried_map(kit::framed(truth), "run.osi");
  return carried && carried->lanes ? map::build_network(*carried->lanes) : nullptr;
}

std::vector<std::string> lanes_at(const map::RoadNetwork& map, double x, double y) {
  std::vector<std::string> found;
  for (const map::RoadPosition& place : map::locate(map, {x, y})) found.push_back(map.lane(place.lane).id);
  return found;
}

using Ids = std::vector<std::string>;

// The middle one of three is 3 m from the one and 4 m from the other; lists name more than direct neighbours.
TEST(CentreLines, NeighboursMeetHalfWay) {
  const auto map = network_of(
      {{1, {{0, 0}, {50, 0}}, {2, 3}, {}}, {2, {{0, 3}, {50, 3}}, {3}, {1}}, {3, {{0, 7}, {50, 7}}, {}, {2, 1}}});
  ASSERT_TRUE(map);
  EXPECT_EQ(map->roads().size(), 1U);
  EXPECT_EQ(lanes_at(*map, 25, 1.4), Ids{"1"});
  EXPECT_EQ(lanes_at(*map, 25, 1.6), Ids{"2"});
  EXPECT_EQ(lanes_at(*map, 25, 4.9), Ids{"2"});
  EXPECT_EQ(lanes_at(*map, 25, 5.1), Ids{"3"});
  EXPECT_EQ(lanes_at(*map, 25, -1.4), Ids{"1"});  // as wide as on its other side
  EXPECT_EQ(lanes_at(*map, 25, -1.6), Ids{});
  EXPECT_THAT(map->notes(), Contains(HasSubstr("3 lanes have a centre line but no borders: 3 end half-way")));
}

TEST(CentreLines, AnOncomingNeighbourMeetsHalfWayToo) {
  const auto map = network_of({{1, {{0, 0}, {30, 0}, {50, 0}}, {2}, {}}, {2, {{50, 3}, {0, 3}}, {1}, {}}});
  ASSERT_TRUE(map);
  EXPECT_EQ(map->roads().size(), 1U);
  EXPECT_EQ(lanes_at(*map, 40, 1.4), Ids{"1"});
  EXPECT_EQ(lanes_at(*map, 40, 1.6), Ids{"2"});
}

TEST(CentreLines, WithoutANeighbourTheUsualWidthIsTaken) {
  const auto map = network_of({{1, {{0, 0}, {50, 0}}, {9}, {}}, {2, {{0, 30}, {50, 30}}, {}, {1}}});
  ASSERT_TRUE(map);
  EXPECT_EQ(lanes_at(*map, 25, 1.7), Ids{"1"});
  EXPECT_EQ(lanes_at(*map, 25, 1.8), Ids{});
  EXPECT_THAT(map->notes(), Contains(HasSubstr("2 are taken as 3.5 m wide")));
}

TEST(CentreLines, GapsBetweenLinkedLanesAreClosed) {
  const struct {
    const char* name;
    std::vector<Line> lines;
    Ids between;  // at (50.2, 0)
  } cases[] = {
      {"one behind the other", {{1, {{0, 0}, {50, 0}}, {}, {}, {}, {2}}, {2, {{50.4, 0}, {90, 0}}}}, {"2"}},
      {"stored against each other", {{1, {{0, 0}, {50, 0}}, {}, {}, {}, {2}}, {2, {{90, 0}, {50.4, 0}}}}, {"2"}},
      {"a fork",
       {{1, {{0, 0}, {50, 0}}, {}, {}, {}, {2, 3}}, {2, {{50.4, 0}, {90, 0}}}, {3, {{50.4, 0.1}, {90, 20}}}},
       {"2", "3"}},
      {"not linked", {{1, {{0, 0}, {50, 0}}}, {2, {{50.4, 0}, {90, 0}}}}, {}},
      {"too far", {{1, {{0, 0}, {49, 0}}, {}, {}, {}, {2}}, {2, {{50.4, 0}, {90, 0}}}}, {}},
      {"beside each other", {{1, {{0, 0}, {50, 0}}, {}, {}, {}, {2}}, {2, {{49.9, 0.9}, {90, 20}}}}, {}},
  };
  for (const auto& c : cases) {
    const auto map = network_of(c.lines);
    ASSERT_TRUE(map) << c.name;
    Ids found = lanes_at(*map, 50.2, 0.0);
    std::ranges::sort(found);
    EXPECT_EQ(found, c.between) << c.name;
  }
}

// Ways that cross are in one junction, though no lane leads from one to the other.
TEST(CentreLines, WaysThatCrossAreOneJunction) {
  const auto map = network_of({{1, {{-40, 0}, {-10, 0}}, {}, {}, {}, {2}},
                               {2, {{-10, 0}, {10, 0}}, {}, {}, {}, {3}, true},
                               {3, {{10, 0}, {40, 0}}},
                               {4, {{0, -40}, {0, -10}}, {}, {}, {}, {5}},
                               {5, {{0, -10}, {0, 10}}, {}, {}, {}, {6}, true},
                               {6, {{0, 10}, {0, 40}}}});
  ASSERT_TRUE(map);
  EXPECT_EQ(map->junctions().size(), 1U);
}

WireMessage painted(std::uint64_t number, double from, double to, double y, std::uint64_t type, std::uint64_t colour) {
  WireMessage message;
  message.inner(1, id(number));
  for (const double x : {from, to}) message.inner(2, WireMessage().triple(1, x, y, 0.0).number(2, 0.15));
  return message.inner(3, WireMessage().varint(1, type).varint(2, colour));
}

// A lane to x = 50, dashed on the left up to 30 and solid from there, a curb on its right; driven either way.
TEST(OsiBorders, WhatIsPaintedIsReadAsRoadMarks) {
  for (const bool with_points : {true, false}) {
    WireMessage classification;
    classification.varint(1, 2).triple(3, 0.0, 1.5, 0.0).triple(3, 50.0, 1.5, 0.0).varint(4, with_points ? 1 : 0);
    classification.inner(8, id(13)).inner(9, id(12)).inner(9, id(11));
    const auto truth = WireMessage()
                           .inner(2, WireMessage().varint(1, 0))
                           .inner(9, painted(11, 0.0, 30.0, 3.0, 4, 4))
                           .inner(9, painted(12, 30.0, 50.0, 3.0, 3, 3))
                           .inner(9, painted(13, 0.0, 50.0, 0.0, 12, 0))
                           .inner(10, WireMessage().inner(1, id(1)).inner(2, classification));
    const auto carried = read_carried_map(kit::framed(truth), "run.osi");
    ASSERT_TRUE(carried && carried->lanes);
    const auto map = map::build_network(*carried->lanes);
    const auto mark = [&](double x, map::DriversSide side) {
      const auto places = map::locate(*map, {x, 1.5});
      const map::LaneId lane = places.at(0).lane;
      const auto* found = map::mark_beside(*map, {lane, map::drives_along_s(*map, lane)}, places[0].s, side);
      return found == nullptr ? map::LaneMarkRecord{} : *found;
    };
    using enum map::DriversSide;
    const auto north = with_points ? left : right, south = with_points ? right : left;
    EXPECT_EQ(mark(29.0, north).type, map::MarkType::broken) << with_points;
    EXPECT_EQ(mark(29.0, north).colour, map::MarkColour::yellow) << with_points;
    EXPECT_EQ(mark(29.0, north).width, 0.15F) << with_points;
    EXPECT_EQ(mark(31.0, north).type, map::MarkType::solid) << with_points;
    EXPECT_EQ(mark(31.0, north).colour, map::MarkColour::white) << with_points;
    EXPECT_EQ(mark(40.0, south).type, map::MarkType::curb) << with_points;
  }
}

// s is measured along the line that the lanes name, here 10 m beside a bend of 40 m radius.
TEST(OsiBorders, LogicalLanesTellTheReferenceLine) {
  const auto line = [](std::uint64_t number, double radius) {
    WireMessage message;
    message.inner(1, id(number));
    for (int i = 0; i <= 40; ++i) {
      const double angle = 0.025 * i;
      message.inner(2, WireMessage()
                           .triple(1, radius * std::sin(angle), 40.0 - radius * std::cos(angle), 0.0)
                           .number(2, angle * 50.0));
    }
    return message;
  };
  WireMessage lane;
  lane.inner(1, id(1)).varint(2, 2).inner(5, id(30)).number(6, 0.0).number(7, 50.0).varint(8, 2);
  lane.inner(12, id(22)).inner(13, id(21));
  const auto truth = WireMessage()
                         .inner(2, WireMessage().varint(1, 0))
                         .inner(17, line(30, 50.0))
                         .inner(18, line(21, 40.0))
                         .inner(18, line(22, 43.0))
                         .inner(19, lane);
  const auto carried = read_carried_map(kit::framed(truth), "run.osi");
  ASSERT_TRUE(carried && carried->lanes);
  const auto map = map::build_network(*carried->lanes);
  ASSERT_EQ(map->lanes().size(), 1U);
  EXPECT_NEAR(map->lanes()[0].s_end, 50.0, 0.05);
}

}  // namespace
}  // namespace scrutineer::trace::osi
