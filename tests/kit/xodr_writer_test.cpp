#include "kit/xodr_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/quantity.h"
#include "kit/data.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::kit {
namespace {

using namespace map;
using namespace literals;

// What the file says, without what the reader adds.
Document content_of(Document document) {
  document.file.clear();
  document.skipped.clear();
  document.warnings.clear();
  return document;
}

// Where two documents differ is said by what is written of them: gtest prints the differing lines.
void expect_round_trip(const Document& document, const std::string& name) {
  const std::string text = to_xodr(document);
  const Result<Document> again = read_document(text, name);
  ASSERT_TRUE(again) << to_string(again.problem());
  EXPECT_EQ(to_xodr(*again), text) << name;
  EXPECT_EQ(content_of(*again), content_of(document)) << name;
}

TEST(XodrWriter, GeneratedMapsReadBack) {
  for (const auto& [name, document] : all_generated_maps()) {
    expect_round_trip(document, name);
    const Result<Document> again = read_document(to_xodr(document), name);
    ASSERT_TRUE(again);
    EXPECT_THAT(again->warnings, testing::IsEmpty()) << name;
    EXPECT_THAT(again->skipped, testing::IsEmpty()) << name;
  }
}

// long: every field of a document
TEST(XodrWriter, EveryFieldReadsBack) {
  Crossing options;
  options.boundary = true;
  Document document = four_way_crossing(options);
  document.header = {1,
                     7,
                     "name & <more>",
                     "1.00",
                     "2024-01-01",
                     "nobody",
                     "+proj=utm +zone=32",
                     10.5,
                     -10.25,
                     20.0,
                     -20.0,
                     1.5,
                     -2.5,
                     3.5,
                     0.25};
  RoadRecord& road = document.roads[0];
  road.name = "\"quoted\" 'name'";
  road.types = {{0.0, "town", "DE", {}},
                {0.1, "rural", "", SpeedLimit{SpeedLimit::Kind::no_limit, {}}},
                {0.2, "motorway", "DE", SpeedLimit{SpeedLimit::Kind::undefined, {}}},
                {0.3, "town", "DE", SpeedLimit{SpeedLimit::Kind::limit, 33.3_kmh}}};
  LaneRecord& lane = road.sections[0].lanes[0];
  lane.level = true;
  lane.direction = LaneDirection::reversed;
  road.sections[0].lanes[1].direction = LaneDirection::both;
  lane.speeds = {{1.0 / 3.0, {SpeedLimit::Kind::limit, 1.0_kmh}}, {2.0, {SpeedLimit::Kind::no_limit, {}}}};
  lane.accesses = {{0.7, true, {"bus", "taxi"}}, {0.9, false, {"trucks"}}};
  SignalRecord signal;
  signal.id = "s";
  signal.name = "n";
  signal.type = "274";
  signal.subtype = "50";
  signal.country = "DE";
  signal.country_revision = "2017";
  signal.text = "a\nb";
  signal.unit = "km/h";
  signal.s = 1.1;
  signal.t = -2.2;
  signal.z_offset = 3.3;
  signal.h_offset = 0.4;
  signal.width = 0.6;
  signal.height = 0.7;
  signal.value = 50.0;
  signal.dynamic = true;
  signal.orientation = Orientation::against_s;
  signal.validities = {{-2, -1}, {1, 1}};
  signal.dependencies = {{"x", "limit"}, {"y", ""}};
  signal.referenced_signals = {"p", "q"};
  road.signals = {signal};
  road.signal_references = {{"s", 4.4, 5.5, Orientation::with_s, {{1, 2}}}};
  ObjectRecord object;
  object.id = "o";
  object.name = "stop line";
  object.type = "roadMark";
  object.subtype = "stopLine";
  object.s = 5.5;
  object.t = 6.6;
  object.z_offset = 0.1;
  object.heading = 0.2;
  object.length = 0.3;
  object.width = 3.0;
  object.height = 0.01;
  object.radius = 0.5;
  object.orientation = Orientation::with_s;
  object.validities = {{-1, 1}};
  object.outlines = {{{true, 1.0, 2.0, 3.0}, {true, 2.0, 2.0, 3.0}}, {{false, -1.0, 1.0, 0.5}, {false, 1.0, 1.0, 0.5}}};
  road.objects = {object};
  JunctionRecord& junction = document.junctions[0];
  junction.name = "crossing";
  junction.priorities = {{"east", "north"}};
  junction.controllers = {"c"};
  junction.boundary[0].joint_lane_start = -1;
  junction.boundary[0].joint_lane_end = 1;
  junction.boundary[1].s_start = 0.5;
  junction.boundary[1].s_end = 1.5;
  document.controllers = {{"c", "name", {"s", "t"}}};
  expect_round_trip(document, "every field");
}

TEST(XodrWriter, RealMapsReadBack) {
  for (const auto& path : all_maps()) {
    const Result<Document> document = read_document(read_text(path), path.string());
    ASSERT_TRUE(document) << to_string(document.problem());
    expect_round_trip(*document, path.filename().string());
  }
}

}  // namespace
}  // namespace scrutineer::kit
