#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/check_tester.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using testing::ElementsAre;
using trace::Field;

// The ego, 4 m long, drives at 10 m/s towards a box whose near end is 50.05 m ahead of its front at first; it brakes
// (suddenly) to a stop when it is `stops_after` on its way.
Scenario approach(Duration stops_after, std::initializer_list<Field> reports = {Field::velocity}) {
  Scenario scenario({.duration = 8s});
  scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0, .height = 1.5})
      .start_free({})
      .speed({{0s, 10.0}, {stops_after, 10.0}, {stops_after, 0.0}})
      .reports(reports);
  scenario
      .add({.id = "9",
            .category = trace::Category::object,
            .length = 2.0,
            .width = 2.0,
            .height = 1.0,
            .is_static = true})
      .start_free({53.05, 0.0, 0.0})
      .speed(0.0);
  return scenario;
}

TEST(TtcPolicy, ReportsOnlyWhatIsNearerThanTheLimit) {
  const CheckTester tester = CheckTester("ttc_policy").with("policy.too_close_TTC=2s");
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const Case cases[] = {
      {"off by default", CheckTester("ttc_policy"), approach(4s), {}},
      // At 3 s the box is just above 2 s away, at 3.1 s just below; standing it is infinitely far.
      {"stops in time", tester, approach(3s), {}},
      {"stops one frame later", tester, approach(3200ms), {"ttc_policy of 0 with 9, 3.1 to 3.2, error"}},
      {"stops late", tester, approach(4s), {"ttc_policy of 0 with 9, 3.1 to 4, error"}},
      // It touches just behind 5 s: from there it is a collision.
      {"does not stop", tester, approach(8s), {"ttc_policy of 0 with 9, 3.1 to 5.1, error"}},
      {"a lower limit", CheckTester("ttc_policy").with("policy.too_close_TTC=0.5s"), approach(4s), {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

// Where a setting turns it off for all who are there, those who come later are still looked at.
TEST(TtcPolicy, JudgesWhoComesLaterByItsOwnLimit) {
  Scenario scenario({.duration = 8s});
  scenario.add({.id = "0", .is_ego = true}).start_free({0.0, 100.0, 0.0}).speed(10.0);
  scenario.add({.id = "5", .category = trace::Category::truck, .length = 6.0})
      .start_free({0.0, 0.0, 0.0})
      .speed(10.0)
      .appears(1s);
  scenario
      .add({.id = "9",
            .category = trace::Category::object,
            .length = 2.0,
            .width = 2.0,
            .height = 1.0,
            .is_static = true})
      .start_free({60.0, 0.0, 0.0})
      .speed(0.0);
  const CheckTester tester = CheckTester("ttc_policy").enabled_for("all");
  EXPECT_TRUE(tester.run(scenario).issues().empty()) << "off for all of them";
  const auto found = tester.with("truck.policy.too_close_TTC=2s").run(scenario).issues();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].starts_with("ttc_policy of 5 with 9")) << found[0];
}

TEST(TtcPolicy, IsSkippedWhileItsLimitIsNone) {
  struct Case {
    const char* name;
    CheckTester tester;
    std::initializer_list<Field> reports;
    const char* status;
    bool is_switched_off;
  };
  const CheckTester tester("ttc_policy");
  const Case cases[] = {
      {"by default", tester, {Field::velocity}, "skipped: its limit is 0", true},
      {"whatever else it would lack", tester.deriving(0), {}, "skipped: its limit is 0", true},
      {"for the ego only", tester.with("sut.policy.too_close_TTC=2s"), {Field::velocity}, "completed", false},
      {"for others only",
       tester.with("npc.policy.too_close_TTC=2s"),
       {Field::velocity},
       "skipped: its limit is 0",
       true},
      {"for all", tester.with("policy.too_close_TTC=2s"), {Field::velocity}, "completed", false},
  };
  for (const Case& c : cases) {
    const auto found = c.tester.run(approach(3s, c.reports));
    EXPECT_EQ(found.status(), c.status) << c.name;
    EXPECT_EQ(found.evaluation.checks.at(0).is_switched_off, c.is_switched_off) << c.name;
  }
}

TEST(TtcPolicy, NamesTheOther) {
  const auto found = CheckTester("ttc_policy").with("policy.too_close_TTC=2s").run(approach(4s));
  EXPECT_THAT(found.sentences(),
              ElementsAre("[4.000s] Min. policy too_close_TTC limit of 2s missed by 0 - SUT - sut_driver "
                          "too_close_TTC: 1.105s to 9 - object (configurable as policy.too_close_TTC)"));
  EXPECT_THAT(found.messages(), ElementsAre("Ego 0 came within 1.1 s of hitting object 9; it should keep 2 s (setting: "
                                            "policy.too_close_TTC)"));
  EXPECT_NEAR(found.number(0, "least_ttc"), 1.105, 1e-9);
}

// A trailer that the run does not tie to the ego, and that overlaps it all the time, hides nobody.
TEST(TtcPolicy, LooksBeyondWhatItTouches) {
  Scenario scenario = approach(4s);
  scenario.add({.id = "T", .category = trace::Category::trailer, .length = 4.0, .width = 2.0, .height = 1.5})
      .start_free({-3.5, 0.0, 0.0})
      .speed({{0s, 10.0}, {4s, 10.0}, {4s, 0.0}})
      .reports({Field::velocity});
  const CheckTester tester = CheckTester("ttc_policy").with("policy.too_close_TTC=2s");
  EXPECT_THAT(tester.with("npc_vehicle.ttc_policy.enabled=false").run(scenario).issues(),
              ElementsAre("ttc_policy of 0 with 9, 3.1 to 4, error"));
}

TEST(TtcPolicy, NeedsSpeed) {
  const CheckTester tester = CheckTester("ttc_policy").with("policy.too_close_TTC=2s");
  EXPECT_EQ(tester.run(approach(4s, {})).issues().size(), 1U);  // one difference away
  EXPECT_THAT(tester.deriving(0).run(approach(4s, {})).status(), testing::StartsWith("skipped: min_ttc of actor 0"));
}

TEST(TtcPolicy, EndsWithEitherActorAndTheRun) {
  const CheckTester tester = CheckTester("ttc_policy").with("policy.too_close_TTC=2s");
  const auto with = [](Duration ego_until, Duration other_until, Duration duration) {
    Scenario scenario({.duration = duration});
    scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0})
        .start_free({})
        .speed(10.0)
        .vanishes(ego_until);
    scenario.add({.id = "7", .length = 2.0, .width = 2.0})
        .start_free({53.05, 0.0, 0.0})
        .speed(0.0)
        .vanishes(other_until);
    return scenario;
  };
  const auto of_ego = [&](const Scenario& scenario) {
    return tester.with("npc_vehicle.ttc_policy.enabled=false").run(scenario).intervals();
  };
  EXPECT_THAT(of_ego(with(4s, 9s, 8s)), ElementsAre("0 with 7, 3.1 to 3.9, actor_gone"));
  EXPECT_THAT(of_ego(with(9s, 4s, 8s)), ElementsAre("0 with 7, 3.1 to 3.9, actor_gone"));
  EXPECT_THAT(of_ego(with(9s, 9s, 4s)), ElementsAre("0 with 7, 3.1 to 4, run_end"));
}

}  // namespace
}  // namespace scrutineer::checks
