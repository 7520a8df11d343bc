// Every checker and context watcher of the profile modern on a road of our own and on two of real maps: an ego that
// violates, with the interval that must come of it, and one that drives as it should.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "kit/data.h"
#include "kit/successor_runs.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::ActorScript;
using kit::CheckTester;
using kit::Scenario;

// Where the ego begins: the road is straight and free for 120 m ahead.
struct Start {
  const char* name;
  std::unique_ptr<const map::RoadNetwork> map;
  std::string road;
  int lane;
  double s;
  double limit;  // m/s
  double width;  // of its lane
  double beside_the_road;
  double lanes_this_way;
};

std::vector<Start> starts() {
  constexpr double kMph = 0.44704;
  std::vector<Start> all;
  all.push_back({"our own", kit::one_road(kit::street()), "1", -2, 100.0, 50.0 * kit::kKph, 3.5, 8.0, 2.0});
  all.push_back({"cloverleaf", kit::load_map("cloverleaf"), "8", -2, 300.0, 50.0 * kMph, 3.5, 22.0, 4.0});
  all.push_back({"Town01", kit::load_map("Town01"), "12", -1, 80.0, 25.0 * kMph, 4.0, 14.0, 1.0});
  return all;
}

using Drive = std::function<void(ActorScript& ego, Scenario& scenario, const Start& start)>;

Scenario scenario_of(const Start& start, const Drive& drive, double speed) {
  Scenario scenario({.map = start.map.get(), .duration = 8s});
  ActorScript& ego = scenario.add({.id = "7", .is_ego = true, .length = 4.5, .width = 1.8});
  ego.start_at(start.road, start.lane, start.s).speed(speed);
  if (drive) drive(ego, scenario, start);
  return scenario;
}

// From 2 s on it has another speed, reached within `takes`, until 3 s.
Drive speeds(double before, double then, Duration takes) {
  return [=](ActorScript& ego, Scenario&, const Start&) {
    ego.speed({{0s, before}, {2s, before}, {2s + takes, then}, {3s, then}, {3s, before}, {8s, before}});
  };
}
Drive moves_left(double metres, Duration takes) {
  return [=](ActorScript& ego, Scenario&, const Start&) { ego.lateral({{2s, 0.0}, {2s + takes, metres}}); };
}
Drive shares_of_limit(double before, double then) {
  return [=](ActorScript& ego, Scenario&, const Start& start) {
    const double slow = before * start.limit, fast = then * start.limit;
    ego.speed({{0s, slow}, {1950ms, slow}, {1950ms, fast}, {3950ms, fast}, {3950ms, slow}, {8s, slow}});
  };
}
Drive passes_a_box(double clearance) {
  return [=](ActorScript&, Scenario& scenario, const Start& start) {
    scenario.add({.id = "box", .category = trace::Category::object, .length = 1.0, .width = 1.0})
        .start_at(start.road, start.lane, start.s + 30.0)
        .speed(0.0)
        .lateral(0.9 + 0.5 + clearance);
  };
}

struct CheckerRow {
  const char* check;
  Drive violates, lawful;
  double from, to;  // within which the issues' intervals lie, seconds
  std::size_t issues = 1;
  std::vector<std::string> settings = {};
};

std::vector<CheckerRow> kinematic_rows() {
  return {
      {"kinematic_spec_speed", speeds(10, 42, 0s), speeds(10, 41, 0s), 2, 3},
      {"kinematic_spec_lon_acc", speeds(12, 7, 1s), speeds(12, 9, 1s), 2, 3},
      {"kinematic_spec_lat_acc", moves_left(3.5, 2s), moves_left(3.5, 4s), 2, 4, 2},
      {"kinematic_spec_lon_jerk", speeds(12, 10, 1s), speeds(12, 11, 1s), 2, 3.1, 2},
      {"kinematic_spec_lat_jerk", moves_left(3.5, 2s), moves_left(3.5, 4s), 2, 4.1, 2},
      {"kinematic_spec_turning",
       [](ActorScript& ego, Scenario&, const Start&) { ego.fault(kit::off_by(2s, 3s, "yaw_rate", 2.2)); },
       [](ActorScript& ego, Scenario&, const Start&) { ego.fault(kit::off_by(2s, 3s, "yaw_rate", 1.9)); },
       2,
       3,
       1,
       {"kinematic_spec_turning.enabled=true"}},
      {"kinematic_physical_speed", speeds(5, 56, 0s), speeds(5, 55, 0s), 2, 3},
      {"kinematic_physical_lon_acc", speeds(3, 14, 1s), speeds(3, 12, 1s), 2, 3},
      {"kinematic_physical_lat_acc", moves_left(3.5, 1200ms), moves_left(3.5, 2s), 2, 3.2, 2},
      {"kinematic_physical_lon_jerk", speeds(3, 14, 1s), speeds(3, 12, 1s), 2, 3.1, 2},
      {"kinematic_physical_lat_jerk", moves_left(3.5, 1100ms), moves_left(3.5, 2s), 2, 3.2, 2},
      {"kinematic_physical_turning",
       [](ActorScript& ego, Scenario&, const Start&) { ego.fault(kit::off_by(2s, 3s, "yaw_rate", 2.2)); },
       [](ActorScript& ego, Scenario&, const Start&) { ego.fault(kit::off_by(2s, 3s, "yaw_rate", 1.9)); }, 2, 3},
  };
}

std::vector<CheckerRow> driving_rows() {
  return {
      {"off_road",
       [](ActorScript& ego, Scenario&, const Start& start) { ego.lateral({{1s, 0.0}, {7s, -start.beside_the_road}}); },
       moves_left(1.0, 3s), 1, 8},
      {"speed_limit_violation", shares_of_limit(1.0, 1.11), shares_of_limit(1.0, 1.09), 2, 4},
      {"slow_driving",
       shares_of_limit(0.76, 0.74),
       shares_of_limit(0.9, 0.76),
       2,
       4,
       1,
       {"slow_driving.debounce_start_time=1s", "slow_driving.speed_tolerance=0kph"}},
      {"unplanned_standing",
       [](ActorScript& ego, Scenario&, const Start&) { ego.speed({{0s, 8.0}, {2s, 8.0}, {4s, 0.0}, {8s, 0.0}}); },
       [](ActorScript& ego, Scenario& scenario, const Start& start) {
         ego.speed({{0s, 8.0}, {2s, 8.0}, {4s, 0.0}, {8s, 0.0}});
         scenario.add({.id = "8"}).start_at(start.road, start.lane, start.s + 36.0).speed(0.0);
       },
       3.9, 8},
      {"lane_departure", moves_left(1.6, 3s),
       [](ActorScript& ego, Scenario&, const Start&) {
         ego.lateral({{2s, 0.0}, {5s, 1.6}}).indicator({{0s, trace::Indicator::left}});
       },
       2, 8},
      {"ride_comfort_event",
       speeds(12, 9, 1s),
       speeds(12, 11, 1s),
       2,
       3.1,
       1,
       {"ride_comfort_event.jerk_noticeable=1000mpspsps"}},
      {"static_object_too_close", passes_a_box(0.45), passes_a_box(0.55), 2, 4},
      {"wrong_way", [](ActorScript& ego, Scenario&, const Start&) { ego.against_traffic(); }, {}, 0, 8},
  };
}

TEST(SuccessorsOnRealMaps, CheckersFindWhoViolatesAndNobodyElse) {
  SCRUTINEER_NEEDS_DATA();
  std::vector<CheckerRow> rows = kinematic_rows();
  for (CheckerRow& row : driving_rows()) rows.push_back(std::move(row));
  for (const Start& start : starts())
    for (const CheckerRow& row : rows) {
      SCOPED_TRACE(std::string(row.check) + " on " + start.name);
      CheckTester tester = CheckTester(row.check).on(*start.map);
      for (const std::string& setting : row.settings) tester = tester.with(setting);
      const auto found = tester.run(scenario_of(start, row.violates, 10.0));
      EXPECT_EQ(found.status(), "completed");
      EXPECT_EQ(found.evaluation.issues.size(), row.issues) << testing::PrintToString(found.issues());
      for (const watch::Issue& issue : found.evaluation.issues) {
        EXPECT_EQ(issue.severity,
                  std::string_view(row.check) == "off_road" ? watch::Severity::error : watch::Severity::warning);
        EXPECT_GE(to_seconds(issue.start), row.from - 1e-6);
        EXPECT_LE(to_seconds(issue.end), row.to + 1e-6);
      }
      EXPECT_THAT(tester.run(scenario_of(start, row.lawful, 10.0)).issues(), testing::ElementsAre());
    }
}

// ---- watchers -------------------------------------------------------------------------------------------------------

std::string value(const kit::Found& found, const watch::IntervalRecord& record, std::string_view metric) {
  const auto& metrics = found.evaluation.infos.at(record.check)->metrics;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    if (metrics[i].name != metric) continue;
    if (const auto* number = std::get_if<double>(&record.data[i])) return rounded(*number, 2);
    if (const auto* truth = std::get_if<bool>(&record.data[i])) return *truth ? "yes" : "no";
    return std::get<std::string>(record.data[i]);
  }
  throw std::runtime_error("no metric " + std::string(metric));
}

// "VALUE VALUE from START to END", of all intervals.
std::vector<std::string> told(const kit::Found& found, const std::vector<std::string>& metrics) {
  std::vector<std::string> lines;
  for (const watch::IntervalRecord& record : found.evaluation.intervals) {
    std::string line;
    for (const std::string& metric : metrics) line += value(found, record, metric) + " ";
    lines.push_back(line + "from " + rounded(to_seconds(record.start), 1) + " to " +
                    rounded(to_seconds(record.end), 1));
  }
  return lines;
}

struct WatcherRow {
  const char* watcher;
  std::vector<std::string> metrics;
  Drive drive;
  std::function<std::vector<std::string>(const Start&)> expected;
};

std::vector<WatcherRow> watcher_rows() {
  const auto always = [](const std::string& words) {
    return [words](const Start&) { return std::vector<std::string>{words + " from 0 to 8"}; };
  };
  return {
      {"road_context",
       {"road_type", "lane_count", "max_lane_width", "speed_limit", "traffic_rule"},
       {},
       [](const Start& start) {
         return std::vector<std::string>{"town " + rounded(start.lanes_this_way, 2) + " " + rounded(start.width, 2) +
                                         " " + rounded(start.limit, 2) + " RHT from 0 to 8"};
       }},
      {"curvature", {"direction", "band"}, {}, always("straight straight")},
      {"grade", {"direction", "band"}, {}, always("level level")},
      {"junction_context", {"kind", "controlled_by"}, {}, always("none nothing")},
      {"density", {"density"}, {}, always("none")},
      {"density",
       {"density", "max_vehicles"},
       [](ActorScript&, Scenario& scenario, const Start& start) {
         for (int i = 1; i <= 5; ++i)
           scenario.add({.id = std::to_string(i)}).start_at(start.road, start.lane, start.s - 10.0 * i).speed(10.0);
       },
       always("moderate 5")},
      {"speed_limit_watcher",
       {"speed_limit"},
       {},
       [](const Start& start) { return std::vector<std::string>{rounded(start.limit, 2) + " from 0 to 8"}; }},
      {"lane_change", {"direction"}, moves_left(1.0, 3s), [](const Start&) { return std::vector<std::string>{}; }},
      {"weather", {"precipitation", "visibility"}, {}, always("heavy poor")},
      {"illumination", {"illumination"}, {}, always("night")},
  };
}

TEST(SuccessorsOnRealMaps, WatchersTellWhatTheDriveIsLike) {
  SCRUTINEER_NEEDS_DATA();
  for (const Start& start : starts())
    for (const WatcherRow& row : watcher_rows()) {
      SCOPED_TRACE(std::string(row.watcher) + " on " + start.name);
      kit::RunData run = scenario_of(start, row.drive, 10.0).run();
      for (trace::Frame& frame : run.frames)
        frame.environment = {.precipitation = trace::Precipitation::heavy,
                             .visibility = trace::Visibility::poor,
                             .illumination = trace::Illumination::night};
      EXPECT_EQ(told(CheckTester(row.watcher).on(*start.map).run(run), row.metrics), row.expected(start));
    }
}

// ---- how intervals end ----------------------------------------------------------------------------------------------

// "START to END, ENDED_BY" of what the check found; of a checker what it raised.
std::vector<std::string> ends_of(const kit::Found& found, bool is_checker) {
  std::vector<std::string> lines;
  for (const watch::IntervalRecord& record : found.evaluation.intervals) {
    const bool is_raised = std::ranges::any_of(found.evaluation.issues, [&](const watch::Issue& issue) {
      return issue.start == record.start && issue.end == record.end;
    });
    if (is_raised == is_checker)
      lines.push_back(rounded(to_seconds(record.start), 3) + " to " + rounded(to_seconds(record.end), 3) + ", " +
                      std::string(to_word(record.ended_by)));
  }
  return lines;
}

// The interval that comes of the drive is cut short where the ego vanishes, is relocated, or the run is over.
void expect_cut_short(const CheckTester& tester, const kit::RunData& run, bool is_checker) {
  const auto whole = tester.run(run).evaluation;
  ASSERT_FALSE(whole.intervals.empty());
  const auto [start, end] = is_checker ? std::pair(whole.issues.at(0).start, whole.issues.at(0).end)
                                       : std::pair(whole.intervals.front().start, whole.intervals.front().end);
  const std::string cut = rounded(to_seconds(start), 3) + " to " + rounded(to_seconds(end - 100ms), 3) + ", ";
  kit::RunData vanishes = run, stops = run;
  for (trace::Frame& frame : vanishes.frames)
    if (frame.time >= end)
      std::erase_if(frame.actors, [](const trace::ActorState& state) { return state.actor == trace::ActorId(0); });
  std::erase_if(stops.frames, [&](const trace::Frame& frame) { return frame.time >= end; });
  EXPECT_THAT(ends_of(tester.run(vanishes), is_checker), testing::Contains(cut + "actor_gone"));
  EXPECT_THAT(ends_of(tester.run(stops), is_checker), testing::Contains(cut + "run_end"));
  EXPECT_THAT(ends_of(tester.with_relocation("7", end.time_since_epoch()).run(run), is_checker),
              testing::Contains(cut + "relocation"));
}

TEST(SuccessorsOnRealMaps, IntervalsEndWithTheirActorAndTheRun) {
  SCRUTINEER_NEEDS_DATA();
  std::vector<CheckerRow> rows = kinematic_rows();
  for (CheckerRow& row : driving_rows()) rows.push_back(std::move(row));
  for (const Start& start : starts()) {
    for (const CheckerRow& row : rows) {
      SCOPED_TRACE(std::string(row.check) + " on " + start.name);
      CheckTester tester = CheckTester(row.check).on(*start.map);
      for (const std::string& setting : row.settings) tester = tester.with(setting);
      expect_cut_short(tester, scenario_of(start, row.violates, 10.0).run(), true);
    }
    for (const WatcherRow& row : watcher_rows()) {
      SCOPED_TRACE(std::string(row.watcher) + " on " + start.name);
      const bool changes_lanes = std::string_view(row.watcher) == "lane_change";
      expect_cut_short(CheckTester(row.watcher).on(*start.map),
                       scenario_of(start, changes_lanes ? moves_left(start.width, 4s) : row.drive, 10.0).run(), false);
    }
  }
}

TEST(SuccessorsOnRealMaps, LaneChangesAreTimed) {
  SCRUTINEER_NEEDS_DATA();
  for (const Start& start : starts()) {
    SCOPED_TRACE(start.name);
    const auto found =
        CheckTester("lane_change").on(*start.map).run(scenario_of(start, moves_left(start.width, 4s), 10.0));
    ASSERT_EQ(found.evaluation.intervals.size(), 1U);
    const watch::IntervalRecord& change = found.evaluation.intervals.front();
    EXPECT_EQ(value(found, change, "direction"), "left");
    EXPECT_EQ(value(found, change, "indicated"), "unknown");
    EXPECT_NEAR(std::stod(value(found, change, "crossing_time")), 4.0, 0.11);  // in the middle of the move
    EXPECT_GT(to_seconds(change.start), 2.5);
    EXPECT_LT(to_seconds(change.start), 4.0);
    EXPECT_GT(to_seconds(change.end), 4.0);
    EXPECT_LT(to_seconds(change.end), 6.0);
  }
}

// A way into a junction with a light, a bend and a slope: what our own straight road does not have.
TEST(SuccessorsOnRealMaps, WatchersSeeJunctionsBendsAndSlopes) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char *watcher, *map, *road;
    double s;
    std::vector<std::string> metrics;
    std::vector<std::string> expected;  // among others
  };
  const Case cases[] = {
      {"junction_context", "Town01", "12", 180.0, {"kind", "controlled_by"}, {"none nothing", "tee light"}},
      {"curvature", "cloverleaf", "8", 20.0, {"direction", "band"}, {"right medium"}},
      {"grade", "Town07", "21", 20.0, {"direction", "band"}, {"up steep"}},
  };
  for (const Case& c : cases) {
    const auto map = kit::load_map(c.map);
    Scenario scenario({.map = map.get(), .duration = 10s});
    scenario.add({.id = "7", .is_ego = true}).start_at(c.road, -1, c.s).speed(10.0);
    const auto found = CheckTester(c.watcher).on(*map).run(scenario);
    std::set<std::string> seen;
    for (const watch::IntervalRecord& record : found.evaluation.intervals)
      seen.insert(value(found, record, c.metrics[0]) + " " + value(found, record, c.metrics[1]));
    for (const std::string& expected : c.expected)
      EXPECT_TRUE(seen.contains(expected)) << c.watcher << ": " << testing::PrintToString(seen);
  }
}

}  // namespace
}  // namespace scrutineer::checks
