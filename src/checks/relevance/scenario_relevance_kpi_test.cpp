#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "base/quantity.h"
#include "kit/check_tester.h"
#include "kit/maps.h"
#include "kit/move_run.h"
#include "kit/transform.h"
#include "map/lookup.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Found;
using kit::MadeActor;
using kit::Scenario;
using testing::ElementsAre;
using trace::Category;

constexpr double kWest = kPi;

CheckTester tester() { return CheckTester::of_kpi("scenario_relevance"); }

// ---- what was found, in the words of tests --------------------------------------------------------------------------

// "front_left" of "ego_front_left_zone_limit_watcher_for_vehicle".
std::string zone_of(std::string_view watcher) { return std::string(watcher.substr(4, watcher.find("_zone") - 4)); }

// "ZONE of ACTOR, START to END, ENDED_BY", by start.
std::vector<std::string> stays(const Found& found) {
  std::vector<std::string> lines;
  for (const watch::IntervalRecord& record : found.evaluation.intervals)
    lines.push_back(zone_of(found.evaluation.infos[record.check]->name) + " of " + record.actor.id + ", " +
                    rounded(to_seconds(record.start), 6) + " to " + rounded(to_seconds(record.end), 6) + ", " +
                    std::string(to_word(record.ended_by)));
  return lines;
}

// The zones that the actor was in at any time, by name.
std::string zones(const Found& found, const std::string& actor) {
  std::set<std::string> all;
  for (const watch::IntervalRecord& record : found.evaluation.intervals)
    if (record.actor.id == actor) all.insert(zone_of(found.evaluation.infos[record.check]->name));
  std::string text;
  for (const std::string& zone : all) text += (text.empty() ? "" : " ") + zone;
  return text;
}

// Of the n-th interval: place in the watchers' metrics.
constexpr std::size_t kCount = 1, kGap = 2, kLat = 3;
double data(const Found& found, std::size_t interval, std::size_t metric) {
  return std::get<double>(found.evaluation.intervals.at(interval).data.at(metric));
}

double value_in(std::span<const watch::MetricInfo> metrics, const std::vector<watch::Value>& values,
                std::string_view name) {
  for (std::size_t i = 0; i < metrics.size(); ++i)
    if (metrics[i].name == name) return std::get<double>(values.at(i));
  throw std::runtime_error("no metric " + std::string(name));
}

double total(const Found& found, std::string_view name, std::string_view of = "total") {
  const watch::KpiOutcome& kpi = found.evaluation.kpis.at(0);
  for (std::size_t i = 0; i < kpi.kpi->info.totals.size(); ++i)
    if (kpi.kpi->info.totals[i].key == of) return value_in(kpi.kpi->info.of_totals, kpi.result.totals.at(i), name);
  throw std::runtime_error("no total " + std::string(of));
}

double of_actor(const Found& found, const std::string& actor, std::string_view name) {
  const watch::KpiOutcome& kpi = found.evaluation.kpis.at(0);
  for (const watch::KpiResult::Row& row : kpi.result.actors)
    if (row.actor.id == actor) return value_in(kpi.kpi->info.of_actors, row.values, name);
  throw std::runtime_error("no actor " + actor);
}

MadeActor ego() { return {.id = "ego", .is_ego = true, .length = 4.0, .width = 2.0}; }
MadeActor car(std::string id = "7") { return {.id = std::move(id), .length = 4.0, .width = 2.0}; }

const map::RoadNetwork& straight() {
  static const auto map = map::build_network(kit::straight_road(1000.0));
  return *map;
}

// ---- where the zones are --------------------------------------------------------------------------------------------

// The ego drives at 10 m/s and the other one keeps its place beside it. Both are 4 m long: ahead of the ego's front by
// `ahead` - 4, behind its back by -(`ahead` + 4).
TEST(ScenarioRelevance, HasFourZonesWithExclusiveBounds) {
  struct Row {
    const char* name;
    double ahead, left;
    std::string expected;
    double ego_left = 0.0;  // of the middle of the road
  };
  const Row rows[] = {
      {"ahead and left", 20.0, 3.5, "front_left"},
      {"ahead and right", 20.0, -3.5, "front_right"},
      {"behind and left", -10.0, 3.5, "back_left"},
      {"behind and right", -10.0, -3.5, "back_right"},
      {"beside: it overlaps along the road", 0.0, 3.5, ""},
      {"its back is at the ego's front", 4.0, 3.5, ""},
      {"its back is just ahead of the ego's front", 4.001, 3.5, "front_left"},
      {"its back is just behind the ego's front", 3.999, 3.5, ""},
      {"exactly 5 s ahead", 54.0, 3.5, ""},
      {"just below 5 s ahead", 53.999, 3.5, "front_left"},
      {"just above 5 s ahead", 54.001, 3.5, ""},
      {"its front is at the ego's back", -4.0, -3.5, ""},
      {"its front is just behind the ego's back", -4.001, -3.5, "back_right"},
      {"exactly 1 s behind", -14.0, -3.5, ""},
      {"just below 1 s behind", -13.999, -3.5, "back_right"},
      {"just above 1 s behind", -14.001, -3.5, ""},
      {"in the ego's line", 20.0, 0.0, ""},
      {"1 cm to the left", 20.0, 0.01, ""},
      {"just above 1 cm to the left", 20.0, 0.0101, "front_left"},
      {"1 cm to the right", 20.0, -0.01, ""},
      {"just above 1 cm to the right", 20.0, -0.0101, "front_right"},
      {"behind, less than 1 cm aside", -10.0, 0.009, ""},
      {"exactly 5 m to the left", 20.0, 5.0, ""},
      {"just below 5 m to the left", 20.0, 4.999, "front_left"},
      {"just above 5 m to the left", 20.0, 5.001, ""},
      {"exactly 5 m to the right", -10.0, -5.0, ""},
      {"just below 5 m to the right", -10.0, -4.999, "back_right"},
      {"off the lanes, but near", 20.0, -3.0, "front_right", -1.75},
      {"the ego off the lanes", 20.0, 3.0, "front_left", -4.0},
      {"both off the lanes", 20.0, -1.0, "front_right", -4.0},
  };
  for (const Row& row : rows) {
    Scenario scenario({.map = &straight(), .duration = 1s});
    scenario.add(ego()).start_free({200.0, row.ego_left, 0.0}).speed(10.0);
    scenario.add(car()).start_free({200.0 + row.ahead, row.ego_left + row.left, 0.0}).speed(10.0);
    EXPECT_EQ(zones(tester().on(straight()).run(scenario), "7"), row.expected) << row.name;
  }
}

TEST(ScenarioRelevance, SeesTheSameWhicheverWayTheRoadRuns) {
  // The ego drives against s: left is the other side.
  struct Row {
    const char* name;
    double ahead, left;
    std::string expected;
  };
  const Row rows[] = {
      {"ahead and left", 20.0, 3.5, "front_left"},
      {"ahead and right", 20.0, -3.5, "front_right"},
      {"behind and left", -10.0, 3.5, "back_left"},
      {"behind and right", -10.0, -3.5, "back_right"},
  };
  const auto left_hand = map::build_network(kit::straight_road(1000.0, map::TrafficRule::left_hand));
  for (const map::RoadNetwork* map : {&straight(), left_hand.get()}) {
    for (const double sense : {1.0, -1.0}) {
      for (const Row& row : rows) {
        Scenario scenario({.map = map, .duration = 1s});
        const double yaw = sense > 0.0 ? 0.0 : kWest;
        scenario.add(ego()).start_free({500.0, 0.0, yaw}).speed(10.0);
        scenario.add(car()).start_free({500.0 + sense * row.ahead, sense * row.left, yaw}).speed(10.0);
        EXPECT_EQ(zones(tester().on(*map).run(scenario), "7"), row.expected) << row.name << ", sense " << sense;
      }
    }
  }
}

TEST(ScenarioRelevance, MeasuresAnOncomingActorFromItsFarEnd) {
  // Both at 10 m/s, 100 m apart: `apart` = 100.05 - 20 t. In front while its back is ahead of the ego's front:
  // 0 < apart + length/2 - 2 < 50; behind while its front is behind the ego's back: -10 < apart - length/2 + 2 < 0.
  const auto meeting = [](double length) {
    Scenario scenario({.map = &straight(), .duration = 8s});
    scenario.add(ego()).start_free({200.0, -1.75, 0.0}).speed(10.0);
    MadeActor other = car();
    other.length = length;
    scenario.add(other).start_free({300.05, 1.75, kWest}).speed(10.0);
    return tester().on(straight()).run(scenario);
  };
  EXPECT_THAT(stays(meeting(4.0)),
              ElementsAre("front_left of 7, 2.6 to 5.1, condition", "back_left of 7, 5.1 to 5.6, condition"));
  // A long one is in both at once.
  EXPECT_THAT(stays(meeting(16.0)),
              ElementsAre("front_left of 7, 2.9 to 5.4, condition", "back_left of 7, 4.8 to 5.3, condition"));
}

TEST(ScenarioRelevance, EndsAtThreeHundredMetres) {
  struct Row {
    const char* name;
    double ahead;
    std::string expected;
  };
  const Row rows[] = {
      {"just within", 299.9, "front_left"}, {"just beyond", 300.1, ""}, {"behind, within", -79.0, "back_left"}};
  for (const Row& row : rows) {
    Scenario scenario({.map = &straight(), .duration = 500ms});
    scenario.add(ego()).start_free({200.0, -1.75, 0.0}).speed(80.0);
    scenario.add(car()).start_free({200.0 + row.ahead, 1.75, 0.0}).speed(80.0);
    EXPECT_EQ(zones(tester().on(straight()).run(scenario), "7"), row.expected) << row.name;
  }
}

// ---- counts, durations, percentages ---------------------------------------------------------------------------------

// Overtakes the ego on its left: 10 m/s faster, from 30.05 m behind. Behind it in (1.605 s, 2.605 s), ahead of it in
// (3.405 s, 8.405 s).
void add_overtaker(Scenario& scenario, const std::string& id, double left = 1.75) {
  scenario.add(car(id)).start_free({169.95, left, 0.0}).speed(20.0);
}

TEST(ScenarioRelevance, CountsAndAddsUp) {
  Scenario scenario({.map = &straight(), .duration = 10s});
  scenario.add(ego()).start_free({200.0, -1.75, 0.0}).speed(10.0);
  add_overtaker(scenario, "7");
  const Found found = tester().on(straight()).run(scenario);
  EXPECT_THAT(stays(found),
              ElementsAre("back_left of 7, 1.7 to 2.7, condition", "front_left of 7, 3.5 to 8.5, condition"));
  // The last frames in the zones are those at 2.6 s and 8.4 s.
  EXPECT_NEAR(data(found, 0, kGap), -0.005, 1e-9);
  EXPECT_NEAR(data(found, 1, kGap), 4.995, 1e-9);
  EXPECT_NEAR(data(found, 1, kLat), 3.5, 1e-9);
  EXPECT_EQ(std::get<std::string>(found.evaluation.intervals[0].data[0]), "7");
  EXPECT_EQ(found.evaluation.intervals[0].actor.id, "7");
  EXPECT_FALSE(found.evaluation.intervals[0].other);
  struct Row {
    const char* name;
    double expected;
  };
  const Row rows[] = {
      {"total_left_zone_count", 2},     {"total_right_zone_count", 0},    {"total_front_zone_count", 1},
      {"total_back_zone_count", 1},     {"total_zone_count", 2},          {"front_left_zone_duration", 5},
      {"front_right_zone_duration", 0}, {"back_left_zone_duration", 1},   {"back_right_zone_duration", 0},
      {"total_left_zone_duration", 6},  {"total_right_zone_duration", 0}, {"total_front_zone_duration", 5},
      {"total_back_zone_duration", 1},  {"total_zone_duration", 6},       {"left_zone_percentage", 60},
      {"right_zone_percentage", 0},     {"front_zone_percentage", 50},    {"back_zone_percentage", 10},
  };
  const auto& info = found.evaluation.kpis.at(0).kpi->info;
  ASSERT_EQ(std::size(rows), info.of_actors.size());
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    EXPECT_EQ(info.of_actors[i].name, rows[i].name);
    EXPECT_DOUBLE_EQ(of_actor(found, "7", rows[i].name), rows[i].expected) << rows[i].name;
    EXPECT_DOUBLE_EQ(total(found, rows[i].name), rows[i].expected) << rows[i].name;
    EXPECT_DOUBLE_EQ(total(found, rows[i].name, "total_vehicles"), rows[i].expected) << rows[i].name;
    EXPECT_EQ(total(found, rows[i].name, "total_plain_objects"), 0.0) << rows[i].name;
    EXPECT_EQ(total(found, rows[i].name, "total_persons"), 0.0) << rows[i].name;
  }
}

TEST(ScenarioRelevance, SumsAndUnites) {
  // One overtakes on the left as above, a second one beside it on the right; a third stays behind to the right.
  Scenario scenario({.map = &straight(), .duration = 10s});
  scenario.add(ego()).start_free({200.0, 0.0, 0.0}).speed(10.0);
  add_overtaker(scenario, "left", 2.0);
  add_overtaker(scenario, "right", -2.0);
  scenario.add(car("follower")).start_free({190.0, -1.0, 0.0}).speed(10.0);
  const Found found = tester().on(straight()).run(scenario);
  struct Row {
    const char* name;
    double sum, united;
  };
  const Row rows[] = {
      {"front_left_zone_duration", 5, 5},   {"front_right_zone_duration", 5, 5},  {"back_left_zone_duration", 1, 1},
      {"back_right_zone_duration", 11, 10}, {"total_left_zone_duration", 6, 6},   {"total_right_zone_duration", 16, 10},
      {"total_front_zone_duration", 10, 5}, {"total_back_zone_duration", 12, 10}, {"total_zone_duration", 22, 10},
      {"left_zone_percentage", 60, 60},     {"right_zone_percentage", 160, 100},  {"front_zone_percentage", 100, 50},
      {"back_zone_percentage", 120, 100},
  };
  for (const Row& row : rows) {
    EXPECT_DOUBLE_EQ(total(found, row.name), row.sum) << row.name;
    EXPECT_DOUBLE_EQ(total(found, "union_" + std::string(row.name)), row.united) << row.name;
  }
  EXPECT_EQ(total(found, "total_zone_count"), 5.0);
  EXPECT_EQ(of_actor(found, "follower", "right_zone_percentage"), 100.0);
  EXPECT_EQ(
      found.evaluation.kpis.at(0).result.line,
      "Scenario relevance: somebody is near the ego for 100 % of the run (front 50 %, back 100 %, left 60 %, right "
      "100 %)");
}

TEST(ScenarioRelevance, KeepsVehiclesObjectsAndPersonsApart) {
  // 40 m ahead of the ego's front at most when the run begins: in the zone until the ego passes by.
  const auto standing = [](double x, double y) { return std::vector{kit::PoseAt{.x = x, .y = y}}; };
  Scenario scenario({.map = &straight(), .duration = 4s});
  scenario.add(ego()).start_free({200.0, -1.75, 0.0}).speed(10.0);
  scenario.add(car("parked")).poses(standing(224.05, 1.75));
  scenario.add({.id = "cone", .category = Category::object, .length = 1.0, .width = 1.0, .is_static = true})
      .poses(standing(212.55, -5.0));
  scenario.add({.id = "walker", .category = Category::person, .length = 1.0, .width = 1.0})
      .poses(standing(222.55, -4.0));
  scenario.add({.id = "deer", .category = Category::animal, .length = 1.0, .width = 1.0}).poses(standing(222.55, 0.0));
  const Found found = tester().on(straight()).run(scenario);
  EXPECT_THAT(stays(found),
              ElementsAre("front_left of parked, 0 to 2.1, condition", "front_right of walker, 0 to 2.1, condition",
                          "front_right of cone, 0 to 1.1, condition", "back_right of cone, 1.6 to 2.6, condition",
                          "back_right of walker, 2.6 to 3.6, condition", "back_left of parked, 2.9 to 3.9, condition"));
  struct Row {
    const char* of;
    double left, right;
  };
  const Row rows[] = {{"total", 3.1, 2.1},
                      {"total_vehicles", 3.1, 0.0},
                      {"total_plain_objects", 0.0, 2.1},
                      {"total_persons", 0.0, 3.1}};
  for (const Row& row : rows) {
    EXPECT_DOUBLE_EQ(total(found, "total_left_zone_duration", row.of), row.left) << row.of;
    EXPECT_DOUBLE_EQ(total(found, "total_right_zone_duration", row.of), row.right) << row.of;
  }
  // parked 0 .. 2.1 and 2.9 .. 3.9, the cone 0 .. 1.1 and 1.6 .. 2.6.
  EXPECT_DOUBLE_EQ(total(found, "union_total_zone_duration"), 3.6);
  EXPECT_DOUBLE_EQ(total(found, "union_total_zone_duration", "total_persons"), 3.1);
  EXPECT_EQ(found.evaluation.kpis.at(0).result.actors.size(), 3u);
  const auto& infos = found.evaluation.infos;
  std::map<std::string, std::vector<std::string>> metrics;
  for (const watch::IntervalRecord& record : found.evaluation.intervals)
    for (const watch::MetricInfo& metric : infos[record.check]->metrics)
      metrics[record.actor.id].emplace_back(metric.name);
  metrics["cone"].resize(4);
  metrics["walker"].resize(4);
  metrics["parked"].resize(4);
  EXPECT_THAT(metrics["cone"],
              ElementsAre("actor_id", "interval_count", "plain_object_lon_time_gap", "plain_object_lat_offset"));
  EXPECT_THAT(metrics["walker"], ElementsAre("actor_id", "interval_count", "person_lon_time_gap", "person_lat_offset"));
  EXPECT_THAT(metrics["parked"],
              ElementsAre("actor_id", "interval_count", "vehicle_lon_time_gap", "vehicle_lat_offset"));
}

TEST(ScenarioRelevance, GoesOnCountingWhenAnActorComesBack) {
  const auto run = [](auto&& change) {
    Scenario scenario({.map = &straight(), .duration = 10s});
    scenario.add(ego()).start_free({200.0, -1.75, 0.0}).speed(10.0);
    auto& other = scenario.add(car()).start_free({220.0, 1.75, 0.0}).speed(10.0);
    return change(scenario, other);
  };
  const Found away = run([](Scenario& scenario, auto& other) {
    other.fault(kit::gap(2s, 4s)).fault(kit::gap(6s, 7s));
    return tester().on(straight()).run(scenario);
  });
  EXPECT_THAT(stays(away), ElementsAre("front_left of 7, 0 to 1.9, actor_gone", "front_left of 7, 4 to 5.9, actor_gone",
                                       "front_left of 7, 7 to 10, run_end"));
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(data(away, i, kCount), static_cast<double>(i + 1));
  EXPECT_EQ(of_actor(away, "7", "total_front_zone_count"), 3.0);
  EXPECT_DOUBLE_EQ(of_actor(away, "7", "front_left_zone_duration"), 6.8);
  // The share of the run, though it was not there all the time.
  EXPECT_DOUBLE_EQ(of_actor(away, "7", "front_zone_percentage"), 68.0);
  EXPECT_EQ(away.evaluation.kpis.at(0).result.actors.size(), 1u);

  const Found relocated =
      run([](Scenario& scenario, auto&) { return tester().on(straight()).with_relocation("7", 5s).run(scenario); });
  EXPECT_THAT(stays(relocated),
              ElementsAre("front_left of 7, 0 to 4.9, relocation", "front_left of 7, 5 to 10, run_end"));
  EXPECT_EQ(data(relocated, 1, kCount), 2.0);

  // Only the first watcher by name is frozen: the one behind to the left.
  const Found frozen = run([](Scenario& scenario, auto&) {
    return CheckTester("ego_front_left_zone_limit_watcher_for_vehicle").on(straight()).frozen(2s, 3s).run(scenario);
  });
  EXPECT_THAT(stays(frozen), ElementsAre("front_left of 7, 0 to 1.9, frozen", "front_left of 7, 3 to 10, run_end"));
  EXPECT_EQ(data(frozen, 1, kCount), 2.0);
}

// ---- the ego standing still -----------------------------------------------------------------------------------------

TEST(ScenarioRelevance, KeepsTheLastTimeGapWhileTheEgoStands) {
  struct Row {
    const char* name;
    std::vector<kit::SpeedAt> ego;
    std::vector<kit::SpeedAt> other;
    double ahead;  // of the ego's front to the other's back, at first
    std::vector<std::string> expected;
    double gap = std::numeric_limits<double>::quiet_NaN();  // of the last interval
  };
  const Row rows[] = {
      {"never moved", {{0s, 0.0}}, {{0s, 1.0}}, 10.0, {}},
      {"moves at last",
       {{0s, 0.0}, {3s, 0.0}, {3s, 10.0}},
       {{0s, 10.0}},
       10.0,
       {"front_left of 7, 3 to 10, run_end"},
       4.0},
      // 20 m, then 2 m more every second; standing from 2 s on, with the gap of 1.9 s: 2.38 s.
      {"stops: the gap stays though the other drives on",
       {{0s, 10.0}, {2s, 10.0}, {2s, 0.0}},
       {{0s, 12.0}},
       20.0,
       {"front_left of 7, 0 to 10, run_end"},
       2.38},
      // When it drives on at 5 s, the other is 20 + 2 * 2 + 3 * 12 m away: 6 s.
      {"drives on",
       {{0s, 10.0}, {2s, 10.0}, {2s, 0.0}, {5s, 0.0}, {5s, 10.0}},
       {{0s, 12.0}},
       20.0,
       {"front_left of 7, 0 to 5, condition"},
       2.38},
      {"stops when the other was out of the zone: it cannot come in",
       {{0s, 10.0}, {2s, 10.0}, {2s, 0.0}},
       {{0s, 10.0}, {2s, 10.0}, {2s, -8.0}},
       60.0,
       {}},
      {"rolls very slowly: that is no standing",
       {{0s, 10.0}, {2s, 10.0}, {2s, 0.001}},
       {{0s, 10.0}},
       20.0,
       {"front_left of 7, 0 to 2, condition"},
       2.0},
  };
  for (const Row& row : rows) {
    Scenario scenario({.map = &straight(), .duration = 10s});
    scenario.add(ego()).start_free({200.0, -1.75, 0.0}).speed(row.ego);
    scenario.add(car()).start_free({204.0 + row.ahead, 1.75, 0.0}).speed(row.other);
    const Found found = tester().on(straight()).run(scenario);
    EXPECT_EQ(stays(found), row.expected) << row.name;
    if (!row.expected.empty()) {
      EXPECT_NEAR(data(found, row.expected.size() - 1, kGap), row.gap, 1e-6) << row.name;
    }
  }
}

TEST(ScenarioRelevance, LooksSidewaysAlsoWhileTheEgoStands) {
  const auto pose = [](Duration at, double x, double y) { return kit::PoseAt{.at = at, .x = x, .y = y}; };
  Scenario scenario({.map = &straight(), .duration = 10s});
  scenario.add(ego()).start_free({200.0, -1.75, 0.0}).speed({{0s, 10.0}, {2s, 10.0}, {2s, 0.0}});
  // 6 m to the left, comes 3 m nearer while the ego stands.
  scenario.add(car()).poses({pose(0s, 240.0, 4.25), pose(4s, 240.0, 4.25), pose(7s, 240.0, 1.25)});
  // Appears only then: there was never a time gap to it.
  scenario.add(car("8")).poses({pose(0s, 230.0, 1.25)}).appears(5s);
  const Found found = tester().on(straight()).run(scenario);
  EXPECT_THAT(stays(found), ElementsAre("front_left of 7, 5.1 to 10, run_end"));
  // At 1.9 s the ego's front was at 221 m, the other's back at 238 m.
  EXPECT_NEAR(data(found, 0, kGap), 1.7, 1e-9);
  EXPECT_NEAR(data(found, 0, kLat), 3.0, 1e-9);
}

TEST(ScenarioRelevance, ForgetsTheTimeGapWhenTheEgoIsElsewhere) {
  const auto run = [](auto&& change) {
    Scenario scenario({.map = &straight(), .duration = 6s});
    auto& self = scenario.add(ego()).start_free({200.0, -1.75, 0.0}).speed({{0s, 10.0}, {2s, 10.0}, {2s, 0.0}});
    scenario.add(car()).start_free({240.0, 1.75, 0.0}).speed(1.0);
    return change(scenario, self);
  };
  EXPECT_THAT(stays(run([](Scenario& scenario, auto& self) {
                self.fault(kit::jump(4s, 10.0, 0.0));
                return tester().on(straight()).with_relocation("ego", 4s).run(scenario);
              })),
              ElementsAre("front_left of 7, 0 to 4, condition"));
  EXPECT_THAT(stays(run([](Scenario& scenario, auto& self) {
                self.fault(kit::gap(3s, 4s));
                return tester().on(straight()).run(scenario);
              })),
              ElementsAre("front_left of 7, 0 to 3, condition"));
}

// ---- along the roads ------------------------------------------------------------------------------------------------

// A circle to the left with a radius of 50 m, the ego in the outer lane (t = -5.25), the other in the inner one
// (-1.75), as many degrees per second. Where a body of 4 m stands on it, its ends lie 2 m ahead and behind on the
// tangent.
TEST(ScenarioRelevance, FollowsCurves) {
  constexpr double kRadius = 50.0, kOuter = kRadius + 5.25, kInner = kRadius + 1.75;
  kit::MapBuilder builder;
  builder.road(kit::RoadBuilder("1").arc(250.0, 1.0 / kRadius).lanes({-2, -1}));
  const auto map = map::build_network(builder.build());
  const double ends = kRadius * (std::atan(2.0 / kOuter) + std::atan(2.0 / kInner));
  struct Row {
    const char* name;
    double between;  // along the reference line, from centre to centre
    std::string expected;
    double gap;
  };
  const Row rows[] = {
      {"ahead", 30.0, "front_left", 3.0 - 0.1 * ends},
      {"just within 5 s", 50.0 + ends - 0.01, "front_left", 4.999},
      {"just beyond 5 s", 50.0 + ends + 0.01, "", 0.0},
      {"just ahead", ends + 0.01, "front_left", 0.001},
      {"beside", ends - 0.01, "", 0.0},
      {"behind", -10.0, "back_left", -1.0 + 0.1 * ends},
      {"just within 1 s behind", -10.0 - ends + 0.01, "back_left", -0.999},
      {"just beyond 1 s behind", -10.0 - ends - 0.01, "", 0.0},
  };
  for (const Row& row : rows) {
    Scenario scenario({.map = map.get(), .duration = 3s});
    scenario.add(ego()).start_at("1", -2, 60.0).speed(10.0);
    scenario.add(car()).start_at("1", -1, 60.0 + row.between).speed(10.0 * kInner / kOuter);
    const Found found = tester().on(*map).run(scenario);
    EXPECT_EQ(zones(found, "7"), row.expected) << row.name;
    if (row.expected.empty()) continue;
    ASSERT_EQ(found.evaluation.intervals.size(), 1u) << row.name;
    EXPECT_NEAR(data(found, 0, kGap), row.gap, 1e-5) << row.name;
    EXPECT_NEAR(data(found, 0, kLat), 3.5, 1e-6) << row.name;
  }
}

TEST(ScenarioRelevance, DoesNotNoticeWhereOneRoadEndsAndTheNextBegins) {
  const auto found_on = [](const map::Document& document) {
    const auto map = map::build_network(document);
    Scenario scenario({.map = map.get(), .duration = 10s});
    scenario.add(ego()).start_free({60.0, -1.75, 0.0}).speed(10.0);
    scenario.add(car("7")).start_free({29.95, 1.75, 0.0}).speed(20.0);
    scenario.add(car("8")).start_free({180.05, 1.25, kWest}).speed(10.0);
    return tester().on(*map).run(scenario);
  };
  const std::vector<std::string> expected = {
      "back_left of 7, 1.7 to 2.7, condition",  // as in CountsAndAddsUp
      "front_left of 7, 3.5 to 8.5, condition",
      // 120.05 m - 20 t apart: ahead while that is in (0, 50), behind while it is in (-10, 0).
      "front_left of 8, 3.6 to 6.1, condition", "back_left of 8, 6.1 to 6.6, condition"};
  struct Row {
    const char* name;
    map::Document document;
  };
  const Row rows[] = {{"one road", kit::straight_road(400.0)},
                      {"two roads", kit::two_roads()},
                      {"s runs against each other", kit::end_to_end_roads()},
                      {"s runs away from each other", kit::start_to_start_roads()}};
  for (const Row& row : rows) {
    const Found found = found_on(row.document);
    EXPECT_EQ(stays(found), expected) << row.name;
    ASSERT_EQ(found.evaluation.intervals.size(), 4u) << row.name;
    const double gaps[] = {-0.005, 4.995, 0.005, -0.995};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(data(found, i, kGap), gaps[i], 1e-6) << row.name;
      EXPECT_NEAR(data(found, i, kLat), i < 2 ? 3.5 : 3.0, 1e-6) << row.name;
    }
  }
}

TEST(ScenarioRelevance, LeadsThroughJunctions) {
  const auto map = map::build_network(kit::four_way_crossing());
  const auto length = [&](const char* road) { return map->road(map->find_road(road)).length; };
  struct Row {
    const char* name;
    std::vector<std::string> via;
    Duration duration;
    std::optional<double> last_gap;
  };
  // The ego starts 30 m before the junction, which begins 15 m from the middle; the other is 20 m ahead of it in the
  // same lane, half a metre to its left, as fast. They are 16 m apart from end to end, wherever the lane has the length
  // of its reference line.
  const Row rows[] = {
      {"straight on, both before", {"east"}, 0s, 1.6},
      {"straight on, the other in the junction", {"east"}, 2s, 1.6},
      {"straight on, both behind it", {"east"}, 7s, 1.6},
      // A second later the ego is 20 m before the junction and the other enters it.
      {"to the left, both before", {"north"}, 500ms, 1.6},
      {"to the left, both behind it", {"north"}, 9s, 1.6},
      {"to the right, both behind it", {"south"}, 9s, 1.6},
  };
  for (const Row& row : rows) {
    Scenario scenario({.map = map.get(), .duration = row.duration});
    scenario.add(ego()).start_at("west", -1, 70.0).via(row.via).speed(10.0);
    scenario.add(car()).start_at("west", -1, 90.0).via(row.via).speed(10.0).lateral(0.5);
    const Found found = tester().on(*map).run(scenario);
    ASSERT_EQ(found.evaluation.intervals.size(), 1u) << row.name;  // one, without a break
    EXPECT_EQ(zones(found, "7"), "front_left") << row.name;
    EXPECT_NEAR(data(found, 0, kLat), 0.5, 1e-6) << row.name;
    // Inside bends the other, further left, is a little further on.
    EXPECT_NEAR(data(found, 0, kGap), *row.last_gap, row.via[0] == "east" ? 1e-6 : 0.2) << row.name;
  }
  // Exactly, along the connecting road: the ego 10 m before the junction, the other 15 m behind it, both standing
  // beside their lanes' centres while the ego is told to move.
  for (const auto& [way, arm] : {std::pair("west_north", "north"), std::pair("west_south", "south")}) {
    const map::RoadId road = map->find_road(arm);
    const auto to = map::point_at(*map, road, map->road(road).length - 15.0, 0.0);
    Scenario scenario({.map = map.get(), .duration = 0s});
    const double heading = std::atan2(to.y, to.x);
    // Half a metre to the left of the lane that leads away from the junction.
    const double right = 1.75 - 0.5;
    scenario.add(ego()).start_free({-25.0, -1.75, 0.0}).speed(20.0);
    scenario.add(car())
        .start_free({to.x + right * std::sin(heading), to.y - right * std::cos(heading), heading})
        .speed(5.0);
    const Found found = tester().on(*map).run(scenario);
    ASSERT_EQ(found.evaluation.intervals.size(), 1u) << way;
    EXPECT_NEAR(data(found, 0, kGap), (10.0 + length(way) + 15.0 - 4.0) / 20.0, 1e-6) << way;
    EXPECT_NEAR(data(found, 0, kLat), 0.5, 1e-6) << way;
  }
}

TEST(ScenarioRelevance, KeepsLevelsApart) {
  const auto map = map::build_network(kit::bridge());
  struct Row {
    const char* name;
    kit::PoseAt other;
    std::string expected;
  };
  const Row rows[] = {
      {"below, ahead", {.x = 10.0, .y = 1.75}, "front_left"},
      {"above, in the same place", {.x = 1.75, .y = 1.75, .yaw = 0.5 * kPi, .z = 6.0}, ""},
  };
  for (const Row& row : rows) {
    Scenario scenario({.map = map.get(), .duration = 1s});
    scenario.add(ego()).start_at("lower", -1, 70.0).speed(10.0);
    scenario.add(car()).poses({row.other});
    EXPECT_EQ(zones(tester().on(*map).run(scenario), "7"), row.expected) << row.name;
  }
}

// ---- settings, and what it needs ------------------------------------------------------------------------------------

TEST(ScenarioRelevance, HasParametersForEachType) {
  struct Row {
    const char* name;
    std::string set;
    double ahead, left;
    std::string expected, as_default;
  };
  const std::string path = "scenario_relevance_kpi.vehicle_";
  const Row rows[] = {
      {"longer in front", path + "front_max_time_gap=7s", 70.0, 3.0, "front_left", ""},
      {"shorter in front", path + "front_max_time_gap=1s", 20.0, 3.0, "", "front_left"},
      {"longer behind", path + "back_max_time_gap=-3s", -25.0, 3.0, "back_left", ""},
      {"shorter behind", path + "back_max_time_gap=-0.1s", -10.0, 3.0, "", "back_left"},
      {"not too near, in front", path + "min_time_gap=500ms", 8.0, 3.0, "", "front_left"},
      {"not too near, behind", path + "min_time_gap=500ms", -8.0, 3.0, "", "back_left"},
      {"not too near, but further", path + "min_time_gap=500ms", -10.0, 3.0, "back_left", "back_left"},
      {"wider", path + "max_lat_offset=7m", 20.0, -6.0, "front_right", ""},
      {"narrower", path + "max_lat_offset=2m", 20.0, -3.0, "", "front_right"},
      {"a wider line", path + "min_lat_offset=1m", 20.0, 0.9, "", "front_left"},
      {"for trucks only", "truck." + path + "max_lat_offset=2m", 20.0, 3.0, "front_left", "front_left"},
      {"of objects", "scenario_relevance_kpi.plain_object_max_lat_offset=1m", 20.0, 3.0, "front_left", "front_left"},
  };
  for (const Row& row : rows) {
    Scenario scenario({.map = &straight(), .duration = 1s});
    scenario.add(ego()).start_free({200.0, 0.0, 0.0}).speed(10.0);
    scenario.add(car()).start_free({200.0 + row.ahead, row.left, 0.0}).speed(10.0);
    EXPECT_EQ(zones(tester().on(straight()).with(row.set).run(scenario), "7"), row.expected) << row.name;
    EXPECT_EQ(zones(tester().on(straight()).run(scenario), "7"), row.as_default) << row.name;
  }
}

TEST(ScenarioRelevance, SaysWhatItLacks) {
  const auto scenario = [](bool has_ego, double y, std::initializer_list<trace::Field> reports) {
    Scenario made({.map = &straight(), .duration = 1s});
    MadeActor self = ego();
    self.is_ego = has_ego;
    made.add(self).start_free({200.0, y, 0.0}).speed(10.0).reports(reports);
    made.add(car()).start_free({220.0, 1.75, 0.0}).speed(10.0).reports(reports);
    return made;
  };
  struct Row {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::string status;
    bool has_kpi;
  };
  const CheckTester one("ego_front_left_zone_limit_watcher_for_vehicle");
  const auto velocity = {trace::Field::velocity};
  const Row rows[] = {
      {"nothing", one.on(straight()), scenario(true, -1.75, velocity), "completed", true},
      {"the map", one, scenario(true, -1.75, velocity), "skipped: there is no map", false},
      {"the ego", one.on(straight()), scenario(false, -1.75, velocity), "skipped: the run has no ego", false},
      {"its speed", one.on(straight()).deriving(0), scenario(true, -1.75, {}),
       "skipped: the ego's speed is not known (--derive 1 derives it from its positions)", false},
      {"its speed, derived", one.on(straight()), scenario(true, -1.75, {}), "completed", true},
      {"a road under it", one.on(straight()), scenario(true, -50.0, velocity),
       "skipped: the ego was never on a road, nor near one", false},
  };
  for (const Row& row : rows) {
    const Found found = row.tester.run(row.scenario);
    EXPECT_EQ(found.status(), row.status) << row.name;
    EXPECT_EQ(found.evaluation.kpis.size(), row.has_kpi ? 1u : 0u) << row.name;
  }
  // An ego that comes later is one, for those that were there before it, too.
  Scenario later({.map = &straight(), .duration = 2s});
  later.add(ego()).start_free({200.0, -50.0, 0.0}).speed(10.0).appears(1s);
  later.add(car()).start_free({220.0, 1.75, 0.0}).speed(10.0);
  later.add({.id = "8"}).start_free({260.0, 1.75, 0.0}).speed(10.0).vanishes(500ms);
  EXPECT_EQ(one.on(straight()).run(later).status(), "skipped: the ego was never on a road, nor near one");
  // Alone on the road: nothing near it, which is a result.
  Scenario alone({.map = &straight(), .duration = 1s});
  alone.add(ego()).start_free({200.0, -1.75, 0.0}).speed(10.0);
  EXPECT_EQ(total(tester().on(straight()).run(alone), "total_zone_count"), 0.0);
  // Turned off: not there.
  EXPECT_TRUE(one.on(straight())
                  .with("ego_front_left_zone_limit_watcher_for_vehicle.enabled=false")
                  .run(scenario(true, -1.75, velocity))
                  .evaluation.kpis.empty());
}

}  // namespace
}  // namespace scrutineer::checks
