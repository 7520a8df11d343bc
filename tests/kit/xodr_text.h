// Small OpenDRIVE texts for tests of the reader: a sound road of which any part can be replaced by anything.
//
//   read_document(kit::xodr({.plan_view = "<geometry .../>"}), "x.xodr")
#pragma once

#include <string>

namespace scrutineer::kit {

// A lane section with these lanes to the right: `<lane ...>...</lane>`.
std::string right_section_text(const std::string& lanes, const std::string& attributes = R"(s="0")");
// A driving lane with this inside.
std::string lane_text(int number, const std::string& content);

// Each part stands on one line, so that a test can say which: header 2, road 3, link 4, type 5, plan view 6, elevation
// 7, lateral profile 8, lane offset 9, sections 10, objects 11, signals 12, what comes after the road 13.
struct XodrText {
  std::string header = R"(<header revMajor="1" revMinor="6"/>)";
  std::string road = R"(name="" length="100" id="1" junction="-1")";  // the attributes
  std::string link = "";
  std::string type = "";
  std::string plan_view = R"(<geometry s="0" x="0" y="0" hdg="0" length="100"><line/></geometry>)";
  std::string elevation = "";
  std::string lateral = "";
  std::string lane_offset = "";
  std::string sections = right_section_text(lane_text(-1, R"(<width sOffset="0" a="3" b="0" c="0" d="0"/>)"));
  std::string objects = "";
  std::string signals = "";
  std::string after = "";  // junctions, controllers, other roads
};

std::string xodr(const XodrText& parts = {});

}  // namespace scrutineer::kit
