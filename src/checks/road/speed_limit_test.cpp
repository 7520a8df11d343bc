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
using kit::SpeedAt;
using testing::ElementsAre;
using trace::Field;

constexpr double kKph = 1.0 / 3.6;

std::unique_ptr<const map::RoadNetwork> network(const RoadBuilder& road) {
  kit::MapBuilder map;
  map.road(road);
  return map::build_network(map.build());
}
RoadBuilder road() { return RoadBuilder("1").line(500.0).lanes({-2, -1, 1}); }

Scenario drive(const map::RoadNetwork& map, std::vector<SpeedAt> speed, bool is_ego = false, int lane = -1) {
  Scenario scenario({.map = &map, .duration = 5s});
  scenario.add({.id = "7", .is_ego = is_ego}).start_at("1", lane, 50.0).speed(std::move(speed));
  return scenario;
}
Scenario drive(const map::RoadNetwork& map, double kph, bool is_ego = false, int lane = -1) {
  return drive(map, {{0s, kph * kKph}}, is_ego, lane);
}

TEST(SpeedLimit, ReportsOnlyWhatIsFasterThanTheMapAllows) {
  const auto map = network(
      road().speed(0.0, 50.0_kmh).lane_speed(-2, 30.0_kmh).section(250.0).lanes({-2, -1, 1}).lane_speed(-2, 80.0_kmh));
  const CheckTester tester = CheckTester("speed_limit").on(*map);
  const CheckTester tolerant = tester.with("policy.checks_tolerance_percent=10");
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const std::string whole = "speed_limit of 7, 0 to 5, info";
  const Case cases[] = {
      {"just below the limit", tester, drive(*map, 49.99), {}},
      {"above the limit by rounding", tester, drive(*map, 50.09), {}},
      {"above the limit by more", tester, drive(*map, 50.11), {whole}},
      {"no slack", tester.with("numeric_slack.speed_slack=0kph"), drive(*map, 50.01), {whole}},
      {"of the ego", tester, drive(*map, 50.11, true), {"speed_limit of 7, 0 to 5, error"}},
      {"just below the tolerance", tolerant, drive(*map, 54.99), {}},
      {"just above the tolerance", tolerant, drive(*map, 55.11), {whole}},
      {"the lane's own limit, below", tester, drive(*map, 29.99, false, -2), {}},
      {"the lane's own limit, above", tester, drive(*map, 30.11, false, -2), {whole}},
      {"the limit changes on the way",
       tester,
       drive(*map, {{0s, 20.0}, {3s, 80.0}}, false, -2),
       {"speed_limit of 7, 0 to 5, info"}},
      {"reversing is not driving too fast", tester, drive(*map, {{0s, -8.0}}), {}},
      {"may exceed", tester.with("policy.may_exceed_legal_speed=true"), drive(*map, 90.0), {}},
      {"only the ego may", tester.with("sut.car.policy.may_exceed_legal_speed=true"), drive(*map, 90.0), {whole}},
      {"for a while",
       tester,
       drive(*map, {{0s, 10.0}, {1s, 10.0}, {1s, 15.0}, {2s, 15.0}, {2s, 10.0}}),
       {"speed_limit of 7, 1 to 2, info"}},
      {"twice",
       tester,
       drive(*map, {{0s, 15.0}, {1s, 15.0}, {1s, 10.0}, {3s, 10.0}, {3s, 15.0}}),
       {"speed_limit of 7, 0 to 1, info", "speed_limit of 7, 3 to 5, info"}},
      {"twice, joined",
       tester.with("speed_limit.merge_gap=2.1s"),
       drive(*map, {{0s, 15.0}, {1s, 15.0}, {1s, 10.0}, {3s, 10.0}, {3s, 15.0}}),
       {whole}},
      {"ignored", tester.with_severity("speed_limit=ignore"), drive(*map, 90.0), {}},
      {"turned off", tester.with("speed_limit.enabled=false"), drive(*map, 90.0), {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

TEST(SpeedLimit, NeedsALimit) {
  const auto silent = network(road());
  const auto unlimited = network(road().speed(0.0, map::SpeedLimit::Kind::no_limit, "motorway"));
  const auto undefined = network(road().speed(0.0, map::SpeedLimit::Kind::undefined, "town"));
  for (const auto* map : {&silent, &unlimited, &undefined}) {
    const auto found = CheckTester("speed_limit").on(**map).run(drive(**map, 250.0));
    EXPECT_THAT(found.issues(), ElementsAre());
    EXPECT_EQ(found.status(), "skipped: no vehicle was on a lane for which the map gives a speed limit");
  }
  // Only on a part of the way: there.
  const auto later = network(road().speed(0.0, map::SpeedLimit::Kind::no_limit).speed(100.0, 50.0_kmh));
  const auto found = CheckTester("speed_limit").on(*later).run(drive(*later, {{0s, 20.0}}));
  EXPECT_THAT(found.issues(), ElementsAre("speed_limit of 7, 2.5 to 5, info"));
  EXPECT_EQ(found.status(), "completed");
}

// What was not judged is told of the ego, once, also if it is away or put elsewhere meanwhile.
TEST(SpeedLimit, TellsWhereNoLimitIsKnown) {
  const auto known = network(road().speed(0.0, 50.0_kmh));
  const auto unlimited = network(road().speed(0.0, map::SpeedLimit::Kind::no_limit).speed(100.0, 50.0_kmh));
  const auto later = network(road().speed(0.0, map::SpeedLimit::Kind::undefined).speed(80.5, 50.0_kmh));
  const auto notes = [](const map::RoadNetwork& map, const char* check, double speed, bool is_ego, bool is_relocated) {
    const CheckTester tester = CheckTester(check).on(map);
    return (is_relocated ? tester.with_relocation("7", 1s) : tester)
        .run(drive(map, {{0s, speed}}, is_ego))
        .evaluation.checks.at(0)
        .notes;
  };
  for (const char* check : {"speed_limit", "speed_limit_violation"}) {
    EXPECT_THAT(notes(*known, check, 10.0, true, false), ElementsAre()) << check;
    EXPECT_THAT(notes(*unlimited, check, 10.0, true, false), ElementsAre()) << check << ": that there is none is known";
    EXPECT_THAT(notes(*later, check, 10.0, true, false),
                ElementsAre("7 - SUT drove 31m in 3.1s where the map gives no legal speed: that was not judged"))
        << check;
    EXPECT_THAT(notes(*later, check, 10.0, true, true),
                ElementsAre("7 - SUT drove 30m in 3s where the map gives no legal speed: that was not judged"))
        << check << ": without the step in which it was put elsewhere";
    EXPECT_THAT(notes(*later, check, 0.05, true, false), ElementsAre()) << check << ": it stands";
  }
  EXPECT_THAT(notes(*later, "speed_limit", 10.0, false, false), ElementsAre()) << "of others nothing is told";
  Scenario leaving({.map = known.get(), .duration = 5s});
  leaving.add({.id = "7", .is_ego = true}).start_at("1", -1, 50.0).speed(10.0).lateral({{1s, 0.0}, {5s, -12.0}});
  EXPECT_THAT(CheckTester("speed_limit").on(*known).run(leaving).evaluation.checks.at(0).notes, ElementsAre())
      << "beside the road there is none";
}

TEST(SpeedLimit, IsSkippedWhereItMayBeExceeded) {
  const auto map = network(road().speed(0.0, 50.0_kmh));
  const CheckTester tester = CheckTester("speed_limit").on(*map);
  EXPECT_EQ(tester.with("policy.may_exceed_legal_speed=true").run(drive(*map, 90.0)).status(),
            "skipped: policy.may_exceed_legal_speed allows it");
  EXPECT_EQ(tester.with("sut.car.policy.may_exceed_legal_speed=true").run(drive(*map, 90.0)).status(), "completed");
}

TEST(SpeedLimit, NeedsAMapAndASpeed) {
  const auto map = network(road().speed(0.0, 50.0_kmh));
  EXPECT_EQ(CheckTester("speed_limit").run(drive(*map, 90.0)).status(), "skipped: there is no map");
  Scenario silent({.map = map.get(), .duration = 5s});
  silent.add({.id = "7"}).start_at("1", -1, 50.0).speed(15.0).reports({});
  const CheckTester tester = CheckTester("speed_limit").on(*map);
  EXPECT_THAT(tester.run(silent).issues(), ElementsAre("speed_limit of 7, 0.1 to 5, info"));
  EXPECT_THAT(tester.deriving(0).run(silent).status(), testing::StartsWith("skipped: speed of actor 7"));
  // Off the road there is no lane, so no limit.
  Scenario beside({.duration = 5s});
  beside.add({.id = "7"}).start_free({50.0, 60.0, 0.0}).speed(40.0);
  EXPECT_THAT(tester.run(beside).issues(), ElementsAre());
  EXPECT_EQ(tester.run(beside).status(), "skipped: no vehicle was on a lane for which the map gives a speed limit");
}

TEST(SpeedLimit, SaysWhatWasBrokenAndMeasures) {
  const auto map = network(road().speed(0.0, 50.0_kmh));
  const auto found = CheckTester("speed_limit")
                         .on(*map)
                         .run(drive(*map, {{0s, 10.0}, {1s, 10.0}, {1s, 16.0}, {2s, 20.0}, {3s, 16.0}, {3s, 10.0}}));
  EXPECT_THAT(found.sentences(),
              ElementsAre("[3.000s] Speed limit of 50kph broken. 7 - car - external_driver driving at "
                          "72kph (behavior configurable as policy.may_exceed_legal_speed==true)"));
  EXPECT_THAT(found.messages(),
              ElementsAre("Car 7 drove 72 km/h (20 m/s) where 50 km/h (13.89 m/s) is allowed, for 2 s (setting: "
                          "policy.may_exceed_legal_speed)"));
  EXPECT_NEAR(found.number(0, "speed"), 20.0, 1e-9);
  EXPECT_NEAR(found.number(0, "limit"), 50.0 * kKph, 1e-9);
  EXPECT_NEAR(found.number(0, "largest_excess"), 20.0 - 50.0 * kKph, 1e-9);
  // As far as the interval lasts, with the step to the first frame that is no longer above the limit.
  EXPECT_NEAR(found.number(0, "distance"), 36.0, 1e-6);
}

TEST(SpeedLimit, EndsWithItsActorAndTheRun) {
  const auto map = network(road().speed(0.0, 50.0_kmh));
  const CheckTester tester = CheckTester("speed_limit").on(*map);
  Scenario vanishing({.map = map.get(), .duration = 5s});
  vanishing.add({.id = "7"}).start_at("1", -1, 50.0).speed(15.0).vanishes(2s);
  vanishing.add({.id = "8"}).start_at("1", -1, 90.0).speed(15.0).appears(1s);
  EXPECT_THAT(tester.run(vanishing).intervals(), ElementsAre("7, 0 to 1.9, actor_gone", "8, 1 to 5, run_end"));
  EXPECT_THAT(tester.with_relocation("7", 1s).run(vanishing).intervals(),
              ElementsAre("7, 0 to 0.9, relocation", "7, 1 to 1.9, actor_gone", "8, 1 to 5, run_end"));
  EXPECT_THAT(tester.frozen(1s, 3s).run(drive(*map, 60.0)).intervals(),
              ElementsAre("7, 0 to 0.9, frozen", "7, 3 to 5, run_end"));
  EXPECT_THAT(tester.frozen(1s, 3s).run(drive(*map, 60.0)).issues(), ElementsAre("speed_limit of 7, 3 to 5, info"));
}

}  // namespace
}  // namespace scrutineer::checks
