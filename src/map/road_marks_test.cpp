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
         std::to_string(static_cast<int>(mark.s_end)) + (mark.line == MarkLine::solid ? " solid" : " broken") +
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
       {"-1 0-100 solid yellow wide"}},
      {"beyond the road", "", R"(<roadMark sOffset="200" type="solid"/>)", {}},
      {"no line", "", R"(<roadMark sOffset="0" type="botts dots"/>)", {}},
      {"nonsense", "", R"(<roadMark sOffset="x" type="solid" width="-4"/>)", {"-1 0-100 solid"}},
  };
  for (const auto& [name, centre, right, expected] : cases) {
    const std::string text = road_with(centre, right);
    const auto map = read_xodr(text, "t.xodr");
    ASSERT_TRUE(map) << name << ": " << to_string(map.problem());
    std::vector<std::string> found;
    for (const RoadMark& mark : read_road_marks(**map, text)) found.push_back(described(mark));
    EXPECT_EQ(found, expected) << name;
  }
}

TEST(RoadMarks, AreNoneWhereTheTextIsNoMap) {
  const auto map = read_xodr(road_with("", ""), "t.xodr");
  ASSERT_TRUE(map);
  for (const char* text : {"", "no map", "<OpenDRIVE><road", "\x1f\x8b"})
    EXPECT_TRUE(read_road_marks(**map, text).empty()) << text;
}

}  // namespace
}  // namespace scrutineer::map
