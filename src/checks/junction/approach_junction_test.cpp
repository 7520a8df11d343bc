#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kit/approach_drives.h"
#include "kit/check_tester.h"
#include "kit/maps.h"
#include "kit/move_run.h"
#include "kit/transform.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using namespace literals;
using namespace kit::approach;
using kit::CheckTester;
using kit::Crossing;
using kit::Found;
using kit::From;
using kit::Scenario;
using kit::SpeedAt;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using trace::LightColour;
using trace::LightMode;

// ---- lights ---------------------------------------------------------------------------------------------------------

TEST(ApproachJunction, JudgesYellowAndRed) {
  const auto map = lit();
  // At 10 m/s and 2 m/s^2 it stops in 25 m. 5.1 s after the start it has driven 51 m; the point not to be passed is
  // 0.3 m past the line.
  const double far = 25.05 + 51.0 - 0.3, near = 24.95 + 51.0 - 0.3;
  expect(tester(), *map,
         {
             {"red all the time", {.light = kRed}, {"run_red_light"}},
             {"green all the time", {.light = kGreen}, {}},
             {"stops and waits for green", {.speed = stop_after(99.0, 8.0), .light = green_at(15.0)}, {}},
             {"stops, then runs it", {.speed = stop_after(99.0, 2.0), .light = kRed}, {"run_red_light"}},
             {"stops at the line and stays", {.speed = stop_after(99.0, 60.0), .light = kRed}, {}},
             {"yellow, could just have stopped", {.before = far, .light = yellow_at(5.0)}, {"run_yellow_light"}},
             {"yellow, could just not have stopped", {.before = near, .light = yellow_at(5.0)}, {}},
             {"red, could just have stopped", {.before = far, .light = yellow_at(5.0, 6.0)}, {"run_red_light"}},
             {"red, could just not have stopped", {.before = near, .light = yellow_at(5.0, 6.0)}, {}},
             {"green to red without a yellow, could", {.before = far, .light = yellow_at(5.0, 5.0)}, {"run_red_light"}},
             {"green to red without a yellow, could not", {.before = near, .light = yellow_at(5.0, 5.0)}, {}},
             {"turned yellow long before the junction was in range",
              {.before = 150.0, .light = yellow_at(3.0, 6.0)},
              {"run_red_light"}},
             {"brakes for yellow, but too little",
              {.before = far, .speed = {{0s, 10.0}, {6s, 10.0}, {8s, 7.0}}, .light = yellow_at(5.0)},
              {"run_yellow_light"}},
             {"red with yellow is red",
              {.light = {{0s, LightColour::red}, {9500ms, LightColour::red_yellow}, {15s, LightColour::green}}},
              {"run_red_light"}},
             {"the line is passed before the reaction time is over", {.before = 50.9, .light = yellow_at(5.0)}, {}},
             {"turns yellow in the frame behind the line: what it showed before counts",
              {.before = 99.9, .light = yellow_at(10.1)},
              {}},
             {"turns yellow after it has passed", {.before = 99.0, .light = yellow_at(11.0)}, {}},
         });
  const CheckTester slow = tester().with(kPath + "reaction_time=0.5s");
  expect(slow, *map,
         {{"more time to react: 4 m less, could not", {.before = far, .light = yellow_at(5.0)}, {}},
          {"more time to react, could", {.before = far + 4.0, .light = yellow_at(5.0)}, {"run_yellow_light"}}});
  expect(tester().with(kPath + "deceleration_to_stop_at_yellow_start=2.1mpsps"), *map,
         {{"braking harder is expected", {.before = near, .light = yellow_at(5.0)}, {"run_yellow_light"}}});
}

TEST(ApproachJunction, JudgesGreenByChance) {
  const auto map = lit();
  // At 10 m/s and 4 m/s^2 it stops in 12.5 m. The last red frame, in which it is further away, is at 4.9 s.
  const double near = 12.45 + 49.0 - 0.3, far = 12.55 + 49.0 - 0.3;
  expect(tester(), *map,
         {{"could just not have stopped", {.before = near, .light = green_at(5.0)}, {"about_to_run_red_light"}},
          {"could just have stopped", {.before = far, .light = green_at(5.0)}, {}},
          {"through red with yellow",
           {.before = near, .light = {{0s, LightColour::red}, {4s, LightColour::red_yellow}, {5s, LightColour::green}}},
           {"about_to_run_red_light"}},
          {"green since long", {.before = near, .light = green_at(2.0)}, {}},
          {"stood and started as it turned green", {.speed = stop_after(99.0, 2.0), .light = green_at(13.0)}, {}},
          {"it was yellow, not red",
           {.before = near, .light = {{0s, LightColour::yellow}, {5s, LightColour::green}}},
           {}}});
  expect(tester().with(kPath + "deceleration_to_stop_at_red_end=3.9mpsps"), *map,
         {{"softer braking is expected", {.before = far, .light = green_at(5.0)}, {"about_to_run_red_light"}}});
}

TEST(ApproachJunction, JudgesLightsThatDoNotWorkAsUsual) {
  const auto map = lit();
  const std::vector<SpeedAt> stops = stop_after(99.0, 1.0);
  expect(tester(), *map,
         {
             {"flashing red", {.light = kRed, .mode = mode(LightMode::flashing_red)}, {"stop_at_flashing_red"}},
             {"flashing red, stops", {.speed = stops, .light = kRed, .mode = mode(LightMode::flashing_red)}, {}},
             {"off", {.light = kDark, .mode = mode(LightMode::off)}, {"stop_at_tl_not_working"}},
             {"off, stops", {.speed = stops, .light = kDark, .mode = mode(LightMode::off)}, {}},
             {"out of order", {.light = kRed, .mode = mode(LightMode::malfunctioning)}, {"stop_at_tl_not_working"}},
             {"out of order, stops", {.speed = stops, .light = kRed, .mode = mode(LightMode::malfunctioning)}, {}},
             // Half of the legal 50 km/h.
             {"flashing yellow, just too fast",
              {.speed = {{0s, 25.01 / 3.6}}, .light = kRed, .mode = mode(LightMode::flashing_yellow)},
              {"slow_down_at_flashing_yellow"}},
             {"flashing yellow, just slow enough",
              {.speed = {{0s, 24.99 / 3.6}}, .light = kRed, .mode = mode(LightMode::flashing_yellow)},
              {}},
             {"nobody knows what it shows", {.light = kUnknown, .mode = mode(LightMode::unknown)}, {}},
         });
}

TEST(ApproachJunction, DoesNotJudgeWhereTheModeChangesTooLate) {
  const auto map = lit();
  const auto failing_at = [](double time) {
    return std::vector<From<LightMode>>{{0s, LightMode::regular}, {seconds(time), LightMode::malfunctioning}};
  };
  // At 5 m/s it is 100 - 5 t before the line: 20.5 m at 15.9 s, 19.5 m at 16.1 s. At 20 m/s: 62 m (3.1 s) at 1.9 s.
  const std::vector<SpeedAt> slow = {{0s, 5.0}}, fast = {{0s, 20.0}};
  expect(tester(), *map,
         {{"at 20.5 m", {.speed = slow, .light = kRed, .mode = failing_at(15.9)}, {"stop_at_tl_not_working"}},
          {"at 19.5 m", {.speed = slow, .light = kRed, .mode = failing_at(16.1)}, {}},
          {"3.1 s before", {.speed = fast, .light = kRed, .mode = failing_at(1.9)}, {"stop_at_tl_not_working"}},
          {"2.9 s before, not in range yet", {.speed = fast, .light = kRed, .mode = failing_at(2.1)}, {}},
          {"there and back again",
           {.speed = slow,
            .light = kRed,
            .mode = {{0s, LightMode::regular}, {17s, LightMode::malfunctioning}, {17500ms, LightMode::regular}}},
           {}},
          {"to regular far away",
           {.speed = slow, .light = kRed, .mode = {{0s, LightMode::malfunctioning}, {10s, LightMode::regular}}},
           {"run_red_light"}}});
  expect(tester().with(kPath + "min_distance_to_signal=19m"), *map,
         {{"19 m", {.speed = slow, .light = kRed, .mode = failing_at(16.1)}, {"stop_at_tl_not_working"}}});
  expect(tester().with(kPath + "min_time_gap_to_signal=2.8s"), *map,
         {{"2.8 s", {.speed = fast, .light = kRed, .mode = failing_at(2.1)}, {"stop_at_tl_not_working"}}});
}

TEST(ApproachJunction, DoesNotJudgeWhoAppearsTooClose) {
  const auto map = lit();
  const std::vector<SpeedAt> slow = {{0s, 5.0}}, fast = {{0s, 20.0}};
  expect(tester(), *map,
         {{"20.1 m before", {.before = 20.1, .speed = slow, .light = kRed}, {"run_red_light"}},
          {"19.9 m before", {.before = 19.9, .speed = slow, .light = kRed}, {}},
          {"3.01 s before", {.before = 60.2, .speed = fast, .light = kRed}, {"run_red_light"}},
          {"2.99 s before", {.before = 59.8, .speed = fast, .light = kRed}, {}},
          {"behind the line", {.before = -0.5, .speed = slow, .light = kRed}, {}},
          {"inside the junction", {.before = -4.0, .speed = slow, .light = kRed}, {}}});
  const Found found = tester().on(*map).run(driving(*map, {.before = 19.9, .speed = slow, .light = kRed}));
  EXPECT_EQ(text(found, 0, "verdict"), "not judged: the vehicle appeared too close to it");
}

// ---- the way taken --------------------------------------------------------------------------------------------------

TEST(ApproachJunction, LetsTurnOnRedAfterAStop) {
  const auto map = lit();
  const std::vector<SpeedAt> stops = stop_after(99.0, 1.0);
  const CheckTester never = tester().with(kPath + "turn_on_red=false");
  expect(tester(), *map,
         {{"stops, then turns right", {.speed = stops, .via = "west_south", .light = kRed}, {}},
          {"rolls, then turns right", {.via = "west_south", .light = kRed}, {"stop_at_turn_on_red"}},
          {"stops, then turns left", {.speed = stops, .via = "west_north", .light = kRed}, {"run_red_light"}},
          {"stops, then goes straight", {.speed = stops, .light = kRed}, {"run_red_light"}},
          {"turns right at yellow", {.via = "west_south", .light = yellow_at(5.0)}, {"run_yellow_light"}},
          {"turns right at red, could not have stopped",
           {.before = 60.0, .via = "west_south", .light = yellow_at(5.0, 5.2)},
           {}}});
  expect(never, *map,
         {{"stops, then turns right: not allowed",
           {.speed = stops, .via = "west_south", .light = kRed},
           {"run_red_light"}},
          {"rolls: not allowed", {.via = "west_south", .light = kRed}, {"run_red_light"}}});
  // Which way it took is known when its centre leaves the junction; it was decided at the line.
  const Found found = tester().on(*map).run(driving(*map, {.via = "west_south", .light = kRed}));
  ASSERT_EQ(found.evaluation.issues.size(), 1U);
  const watch::Issue& issue = found.evaluation.issues.front();
  EXPECT_NEAR(to_seconds(issue.end), 10.03, 1e-6);
  EXPECT_NEAR(to_seconds(issue.time), 12.4, 0.5);
  EXPECT_EQ(text(found, 0, "manoeuvre"), "right");
  // Where every way is the same, there is nothing to wait for.
  const Found at_once = never.on(*map).run(driving(*map, {.via = "west_south", .light = kRed}));
  EXPECT_NEAR(to_seconds(at_once.evaluation.issues.at(0).end), 10.03, 1e-6);
  EXPECT_NEAR(to_seconds(at_once.evaluation.issues.at(0).time), 10.1, 1e-6);
}

TEST(ApproachJunction, LetsTurnLeftOnRedWhereTrafficKeepsLeft) {
  const auto map = lit({.rule = map::TrafficRule::left_hand});
  const std::vector<SpeedAt> stops = stop_after(99.0, 1.0);
  expect(tester(), *map,
         {{"stops, then turns left", {.speed = stops, .via = "west_north", .lane = 1, .light = kRed}, {}},
          {"rolls, then turns left", {.via = "west_north", .lane = 1, .light = kRed}, {"stop_at_turn_on_red"}},
          {"stops, then turns right",
           {.speed = stops, .via = "west_south", .lane = 1, .light = kRed},
           {"run_red_light"}}});
}

TEST(ApproachJunction, SeesTheSameInTheMirror) {
  map::Document document = kit::four_way_crossing({.arm_length = kArm, .lights = Crossing::Lights::by_reference});
  const auto map = map::build_network(document), mirror = map::build_network(kit::mirrored(document));
  for (const char* via : {"west_east", "west_north", "west_south"}) {
    for (const bool stop : {false, true}) {
      Drive drive{.via = via, .light = kRed};
      if (stop) drive.speed = stop_after(99.0, 1.0);
      const kit::RunData run = driving(*map, drive).run();
      const Found found = tester().on(*map).run(run), seen = tester().on(*mirror).run(kit::mirrored(run));
      EXPECT_EQ(found.issues(), seen.issues()) << via;
      EXPECT_EQ(found.intervals(), seen.intervals()) << via;
      const std::string manoeuvre = text(found, 0, "manoeuvre"), other = text(seen, 0, "manoeuvre");
      EXPECT_EQ(manoeuvre == "left" ? "right" : manoeuvre == "right" ? "left" : manoeuvre, other) << via;
      for (const char* name : {"speed", "decision_time", "longest_stop_distance", "line_to_junction"}) {
        const double here = number(found, 0, name), there = number(seen, 0, name);
        EXPECT_TRUE((std::isnan(here) && std::isnan(there)) || std::abs(here - there) < 1e-6) << via << ", " << name;
      }
    }
  }
}

TEST(ApproachJunction, TakesTheWayFromThePlan) {
  const auto map = lit();
  const Scenario scenario = driving(*map, {.via = "west_south", .light = kRed});
  const std::string right =
      "time,id,x,y,speed\n0,ego,-400,-1.75,10\n0,ego,-15,-1.75,10\n0,ego,-1.75,-15,10\n0,ego,-1.75,-90,10\n";
  const std::string straight = "time,id,x,y,speed\n0,ego,-400,-1.75,10\n0,ego,90,-1.75,10\n";
  const Found planned = tester().on(*map).planning(right).run(scenario);
  EXPECT_THAT(kinds(planned), ElementsAre("stop_at_turn_on_red"));
  EXPECT_NEAR(to_seconds(planned.evaluation.issues.at(0).time), 10.1, 1e-6);  // no need to wait
  EXPECT_THAT(kinds(tester().on(*map).planning(straight).run(scenario)), ElementsAre("run_red_light"));
  // Who stops may turn right, but not announce that and go on.
  for (const char* via : {"west_south", "west_east"}) {
    const Scenario stopping = driving(*map, {.speed = stop_after(99.0, 1.0), .via = via, .light = kRed});
    const std::vector<std::string> expected =
        via == std::string_view("west_south") ? std::vector<std::string>{} : std::vector<std::string>{"run_red_light"};
    EXPECT_EQ(kinds(tester().on(*map).planning(right).run(stopping)), expected) << via;
  }
}

TEST(ApproachJunction, JudgesOnlySignalsOfTheWayTaken) {
  // The near-side turn has a light of its own: an arrow. The full disc is for the other lane's ways.
  map::Document document = kit::four_way_crossing({.arm_length = kArm, .lights = Crossing::Lights::on_arms});
  map::RoadRecord& west = kit::find_road(document, "west");
  west.signals.front().type = "1000011";
  west.signals.front().subtype = "40";  // left and straight
  const auto map = map::build_network(document);
  expect(tester(), *map,
         {{"straight", {.light = kRed}, {"run_red_light"}},
          {"left", {.via = "west_north", .light = kRed}, {"run_red_light"}},
          {"right: the arrows do not point there", {.via = "west_south", .light = kRed}, {}}});
  const Found found = tester().on(*map).run(driving(*map, {.light = kRed}));
  EXPECT_GT(found.evaluation.issues.at(0).time, Time(11s));  // only then it is known
}

TEST(ApproachJunction, TellsOfTheLightThatGoesBeforeTheOther) {
  map::Document document = kit::four_way_crossing({.arm_length = kArm, .lights = Crossing::Lights::on_arms});
  std::vector<map::SignalRecord>& signals = kit::find_road(document, "west").signals;
  map::SignalRecord arrow = signals.front();
  arrow.id = "arrow";
  arrow.type = "1000011";
  arrow.subtype = "30";  // straight
  signals.push_back(arrow);
  const auto map = map::build_network(document);
  Scenario scenario = driving(*map, {.light = kRed});
  scenario.light("west", "arrow", kGreen);
  const Found found = tester().on(*map).run(scenario);
  EXPECT_THAT(kinds(found), IsEmpty());
  EXPECT_EQ(text(found, 0, "signal"), "arrow");
  EXPECT_EQ(text(found, 0, "verdict"), "passed");
}

// ---- signs ----------------------------------------------------------------------------------------------------------

TEST(ApproachJunction, JudgesStops) {
  const auto map = crossing({.signs = Crossing::Signs::all_way_stop});
  const CheckTester strict = tester().with(kPath + "expected_stop_distance_lb=1m");
  expect(tester(), *map,
         {{"drives through", {}, {"stop_at_sign"}},
          {"stops", {.speed = stop_after(99.0, 1.0)}, {}},
          {"crawls", {.speed = {{0s, 10.0}, {7s, 10.0}, {9s, 0.2}, {20s, 0.2}, {22s, 5.0}}}, {"stop_at_sign"}},
          {"stops for 0.5 s", {.speed = stop_after(99.0, 0.52), .step = 20ms}, {}},
          {"stops for 0.4 s", {.speed = stop_after(99.0, 0.38), .step = 20ms}, {"stop_at_sign"}},
          {"2.95 m before", {.speed = stop_after(97.05, 1.0)}, {}},
          {"3.1 m before", {.speed = stop_after(96.9, 1.0)}, {"stop_at_sign"}},
          {"0.25 m past", {.speed = stop_after(100.25, 1.0)}, {}},
          {"0.4 m past", {.speed = stop_after(100.4, 1.0)}, {"stop_at_sign"}},
          {"turns right", {.via = "west_south"}, {"stop_at_sign"}},
          {"two short stops are none",
           {.speed = {{0s, 10.0},
                      {8625ms, 10.0},
                      {11125ms, 0.0},
                      {11425ms, 0.0},
                      {11725ms, 0.4},
                      {12025ms, 0.0},
                      {12325ms, 0.0},
                      {14s, 6.0}}},
           {"stop_at_sign"}}});
  expect(strict, *map,
         {{"has to stop 1 m before: does", {.speed = stop_after(98.8, 1.0)}, {}},
          {"has to stop 1 m before: does not", {.speed = stop_after(99.2, 1.0)}, {"stop_at_sign"}}});
  expect(tester().with(kPath + "expected_stop_distance_ub=5m"), *map,
         {{"may stop earlier", {.speed = stop_after(96.0, 1.0)}, {}}});
  expect(tester().with(kPath + "expected_stop_min_duration=2s"), *map,
         {{"has to stop longer", {.speed = stop_after(99.0, 1.5)}, {"stop_at_sign"}},
          {"stops longer", {.speed = stop_after(99.0, 2.5)}, {}}});
}

TEST(ApproachJunction, JudgesYieldSigns) {
  const auto map = crossing({.signs = Crossing::Signs::minor_yield});
  expect(
      tester(), *map,
      {{"just too fast", {.speed = {{0s, 25.01 / 3.6}}, .via = "north_south", .from = "north"}, {"slow_down_at_yield"}},
       {"just slow enough", {.speed = {{0s, 24.99 / 3.6}}, .via = "north_south", .from = "north"}, {}},
       {"slows down in time",
        {.speed = {{0s, 12.0}, {7s, 12.0}, {8s, 6.0}}, .via = "north_south", .from = "north"},
        {}},
       {"on the main road", {.speed = {{0s, 13.0}}}, {}}});
  expect(tester().with(kPath + "slow_down_rate=60"), *map,
         {{"60 percent, below", {.speed = {{0s, 29.99 / 3.6}}, .via = "north_south", .from = "north"}, {}},
          {"60 percent, above",
           {.speed = {{0s, 30.01 / 3.6}}, .via = "north_south", .from = "north"},
           {"slow_down_at_yield"}}});
  map::Document silent = kit::four_way_crossing({.arm_length = kArm, .signs = Crossing::Signs::minor_yield});
  for (map::RoadRecord& road : silent.roads) road.types.clear();
  const auto no_limit = map::build_network(silent);
  const Found found =
      tester().on(*no_limit).run(driving(*no_limit, {.speed = {{0s, 30.0}}, .via = "north_south", .from = "north"}));
  EXPECT_THAT(kinds(found), IsEmpty());
  EXPECT_EQ(text(found, 0, "verdict"), "not judged: the map gives no legal speed there");
}

TEST(ApproachJunction, PutsAWorkingLightBeforeSigns) {
  const auto map = lit({.signs = Crossing::Signs::all_way_stop});
  expect(
      tester(), *map,
      {{"green: the stop sign does not hold", {.light = kGreen}, {}},
       {"red: the light is what counts", {.light = kRed}, {"run_red_light"}},
       {"off: both hold", {.light = kDark, .mode = mode(LightMode::off)}, {"stop_at_tl_not_working", "stop_at_sign"}},
       {"nobody knows what it shows: the sign holds",
        {.light = kUnknown, .mode = mode(LightMode::unknown)},
        {"stop_at_sign"}}});
}

// ---- lanes ----------------------------------------------------------------------------------------------------------

TEST(ApproachJunction, MakesOneIssueOfLightsThatSayTheSame) {
  map::Document document = kit::four_way_crossing({.arm_length = kArm, .lights = Crossing::Lights::on_arms});
  map::RoadRecord& west = kit::find_road(document, "west");
  west.signals.push_back(west.signals.front());
  west.signals.back().id = "second_west";
  const auto map = map::build_network(document);
  Scenario both = driving(*map, {.light = kRed});
  both.light("west", "second_west", kRed);
  const Found found = tester().on(*map).run(both);
  EXPECT_THAT(kinds(found), ElementsAre("run_red_light"));
  EXPECT_THAT(found.sentences().at(0), HasSubstr("; the same holds for traffic light second_west of road west"));
  Scenario one = driving(*map, {.light = kGreen});
  one.light("west", "second_west", kRed);
  EXPECT_THAT(tester().on(*map).run(one).sentences(), ElementsAre(HasSubstr("traffic light second_west of road west")));
}

TEST(ApproachJunction, FollowsWhoChangesLanes) {
  // The light is for the left lane only.
  map::Document document =
      kit::four_way_crossing({.lanes_each_way = 2, .arm_length = kArm, .lights = Crossing::Lights::on_arms});
  kit::find_road(document, "west").signals.front().validities = {{-1, -1}};
  const auto map = map::build_network(document);
  const auto changing = [&](int from, Duration at) {
    Scenario scenario({.map = map.get(), .duration = 20s});
    const double left = from == -1 ? -3.5 : 3.5;
    scenario.add({.id = "ego", .is_ego = true})
        .start_at("west", from, kLine - kHalf - 100.0)
        .via({"west_east"})
        .speed(10.0)
        .lateral({{at, 0.0}, {at + 2s, left}});
    scenario.light("west", "light_west", kRed);
    return tester().on(*map).run(scenario);
  };
  EXPECT_THAT(kinds(changing(-2, 6s)), ElementsAre("run_red_light")) << "into the lane with the light";
  EXPECT_THAT(kinds(changing(-1, 6s)), IsEmpty()) << "out of it";
  EXPECT_THAT(kinds(changing(-1, 10500ms)), ElementsAre("run_red_light")) << "out of it behind the line";
  EXPECT_THAT(kinds(changing(-2, 10500ms)), IsEmpty()) << "into it behind the line";
}

TEST(ApproachJunction, JudgesJunctionsCloseToEachOther) {
  // Around the ring junctions are about 30 m apart; nobody appeared there.
  map::Document document = kit::roundabout();
  for (const char* ring : {"ring_south", "ring_east"})
    kit::find_road(document, ring)
        .signals.push_back(kit::stop_sign(std::string("stop_") + ring, kit::find_road(document, ring).length - 1.0,
                                          -4.0, map::Orientation::with_s));
  const auto map = map::build_network(document);
  Scenario scenario({.map = map.get(), .step = 50ms, .duration = 30s});
  scenario.add({.id = "ego", .is_ego = true})
      .start_at("south", -1, 2.0)
      .via({"ring_south", "ring_east", "north"})
      .speed(6.0);
  EXPECT_THAT(kinds(tester().on(*map).run(scenario)), ElementsAre("stop_at_sign", "stop_at_sign"));
}

// ---- reference lines ------------------------------------------------------------------------------------------------

TEST(ApproachJunction, TakesTheStopLineFirst) {
  // Everything is 1 m before the junction; then the line moves, alone.
  struct Spot {
    const char* name;
    Crossing::StopLines lines;
    double line_s, sign_s;
    double expected;  // before the junction
  };
  const Spot places[] = {
      {"a stop line, as a signal", Crossing::StopLines::signals, kArm - 7.0, kLine, 7.0},
      {"a stop line, as an object", Crossing::StopLines::objects, kArm - 7.0, kLine, 7.0},
      {"a stop line too far away", Crossing::StopLines::signals, kArm - 11.0, kLine, 1.0},
      {"none: the sign", Crossing::StopLines::none, 0.0, kArm - 3.0, 3.0},
      {"none, the sign far away: the border", Crossing::StopLines::none, 0.0, kArm - 20.0, 0.0},
  };
  for (const Spot& place : places) {
    map::Document document =
        kit::four_way_crossing({.arm_length = kArm, .signs = Crossing::Signs::all_way_stop, .stop_lines = place.lines});
    map::RoadRecord& west = kit::find_road(document, "west");
    for (map::SignalRecord& signal : west.signals) signal.s = signal.id == "line_west" ? place.line_s : place.sign_s;
    for (map::ObjectRecord& object : west.objects) object.s = place.line_s;
    const auto map = map::build_network(document);
    const double before = 100.0 + 1.0 - place.expected;  // the front stops 1 m before where the line should be
    const Found stops = tester().on(*map).run(driving(*map, {.speed = stop_after(before - 1.0, 1.0)}));
    EXPECT_THAT(kinds(stops), IsEmpty()) << place.name;
    EXPECT_NEAR(number(stops, 0, "line_to_junction"), place.expected, 1e-6) << place.name;
    EXPECT_NEAR(number(stops, 0, "longest_stop_distance"), 1.0, 0.01) << place.name;
    const Found late = tester().on(*map).run(driving(*map, {.speed = stop_after(before + 0.5, 1.0)}));
    EXPECT_THAT(kinds(late), ElementsAre("stop_at_sign")) << place.name;
  }
}

// ---- what is said ---------------------------------------------------------------------------------------------------

TEST(ApproachJunction, SaysWhatTheLightShowedAndWhereToStop) {
  const auto map = lit({.stop_lines = Crossing::StopLines::signals});
  const auto message = [&](const Drive& drive, const std::string& setting = {}) {
    const CheckTester with = setting.empty() ? tester() : tester().with(setting);
    const Found found = with.on(*map).run(driving(*map, drive));
    return found.sentences().empty() ? std::string() : found.sentences().front();
  };
  EXPECT_THAT(
      message({.light = yellow_at(3.0, 6.0)}, kPath + "turn_on_red=false"),
      testing::StartsWith(
          "[10.100s] ego - SUT - sut_driver is running a red light although it could have stopped: traffic light "
          "light_west of road west at junction J was red since 6s and had not been green for 7.03s; it passed its "
          "stop line (1m before the junction) at 10.03s at 10mps. 0.1s (reaction time) after green ended it was "
          "69.3m away from the point that it must not pass (expected_stop_distance_lb of -0.3m included), driving "
          "at 10mps (S). With a constant deceleration of 2mpsps (D) it would have stopped in 25m ( S^2 / (2 * D) ) "
          "(configurable as junction_checkers.checker_approach_junction.deceleration_to_stop_at_yellow_start). "
          "junction J, from lane"));
  EXPECT_THAT(message({.light = kRed}),
              HasSubstr("was red since 0s; it passed its stop line (1m before the junction) at 10.03s at 10mps. The "
                        "light had not been green since the vehicle or the run began"));
  EXPECT_THAT(
      message({.speed = stop_after(95.0, 2.0), .light = kDark, .mode = mode(LightMode::off)}),
      testing::AllOf(HasSubstr("did not stop at a traffic light that is not working"), HasSubstr("was off since 0s"),
                     HasSubstr("It had to stand still for at least 0.5s with its front from 3m before to 0.3m "
                               "past that line; it stood still for 1.9s, but 5m before that line")));
  EXPECT_THAT(message({.light = kRed, .mode = mode(LightMode::flashing_red)}),
              testing::AllOf(HasSubstr("was flashing red since 0s"),
                             HasSubstr("it did not stand still anywhere on the approach")));
  EXPECT_THAT(message({.before = 61.0, .light = green_at(5.0)}),
              testing::AllOf(HasSubstr("turned green at 5s; 1.13s later it passed its stop line"),
                             HasSubstr("11.3m away"), HasSubstr("it would have stopped in 12.5m")));
  EXPECT_THAT(message({.light = kRed, .mode = mode(LightMode::flashing_yellow)}),
              HasSubstr("was flashing yellow since 0s; it passed its stop line (1m before the junction) at 10.03s at "
                        "10mps, which is faster than 50 percent of the legal speed of 13.89mps, 6.94mps"));
}

TEST(ApproachJunction, TellsPeopleWhatHappened) {
  const auto map = lit({.stop_lines = Crossing::StopLines::signals});
  struct Case {
    const char* name;
    Drive drive;
    const char *message, *setting;
  };
  const Case cases[] = {
      {"red",
       {.light = yellow_at(3.0, 6.0)},
       "Ego ran a red light at 36 km/h (10 m/s) although it could have stopped; it had been red for 4 s: traffic "
       "light "
       "light_west of road west at junction J",
       "deceleration_to_stop_at_yellow_start"},
      {"a light that is not working, stopping too early",
       {.speed = stop_after(95.0, 2.0), .light = kDark, .mode = mode(LightMode::off)},
       "Ego passed a traffic light that is not working at 16.6 km/h (4.6 m/s) without stopping at its line; it stood "
       "5 m "
       "before it: ",
       "expected_stop_min_duration"},
      {"flashing red",
       {.light = kRed, .mode = mode(LightMode::flashing_red)},
       "Ego passed a flashing red light at 36 km/h (10 m/s) without stopping: ",
       "expected_stop_min_duration"},
      {"green in time",
       {.before = 61.0, .light = green_at(5.0)},
       "Ego would have run a red light had it not turned green 1.1 s before it passed at 36 km/h (10 m/s): ",
       "deceleration_to_stop_at_red_end"},
      {"flashing yellow",
       {.light = kRed, .mode = mode(LightMode::flashing_yellow)},
       "Ego passed a flashing yellow light at 36 km/h (10 m/s), faster than the 25 km/h (6.94 m/s) to which it "
       "should "
       "slow down: ",
       "slow_down_rate"},
  };
  for (const auto& [name, drive, message, setting] : cases) {
    const Found found = tester().with(kPath + "turn_on_red=false").on(*map).run(driving(*map, drive));
    ASSERT_EQ(found.messages().size(), 1U) << name;
    EXPECT_THAT(found.messages().front(), testing::StartsWith(message)) << name;
    EXPECT_THAT(found.messages().front(), testing::EndsWith(setting + std::string(")"))) << name;
  }
}

TEST(ApproachJunction, MeasuresEveryApproach) {
  const auto map = lit();
  const Found found =
      tester().on(*map).run(driving(*map, {.speed = stop_after(99.0, 3.0), .light = yellow_at(2.0, 5.0)}));
  EXPECT_THAT(kinds(found), ElementsAre("run_red_light"));
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  for (const auto& [name, value] :
       std::initializer_list<std::pair<const char*, const char*>>{{"junction", "J"},
                                                                  {"incoming_road", "west"},
                                                                  {"signal", "light_west"},
                                                                  {"signal_road", "west"},
                                                                  {"signal_type", "traffic light"},
                                                                  {"reference_line", "signal"},
                                                                  {"verdict", "run_red_light"},
                                                                  {"mode", "regular"},
                                                                  {"colour", "red"}})
    EXPECT_EQ(text(found, 0, name), value) << name;
  EXPECT_EQ(number(found, 0, "incoming_lane"), -1.0);
  EXPECT_NEAR(number(found, 0, "longest_stop"), 3.0, 0.21);
  EXPECT_NEAR(number(found, 0, "longest_stop_distance"), 1.0, 0.01);
  EXPECT_NEAR(number(found, 0, "yellow_start_distance"), 100.3 - 21.0, 1e-3);
  EXPECT_NEAR(number(found, 0, "yellow_start_speed"), 10.0, 1e-9);
  EXPECT_TRUE(std::isnan(number(found, 0, "red_end_distance")));
  EXPECT_NEAR(number(found, 0, "legal_speed"), 50.0 / 3.6, 1e-9);
  const Found green = tester().on(*map).run(driving(*map, {.light = green_at(3.0)}));
  EXPECT_EQ(text(green, 0, "verdict"), "passed");
  EXPECT_NEAR(number(green, 0, "red_end_distance"), 70.3, 1e-3);
  EXPECT_NEAR(number(green, 0, "speed"), 10.0, 1e-9);
  EXPECT_NEAR(number(green, 0, "decision_time"), 10.03, 1e-9);
}

// ---- beginning and end ----------------------------------------------------------------------------------------------

TEST(ApproachJunction, OpensInRangeAndClosesAtTheLine) {
  const auto map = lit();
  // At first the centre is 103.5 m before the junction, so 50 m before it after 5.4 s; the front is 0.3 m past the line
  // after 10.03 s.
  EXPECT_THAT(tester().on(*map).run(driving(*map, {.light = kGreen})).intervals(),
              ElementsAre("ego, 5.4 to 10.1, condition"));
  EXPECT_THAT(tester()
                  .with("sut.car.junction_checkers.traverse_junction.distance_in_range=70m")
                  .on(*map)
                  .run(driving(*map, {.light = kGreen}))
                  .intervals(),
              ElementsAre("ego, 3.4 to 10.1, condition"));
  // The last frame before it must not pass is 1 m before the line, but it closes at the line.
  EXPECT_THAT(
      tester().with(kPath + "expected_stop_distance_lb=1m").on(*map).run(driving(*map, {.light = kGreen})).intervals(),
      ElementsAre("ego, 5.4 to 10.1, condition"));
  // Without control: when the centre enters, 2.5 + 1 m further.
  const auto bare = crossing();
  EXPECT_THAT(tester().on(*bare).run(driving(*bare, {})).intervals(), ElementsAre("ego, 5.4 to 10.4, condition"));
}

TEST(ApproachJunction, SaysThatTheWayIsNotKnown) {
  const auto map = lit();
  const Found found = tester().on(*map).run(driving(*map, {.light = kRed, .duration = 10500ms}));
  EXPECT_THAT(
      found.messages(),
      ElementsAre("Ego passed a red light at 36 km/h (10 m/s) without stopping; which way it took is not known, "
                  "but none allowed that: traffic light light_west of road west at junction J (setting: " +
                  kPath + "expected_stop_min_duration)"));
  ASSERT_EQ(found.sentences().size(), 1U);
  EXPECT_THAT(found.sentences().front(),
              testing::AllOf(HasSubstr("ego - SUT - sut_driver passed at red without stopping before: "),
                             HasSubstr("Which way it took is not known, but none allowed that. junction J, from lane "
                                       "-1 of road west; reference line")));
  EXPECT_EQ(text(found, 0, "manoeuvre"), "");
  EXPECT_EQ(text(found, 0, "verdict"), "stop_at_turn_on_red");
}

TEST(ApproachJunction, ClosesWithoutAVerdict) {
  const auto map = lit();
  const Drive drive{.light = kRed};
  const auto vanishing = [&](Duration at, const std::vector<SpeedAt>& speed = {{0s, 10.0}}) {
    Scenario scenario({.map = map.get(), .duration = 20s});
    scenario.add({.id = "ego", .is_ego = true})
        .start_at("west", -1, kLine - kHalf - 100.0)
        .via({"west_south"})
        .speed(speed)
        .vanishes(at);
    scenario.light("west", "light_west", kRed);
    return scenario;
  };
  struct Row {
    const char* name;
    Found found;
    std::vector<std::string> kinds, intervals;
  };
  const CheckTester on = tester().on(*map);
  const Row rows[] = {
      {"vanishes before", on.run(vanishing(9s)), {}, {"ego, 5.4 to 8.9, actor_gone"}},
      {"vanishes behind the line, its way is not known: but no way was allowed",
       on.run(vanishing(10500ms)),
       {"stop_at_turn_on_red"},
       {"ego, 5.4 to 10.1, condition"}},
      {"vanishes behind the line after a stop, its way is not known: it may have turned",
       on.run(vanishing(13800ms, stop_after(99.0, 1.0))),
       {},
       {"ego, 5.4 to 13.3, condition"}},
      {"the run ends behind the line, its way is not known: but no way was allowed",
       on.run(driving(*map, {.light = kRed, .duration = 10500ms})),
       {"stop_at_turn_on_red"},
       {"ego, 5.4 to 10.1, condition"}},
      {"the run ends behind the line of a green light",
       on.run(driving(*map, {.light = kGreen, .duration = 10500ms})),
       {},
       {"ego, 5.4 to 10.1, condition"}},
      {"the run ends before", on.run(driving(*map, {.light = kRed, .duration = 9s})), {}, {"ego, 5.4 to 9, run_end"}},
      {"relocated before",
       on.with_relocation("ego", 8s).run(drive.duration == 0s ? vanishing(1s) : driving(*map, drive)),
       {},
       {"ego, 5.4 to 7.9, relocation", "ego, 8 to 10.1, condition"}},
      {"frozen before",
       on.frozen(8s, 12s).run(driving(*map, drive)),
       {},
       {"ego, 5.4 to 7.9, frozen", "ego, 12 to 12, condition"}},
      {"frozen and thawed far away",
       on.frozen(1s, 2s).run(driving(*map, drive)),
       {"run_red_light"},
       {"ego, 5.4 to 10.1, condition"}},
      {"frozen behind the line, before its way is known",
       on.frozen(10500ms, 20s).run(driving(*map, {.via = "west_south", .light = kRed})),
       {},
       {"ego, 5.4 to 10.1, condition"}},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(kinds(row.found), row.kinds) << row.name;
    EXPECT_EQ(row.found.intervals(), row.intervals) << row.name;
  }
}

// ---- settings and what is missing -----------------------------------------------------------------------------------

TEST(ApproachJunction, WatchesTheEgoUnlessAskedForMore) {
  const auto map = lit();
  Scenario scenario = driving(*map, {.light = kRed});
  scenario.add({.id = "7"}).start_at("north", -1, kLine - kHalf - 100.0).via({"north_south"}).speed(10.0);
  scenario.light("north", "light_north", kRed);
  const CheckTester on = tester().on(*map);
  EXPECT_THAT(on.run(scenario).issues(), ElementsAre("run_red_light of ego, 5.4 to 10.03, error_continue"));
  EXPECT_THAT(on.enabled_for("all").run(scenario).issues(),
              ElementsAre("run_red_light of ego, 5.4 to 10.03, error_continue",
                          "run_red_light of 7, 5.4 to 10.03, error_continue"));
  EXPECT_THAT(on.with("sut.car.junction_checkers.enabled=false").run(scenario).intervals(), IsEmpty());
  EXPECT_THAT(on.with("sut_vehicle.junction_checkers.enabled=false").run(scenario).intervals(), IsEmpty());
  EXPECT_THAT(on.with("actors.7.junction_checkers.enabled=true").run(scenario).issues(), testing::SizeIs(2));
  EXPECT_THAT(on.with_severity("run_red_light=ignore").run(scenario).issues(), IsEmpty());
}

TEST(ApproachJunction, SaysWhatIsMissing) {
  const auto map = lit();
  const Found no_lights = tester().on(*map).run(driving(*map, {}));
  EXPECT_EQ(no_lights.status(), "skipped: the run has no light states");
  EXPECT_EQ(text(no_lights, 0, "verdict"), "not judged: what the light showed is not known");
  EXPECT_THAT(no_lights.notes(),
              ElementsAre("Of actor ego 1 approach to a traffic light was not judged: the run has no light states."));
  // Signs are judged all the same.
  const auto both = lit({.signs = Crossing::Signs::minor_stop});
  const Found signs = tester().on(*both).run(driving(*both, {.via = "north_south", .from = "north"}));
  EXPECT_THAT(kinds(signs), ElementsAre("stop_at_sign"));
  EXPECT_EQ(signs.status(), "completed");
  // A map without lights lacks nothing.
  const auto bare = crossing();
  EXPECT_EQ(tester().on(*bare).run(driving(*bare, {})).status(), "completed");
  EXPECT_EQ(tester().run(driving(*map, {.light = kRed})).status(), "skipped: there is no map");
}

}  // namespace
}  // namespace scrutineer::checks
