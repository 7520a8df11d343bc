#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using testing::ElementsAre;
using trace::Indicator;

// Lanes are 3.5 m wide, the ego 1.8 m: it touches its border where its centre is 0.85 m aside.
Scenario drive(const map::RoadNetwork& map, std::vector<kit::OffsetAt> lateral,
               std::vector<kit::From<Indicator>> indicator = {}, int lane = -2) {
  Scenario scenario({.map = &map, .duration = 16s});
  auto& ego = scenario.add({.id = "7", .is_ego = true, .length = 4.5, .width = 1.8});
  ego.start_at("1", lane, 50.0).speed(15.0).lateral(std::move(lateral));
  if (!indicator.empty()) ego.indicator(std::move(indicator));
  return scenario;
}

TEST(LaneDeparture, NeedsACornerBeyondTheBorder) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("lane_departure").on(*map);
  // A move of 8 s hardly turns the vehicle; 10 % of its width are 0.18 m.
  const auto aside = [&](double left) { return drive(*map, {{1s, 0.0}, {5s, left}, {6s, left}, {10s, 0.0}}); };
  EXPECT_EQ(tester.run(aside(0.85)).issues().size(), 0U);
  EXPECT_EQ(tester.run(aside(1.0)).issues().size(), 0U);
  const auto found = tester.run(aside(1.25));
  ASSERT_EQ(found.issues().size(), 1U);
  EXPECT_EQ(found.text(0, "outcome"), "return_to_lane");
  EXPECT_EQ(found.text(0, "side"), "left");
  EXPECT_NEAR(found.number(0, "largest_overlap"), 0.4, 0.03);
  EXPECT_NEAR(found.number(0, "threshold"), 0.18, 1e-9);
  EXPECT_EQ(tester.run(aside(-1.25)).text(0, "side"), "right");
  EXPECT_EQ(tester.with("lane_departure.leaving_lane_threshold=30").run(aside(1.25)).issues().size(), 0U);
}

TEST(LaneDeparture, MustLastForTheDebounceTime) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("lane_departure").on(*map);
  const Scenario aside = drive(*map, {{1s, 0.0}, {5s, 1.25}, {6s, 1.25}, {10s, 0.0}});
  const auto at_once = tester.run(aside);
  ASSERT_EQ(at_once.issues().size(), 1U);
  // Its last frame is one before the end: what must last longer than until then is none.
  const double duration = at_once.number(0, "duration");
  const auto with = [&](double seconds) {
    return tester.with("lane_departure.debounce_start_time=" + std::to_string(seconds) + "s").run(aside).issues();
  };
  EXPECT_EQ(with(duration - 0.1), at_once.issues());
  EXPECT_THAT(with(duration), ElementsAre());
}

TEST(LaneDeparture, TellsTheMarkingThatItCrosses) {
  const std::vector<kit::OffsetAt> to_the_left = {{1s, 0.0}, {5s, 1.25}, {6s, 1.25}, {10s, 0.0}},
                                   to_the_right = {{1s, 0.0}, {5s, -1.25}, {6s, -1.25}, {10s, 0.0}};
  const auto map = kit::one_road(kit::street().mark(-1, map::MarkType::solid_broken, map::MarkColour::yellow));
  const CheckTester tester = CheckTester("lane_departure").on(*map);
  const auto left = tester.run(drive(*map, to_the_left));
  EXPECT_EQ(left.text(0, "marking_type"), "solid_broken");
  EXPECT_EQ(left.text(0, "marking_colour"), "yellow");
  const auto right = tester.run(drive(*map, to_the_right));
  EXPECT_EQ(right.text(0, "marking_type"), "");
  EXPECT_EQ(right.text(0, "marking_colour"), "");
}

TEST(LaneDeparture, KnowsItsOutcomes) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("lane_departure").on(*map);
  const std::vector<kit::OffsetAt> change = {{1s, 0.0}, {5s, 3.5}}, stays = {{1s, 0.0}, {3s, 1.4}};
  struct Case {
    const char* name;
    Scenario scenario;
    std::vector<std::string> outcomes;
  };
  const Case cases[] = {
      {"a lane change", drive(*map, change), {"lane_change"}},
      {"a lane change, indicated", drive(*map, change, {{0s, Indicator::left}}), {}},
      {"a lane change, indicated to the wrong side", drive(*map, change, {{0s, Indicator::right}}), {"lane_change"}},
      {"a lane change with the hazard lights on", drive(*map, change, {{0s, Indicator::hazard}}), {"lane_change"}},
      // It leaves its lane at about 2.5 s, and its centre is in the next one at 3 s.
      {"a lane change, indicated in the middle of it",
       drive(*map, change, {{0s, Indicator::off}, {2800ms, Indicator::left}}),
       {}},
      {"a lane change, indicated afterwards",
       drive(*map, change, {{0s, Indicator::off}, {4s, Indicator::left}}),
       {"lane_change"}},
      {"it stays on the border", drive(*map, stays), {"timeout"}},
      {"back again", drive(*map, {{1s, 0.0}, {3s, 1.4}, {5s, 1.4}, {7s, 0.0}}), {"return_to_lane"}},
  };
  for (const Case& c : cases) {
    const auto found = tester.run(c.scenario);
    std::vector<std::string> outcomes;
    for (std::size_t i = 0; i < found.issues().size(); ++i) outcomes.push_back(found.text(i, "outcome"));
    EXPECT_EQ(outcomes, c.outcomes) << c.name;
  }
  EXPECT_EQ(tester.with("lane_departure.turn_signal_detection_enabled=false")
                .run(drive(*map, change, {{0s, Indicator::left}}))
                .issues()
                .size(),
            1U);
  EXPECT_NEAR(tester.with("lane_departure.timeout=2s").run(drive(*map, stays)).number(0, "duration"), 2.0, 1e-9);
}

TEST(LaneDeparture, FollowsTheLaneIntoTheNextSection) {
  const auto map = kit::one_road(kit::RoadBuilder("1")
                                     .line(400.0)
                                     .lanes({-2, -1, 1})
                                     .section(100.0)
                                     .lanes({-3, -2, -1, 1})
                                     .continues(-2, -3)
                                     .continues(-1, -2));
  const CheckTester tester = CheckTester("lane_departure").on(*map);
  Scenario straight({.map = map.get(), .duration = 8s});
  straight.add({.id = "7", .is_ego = true}).start_free({60.0, -3.5 - 1.75, 0.0}).speed(15.0);
  // Lane -2 becomes lane -3, which lies further to the right: who goes straight on leaves it.
  EXPECT_EQ(tester.run(straight).evaluation.checks.at(0).state, watch::CheckOutcome::State::completed);
}

// A bus keeps to the left before it turns right: its front is over the curve of its way while its centre is on the arm,
// well inside its lane.
TEST(LaneDeparture, JudgesNoCornersInJunctions) {
  const auto map = map::build_network(kit::four_way_crossing({.half_size = 8.0}));
  const CheckTester tester = CheckTester("lane_departure").on(*map);
  const auto turn = [&](double left) {
    Scenario scenario({.map = map.get(), .duration = 14s});
    scenario.add({.id = "7", .category = trace::Category::bus, .is_ego = true, .length = 12.0, .width = 2.5})
        .start_at("east", -1, 40.0)
        .speed(5.0)
        .lateral({{5s, 0.0}, {13s, left}});
    return scenario;
  };
  EXPECT_THAT(tester.run(turn(0.45)).issues(), ElementsAre());
  EXPECT_EQ(tester.run(turn(1.5)).issues().size(), 1U);  // that is beyond the border of the arm, too
}

TEST(LaneDeparture, EndsWithItsActorAndTheRun) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("lane_departure").on(*map);
  Scenario scenario({.map = map.get(), .duration = 5s});
  scenario.add({.id = "7", .is_ego = true, .length = 4.5, .width = 1.8})
      .start_at("1", -2, 50.0)
      .speed(15.0)
      .lateral({{1s, 0.0}, {3s, 1.4}});
  const auto found = tester.run(scenario);
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  EXPECT_EQ(found.evaluation.intervals[0].ended_by, watch::EndedBy::run_end);
  EXPECT_EQ(tester.with_relocation("7", 4s).run(scenario).evaluation.intervals[0].ended_by, watch::EndedBy::relocation);
}

}  // namespace
}  // namespace scrutineer::checks
