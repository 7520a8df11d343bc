#include "trace/sumo_net.h"

#include <gtest/gtest.h>

namespace scrutineer::trace {
namespace {

// "C/0: 41 42 (12>300)"
std::string text_of(const std::vector<LightTie>& ties) {
  std::string text;
  for (const LightTie& tie : ties) {
    text += (text.empty() ? "" : "; ") + tie.light + ":";
    for (const std::string& signal : tie.signals) text += " " + signal;
    for (const auto& [incoming, connecting] : tie.ways) text += " (" + incoming + ">" + connecting + ")";
  }
  return text;
}

TEST(SumoNet, TellsTheSignalsOfItsLights) {
  struct Case {
    const char *name, *content, *expected;
  };
  const Case cases[] = {
      {"as netconvert writes it",
       R"(<?xml version="1.0"?>
<net version="1.9">
  <edge id=":J_0" function="internal">
    <lane id=":J_0_0" index="0" speed="13.89" length="9" shape="0,0 1,1"><param key="origId" value="300_-1"/></lane>
  </edge>
  <edge id="-12" from="A" to="J"><lane id="-12_0" index="0"><param key="origId" value="12_-1"/></lane></edge>
  <tlLogic id="C" type="static" programID="0" offset="0"><phase duration="42" state="GG"/></tlLogic>
  <junction id="J" type="traffic_light"/>
  <connection from="-12" to="-13" fromLane="0" toLane="0" via=":J_0_0" tl="C" linkIndex="1" dir="s" state="o">
    <param key="signalID" value="41"/>
  </connection>
  <connection from="-12" to="-14" fromLane="0" toLane="0" tl="C" linkIndex="0"><param key="signalID" value="7"/></connection>
  <connection from=":J_0" to="-13" fromLane="0" toLane="0" dir="s" state="M"/>
</net>)",
       "C/0: 7 (12>); C/1: 41 (12>300)"},
      {"in the program",
       R"(<net><tlLogic id="a&amp;b"><param key="linkSignalID:10" value="h2  h1"/><phase/></tlLogic></net>)",
       "a&b/10: h1 h2"},
      {"several connections of one link",
       R"(<net><connection tl="C" linkIndex="0"><param key="signalID" value="1"/></connection>
          <connection tl="C" linkIndex="0"><param key="signalID" value="2"/></connection></net>)",
       "C/0: 1 2"},
      {"as an attribute", R"(<net><connection tl="C" linkIndex="0" signalID="9"/></net>)", "C/0: 9"},
      {"not controlled",
       R"(<net><connection tl="C" linkIndex="-1"><param key="signalID" value="1"/></connection></net>)", ""},
      {"a parameter of something else",
       R"(<net><connection tl="C" linkIndex="0"/><param key="signalID" value="1"/>
          <connection tl="C" linkIndex="1"></connection><junction><param key="signalID" value="1"/></junction></net>)",
       ""},
      {"made of no map",
       R"(<net><connection from="a" to="b" fromLane="0" via=":J_12_0" tl="C" linkIndex="0"/>
          <connection from="a" to="b" fromLane="0" tl="C" linkIndex="1"/></net>)",
       "C/0: (>:J_12)"},
      {"no lights", "<net/>", ""},
  };
  for (const auto& [name, content, expected] : cases) {
    const auto ties = read_sumo_net(content, "x.net.xml");
    ASSERT_TRUE(ties) << name << ": " << to_string(ties.problem());
    EXPECT_EQ(text_of(*ties), expected) << name;
  }
}

TEST(SumoNet, SaysWhatIsWrongAndWhere) {
  struct Case {
    const char *name, *content, *expected;
  };
  const Case cases[] = {
      {"something else", "<routes/>", "x.net.xml: is no SUMO net: an element net was expected"},
      {"a bad index", "<net>\n<connection tl=\"C\" linkIndex=\"one\"/></net>",
       "x.net.xml:2:31: linkIndex must be a whole number, found \"one\""},
      {"a bad index in a program", "<net><tlLogic id=\"C\">\n<param key=\"linkSignalID:x\" value=\"1\"/>",
       "x.net.xml:2:13: linkSignalID must be followed by a link's index, found \"linkSignalID:x\""},
  };
  for (const auto& [name, content, expected] : cases) {
    const auto ties = read_sumo_net(content, "x.net.xml");
    ASSERT_FALSE(ties) << name;
    EXPECT_EQ(to_string(ties.problem()), expected) << name;
  }
}

}  // namespace
}  // namespace scrutineer::trace
