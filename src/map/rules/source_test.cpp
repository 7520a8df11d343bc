// The map's XML as rules see it: paths to elements, and what holds where.
#include "map/rules/source.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "kit/rule_testing.h"
#include "map/map_text.h"
#include "map/rules/holding.h"

namespace scrutineer::map::rules {
namespace {

TEST(HoldingRecords, AreTheLastInTheFileThatBeginThereOrBefore) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  struct Case {
    const char* name;
    std::vector<double> begins;
    double s;
    std::optional<std::size_t> expected;
  };
  const Case cases[] = {
      {"none", {}, 1.0, {}},
      {"all begin later", {2.0, 3.0}, 1.0, {}},
      {"at its begin", {0.0, 1.0, 2.0}, 1.0, 1},
      {"between two", {0.0, 1.0, 2.0}, 1.5, 1},
      {"after the last", {0.0, 1.0, 2.0}, 9.0, 2},
      {"two at one place", {0.0, 1.0, 1.0}, 1.0, 2},
      {"not in order: the last in the file counts", {0.0, 5.0, 3.0}, 6.0, 2},
      {"not in order, before the later one", {0.0, 5.0, 3.0}, 4.0, 2},
      {"one is no number", {0.0, kNaN, 1.0}, 0.5, 0},
      {"s is no number", {0.0, 1.0}, kNaN, {}},
  };
  for (const Case& c : cases)
    EXPECT_EQ(HoldingRecords(c.begins, [](double begin) { return begin; }).at(c.s), c.expected) << c.name;
}

// Elements with few children are counted through, those with many are numbered once: paths are the same.
TEST(Source, WritesPathsThatLeadBack) {
  for (const int count : {1, 2, 31, 32, 33, 34, 200}) {
    kit::Road road;
    for (int i = 0; i < count; ++i)
      road.objects += fmt::format(R"(<object id="{}" s="1" t="0"><userData/></object><tunnel id="{}"/>)", i, i);
    road.objects = "<bridge/>" + road.objects + "<objectReference/>";
    const MapText text(kit::map_text(4, {road, {.id = "2"}}), "test.xodr");
    const Source& source = text.source();
    const auto expect_path = [&](Node node) {
      const std::string path = source.xpath(node);
      EXPECT_EQ(source.tree().select_node(path.c_str()).node(), node) << count << ": " << path;
    };
    for (const Node child : source.roads()[0].node.child("objects").children()) {
      expect_path(child);
      for (const Node inner : child.children()) expect_path(inner);
    }
    const std::string objects = "/OpenDRIVE/road[1]/objects/";
    EXPECT_EQ(source.xpath(source.roads()[0].node.child("objects").child("bridge")), objects + "bridge");
    EXPECT_EQ(source.xpath(source.objects().back().node),
              objects + (count == 1 ? "object" : fmt::format("object[{}]", count)));
    EXPECT_EQ(source.xpath(source.header()), "/OpenDRIVE/header[1]");
    EXPECT_EQ(source.xpath(source.roads()[1].node), "/OpenDRIVE/road[2]");
  }
}

TEST(Source, FindsSectionsAndLanes) {
  kit::Road road;
  road.lanes.clear();
  for (const double s : {0.0, 60.0, 30.0})  // not in order
    road.lanes += kit::section(s, "", kit::lane(-1, "driving", 3.5));
  std::string many;
  for (int i = 1; i <= 100; ++i) many += kit::lane(-i, "driving", 0.1);
  road.lanes += kit::section(90.0, kit::lane(1, "driving", 3.5), many + kit::lane(-7, "biking", 3.5));
  const MapText text(kit::map_text(4, {road}), "test.xodr");
  const SourceRoad& found = text.source().roads()[0];
  EXPECT_EQ(found.section_at(-1.0), &found.sections[0]);
  EXPECT_EQ(found.section_at(45.0), &found.sections[2]);
  EXPECT_EQ(found.section_at(75.0), &found.sections[2]) << "the last in the file";
  EXPECT_EQ(found.section_at(95.0), &found.sections[3]);
  EXPECT_EQ(found.section_at(std::numeric_limits<double>::quiet_NaN()), &found.sections[0]);
  const SourceSection& wide = found.sections[3];
  ASSERT_NE(wide.find(-100), nullptr);
  EXPECT_EQ(wide.find(-100)->id, -100);
  EXPECT_EQ(wide.find(1)->side, 1);
  EXPECT_EQ(wide.find(-7)->type, LaneType::driving) << "the first of two";
  EXPECT_EQ(wide.find(0), nullptr);
  EXPECT_EQ(wide.find(-101), nullptr);
  EXPECT_EQ(found.lane_from(60.0, -1), &found.sections[1].lanes[1]);
  EXPECT_EQ(found.lane_from(60.0, -2), nullptr);
  EXPECT_EQ(found.lane_from(61.0, -1), nullptr);
}

// The lanes of one side go on where a section is about the other side alone.
TEST(SingleSides, AreLinkedAndMeasuredBySide) {
  constexpr std::string_view kSingle = R"(singleSide="true")";
  const auto linked = [](int id, std::string_view links) { return kit::lane(id, "driving", 3.5, links); };
  kit::Road first;
  first.link = R"(<successor elementType="road" elementId="2" contactPoint="start"/>)";
  first.lanes = kit::section(0.0, linked(1, R"(<successor id="1"/>)"), "", kSingle) +
                kit::section(0.0, "", linked(-1, R"(<successor id="-1"/>)"), kSingle) +
                kit::section(50.0, linked(1, R"(<predecessor id="1"/><successor id="1"/>)"), "", kSingle);
  first.signals = R"(<signal s="70" t="0" id="7" orientation="+"><validity fromLane="-1" toLane="-1"/></signal>)";
  kit::Road second{.id = "2", .x = 100.0};
  second.link = R"(<predecessor elementType="road" elementId="1" contactPoint="end"/>)";
  second.lanes = kit::section(0.0, "", linked(-1, R"(<predecessor id="-1"/>)"), kSingle) +
                 kit::section(0.0, linked(1, R"(<predecessor id="1"/>)"), "", kSingle);
  const std::string text = kit::map_text(7, {first, second});
  const MapText map(text, "test.xodr");
  const SourceRoad& road = map.source().roads()[0];
  EXPECT_EQ(road.sections[0].length, 50.0);
  EXPECT_EQ(road.sections[1].length, 100.0);
  EXPECT_EQ(road.sections[2].length, 50.0);
  EXPECT_EQ(road.section_at(70.0, -1), &road.sections[1]);
  EXPECT_EQ(road.section_at(70.0, 1), &road.sections[2]);
  EXPECT_EQ(road.section_at(ContactPoint::end, -1), &road.sections[1]);
  EXPECT_EQ(road.section_at(ContactPoint::start, -1), &road.sections[1]);
  EXPECT_EQ(road.section_beside(0, ContactPoint::end, 1), &road.sections[2]);
  EXPECT_EQ(road.section_beside(1, ContactPoint::end, -1), nullptr);
  for (const char* rule : {"road.semantic.road_lane_link_id", "road.lane.link.lanes_across_lane_sections",
                           "map.width_steps", "road.semantic.signal_object_lane_linkage"}) {
    EXPECT_EQ(kit::levels_found(rule, text), "") << rule;
  }
  // A link that is wrong is told all the same.
  kit::Road wrong = first;
  wrong.lanes.replace(wrong.lanes.find(R"(<successor id="1"/>)"), 18, R"(<successor id="2"/)");
  EXPECT_EQ(kit::levels_found("road.semantic.road_lane_link_id", kit::map_text(7, {wrong, second})), "E");
}

}  // namespace
}  // namespace scrutineer::map::rules
