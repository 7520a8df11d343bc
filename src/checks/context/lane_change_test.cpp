#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using testing::ElementsAre;
using trace::Indicator;

// The ego, 1.8 m wide in lanes of 3.5 m, goes from lane -2 to lane -1 between 2 s and 6 s: over the border at 4 s.
Scenario change(const map::RoadNetwork& map, std::vector<kit::From<Indicator>> indicator = {},
                std::vector<kit::OffsetAt> lateral = {{2s, 0.0}, {6s, 3.5}}) {
  Scenario scenario({.map = &map, .duration = 10s});
  auto& ego = scenario.add({.id = "7", .is_ego = true, .length = 4.5, .width = 1.8});
  ego.start_at("1", -2, 50.0).speed(15.0).lateral(std::move(lateral));
  if (!indicator.empty()) ego.indicator(std::move(indicator));
  return scenario;
}
watch::Value metric(const kit::Found& found, std::size_t interval, std::string_view name) {
  const auto& metrics = found.evaluation.infos[0]->metrics;
  for (std::size_t i = 0; i < metrics.size(); ++i)
    if (metrics[i].name == name) return found.evaluation.intervals.at(interval).data.at(i);
  throw std::runtime_error("no metric " + std::string(name));
}
double number(const kit::Found& found, std::string_view name, std::size_t interval = 0) {
  return std::get<double>(metric(found, interval, name));
}
std::string text(const kit::Found& found, std::string_view name, std::size_t interval = 0) {
  return std::get<std::string>(metric(found, interval, name));
}

TEST(LaneChange, IsFromLeavingToArriving) {
  const auto map = kit::one_road(kit::street());
  const auto found = CheckTester("lane_change").on(*map).run(change(*map));
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  EXPECT_EQ(number(found, "from_lane"), -2.0);
  EXPECT_EQ(number(found, "to_lane"), -1.0);
  EXPECT_EQ(text(found, "direction"), "left");
  EXPECT_NEAR(number(found, "crossing_time"), 4.0, 0.11);
  const watch::IntervalRecord& record = found.evaluation.intervals[0];
  EXPECT_LT(record.start, Time(3600ms));
  EXPECT_GT(record.end, Time(4400ms));
  EXPECT_NEAR(number(found, "peak_lateral_speed"), 1.875 * 3.5 / 4.0, 0.02);
  EXPECT_EQ(text(found, "indicated"), "unknown");
}

TEST(LaneChange, KnowsTheIndicator) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("lane_change").on(*map);
  const auto early = tester.run(change(*map, {{0s, Indicator::off}, {1s, Indicator::left}}));
  EXPECT_EQ(text(early, "indicated"), "yes");
  EXPECT_NEAR(number(early, "indicated_before"), to_seconds(early.evaluation.intervals[0].start - Time(1s)), 1e-9);
  EXPECT_EQ(text(tester.run(change(*map, {{0s, Indicator::off}})), "indicated"), "no");
  EXPECT_EQ(text(tester.run(change(*map, {{0s, Indicator::right}})), "indicated"), "no");
}

TEST(LaneChange, CountsEachOne) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("lane_change").on(*map);
  EXPECT_EQ(tester.run(change(*map, {}, {})).evaluation.intervals.size(), 0U);
  EXPECT_EQ(tester.run(change(*map, {}, {{2s, 0.0}, {4s, 1.2}, {6s, 0.0}})).evaluation.intervals.size(), 0U)
      << "only over the border";
  const auto there_and_back = tester.run(change(*map, {}, {{1s, 0.0}, {4s, 3.5}, {5s, 3.5}, {8s, 0.0}}));
  ASSERT_EQ(there_and_back.evaluation.intervals.size(), 2U);
  EXPECT_EQ(text(there_and_back, "direction", 0), "left");
  EXPECT_EQ(text(there_and_back, "direction", 1), "right");
  EXPECT_EQ(tester.run(change(*map, {}, {{1s, 0.0}, {7s, 7.0}})).evaluation.intervals.size(), 2U)
      << "over two borders, into oncoming traffic";
}

TEST(LaneChange, TellsLanesThatGoOnUnderAnotherNumber) {
  const auto map = kit::one_road(
      kit::RoadBuilder("1").line(400.0).lanes({-1, 1}).section(100.0).lanes({-2, -1, 1}).continues(-1, -2));
  kit::Scenario scenario({.map = map.get(), .duration = 10s});
  scenario.add({.id = "7", .is_ego = true}).start_at("1", -1, 50.0).speed(10.0);
  EXPECT_EQ(CheckTester("lane_change").on(*map).run(scenario).evaluation.intervals.size(), 0U);
  const auto two = map::build_network(kit::end_to_end_roads());
  kit::Scenario over({.map = two.get(), .duration = 10s});
  over.add({.id = "7", .is_ego = true}).start_at("1", -1, 50.0).speed(10.0);
  EXPECT_EQ(CheckTester("lane_change").on(*two).run(over).evaluation.intervals.size(), 0U);
  const auto crossing = map::build_network(kit::four_way_crossing());
  kit::Scenario through({.map = crossing.get(), .duration = 12s});
  through.add({.id = "7", .is_ego = true}).start_at("west", -1, 50.0).speed(10.0);
  EXPECT_EQ(CheckTester("lane_change").on(*crossing).run(through).evaluation.intervals.size(), 0U);
}

TEST(LaneChange, MeasuresTheGapsInTheNewLane) {
  const auto map = kit::one_road(kit::street());
  kit::Scenario scenario = change(*map);
  // 4.5 m long each: 20 m before it and 15 m behind it from bumper to bumper when it crosses; the follower is faster.
  scenario.add({.id = "8", .length = 4.5, .width = 1.8}).start_at("1", -1, 50.0 + 24.5).speed(15.0);
  scenario.add({.id = "9", .length = 4.5, .width = 1.8}).start_at("1", -1, 50.0 - 19.5 - 8.0).speed(17.0);
  const auto found = CheckTester("lane_change").on(*map).run(scenario);
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  EXPECT_NEAR(number(found, "min_gap_leader"), 20.0, 0.5);
  EXPECT_FALSE(number(found, "min_ttc_leader") < 1000.0);
  EXPECT_LT(number(found, "min_gap_follower"), 15.0);
  EXPECT_NEAR(number(found, "min_ttc_follower"), number(found, "min_gap_follower") / 2.0, 0.5);
}

// The ego goes from lane -1 to lane 1, that of oncoming traffic, between 2 s and 6 s at 15 m/s: it is over the border from
// about 3 s on, and arrives at about 5 s.
TEST(LaneChange, TimesToCollisionAreThoseOfOncomingTraffic) {
  const auto map = kit::one_road(kit::street());
  struct Case {
    const char* name;
    double s;  // of the other in lane 1; the ego is at 250 m
    bool against_traffic;
    double speed;
    double closing_leader, closing_follower;  // NaN: they do not come closer, or there is none
  };
  const double none = std::nan("");
  const Case cases[] = {
      {"oncoming", 450.0, false, 12.0, 27.0, none},
      {"oncoming, passed already", 260.0, false, 12.0, none, none},
      {"standing ahead", 400.0, false, 0.0, 15.0, none},
      {"ahead, the same way and slower", 320.0, true, 10.0, 5.0, none},
      {"ahead, the same way and faster", 320.0, true, 20.0, none, none},
      {"ahead, oncoming and backing away", 320.0, false, -10.0, 5.0, none},
      {"behind, the same way and faster", 220.0, true, 18.0, none, 3.0},
      {"behind, the same way and slower", 220.0, true, 12.0, none, none},
  };
  for (const Case& c : cases) {
    Scenario scenario({.map = map.get(), .duration = 7s});
    scenario.add({.id = "7", .is_ego = true, .length = 4.5, .width = 1.8})
        .start_at("1", -1, 250.0)
        .speed(15.0)
        .lateral({{2s, 0.0}, {6s, 3.5}});
    auto& other = scenario.add({.id = "8", .length = 4.5, .width = 1.8}).start_at("1", 1, c.s).speed(c.speed);
    if (c.against_traffic) other.against_traffic();
    const auto found = CheckTester("lane_change").on(*map).run(scenario);
    ASSERT_EQ(found.evaluation.intervals.size(), 1U) << c.name;
    const auto expect_time = [&](const std::string& whom, double closing) {
      const double time = number(found, "min_ttc_" + whom), gap = number(found, "min_gap_" + whom);
      if (std::isnan(closing))
        EXPECT_TRUE(std::isnan(time)) << c.name << ", " << whom << ": " << time;
      else
        EXPECT_NEAR(time, gap / closing, 0.02 * time) << c.name << ", " << whom;
    };
    expect_time("leader", c.closing_leader);
    expect_time("follower", c.closing_follower);
  }
}

// Whichever way the s of its road runs.
TEST(LaneChange, ComesCloserAcrossRoadsThatMeetEndToEnd) {
  const auto map = map::build_network(kit::end_to_end_roads());
  Scenario scenario({.map = map.get(), .duration = 6s});
  scenario.add({.id = "7", .is_ego = true, .length = 4.5, .width = 1.8})
      .start_at("1", -1, 60.0)
      .speed(8.0)
      .lateral({{1s, 0.0}, {4s, 3.5}});
  scenario.add({.id = "8", .length = 4.5, .width = 1.8}).start_at("2", -1, 10.0).speed(6.0);
  const auto found = CheckTester("lane_change").on(*map).run(scenario);
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  EXPECT_NEAR(number(found, "min_ttc_leader"), number(found, "min_gap_leader") / 14.0, 0.1);
}

// Persons and things are no leaders and followers.
TEST(LaneChange, GapsAreThoseToVehicles) {
  using trace::Category;
  const auto map = kit::one_road(kit::street());
  struct Case {
    const char* name;
    Category category;
    double gap_leader, gap_follower;  // NaN: none
  };
  const double none = std::nan("");
  for (const auto& [name, category, gap_leader, gap_follower] :
       {Case{"cars", Category::car, 18.0, 13.0}, Case{"bicycles", Category::bicycle, 18.0, 13.0},
        Case{"persons", Category::person, none, none}, Case{"animals", Category::animal, none, none},
        Case{"things", Category::object, none, none}}) {
    kit::Scenario scenario = change(*map);
    scenario.add({.id = "8", .category = category, .length = 2.0, .width = 0.8}).start_at("1", -1, 71.25).speed(15.0);
    scenario.add({.id = "9", .category = category, .length = 2.0, .width = 0.8}).start_at("1", -1, 33.75).speed(15.0);
    const auto found = CheckTester("lane_change").on(*map).run(scenario);
    ASSERT_EQ(found.evaluation.intervals.size(), 1U) << name;
    const double ahead = number(found, "min_gap_leader"), behind = number(found, "min_gap_follower");
    if (std::isnan(gap_leader)) {
      EXPECT_TRUE(std::isnan(ahead) && std::isnan(behind)) << name;
    } else {
      EXPECT_NEAR(ahead, gap_leader, 0.5) << name;
      EXPECT_NEAR(behind, gap_follower, 0.5) << name;
    }
  }
}

// Sideways of its lane, which here leads away from the reference line: following it is no sideways motion.
TEST(LaneChange, LateralSpeedIsThatAcrossTheLane) {
  const auto map =
      kit::one_road(kit::RoadBuilder("1").line(1000.0).lanes({-3, -2, -1}).width(-1, {3.5, 0.05, 0.0, 0.0}));
  Scenario scenario({.map = map.get(), .duration = 10s});
  scenario.add({.id = "7", .is_ego = true, .length = 4.5, .width = 1.8})
      .start_at("1", -3, 50.0)
      .speed(15.0)
      .lateral({{2s, 0.0}, {6s, 3.5}});
  const auto found = CheckTester("lane_change").on(*map).run(scenario);
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  EXPECT_NEAR(number(found, "peak_lateral_speed"), 1.875 * 3.5 / 4.0, 0.05);
}

TEST(LaneChange, EndsWithItsActorAndTheRun) {
  const auto map = kit::one_road(kit::street());
  kit::Scenario scenario({.map = map.get(), .duration = 4200ms});
  scenario.add({.id = "7", .is_ego = true, .length = 4.5, .width = 1.8})
      .start_at("1", -2, 50.0)
      .speed(15.0)
      .lateral({{2s, 0.0}, {6s, 3.5}});
  const CheckTester tester = CheckTester("lane_change").on(*map);
  const auto found = tester.run(scenario);
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  EXPECT_EQ(found.evaluation.intervals[0].ended_by, watch::EndedBy::run_end);
  // Put into the other lane on purpose it does not change lanes.
  EXPECT_EQ(tester.with_relocation("7", from_seconds(number(found, "crossing_time")).value())
                .run(scenario)
                .evaluation.intervals.size(),
            0U);
}

}  // namespace
}  // namespace scrutineer::checks
