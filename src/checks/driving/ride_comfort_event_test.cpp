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
using trace::Field;

// 20 m/s, and from 1 s on so much less every second for a while. Without acceleration reports jerk does not exist.
Scenario brake(double deceleration, Duration lasts) {
  Scenario scenario({.duration = 10s});
  const double after = 20.0 - deceleration * to_seconds(lasts);
  scenario.add({.id = "7", .is_ego = true})
      .start_free({0.0, 0.0, 0.0})
      .speed({{0s, 20.0}, {1s, 20.0}, {1s + lasts, after}, {10s, after}})
      .reports({Field::velocity});
  return scenario;
}
std::vector<std::string> levels(const kit::Found& found) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < found.issues().size(); ++i)
    all.push_back(found.text(i, "level") + " " + found.text(i, "value"));
  return all;
}

TEST(RideComfort, HasBandsOfAcceleration) {
  const CheckTester tester("ride_comfort_event");
  struct Case {
    double deceleration;
    std::vector<std::string> expected;
  };
  const Case cases[] = {{1.49, {}},
                        {1.51, {"noticeable lon_acc"}},
                        {2.49, {"noticeable lon_acc"}},
                        {2.51, {"uncomfortable lon_acc"}},
                        {3.99, {"uncomfortable lon_acc"}},
                        {4.01, {"harsh lon_acc"}}};
  for (const auto& [deceleration, expected] : cases)
    EXPECT_EQ(levels(tester.run(brake(deceleration, 2s))), expected) << deceleration;
  EXPECT_EQ(levels(tester.with("ride_comfort_event.lon_harsh=8mpsps").run(brake(5.0, 2s))),
            std::vector<std::string>{"uncomfortable lon_acc"});
}

// Derived accelerations are those since the frame before: from 1.1 s to the frame at which braking ends.
TEST(RideComfort, NeedsATime) {
  const CheckTester tester("ride_comfort_event");
  EXPECT_THAT(tester.run(brake(2.0, 300ms)).issues(), ElementsAre());
  EXPECT_THAT(tester.run(brake(2.0, 400ms)).issues(), ElementsAre("ride_comfort_event of 7, 1.1 to 1.5, info"));
  EXPECT_THAT(tester.with("ride_comfort_event.debounce_start_time=1s").run(brake(2.0, 900ms)).issues(), ElementsAre());
}

// Braking that eases: at its hardest it has not lasted long enough to count yet.
TEST(RideComfort, TellsThePeakOfAllThatLasted) {
  Scenario scenario({.duration = 3s});
  auto& ego = scenario.add({.id = "7", .is_ego = true})
                  .start_free({0.0, 0.0, 0.0})
                  .speed(20.0)
                  .reports({Field::velocity, Field::acceleration});
  for (int i = 0; i < 4; ++i) ego.fault(kit::off_by(1s + i * 100ms, 1100ms + i * 100ms, "ax", -8.0 + i));
  const auto found =
      CheckTester("ride_comfort_event").with("ride_comfort_event.jerk_noticeable=900mpspsps").run(scenario);
  ASSERT_EQ(levels(found), std::vector<std::string>{"harsh lon_acc"});
  EXPECT_NEAR(found.number(0, "peak"), 8.0, 1e-9);
  // Without the first of these frames it would not have lasted.
  EXPECT_NEAR(found.number(0, "bound"), 4.0, 1e-9);
}

// Everyday driving is noticed all the time: that alone is no reason for a warning.
TEST(RideComfort, WarnsOfWhatIsUncomfortable) {
  const CheckTester tester("ride_comfort_event");
  struct Case {
    const char* name;
    CheckTester tester;
    double deceleration;
    const char* severity;
  };
  const CheckTester strict = tester.with("ride_comfort_event.issue_severity=error");
  const Case cases[] = {{"noticeable", tester, 2.0, "info"},
                        {"uncomfortable", tester, 3.0, "warning"},
                        {"harsh", tester, 5.0, "warning"},
                        {"noticeable, with another severity", strict, 2.0, "info"},
                        {"uncomfortable, with another severity", strict, 3.0, "error"}};
  for (const Case& c : cases)
    EXPECT_THAT(c.tester.run(brake(c.deceleration, 1s)).issues(),
                ElementsAre("ride_comfort_event of 7, 1.1 to 2.1, " + std::string(c.severity)))
        << c.name;
}

// An acceleration that goes up and down by 0.8 m/s^2 from frame to frame: 8 m/s^3, but never twice in one direction.
TEST(RideComfort, TremblingIsNoLastingJerk) {
  const auto run = [](int frames_each_way) {
    Scenario scenario({.duration = 3s});
    auto& ego = scenario.add({.id = "7", .is_ego = true})
                    .start_free({0.0, 0.0, 0.0})
                    .speed(10.0)
                    .reports({Field::velocity, Field::acceleration});
    for (int i = 0; i < 30; ++i) {
      const int phase = i % (2 * frames_each_way);
      const int up = phase < frames_each_way ? phase : 2 * frames_each_way - phase;
      ego.fault(kit::off_by(i * 100ms, (i + 1) * 100ms, "ax", 0.8 * up - 0.4 * frames_each_way));
    }
    return levels(CheckTester("ride_comfort_event").with("ride_comfort_event.lon_noticeable=9mpsps").run(scenario));
  };
  EXPECT_THAT(run(1), ElementsAre());
  EXPECT_THAT(run(3), ElementsAre());
  EXPECT_THAT(run(4), testing::Contains("uncomfortable lon_jerk"));  // 0.3 s up without a break
}

TEST(RideComfort, LooksAcrossTheVehicleAndAtJerk) {
  const CheckTester tester("ride_comfort_event");
  Scenario curve({.duration = 5s});
  curve.add({.id = "7", .is_ego = true})
      .start_free({0.0, 0.0, 0.0}, 1.0 / 50.0)
      .speed(14.0)
      .reports({Field::velocity, Field::acceleration});
  EXPECT_EQ(levels(tester.run(curve)), std::vector<std::string>{"uncomfortable lat_acc"});  // 3.92 m/s^2
  // Acceleration that grows by 0.6 m/s^2 in each step of 0.1 s: a jerk of 6 m/s^3.
  Scenario growing({.duration = 3s});
  auto& ego = growing.add({.id = "7", .is_ego = true})
                  .start_free({0.0, 0.0, 0.0})
                  .speed(10.0)
                  .reports({Field::velocity, Field::acceleration});
  for (int i = 0; i < 30; ++i)
    ego.fault(kit::off_by(i * 100ms, (i + 1) * 100ms, "ax", 0.06 * (i < 10 ? 0 : i < 20 ? 10 * (i - 10) : 0)));
  EXPECT_THAT(levels(tester.with("ride_comfort_event.lon_uncomfortable=9mpsps").run(growing)),
              testing::Contains("uncomfortable lon_jerk"));
}

Scenario weaving(const map::RoadNetwork& map, std::initializer_list<Field> reports) {
  Scenario scenario({.map = &map, .duration = 16s});
  std::vector<kit::OffsetAt> offsets;
  for (int i = 0; i < 10; ++i) offsets.push_back({(1 + i) * 1000ms, i % 2 == 0 ? -0.5 : 0.5});
  scenario.add({.id = "7", .is_ego = true}).start_at("1", -1, 50.0).speed(10.0).lateral(offsets).reports(reports);
  return scenario;
}

TEST(RideComfort, CountsSteeringToAndFro) {
  const auto map = kit::one_road(kit::street());
  const auto found = CheckTester("ride_comfort_event")
                         .on(*map)
                         .with("ride_comfort_event.lat_noticeable=9mpsps")
                         .run(weaving(*map, {Field::velocity}));
  EXPECT_THAT(levels(found), testing::Contains("uncomfortable steering"));
}

// Of what the whole drive came to.
watch::Value of_run(const kit::Found& found, std::string_view name) {
  const auto& metrics = found.evaluation.infos[0]->metrics;
  const auto at = [&](const watch::IntervalRecord& interval, std::string_view which) {
    for (std::size_t i = 0; i < metrics.size(); ++i)
      if (metrics[i].name == which) return interval.data[i];
    return watch::Value(0.0);
  };
  for (const watch::IntervalRecord& interval : found.evaluation.intervals)
    if (at(interval, "level") == watch::Value(std::string("run"))) return at(interval, name);
  return watch::Value(0.0);
}

TEST(RideComfort, LeavesOutOnlyWhatTheRunDoesNotGive) {
  const auto map = kit::one_road(kit::street());
  const CheckTester tester("ride_comfort_event");
  const auto positions = tester.on(*map).run(weaving(*map, {}));
  EXPECT_EQ(positions.status(), "completed");
  EXPECT_THAT(levels(positions), ElementsAre("uncomfortable steering"));
  EXPECT_THAT(
      positions.evaluation.checks.at(0).notes,
      ElementsAre(testing::StartsWith("Left out: accelerations and jerks (local_acceleration.lon of actor 7 ")));
  for (const char* name : {"events_noticeable", "events_uncomfortable", "events_harsh", "share_noticeable",
                           "share_uncomfortable", "share_harsh"})
    EXPECT_TRUE(std::isnan(std::get<double>(of_run(positions, name)))) << name;

  const auto velocities = tester.on(*map).run(weaving(*map, {Field::velocity}));
  EXPECT_EQ(velocities.status(), "completed");
  EXPECT_THAT(velocities.evaluation.checks.at(0).notes, ElementsAre());

  Scenario nowhere({.duration = 3s});
  nowhere.add({.id = "7", .is_ego = true}).start_free({}).speed(10.0).reports({});
  const auto neither = tester.run(nowhere);
  EXPECT_THAT(neither.status(), testing::StartsWith("skipped: local_acceleration.lon of actor 7"));
  EXPECT_THAT(neither.evaluation.checks.at(0).notes, ElementsAre());
}

TEST(RideComfort, SumsUpTheDrive) {
  const auto found = CheckTester("ride_comfort_event").run(brake(2.0, 2s));
  ASSERT_EQ(found.evaluation.intervals.size(), 2U);
  EXPECT_EQ(std::get<double>(of_run(found, "events_noticeable")), 1.0);
  EXPECT_EQ(std::get<double>(of_run(found, "events_harsh")), 0.0);
  EXPECT_NEAR(std::get<double>(of_run(found, "share_noticeable")), 0.2, 0.011);
}

}  // namespace
}  // namespace scrutineer::checks
