#include "live/teleporter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::live::teleport {
namespace {

using namespace std::chrono_literals;

constexpr TriggerBox kBox{50.0, 0.0, 4.0, 10.0, 0.0, {}};  // x from 48 to 52, y from -5 to 5

Time at(double seconds) { return Time(*from_seconds(seconds)); }

TEST(TriggerBoxes, AreDrivenIntoFromOutside) {
  struct Case {
    const char* name;
    TriggerBox box;
    Centre from, to;
    bool expected;
  };
  const TriggerBox turned{50.0, 0.0, 4.0, 10.0, 90.0, {}};  // x from 45 to 55, y from -2 to 2
  TriggerBox on_bridge = kBox;                              // z from 6 to 10
  on_bridge.z = 8.0;
  on_bridge.height = 4.0;
  const Case cases[] = {
      {"short of it", kBox, {40, 0}, {47.99, 0}, false},
      {"to its side", kBox, {40, 0}, {48.0, 0}, true},
      {"into it", kBox, {40, 0}, {49, 0}, true},
      {"right through it in one frame", kBox, {40, 0}, {60, 0}, true},
      {"from inside out", kBox, {50, 0}, {60, 0}, false},
      {"standing inside", kBox, {50, 0}, {50, 0}, false},
      {"standing outside", kBox, {40, 0}, {40, 0}, false},
      {"past it", kBox, {40, 5.1}, {60, 5.1}, false},
      {"cutting its corner", kBox, {47, 4}, {49, 6}, true},
      {"passing its corner", kBox, {46, 4}, {48, 6.1}, false},
      {"backwards", kBox, {60, 0}, {51, 0}, true},
      {"the turned box lies elsewhere", turned, {40, 0}, {46, 0}, true},
      {"... and is narrower", turned, {40, 3}, {60, 3}, false},
      {"any height without one of the box", kBox, {40, 0, 500.0}, {49, 0, 500.0}, true},
      {"on the bridge that has the box", on_bridge, {40, 0, 8.0}, {49, 0, 8.0}, true},
      {"on the road below", on_bridge, {40, 0, 0.0}, {60, 0, 0.0}, false},
      {"just below its lower end", on_bridge, {40, 0, 5.99}, {49, 0, 5.99}, false},
      {"just at its upper end", on_bridge, {40, 0, 10.0}, {49, 0, 10.0}, true},
      {"down into it", on_bridge, {50, 0, 12.0}, {50, 0, 9.0}, true},
      {"over it and down behind it", on_bridge, {40, 0, 15.0}, {60, 0, 10.5}, false},
      {"without heights", on_bridge, {40, 0}, {49, 0}, true},
  };
  for (const auto& [name, box, from, to, expected] : cases) EXPECT_EQ(drives_into(box, from, to), expected) << name;
}

Config lane_config() {
  Config config;
  config.file = "t.json";
  config.trigger_box = kBox;
  config.lane_spawn_sources = {{.road = "1", .section = 0, .lane = -1, .edge = {}, .place = {}}};
  config.midpoint_segment = config.lane_spawn_sources[0];
  return config;
}

Teleporter straight_teleporter(Config config) {
  const auto map = map::build_network(kit::straight_road(500.0));
  auto plan = plan_lanes(*map, config);
  return {std::move(config), std::move(*plan)};
}

std::string words(const std::vector<Action>& actions) {
  std::string text;
  for (const Action& action : actions)
    text += std::holds_alternative<ClearArea>(action) ? "clear "
            : std::holds_alternative<MoveEgo>(action) ? "move "
                                                      : "warn ";
  return text;
}

TEST(Teleporter, ClearsWaitsClearsAgainAndMoves) {
  Teleporter teleporter = straight_teleporter(lane_config());
  EXPECT_EQ(words(teleporter.step(at(0.0), Centre{40, 0})), "");
  EXPECT_EQ(words(teleporter.step(at(0.1), Centre{47, 0})), "");
  const auto triggered = teleporter.step(at(0.2), Centre{49, 0});
  ASSERT_EQ(words(triggered), "clear ");
  EXPECT_TRUE(teleporter.is_teleporting());
  EXPECT_EQ(words(teleporter.step(at(0.3), Centre{60, 0})), "");
  EXPECT_EQ(words(teleporter.step(at(0.4), Centre{49, 0})), "") << "driving in again during the delay";
  EXPECT_EQ(words(teleporter.step(at(0.6), Centre{60, 0})), "");
  const auto moved = teleporter.step(at(0.7), Centre{61, 0});
  ASSERT_EQ(words(moved), "clear move ");
  EXPECT_EQ(words(teleporter.step(at(0.8), Centre{61, 0})), "") << "on its way";

  const Destination& destination = std::get<MoveEgo>(moved[1]).destination;
  const ClearArea& area = std::get<ClearArea>(triggered[0]);
  EXPECT_EQ(area.x, destination.x);
  EXPECT_EQ(area.y, destination.y);
  EXPECT_EQ(area.radius, 10.0);

  const LogRow row = teleporter.arrived(at(0.9));
  EXPECT_FALSE(teleporter.is_teleporting());
  EXPECT_EQ(teleporter.teleports(), 1U);
  EXPECT_EQ(row.timestamp, at(0.9));
  EXPECT_EQ(row.midpoint_segment, "1/0/-1");
  EXPECT_EQ(row.choice.destination.x, destination.x);
  EXPECT_NEAR(row.choice.distance_to_midpoint, 250.0 - destination.x, 1e-6);
  // The jump itself does not lead into the box, wherever the ego was before.
  EXPECT_EQ(words(teleporter.step(at(1.0), Centre{50, 0})), "");
}

TEST(Teleporter, DoesNothingButWarnOnceIfNothingReachesTheMidpoint) {
  Config config = lane_config();
  config.midpoint_segment.lane = 1;
  Teleporter teleporter = straight_teleporter(config);
  EXPECT_EQ(words(teleporter.step(at(0.0), Centre{40, 0})), "");
  const auto actions = teleporter.step(at(0.1), Centre{50, 0});
  ASSERT_EQ(words(actions), "warn ");
  EXPECT_EQ(std::get<Warning>(actions[0]).message,
            "t.json: the ego drove into the trigger box, but none of the 51 candidates on laneSpawnSources reaches "
            "midpointSegment 1/0/1: it is not relocated");
  EXPECT_FALSE(teleporter.is_teleporting());
  EXPECT_EQ(words(teleporter.step(at(0.2), Centre{60, 0})), "");
  EXPECT_EQ(words(teleporter.step(at(0.3), Centre{50, 0})), "") << "a second time";
}

TEST(Teleporter, GivesUpIfTheEgoLeavesMeanwhile) {
  Teleporter teleporter = straight_teleporter(lane_config());
  teleporter.step(at(0.0), Centre{40, 0});
  ASSERT_EQ(words(teleporter.step(at(0.1), Centre{50, 0})), "clear ");
  EXPECT_EQ(words(teleporter.step(at(0.8), std::nullopt)), "");
  EXPECT_FALSE(teleporter.is_teleporting());
}

TEST(Teleporter, DrawsTargetsEvenlyAndTakesTheBestCandidateEveryTime) {
  Config config = lane_config();
  config.target_arrival_window = {0.0, 35.0};
  Teleporter teleporter = straight_teleporter(config);
  constexpr int kDraws = 1000, kBins = 20;
  std::array<int, kBins> counts{};
  for (int i = 0; i < kDraws; ++i) {
    const auto choice = teleporter.choose();
    ASSERT_TRUE(choice);
    ASSERT_GE(choice->target_time, 0.0);
    ASSERT_LT(choice->target_time, 35.0);
    ++counts[static_cast<std::size_t>(choice->target_time / 35.0 * kBins)];
    double best = std::numeric_limits<double>::infinity();
    for (const Candidate& candidate : teleporter.plan().candidates)
      best = std::min(best, std::abs(candidate.estimated_time - choice->target_time));
    EXPECT_EQ(std::abs(choice->estimated_time - choice->target_time), best);
  }
  double chi_square = 0.0;
  for (const int count : counts)
    chi_square += (count - kDraws / kBins) * (count - kDraws / kBins) / static_cast<double>(kDraws / kBins);
  EXPECT_LT(chi_square, 43.8) << "beyond the 99.9 % point of 19 degrees of freedom";
  EXPECT_GT(chi_square, 4.0) << "more even than chance is";
}

TEST(Teleporter, ChoosesTheSameWithTheSameSeed) {
  const auto choices = [](std::uint64_t seed) {
    Config config = lane_config();
    config.seed = seed;
    Teleporter teleporter = straight_teleporter(config);
    std::string text;
    for (int i = 0; i < 50; ++i) text += log_line({at(i), "m", *teleporter.choose()}) + "\n";
    return text;
  };
  EXPECT_EQ(choices(7), choices(7));
  EXPECT_NE(choices(7), choices(8));
}

TEST(Teleporter, TakesTheClosestForAWindowOfZero) {
  Config config = lane_config();
  config.target_arrival_window = {0.0, 0.0};
  Teleporter teleporter = straight_teleporter(config);
  EXPECT_EQ(teleporter.choose()->distance_to_midpoint, 0.0);
}

TEST(Teleporter, DrawsOneOfTheRandomPoints) {
  Config config;
  config.file = "t.json";
  config.spawn_strategy = SpawnStrategy::random_point;
  config.trigger_box = kBox;
  for (int i = 0; i < 4; ++i)
    config.random_spawn_points.push_back({.x = 10.0 * i,
                                          .y = 1.0,
                                          .z = 2.0,
                                          .yaw_degrees = 90.0,
                                          .use_custom_rotation = i == 3,
                                          .custom_euler_rotation = {0.0, 0.0, -45.0}});
  Teleporter teleporter(config, {});
  std::array<int, 4> counts{};
  for (int i = 0; i < 1000; ++i) {
    const auto choice = teleporter.choose();
    ASSERT_TRUE(choice);
    ++counts[choice->sample_index];
    EXPECT_EQ(choice->destination.x, 10.0 * choice->sample_index);
    EXPECT_NEAR(choice->destination.heading, choice->sample_index == 3 ? -std::numbers::pi / 4 : std::numbers::pi / 2,
                1e-12);
  }
  for (const int count : counts) EXPECT_NEAR(count, 250, 60);
  Choice choice = *teleporter.choose();
  choice.sample_index = 2;
  EXPECT_EQ(log_line({at(1.5), "", choice}).substr(0, 20), "1.5,,RandomPoint,2,,") << "what does not exist is empty";
}

TEST(TeleporterLog, HasTheColumnsThatUsersKnow) {
  const LogRow row{at(12.5), "12/0/-1", {{1.5, -2.0, 0.25, 0.0, {}}, "a,b/0/-1", 3, 120.5, 18.25, 17.0, true}};
  EXPECT_EQ(log_header() + "\n" + log_line(row),
            "timestamp,midpoint_segment,spawn_lane,sample_index,distance_to_midpoint,estimated_time,target_time,"
            "reached_cruise,spawn_x,spawn_y,spawn_z\n"
            "12.5,12/0/-1,\"a,b/0/-1\",3,120.5,18.25,17,true,1.5,-2,0.25");
}

}  // namespace
}  // namespace scrutineer::live::teleport
