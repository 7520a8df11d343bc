// Drives up to a crossing with lights or signs, for tests of approach_junction.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::kit::approach {

using namespace std::chrono_literals;
using trace::LightColour;
using trace::LightMode;

// Every arm is 900 m long, its reference line is 1 m before the junction, the car is 5 m long: its front is 2.5 m ahead
// of its centre.
inline constexpr double kArm = 900.0, kLine = kArm - 1.0, kHalf = 2.5;

inline std::unique_ptr<const map::RoadNetwork> crossing(Crossing options = {}) {
  options.arm_length = kArm;
  return map::build_network(four_way_crossing(options));
}
inline std::unique_ptr<const map::RoadNetwork> lit(Crossing options = {}) {
  options.lights = Crossing::Lights::on_arms;
  return crossing(options);
}

inline Duration seconds(double value) { return *from_seconds(value); }

// A speed profile: at `speed`, then braking to a stop after `way` metres, standing for `stand` seconds, and on.
inline std::vector<SpeedAt> stop_after(double way, double stand, double speed = 10.0) {
  constexpr double kBraking = 4.0, kStarting = 2.0;
  const double until = (way - speed * speed / (2.0 * kBraking)) / speed, still = until + speed / kBraking;
  return {{0s, speed},
          {seconds(until), speed},
          {seconds(still), 0.0},
          {seconds(still + stand), 0.0},
          {seconds(still + stand + speed / kStarting), speed}};
}

struct Drive {
  double before = 100.0;  // the front's distance from the line at the start
  std::vector<SpeedAt> speed = {{0s, 10.0}};
  std::string via = "west_east";
  std::string from = "west";
  int lane = -1;
  std::vector<From<LightColour>> light = {};
  std::vector<From<LightMode>> mode = {};
  Duration duration = 30s;
  Duration step = 100ms;
};

inline Scenario driving(const map::RoadNetwork& map, const Drive& drive) {
  Scenario scenario({.map = &map, .step = drive.step, .duration = drive.duration});
  const std::string exit = drive.via.substr(drive.via.find('_') + 1);
  scenario.add({.id = "ego", .is_ego = true})
      .start_at(drive.from, drive.lane, kLine - kHalf - drive.before)
      .via({drive.via, exit})
      .speed(drive.speed);
  if (!drive.light.empty()) scenario.light(drive.from, "light_" + drive.from, drive.light, drive.mode);
  return scenario;
}

inline std::vector<std::string> kinds(const Found& found) {
  std::vector<std::string> kinds;
  for (const watch::Issue& issue : found.evaluation.issues) kinds.push_back(issue.kind);
  return kinds;
}

// Of the n-th interval.
inline std::string text(const Found& found, std::size_t interval, std::string_view name) {
  const auto& metrics = found.evaluation.infos.at(0)->metrics;
  for (std::size_t i = 0; i < metrics.size(); ++i)
    if (metrics[i].name == name) return std::get<std::string>(found.evaluation.intervals.at(interval).data.at(i));
  throw std::runtime_error("no metric " + std::string(name));
}
inline double number(const Found& found, std::size_t interval, std::string_view name) {
  const auto& metrics = found.evaluation.infos.at(0)->metrics;
  for (std::size_t i = 0; i < metrics.size(); ++i)
    if (metrics[i].name == name) return std::get<double>(found.evaluation.intervals.at(interval).data.at(i));
  throw std::runtime_error("no metric " + std::string(name));
}

inline const std::string kPath = "junction_checkers.checker_approach_junction.";

inline const std::vector<From<LightColour>> kRed = {{0s, LightColour::red}};
inline const std::vector<From<LightColour>> kGreen = {{0s, LightColour::green}};
inline const std::vector<From<LightColour>> kDark = {{0s, LightColour::off}};
inline const std::vector<From<LightColour>> kUnknown = {{0s, LightColour::unknown}};

inline std::vector<From<LightColour>> yellow_at(double start, double red = 1000.0) {
  return {{0s, LightColour::green}, {seconds(start), LightColour::yellow}, {seconds(red), LightColour::red}};
}
inline std::vector<From<LightColour>> green_at(double start) {
  return {{0s, LightColour::red}, {seconds(start), LightColour::green}};
}
inline std::vector<From<LightMode>> mode(LightMode value) { return {{0s, value}}; }

struct Case {
  const char* name;
  Drive drive;
  std::vector<std::string> issues;
};

inline void expect(const CheckTester& tester, const map::RoadNetwork& map, std::initializer_list<Case> cases) {
  for (const Case& c : cases) {
    const Found found = tester.on(map).run(driving(map, c.drive));
    EXPECT_EQ(kinds(found), c.issues) << c.name;
    EXPECT_EQ(found.status(), "completed") << c.name;
  }
}

inline const CheckTester& tester() {
  static const CheckTester tester("approach_junction");
  return tester;
}

}  // namespace scrutineer::kit::approach
