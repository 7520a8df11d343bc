// The reader on real maps: all load, and what was read is what a separate look at the XML counts.
#include <gtest/gtest.h>

#include <map>
#include <pugixml.hpp>

#include "kit/data.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

struct Counts {
  std::size_t roads = 0, geometries = 0, elevations = 0, superelevations = 0, lane_offsets = 0, types = 0;
  std::size_t sections = 0, lanes = 0, widths = 0, lane_links = 0, speeds = 0;
  std::size_t signals = 0, signal_references = 0, validities = 0, objects = 0, corners = 0;
  std::size_t junctions = 0, connections = 0, connection_links = 0, controllers = 0, controls = 0;
  bool operator==(const Counts&) const = default;
};

void PrintTo(const Counts& c, std::ostream* out) {
  *out << "roads " << c.roads << " geometries " << c.geometries << " elevations " << c.elevations << " superelevations "
       << c.superelevations << " laneOffsets " << c.lane_offsets << " types " << c.types << " sections " << c.sections
       << " lanes " << c.lanes << " widths " << c.widths << " lane links " << c.lane_links << " speeds " << c.speeds
       << " signals " << c.signals << " references " << c.signal_references << " validities " << c.validities
       << " objects " << c.objects << " corners " << c.corners << " junctions " << c.junctions << " connections "
       << c.connections << " laneLinks " << c.connection_links << " controllers " << c.controllers << " controls "
       << c.controls;
}

Counts counts_of_xml(const std::string& text) {
  pugi::xml_document tree;
  EXPECT_TRUE(tree.load_string(text.c_str()));
  const auto count = [&](const char* path) { return tree.select_nodes(path).size(); };
  constexpr const char* kLane = "//laneSection/*[self::left or self::right]/lane";
  const auto in_lane = [&](const std::string& path) { return count((kLane + path).c_str()); };
  return {
      .roads = count("/OpenDRIVE/road"),
      .geometries = count("/OpenDRIVE/road/planView/geometry[number(@length) != 0]"),
      .elevations = count("//elevationProfile/elevation"),
      .superelevations = count("//lateralProfile/superelevation"),
      .lane_offsets = count("//lanes/laneOffset"),
      .types = count("/OpenDRIVE/road/type"),
      .sections = count("//lanes/laneSection"),
      .lanes = in_lane(""),
      // A lane without any gets one of 0 m.
      .widths = in_lane("/width") + in_lane("[not(width) and not(border)]"),
      .lane_links = in_lane("/link/*"),
      .speeds = in_lane("/speed") + count("/OpenDRIVE/road/type/speed"),
      .signals = count("//signals/signal"),
      .signal_references = count("//signals/signalReference"),
      .validities = count("//signals/*/validity | //object/validity"),
      .objects = count("//road/objects/object"),
      .corners = count("//object//cornerLocal | //object//cornerRoad"),
      .junctions = count("/OpenDRIVE/junction"),
      .connections = count("//junction/connection"),
      .connection_links = count("//connection/laneLink"),
      .controllers = count("/OpenDRIVE/controller"),
      .controls = count("/OpenDRIVE/controller/control"),
  };
}

Counts counts_of(const Document& document) {
  Counts c;
  c.roads = document.roads.size();
  for (const RoadRecord& road : document.roads) {
    c.geometries += road.geometries.size();
    c.elevations += road.elevations.size();
    c.superelevations += road.superelevations.size();
    c.lane_offsets += road.lane_offsets.size();
    c.types += road.types.size();
    for (const RoadTypeRecord& type : road.types) c.speeds += type.speed ? 1 : 0;
    c.sections += road.sections.size();
    for (const LaneSectionRecord& section : road.sections) {
      c.lanes += section.lanes.size();
      for (const LaneRecord& lane : section.lanes) {
        c.widths += lane.widths.size();
        c.lane_links += lane.predecessors.size() + lane.successors.size();
        c.speeds += lane.speeds.size();
      }
    }
    c.signals += road.signals.size();
    for (const SignalRecord& signal : road.signals) c.validities += signal.validities.size();
    c.signal_references += road.signal_references.size();
    for (const SignalReferenceRecord& reference : road.signal_references) c.validities += reference.validities.size();
    c.objects += road.objects.size();
    for (const ObjectRecord& object : road.objects) {
      c.validities += object.validities.size();
      for (const auto& outline : object.outlines) c.corners += outline.size();
    }
  }
  c.junctions = document.junctions.size();
  for (const JunctionRecord& junction : document.junctions) {
    c.connections += junction.connections.size();
    for (const JunctionConnection& connection : junction.connections)
      c.connection_links += connection.lane_links.size();
  }
  c.controllers = document.controllers.size();
  for (const ControllerRecord& controller : document.controllers) c.controls += controller.signal_ids.size();
  return c;
}

TEST(ReadMaps, EveryMapLoadsWithAllThatItsXmlHolds) {
  for (const auto& path : kit::all_maps()) {
    const std::string text = kit::read_text(path);
    const Result<Document> document = read_document(text, path.string());
    ASSERT_TRUE(document) << to_string(document.problem());
    EXPECT_EQ(counts_of(*document), counts_of_xml(text)) << path;
  }
}

// Only what cannot be evaluated is refused; everything else in the folder is for the map checks to find.
TEST(ReadMaps, OfTheBadMapsOnlyThoseThatCannotBeEvaluatedAreRefused) {
  SCRUTINEER_NEEDS_DATA();
  const std::map<std::string, std::string> refused = {
      {"qc-opendrive/road_geometry_elem_asc_order/invalid.xodr",
       R"(:15: road "1", geometry at s 100: s must ascend, but the geometry before begins at 139.68518869980593)"},
      {"qc-opendrive/root_tag_is_opendrive/negative.xodr",
       ":3: not an OpenDRIVE file: the root element is <ODrive>, wanted <OpenDRIVE>"},
      {"qc-opendrive/valid_schema/negative16.xodr",
       R"(:7: road "1": has no geometry in <planView>: there is no reference line)"},
      {"qc-opendrive/valid_schema/negative17.xodr",
       R"(:7: road "35": has no geometry in <planView>: there is no reference line)"},
      {"qc-opendrive/valid_schema/negative18.xodr",
       R"(:7: road "2": has no geometry in <planView>: there is no reference line)"},
      {"qc-opendrive/valid_xml_document/xml.valid_xml_document.negative.xodr",
       ":226: is not complete XML: it ends before all elements are closed (truncated?)"},
      {"wild/SingleRoadNanValues.xodr",
       R"(:71: road "5383", elevation at s 9.864679113798132: attribute a must be a number, found "nan")"},
  };
  std::map<std::string, std::string> found;
  for (const auto& path : kit::all_maps("bad-maps")) {
    const Result<Document> document = read_document(kit::read_text(path), "");
    if (!document)
      found[path.lexically_relative(kit::data_dir() / "bad-maps").string()] = to_string(document.problem());
  }
  EXPECT_EQ(found, refused);
}

TEST(ReadMaps, WhatIsOddInTheBadMapsIsNamed) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* file;
    std::vector<std::string> warnings;
  };
  const Case cases[] = {
      {"wild/SingleRoadNegativeWidth.xodr",
       {R"(:102: road "265", laneSection at s 0, lane -5: the width at s 1.278 is -0.0024 m)"}},
      {"wild/GapInLaneWidthDrivableLane.xodr", {}},
      {"wild/WBeaverAve.xodr",
       {R"(:28498: road "3525", geometry at s 0: left out: it is 0 m long)",
        R"(:28491: road "3525": has no geometry longer than 0 m: nothing can be found on it)"}},
      {"qc-opendrive/version_is_defined/negative_no_attr.xodr",
       {R"(:4: header: revMajor "" and revMinor "" are no version of OpenDRIVE: read as 1.9)"}},
      {"qc-opendrive/fileheader_is_present/negative.xodr",
       {":2: has no <header>: the version of the standard is not known"}},
  };
  for (const Case& c : cases) {
    const Result<Document> document = read_document(kit::read_text(kit::data_dir() / "bad-maps" / c.file), "");
    ASSERT_TRUE(document) << c.file;
    EXPECT_EQ(document->warnings, c.warnings) << c.file;
  }
}

// CARLA's larger towns. Town03 has a lane section of a micrometre with widths of 7e18 m per cubic metre.
TEST(ReadMaps, TownsOfCarlaAreRead) {
  SCRUTINEER_NEEDS_DATA();
  const struct {
    const char* name;
    std::size_t roads, junctions;
  } cases[] = {{"Town03", 369, 35}, {"Town05", 323, 21}, {"Town15", 723, 99}};
  for (const auto& [name, roads, junctions] : cases) {
    const auto path = kit::data_dir() / "inputs/maps" / (std::string(name) + ".xodr.gz");
    const auto map = read_xodr_file(path.string());
    ASSERT_TRUE(map) << to_string(map.problem());
    EXPECT_EQ((*map)->roads().size(), roads) << name;
    EXPECT_EQ((*map)->junctions().size(), junctions) << name;
    for (std::size_t i = 0; i < roads; ++i)
      for (double s = 0.0; s < (*map)->roads()[i].length; s += 0.5)
        ASSERT_LT(road_span(**map, RoadId(i), s).width(), 100.0)
            << name << ", road " << (*map)->roads()[i].id << " at " << s;
  }
}

}  // namespace
}  // namespace scrutineer::map
