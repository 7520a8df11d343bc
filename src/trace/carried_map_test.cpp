#include "trace/carried_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "kit/data.h"
#include "kit/mcap_records.h"
#include "kit/wire_message.h"
#include "map/lane_graph.h"
#include "map/lane_length.h"
#include "map/lookup.h"
#include "map/read.h"
#include "map/signal_kinds.h"

namespace scrutineer::trace {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

Json expected(const std::string& name) {
  std::ifstream stream(kit::data_dir() / "inputs/omega-prime/expected" / name);
  return Json::parse(stream);
}

std::string input(const std::string& name) { return (kit::data_dir() / name).string(); }

TEST(CarriedMap, OmegaPrimeMapsAreThoseInTheFile) {
  SCRUTINEER_NEEDS_DATA();
  const struct {
    const char* name;
    std::size_t roads;
  } cases[] = {{"acc-test_straight_500m", 1}, {"pedestrian_fabriksgatan_map_last", 0}};
  for (const auto& [name, roads] : cases) {
    const Json truth = expected(std::string(name) + ".json")["map"];
    const auto carried = read_carried_map(input("inputs/omega-prime/" + std::string(name) + ".mcap"));
    ASSERT_TRUE(carried) << name;
    EXPECT_EQ(carried->reference, truth["map_reference"]) << name;
    EXPECT_EQ(sha256_hex(carried->xodr), truth["xml_sha256"]) << name;
    EXPECT_TRUE(carried->name.ends_with(std::string(".mcap/") + truth["map_reference"].get<std::string>())) << name;
    const auto map = map::read_xodr(carried->xodr, carried->name);
    ASSERT_TRUE(map) << name;
    EXPECT_EQ((*map)->roads().size(), truth["roads"].get<std::size_t>()) << name;
    EXPECT_EQ((*map)->junctions().size(), truth["junctions"].get<std::size_t>()) << name;
    EXPECT_TRUE(carried->notes.empty()) << name;
  }
}

// What each lane is called, how long it is and which way it is driven, held against an independent decoding.
void compare_lanes(const map::RoadNetwork& map, const Json& lanes, const std::string& name) {
  for (const Json& lane : lanes) {
    if (lane["points"].get<int>() < 2) continue;
    const std::string id = std::to_string(lane["id"].get<std::uint64_t>());
    const auto found = std::ranges::find(map.lanes(), id, &map::Lane::id);
    ASSERT_NE(found, map.lanes().end()) << name << ", lane " << id;
    const map::LaneId made(static_cast<std::size_t>(found - map.lanes().begin()));
    const Json &first = lane["first"], &last = lane["last"];
    // Traffic begins at the first point or at the last.
    const bool with_points = lane["driving_direction"].get<bool>();
    const bool is_for_vehicles = map::carries_vehicles(found->type);
    for (const bool at_first : {true, false}) {
      const Json& point = at_first ? first : last;
      const auto near = map::nearest_lane(map, {point[0], point[1]}, 0.2);
      ASSERT_TRUE(near) << name << ", lane " << id;
      const auto places = map::locate_on_road(map, {point[0], point[1]}, found->road);
      if (!places) continue;  // at the very end of its road
      if (!is_for_vehicles || places->lane != made) continue;
      const bool is_at_begin = places->s - found->s_begin < found->s_end - places->s;
      const bool is_entry = is_at_begin == map::drives_along_s(map, made);
      EXPECT_EQ(is_entry, at_first == with_points) << name << ", lane " << id;
    }
    const double length = map::centre_length(map, made, found->s_begin, found->s_end);
    EXPECT_NEAR(length, lane["length"].get<double>(), 1.0 + 0.04 * length) << name << ", lane " << id;
    EXPECT_EQ(is_for_vehicles, lane["type"] == 2 || lane["type"] == 4) << name << ", lane " << id;
  }
}

TEST(CarriedMap, OsiLanesAreThoseInTheFile) {
  SCRUTINEER_NEEDS_DATA();
  const Json truth = expected("osi_lane_maps.json");
  const struct {
    const char* name;
    std::size_t lanes, anomalies, junctions;
    const char* note;
  } cases[] = {
      {"runs/omega-prime/acc-test.osi", 6, 0, 0, "without speed limits, signs, lights or stop lines"},
      // 6 successors are 100 to 166 m away and one is not there, as the decoding says.
      {"runs/omega-prime/highway_merge.osi", 33, 7, 1, "without speed limits"},
      {"runs/omega-prime/pedestrian.osi", 24 + 12, 0, 1, "12 ways through junctions were drawn"},
      {"runs/omega-prime/osi_centerline_example.mcap", 675, 0, 0, "675 lanes have a centre line but no borders"},
      {"runs/lichtblick/MovingHostWithStopLine.mcap", 3, 0, 0, "without speed limits, signs or lights"},
      {"runs/lichtblick/testBrakeAndIndicatorLights.mcap", 3, 0, 0, "without speed limits or stop lines"},
  };
  for (const auto& c : cases) {
    const auto carried = read_carried_map(input(c.name));
    ASSERT_TRUE(carried) << c.name;
    ASSERT_TRUE(carried->lanes) << c.name;
    const auto file_name = [](const std::string& path) { return path.substr(path.find_last_of('/') + 1); };
    EXPECT_EQ(file_name(carried->reference), file_name(truth[c.name]["map_reference"])) << c.name;
    EXPECT_EQ(carried->lanes->geo_reference, truth[c.name]["proj_string"]) << c.name;
    EXPECT_EQ(carried->lanes->lanes.size(), c.lanes) << c.name;
    const auto map = map::build_network(*carried->lanes);
    EXPECT_EQ(map->lanes().size(), c.lanes) << c.name;
    EXPECT_EQ(map->contradictions().size(), c.anomalies) << c.name;
    if (c.junctions > 0) {
      EXPECT_EQ(map->junctions().size(), c.junctions) << c.name;
    }
    EXPECT_THAT(map->notes(), testing::Contains(HasSubstr(c.note))) << c.name;
    EXPECT_EQ(map->origin(), "OSI lanes") << c.name;
    if (truth[c.name]["logical_lanes"] == 0) compare_lanes(*map, truth[c.name]["first_lanes"], c.name);
  }
}

TEST(CarriedMap, OsiRunsWithoutLanesCarryNone) {
  SCRUTINEER_NEEDS_DATA();
  for (const char* name : {"runs/lichtblick/disappearingVehicle.mcap", "runs/pmsf/dronetracker_119_cutout.mcap",
                           "runs/carla/ego_logs.csv", "runs/faulty/ros1_not_osi.mcap"}) {
    const auto carried = read_carried_map(input(name));
    ASSERT_TRUE(carried) << name;
    EXPECT_FALSE(carried->is_there()) << name;
  }
}

TEST(CarriedMap, StopLinesAndLightsHoldForTheirLanes) {
  SCRUTINEER_NEEDS_DATA();
  const auto with_line = read_carried_map(input("runs/lichtblick/MovingHostWithStopLine.mcap"));
  ASSERT_TRUE(with_line && with_line->lanes);
  ASSERT_EQ(with_line->lanes->stop_lines.size(), 1U);
  const map::MapStopLine& line = with_line->lanes->stop_lines[0];
  EXPECT_NEAR(std::hypot(line.to.x - line.from.x, line.to.y - line.from.y), 4.0, 1e-6);
  const auto with_lights = read_carried_map(input("runs/lichtblick/testBrakeAndIndicatorLights.mcap"));
  ASSERT_TRUE(with_lights && with_lights->lanes);
  EXPECT_FALSE(with_lights->lanes->signals.empty());
  EXPECT_LE(with_lights->lanes->signals.size(), 3U);
}

// ---- by hand --------------------------------------------------------------------------------------------------------

using kit::WireMessage;

WireMessage id(std::uint64_t value) { return WireMessage().varint(1, value); }

WireMessage border(std::uint64_t number, double y) {
  WireMessage message;
  message.inner(1, id(number));
  for (const double x : {0.0, 50.0}) message.inner(2, WireMessage().triple(1, x, y, 0.0));
  return message;
}

// Lane 1 from x = 0 to 50 between borders 11 (left, y = 3) and 12 (right, y = 0).
WireMessage lane_with_borders(bool with_points = true) {
  WireMessage classification;
  classification.varint(1, 2).varint(12, 2);
  classification.triple(3, 0.0, 1.5, 0.0).triple(3, 50.0, 1.5, 0.0);
  if (with_points) classification.varint(4, 1);
  classification.inner(8, id(12)).inner(9, id(11));
  return WireMessage().inner(1, id(1)).inner(2, classification);
}

WireMessage truth_with_lane() {
  return WireMessage()
      .inner(2, WireMessage().varint(1, 0))
      .inner(9, border(11, 3.0))
      .inner(9, border(12, 0.0))
      .inner(10, lane_with_borders());
}

std::string map_message(std::string_view name, std::string_view xodr) {
  return WireMessage().text(1, name).text(2, xodr).bytes();
}

using kit::mcap::channel;
using kit::mcap::message;
using kit::mcap::schema;

TEST(CarriedMap, IsFoundWhereverItIsAndWhateverItsTopic) {
  const std::string announced = schema(1, "osi3.GroundTruth") + channel(1, 1, "ConvertedTrace") +
                                schema(2, "osi3.MapAsamOpenDrive") + channel(2, 2, "any name");
  const std::string truth = message(1, 0, truth_with_lane().bytes()),
                    map = message(2, 0, map_message("a.xodr", "<A/>"));
  const std::string lanes_only =
      schema(1, "osi3.GroundTruth") + channel(1, 1, "ground_truth") + channel(3, 1, "/ground_truth_map");
  const std::string other_lane = message(
      3, 0, WireMessage().inner(9, border(11, 3.0)).inner(9, border(12, 0.0)).inner(10, lane_with_borders()).bytes());
  struct Case {
    const char* name;
    std::string records, xodr, reference;
    std::size_t lanes, notes;
  };
  const Case cases[] = {
      {"first", announced + map + truth, "<A/>", "a.xodr", 0, 0},
      {"last", announced + truth + truth + map, "<A/>", "a.xodr", 0, 0},
      {"lanes, as there is no map", announced + truth, "", "", 1, 0},
      {"the map channel holds lanes", lanes_only + other_lane, "", "", 1, 0},
  };
  for (const Case& c : cases) {
    for (const char* compression : {"", "zstd", "lz4"}) {
      const std::string file =
          kit::mcap::file(*compression == 0 ? c.records : kit::mcap::chunk(compression, c.records));
      const auto carried = read_carried_map(file, "run.mcap");
      ASSERT_TRUE(carried) << c.name;
      EXPECT_EQ(carried->xodr, c.xodr) << c.name;
      EXPECT_EQ(carried->reference, c.reference) << c.name;
      EXPECT_EQ(carried->lanes ? carried->lanes->lanes.size() : 0, c.lanes) << c.name;
      EXPECT_EQ(carried->notes.size(), c.notes) << c.name;
    }
  }
}

TEST(CarriedMap, ASecondMapIsNotUsedAndTold) {
  const std::string records = schema(2, "osi3.MapAsamOpenDrive") + channel(2, 2, "map") +
                              message(2, 0, map_message("a.xodr", "<A/>")) +
                              message(2, 1, map_message("b.xodr", "<B/>"));
  const auto carried = read_carried_map(kit::mcap::file(kit::mcap::chunk("zstd", records)), "run.mcap");
  ASSERT_TRUE(carried);
  EXPECT_EQ(carried->xodr, "<A/>");
  ASSERT_EQ(carried->notes.size(), 1U);
  EXPECT_THAT(carried->notes[0], HasSubstr("second map (b.xodr), which is not used: a.xodr is"));
}

TEST(CarriedMap, WhatIsCutOffStillGivesWhatIsWhole) {
  const std::string records = schema(1, "osi3.GroundTruth") + channel(1, 1, "ground_truth") +
                              schema(2, "osi3.MapAsamOpenDrive") + channel(2, 2, "map") +
                              message(1, 0, truth_with_lane().bytes()) + message(2, 0, map_message("a.xodr", "<A/>"));
  const std::string whole = kit::mcap::file(records);
  std::size_t with_lanes = 0, with_map = 0;
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const auto carried = read_carried_map(whole.substr(0, size), "run.mcap");
    if (!carried) continue;
    with_lanes += carried->lanes ? 1 : 0;
    with_map += carried->xodr.empty() ? 0 : 1;
  }
  EXPECT_GT(with_lanes, 5U);
  EXPECT_GT(with_map, 5U);
  const std::string osi = kit::framed(truth_with_lane());
  for (std::size_t size = 0; size < osi.size(); ++size) {
    const auto carried = read_carried_map(osi.substr(0, size), "run.osi");
    EXPECT_TRUE(!carried || !carried->lanes) << size;
  }
  EXPECT_TRUE(read_carried_map(osi, "run.osi")->lanes);
}

TEST(CarriedMap, TheFlagTellsWhichWayALaneIsDriven) {
  for (const bool with_points : {true, false}) {
    const auto truth = WireMessage()
                           .inner(2, WireMessage().varint(1, 0))
                           .inner(9, border(11, 3.0))
                           .inner(9, border(12, 0.0))
                           .inner(10, lane_with_borders(with_points));
    const auto carried = read_carried_map(kit::framed(truth), "run.osi");
    ASSERT_TRUE(carried && carried->lanes);
    EXPECT_EQ(carried->lanes->lanes[0].travel, with_points ? map::Travel::along : map::Travel::against);
    EXPECT_NEAR(carried->lanes->lanes[0].left[0].y, 3.0, 1e-9);
  }
}

WireMessage logical_border(std::uint64_t number, double y) {
  WireMessage message;
  message.inner(1, id(number));
  for (const double x : {0.0, 50.0, 100.0})
    message.inner(2, WireMessage().triple(1, x, y, 0.0).number(2, x).number(3, y));
  return message;
}

// Two logical lanes behind each other share borders that are longer than either; one has a speed limit.
TEST(CarriedMap, LogicalLanesAreCutOffAtTheirOwnRange) {
  const auto speed =
      WireMessage().varint(1, 2).inner(3, WireMessage().inner(1, WireMessage().number(1, 50.0).varint(2, 3)));
  const auto lane = [&](std::uint64_t number, double from, double to) {
    return WireMessage()
        .inner(1, id(number))
        .varint(2, 2)
        .number(6, from)
        .number(7, to)
        .varint(8, 2)
        .inner(12, id(22))
        .inner(13, id(21));
  };
  auto first = lane(1, 0.0, 40.0).inner(15, WireMessage().inner(1, id(2)));
  first.inner(17, speed);
  const auto truth = WireMessage()
                         .inner(2, WireMessage().varint(1, 0))
                         .inner(18, logical_border(21, 3.0))
                         .inner(18, logical_border(22, 0.0))
                         .inner(19, first)
                         .inner(19, lane(2, 40.0, 100.0));
  const auto carried = read_carried_map(kit::framed(truth), "run.osi");
  ASSERT_TRUE(carried && carried->lanes);
  const auto map = map::build_network(*carried->lanes);
  ASSERT_EQ(map->lanes().size(), 2U);
  EXPECT_NEAR(map->lanes()[0].s_end, 40.0, 1e-9);
  EXPECT_NEAR(map->lanes()[1].s_end, 60.0, 1e-9);
  EXPECT_EQ(map->lanes()[0].successors.size(), 1U);
  ASSERT_EQ(map->lanes()[0].speeds.size(), 1U);
  EXPECT_NEAR(map->lanes()[0].speeds[0].speed.max.si(), 50.0 / 3.6, 1e-9);
  EXPECT_TRUE(map->lanes()[1].speeds.empty());
}

// The left border is a dashed line whose last dash ends 4 m before the lane.
TEST(CarriedMap, DashedBordersAreAsLongAsTheirLane) {
  auto truth =
      WireMessage().inner(2, WireMessage().varint(1, 0)).inner(9, border(12, 0.0)).inner(10, lane_with_borders());
  WireMessage dashed;
  dashed.inner(1, id(11));
  for (const double x : {2.0, 6.0, 14.0, 20.0, 46.0}) dashed.inner(2, WireMessage().triple(1, x, 3.0, 0.0));
  truth.inner(9, dashed);
  const auto carried = read_carried_map(kit::framed(truth), "run.osi");
  ASSERT_TRUE(carried && carried->lanes);
  const auto map = map::build_network(*carried->lanes);
  EXPECT_NEAR(map->lanes()[0].s_end, 50.0, 1e-6);
  EXPECT_EQ(map::locate(*map, {49.9, 2.9}).size(), 1U);
  EXPECT_EQ(map::locate(*map, {0.1, 2.9}).size(), 1U);
}

// Signs by their own codes, or by OSI's types; a speed limit also holds for its lanes.
TEST(CarriedMap, SignsAreKnownByCodeOrType) {
  const auto sign = [](std::uint64_t number, const WireMessage& classification) {
    const auto base = WireMessage().triple(2, 30.0, -1.0, 2.0);
    return WireMessage().inner(1, id(number)).inner(2, WireMessage().inner(1, base).inner(2, classification));
  };
  auto truth = truth_with_lane();
  truth.inner(6, sign(5, WireMessage().varint(2, 17).inner(5, id(1))));
  truth.inner(
      6, sign(6, WireMessage().varint(2, 52).inner(3, WireMessage().number(1, 30.0).varint(2, 4)).inner(5, id(1))));
  truth.inner(6, sign(7, WireMessage().varint(2, 1).text(8, "US").text(10, "R1-2")));
  const auto carried = read_carried_map(kit::framed(truth), "run.osi");
  ASSERT_TRUE(carried && carried->lanes);
  const auto map = map::build_network(*carried->lanes);
  ASSERT_EQ(map->signals().size(), 3U);
  const auto kind = [&](std::size_t i) { return map::meaning_of(map->signals()[i].record).kind; };
  EXPECT_EQ(kind(0), map::SignalKind::stop_sign);
  EXPECT_EQ(kind(1), map::SignalKind::speed_limit);
  EXPECT_EQ(map->signals()[2].record.type, "R1-2");
  EXPECT_NEAR(map->lanes()[0].speeds.at(0).speed.max.si(), 30.0 * 0.44704, 1e-9);
}

}  // namespace
}  // namespace scrutineer::trace
