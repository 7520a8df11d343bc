#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::OffsetAt;
using kit::Scenario;
using testing::ElementsAre;

const map::RoadNetwork& straight() {
  static const auto network = map::build_network(kit::straight_road(600.0));
  return *network;
}

// To the left and back by `size`, `steers` times from 1 s on, each taking `each`; then a last bit to the other side, by
// which the last of them is seen to be done.
std::vector<OffsetAt> weaving(int steers, double size, Duration each) {
  std::vector<OffsetAt> profile = {{1s, 0.0}};
  Duration at = 1s;
  double left = 0.0;
  for (int i = 0; i < steers; ++i) {
    at += each;
    left = size - left;
    profile.push_back({at, left});
  }
  const double last_move = left - (size - left);
  profile.push_back({at + each, left + (last_move > 0.0 ? -0.3 : 0.3)});
  return profile;
}

Scenario drive(std::vector<OffsetAt> lateral, bool is_ego = true, const map::RoadNetwork* map = &straight(),
               double s = 20.0, int lane = -1) {
  Scenario scenario({.map = map, .duration = 20s});
  scenario.add({.id = "7", .is_ego = is_ego}).start_at("1", lane, s).speed(20.0).lateral(std::move(lateral));
  return scenario;
}

TEST(JitterPolicy, ReportsOnlyManyLargeAndQuickSteers) {
  const CheckTester tester = CheckTester("jitter_policy").on(straight());
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  // The first steer begins where it has left its place by a centimetre.
  const std::string four = "jitter_policy of 7, 1.1 to 7, error";
  const Case cases[] = {
      {"straight on", tester, drive({}), {}},
      {"a lane change", tester, drive({{1s, 0.0}, {4s, 3.5}}), {}},
      {"three steers", tester, drive(weaving(3, 0.8, 1500ms)), {}},
      {"four steers", tester, drive(weaving(4, 0.8, 1500ms)), {four}},
      {"of somebody else", tester, drive(weaving(4, 0.8, 1500ms), false), {"jitter_policy of 7, 1.1 to 7, info"}},
      {"seven steers", tester, drive(weaving(7, 0.8, 1500ms)), {"jitter_policy of 7, 1.1 to 11.5, error"}},
      {"to the right first", tester, drive(weaving(4, -0.8, 1500ms)), {four}},
      {"steers just below what is noticeable", tester, drive(weaving(6, 0.699, 1500ms)), {}},
      {"steers just above what is noticeable", tester, drive(weaving(4, 0.701, 1500ms)), {four}},
      {"just quick enough after each other",
       tester,
       drive(weaving(4, 0.8, 1900ms)),
       {"jitter_policy of 7, 1.2 to 8.6, error"}},
      {"too slow after each other", tester, drive(weaving(6, 0.8, 2100ms)), {}},
      // 4 steers in 7.9 s, and in 8.1 s.
      {"a slow first one, just above the rate",
       tester,
       drive({{1s, 0.0}, {4800ms, 0.8}, {6300ms, 0.0}, {7800ms, 0.8}, {9300ms, 0.0}, {10s, 0.3}}),
       {"jitter_policy of 7, 1.4 to 9.3, error"}},
      {"a slow first one, just below the rate",
       tester,
       drive({{1s, 0.0}, {5s, 0.8}, {6500ms, 0.0}, {8s, 0.8}, {9500ms, 0.0}, {10s, 0.3}}),
       {}},
      {"a reversal of 4 cm does not end a steer",
       tester,
       drive({{1s, 0.0}, {2s, 0.8}, {3s, 0.0}, {3500ms, 0.4}, {4s, 0.36}, {4500ms, 0.8}, {6s, 0.0}, {7s, 0.3}}),
       {"jitter_policy of 7, 1.1 to 6, error"}},
      {"a reversal of 6 cm does",
       tester,
       drive({{1s, 0.0}, {2s, 0.8}, {3s, 0.0}, {3500ms, 0.4}, {4s, 0.34}, {4500ms, 0.8}, {6s, 0.0}, {7s, 0.3}}),
       {}},
      {"the last one has not turned",
       tester,
       drive({{1s, 0.0}, {2500ms, 0.8}, {4s, 0.0}, {5500ms, 0.8}, {7s, 0.0}}),
       {}},
      {"the last one turns much later",
       tester,
       drive({{1s, 0.0}, {2500ms, 0.8}, {4s, 0.0}, {5500ms, 0.8}, {7s, 0.0}, {15s, 0.0}, {16s, 0.3}}),
       {four}},
      {"a pause of straight driving ends the chain",
       tester,
       drive({{1s, 0.0}, {2s, 0.8}, {3s, 0.0}, {6s, 0.0}, {7s, 0.8}, {8s, 0.0}, {9s, 0.3}}),
       {}},
      {"twice",
       tester,
       drive({{0s, 0.0},
              {1s, 0.8},
              {2s, 0.0},
              {3s, 0.8},
              {4s, 0.0},
              {5s, 0.2},
              {8s, 0.2},
              {9s, 1.0},
              {10s, 0.2},
              {11s, 1.0},
              {12s, 0.2},
              {13s, 0.4}}),
       {"jitter_policy of 7, 0.1 to 4, error", "jitter_policy of 7, 4.1 to 12, error"}},
      {"may jitter", tester.with("policy.may_jitter=true"), drive(weaving(7, 0.8, 1500ms)), {}},
      {"others may jitter", tester.with("npc.policy.may_jitter=true"), drive(weaving(4, 0.8, 1500ms)), {four}},
      {"ignored", tester.with_severity("jitter_policy=ignore"), drive(weaving(7, 0.8, 1500ms)), {}},
      {"turned off", tester.with("jitter_policy.enabled=false"), drive(weaving(7, 0.8, 1500ms)), {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

TEST(JitterPolicy, JoinsWhatIsCloserThanTheMergeGap) {
  const std::vector<OffsetAt> twice = {{0s, 0.0},  {1s, 0.8},  {2s, 0.0},  {3s, 0.8}, {4s, 0.0},
                                       {5s, 0.1},  {6s, 0.0},  {8s, 0.0},  {9s, 0.8}, {10s, 0.0},
                                       {11s, 0.8}, {12s, 0.0}, {13s, 0.8}, {14s, 0.5}};
  const CheckTester tester = CheckTester("jitter_policy").on(straight());
  EXPECT_THAT(tester.run(drive(twice)).issues(),
              ElementsAre("jitter_policy of 7, 0.1 to 4, error", "jitter_policy of 7, 8.1 to 13, error"));
  const auto joined = tester.with("jitter_policy.merge_gap=4.2s").run(drive(twice));
  EXPECT_THAT(joined.issues(), ElementsAre("jitter_policy of 7, 0.1 to 13, error"));
  EXPECT_EQ(joined.number(0, "steers"), 9.0);
  EXPECT_THAT(tester.with("jitter_policy.merge_gap=4s").run(drive(twice)).issues().size(), 2u);
}

TEST(JitterPolicy, FollowsTheRoadWhereverItGoes) {
  const auto around = [](const map::Document& document, const char* road, int lane, double s,
                         std::vector<OffsetAt> lateral, double speed, Duration duration) {
    const auto network = map::build_network(document);
    Scenario scenario({.map = network.get(), .duration = duration});
    scenario.add({.id = "7"}).start_at(road, lane, s).speed(speed).lateral(std::move(lateral));
    return CheckTester("jitter_policy").on(*network).run(scenario).issues();
  };
  const auto weaves = weaving(4, 0.8, 1500ms);
  const auto expected = ElementsAre("jitter_policy of 7, 1.1 to 7, info");
  // Across the border of two roads, whichever way their s runs, in both directions of travel.
  EXPECT_THAT(around(kit::two_roads(), "1", -1, 40.0, weaves, 15.0, 9s), expected);
  EXPECT_THAT(around(kit::two_roads(), "2", 1, 60.0, weaves, 15.0, 9s), expected);
  EXPECT_THAT(around(kit::end_to_end_roads(), "1", -1, 40.0, weaves, 15.0, 9s), expected);
  EXPECT_THAT(around(kit::start_to_start_roads(), "2", 1, 60.0, weaves, 15.0, 9s), expected);
  // A lane change to and fro moves like anything else, though the lane changes.
  EXPECT_THAT(around(kit::straight_road(200.0), "1", -1, 20.0, weaving(4, 3.5, 1500ms), 15.0, 9s), expected);
  // In curves, weaving is found and following the road is none.
  EXPECT_THAT(around(kit::s_curve(), "1", -1, 5.0, weaves, 12.0, 9s), expected);
  EXPECT_THAT(around(kit::s_curve(), "1", -1, 5.0, {}, 12.0, 12s), ElementsAre());
  // Through junctions.
  EXPECT_THAT(around(kit::four_way_crossing(), "east", -1, 50.0, weaves, 15.0, 9s), expected);
  EXPECT_THAT(around(kit::roundabout(), "east", -1, 60.0, {}, 6.0, 20s), ElementsAre());
}

TEST(JitterPolicy, SaysHowOftenAndMeasures) {
  const auto found = CheckTester("jitter_policy").on(straight()).run(drive(weaving(4, 0.8, 1500ms)));
  EXPECT_THAT(found.sentences(),
              ElementsAre("[7.000s] Jitter comfort: 4 steers from 1.1s to 7s by 7 - SUT - sut_driver does not comply "
                          "with may_jitter policy (configurable as policy.may_jitter)"));
  EXPECT_THAT(found.messages(),
              ElementsAre("Ego 7 steered to and fro 4 times within 5.9 s (setting: policy.may_jitter)"));
  EXPECT_EQ(found.number(0, "steers"), 4.0);
  EXPECT_NEAR(found.number(0, "steers_per_second"), 4.0 / 5.9, 1e-9);
  EXPECT_EQ(found.number(0, "limit"), 0.5);
  EXPECT_NEAR(found.number(0, "largest_steer"), 0.8, 1e-6);
}

TEST(JitterPolicy, EndsWithItsActorAndTheRun) {
  const CheckTester tester = CheckTester("jitter_policy").on(straight());
  const auto weaves = weaving(12, 0.8, 1500ms);
  // It turns at 2.5 s, 4 s ... 19 s; the run ends at 20 s.
  EXPECT_THAT(tester.run(drive(weaves)).intervals(), ElementsAre("7, 1.1 to 19, run_end"));
  Scenario vanishing({.map = &straight(), .duration = 20s});
  vanishing.add({.id = "7"}).start_at("1", -1, 20.0).speed(20.0).lateral(weaves).vanishes(9s);
  EXPECT_THAT(tester.run(vanishing).intervals(), ElementsAre("7, 1.1 to 8.5, actor_gone"));
  EXPECT_EQ(tester.run(vanishing).issues().size(), 1u);
  // What is left of the steer that it was in is too small to notice.
  EXPECT_THAT(tester.with_relocation("7", 9s).run(drive(weaves)).intervals(),
              ElementsAre("7, 1.1 to 8.5, relocation", "7, 10.1 to 19, run_end"));
  const auto frozen = tester.frozen(9s, 10s).run(drive(weaving(6, 0.8, 1500ms)));
  EXPECT_THAT(frozen.intervals(), ElementsAre("7, 1.1 to 8.5, frozen"));
  EXPECT_THAT(frozen.issues(), ElementsAre());
}

TEST(JitterPolicy, NeedsAMapButNoSpeed) {
  EXPECT_EQ(CheckTester("jitter_policy").run(drive(weaving(4, 0.8, 1500ms))).status(), "skipped: there is no map");
  Scenario silent({.map = &straight(), .duration = 10s});
  silent.add({.id = "7"}).start_at("1", -1, 20.0).speed(20.0).lateral(weaving(4, 0.8, 1500ms)).reports({});
  EXPECT_EQ(CheckTester("jitter_policy").on(straight()).deriving(0).run(silent).issues().size(), 1u);
}

}  // namespace
}  // namespace scrutineer::checks
