#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using namespace literals;
using kit::CheckTester;
using kit::RoadBuilder;
using kit::Scenario;
using testing::ElementsAre;

constexpr double kKph = 1.0 / 3.6;

// 1 km along x with two lanes one way.
std::unique_ptr<const map::RoadNetwork> road(const std::string& type, std::optional<Speed> limit) {
  kit::MapBuilder map;
  RoadBuilder road("1");
  road.line(1000.0).lanes({-2, -1});
  if (limit) {
    road.speed(0.0, *limit, type);
  } else {
    road.type(0.0, type);
  }
  map.road(road);
  return map::build_network(map.build());
}

struct Neighbour {
  int lane = -1;
  double ahead = 0.0;  // from centre to centre
  double speed = 0.0;
};

Scenario drive(const map::RoadNetwork& map, double speed, std::optional<Neighbour> neighbour = {}) {
  Scenario scenario({.map = &map, .duration = 3s});
  scenario.add({.id = "0", .is_ego = true, .length = 4.0, .width = 2.0}).start_at("1", -1, 50.0).speed(speed);
  if (neighbour)
    scenario.add({.id = "7", .length = 4.0, .width = 2.0})
        .start_at("1", neighbour->lane, 50.0 + neighbour->ahead)
        .speed(neighbour->speed);
  return scenario;
}

TEST(MinimumHighwaySpeedPolicy, ReportsOnlySlownessWithoutAReason) {
  const auto motorway = road("motorway", 130.0_kmh), rural = road("rural", 130.0_kmh);
  const auto unlimited = road("motorway", std::nullopt), slow = road("motorway", 50.0_kmh);
  const CheckTester tester("minimum_highway_speed_policy");
  struct Case {
    const char* name;
    const map::RoadNetwork& map;
    double speed;
    std::optional<Neighbour> neighbour;
    std::vector<std::string> issues;
    std::vector<std::string> settings = {};
  };
  const std::string whole = "minimum_highway_speed_policy of 0, 0 to 3, error";
  const Case cases[] = {
      {"just fast enough", *motorway, 50.01 * kKph, {}, {}},
      {"just too slow", *motorway, 49.99 * kKph, {}, {whole}},
      {"no motorway", *rural, 30.0 * kKph, {}, {}},
      {"no speed is planned or legal", *unlimited, 30.0 * kKph, {}, {}},
      {"the legal speed is no higher", *slow, 30.0 * kKph, {}, {}},
      {"within the tolerance", *motorway, 46.0 * kKph, {}, {}, {"policy.checks_tolerance_percent=10"}},
      {"beyond the tolerance", *motorway, 45.0 * kKph, {}, {whole}, {"policy.checks_tolerance_percent=10"}},
      {"a lower minimum", *motorway, 30.0 * kKph, {}, {}, {"policy.minimum_highway_speed=29kph"}},
      // 4 m long both: 24 m from centre to centre is a gap of 20 m.
      {"behind somebody slow", *motorway, 19.0 * kKph, Neighbour{-1, 23.99, 19.0 * kKph}, {}},
      {"behind somebody slow, too far away", *motorway, 19.0 * kKph, Neighbour{-1, 24.01, 19.0 * kKph}, {whole}},
      {"behind somebody who is not that slow", *motorway, 20.1 * kKph, Neighbour{-1, 20.0, 20.1 * kKph}, {whole}},
      {"beside somebody slow", *motorway, 19.0 * kKph, Neighbour{-2, 15.0, 19.0 * kKph}, {whole}},
      // 10 m/s faster, so just below 3 s away after one second.
      {"a collision is near from 1 s on",
       *motorway,
       40.0 * kKph,
       Neighbour{-1, 43.95, 40.0 * kKph - 10.0},
       {"minimum_highway_speed_policy of 0, 0 to 1, error"}},
  };
  for (const Case& c : cases) {
    CheckTester with = tester.on(c.map);
    for (const std::string& setting : c.settings) with = with.with(setting);
    EXPECT_EQ(with.with_severity("minimum_highway_speed_policy=ignore@other")
                  .run(drive(c.map, c.speed, c.neighbour))
                  .issues(),
              c.issues)
        << c.name;
  }
}

TEST(MinimumHighwaySpeedPolicy, NotesWhereNobodyKnowsHowFastItShouldBe) {
  const auto limited = road("motorway", 130.0_kmh), unlimited = road("motorway", std::nullopt),
             rural = road("rural", std::nullopt);
  const auto notes = [](const map::RoadNetwork& map, double speed) {
    return CheckTester("minimum_highway_speed_policy").on(map).run(drive(map, speed)).evaluation.checks.at(0).notes;
  };
  EXPECT_THAT(notes(*unlimited, 30.0 * kKph),
              ElementsAre("0 - SUT was slow on a motorway where neither a planned nor a legal speed is known: that was "
                          "not judged"));
  EXPECT_THAT(notes(*unlimited, 60.0 * kKph), ElementsAre()) << "fast enough";
  EXPECT_THAT(notes(*limited, 30.0 * kKph), ElementsAre()) << "it was judged";
  EXPECT_THAT(notes(*rural, 30.0 * kKph), ElementsAre()) << "no motorway";
}

TEST(MinimumHighwaySpeedPolicy, TakesThePlannedSpeedOfTheRun) {
  const auto unlimited = road("motorway", std::nullopt), motorway = road("motorway", 130.0_kmh);
  const CheckTester tester("minimum_highway_speed_policy");
  const std::string fast = "time,id,x,y,speed\n0,0,0,-1.75,30\n0,0,900,-1.75,30\n";
  const std::string slow = "time,id,x,y,speed\n0,0,0,-1.75,10\n0,0,900,-1.75,10\n";
  EXPECT_EQ(tester.on(*unlimited).planning(fast).run(drive(*unlimited, 8.0)).issues().size(), 1U);
  EXPECT_EQ(tester.on(*motorway).planning(slow).run(drive(*motorway, 8.0)).issues().size(), 0U);
}

TEST(MinimumHighwaySpeedPolicy, JudgesOnlyWhomTheAutomationDrives) {
  const auto motorway = road("motorway", 130.0_kmh);
  const CheckTester tester = CheckTester("minimum_highway_speed_policy").on(*motorway);
  Scenario scenario({.map = motorway.get(), .duration = 3s});
  scenario.add({.id = "0", .is_ego = true})
      .start_at("1", -1, 50.0)
      .speed(8.0)
      .av_state({{0s, trace::AvState::inactive}, {1s, trace::AvState::active}, {2s, trace::AvState::inactive}});
  scenario.add({.id = "7"}).start_at("1", -2, 150.0).speed(8.0).av_state({{0s, trace::AvState::active}});
  scenario.add({.id = "8"}).start_at("1", -1, 350.0).speed(8.0);
  EXPECT_THAT(tester.run(scenario).issues(), ElementsAre("minimum_highway_speed_policy of 0, 1 to 2, error",
                                                         "minimum_highway_speed_policy of 7, 0 to 3, info"));
}

TEST(MinimumHighwaySpeedPolicy, SaysWhatWasMissed) {
  const auto motorway = road("motorway", 130.0_kmh);
  EXPECT_THAT(CheckTester("minimum_highway_speed_policy").on(*motorway).run(drive(*motorway, 10.0)).sentences(),
              ElementsAre("[3.000s] Min. policy minimum_highway_speed limit of 50kph was missed. 0 - SUT - sut_driver "
                          "speed: 36kph (configurable as policy.minimum_highway_speed)"));
  EXPECT_THAT(
      CheckTester("minimum_highway_speed_policy").on(*motorway).run(drive(*motorway, 10.0)).messages(),
      ElementsAre("Ego 0 drove only 36 km/h (10 m/s) on a motorway without a reason, for 3 s; it should drive 50 "
                  "km/h (13.89 m/s) (setting: policy.minimum_highway_speed)"));
}

TEST(MinimumHighwaySpeedPolicy, NeedsAMapAndEndsWithItsActor) {
  const auto motorway = road("motorway", 130.0_kmh);
  EXPECT_EQ(CheckTester("minimum_highway_speed_policy").run(drive(*motorway, 8.0)).status(),
            "skipped: there is no map");
  Scenario scenario({.map = motorway.get(), .duration = 3s});
  scenario.add({.id = "0", .is_ego = true}).start_at("1", -1, 50.0).speed(8.0).appears(1s).vanishes(2s);
  EXPECT_THAT(CheckTester("minimum_highway_speed_policy").on(*motorway).run(scenario).intervals(),
              ElementsAre("0, 1 to 1.9, actor_gone"));
}

}  // namespace
}  // namespace scrutineer::checks
