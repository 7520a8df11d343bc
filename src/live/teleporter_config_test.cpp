#include "live/teleporter_config.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace scrutineer::live::teleport {
namespace {

constexpr const char* kBox = R"("triggerBox": {"x": 10, "y": -1.75, "length": 4, "width": 3.5, "yaw": 90})";

std::string with_box(const std::string& rest) { return "{" + std::string(kBox) + rest + "}"; }

TEST(TeleporterConfig, HasTheSeedsNamesAndDefaults) {
  const auto config = read_config(with_box(R"(, "laneSpawnSources": ["1/0/-1", {"edge": "E4", "lane": 2}],
      "midpointSegment": "a/b/3/-2")"),
                                  "t.json");
  ASSERT_TRUE(config) << to_string(config.problem());
  EXPECT_EQ(config->spawn_strategy, SpawnStrategy::lane_midpoint);
  EXPECT_EQ(config->clearance_radius, 10.0);
  EXPECT_EQ(config->teleport_delay, 0.5);
  EXPECT_EQ(config->spawn_delay_range.high, 0.0);
  EXPECT_EQ(config->spawn_subdivision_spacing, 10.0);
  EXPECT_TRUE(config->include_segment_endpoints);
  EXPECT_EQ(config->midpoint_segment_fraction, 0.5);
  EXPECT_EQ(config->cruise_speed_kmh, 30.0);
  EXPECT_EQ(config->assumed_acceleration, 2.0);
  EXPECT_EQ(config->target_arrival_window.low, 0.0);
  EXPECT_EQ(config->target_arrival_window.high, 90.0);
  EXPECT_EQ(config->lane_spawn_sources[0].text(), "1/0/-1");
  EXPECT_EQ(config->lane_spawn_sources[1].text(), "E4_2");
  EXPECT_EQ(config->midpoint_segment.road, "a/b");
  EXPECT_EQ(config->midpoint_segment.section, 3U);
  EXPECT_EQ(config->midpoint_segment.lane, -2);
  EXPECT_EQ(config->trigger_box.yaw_degrees, 90.0);
  EXPECT_TRUE(std::isinf(config->trigger_box.height));
}

TEST(TeleporterConfig, ReadsTheHeightOfTheBox) {
  const auto config = read_config(
      R"({"triggerBox": {"x": 1, "y": 2, "length": 4, "width": 3, "z": 8.5, "height": 5},
          "laneSpawnSources": ["1/0/-1"], "midpointSegment": "1/0/-1"})",
      "t.json");
  ASSERT_TRUE(config) << to_string(config.problem());
  EXPECT_EQ(config->trigger_box.z, 8.5);
  EXPECT_EQ(config->trigger_box.height, 5.0);
}

TEST(TeleporterConfig, ReadsEveryField) {
  const auto config = read_config(with_box(R"(, "spawnStrategy": "RandomPoint", "clearanceRadius": 12.5,
      "teleportDelay": 1, "spawnDelayRange": [0.5, 2], "spawnSubdivisionSpacing": 5, "includeSegmentEndpoints": false,
      "midpointSegmentFraction": 0.25, "cruiseSpeedKmh": 50, "assumedAcceleration": 2.6, "targetArrivalWindow": [10, 60],
      "randomSpawnPoints": [{"x": 1, "y": 2, "yaw": 45},
                            {"x": 3, "y": 4, "z": 5, "useCustomRotation": true, "customEulerRotation": [0, 0, -90]}],
      "goal": "E7", "seed": 42)"),
                                  "t.json");
  ASSERT_TRUE(config) << to_string(config.problem());
  EXPECT_EQ(config->spawn_strategy, SpawnStrategy::random_point);
  EXPECT_EQ(config->clearance_radius, 12.5);
  EXPECT_EQ(config->teleport_delay, 1.0);
  EXPECT_EQ(config->spawn_delay_range.low, 0.5);
  EXPECT_EQ(config->spawn_delay_range.high, 2.0);
  EXPECT_EQ(config->spawn_subdivision_spacing, 5.0);
  EXPECT_FALSE(config->include_segment_endpoints);
  EXPECT_EQ(config->midpoint_segment_fraction, 0.25);
  EXPECT_EQ(config->cruise_speed_kmh, 50.0);
  EXPECT_EQ(config->assumed_acceleration, 2.6);
  EXPECT_EQ(config->target_arrival_window.low, 10.0);
  EXPECT_EQ(config->random_spawn_points[0].heading_degrees(), 45.0);
  EXPECT_EQ(config->random_spawn_points[1].heading_degrees(), -90.0);
  EXPECT_EQ(config->goal, "E7");
  EXPECT_EQ(config->seed, 42U);
}

TEST(TeleporterConfig, BoxHasItsCornersWhereItLies) {
  struct Case {
    const char* name;
    TriggerBox box;
    std::vector<std::array<double, 2>> corners;
  };
  const Case cases[] = {
      {"along x",
       {.x = 10.0, .y = 5.0, .length = 4.0, .width = 2.0},
       {{{8.0, 4.0}}, {{12.0, 4.0}}, {{12.0, 6.0}}, {{8.0, 6.0}}}},
      {"along y",
       {.x = 10.0, .y = 5.0, .length = 4.0, .width = 2.0, .yaw_degrees = 90.0},
       {{{11.0, 3.0}}, {{11.0, 7.0}}, {{9.0, 7.0}}, {{9.0, 3.0}}}},
  };
  for (const Case& c : cases) {
    const auto corners = c.box.corners();
    ASSERT_EQ(corners.size(), c.corners.size()) << c.name;
    for (std::size_t i = 0; i < corners.size(); ++i)
      for (std::size_t axis = 0; axis < 2; ++axis)
        EXPECT_NEAR(corners[i].at(axis), c.corners[i].at(axis), 1e-12) << c.name << ", corner " << i;
  }
}

TEST(TeleporterConfig, SaysWhatIsWrongAndWhere) {
  const std::string lanes = R"(, "laneSpawnSources": ["1/0/-1"], "midpointSegment": "1/0/-1")";
  struct Case {
    const char* name;
    std::string content, message;
  };
  const Case cases[] = {
      {"no object", "[1]", "t.json:1:1: expected an object, found a list"},
      {"no box", "{}", "t.json:1:1: triggerBox is missing"},
      {"an unknown key", with_box(R"(, "midpointSegmnt": "1/0/-1")"),
       "t.json:1:77: key \"midpointSegmnt\" is unknown (did you mean midpointSegment?)"},
      {"an unknown key of the box", R"({"triggerBox": {"x": 1, "hight": 3}})",
       "t.json:1:25: key \"hight\" is unknown (did you mean height?)"},
      {"a box at a height without one", R"({"triggerBox": {"x": 1, "y": 2, "length": 4, "width": 3, "z": 5}})",
       "t.json:1:16: triggerBox has z but no height: give both, or none for a box without upper and lower end"},
      {"a box with a height somewhere", R"({"triggerBox": {"x": 1, "y": 2, "length": 4, "width": 3, "height": 5}})",
       "t.json:1:16: triggerBox has a height but no z of its centre"},
      {"half a box", R"({"triggerBox": {"x": 1, "y": 2, "length": 3}})", "t.json:1:16: triggerBox.width is missing"},
      {"a flat box", R"({"triggerBox": {"x": 1, "y": 2, "length": 0, "width": 1}})",
       "t.json:1:43: triggerBox.length must be a number above 0, found 0"},
      {"a negative delay", with_box(lanes + R"(, "teleportDelay": -1)"),
       "t.json:1:155: teleportDelay must be a number from 0 to 86400, found -1"},
      {"an empty window", with_box(lanes + R"(, "targetArrivalWindow": [60, 10])"),
       "t.json:1:161: targetArrivalWindow is empty: it runs from 60 s down to 10 s"},
      {"half a window", with_box(lanes + R"(, "spawnDelayRange": [1])"),
       "t.json:1:157: spawnDelayRange must be a list of 2 numbers, found a list"},
      {"a negative part of a window", with_box(lanes + R"(, "spawnDelayRange": [-1, 2])"),
       "t.json:1:158: spawnDelayRange[0] must be a number from 0 to 86400, found -1"},
      {"no sources", with_box(R"(, "midpointSegment": "1/0/-1")"),
       "t.json:1:1: laneSpawnSources is missing: LaneMidpoint needs it"},
      {"no midpoint", with_box(R"(, "laneSpawnSources": ["1/0/-1"])"),
       "t.json:1:1: midpointSegment is missing: LaneMidpoint needs it"},
      {"no points", with_box(R"(, "spawnStrategy": "RandomPoint")"),
       "t.json:1:1: randomSpawnPoints is missing: RandomPoint needs it"},
      {"lane 0", with_box(R"(, "midpointSegment": "1/0/0")"),
       "t.json:1:96: midpointSegment must be a lane such as \"12/0/-1\" (road/section/lane) or {\"edge\": \"E4\", "
       "\"lane\": 0}, found \"1/0/0\""},
      {"an edge without a lane", with_box(R"(, "midpointSegment": {"edge": "E4"})"),
       "t.json:1:96: midpointSegment.lane is missing"},
      {"an unknown strategy", with_box(R"(, "spawnStrategy": "Random")"),
       "t.json:1:94: spawnStrategy must be \"LaneMidpoint\" or \"RandomPoint\", found \"Random\""},
      {"a fraction beyond the lane", with_box(lanes + R"(, "midpointSegmentFraction": 1.01)"),
       "t.json:1:165: midpointSegmentFraction must be a number from 0 to 1, found 1.01"},
      {"half a seed", with_box(lanes + R"(, "seed": 1.5)"),
       "t.json:1:146: seed must be a whole number from 0 on, found 1.5"},
      {"no JSON", "{,", "t.json:1:2: "},
  };
  for (const auto& [name, content, message] : cases) {
    const auto config = read_config(content, "t.json");
    ASSERT_FALSE(config) << name;
    EXPECT_EQ(to_string(config.problem()).substr(0, message.size() + (std::string(name) == "no JSON" ? 0 : 99)),
              message)
        << name;
  }
}

TEST(TeleporterConfig, SchemaNamesEveryFieldThatTheReaderTakes) {
  const auto schema = nlohmann::json::parse(config_schema());
  EXPECT_EQ(schema["required"], nlohmann::json::array({"triggerBox"}));
  EXPECT_FALSE(schema["additionalProperties"].get<bool>());
  for (const auto& [name, property] : schema["properties"].items()) {
    EXPECT_FALSE(property["description"].get<std::string>().empty()) << name;
    // Whatever the schema names is known to the reader: null is of no key's kind, but the key itself is fine.
    const auto config = read_config("{\"" + name + "\": null}", "t.json");
    ASSERT_FALSE(config);
    EXPECT_EQ(config.problem().message.find("unknown"), std::string::npos) << name << ": " << config.problem().message;
  }
}

}  // namespace
}  // namespace scrutineer::live::teleport
