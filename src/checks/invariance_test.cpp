// What must not change the findings of any check: where and which way up the world lies, how its map is cut into roads,
// in which order a frame names its actors, and how often one looks.

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

// Several at once of whatever is only one: contacts, partners that are equally dangerous, pairs of others that collide.
kit::RunData crowded_run() {
  kit::Scenario scenario({.step = 50ms, .duration = 6s});
  scenario.add({.id = "ego", .is_ego = true, .length = 4.0, .width = 2.0})
      .start_free({})
      .speed({{0s, 10.0}, {6s, 9.0}});
  const auto add = [&](const char* id, double x, double y, double yaw, double speed) {
    scenario.add({.id = id, .length = 4.0, .width = 1.8}).start_free({x, y, yaw}).speed(speed);
  };
  // Two side by side in its way, and one beside each of these, into which they reach.
  add("9", 34.0, 0.95, 0.0, 0.0);
  add("10", 34.0, -0.95, 0.0, 0.0);
  add("b", 34.0, 2.6, 0.0, 0.0);
  add("a", 34.0, -2.6, 0.0, 0.0);
  // Mirror images that cross before and behind it.
  add("left", 12.0, 30.0, -kPi / 2.0, 12.0);
  add("right", 12.0, -30.0, kPi / 2.0, 12.0);
  add("left2", -2.0, 24.0, -kPi / 2.0, 14.0);
  add("right2", -2.0, -24.0, kPi / 2.0, 14.0);
  for (const char* id : {"late2", "late1", "late10"})
    scenario.add({.id = id, .category = trace::Category::person})
        .start_free({60.0, id[4] == '2' ? 0.3 : 0.1, 0.0})
        .speed(1.0)
        .appears(1s);
  scenario.add({.id = "trailer", .category = trace::Category::trailer, .parent = "late2"})
      .behind("late2", 6.0)
      .appears(1s);
  return scenario.run();
}

std::string told(const std::vector<watch::Value>& data) {
  std::string text;
  for (const watch::Value& value : data)
    text += std::visit([](const auto& one) { return " " + testing::PrintToString(one); }, value);
  return text;
}

// All that is told of a run, word for word.
std::vector<std::string> words(const map::RoadNetwork* map, const kit::RunData& run) {
  const std::vector<watch::Check> checks = catalogue();
  watch::Settings settings(checks);
  for (const char* setting : {"policy.too_close_TTC=2s", "policy.too_close_PET=3s", "policy.too_close_THW=2s",
                              "policy.max_drac=2mpsps", "policy.max_rss_violation_time=100ms", "conflict.rss=true"})
    EXPECT_EQ(settings.set(setting), std::nullopt) << setting;
  for (const watch::Check& check : checks) EXPECT_EQ(settings.enable(std::string(check.info.name)), std::nullopt);
  const auto trace = kit::as_trace(run);
  const watch::RunOutcome outcome = watch::evaluate(checks, settings, {.trace = *trace, .map = map, .ego_flag = "ego"});
  EXPECT_FALSE(outcome.fault) << to_string(*outcome.fault);
  const watch::Evaluation& evaluation = outcome.evaluation;
  const auto at = [](Time time) { return std::to_string(time.time_since_epoch().count()); };
  std::vector<std::string> words;
  for (const watch::Issue& issue : evaluation.issues)
    words.push_back(at(issue.time) + " " + at(issue.start) + " " + at(issue.end) + " " + issue.message + " " +
                    issue.details + told(issue.data));
  for (const watch::IntervalRecord& one : evaluation.intervals)
    words.push_back(evaluation.checks[one.check].name + " " + one.actor.id + " " +
                    (one.other ? one.other->id : std::string()) + " " + at(one.start) + " " + at(one.end) +
                    told(one.data));
  for (const watch::CheckOutcome& check : evaluation.checks)
    words.push_back(check.name + " " + std::string(to_word(check.state)) + " " + check.reason + " " +
                    testing::PrintToString(check.notes));
  return words;
}

TEST(Invariance, TheOrderOfAFramesRowsChangesNothing) {
  const auto map = map::build_network(crossing());
  struct Case {
    const char* name;
    const map::RoadNetwork* map;
    kit::RunData run;
  };
  const Case cases[] = {{"busy", map.get(), busy_run(*map)},
                        {"crowded", nullptr, crowded_run()},
                        {"crowded, on a map", map.get(), crowded_run()}};
  for (const Case& c : cases) {
    const std::vector<std::string> expected = words(c.map, c.run);
    for (const std::uint64_t seed : {1, 2, 3, 4, 5})
      EXPECT_EQ(words(c.map, kit::shuffled(c.run, seed)), expected) << c.name << ", " << seed;
  }
}

TEST(Invariance, RunningAgainChangesNothing) {
  const auto map = map::build_network(crossing());
  const kit::RunData run = busy_run(*map);
  expect_same(findings(*map, run), findings(*map, run), 0.0);
}

}  // namespace
}  // namespace scrutineer::checks
