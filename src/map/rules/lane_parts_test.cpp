#include "map/rules/lane_parts.h"

#include <gmock/gmock.h>

#include "kit/rule_testing.h"
#include "map/read.h"

namespace scrutineer::map::rules {
namespace {

using kit::lane;
using kit::Road;
using kit::section;

Road road(std::string id, std::string link, const std::string& left, const std::string& right) {
  Road made;
  made.id = std::move(id);
  made.link = std::move(link);
  made.lanes = section(0.0, left, right);
  return made;
}

std::string before(const char* id) {
  return fmt::format(R"(<predecessor elementType="road" elementId="{}" contactPoint="end"/>)", id);
}
std::string after(const char* id) {
  return fmt::format(R"(<successor elementType="road" elementId="{}" contactPoint="start"/>)", id);
}

TEST(LaneParts, AreFoundWithAndWithoutDirections) {
  const std::string alone = lane(-1, "driving", 3.5), on = lane(-1, "driving", 3.5, R"(<successor id="-1"/>)"),
                    from = lane(-1, "driving", 3.5, R"(<predecessor id="-1"/>)"),
                    both = lane(-1, "driving", 3.5, R"(<predecessor id="-1"/><successor id="-1"/>)");
  struct Case {
    const char* name;
    std::vector<Road> roads;
    PartSizes parts, strong;
  };
  const Case cases[] = {
      {"one lane", {road("1", "", "", alone)}, {1}, {1}},
      {"no lane for vehicles", {road("1", "", "", lane(-1, "sidewalk", 2.0))}, {}, {}},
      {"two roads apart", {road("1", "", "", alone), road("2", "", "", alone)}, {1, 1}, {1, 1}},
      {"one road into another", {road("1", after("2"), "", on), road("2", before("1"), "", from)}, {2}, {1, 1}},
      {"a ring and a road apart",
       {road("1", before("2") + after("2"), "", both), road("2", before("1") + after("1"), "", both),
        road("3", "", "", alone)},
       {2, 1},
       {2, 1}},
      {"lanes beside each other", {road("1", "", "", alone + lane(-2, "driving", 3.5))}, {2}, {2}},
      {"lanes of opposite directions", {road("1", "", lane(1, "driving", 3.5), alone)}, {1, 1}, {1, 1}},
      {"a lane that is travelled both ways", {road("1", "", "", lane(-1, "bidirectional", 3.5))}, {1}, {1, 1}},
  };
  for (const Case& row : cases) {
    const auto map = read_xodr(kit::map_text(4, row.roads), "test.xodr");
    ASSERT_TRUE(map) << row.name << ": " << to_string(map.problem());
    EXPECT_EQ(parts_of_lanes(**map), row.parts) << row.name;
    EXPECT_EQ(strong_parts_of_lanes(**map), row.strong) << row.name;
  }
}

TEST(LaneParts, AreToldInShort) {
  struct Case {
    const char* name;
    PartSizes sizes;
    const char* text;
  };
  const Case cases[] = {
      {"none", {}, ""},
      {"one", {7}, "7"},
      {"some alike", {120, 3, 3, 1, 1, 1}, "120, 2 x 3, 3 x 1"},
      {"many", {20, 19, 18, 17, 16, 15, 14, 13, 12, 12, 1}, "20, 19, 18, 17, 16, 15, 14, 13, and 3 smaller ones"},
  };
  for (const Case& row : cases) EXPECT_EQ(to_text(row.sizes), row.text) << row.name;
}

}  // namespace
}  // namespace scrutineer::map::rules
