#include "map/road_marks.h"

#include <gtest/gtest.h>

#include <string>

#include "kit/data.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

std::string road_with(const std::string& centre_marks, const std::string& right_marks) {
  return R"(<OpenDRIVE><header revMajor="1" revMinor="7"/>
<road id="1" length="100" junction="-1"><planView><geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry></planView>
<lanes><laneSection s="0"><center><lane id="0" type="none">)" +
         centre_marks +
         R"(</lane></center><right><lane id="-1" type="driving"><width sOffset="0" a="3.5" b="0" c="0" d="0"/>)" +
         right_marks + R"(</lane></right></laneSection></lanes></road></OpenDRIVE>)";
}

std::string described(const RoadMark& mark) {
  return std::to_string(mark.lane_number) + " " + std::to_string(static_cast<int>(mark.s_begin)) + "-" +
         std::to_string(static_cast<int>(mark.s_end)) + " " + std::string(to_string(mark.type)) +
         (mark.colour == MarkColour::yellow ? " yellow" : "") + (mark.width > 0.2 ? " wide" : "");
}

TEST(RoadMarks, AreReadFromTheFile) {
  struct Case {
    const char *name, *centre, *right;
    std::vector<std::string> expected;
  };
  const Case cases[] = {
      {"none", "", "", {}},
      {"both",
       R"(<roadMark sOffset="0" type="broken"/>)",
       R"(<roadMark sOffset="0" type="solid"/>)",
       {"0 0-100 broken", "-1 0-100 solid"}},
      {"one after the other",
       "",
       R"(<roadMark sOffset="0" type="solid"/><roadMark sOffset="40" type="broken"/>)",
       {"-1 0-40 solid", "-1 40-100 broken"}},
      {"in any order",
       "",
       R"(<roadMark sOffset="40" type="broken"/><roadMark sOffset="0" type="solid"/>)",
       {"-1 0-40 solid", "-1 40-100 broken"}},
      {"a pause", "", R"(<roadMark sOffset="0" type="solid"/><roadMark sOffset="40" type="none"/>)", {"-1 0-40 solid"}},
      {"double",
       "",
       R"(<roadMark sOffset="0" type="solid broken" color="yellow" width="0.3"/>)",
       {"-1 0-100 solid_broken yellow wide"}},
      {"beyond the road", "", R"(<roadMark sOffset="200" type="solid"/>)", {}},
      {"no line", "", R"(<roadMark sOffset="0" type="botts dots"/>)", {"-1 0-100 botts_dots"}},
      {"a word of somebody's own", "", R"(<roadMark sOffset="0" type="zigzag"/>)", {"-1 0-100 other"}},
      {"nonsense", "", R"(<roadMark sOffset="x" type="solid" width="-4"/>)", {"-1 0-100 solid"}},
  };
  for (const auto& [name, centre, right, expected] : cases) {
    const std::string text = road_with(centre, right);
    const auto map = read_xodr(text, "t.xodr");
    ASSERT_TRUE(map) << name << ": " << to_string(map.problem());
    std::vector<std::string> found;
    for (const RoadMark& mark : road_marks(**map)) found.push_back(described(mark));
    EXPECT_EQ(found, expected) << name;
  }
}

// Left lanes 1 and 2, right lanes -1 and -2, each border with a mark of its own.
std::string four_lanes() {
  const auto lane = [](int number, const char* mark) {
    return "<lane id='" + std::to_string(number) + "' type='driving'><width sOffset='0' a='3.5' b='0' c='0' d='0'/>" +
           "<roadMark sOffset='0' type='" + mark + "'/></lane>";
  };
  return R"(<OpenDRIVE><header revMajor="1" revMinor="7"/>
<road id="1" length="100" junction="-1"><planView><geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry></planView>
<lanes><laneSection s="0"><left>)" +
         lane(2, "curb") + lane(1, "broken") +
         R"(</left><center><lane id="0" type="none"><roadMark sOffset="0" type="solid solid"/><roadMark sOffset="50" type="broken"/></lane></center><right>)" +
         lane(-1, "broken broken") + lane(-2, "solid") + "</right></laneSection></lanes></road></OpenDRIVE>";
}

TEST(RoadMarks, AreAskedBesideALaneAsItIsDriven) {
  struct Case {
    const char* name;
    int lane;
    bool along_s;
    double s;
    DriversSide side;
    std::string_view expected;
  };
  const Case cases[] = {
      {"right lane, inner border", -1, true, 10.0, DriversSide::left, "solid_solid"},
      {"right lane, later", -1, true, 60.0, DriversSide::left, "broken"},
      {"right lane, outer border", -1, true, 10.0, DriversSide::right, "broken_broken"},
      {"outer right lane, inner border", -2, true, 10.0, DriversSide::left, "broken_broken"},
      {"outer right lane, outer border", -2, true, 10.0, DriversSide::right, "solid"},
      {"outer right lane, driven the other way", -2, false, 10.0, DriversSide::left, "solid"},
      {"left lane, inner border", 1, false, 10.0, DriversSide::left, "solid_solid"},
      {"left lane, outer border", 1, false, 10.0, DriversSide::right, "broken"},
      {"outer left lane, inner border", 2, false, 10.0, DriversSide::left, "broken"},
      {"outer left lane, outer border", 2, false, 10.0, DriversSide::right, "curb"},
  };
  const auto map = read_xodr(four_lanes(), "t.xodr");
  ASSERT_TRUE(map) << to_string(map.problem());
  for (const Case& c : cases) {
    LaneId lane;
    for (std::size_t i = 0; i < (*map)->lanes().size(); ++i)
      if ((*map)->lanes()[i].number == c.lane) lane = LaneId(i);
    const LaneMarkRecord* mark = mark_beside(**map, {lane, c.along_s}, c.s, c.side);
    ASSERT_NE(mark, nullptr) << c.name;
    EXPECT_EQ(to_string(mark->type), c.expected) << c.name;
  }
}

TEST(RoadMarks, OfAMapThatSaysNothingAreNull) {
  const auto map = read_xodr(road_with("", R"(<roadMark sOffset="20" type="solid"/>)"), "t.xodr");
  ASSERT_TRUE(map);
  EXPECT_EQ(mark_beside(**map, {LaneId(0), true}, 50.0, DriversSide::left), nullptr);
  EXPECT_EQ(mark_beside(**map, {LaneId(0), true}, 10.0, DriversSide::right), nullptr) << "before the first one";
  EXPECT_NE(mark_beside(**map, {LaneId(0), true}, 20.0, DriversSide::right), nullptr);
}

}  // namespace
}  // namespace scrutineer::map
