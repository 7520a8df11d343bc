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

// 50 km/h are allowed: below 37.5 km/h is slow.
TEST(SlowDriving, NeedsAShareOfTheLimitAndATime) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("slow_driving").on(*map);
  const auto slow_from_1_s = [&](double kph, Duration lasts) { return kit::ego_episode(*map, 45, kph, lasts); };
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const std::string four = "slow_driving of 7, 1 to 5, warning";
  const Case cases[] = {
      {"just above the share", tester, slow_from_1_s(37.51, 4s), {}},
      {"just below the share", tester, slow_from_1_s(37.49, 4s), {four}},
      {"another share", tester.with("slow_driving.speed_limit_share=0.5"), slow_from_1_s(30, 4s), {}},
      {"nearly standing is not driving", tester, slow_from_1_s(4.99, 4s), {}},
      {"just driving", tester, slow_from_1_s(5.01, 4s), {four}},
      {"one frame short of the debounce", tester, slow_from_1_s(20, 3s), {}},
      {"exactly the debounce", tester, slow_from_1_s(20, 3100ms), {"slow_driving of 7, 1 to 4.1, warning"}},
      {"turned off", tester.with("slow_driving.enabled=false"), slow_from_1_s(20, 4s), {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

TEST(SlowDriving, EndsOnlyWhereItIsClearlyOver) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("slow_driving").on(*map);
  const auto hovering = [&](double kph) {
    return ego_drive(
        *map, {{0s, 30 * kKph}, {3950ms, 30 * kKph}, {3950ms, kph * kKph}, {5950ms, kph * kKph}, {5950ms, 45 * kKph}});
  };
  EXPECT_THAT(tester.run(hovering(39.49)).intervals(), ElementsAre("7, 0 to 6, condition"));
  EXPECT_THAT(tester.run(hovering(39.51)).intervals(), ElementsAre("7, 0 to 4, condition"));
  // Nearly standing ends it, too.
  EXPECT_THAT(tester.run(hovering(4.0)).intervals(), ElementsAre("7, 0 to 4, condition"));
}

TEST(SlowDriving, LooksAtAcceleration) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("slow_driving").on(*map);
  const auto speeding_up = [&](double from, double per_second, double seconds) {
    return ego_drive(
        *map, {{0s, from}, {Duration(static_cast<std::int64_t>(seconds * 1e9)), from + per_second * seconds}}, 12s);
  };
  // 0.49 m/s^2 from 4 m/s: slow for (37.5 - 14.4) / 3.6 / 0.49 s, and another 2 km/h.
  EXPECT_EQ(tester.run(speeding_up(4.0, 0.49, 10.0)).issues().size(), 1U);
  EXPECT_EQ(tester.run(speeding_up(4.0, 0.51, 10.0)).issues().size(), 0U);
  // An open interval bears a little more, and more than that for less than half a second.
  const auto pushing = [&](double per_second, Duration lasts) {
    const double gained = per_second * to_seconds(lasts);
    return ego_drive(*map, {{0s, 6.0}, {4s, 6.0}, {4s + lasts, 6.0 + gained}, {10s, 6.0 + gained}});
  };
  EXPECT_THAT(tester.run(pushing(0.65, 2s)).intervals(), ElementsAre("7, 0 to 10, run_end"));
  EXPECT_THAT(tester.run(pushing(0.8, 400ms)).intervals(), ElementsAre("7, 0 to 10, run_end"));
  EXPECT_THAT(tester.run(pushing(0.8, 1s)).intervals(), ElementsAre("7, 0 to 4.5, condition", "7, 5 to 10, run_end"));
}

TEST(SlowDriving, IsExcused) {
  const auto plain = kit::one_road(kit::street());
  const auto lower = kit::one_road(kit::street().speed(250.0, 30.0_kmh));
  const auto signs = kit::one_road(kit::street().signal(kit::stop_sign("S", 250.0, -8.0, map::Orientation::with_s)));
  const auto light = kit::one_road(kit::street().signal(kit::light("L", 250.0, -8.0, map::Orientation::with_s)));
  kit::MapBuilder bending;
  bending.road(
      kit::RoadBuilder("1").line(200.0).arc(60.0, 1.0 / 20.0).line(200.0).lanes({-2, -1, 1}).speed(0.0, 50.0_kmh));
  const auto curve = map::build_network(bending.build());
  kit::Crossing crossing;
  crossing.arm_length = 400.0;
  kit::MapBuilder junction;
  map::Document with_junction = kit::four_way_crossing(crossing);
  for (map::RoadRecord& road : with_junction.roads)
    road.types = {{.s = 0.0, .type = "town", .speed = map::SpeedLimit{map::SpeedLimit::Kind::limit, 50.0_kmh}}};
  const auto arms = map::build_network(with_junction);

  // 7 m/s from s = 50 on: 15 s take it to s = 155.
  const auto drive = [](const map::RoadNetwork& map, const char* road, double s, Duration lasts) {
    Scenario scenario({.map = &map, .duration = lasts});
    scenario.add({.id = "7", .is_ego = true, .length = 4.5}).start_at(road, -1, s).speed(7.0);
    return scenario;
  };
  const auto with = [&](const kit::MadeActor& other, double x, double y, double speed) {
    Scenario scenario = drive(*plain, "1", 50.0, 8s);
    scenario.add(other).start_free({x, y, 0.0}).speed(speed);
    return scenario;
  };
  struct Case {
    const char* name;
    const map::RoadNetwork* map;
    Scenario scenario;
    std::string setting;                 // that turns the excuse off
    std::vector<std::string> intervals;  // with the excuse
    std::vector<std::string> without;
    std::string justified_by;
  };
  const std::string whole = "7, 0 to 8, run_end";
  const Case cases[] = {
      // 3 s at 7 m/s are 21 m from bumper to bumper; both cars are 4.5 m long.
      {"a vehicle just within 3 s",
       plain.get(),
       with({.id = "8", .length = 4.5}, 50.0 + 4.5 + 20.9, -1.75, 7.0),
       "slow_driving.vehicle_ahead_time=0s",
       {},
       {whole},
       ""},
      {"a vehicle just beyond 3 s",
       plain.get(),
       with({.id = "8", .length = 4.5}, 50.0 + 4.5 + 21.1, -1.75, 7.0),
       "slow_driving.vehicle_ahead_time=0s",
       {whole},
       {whole},
       ""},
      {"a vehicle in another lane",
       plain.get(),
       with({.id = "8", .length = 4.5}, 60.0, -5.25, 7.0),
       "slow_driving.vehicle_ahead_time=0s",
       {whole},
       {whole},
       ""},
      {"somebody on foot beside the road",
       plain.get(),
       with({.id = "8", .category = trace::Category::person}, 80.0, -16.0, 7.0),
       "slow_driving.vru_distance=0m",
       {whole},
       {whole},
       ""},
      {"somebody on foot nearby",
       plain.get(),
       with({.id = "8", .category = trace::Category::person}, 50.0, -10.0, 7.0),
       "slow_driving.vru_distance=0m",
       {},
       {whole},
       ""},
      // From s = 100 (front 102.25) on; the limit changes at 250: 100 m before it after 6.82 s.
      {"a lower limit ahead",
       lower.get(),
       drive(*lower, "1", 100.0, 8s),
       "slow_driving.lower_limit_distance=0m",
       {"7, 0 to 6.9, condition"},
       {whole},
       "lower_limit"},
      // 50 m before 250 m from s = 197.75 on, after 6.82 s from 150.
      {"a stop sign ahead",
       signs.get(),
       drive(*signs, "1", 150.0, 8s),
       "slow_driving.control_distance=0m",
       {"7, 0 to 6.9, condition"},
       {whole},
       "sign"},
      {"a light ahead",
       light.get(),
       drive(*light, "1", 150.0, 8s),
       "slow_driving.control_distance=0m",
       {"7, 0 to 6.9, condition"},
       {whole},
       "light"},
      // The arm ends at s = 400.
      {"a junction ahead",
       arms.get(),
       drive(*arms, "west", 299.0, 8s),
       "slow_driving.control_distance=0m",
       {"7, 0 to 7, condition"},
       {whole},
       "junction"},
      // Comfortable in a radius of 20 m + 1.75 m are 6.6 m/s. It takes 7 + 49 / 6 = 15.17 m to stop.
      {"a curve ahead",
       curve.get(),
       drive(*curve, "1", 140.0, 8s),
       "slow_driving.comfortable_lateral_acceleration=0mpsps",
       {"7, 0 to 6.1, condition"},
       {whole},
       "curve"},
  };
  for (const Case& c : cases) {
    const CheckTester tester = CheckTester("slow_driving").on(*c.map);
    const auto found = tester.run(c.scenario);
    EXPECT_EQ(found.intervals(), c.intervals) << c.name;
    EXPECT_EQ(tester.with(c.setting).run(c.scenario).intervals(), c.without) << c.name;
    if (!c.intervals.empty()) {
      EXPECT_EQ(found.text(0, "justified_by"), c.justified_by) << c.name;
    }
  }
}

TEST(SlowDriving, MeasuresAndSaysWhatHappened) {
  const auto map = kit::one_road(kit::street());
  const auto found =
      CheckTester("slow_driving").on(*map).run(ego_drive(*map, {{0s, 8.0}, {4s, 7.0}, {8s, 8.0}, {8s, 13.0}}));
  ASSERT_EQ(found.issues().size(), 1U);
  EXPECT_NEAR(found.number(0, "lowest_speed"), 7.0, 1e-9);
  EXPECT_NEAR(found.number(0, "speed_limit"), 50 * kKph, 1e-9);
  EXPECT_NEAR(found.number(0, "duration"), 8.0, 1e-9);
  // 8 s at the speed of the end of each step: in the last one 13 m/s.
  EXPECT_NEAR(found.number(0, "distance_lost"), 7.9 * (50 * kKph - 7.5) + 0.1 * (50 * kKph - 13.0), 0.05);
  EXPECT_THAT(
      found.messages(),
      ElementsAre("Ego 7 drove only 25.2 km/h (7 m/s) where 50 km/h (13.89 m/s) is allowed, with nothing in its "
                  "way, for 8 s (setting: slow_driving.speed_limit_share)"));
}

TEST(SlowDriving, EndsWithItsActorAndTheRun) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester = CheckTester("slow_driving").on(*map).enabled_for("all");
  Scenario scenario({.map = map.get(), .duration = 10s});
  scenario.add({.id = "7", .is_ego = true, .length = 4.5}).start_at("1", -1, 50.0).speed(6.0).vanishes(5s);
  scenario.add({.id = "8"}).start_at("1", 1, 600.0).speed(6.0);
  EXPECT_THAT(tester.run(scenario).intervals(), ElementsAre("7, 0 to 4.9, actor_gone", "8, 0 to 10, run_end"));
  EXPECT_THAT(tester.with_relocation("8", 5s).run(scenario).intervals(),
              ElementsAre("7, 0 to 4.9, actor_gone", "8, 0 to 4.9, relocation", "8, 5 to 10, run_end"));
}

}  // namespace
}  // namespace scrutineer::checks
