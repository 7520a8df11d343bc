// Files that are refused, with the whole message, and files that are odd, with the warning.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/data.h"
#include "kit/xodr_text.h"
#include "map/detail/limits.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

using kit::lane_text;
using kit::right_section_text;
using kit::xodr;

std::string problem_of(const std::string& text) {
  const Result<Document> document = read_document(text, "x.xodr");
  return document ? "no problem" : to_string(document.problem());
}

std::vector<std::string> warnings_of(const std::string& text) {
  Result<Document> document = read_document(text, "x.xodr");
  if (!document) return {"problem: " + to_string(document.problem())};
  return document->warnings;
}

const std::string kGeometry = R"(<geometry s="0" x="0" y="0" hdg="0" length="100">)";
const std::string kWidth = R"(<width sOffset="0" a="3" b="0" c="0" d="0"/>)";

std::string border_text(int lane, const std::string& t) {
  return lane_text(lane, "<border sOffset='0' a='" + t + "' b='0' c='0' d='0'/>");
}

TEST(ReadProblems, TextThatIsNoOpenDrive) {
  struct Case {
    const char* name;
    std::string text;
    const char* message;
  };
  const Case cases[] = {
      {"empty", "", "x.xodr: is empty, wanted an OpenDRIVE file"},
      {"blank", " \n\t\n", "x.xodr: is empty, wanted an OpenDRIVE file"},
      {"words", "hello\nworld", "x.xodr:1: is not XML: there is no element in it"},
      {"JSON", R"({"roads": []})", "x.xodr:1: is not XML: there is no element in it"},
      {"bytes", std::string("\x89PNG\r\n\x1a\n\0\0\0", 11), "x.xodr:1: is not XML: there is no element in it"},
      {"only a declaration", "<?xml version=\"1.0\"?>\n", "x.xodr:1: is not XML: there is no element in it"},
      {"truncated in a tag", "<OpenDRIVE>\n<road id=\"1\"\nlen",
       "x.xodr:3: is not complete XML: it ends before all elements are closed (truncated?)"},
      {"truncated between tags", "<OpenDRIVE>\n<road>\n</road>\n",
       "x.xodr:3: is not complete XML: it ends before all elements are closed (truncated?)"},
      {"tags that do not match", "<OpenDRIVE>\n<road>\n</raod>\n</OpenDRIVE>",
       "x.xodr:3: is not well-formed XML: a closing tag is not that of the element which is open"},
      {"an attribute without quotes", "<OpenDRIVE>\n<road id=1></road>\n</OpenDRIVE>",
       "x.xodr:2: is not well-formed XML: an attribute is not written as name=\"value\""},
      {"other XML", "\n<svg/>", "x.xodr:2: not an OpenDRIVE file: the root element is <svg>, wanted <OpenDRIVE>"},
      {"no roads", "<OpenDRIVE>\n<header/>\n</OpenDRIVE>", "x.xodr:1: has no <road>: there is nothing to evaluate"},
  };
  for (const Case& c : cases) EXPECT_EQ(problem_of(c.text), c.message) << c.name;
}

TEST(ReadProblems, RoadsThatCannotBeEvaluated) {
  struct Case {
    const char* name;
    kit::XodrText parts;
    const char* message;
  };
  const Case cases[] = {
      {"no id", {.road = R"(length="100" junction="-1")"}, R"(x.xodr:3: road: attribute id is missing)"},
      {"no length", {.road = R"(id="1" junction="-1")"}, R"(x.xodr:3: road "1": attribute length is missing)"},
      {"length is a word",
       {.road = R"(id="1" length="long")"},
       R"(x.xodr:3: road "1": attribute length must be a number, found "long")"},
      {"length with a comma",
       {.road = R"(id="1" length="1,5")"},
       R"(x.xodr:3: road "1": attribute length must be a number, found "1,5")"},
      {"length 0",
       {.road = R"(id="1" length="0")"},
       R"(x.xodr:3: road "1": length must be above 0 m and at most 1000000 m, found 0 m)"},
      {"length below 0",
       {.road = R"(id="1" length="-3")"},
       R"(x.xodr:3: road "1": length must be above 0 m and at most 1000000 m, found -3 m)"},
      {"length beyond the planet",
       {.road = R"(id="1" length="4e7")"},
       R"(x.xodr:3: road "1": length must be above 0 m and at most 1000000 m, found 40000000 m)"},
      {"length NaN",
       {.road = R"(id="1" length="nan")"},
       R"(x.xodr:3: road "1": attribute length must be a number, found "nan")"},
      {"the same id twice",
       {.after = R"(<road id="1" length="5"/>)"},
       R"(x.xodr:13: road "1": the id is used twice, first in line 3)"},
      {"link to nothing",
       {.link = R"(<predecessor elementType="road"/>)"},
       R"(x.xodr:4: road "1", predecessor: attribute elementId is missing)"},
      {"type without s", {.type = R"(<type type="town"/>)"}, R"(x.xodr:5: road "1", type: attribute s is missing)"},
      {"types out of order",
       {.type = R"(<type s="5" type="town"/><type s="0" type="rural"/>)"},
       R"(x.xodr:5: road "1", type at s 0: s must ascend, but the type before begins at 5)"},
      {"speed without max",
       {.type = R"(<type s="0" type="town"><speed unit="mph"/></type>)"},
       R"(x.xodr:5: road "1", type at s 0, speed: attribute max is missing)"},
      {"an id that is long",
       {.road = R"(id="123456789012345678901234567890123456789012345" length="-1")"},
       R"(x.xodr:3: road "1234567890123456789012345678901234567890...": length must be above 0 m and at most 1000000 m, found -1 m)"},
  };
  for (const Case& c : cases) EXPECT_EQ(problem_of(xodr(c.parts)), c.message) << c.name;
}

TEST(ReadProblems, GeometryThatCannotBe) {
  struct Case {
    const char* name;
    std::string plan_view;
    const char* message;
  };
  const Case cases[] = {
      {"none at all", "", R"(x.xodr:3: road "1": has no geometry in <planView>: there is no reference line)"},
      {"no shape", kGeometry + "</geometry>",
       R"(x.xodr:6: road "1", geometry at s 0: wanted one of line, arc, spiral, poly3 and paramPoly3, found none)"},
      {"a shape of another standard", kGeometry + "<clothoid/></geometry>",
       R"(x.xodr:6: road "1", geometry at s 0: wanted one of line, arc, spiral, poly3 and paramPoly3, found none)"},
      {"two shapes", kGeometry + R"(<line/><arc curvature="0.1"/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s 0, arc: a geometry has one shape, found another)"},
      {"no x", R"(<geometry s="0" y="0" hdg="0" length="100"><line/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s 0: attribute x is missing)"},
      {"y is NaN", R"(<geometry s="0" x="0" y="NaN" hdg="0" length="100"><line/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s 0: attribute y must be a number, found "NaN")"},
      {"heading is infinite", R"(<geometry s="0" x="0" y="0" hdg="-inf" length="100"><line/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s 0: attribute hdg must be a number, found "-inf")"},
      {"heading overflows", R"(<geometry s="0" x="0" y="0" hdg="1e999" length="100"><line/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s 0: attribute hdg must be a number, found "1e999")"},
      {"heading is absurd", R"(<geometry s="0" x="0" y="0" hdg="1e99" length="100"><line/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s 0: attribute hdg must be within +-1e+20, found "1e99")"},
      {"off the planet", R"(<geometry s="0" x="2e8" y="-1" hdg="0" length="100"><line/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s 0: x and y must be within +-100000000 m, found 200000000 and -1)"},
      {"length below 0", R"(<geometry s="0" x="0" y="0" hdg="0" length="-0.5"><line/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s 0: length must be above 0 m and at most 1000000 m, found -0.5 m)"},
      {"s below 0", R"(<geometry s="-0.1" x="0" y="0" hdg="0" length="100"><line/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s -0.1: s must not be below 0)"},
      {"s out of order",
       R"(<geometry s="0" x="0" y="0" hdg="0" length="50"><line/></geometry><geometry s="50" x="50" y="0" hdg="0" length="50"><line/></geometry><geometry s="49" x="50" y="0" hdg="0" length="50"><line/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s 49: s must ascend, but the geometry before begins at 50)"},
      {"arc without curvature", kGeometry + "<arc/></geometry>",
       R"(x.xodr:6: road "1", geometry at s 0, arc: attribute curvature is missing)"},
      {"arc that never ends", kGeometry + R"(<arc curvature="100"/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s 0, arc: must turn by at most 1000 rad, found 10000 rad)"},
      {"spiral that winds up", kGeometry + R"(<spiral curvStart="0" curvEnd="-50"/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s 0, spiral: must turn by at most 1000 rad, found 5000 rad)"},
      {"poly3 that flies away", kGeometry + R"(<poly3 a="0" b="0" c="0" d="5"/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s 0, poly3: must stay within 1000000 m of the geometry's start, found 5000000 m)"},
      {"paramPoly3 without dV",
       kGeometry + R"(<paramPoly3 aU="0" bU="1" cU="0" dU="0" aV="0" bV="0" cV="0" pRange="normalized"/></geometry>)",
       R"(x.xodr:6: road "1", geometry at s 0, paramPoly3: attribute dV is missing)"},
      {"elevation NaN",
       kGeometry + "<line/></geometry></planView><elevationProfile><elevation s=\"0\" a=\"nan\" b=\"0\" c=\"0\" "
                   "d=\"0\"/></elevationProfile><planView>",
       R"(x.xodr:6: road "1", elevation at s 0: attribute a must be a number, found "nan")"},
  };
  for (const Case& c : cases) EXPECT_EQ(problem_of(xodr({.plan_view = c.plan_view})), c.message) << c.name;
}

TEST(ReadProblems, LanesThatCannotBe) {
  struct Case {
    const char* name;
    std::string sections;
    const char* message;
  };
  const std::string lane = lane_text(-1, kWidth);
  const Case cases[] = {
      {"no section", "", R"(x.xodr:3: road "1": has no <laneSection>: there are no lanes)"},
      {"section without s", right_section_text(lane, ""),
       R"(x.xodr:10: road "1", laneSection: attribute s is missing)"},
      {"sections out of order", right_section_text(lane, "s='7'") + right_section_text(lane, "s='3'"),
       R"(x.xodr:10: road "1", laneSection at s 3: s must ascend, but the laneSection before begins at 7)"},
      {"lane without number", right_section_text("<lane type='driving'/>"),
       R"(x.xodr:10: road "1", laneSection at s 0, lane: attribute id is missing)"},
      {"lane number with a fraction", right_section_text("<lane id='-1.5' type='driving'/>"),
       R"(x.xodr:10: road "1", laneSection at s 0, lane -1.5: attribute id must be a whole number, found "-1.5")"},
      {"lane number out of all bounds", right_section_text("<lane id='-99999999999' type='driving'/>"),
       R"(x.xodr:10: road "1", laneSection at s 0, lane -99999999999: attribute id must be a whole number, found "-99999999999")"},
      {"the same lane twice", right_section_text(lane + lane),
       R"(x.xodr:10: road "1", laneSection at s 0: lane -1 is there twice)"},
      {"width NaN", right_section_text(lane_text(-1, R"(<width sOffset="0" a="NaN" b="0" c="0" d="0"/>)"), "s='5'"),
       R"(x.xodr:10: road "1", laneSection at s 5, lane -1, width at sOffset 0: attribute a must be a number, found "NaN")"},
      {"widths out of order",
       right_section_text(lane_text(
           -1, kWidth + R"(<width sOffset="9" a="3" b="0" c="0" d="0"/><width sOffset="8" a="3" b="0" c="0" d="0"/>)")),
       R"(x.xodr:10: road "1", laneSection at s 0, lane -1, width at sOffset 8: sOffset must ascend, but the width before begins at 9)"},
      {"width before its section",
       right_section_text(lane_text(-1, R"(<width sOffset="-1" a="3" b="0" c="0" d="0"/>)"), "s='5'"),
       R"(x.xodr:10: road "1", laneSection at s 5, lane -1, width at sOffset -1: sOffset must not be below 0)"},
      {"a lane as wide as a lake",
       right_section_text(lane_text(-1, R"(<width sOffset="0" a="3" b="20" c="0" d="0"/>)")),
       R"(x.xodr:10: road "1", laneSection at s 0, lane -1: the width must stay within +-1000 m, found 2003 m)"},
      {"borders with both signs", right_section_text(border_text(-2, "7") + border_text(-1, "-3.5")),
       R"(x.xodr:10: road "1", laneSection at s 0: lane -2: its border lies on the other side of the road, 7 m from lane 0)"},
      {"a border as far", right_section_text(lane_text(-1, R"(<border sOffset="0" a="-1001" b="0" c="0" d="0"/>)")),
       R"(x.xodr:10: road "1", laneSection at s 0, lane -1: the border must stay within +-1000 m, found -1001 m)"},
      {"lane link to a word", right_section_text(lane_text(-1, kWidth + "<link><successor id='left'/></link>")),
       R"(x.xodr:10: road "1", laneSection at s 0, lane -1, successor "left": attribute id must be a whole number, found "left")"},
      {"lane speed out of order",
       right_section_text(lane_text(-1, kWidth + "<speed sOffset='5' max='1'/><speed sOffset='4' max='1'/>")),
       R"(x.xodr:10: road "1", laneSection at s 0, lane -1, speed at sOffset 4: sOffset must ascend, but the speed before begins at 5)"},
  };
  for (const Case& c : cases) EXPECT_EQ(problem_of(xodr({.sections = c.sections})), c.message) << c.name;

  std::string many;
  for (int i = 1; i <= detail::kMaxLanesInSection + 1; ++i) many += lane_text(-i, kWidth);
  EXPECT_EQ(problem_of(xodr({.sections = right_section_text(many)})),
            R"(x.xodr:10: road "1", laneSection at s 0, lane -257: a section must have at most 256 lanes)");
  EXPECT_EQ(problem_of(xodr({.lane_offset = R"(<laneOffset s="0" a="0" b="11" c="0" d="0"/>)"})),
            R"(x.xodr:9: road "1", laneOffset at s 0: the lane offset must stay within +-1000 m, found 1100 m)");
}

TEST(ReadProblems, ReadsSoManyRoadsAndNoMore) {
  const auto with_roads = [](std::size_t count) {
    std::string text = "<OpenDRIVE>\n";
    for (std::size_t i = 0; i < count; ++i) text += "<road/>";
    return problem_of(text + "</OpenDRIVE>");
  };
  EXPECT_EQ(with_roads(detail::kMaxRoads), "x.xodr:2: road: attribute length is missing");
  EXPECT_EQ(with_roads(detail::kMaxRoads + 1), "x.xodr:1: has 1000001 roads; a file must have at most 1000000");
}

TEST(ReadProblems, TheRest) {
  struct Case {
    const char* name;
    kit::XodrText parts;
    const char* message;
  };
  const Case cases[] = {
      {"signal without s",
       {.signals = R"(<signal id="7" t="1"/>)"},
       R"(x.xodr:12: road "1", signal "7": attribute s is missing)"},
      {"signal at NaN",
       {.signals = R"(<signal id="7" s="1" t="nan"/>)"},
       R"(x.xodr:12: road "1", signal "7" at s 1: attribute t must be a number, found "nan")"},
      {"validity of a word",
       {.signals = R"(<signal id="7" s="1" t="1"><validity fromLane="a" toLane="1"/></signal>)"},
       R"(x.xodr:12: road "1", signal "7" at s 1, validity: attribute fromLane must be a whole number, found "a")"},
      {"reference to no signal",
       {.signals = R"(<signalReference s="1" t="1" orientation="+"/>)"},
       R"(x.xodr:12: road "1", signalReference at s 1: attribute id is missing)"},
      {"object without t",
       {.objects = R"(<object id="7" s="1"/>)"},
       R"(x.xodr:11: road "1", object "7" at s 1: attribute t is missing)"},
      {"junction without id", {.after = "<junction/>"}, "x.xodr:13: junction: attribute id is missing"},
      {"two junctions with the same id",
       {.after = "<junction id='3'/>\n<junction id='3'/>"},
       R"(x.xodr:14: junction "3": the id is used twice, first in line 13)"},
      {"lane link without to",
       {.after = "<junction id='3'><connection id='0' incomingRoad='1' connectingRoad='2' "
                 "contactPoint='start'><laneLink from='1'/></connection></junction>"},
       R"(x.xodr:13: junction "3", connection "0", laneLink: attribute to is missing)"},
      {"boundary of another kind",
       {.after = "<junction id='3'><boundary><segment type='curve' roadId='1'/></boundary></junction>"},
       R"(x.xodr:13: junction "3", segment: type must be lane or joint, found "curve")"},
      {"controller of nothing",
       {.after = "<controller id='3'><control/></controller>"},
       R"(x.xodr:13: controller "3", control: attribute signalId is missing)"},
      {"header offset without y",
       {.header = "<header revMajor='1' revMinor='6'><offset x='1'/></header>"},
       "x.xodr:2: offset: attribute y is missing"},
  };
  for (const Case& c : cases) EXPECT_EQ(problem_of(xodr(c.parts)), c.message) << c.name;
}

// ---- odd, but readable ----------------------------------------------------------------------------------------------

TEST(ReadWarnings, SayWhatWasOddAndWhatWasMadeOfIt) {
  using testing::ElementsAre;
  struct Case {
    const char* name;
    kit::XodrText parts;
    const char* warning;
  };
  const std::string lane = lane_text(-1, kWidth);
  const Case cases[] = {
      {"no header", {.header = ""}, "x.xodr:1: has no <header>: the version of the standard is not known"},
      {"version of words",
       {.header = "<header revMajor='1' revMinor='seven'/>"},
       R"(x.xodr:2: header: revMajor "1" and revMinor "seven" are no version of OpenDRIVE: read as 1.9)"},
      {"version to come",
       {.header = "<header revMajor='2' revMinor='0'/>"},
       "x.xodr:2: header: OpenDRIVE 2.0 is read as far as it agrees with 1.1 to 1.9"},
      {"extent of words",
       {.header = "<header revMajor='1' revMinor='6' north='up'/>"},
       R"(x.xodr:2: header: attribute north should be a number, found "up": ignored)"},
      {"rule of another place",
       {.road = "id='1' length='100' rule='middle'"},
       R"(x.xodr:3: road "1": rule should be RHT or LHT, found "middle": taken as RHT)"},
      {"include",
       {.type = "<include file='other.xodr'/>"},
       R"(x.xodr:5: road "1", include: the file "other.xodr" is not read)"},
      {"link without a contact point",
       {.link = "<successor elementType='road' elementId='2'/>"},
       R"(x.xodr:4: road "1", successor: contactPoint is missing: the link cannot be followed)"},
      {"link to something else",
       {.link = "<successor elementType='rail' elementId='2' contactPoint='end'/>"},
       R"(x.xodr:4: road "1", successor: elementType should be road or junction, found "rail": taken as road)"},
      {"two successors",
       {.link = "<successor elementType='road' elementId='2' contactPoint='end'/><successor elementType='road' "
                "elementId='3' contactPoint='end'/>"},
       R"(x.xodr:4: road "1", successor: a road has one successor: this one replaces the one before)"},
      {"type beyond the end",
       {.type = "<type s='0' type='town'/><type s='100.5' type='rural'/>"},
       R"(x.xodr:5: road "1", type at s 100.5: lies beyond the road's end at s 100)"},
      {"speed below 0",
       {.type = "<type s='0' type='town'><speed max='-1'/></type>"},
       R"(x.xodr:5: road "1", type at s 0, speed: max should be a speed, "no limit" or "undefined", found "-1": taken as undefined)"},
      {"speed in knots",
       {.type = "<type s='0' type='town'><speed max='5' unit='kn'/></type>"},
       R"(x.xodr:5: road "1", type at s 0, speed: unit should be m/s, km/h or mph, found "kn": the speed is taken as undefined)"},
      {"geometry of 0 m",
       {.plan_view =
            R"(<geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry><geometry s="100" x="100" y="0" hdg="0" length="0"><line/></geometry>)"},
       R"(x.xodr:6: road "1", geometry at s 100: left out: it is 0 m long)"},
      {"geometry that begins late",
       {.plan_view = R"(<geometry s="5" x="0" y="0" hdg="0" length="95"><line/></geometry>)"},
       R"(x.xodr:3: road "1": the first geometry begins at s 5, wanted 0)"},
      {"paramPoly3 without pRange",
       {.plan_view =
            kGeometry + R"(<paramPoly3 aU="0" bU="100" cU="0" dU="0" aV="0" bV="0" cV="0" dV="0"/></geometry>)"},
       R"(x.xodr:6: road "1", geometry at s 0, paramPoly3: pRange should be arcLength or normalized, found "": taken as normalized)"},
      {"two elevations at one place",
       {.elevation = R"(<elevation s="0" a="0" b="0" c="0" d="0"/><elevation s="0" a="1" b="0" c="0" d="0"/>)"},
       R"(x.xodr:7: road "1", elevation at s 0: replaces the elevation before, which begins at the same s)"},
      {"superelevation beyond the end",
       {.lateral = R"(<superelevation s="101" a="0" b="0" c="0" d="0"/>)"},
       R"(x.xodr:8: road "1", superelevation at s 101: lies beyond the road's end at s 100)"},
      {"section beyond the end",
       {.sections = right_section_text(lane) + right_section_text(lane, "s='100'")},
       R"(x.xodr:10: road "1", laneSection at s 100: left out: the road ends at s 100)"},
      {"sections at one place",
       {.sections = right_section_text(lane) + right_section_text(lane)},
       R"(x.xodr:10: road "1", laneSection at s 0: replaces the laneSection before, which begins at the same s)"},
      {"lanes that begin late",
       {.sections = right_section_text(lane, "s='2'")},
       R"(x.xodr:3: road "1": the first laneSection begins at s 2, wanted 0: there are no lanes before)"},
      {"lane on the wrong side",
       {.sections = right_section_text(lane_text(1, kWidth))},
       R"(x.xodr:10: road "1", laneSection at s 0, lane 1: stands in <right>, but its number says the other side, which is taken)"},
      {"lane 0 at the side",
       {.sections = right_section_text(lane + lane_text(0, ""))},
       R"(x.xodr:10: road "1", laneSection at s 0, lane 0: left out: lane 0 belongs into <center>)"},
      {"gaps in lane numbers",
       {.sections = right_section_text(lane + lane_text(-3, kWidth))},
       R"(x.xodr:10: road "1", laneSection at s 0: lanes are not numbered without gaps: found -3, -1)"},
      {"lane type of its own",
       {.sections = right_section_text("<lane id='-1' type='flying'>" + kWidth + "</lane>")},
       R"(x.xodr:10: road "1", laneSection at s 0, lane -1: type "flying" is none of the standard's lane types)"},
      {"lane without width",
       {.sections = right_section_text(lane_text(-1, ""))},
       R"(x.xodr:10: road "1", laneSection at s 0, lane -1: has no <width>: taken as 0 m wide)"},
      {"lane whose width begins late",
       {.sections = right_section_text(lane_text(-1, R"(<width sOffset="4" a="3" b="0" c="0" d="0"/>)"), "s='0'")},
       R"(x.xodr:10: road "1", laneSection at s 0, lane -1: the first width begins at sOffset 4, wanted 0: taken as 0 m before)"},
      {"borders of right lanes as distances",
       {.sections = right_section_text(border_text(-2, "7") + border_text(-1, "3.5"))},
       R"(x.xodr:10: road "1", laneSection at s 0: the borders of its right lanes lie on the other side of the road: taken as distances)"},
      {"borders in the wrong order",
       {.sections = right_section_text(border_text(-2, "-3") + border_text(-1, "-7"))},
       R"(x.xodr:10: road "1", laneSection at s 0: lane -2: the width at s 0 is -4 m)"},
      {"a border that crosses the one within",
       {.sections = right_section_text(lane_text(-2, R"(<border sOffset="0" a="-4" b="0.02" c="0" d="0"/>)") +
                                       border_text(-1, "-3"))},
       R"(x.xodr:10: road "1", laneSection at s 0: lane -2: the width at s 100 is -1 m)"},
      {"width and border",
       {.sections = right_section_text(lane_text(-1, kWidth + R"(<border sOffset="0" a="-3" b="0" c="0" d="0"/>)"))},
       R"(x.xodr:10: road "1", laneSection at s 0, lane -1: has <width> and <border>: <border> is ignored)"},
      {"level of a word",
       {.sections = right_section_text("<lane id='-1' type='driving' level='high'>" + kWidth + "</lane>")},
       R"(x.xodr:10: road "1", laneSection at s 0, lane -1: attribute level should be true or false, found "high": taken as false)"},
      {"direction of a word",
       {.sections = right_section_text("<lane id='-1' type='driving' direction='up'>" + kWidth + "</lane>")},
       R"(x.xodr:10: road "1", laneSection at s 0, lane -1: direction should be standard, reversed or both, found "up": taken as standard)"},
      {"access rule of a word",
       {.sections = right_section_text(lane_text(-1, kWidth + "<access sOffset='0' rule='maybe' restriction='bus'/>"))},
       R"(x.xodr:10: road "1", laneSection at s 0, lane -1, access at sOffset 0: rule should be allow or deny, found "maybe": taken as deny)"},
      {"temporary layer",
       {.sections = right_section_text(lane) + "</lanes><lanes layer='temporary'>"},
       R"(x.xodr:10: road "1", lanes: the temporary layer is not read)"},
      {"signal beyond the end",
       {.signals = "<signal id='7' s='100.02' t='0'/>"},
       R"(x.xodr:12: road "1", signal "7" at s 100.02: lies beyond the road's end at s 100)"},
      {"signal before the start",
       {.signals = "<signal id='7' s='-0.02' t='0'/>"},
       R"(x.xodr:12: road "1", signal "7" at s -0.02: lies before the road's start)"},
      {"signal value of words",
       {.signals = "<signal id='7' s='1' t='0' value='fifty'/>"},
       R"(x.xodr:12: road "1", signal "7" at s 1: attribute value should be a number, found "fifty": ignored)"},
      {"orientation of words",
       {.signals = "<signal id='7' s='1' t='0' orientation='up'/>"},
       R"(x.xodr:12: road "1", signal "7" at s 1: orientation should be +, - or none, found "up": taken as none)"},
      {"junction of another kind",
       {.after = "<junction id='3' type='spiral'/>"},
       R"(x.xodr:13: junction "3": type should be default, direct, virtual or crossing, found "spiral": taken as default)"},
      {"connection without contact point",
       {.after = "<junction id='3'><connection id='0' incomingRoad='1' connectingRoad='1'/></junction>"},
       R"(x.xodr:13: junction "3", connection "0": attribute contactPoint is missing: taken as start)"},
      {"connection to nothing",
       {.after = "<junction id='3'><connection id='0' incomingRoad='1' contactPoint='end'/></junction>"},
       R"(x.xodr:13: junction "3", connection "0": attribute connectingRoad is missing)"},
  };
  for (const Case& c : cases) EXPECT_THAT(warnings_of(xodr(c.parts)), ElementsAre(c.warning)) << c.name;
}

// Of roads, lanes and signals that are not there: seen when all of the file is known.
TEST(ReadWarnings, OfTheWholeNetworkSayWhereToo) {
  struct Case {
    const char* name;
    kit::XodrText parts;
    const char* warning;
  };
  const std::string junction =
      "<junction id='3'>\n<connection id='0' incomingRoad='1' connectingRoad='1' "
      "contactPoint='start'>\n";
  const Case cases[] = {
      {"a road that is not there",
       {.link = "<successor elementType='road' elementId='9' contactPoint='start'/>"},
       R"(x.xodr:4: road "1": its successor is road "9", which the file does not have)"},
      {"a junction that is not there",
       {.link = "<predecessor elementType='junction' elementId='9'/>"},
       R"(x.xodr:4: road "1": its predecessor is junction "9", which the file does not have)"},
      {"of a junction that is not there",
       {.road = R"(name="" length="100" id="1" junction="9")"},
       R"(x.xodr:3: road "1": belongs to junction "9", which the file does not have)"},
      {"a connection over a road that is not there",
       {.after = "<junction id='3'>\n<connection id='0' incomingRoad='1' connectingRoad='9' contactPoint='start'/>"
                 "</junction>"},
       R"(x.xodr:14: junction "3": connection "0" names road "9", which the file does not have)"},
      {"a lane link of a road that does not lead there",
       {.after = junction + "<laneLink from='-1' to='-1'/></connection></junction>"},
       R"(x.xodr:14: junction "3": incoming road "1" does not lead to it at either end)"},
      {"a lane linked to nothing",
       {.sections = right_section_text(lane_text(-1, "<link><successor id='-1'/></link>" + kWidth))},
       R"(x.xodr:10: road "1", lane -1: names a successor lane, but the road is linked to nothing at its end)"},
      {"a signal that is not there",
       {.after = "<controller id='5'>\n<control signalId='9'/></controller>"},
       R"(x.xodr:13: controller "5": controls signal "9", which the file does not have)"},
      {"a curve that is longer",
       {.plan_view =
            kGeometry + R"(<paramPoly3 aU="0" bU="120" cU="0" dU="0" aV="0" bV="0" cV="0" dV="0"/></geometry>)"},
       R"(x.xodr:3: road "1": the curve at s 0.000 is 120.000 m long, its length attribute says 100.000 m; s is stretched to fit)"},
  };
  for (const Case& c : cases) {
    const auto map = read_xodr(xodr(c.parts), "x.xodr");
    ASSERT_TRUE(map) << c.name << ": " << to_string(map.problem());
    EXPECT_THAT((*map)->warnings(), testing::Contains(c.warning)) << c.name;
  }
}

TEST(ReadWarnings, ASoundFileHasNone) { EXPECT_THAT(warnings_of(xodr()), testing::IsEmpty()); }

TEST(ReadWarnings, AreSaidOnceForAWordThatRepeats) {
  const std::string lanes =
      "<lane id='-1' type='flying'>" + kWidth + "</lane><lane id='-2' type='flying'>" + kWidth + "</lane>";
  EXPECT_EQ(warnings_of(xodr({.sections = right_section_text(lanes)})).size(), 1u);
}

TEST(ReadWarnings, AreOnlyCountedAboveTenThousand) {
  std::string signals;
  for (std::size_t i = 0; i < detail::kMaxWarnings + 5; ++i) signals += "<signal id='1' s='200' t='0'/>";
  const std::vector<std::string> warnings = warnings_of(xodr({.signals = signals}));
  ASSERT_EQ(warnings.size(), detail::kMaxWarnings + 1);
  EXPECT_EQ(warnings.back(), "x.xodr: 5 more warnings are left out");
}

TEST(ReadWarnings, NameTheLowestWidthBelowZero) {
  struct Case {
    const char* name;
    std::string widths;
    std::string warning;  // after road, section and lane; empty: none
  };
  const Case cases[] = {
      {"just above the limit", R"(<width sOffset="0" a="-0.00009" b="0" c="0" d="0"/>)", ""},
      {"just below", R"(<width sOffset="0" a="-0.00011" b="0" c="0" d="0"/>)", "the width at s 20 is -0.0001 m"},
      {"at the end", R"(<width sOffset="0" a="3" b="-0.05" c="0" d="0"/>)", "the width at s 100 is -1 m"},
      // 3 - 0.2 ds + 0.002 ds^2 is lowest at ds 50: -2.
      {"in the middle", R"(<width sOffset="0" a="3" b="-0.2" c="0.002" d="0"/>)", "the width at s 70 is -2 m"},
      // ds (ds - 30)^2 / 4000 - 0.1 touches 0 from above at ds 0 and 30, moved down by 0.1.
      {"where a cubic turns",
       R"(<width sOffset="0" a="1.9" b="0.225" c="-0.015" d="0.00025"/><width sOffset="1" a="0.5" b="0" c="-0.03" d="0.0005"/>)",
       "the width at s 61 is -15.5 m"},
      {"only past the next width",
       R"(<width sOffset="0" a="3" b="-0.05" c="0" d="0"/><width sOffset="60" a="0" b="0" c="0" d="0"/>)", ""},
  };
  for (const Case& c : cases) {
    const std::string sections =
        right_section_text(lane_text(-1, kWidth), "s='0'") + right_section_text(lane_text(-1, c.widths), "s='20'");
    std::vector<std::string> expected;
    if (!c.warning.empty()) expected = {R"(x.xodr:10: road "1", laneSection at s 20, lane -1: )" + c.warning};
    EXPECT_EQ(warnings_of(xodr({.sections = sections})), expected) << c.name;
  }
}

TEST(ReadWarnings, TreatSValuesThatDifferByRoundingAsOne) {
  const std::string accesses =
      "<access sOffset='1.0000015' rule='deny' restriction='a'/><access sOffset='1.000001' rule='deny' "
      "restriction='b'/>";
  const Result<Document> document =
      read_document(xodr({.sections = right_section_text(lane_text(-1, kWidth + accesses))}), "x.xodr");
  ASSERT_TRUE(document) << to_string(document.problem());
  const auto& records = document->roads[0].sections[0].lanes[0].accesses;
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[0].s, records[1].s);
}

}  // namespace
}  // namespace scrutineer::map
