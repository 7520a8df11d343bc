// What must not change the findings of any check: where and which way up the world lies, how its map is cut into roads,
// and how often one looks.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "checks/catalogue.h"
#include "kit/maps.h"
#include "kit/move_run.h"
#include "kit/scenario.h"
#include "kit/transform.h"
#include "map/read.h"
#include "watch/evaluate.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;

// One run with much to find: too fast, jumps, off the road, a crash, standing.
kit::RunData busy_run(const map::RoadNetwork& map) {
  kit::Scenario scenario({.map = &map, .step = 50ms, .duration = 12s});
  scenario.add({.id = "ego", .is_ego = true})
      .start_at("west", -1, 735.0)
      .via({"east"})
      .speed({{0s, 8.0}, {2s, 8.0}, {4s, 20.0}, {6s, 2.0}, {12s, 2.0}})
      .lateral({{7s, 0.0}, {11s, -3.0}})
      .fault(kit::jump(3s, 2.0, 0.5));
  scenario.add({.id = "slow"}).start_at("west", -1, 778.0).via({"east"}).speed(0.5);
  scenario.add({.id = "fast"}).start_at("north", -1, 500.0).speed({{0s, 10.0}, {3s, 61.0}, {12s, 10.0}}).via({"south"});
  scenario.add({.id = "walker", .category = trace::Category::person}).start_free({-30.0, -9.0, 1.5}).speed(1.2);
  scenario.add({.id = "trailer", .category = trace::Category::trailer, .parent = "slow"}).behind("slow", 6.0);
  return scenario.run();
}

struct Finding {
  std::string what;
  std::vector<watch::Value> data;
};

std::vector<Finding> findings(const map::RoadNetwork& map, const kit::RunData& run) {
  const std::vector<watch::Check> checks = catalogue();
  watch::Settings settings(checks);
  EXPECT_EQ(settings.enable("teleportation@all"), std::nullopt);
  EXPECT_EQ(settings.set("policy.too_close_TTC=2s"), std::nullopt);
  const auto trace = kit::as_trace(run);
  const watch::RunOutcome outcome = watch::evaluate(checks, settings, {.trace = *trace, .map = &map});
  EXPECT_FALSE(outcome.fault) << to_string(*outcome.fault);
  std::vector<Finding> found;
  for (const watch::Issue& issue : outcome.evaluation.issues)
    found.push_back({issue.kind + " " + issue.actor.id + " " + std::to_string(issue.start.time_since_epoch().count()) +
                         " " + std::to_string(issue.end.time_since_epoch().count()) + " " +
                         std::string(to_word(issue.severity)),
                     issue.data});
  for (const watch::CheckOutcome& check : outcome.evaluation.checks)
    found.push_back({check.name + " " + std::string(to_word(check.state)) + " " + check.reason, {}});
  return found;
}

// Contact points are places, not measures; everything else must be the same.
void expect_same(const std::vector<Finding>& expected, const std::vector<Finding>& found, double tolerance) {
  ASSERT_EQ(expected.size(), found.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(expected[i].what, found[i].what);
    if (expected[i].what.starts_with("collision")) continue;
    ASSERT_EQ(expected[i].data.size(), found[i].data.size());
    for (std::size_t k = 0; k < expected[i].data.size(); ++k) {
      const auto* number = std::get_if<double>(&expected[i].data[k]);
      if (number == nullptr) {
        EXPECT_EQ(expected[i].data[k], found[i].data[k]) << expected[i].what;
      } else if (std::isfinite(*number)) {
        EXPECT_NEAR(*number, std::get<double>(found[i].data[k]), tolerance * std::max(1.0, std::abs(*number)))
            << expected[i].what << ", metric " << k;
      }
    }
  }
}

map::Document crossing() {
  map::Document document = kit::four_way_crossing({.sidewalks = true, .arm_length = 800.0});
  for (map::RoadRecord& road : document.roads) {
    map::RoadTypeRecord type;
    type.type = "town";
    type.speed = map::SpeedLimit{map::SpeedLimit::Kind::limit, Speed::from_si(13.9)};
    road.types = {type};
  }
  return document;
}

TEST(Invariance, HasSomethingToFind) {
  const auto map = map::build_network(crossing());
  std::string kinds;
  for (const Finding& finding : findings(*map, busy_run(*map))) kinds += finding.what + "\n";
  for (const char* kind : {"speed_limit fast", "speed_physical fast", "teleportation ego", "acceleration_policy ego"})
    EXPECT_THAT(kinds, testing::HasSubstr(kind));
  EXPECT_THAT(kinds, testing::Not(testing::HasSubstr("failed")));
}

TEST(Invariance, ShiftingAndTurningTheWorldChangesNothing) {
  const map::Document document = crossing();
  const auto map = map::build_network(document);
  const auto elsewhere = map::build_network(kit::shifted_and_rotated(document, 500e3, -200e3, kPi / 6.0));
  const kit::RunData run = busy_run(*map);
  expect_same(findings(*map, run), findings(*elsewhere, kit::shifted_and_rotated(run, 500e3, -200e3, kPi / 6.0)), 1e-6);
}

TEST(Invariance, CuttingOrReversingARoadChangesNothing) {
  const map::Document document = crossing();
  const auto map = map::build_network(document);
  const kit::RunData run = busy_run(*map);
  const auto expected = findings(*map, run);
  expect_same(expected, findings(*map::build_network(kit::split(document, "west", 743.0)), run), 1e-6);
  expect_same(expected, findings(*map::build_network(kit::reversed(document, "west")), run), 1e-6);
}

TEST(Invariance, RunningAgainChangesNothing) {
  const auto map = map::build_network(crossing());
  const kit::RunData run = busy_run(*map);
  expect_same(findings(*map, run), findings(*map, run), 0.0);
}

}  // namespace
}  // namespace scrutineer::checks
