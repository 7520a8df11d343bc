// Whatever a map is like in other words, relevance is the same; and in a mirror left and right are swapped.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "kit/move_run.h"
#include "kit/transform.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Found;
using kit::MadeActor;
using kit::Scenario;
using trace::Category;

CheckTester tester() { return CheckTester::of_kpi("scenario_relevance"); }

MadeActor ego() { return {.id = "ego", .is_ego = true, .length = 4.0, .width = 2.0}; }
MadeActor car(std::string id) { return {.id = std::move(id), .length = 4.0, .width = 2.0}; }

// Traffic in all directions around an ego that turns left at a crossing.
kit::RunData busy_run(const map::RoadNetwork& map) {
  Scenario scenario({.map = &map, .duration = 12s});
  scenario.add(ego())
      .start_at("west", -1, 40.0)
      .via({"north"})
      .speed({{0s, 8.0}, {4s, 8.0}, {7s, 0.0}, {8s, 0.0}, {9s, 9.0}});
  scenario.add(car("ahead")).start_at("west", -1, 70.0).via({"north"}).speed(8.0).lateral(0.4);
  scenario.add(car("straight on")).start_at("west", -1, 60.0).via({"east"}).speed(10.0).lateral(-0.6);
  scenario.add(car("oncoming")).start_at("east", -1, 20.0).via({"west"}).speed(9.0);
  scenario.add(car("crossing")).start_at("north", -1, 10.0).via({"south"}).speed(9.0);
  scenario.add({.id = "truck", .category = Category::truck}).start_at("north", -1, 30.0).via({"west"}).speed(7.0);
  scenario.add(car("follower")).start_at("west", -1, 30.0).via({"north"}).speed(7.0).lateral(-0.3);
  scenario.add({.id = "walker", .category = Category::person}).start_free({-30.0, -4.0, 0.1}).speed(1.5);
  scenario.add({.id = "cone", .category = Category::object, .is_static = true})
      .poses({kit::PoseAt{.x = -25.0, .y = -5.0}});
  return scenario.run();
}

std::string swapped(std::string name) {
  const auto replace = [&](const std::string& from, const std::string& to) {
    for (std::size_t at = name.find(from); at != std::string::npos; at = name.find(from, at + to.size()))
      name.replace(at, from.size(), to);
  };
  replace("left", "LEFT");
  replace("right", "left");
  replace("LEFT", "right");
  return name;
}

// All metrics by "actor or total: name".
std::map<std::string, double> metrics_of(const Found& found) {
  std::map<std::string, double> all;
  const watch::KpiOutcome& kpi = found.evaluation.kpis.at(0);
  for (const watch::KpiResult::Row& row : kpi.result.actors)
    for (std::size_t i = 0; i < row.values.size(); ++i)
      all[row.actor.id + ": " + std::string(kpi.kpi->info.of_actors[i].name)] = std::get<double>(row.values[i]);
  for (std::size_t total = 0; total < kpi.result.totals.size(); ++total)
    for (std::size_t i = 0; i < kpi.result.totals[total].size(); ++i)
      all[std::string(kpi.kpi->info.totals[total].key) + ": " + std::string(kpi.kpi->info.of_totals[i].name)] =
          std::get<double>(kpi.result.totals[total][i]);
  return all;
}

TEST(ScenarioRelevance, SwapsLeftAndRightInAMirrorAndNothingElse) {
  for (const auto rule : {map::TrafficRule::right_hand, map::TrafficRule::left_hand}) {
    const map::Document document = kit::four_way_crossing({.rule = rule});
    const auto map = map::build_network(document), mirror = map::build_network(kit::mirrored(document));
    // Lane -1 leads to the junction with right-hand traffic; the mirrored run of a mirrored map drives on the left.
    const auto right_hand = map::build_network(kit::four_way_crossing());
    const kit::RunData run =
        rule == map::TrafficRule::right_hand ? busy_run(*map) : kit::mirrored(busy_run(*right_hand));
    const auto found = metrics_of(tester().on(*map).run(run));
    const auto mirrored = metrics_of(tester().on(*mirror).run(kit::mirrored(run)));
    EXPECT_GT(found.at("total: total_left_zone_count"), 0.0);
    EXPECT_GT(found.at("total: total_right_zone_count"), 0.0);
    EXPECT_GT(found.at("total: total_back_zone_count"), 0.0);
    EXPECT_GT(found.at("total_persons: total_zone_count"), 0.0);
    EXPECT_GT(found.at("total_plain_objects: total_zone_count"), 0.0);
    EXPECT_NE(found.at("total: total_left_zone_duration"), found.at("total: total_right_zone_duration"));
    ASSERT_EQ(found.size(), mirrored.size());
    for (const auto& [name, value] : found) {
      // Ids may say left and right, too.
      const std::size_t colon = name.find(": ");
      EXPECT_EQ(mirrored.at(name.substr(0, colon) + swapped(name.substr(colon))), value) << name;
    }
  }
}

TEST(ScenarioRelevance, DoesNotDependOnHowTheMapIsWritten) {
  const map::Document document = kit::four_way_crossing();
  const auto map = map::build_network(document);
  const kit::RunData run = busy_run(*map);
  const auto expected = metrics_of(tester().on(*map).run(run));
  struct Row {
    const char* name;
    map::Document document;
    kit::RunData run;
  };
  const Row rows[] = {
      {"again", document, run},
      {"elsewhere, turned", kit::shifted_and_rotated(document, 5e5, -2e5, 0.5),
       kit::shifted_and_rotated(run, 5e5, -2e5, 0.5)},
      {"s of an arm runs the other way", kit::reversed(document, "west"), run},
      {"an arm cut in two", kit::split(document, "north", 81.0), run},
  };
  for (const Row& row : rows) {
    const auto other = map::build_network(row.document);
    EXPECT_EQ(metrics_of(tester().on(*other).run(row.run)), expected) << row.name;
  }
}

}  // namespace
}  // namespace scrutineer::checks
