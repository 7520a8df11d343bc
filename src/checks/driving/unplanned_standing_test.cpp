#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using namespace literals;
using kit::CheckTester;
using kit::ego_drive;
using kit::kKph;
using kit::Scenario;
using testing::ElementsAre;

TEST(UnplannedStanding, NeedsStandingAndATime) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("unplanned_standing").on(*map);
  const auto stops = [&](double kph, Duration lasts) {
    return ego_drive(*map,
                     {{0s, 5.0}, {950ms, 5.0}, {950ms, kph * kKph}, {950ms + lasts, kph * kKph}, {950ms + lasts, 5.0}});
  };
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const std::string three = "unplanned_standing of 7, 1 to 4, warning";
  const Case cases[] = {
      {"just driving", tester, stops(1.01, 3s), {}},
      {"just standing", tester, stops(0.99, 3s), {three}},
      {"one frame short of the debounce", tester, stops(0.0, 1s), {}},
      {"exactly the debounce", tester, stops(0.0, 1100ms), {"unplanned_standing of 7, 1 to 2.1, warning"}},
      {"a longer debounce", tester.with("unplanned_standing.debounce_start_time=5s"), stops(0.0, 3s), {}},
      {"another severity",
       tester.with("unplanned_standing.issue_severity=info"),
       stops(0.0, 3s),
       {"unplanned_standing of 7, 1 to 4, info"}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
  // Once it stands, a little more is still standing.
  const auto creeping = [&](double kph) {
    return ego_drive(*map, {{0s, 0.0}, {2950ms, 0.0}, {2950ms, kph * kKph}, {6s, kph * kKph}}, 6s);
  };
  EXPECT_THAT(tester.run(creeping(1.49)).intervals(), ElementsAre("7, 0 to 6, run_end"));
  EXPECT_THAT(tester.run(creeping(1.51)).intervals(), ElementsAre("7, 0 to 3, condition"));
}

TEST(UnplannedStanding, IsExcused) {
  const auto plain = kit::one_road(kit::street());
  const auto light = kit::one_road(kit::street().signal(kit::light("L", 150.0, -8.0, map::Orientation::with_s)));
  const auto sign = kit::one_road(kit::street().signal(kit::yield_sign("Y", 150.0, -8.0, map::Orientation::with_s)));
  kit::Crossing crossing;
  crossing.arm_length = 200.0;
  const auto arms = map::build_network(kit::four_way_crossing(crossing));
  const auto stand = [](const map::RoadNetwork& map, const char* road, double s) {
    Scenario scenario({.map = &map, .duration = 3s});
    scenario.add({.id = "7", .is_ego = true, .length = 4.5}).start_at(road, -1, s).speed(0.0);
    return scenario;
  };
  const auto with = [&](const kit::MadeActor& other, double x, double y) {
    Scenario scenario = stand(*plain, "1", 50.0);
    scenario.add(other).start_free({x, y, 0.0}).speed(0.0);
    return scenario;
  };
  const auto shining = [&](double s, trace::LightColour colour) {
    Scenario scenario = stand(*light, "1", s);
    scenario.light("1", "L", {{0s, colour}});
    return scenario;
  };
  struct Case {
    const char* name;
    const map::RoadNetwork* map;
    Scenario scenario;
    bool is_excused;
  };
  // The ego is 4.5 m long: its front is 2.25 m ahead.
  const Case cases[] = {
      {"nothing at all", plain.get(), stand(*plain, "1", 50.0), false},
      {"a vehicle just near enough", plain.get(), with({.id = "8", .length = 4.5}, 50.0 + 4.5 + 19.9, -1.75), true},
      {"a vehicle just too far away", plain.get(), with({.id = "8", .length = 4.5}, 50.0 + 4.5 + 20.1, -1.75), false},
      {"somebody on foot just near enough", plain.get(),
       with({.id = "8", .category = trace::Category::person}, 50.0, 18.2), true},
      {"somebody on foot just too far away", plain.get(),
       with({.id = "8", .category = trace::Category::person}, 50.0, 18.4), false},
      {"a yield sign just near enough", sign.get(), stand(*sign, "1", 150.0 - 2.25 - 19.9), true},
      {"a yield sign just too far away", sign.get(), stand(*sign, "1", 150.0 - 2.25 - 20.1), false},
      {"a green light just near enough", light.get(), shining(150.0 - 2.25 - 19.9, trace::LightColour::green), true},
      {"a green light just too far away", light.get(), shining(150.0 - 2.25 - 20.1, trace::LightColour::green), false},
      {"a red light far ahead", light.get(), shining(150.0 - 2.25 - 99.0, trace::LightColour::red), true},
      {"a yellow light far ahead", light.get(), shining(150.0 - 2.25 - 99.0, trace::LightColour::yellow), true},
      {"a light far ahead of which nothing is known", light.get(), stand(*light, "1", 150.0 - 2.25 - 99.0), true},
      {"a junction just near enough", arms.get(), stand(*arms, "west", 200.0 - 2.25 - 19.9), true},
      {"a junction just too far away", arms.get(), stand(*arms, "west", 200.0 - 2.25 - 20.3), false},
  };
  for (const Case& c : cases) {
    const auto found = CheckTester("unplanned_standing").on(*c.map).run(c.scenario);
    EXPECT_EQ(found.issues().empty(), c.is_excused) << c.name;
  }
  const CheckTester strict =
      CheckTester("unplanned_standing").on(*light).with("unplanned_standing.stopping_light_distance=0m");
  EXPECT_EQ(strict.run(shining(150.0 - 2.25 - 99.0, trace::LightColour::red)).issues().size(), 1U);
  // A light that turns green ends the excuse; one that turns red ends the violation.
  Scenario turns = stand(*light, "1", 80.0);
  turns.light("1", "L", {{0s, trace::LightColour::green}, {1500ms, trace::LightColour::red}});
  const auto found = CheckTester("unplanned_standing").on(*light).run(turns);
  EXPECT_THAT(found.intervals(), ElementsAre("7, 0 to 1.5, condition"));
  EXPECT_EQ(found.text(0, "justified_by"), "light");
}

TEST(UnplannedStanding, IsExcusedByThePlan) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("unplanned_standing").on(*map);
  const auto stand = ego_drive(*map, {{0s, 0.0}}, 3s);
  const auto plan = [&](double to, double speed) {
    return tester.planning("time,id,x,y,speed\n0,7,50,-1.75," + std::to_string(speed) + "\n0,7," + std::to_string(to) +
                           ",-1.75,10\n");
  };
  EXPECT_EQ(plan(72.0, 10.0).run(stand).issues().size(), 0U);
  EXPECT_EQ(plan(72.5, 10.0).run(stand).issues().size(), 1U);
  EXPECT_EQ(plan(200.0, 0.0).run(stand).issues().size(), 0U);
}

TEST(UnplannedStanding, JudgesTrafficOnly) {
  const auto parked = kit::one_road(kit::street().lane_type(-1, map::LaneType::parking));
  EXPECT_EQ(CheckTester("unplanned_standing").on(*parked).run(ego_drive(*parked, {{0s, 0.0}})).issues().size(), 0U);
  const auto map = kit::one_road(kit::street());
  Scenario beside({.map = map.get(), .duration = 3s});
  beside.add({.id = "7", .is_ego = true, .length = 4.5}).start_free({50.0, 40.0, 0.0}).speed(0.0);
  EXPECT_EQ(CheckTester("unplanned_standing").on(*map).run(beside).issues().size(), 0U);
}

TEST(UnplannedStanding, MeasuresAndSaysWhatHappened) {
  const auto light = kit::one_road(kit::street().signal(kit::yield_sign("Y", 150.0, -8.0, map::Orientation::with_s)));
  const auto found =
      CheckTester("unplanned_standing").on(*light).run(ego_drive(*light, {{0s, 0.0}, {4s, 0.0}, {4s, 5.0}}));
  ASSERT_EQ(found.issues().size(), 1U);
  EXPECT_EQ(found.text(0, "place"), "road 1, lane -1, s 50");
  EXPECT_EQ(found.text(0, "nearest_reason"), "sign at 97.75 m");
  EXPECT_THAT(
      found.messages(),
      ElementsAre("Ego 7 stood on road 1, lane -1, s 50 without a reason for 4 s; the nearest was sign at 97.75 m "
                  "(setting: unplanned_standing.reason_distance)"));
}

TEST(UnplannedStanding, EndsWithItsActorAndTheRun) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("unplanned_standing").on(*map).enabled_for("all");
  Scenario scenario({.map = map.get(), .duration = 5s});
  scenario.add({.id = "7", .is_ego = true, .length = 4.5}).start_at("1", -1, 50.0).speed(0.0).vanishes(3s);
  scenario.add({.id = "8"}).start_at("1", 1, 600.0).speed(0.0);
  EXPECT_THAT(tester.run(scenario).intervals(), ElementsAre("7, 0 to 2.9, actor_gone", "8, 0 to 5, run_end"));
  EXPECT_THAT(tester.with_relocation("8", 2s).run(scenario).intervals(),
              ElementsAre("7, 0 to 2.9, actor_gone", "8, 0 to 1.9, relocation", "8, 2 to 5, run_end"));
}

}  // namespace
}  // namespace scrutineer::checks
