#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "kit/move_run.h"
#include "kit/sideways_drive.h"
#include "kit/transform.h"
#include "map/read.h"
#include "map/surface.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::kOn;
using kit::MadeActor;
using kit::off_once;
using kit::OffAt;
using kit::PoseAt;
using kit::Scenario;
using kit::sideways;
using kit::sideways_drive;
using kit::straight_network;
using testing::ElementsAre;

TEST(RoadDeparture, ReportsOnlyWhatIsFurtherOffThanAThreshold) {
  const CheckTester tester = CheckTester("road_departure").on(straight_network());
  struct Case {
    const char* name;
    CheckTester tester;
    Scenario scenario;
    std::vector<std::string> issues;
  };
  const std::string warning = "road_departure of 7, 1.1 to 2.1, warning",
                    error = "road_departure of 7, 1.1 to 2.1, error";
  const MadeActor ego{.id = "7", .is_ego = true}, truck{.id = "7", .category = trace::Category::truck, .width = 2.4};
  Scenario left({.duration = 5s});
  left.add({.id = "7"})
      .poses({{0s, 20.0, 0.0}, {1s, 30.0, 2.0}, {1100ms, 31.0, 3.2}, {2s, 40.0, 3.2}, {2100ms, 41.0, 2.0}});
  Scenario out({.duration = 5s});
  out.add({.id = "7"}).poses({{0s, 180.0, -1.75}, {2s, 207.4, -1.75}});
  Scenario too_far_out({.duration = 5s});
  too_far_out.add({.id = "7"}).poses({{0s, 180.0, -1.75}, {2s, 208.1, -1.75}});
  const Case cases[] = {
      {"on the road", tester, sideways_drive(off_once(-0.001)), {}},
      {"just below the warning", tester, sideways_drive(off_once(0.099)), {}},
      {"just above the warning", tester, sideways_drive(off_once(0.101)), {warning}},
      {"just below the error", tester, sideways_drive(off_once(0.449)), {warning}},
      {"just above the error", tester, sideways_drive(off_once(0.451)), {error}},
      {"of the ego", tester, sideways_drive(off_once(0.101), ego), {warning}},
      {"of the ego, an error", tester, sideways_drive(off_once(0.451), ego), {error}},
      {"a truck just below its error", tester, sideways_drive(off_once(0.599), truck), {warning}},
      {"a truck just above its error", tester, sideways_drive(off_once(0.601), truck), {error}},
      {"on the left side", tester, left, {error}},
      {"out of the map, straight on", tester, out, {}},
      {"more than 10 m out of the map", tester, too_far_out, {"road_departure of 7, 2 to 5, error"}},
      {"a warning that becomes an error is no warning",
       tester,
       sideways_drive({{0s, kOn}, {1s, 0.0}, {2s, 0.2}, {3s, 0.6}, {4s, 0.0}}),
       {"road_departure of 7, 2.7 to 3.3, error"}},
      {"twice above the error in one excursion are two errors",
       tester,
       sideways_drive({{0s, kOn}, {1s, 0.0}, {2s, 0.49}, {2500ms, 0.2}, {3s, 0.49}, {4s, 0.0}}),
       {"road_departure of 7, 2 to 2.1, error", "road_departure of 7, 3 to 3.1, error"}},
      {"two excursions, the second only a warning",
       tester,
       sideways_drive({{0s, kOn}, {1s, 0.6}, {2s, 0.0}, {3s, 0.3}, {4s, 0.0}}),
       {"road_departure of 7, 0.9 to 1.3, error", "road_departure of 7, 2.4 to 3.7, warning"}},
      {"two excursions, joined",
       tester.with("road_departure.merge_gap=1s"),
       sideways_drive({{0s, kOn}, {1s, 0.3}, {2s, 0.0}, {3s, 0.3}, {4s, 0.0}}),
       {"road_departure of 7, 0.8 to 3.7, warning"}},
      {"a higher warning threshold",
       tester.with("road_departure.warning_threshold=30cm"),
       sideways_drive(off_once(0.299)),
       {}},
      {"above a higher warning threshold",
       tester.with("road_departure.warning_threshold=30cm"),
       sideways_drive(off_once(0.301)),
       {warning}},
      {"a lower error threshold",
       tester.with("road_departure.error_threshold=0.2m"),
       sideways_drive(off_once(0.201)),
       {error}},
      {"a higher error threshold",
       tester.with("road_departure.error_threshold=1m"),
       sideways_drive(off_once(0.999)),
       {warning}},
      {"an error threshold below the warning's",
       tester.with("road_departure.warning_threshold=2m"),
       sideways_drive(off_once(0.451)),
       {error}},
      {"junction thresholds do not hold here",
       tester.with("road_departure.junction_warning_threshold=0m").with("road_departure.junction_error_threshold=0m"),
       sideways_drive(off_once(0.099)),
       {}},
      {"set for the ego only",
       tester.with("sut.car.road_departure.warning_threshold=2m"),
       sideways_drive(off_once(0.2)),
       {warning}},
      {"another severity",
       tester.with_severity("road_departure=info"),
       sideways_drive(off_once(0.451)),
       {"road_departure of 7, 1.1 to 2.1, info"}},
      {"turned off", tester.with("road_departure.enabled=false"), sideways_drive(off_once(2.0)), {}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.tester.run(c.scenario).issues(), c.issues) << c.name;
}

TEST(RoadDeparture, CountsEveryLaneButNoneAsRoad) {
  struct Case {
    const char* name;
    map::LaneType type;
    std::vector<std::string> issues;
  };
  const Case cases[] = {
      {"a sidewalk", map::LaneType::sidewalk, {}},
      {"a border", map::LaneType::border, {}},
      {"none", map::LaneType::none, {"road_departure of 7, 1.1 to 2.1, error"}},
  };
  for (const Case& c : cases) {
    kit::MapBuilder map;
    map.road(kit::RoadBuilder("1").line(200.0).lanes({-2, -1, 1}).lane_type(-2, c.type));
    const auto network = map::build_network(map.build());
    EXPECT_EQ(CheckTester("road_departure").on(*network).run(sideways_drive(off_once(0.5))).issues(), c.issues)
        << c.name;
  }
}

// ---- junctions ------------------------------------------------------------------------------------------------------

// In the south-east of a crossing a car comes out of it backwards: `r` metres from the middle, facing it.
PoseAt on_diagonal(Duration at, double r) {
  return {at, r * std::sqrt(0.5), -r * std::sqrt(0.5), 0.75 * 3.14159265358979323846};
}

// The r at which the car is `off` metres off the road.
double r_where_off(const map::RoadNetwork& map, double off) {
  const auto deviation = [&](double r) {
    double largest = 0.0;
    for (const double ahead : {-2.5, 0.0, 2.5})
      for (const double left : {-0.9, 0.0, 0.9}) {
        const PoseAt pose = on_diagonal(0s, r);
        const map::Point point{pose.x + ahead * std::cos(pose.yaw) - left * std::sin(pose.yaw),
                               pose.y + ahead * std::sin(pose.yaw) + left * std::cos(pose.yaw)};
        largest = std::max(largest, map::distance_to_surface(map, point, std::nullopt, 50.0));
      }
    return largest;
  };
  double on = 5.0, far = 15.0;
  while (far - on > 1e-6) (deviation(0.5 * (on + far)) > off ? far : on) = 0.5 * (on + far);
  return on;
}

TEST(RoadDeparture, AllowsMoreWhileACornerIsInAJunction) {
  const auto crossing = map::build_network(kit::four_way_crossing());
  const CheckTester tester = CheckTester("road_departure").on(*crossing);
  struct Case {
    const char* name;
    CheckTester tester;
    double off;
    std::vector<std::string> issues;
  };
  const std::string warning = "road_departure of 7, 1.1 to 2.1, warning",
                    error = "road_departure of 7, 1.1 to 2.1, error";
  const Case cases[] = {
      {"just below the warning", tester, 0.99, {}},
      {"just above the warning", tester, 1.01, {warning}},
      {"just below the error", tester, 1.99, {warning}},
      {"just above the error", tester, 2.01, {error}},
      {"a higher warning", tester.with("road_departure.junction_warning_threshold=1.5m"), 1.49, {}},
      {"a higher error", tester.with("road_departure.junction_error_threshold=2.5m"), 2.49, {warning}},
      {"above a higher error", tester.with("road_departure.junction_error_threshold=2.5m"), 2.51, {error}},
  };
  for (const Case& c : cases) {
    const double in = 5.0, out = r_where_off(*crossing, c.off);
    Scenario scenario({.duration = 3s});
    scenario.add({.id = "7"})
        .poses({on_diagonal(0s, in), on_diagonal(1s, in), on_diagonal(1100ms, out), on_diagonal(2s, out),
                on_diagonal(2100ms, in)});
    EXPECT_EQ(c.tester.run(scenario).issues(), c.issues) << c.name;
  }
}

// On what a junction encloses nobody is off the road; how far off the lanes it is matters only beyond a threshold.
TEST(RoadDeparture, MakesNoAreaOfAJunctionForWhoIsWithinItsThresholdsWithoutIt) {
  const auto document = kit::four_way_crossing({.half_size = 40.0});
  const auto known = map::build_network(document);
  map::Point off;                         // the corner that is off the lanes ...
  const auto off_lanes = [&](double y) {  // ... of a car that faces along x at x = 15 m
    double largest = 0.0;
    for (const map::Point& point : map::TurnedBox{{15.0, y}, {2.0, 0.0}, {0.0, 1.0}}.outline()) {
      map::SurfaceHint hint;
      const auto distance = map::quick_distance_to_surface(*known, point, std::nullopt, 50.0, hint);
      largest = std::max(largest, distance.metres);
      if (!distance.is_exact) off = point;
    }
    return largest;
  };
  const auto y_where_off = [&](double least) {
    double y = 0.0;
    while (off_lanes(y) <= least) y += 0.01;
    return y;
  };
  struct Case {
    const char* name;
    double off;
    const char* setting;
    bool makes_area;
  };
  const Case cases[] = {
      {"within all thresholds", 0.05, "road_departure.warning_threshold=0.1m", false},
      {"beyond one that does not hold here", 0.3, "road_departure.warning_threshold=0.1m", false},
      {"beyond the junction's", 0.3, "road_departure.junction_warning_threshold=0.2m", true},
  };
  for (const Case& c : cases) {
    const auto crossing = map::build_network(document);
    Scenario scenario({.duration = 3s});
    const double y = y_where_off(c.off);
    ASSERT_LT(off_lanes(y), c.off + 0.05) << c.name;
    scenario.add({.id = "7", .length = 4.0, .width = 2.0})
        .poses({{0s, 15.0, -1.75, 0.0}, {1s, 15.0, y, 0.0}, {3s, 15.0, y, 0.0}});
    EXPECT_THAT(CheckTester("road_departure").on(*crossing).with(c.setting).run(scenario).issues(), ElementsAre())
        << c.name;
    map::SurfaceHint hint;
    const bool is_made = map::quick_distance_to_surface(*crossing, off, std::nullopt, 50.0, hint).is_exact;
    EXPECT_EQ(is_made, c.makes_area) << c.name;
  }
}

TEST(RoadDeparture, DecidesFrameByFrameWhichThresholdsHold) {
  const auto crossing = map::build_network(kit::four_way_crossing());
  // 0.5 m off is an error outside and nothing inside; 7 m further out no corner is inside any more.
  const double near = r_where_off(*crossing, 0.5);
  Scenario scenario({.duration = 4s});
  scenario.add({.id = "7"})
      .poses({on_diagonal(0s, 5.0), on_diagonal(1s, near), on_diagonal(2s, near), on_diagonal(2100ms, near + 7.0),
              on_diagonal(3s, near + 7.0), on_diagonal(3100ms, near)});
  const auto found = CheckTester("road_departure").on(*crossing).run(scenario);
  EXPECT_THAT(found.issues(), ElementsAre("road_departure of 7, 2.1 to 3.1, error"));
  EXPECT_NEAR(found.number(0, "threshold"), 0.45, 1e-12);
}

// ---- who is watched from when on ------------------------------------------------------------------------------------

TEST(RoadDeparture, MonitorsFromWhenTheVehicleIsWhollyOnTheRoad) {
  const CheckTester tester = CheckTester("road_departure").on(straight_network());
  const auto entering =
      tester.run(sideways_drive({{0s, 3.0}, {1s, kOn}, {2s, kOn}, {2100ms, 0.5}, {3s, 0.5}, {3100ms, kOn}}));
  EXPECT_THAT(entering.issues(), ElementsAre("road_departure of 7, 2.1 to 3.1, error"));
  EXPECT_THAT(entering.notes(), ElementsAre());

  const auto never = tester.run(sideways_drive({{0s, 3.0}, {5s, 0.001}}));
  EXPECT_THAT(never.issues(), ElementsAre());
  EXPECT_THAT(never.intervals(), ElementsAre());
  EXPECT_THAT(never.notes(), ElementsAre("7 - car was not monitored from 0s to 5s: it was never wholly on the road"));
  EXPECT_EQ(never.status(), "skipped: no vehicle was ever wholly on the road");

  Scenario two({.duration = 5s});
  two.add({.id = "7"}).poses(sideways({{0s, 3.0}, {5s, 3.0}})).appears(1s).vanishes(2s);
  two.add({.id = "8", .is_ego = true}).poses({{0s, 20.0, -1.75}, {5s, 70.0, -1.75}});
  const auto one_of_two = tester.run(two);
  EXPECT_THAT(one_of_two.notes(),
              ElementsAre("7 - car was not monitored from 1s to 1.9s: it was never wholly on the road"));
  EXPECT_EQ(one_of_two.status(), "completed");
}

// What is far beside the road, or not at its height, is not looked at in every frame.
TEST(RoadDeparture, MonitorsWhoComesFromFarAway) {
  const CheckTester tester = CheckTester("road_departure").on(straight_network());
  const auto at = [](Duration time, double off, double z) {
    PoseAt pose = sideways({{time, off}}).front();
    pose.z = z;
    return pose;
  };
  struct Case {
    const char* name;
    std::vector<PoseAt> before;  // until 3 s
  };
  const Case cases[] = {
      {"from the side", {at(0s, 30.0, 0.0), at(2s, 30.0, 0.0)}},
      {"from further than is measured", {at(0s, 90.0, 0.0), at(2s, 90.0, 0.0)}},
      {"near and away again", {at(0s, 30.0, 0.0), at(1s, 0.01, 0.0), at(2s, 30.0, 0.0)}},
      {"from above", {at(0s, kOn, 12.0), at(2900ms, kOn, 12.0)}},
      {"from beside and above", {at(0s, 8.0, 12.0), at(2900ms, 8.0, 12.0)}},
      {"it sinks slowly", {at(0s, kOn, 12.0)}},
  };
  for (const Case& c : cases) {
    for (const bool has_z : {true, false}) {
      if (!has_z && c.before.front().z > 0.0) continue;
      std::vector<PoseAt> poses = c.before;
      for (const auto& [time, off] : {OffAt{3s, kOn}, OffAt{4s, kOn}, OffAt{4100ms, 0.5}, OffAt{5s, 0.5}})
        poses.push_back(at(time, off, 0.0));
      Scenario scenario({.duration = 5s});
      kit::ActorScript& car = scenario.add({.id = "7"}).poses(poses);
      if (!has_z) car.reports({trace::Field::velocity});
      const auto found = tester.run(scenario);
      EXPECT_THAT(found.issues(), ElementsAre("road_departure of 7, 4.1 to 5, error")) << c.name << ", z " << has_z;
    }
  }
}

// Out and in again beside the road, which is not measured in every frame.
TEST(RoadDeparture, TellsTheLargestDeviationWhereverTheVehicleTurns) {
  const CheckTester tester = CheckTester("road_departure").on(straight_network());
  struct Case {
    const char* name;
    std::vector<OffAt> first;  // from 0.5 s to 4 s
    double largest;
  };
  const Case cases[] = {
      {"further and further", {{1s, 10.0}, {2s, 20.0}, {3s, 30.0}}, 30.0},
      {"furthest at once", {{1s, 30.0}, {2s, 20.0}, {3s, 10.0}}, 30.0},
      {"furthest in the end", {{1s, 30.0}, {1500ms, 5.0}, {2s, 20.0}, {2500ms, 12.0}, {3s, 35.0}}, 35.0},
      {"a little further after long", {{1s, 20.0}, {1500ms, 19.0}, {2500ms, 19.0}, {3s, 20.1}}, 20.1},
      {"nearly back", {{1s, 30.0}, {1500ms, 0.5}, {2s, 0.5}, {2500ms, 31.0}}, 31.0},
      {"further than is measured", {{1s, 90.0}, {2s, 20.0}, {3s, 80.0}}, 50.0},
  };
  for (const Case& c : cases) {
    std::vector<OffAt> profile{{0s, kOn}, {500ms, kOn}};
    profile.insert(profile.end(), c.first.begin(), c.first.end());
    for (const OffAt& later : {OffAt{3500ms, 8.0}, OffAt{3900ms, kOn}, OffAt{4300ms, 5.0}, OffAt{4800ms, kOn}})
      profile.push_back(later);
    const auto found = tester.run(sideways_drive(profile));
    std::vector<double> largest;
    for (const auto& interval : found.evaluation.intervals)
      if (std::get<std::string>(interval.data[3]) == "error") largest.push_back(std::get<double>(interval.data[0]));
    EXPECT_THAT(largest, ElementsAre(testing::DoubleNear(c.largest, 1e-3), testing::DoubleNear(5.0, 1e-3))) << c.name;
  }
}

TEST(RoadDeparture, LooksAtEveryPart) {
  // The trailer is wider than its truck.
  const auto with_trailer = [](double off) {
    Scenario scenario({.duration = 5s});
    scenario.add({.id = "7", .category = trace::Category::truck, .width = 2.0}).poses(sideways(off_once(kOn), 2.0));
    scenario.add({.id = "t", .category = trace::Category::trailer, .width = 2.4, .parent = "7"})
        .poses(sideways(off_once(off), 2.4, 9.0));
    return scenario;
  };
  const CheckTester tester = CheckTester("road_departure").on(straight_network());
  EXPECT_THAT(tester.run(with_trailer(0.099)).issues(), ElementsAre());
  EXPECT_THAT(tester.run(with_trailer(0.101)).issues(), ElementsAre("road_departure of 7, 1.1 to 2.1, warning"));
  EXPECT_THAT(tester.run(with_trailer(0.599)).issues(), ElementsAre("road_departure of 7, 1.1 to 2.1, warning"))
      << "a quarter of the trailer's own width";
  const auto found = tester.run(with_trailer(0.601));
  EXPECT_THAT(found.issues(), ElementsAre("road_departure of 7, 1.1 to 2.1, error"));
  EXPECT_EQ(found.text(0, "part"), "t");
  EXPECT_NEAR(found.number(0, "threshold"), 0.6, 1e-9);
  EXPECT_THAT(found.sentences(), ElementsAre(testing::HasSubstr("threshold of 0.6m was exceeded. 7 - truck - "
                                                                "external_driver, its part t - trailer distance to "
                                                                "road: 0.6m (configurable as")));
  EXPECT_THAT(found.messages(),
              ElementsAre("Truck 7 left the road with trailer t by 0.6 m, for 1 s; up to 0.6 m is not "
                          "an error (setting: road_departure.error_threshold)"));
  // What is set for the vehicle holds for all of it.
  EXPECT_THAT(tester.with("actors.7.road_departure.error_threshold=55cm").run(with_trailer(0.551)).issues(),
              ElementsAre("road_departure of 7, 1.1 to 2.1, error"));
}

TEST(RoadDeparture, NamesThePartBeyondItsOwnThreshold) {
  struct Case {
    const char* name;
    double truck, trailer;  // off the road; widths are 2 m and 1.2 m: 0.5 m and 0.3 m are errors
    std::string part, level;
  };
  const Case cases[] = {
      {"the trailer only", kOn, 0.31, "t", "error"},
      {"the trailer is beyond, the truck further out but not beyond", 0.4, 0.31, "t", "error"},
      {"both, the truck further", 0.6, 0.5, "7", "error"},
      {"the truck only", 0.6, kOn, "7", "error"},
      {"both a little", 0.2, 0.25, "t", "warning"},
  };
  for (const Case& c : cases) {
    Scenario scenario({.duration = 5s});
    scenario.add({.id = "7", .category = trace::Category::truck, .width = 2.0}).poses(sideways(off_once(c.truck), 2.0));
    scenario.add({.id = "t", .category = trace::Category::trailer, .width = 1.2, .parent = "7"})
        .poses(sideways(off_once(c.trailer), 1.2, 9.0));
    const auto found = CheckTester("road_departure").on(straight_network()).run(scenario);
    ASSERT_EQ(found.issues(), (std::vector<std::string>{"road_departure of 7, 1.1 to 2.1, " + c.level})) << c.name;
    EXPECT_EQ(found.text(0, "part"), c.part) << c.name;
  }
}

TEST(RoadDeparture, EndsWithItsActorAndTheRun) {
  const CheckTester tester = CheckTester("road_departure").on(straight_network());
  const std::vector<OffAt> leaving = {{0s, kOn}, {1s, kOn}, {1100ms, 0.3}, {5s, 0.3}};
  EXPECT_THAT(tester.run(sideways_drive(leaving)).intervals(), ElementsAre("7, 1.1 to 5, run_end"));
  EXPECT_THAT(tester.run(sideways_drive(leaving)).issues(), ElementsAre("road_departure of 7, 1.1 to 5, warning"));
  Scenario vanishing({.duration = 5s});
  vanishing.add({.id = "7"}).poses(sideways(leaving)).vanishes(3s);
  EXPECT_THAT(tester.run(vanishing).intervals(), ElementsAre("7, 1.1 to 2.9, actor_gone"));
  EXPECT_THAT(tester.run(vanishing).issues(), ElementsAre("road_departure of 7, 1.1 to 2.9, warning"));
  // Off the road after a relocation or a thaw: as if it had just appeared there.
  const auto relocated = tester.with_relocation("7", 2s).run(sideways_drive(leaving));
  EXPECT_THAT(relocated.intervals(), ElementsAre("7, 1.1 to 1.9, relocation"));
  EXPECT_THAT(relocated.notes(),
              ElementsAre("7 - car was not monitored from 2s to 5s: it was never wholly on the road"));
  const auto frozen = tester.frozen(2s, 3s).run(sideways_drive(leaving));
  EXPECT_THAT(frozen.intervals(), ElementsAre("7, 1.1 to 1.9, frozen"));
  EXPECT_THAT(frozen.issues(), ElementsAre());
  const auto thawed = tester.frozen(2s, 3s).run(sideways_drive({{0s, kOn}, {3500ms, kOn}, {4s, 0.5}, {5s, 0.5}}));
  EXPECT_THAT(thawed.issues(), ElementsAre("road_departure of 7, 4 to 5, error"));
}

TEST(RoadDeparture, RecordsAnIntervalPerThreshold) {
  const auto found = CheckTester("road_departure")
                         .on(straight_network())
                         .run(sideways_drive({{0s, kOn}, {1s, 0.0}, {2s, 0.22}, {3s, 0.6}, {4s, 0.0}}));
  EXPECT_THAT(found.intervals(), ElementsAre("7, 1.5 to 3.9, condition", "7, 2.7 to 3.3, condition"));
  EXPECT_EQ(std::get<std::string>(found.evaluation.intervals[0].data[3]), "warning");
  EXPECT_EQ(std::get<std::string>(found.evaluation.intervals[1].data[3]), "error");
  EXPECT_NEAR(found.number(0, "max_distance_to_road"), 0.6, 1e-3);
  EXPECT_NEAR(found.number(0, "time_off_road"), 0.6, 1e-9);
  EXPECT_NEAR(found.number(0, "threshold"), 0.45, 1e-12);
  EXPECT_EQ(found.text(0, "level"), "error");
}

TEST(RoadDeparture, NamesTheDriverAtFaultAndWhatToDo) {
  const auto message = [](double off, bool is_ego, std::optional<trace::Driver> driver) {
    Scenario scenario({.duration = 3s});
    auto& script = scenario.add({.id = "7", .is_ego = is_ego}).poses(sideways(off_once(off)));
    if (driver) script.driver(*driver);
    return CheckTester("road_departure").on(straight_network()).run(scenario).sentences().at(0);
  };
  EXPECT_EQ(
      message(0.6, true, {}),
      "[2.100s] Road departure error threshold of 0.45m was exceeded. 7 - SUT - sut_driver distance to road: 0.6m "
      "(configurable as road_departure.error_threshold). At fault is the SUT: look for a bug in it");
  EXPECT_EQ(message(0.2, false, {}),
            "[2.100s] Road departure warning threshold of 0.1m was exceeded. 7 - car - external_driver distance to "
            "road: 0.2m (configurable as road_departure.warning_threshold). At fault is the simulator's or another "
            "driver: look at its model and its settings");
  EXPECT_EQ(message(0.6, true, trace::Driver::hybrid_driver),
            "[2.100s] Road departure error threshold of 0.45m was exceeded. 7 - SUT - hybrid_driver distance to road: "
            "0.6m (configurable as road_departure.error_threshold). At fault are the SUT and the driver model, which "
            "drove together: look at both");
  EXPECT_THAT(message(0.6, true, trace::Driver::ftx_driver),
              testing::EndsWith("At fault is the simulator's or another driver: look at its model and its settings"));
}

TEST(RoadDeparture, NamesTheJunctionsParameterInJunctions) {
  const auto crossing = map::build_network(kit::four_way_crossing());
  Scenario scenario({.duration = 3s});
  scenario.add({.id = "7"}).poses({on_diagonal(0s, 5.0), on_diagonal(1s, r_where_off(*crossing, 1.5))});
  EXPECT_THAT(
      CheckTester("road_departure").on(*crossing).run(scenario).sentences(),
      ElementsAre("[3.000s] Road departure warning threshold of 1m was exceeded. 7 - car - external_driver "
                  "distance to road: 1.5m (configurable as road_departure.junction_warning_threshold). At fault "
                  "is the simulator's or another driver: look at its model and its settings"));
}

TEST(RoadDeparture, NeedsAMapButNoSpeed) {
  EXPECT_EQ(CheckTester("road_departure").run(sideways_drive(off_once(1.0))).status(), "skipped: there is no map");
  Scenario silent({.duration = 5s});
  silent.add({.id = "7"}).poses(sideways(off_once(1.0))).reports({});
  EXPECT_THAT(CheckTester("road_departure").on(straight_network()).deriving(0).run(silent).issues(),
              ElementsAre("road_departure of 7, 1.1 to 2.1, error"));
  Scenario person({.duration = 5s});
  person.add({.id = "7", .category = trace::Category::person}).poses(sideways(off_once(5.0)));
  EXPECT_THAT(CheckTester("road_departure").on(straight_network()).run(person).issues(), ElementsAre());
}

TEST(RoadDeparture, IsTheSameInOtherCoordinates) {
  const map::Document document = kit::four_way_crossing();
  const auto network = map::build_network(document);
  Scenario scenario({.duration = 5s});
  scenario.add({.id = "7"})
      .poses({on_diagonal(0s, 5.0), on_diagonal(2s, r_where_off(*network, 2.5)), on_diagonal(4s, 5.0)});
  scenario.add({.id = "8"})
      .poses({{0s, 100.0, 1.75, 3.14159265358979323846},
              {3s, 60.0, 3.0, 3.14159265358979323846},
              {5s, 40.0, 1.75, 3.14159265358979323846}});
  const kit::RunData run = scenario.run();
  const CheckTester tester("road_departure");
  const auto expected = tester.on(*network).run(run);
  ASSERT_EQ(expected.issues().size(), 2u);

  constexpr double kAngle = 3.14159265358979323846 / 6.0;
  const auto moved = map::build_network(kit::shifted_and_rotated(document, 5e5, -5e5, kAngle));
  const auto mirrored = map::build_network(kit::mirrored(document));
  for (const auto& found : {tester.on(*moved).run(kit::shifted_and_rotated(run, 5e5, -5e5, kAngle)),
                            tester.on(*mirrored).run(kit::mirrored(run))}) {
    EXPECT_EQ(found.issues(), expected.issues());
    EXPECT_EQ(found.intervals(), expected.intervals());
    EXPECT_EQ(found.sentences(), expected.sentences());
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_NEAR(found.number(i, "max_distance_to_road"), expected.number(i, "max_distance_to_road"), 1e-6);
  }
}

}  // namespace
}  // namespace scrutineer::checks
