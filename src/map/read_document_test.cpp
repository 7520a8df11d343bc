// What the reader makes of each part of a sound file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/xodr_text.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

using kit::lane_text;
using kit::right_section_text;
using kit::xodr;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kWidth = R"(<width sOffset="0" a="3" b="0" c="0" d="0"/>)";

Document read(const std::string& text) {
  Result<Document> document = read_document(text, "x.xodr");
  EXPECT_TRUE(document) << to_string(document.problem());
  return document ? *std::move(document) : Document{};
}

RoadRecord read_road(const kit::XodrText& parts) {
  Document document = read(xodr(parts));
  EXPECT_THAT(document.warnings, IsEmpty());
  return document.roads.empty() ? RoadRecord{} : std::move(document.roads.front());
}

LaneRecord read_lane(const std::string& content) {
  RoadRecord road = read_road({.sections = right_section_text(lane_text(-1, kWidth + content))});
  return road.sections.at(0).lanes.at(0);
}

TEST(ReadDocument, Header) {
  const HeaderRecord header = read(xodr({.header = R"(<header revMajor="1" revMinor="4" name="town" version="1.00"
      date="today" north="1" south="-1" east="2" west="-2" vendor="somebody"><geoReference><![CDATA[ +proj=utm
      +zone=32 ]]></geoReference><offset x="600000" y="5e6" z="3" hdg="0.5"/></header>)"}))
                                  .header;
  EXPECT_EQ(header, (HeaderRecord{.rev_major = 1,
                                  .rev_minor = 4,
                                  .name = "town",
                                  .version = "1.00",
                                  .date = "today",
                                  .vendor = "somebody",
                                  .geo_reference = "+proj=utm\n      +zone=32",
                                  .north = 1.0,
                                  .south = -1.0,
                                  .east = 2.0,
                                  .west = -2.0,
                                  .offset_x = 600000.0,
                                  .offset_y = 5e6,
                                  .offset_z = 3.0,
                                  .offset_heading = 0.5}));
}

TEST(ReadDocument, GeoReferenceWithoutCdata) {
  const Document document = read(xodr(
      {.header = "<header revMajor='1' revMinor='4'><geoReference>EPSG:25832 &amp; more</geoReference></header>"}));
  EXPECT_EQ(document.header.geo_reference, "EPSG:25832 & more");
}

TEST(ReadDocument, NamespacesAndPrefixes) {
  std::string with_default = xodr();
  with_default.replace(0, 11, "<OpenDRIVE xmlns='http://code.asam.net/simulation/standard/opendrive_schema'>");
  EXPECT_EQ(read(with_default).roads, read(xodr()).roads);

  std::string prefixed;  // every tag, as some XML writers put it
  const std::string text = xodr();
  for (std::size_t i = 0; i < text.size(); ++i) {
    prefixed += text[i];
    if (text[i] == '<' && text[i + 1] == '/') prefixed += text[++i];
    if (text[i] == '<' || (text[i] == '/' && text[i - 1] == '<')) prefixed += "od:";
  }
  EXPECT_EQ(read(prefixed).roads, read(xodr()).roads);
}

TEST(ReadDocument, CommentsAndInstructionsAreNothing) {
  const Document document = read("<?xml version='1.0'?><!-- a map --><!DOCTYPE OpenDRIVE [<!ENTITY x 'y'>]>\n" +
                                 xodr({.type = "<!-- <road/> --><?php x ?>"}));
  EXPECT_EQ(document.roads, read(xodr()).roads);
  EXPECT_THAT(document.skipped, IsEmpty());
}

TEST(ReadDocument, RoadAttributesAndLinks) {
  const RoadRecord road = read_road({.road = R"(name="A &lt; B" length="1.0e+2" id="r7" junction="j1" rule="LHT")",
                                     .link = R"(<predecessor elementType="junction" elementId="j2" contactPoint=""/>
                  <successor elementType="road" elementId="12" elementS="3.5" elementDir="+"/>)"});
  EXPECT_EQ(road.name, "A < B");
  EXPECT_EQ(road.length, 100.0);
  EXPECT_EQ(road.id, "r7");
  EXPECT_EQ(road.junction, "j1");
  EXPECT_EQ(road.rule, TrafficRule::left_hand);
  EXPECT_EQ(road.predecessor, (RoadLink{.kind = RoadLink::Kind::junction, .element_id = "j2"}));
  EXPECT_EQ(road.successor, (RoadLink{.kind = RoadLink::Kind::road, .element_id = "12", .element_s = 3.5}));
  EXPECT_EQ(read_road({}).junction, "");
  EXPECT_EQ(read_road({}).rule, TrafficRule::right_hand);
}

TEST(ReadDocument, SpeedsAndTheirUnits) {
  using Kind = SpeedLimit::Kind;
  struct Case {
    const char* name;
    std::string attributes;
    SpeedLimit expected;
  };
  const Case cases[] = {
      {"without unit", "max='10'", {Kind::limit, Speed::from_si(10.0)}},
      {"m/s", "max='10' unit='m/s'", {Kind::limit, Speed::from_si(10.0)}},
      {"km/h", "max='36.' unit='km/h'", {Kind::limit, Speed::from_si(36.0 / 3.6)}},
      {"mph", "max='1e1' unit='mph'", {Kind::limit, Speed::from_si(4.4704)}},
      {"0 is a limit", "max='0'", {Kind::limit, Speed::from_si(0.0)}},
      {"no limit", "max='no limit' unit='km/h'", {Kind::no_limit, {}}},
      {"undefined", "max='undefined'", {Kind::undefined, {}}},
  };
  for (const Case& c : cases) {
    const RoadRecord road =
        read_road({.type = "<type s='0' type='town' country='DE'><speed " + c.attributes + "/></type>"});
    ASSERT_EQ(road.types.size(), 1u) << c.name;
    EXPECT_EQ(road.types[0], (RoadTypeRecord{0.0, "town", "DE", c.expected})) << c.name;
    const LaneRecord lane = read_lane("<speed sOffset='2' " + c.attributes + "/>");
    EXPECT_THAT(lane.speeds, ElementsAre(LaneSpeedRecord{2.0, c.expected})) << c.name;
  }
  EXPECT_EQ(read_road({.type = "<type s='0' type='rural'/>"}).types[0].speed, std::nullopt);
}

TEST(ReadDocument, GeometriesOfEachKind) {
  struct Case {
    const char* name;
    std::string shape;
    std::variant<Line, Arc, Spiral, Poly3, ParamPoly3> expected;
  };
  const std::string poly = "aU='0' bU='1' cU='2' dU='3' aV='4' bV='5' cV='6' dV='7'";
  const Cubic u{0, 1, 2, 3}, v{4, 5, 6, 7};
  const Case cases[] = {
      {"line", "<line/>", Line{}},
      {"arc", "<arc curvature='-0.01'/>", Arc{-0.01}},
      {"spiral", "<spiral curvStart='0.1' curvEnd='-0.02'/>", Spiral{0.1, -0.02}},
      {"poly3", "<poly3 a='4' b='5' c='6' d='7'/>", Poly3{v}},
      {"paramPoly3 normalized", "<paramPoly3 " + poly + " pRange='normalized'/>", ParamPoly3{u, v, 1.0}},
      {"paramPoly3 by arc length", "<paramPoly3 pRange='arcLength' " + poly + "/>", ParamPoly3{u, v, 20.0}},
  };
  for (const Case& c : cases) {
    const RoadRecord road =
        read_road({.plan_view = "<geometry s='0' x='1e7' y='-2' hdg='7' length='20'>" + c.shape + "</geometry>"});
    EXPECT_THAT(road.geometries, ElementsAre(Geometry{0.0, 1e7, -2.0, 7.0, 20.0, c.expected})) << c.name;
  }
}

TEST(ReadDocument, KeepsGeometriesAsShortAsRoundingLeavesThem) {
  const RoadRecord road =
      read_road({.plan_view = R"(<geometry s="0" x="0" y="0" hdg="0" length="1e-10"><line/></geometry>
      <geometry s="1e-10" x="0" y="0" hdg="0" length="100"><line/></geometry>)"});
  EXPECT_EQ(road.geometries.size(), 2u);
}

TEST(ReadDocument, ProfilesAndLaneOffset) {
  const RoadRecord road =
      read_road({.elevation = "<elevation s='0' a='1' b='2' c='3' d='4'/><elevation s='9' a='5' b='6' c='7' d='8'/>",
                 .lateral = "<superelevation s='5' a='0.1' b='0' c='0' d='0'/>",
                 .lane_offset = "<laneOffset s='0' a='1' b='0' c='0' d='0'/>"});
  EXPECT_THAT(road.elevations, ElementsAre(CubicRecord{0, {1, 2, 3, 4}}, CubicRecord{9, {5, 6, 7, 8}}));
  EXPECT_THAT(road.superelevations, ElementsAre(CubicRecord{5, {0.1, 0, 0, 0}}));
  EXPECT_THAT(road.lane_offsets, ElementsAre(CubicRecord{0, {1, 0, 0, 0}}));
}

TEST(ReadDocument, LanesAscendWhateverTheirOrderInTheFile) {
  for (const auto& order : {std::vector{2, 1, -1, -2}, std::vector{1, 2, -2, -1}, std::vector{2, 1, -2, -1}}) {
    std::string left, right;
    for (const int number : order) (number > 0 ? left : right) += lane_text(number, kWidth);
    const RoadRecord road = read_road({.sections = "<laneSection s='0'><left>" + left +
                                                   "</left><center><lane id='0' type='none'/></center><right>" + right +
                                                   "</right></laneSection>"});
    std::vector<int> numbers;
    for (const LaneRecord& lane : road.sections.at(0).lanes) numbers.push_back(lane.number);
    EXPECT_THAT(numbers, ElementsAre(-2, -1, 1, 2)) << testing::PrintToString(order);
  }
}

TEST(ReadDocument, LaneAttributes) {
  const RoadRecord road =
      read_road({.sections = right_section_text(
                     "<lane id='-1' type='biking' level='true' direction='reversed'>" + kWidth + "</lane>" +
                     "<lane id='-2' type='mwyEntry' level='1' direction='both'>" + kWidth + "</lane>" +
                     "<lane id='-3' type='none' level='0' direction='standard'>" + kWidth + "</lane>")});
  const std::vector<LaneRecord>& lanes = road.sections.at(0).lanes;
  ASSERT_EQ(lanes.size(), 3u);
  EXPECT_EQ(lanes[2].type, LaneType::biking);
  EXPECT_EQ(lanes[2].type_name, "biking");
  EXPECT_TRUE(lanes[2].level);
  EXPECT_EQ(lanes[2].direction, LaneDirection::reversed);
  EXPECT_EQ(lanes[1].type, LaneType::mway_entry);
  EXPECT_TRUE(lanes[1].level);
  EXPECT_EQ(lanes[1].direction, LaneDirection::both);
  EXPECT_EQ(lanes[0].type, LaneType::none);
  EXPECT_FALSE(lanes[0].level);
  EXPECT_EQ(lanes[0].direction, LaneDirection::standard);
}

TEST(ReadDocument, LaneLinksWidthsAndBorders) {
  const std::string sections =
      right_section_text(lane_text(-1, kWidth)) +
      right_section_text(
          lane_text(-1,
                    "<link><predecessor id='-1'/><successor id='-2'/><successor id='-3'/></link>"
                    "<width sOffset='0' a='3' b='0' c='0' d='0'/><width sOffset='5' a='4' b='0' c='0' d='0'/>") +
              lane_text(-2, "<border sOffset='0' a='-7' b='0.01' c='0' d='0'/>"),
          "s='40'");
  const RoadRecord road = read_road({.sections = sections});
  const LaneRecord& outer = road.sections.at(1).lanes.at(0);
  const LaneRecord& inner = road.sections.at(1).lanes.at(1);
  EXPECT_THAT(inner.predecessors, ElementsAre(-1));
  EXPECT_THAT(inner.successors, ElementsAre(-2, -3));
  EXPECT_THAT(inner.widths, ElementsAre(CubicRecord{40, {3, 0, 0, 0}}, CubicRecord{45, {4, 0, 0, 0}}));
  EXPECT_THAT(inner.borders, IsEmpty());
  EXPECT_THAT(outer.widths, IsEmpty());
  EXPECT_THAT(outer.borders, ElementsAre(CubicRecord{40, {-7, 0.01, 0, 0}}));
}

TEST(ReadDocument, BordersAsDistancesAreTakenToTheirOwnSide) {
  const auto border = [](int lane, const char* t) {
    return lane_text(lane, std::string("<border sOffset='0' a='") + t + "' b='0.01' c='0' d='0'/>");
  };
  const std::string poly3 =
      "<geometry s='0' x='0' y='0' hdg='0' length='100'><poly3 a='0' b='0' c='0' d='0'/></geometry>";
  struct Case {
    const char* name;
    const char* lane_offset;
    std::string sections;
    std::vector<double> borders;  // of the lanes, rightmost first
  };
  const std::string left = "<laneSection s='0'><left>" + border(1, "-3.5") + "</left></laneSection>";
  const std::string offset = "<laneOffset s='0' a='10' b='0' c='0' d='0'/>";
  const Case cases[] = {
      {"right, as the standard has it", "", right_section_text(border(-2, "-9") + border(-1, "-4.5")), {-9, -4.5}},
      {"right, as distances", "", right_section_text(border(-2, "7") + border(-1, "3.5")), {-7, -3.5}},
      {"left, as distances with a sign", "", left, {3.5}},
      {"right of a lane 0 that lies far to the left", offset.c_str(), right_section_text(border(-1, "6.5")), {6.5}},
  };
  for (const Case& c : cases) {
    const auto document =
        read_document(xodr({.plan_view = poly3, .lane_offset = c.lane_offset, .sections = c.sections}), "x.xodr");
    ASSERT_TRUE(document) << c.name << ": " << to_string(document.problem());
    std::vector<double> borders;
    for (const LaneRecord& lane : document->roads.at(0).sections.at(0).lanes)
      borders.push_back(lane.borders.at(0).cubic.a);
    EXPECT_EQ(borders, c.borders) << c.name;
  }
}

TEST(ReadDocument, LaneAccess) {
  const LaneRecord lane = read_lane(
      "<access sOffset='0' restriction='pedestrian'/>"
      "<access sOffset='4' rule='allow'><restriction type='bus'/><restriction type='taxi'/></access>"
      "<access sOffset='4' rule='deny'><restriction type='truck'/></access>");
  EXPECT_THAT(lane.accesses,
              ElementsAre(LaneAccessRecord{0, false, {"pedestrian"}}, LaneAccessRecord{4, true, {"bus", "taxi"}},
                          LaneAccessRecord{4, false, {"truck"}}));
}

// ---- singleSide -----------------------------------------------------------------------------------------------------

std::string side_section(const char* s, const char* side, const std::string& lanes) {
  return std::string("<laneSection s='") + s + "' singleSide='true'><" + side + ">" + lanes + "</" + side +
         "><center><lane id='0'/></center></laneSection>";
}

TEST(ReadDocument, SingleSideSectionsAreCompletedFromTheOtherSide) {
  const std::string left =
      "<link><predecessor id='5'/><successor id='6'/></link>"
      "<width sOffset='0' a='2' b='0.1' c='0' d='0'/><width sOffset='50' a='9' b='0' c='0' d='0'/>"
      "<speed sOffset='0' max='1'/><access sOffset='0' restriction='all'/>"
      "<access sOffset='2' restriction='bus'/><access sOffset='2' restriction='taxi'/>";
  const std::string both = "<laneSection s='0'><left>" + lane_text(1, left) +
                           "</left><center><lane id='0'/></center><right>" + lane_text(-1, kWidth) +
                           "</right></laneSection>";
  const RoadRecord road =
      read_road({.sections = both + side_section("10", "right", lane_text(-1, kWidth) + lane_text(-2, kWidth)) +
                             side_section("20", "right", lane_text(-1, kWidth))});
  ASSERT_EQ(road.sections.size(), 3u);
  const auto lane = [&](std::size_t section, int number) {
    for (const LaneRecord& l : road.sections[section].lanes)
      if (l.number == number) return l;
    ADD_FAILURE() << "no lane " << number << " in section " << section;
    return LaneRecord{};
  };
  EXPECT_EQ(road.sections[0].lanes.size(), 2u);
  EXPECT_EQ(road.sections[1].lanes.size(), 3u);
  EXPECT_EQ(road.sections[2].lanes.size(), 2u);
  // One lane over three sections: its own links at both ends, to itself in between.
  EXPECT_THAT(lane(0, 1).predecessors, ElementsAre(5));
  EXPECT_THAT(lane(0, 1).successors, ElementsAre(1));
  EXPECT_THAT(lane(1, 1).predecessors, ElementsAre(1));
  EXPECT_THAT(lane(1, 1).successors, ElementsAre(1));
  EXPECT_THAT(lane(2, 1).predecessors, ElementsAre(1));
  EXPECT_THAT(lane(2, 1).successors, ElementsAre(6));
  // The same width at the same s.
  EXPECT_THAT(lane(0, 1).widths, ElementsAre(CubicRecord{0, {2, 0.1, 0, 0}}));
  EXPECT_THAT(lane(1, 1).widths, ElementsAre(CubicRecord{10, {3, 0.1, 0, 0}}));
  EXPECT_THAT(lane(2, 1).widths, ElementsAre(CubicRecord{20, {4, 0.1, 0, 0}}, CubicRecord{50, {9, 0, 0, 0}}));
  EXPECT_EQ(lane(2, 1).speeds.at(0).s, 20.0);
  EXPECT_THAT(lane(2, 1).accesses,
              ElementsAre(LaneAccessRecord{20, false, {"bus"}}, LaneAccessRecord{20, false, {"taxi"}}));
}

TEST(ReadDocument, SingleSideSectionsOfBothSidesAtOnePlaceAreOne) {
  const RoadRecord road = read_road(
      {.sections = side_section("0", "left", lane_text(1, kWidth)) + side_section("0", "right", lane_text(-1, kWidth)) +
                   side_section("30", "left", lane_text(1, kWidth) + lane_text(2, kWidth))});
  ASSERT_EQ(road.sections.size(), 2u);
  EXPECT_EQ(road.sections[0].lanes.size(), 2u);
  EXPECT_EQ(road.sections[1].s, 30.0);
  EXPECT_EQ(road.sections[1].lanes.size(), 3u);
}

TEST(ReadDocument, WidthsOfASingleSideSectionAreLookedAtAsFarAsItReaches) {
  // Below zero only after the section of the other side begins.
  const Document document = read(
      xodr({.sections = side_section("0", "left", lane_text(1, "<width sOffset='0' a='3' b='-0.05' c='0' d='0'/>")) +
                        side_section("30", "right", lane_text(-1, kWidth))}));
  EXPECT_THAT(document.warnings,
              ElementsAre(R"(x.xodr:10: road "1", laneSection at s 0, lane 1: the width at s 100 is -2 m)"));
}

TEST(ReadDocument, BridgesAndTunnels) {
  const RoadRecord road = read_road({.objects = R"(<object type="pole" id="1" s="3" t="0" length="4"/>
<bridge id="2" s="10" length="20" type="concrete" name="over the brook"/>
<tunnel id="3" s="50" length="30" type="standard"/>)"});
  using Kind = StructureRecord::Kind;
  EXPECT_EQ(
      road.structures,
      (std::vector<StructureRecord>{
          {.id = "2", .name = "over the brook", .type = "concrete", .kind = Kind::bridge, .s = 10.0, .length = 20.0},
          {.id = "3", .type = "standard", .kind = Kind::tunnel, .s = 50.0, .length = 30.0}}));
}

TEST(ReadDocument, LeavesOutATunnelWithoutLength) {
  const Document document = read(xodr({.objects = R"(<tunnel id="4" s="60" length="0"/>)"}));
  EXPECT_THAT(document.warnings, testing::ElementsAre(testing::EndsWith(
                                     R"(road "1", tunnel "4" at s 60: left out: its length must be above 0 m)")));
  EXPECT_TRUE(document.roads.at(0).structures.empty());
}

// ---- signals and objects --------------------------------------------------------------------------------------------

TEST(ReadDocument, Signals) {
  const RoadRecord road = read_road({.signals = R"(<signal s="5" t="-4" id="7" name="Stop" dynamic="yes" orientation="-"
      zOffset="2" country="DE" countryRevision="2013" type="206" subtype="-1" value="30" unit="km/h" height="0.6"
      width="0.5" text="STOP" hOffset="0.1" pitch="0" roll="0"><validity fromLane="1" toLane="-2"/>
      <dependency id="8" type="limit"/><reference elementType="signal" elementId="9" type="x"/>
      <reference elementType="object" elementId="10"/></signal><signal s="6" t="0" id="8" orientation="none" value=""/>)"});
  ASSERT_EQ(road.signals.size(), 2u);
  EXPECT_EQ(road.signals[0], (SignalRecord{.id = "7",
                                           .name = "Stop",
                                           .type = "206",
                                           .subtype = "-1",
                                           .country = "DE",
                                           .country_revision = "2013",
                                           .text = "STOP",
                                           .unit = "km/h",
                                           .s = 5.0,
                                           .t = -4.0,
                                           .z_offset = 2.0,
                                           .h_offset = 0.1,
                                           .width = 0.5,
                                           .height = 0.6,
                                           .value = 30.0,
                                           .dynamic = true,
                                           .orientation = Orientation::against_s,
                                           .validities = {{-2, 1}},
                                           .dependencies = {{"8", "limit"}},
                                           .referenced_signals = {"9"}}));
  EXPECT_EQ(road.signals[1].orientation, Orientation::both);
  EXPECT_EQ(road.signals[1].value, std::nullopt);
  EXPECT_FALSE(road.signals[1].dynamic);
}

// OpenDRIVE 1.9: covered or crossed out.
TEST(ReadDocument, WhatIsInvalidated) {
  const RoadRecord road = read_road(
      {.objects = R"(<object id="3" s="1" t="0" invalidated="true"/><object id="4" s="1" t="0"/>)",
       .signals =
           R"(<signal id="1" s="1" t="0" invalidated="true"/><signal id="2" s="1" t="0" invalidated="false"/>)"});
  EXPECT_TRUE(road.signals.at(0).invalidated);
  EXPECT_FALSE(road.signals.at(1).invalidated);
  EXPECT_TRUE(road.objects.at(0).invalidated);
  EXPECT_FALSE(road.objects.at(1).invalidated);
}

TEST(ReadDocument, NotesOnceThatTemporaryLanesAreNotRead) {
  const std::string layer = "</lanes><lanes layer='temporary'>";
  const auto with = [&](const std::string& layers) {
    return read(xodr({.sections = right_section_text(lane_text(-1, kWidth)) + layers})).notes;
  };
  EXPECT_THAT(with(""), IsEmpty());
  EXPECT_THAT(with(layer + layer), ElementsAre(testing::HasSubstr("temporary lanes (road works) are not read")));
}

// The lanes of OpenDRIVE 1.9's temporary layer are not read: nothing may be tied to permanent ones in their place.
TEST(ReadDocument, WhatIsTiedToTheTemporaryLayer) {
  const std::string lane = lane_text(-1, R"(<link><predecessor id="-1" layer="permanent"/>
      <predecessor id="-2" layer="temporary"/><successor id="-2" layer="temporary"/><successor id="-1"/></link>)" +
                                             kWidth);
  const Document document = read(
      xodr({.sections = right_section_text(lane),
            .signals =
                R"(<signal id="1" s="1" t="0"><validity fromLane="-2" toLane="-1" layer="temporary"/></signal>
              <signal id="2" s="1" t="0"><validity fromLane="-1" toLane="-1" layer="permanent"/></signal>)",
            .after = R"(<junction id="3"><connection id="0" incomingRoad="1" connectingRoad="1" contactPoint="start">
           <laneLink from="-1" to="-1"/><laneLink from="-1" to="-2" toLayer="temporary"/>
           <laneLink from="-2" to="-1" fromLayer="temporary"/></connection></junction>)"}));
  const RoadRecord& road = document.roads.at(0);
  EXPECT_THAT(road.sections.at(0).lanes.at(0).predecessors, ElementsAre(-1));
  EXPECT_THAT(road.sections.at(0).lanes.at(0).successors, ElementsAre(-1));
  EXPECT_THAT(road.signals.at(0).validities, ElementsAre(LaneValidity{0, 0})) << "for nobody, not for everybody";
  EXPECT_THAT(road.signals.at(1).validities, ElementsAre(LaneValidity{-1, -1}));
  EXPECT_THAT(document.junctions.at(0).connections.at(0).lane_links, ElementsAre(JunctionLaneLink{-1, -1}));
}

TEST(ReadDocument, SignalReferences) {
  const RoadRecord road = read_road(
      {.signals =
           R"(<signalReference s="1" t="2" id="7" orientation="+"><validity fromLane="-1" toLane="-1"/></signalReference>)"});
  EXPECT_THAT(road.signal_references,
              ElementsAre(SignalReferenceRecord{"7", 1.0, 2.0, Orientation::with_s, {{-1, -1}}}));
}

TEST(ReadDocument, ObjectsWithOutlinesOfOldAndNewVersions) {
  const RoadRecord road = read_road({.objects = R"(<object type="crosswalk" subtype="zebra" name="c" id="3" s="10" t="1"
      zOffset="0.1" orientation="+" length="4" width="5" radius="6" height="7" hdg="1.5" pitch="0" roll="0">
      <outline><cornerLocal u="1" v="2" z="3" height="0"/></outline><validity fromLane="-3" toLane="-1"/></object>
      <object id="4" s="0" t="0"><outlines><outline><cornerRoad s="1" t="2" dz="3" height="0"/></outline><outline/></outlines></object>)"});
  ASSERT_EQ(road.objects.size(), 2u);
  EXPECT_EQ(road.objects[0], (ObjectRecord{.id = "3",
                                           .name = "c",
                                           .type = "crosswalk",
                                           .subtype = "zebra",
                                           .s = 10.0,
                                           .t = 1.0,
                                           .z_offset = 0.1,
                                           .heading = 1.5,
                                           .length = 4.0,
                                           .width = 5.0,
                                           .height = 7.0,
                                           .radius = 6.0,
                                           .orientation = Orientation::with_s,
                                           .validities = {{-3, -1}},
                                           .outlines = {{{false, 1.0, 2.0, 3.0}}}}));
  EXPECT_EQ(road.objects[1].outlines, (std::vector<std::vector<ObjectCorner>>{{{true, 1.0, 2.0, 3.0}}, {}}));
}

// ---- junctions and controllers --------------------------------------------------------------------------------------

TEST(ReadDocument, JunctionsOfEachKind) {
  struct Case {
    const char* name;
    std::string attributes;
    JunctionRecord::Kind expected;
  };
  const Case cases[] = {
      {"silent", "", JunctionRecord::Kind::standard},
      {"default", "type='default'", JunctionRecord::Kind::standard},
      {"direct", "type='direct'", JunctionRecord::Kind::direct},
      {"virtual", "type='virtual' mainRoad='1' sStart='5' sEnd='6'", JunctionRecord::Kind::virtual_},
      {"crossing", "type='crossing'", JunctionRecord::Kind::crossing},
  };
  for (const Case& c : cases)
    EXPECT_EQ(read(xodr({.after = "<junction id='3' " + c.attributes + "/>"})).junctions.at(0).kind, c.expected)
        << c.name;
}

TEST(ReadDocument, JunctionsWithWhatTheyHold) {
  const Document document = read(xodr({.after = R"(<junction name="j" id="3">
      <connection id="0" incomingRoad="1" connectingRoad="2" contactPoint="end"><laneLink from="-1" to="1"/><laneLink from="-2" to="2"/></connection>
      <connection id="1" incomingRoad="4" linkedRoad="5" contactPoint="start"/>
      <connection id="2" type="virtual"><predecessor/><successor/></connection>
      <priority high="2" low="6"/><controller id="c1" type="0"/><controller id="c2"/>
      <boundary><segment type="lane" roadId="8" boundaryLane="-2" sStart="begin" sEnd="end"/>
      <segment type="lane" roadId="9" boundaryLane="0" sStart="end" sEnd="begin"/>
      <segment type="lane" roadId="10" boundaryLane="1" sStart="4.5" sEnd="42.0"/>
      <segment type="joint" roadId="2" contactPoint="end" jointLaneStart="2" jointLaneEnd="-1"/>
      <segment type="joint" roadId="3" contactPoint="start" transitionLength="1"/></boundary></junction>)"}));
  EXPECT_THAT(document.warnings, IsEmpty());
  ASSERT_EQ(document.junctions.size(), 1u);
  const JunctionRecord& junction = document.junctions[0];
  using Segment = JunctionBoundarySegment;
  EXPECT_THAT(junction.connections,
              ElementsAre(JunctionConnection{"0", "1", "2", ContactPoint::end, {{-1, 1}, {-2, 2}}},
                          JunctionConnection{"1", "4", "5", ContactPoint::start, {}},
                          JunctionConnection{"2", "", "", ContactPoint::start, {}}));
  EXPECT_THAT(junction.priorities, ElementsAre(JunctionPriority{"2", "6"}));
  EXPECT_THAT(junction.controllers, ElementsAre("c1", "c2"));
  EXPECT_THAT(
      junction.boundary,
      ElementsAre(Segment{.kind = Segment::Kind::lane, .road = "8", .boundary_lane = -2},
                  Segment{.kind = Segment::Kind::lane, .road = "9", .s_start_is_end = true, .s_end_is_begin = true},
                  Segment{.kind = Segment::Kind::lane, .road = "10", .boundary_lane = 1, .s_start = 4.5, .s_end = 42.0},
                  Segment{.road = "2", .contact = ContactPoint::end, .joint_lane_start = 2, .joint_lane_end = -1},
                  Segment{.road = "3"}));
}

TEST(ReadDocument, Controllers) {
  const Document document = read(xodr(
      {.after =
           R"(<controller id="c" name="n" sequence="1"><control signalId="1" type="0"/><control signalId="2"/></controller>)"}));
  EXPECT_THAT(document.controllers, ElementsAre(ControllerRecord{"c", "n", {"1", "2"}}));
}

// ---- what is not read -----------------------------------------------------------------------------------------------

TEST(ReadDocument, CountsWhatItSkipsByPath) {
  const std::string lanes = "<laneSection s='0'>\n<left>" + lane_text(1, kWidth + "<roadMark/><height/>") +
                            "</left>\n<center><lane id='0'><roadMark/></lane></center><right>" +
                            lane_text(-1, kWidth + "<roadMark><sway/></roadMark><roadMark/><userData/>") +
                            "</right></laneSection>";
  const Document document =
      read(xodr({.link = "<neighbor/>",
                 .lateral = "<shape/>\n<shape/>",
                 .sections = lanes,
                 .after = "<station><platform/></station><weather><rain/></weather><userData/>"}));
  EXPECT_THAT(document.skipped,
              ElementsAre(SkippedElement{"road/lanes/laneSection/lane/height", 1, 12},
                          SkippedElement{"road/lanes/laneSection/lane/roadMark/sway", 1, 13},
                          SkippedElement{"road/lanes/laneSection/lane/userData", 1, 13},
                          SkippedElement{"road/lateralProfile/shape", 2, 8}, SkippedElement{"road/link/neighbor", 1, 4},
                          SkippedElement{"station", 1, 16}, SkippedElement{"userData", 1, 16},
                          SkippedElement{"weather", 1, 16}));
}

// ---- files that try to break the reader -----------------------------------------------------------------------------

TEST(ReadDocument, DeepNestingIsSkippedLikeAnythingElse) {
  constexpr int kDepth = 200'000;
  std::string deep;
  for (int i = 0; i < kDepth; ++i) deep += "<left>";
  for (int i = 0; i < kDepth; ++i) deep += "</left>";
  const Document document =
      read(xodr({.sections = "<laneSection s='0'><left>" + lane_text(1, kWidth) + deep + "</left></laneSection>",
                 .after = deep}));
  EXPECT_EQ(document.skipped.size(), 2u);
}

TEST(ReadDocument, HugeAttributesAndNames) {
  const std::string huge(10'000'000, '7');
  const Result<Document> long_number = read_document(xodr({.road = "id='1' length='" + huge + "'"}), "x.xodr");
  ASSERT_FALSE(long_number);
  EXPECT_LT(to_string(long_number.problem()).size(), 200u);
  const Document long_name = read(xodr({.type = "<a" + huge + "/>"}));
  ASSERT_EQ(long_name.skipped.size(), 1u);
  EXPECT_LT(long_name.skipped[0].path.size(), 100u);
  const Document long_prefix = read(xodr({.type = "<a" + std::string(1'000'000, ':') + "b/>"}));
  EXPECT_EQ(long_prefix.skipped.size(), 1u);
}

TEST(ReadDocument, EntitiesDoNotExpand) {
  const Document document = read("<!DOCTYPE OpenDRIVE [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>" +
                                 xodr({.road = "id='1' length='100' name='&b;&b;'"}));
  EXPECT_EQ(document.roads.at(0).name, "&b;&b;");
}

}  // namespace
}  // namespace scrutineer::map
