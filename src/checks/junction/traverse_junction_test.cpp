#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "kit/move_run.h"
#include "kit/transform.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Crossing;
using kit::Found;
using kit::Scenario;
using testing::ElementsAre;
using testing::IsEmpty;

map::Document crossing_document(Crossing options = {}) {
  options.arm_length = 200.0;
  return kit::four_way_crossing(options);
}
std::unique_ptr<const map::RoadNetwork> crossing(const Crossing& options = {}) {
  return map::build_network(crossing_document(options));
}

struct Drive {
  std::string from = "west";
  double s = 100.5;
  std::vector<std::string> via = {"west_east", "east"};
  double speed = 10.0;
  int lane = -1;
  Duration step = 100ms, duration = 20s;
};

Scenario driving(const map::RoadNetwork& map, const Drive& drive = {}) {
  Scenario scenario({.map = &map, .step = drive.step, .duration = drive.duration});
  scenario.add({.id = "ego", .is_ego = true})
      .start_at(drive.from, drive.lane, drive.s)
      .via(drive.via)
      .speed(drive.speed);
  return scenario;
}

const CheckTester& tester() {
  static const CheckTester tester("traverse_junction");
  return tester;
}

watch::Value metric(const Found& found, std::size_t interval, std::string_view name) {
  const auto& metrics = found.evaluation.infos.at(0)->metrics;
  for (std::size_t i = 0; i < metrics.size(); ++i)
    if (metrics[i].name == name) return found.evaluation.intervals.at(interval).data.at(i);
  throw std::runtime_error("no metric " + std::string(name));
}
std::string text(const Found& found, std::string_view name, std::size_t interval = 0) {
  return std::get<std::string>(metric(found, interval, name));
}
double number(const Found& found, std::string_view name, std::size_t interval = 0) {
  return std::get<double>(metric(found, interval, name));
}

// The junction's border is at s = 200 of each arm, 15 m from the origin; the car is 5 m long.
TEST(TraverseJunction, LastsFromInRangeUntilTheRearHasLeft) {
  const auto map = crossing();
  const CheckTester on = tester().on(*map);
  // In range at s = 150 after 4.95 s; inside at s = 200 after 9.95 s; its rear leaves 32.5 m after that.
  const Found found = on.run(driving(*map));
  EXPECT_THAT(found.intervals(), ElementsAre("ego, 5 to 13.3, condition"));
  EXPECT_NEAR(number(found, "time_inside"), 3.3, 1e-9);
  EXPECT_NEAR(number(found, "min_speed"), 10.0, 1e-6);
  EXPECT_NEAR(number(found, "max_speed"), 10.0, 1e-6);
  EXPECT_THAT(
      on.with("sut.car.junction_checkers.traverse_junction.distance_in_range=70m").run(driving(*map)).intervals(),
      ElementsAre("ego, 3 to 13.3, condition"));
  // A trailer is a part of it.
  Scenario with_trailer = driving(*map);
  with_trailer.add({.id = "trailer", .category = trace::Category::trailer, .length = 8.0, .parent = "ego"})
      .behind("ego", 7.0);
  EXPECT_THAT(on.run(with_trailer).intervals(), ElementsAre("ego, 5 to 14.1, condition"));
}

TEST(TraverseJunction, SaysWhichWayWasTaken) {
  struct Row {
    const char* name;
    Drive drive;
    const char *connecting, *outgoing, *manoeuvre;
  };
  const Row rows[] = {
      {"straight", {}, "west_east", "east", "straight"},
      {"left", {.via = {"west_north", "north"}}, "west_north", "north", "left"},
      {"right", {.via = {"west_south", "south"}}, "west_south", "south", "right"},
      {"right, from the north", {.from = "north", .via = {"north_west", "west"}}, "north_west", "west", "right"},
  };
  const auto map = crossing();
  const map::Document mirrored = kit::mirrored(crossing_document());
  const auto mirror = map::build_network(mirrored);
  for (const Row& row : rows) {
    const kit::RunData run = driving(*map, row.drive).run();
    const Found found = tester().on(*map).run(run);
    EXPECT_EQ(text(found, "junction"), "J") << row.name;
    EXPECT_EQ(text(found, "incoming_road"), row.drive.from) << row.name;
    EXPECT_EQ(number(found, "incoming_lane"), -1.0) << row.name;
    EXPECT_EQ(text(found, "connecting_road"), row.connecting) << row.name;
    EXPECT_EQ(text(found, "outgoing_road"), row.outgoing) << row.name;
    EXPECT_EQ(text(found, "manoeuvre"), row.manoeuvre) << row.name;
    // In the mirror left is right, the lanes have the other sign, and nothing else changes.
    const Found seen = tester().on(*mirror).run(kit::mirrored(run));
    const std::string swapped = row.manoeuvre == std::string("left")    ? "right"
                                : row.manoeuvre == std::string("right") ? "left"
                                                                        : row.manoeuvre;
    EXPECT_EQ(text(seen, "manoeuvre"), swapped) << row.name;
    EXPECT_EQ(number(seen, "incoming_lane"), 1.0) << row.name;
    EXPECT_EQ(text(seen, "connecting_road"), row.connecting) << row.name;
    EXPECT_EQ(seen.intervals(), found.intervals()) << row.name;
  }
}

TEST(TraverseJunction, SaysWhatControlsIt) {
  struct Row {
    const char* name;
    Crossing map;
    const char* control;
  };
  const Row rows[] = {
      {"nothing", {}, "none"},
      {"a stop sign", {.signs = Crossing::Signs::minor_stop}, "stop sign"},
      {"a yield sign", {.signs = Crossing::Signs::minor_yield}, "yield sign"},
      {"a light", {.lights = Crossing::Lights::on_arms}, "traffic light"},
      {"a light by reference", {.lights = Crossing::Lights::by_reference}, "traffic light"},
      {"a light before a sign",
       {.lights = Crossing::Lights::on_arms, .signs = Crossing::Signs::minor_stop},
       "traffic light"},
  };
  for (const Row& row : rows) {
    const auto map = crossing(row.map);
    const Found found = tester().on(*map).run(driving(*map, {.from = "north", .via = {"north_south", "south"}}));
    EXPECT_EQ(text(found, "control"), row.control) << row.name;
  }
}

TEST(TraverseJunction, BeginsInsideForWhoAppearsThere) {
  const auto map = crossing();
  const Found found =
      tester().on(*map).run(driving(*map, {.from = "west_east", .s = 10.0, .via = {"east"}, .duration = 5s}));
  EXPECT_THAT(found.intervals(), ElementsAre("ego, 0 to 2.3, condition"));
  EXPECT_EQ(text(found, "incoming_road"), "");
  EXPECT_TRUE(std::isnan(number(found, "incoming_lane")));
  EXPECT_EQ(text(found, "connecting_road"), "west_east");
  EXPECT_EQ(text(found, "manoeuvre"), "straight");
}

TEST(TraverseJunction, IsOverWhenTheJunctionIsNoLongerNext) {
  const auto map = crossing({.sidewalks = true});
  Scenario turning_off({.map = map.get(), .duration = 9500ms});
  turning_off.add({.id = "ego", .is_ego = true})
      .start_at("west", -1, 100.5)
      .speed(10.0)
      .lateral({{6s, 0.0}, {8s, -3.0}});
  const Found found = tester().on(*map).run(turning_off);
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  EXPECT_EQ(found.evaluation.intervals.front().ended_by, watch::EndedBy::not_entered);
  EXPECT_EQ(text(found, "connecting_road"), "");
  EXPECT_TRUE(std::isnan(number(found, "time_inside")));
}

// A cut corner, or a simulator whose lanes are drawn beside the map's.
TEST(TraverseJunction, GoesOnForWhoIsBesideItsLaneForAMoment) {
  struct Case {
    const char* name;
    Duration from, to;  // beside the lanes in frames with from <= time < to; in the junction from 10 s on
    std::vector<std::string> intervals;
    bool is_twice = false;  // and once more from 7.5 s to 9 s
  };
  const std::vector<std::string> whole{"ego, 5 to 13.3, condition"};
  const Case cases[] = {
      {"never", 0s, 0s, whole},
      {"for a frame", 7s, 7100ms, whole},
      {"for as long as it may be", 6s, 8100ms, whole},
      {"for longer", 6s, 8200ms, {"ego, 5 to 8.1, not_entered", "ego, 8.2 to 13.3, condition"}},
      {"twice, and in between on its lane", 6s, 7s, whole, true},
      {"up to the junction", 9s, 10s, whole},
      {"from the last frame before it on", 9900ms, 10500ms, whole},
  };
  for (const bool sidewalks : {false, true}) {  // it is beside the road, or on a sidewalk
    const auto map = crossing({.sidewalks = sidewalks});
    for (const Case& c : cases) {
      Scenario scenario({.map = map.get(), .duration = 20s});
      kit::ActorScript& ego = scenario.add({.id = "ego", .is_ego = true})
                                  .start_at("west", -1, 100.5)
                                  .via({"west_east", "east"})
                                  .speed(10.0)
                                  .fault(kit::off_by(c.from, c.to, "y", -3.0));
      if (c.is_twice) ego.fault(kit::off_by(7500ms, 9s, "y", -3.0));
      const Found found = tester().on(*map).run(scenario);
      EXPECT_EQ(found.intervals(), c.intervals) << c.name << ", sidewalks: " << sidewalks;
      EXPECT_EQ(text(found, "incoming_road", found.intervals().size() - 1), "west") << c.name;
    }
  }
}

TEST(TraverseJunction, TakesOneJunctionAfterTheOther) {
  // Around the ring junctions are about 30 m apart.
  const auto map = map::build_network(kit::roundabout());
  Scenario scenario({.map = map.get(), .step = 50ms, .duration = 30s});
  scenario.add({.id = "ego", .is_ego = true})
      .start_at("south", -1, 2.0)
      .via({"ring_south", "ring_east", "north"})
      .speed(6.0);
  const Found found = tester().on(*map).run(scenario);
  const auto& intervals = found.evaluation.intervals;
  ASSERT_EQ(intervals.size(), 3U);
  const char* junctions[] = {"J_south", "J_east", "J_north"};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(text(found, "junction", i), junctions[i]);
    EXPECT_EQ(intervals[i].ended_by, watch::EndedBy::condition);
    EXPECT_TRUE(i == 0 || intervals[i].start == intervals[i - 1].end) << i;
  }
  EXPECT_EQ(text(found, "control", 0), "yield sign");
  EXPECT_EQ(text(found, "control", 1), "none");
}

TEST(TraverseJunction, KnowsNoDirectJunctions) {
  for (const bool direct : {true, false}) {
    const auto map = map::build_network(kit::motorway_with_exit(direct));
    Scenario scenario({.map = map.get(), .duration = 12s});
    scenario.add({.id = "ego", .is_ego = true}).start_at("main", -1, 120.0).speed(20.0);
    EXPECT_EQ(tester().on(*map).run(scenario).evaluation.intervals.empty(), direct);
  }
}

TEST(TraverseJunction, SeesAJunctionThatLiesBetweenTwoFrames) {
  const auto map = crossing();
  // 90 m from frame to frame: from s = 160 to 20 m behind the junction.
  const Found found = tester().on(*map).run(driving(*map, {.s = 160.0, .speed = 30.0, .step = 3s, .duration = 6s}));
  EXPECT_THAT(found.intervals(), ElementsAre("ego, 0 to 3, condition"));
  EXPECT_EQ(text(found, "connecting_road"), "west_east");
}

TEST(TraverseJunction, EndsWithItsActorAndTheRun) {
  const auto map = crossing();
  const CheckTester on = tester().on(*map);
  Scenario vanishing({.map = map.get(), .duration = 20s});
  vanishing.add({.id = "ego", .is_ego = true}).start_at("west", -1, 100.5).speed(10.0).vanishes(8s);
  EXPECT_THAT(on.run(vanishing).intervals(), ElementsAre("ego, 5 to 7.9, actor_gone"));
  EXPECT_THAT(on.run(driving(*map, {.duration = 7s})).intervals(), ElementsAre("ego, 5 to 7, run_end"));
  EXPECT_THAT(on.with_relocation("ego", 6s).run(driving(*map)).intervals(),
              ElementsAre("ego, 5 to 5.9, relocation", "ego, 6 to 13.3, condition"));
  EXPECT_THAT(on.frozen(6s, 11s).run(driving(*map)).intervals(),
              ElementsAre("ego, 5 to 5.9, frozen", "ego, 11 to 13.3, condition"));
  EXPECT_THAT(on.with("sut.car.junction_checkers.enabled=false").run(driving(*map)).intervals(), IsEmpty());
  EXPECT_EQ(tester().run(driving(*map)).status(), "skipped: there is no map");
}

TEST(TraverseJunction, WatchesOthersIfAsked) {
  const auto map = crossing();
  Scenario scenario = driving(*map);
  scenario.add({.id = "7"}).start_at("north", -1, 100.5).via({"north_south"}).speed(10.0);
  EXPECT_THAT(tester().on(*map).run(scenario).intervals(), ElementsAre("ego, 5 to 13.3, condition"));
  EXPECT_THAT(tester().on(*map).enabled_for("all").run(scenario).intervals(),
              ElementsAre("ego, 5 to 13.3, condition", "7, 5 to 13.3, condition"));
}

TEST(TraverseJunction, DependsNeitherOnTheSenseOfRoadsNorOnTheirCuts) {
  const map::Document document = crossing_document({.lights = Crossing::Lights::on_arms});
  const auto map = map::build_network(document);
  const kit::RunData run = driving(*map, {.via = {"west_south", "south"}}).run();
  const auto expected = tester().on(*map).run(run).intervals();
  const map::Document others[] = {kit::reversed(document, "west"), kit::split(document, "west", 170.0),
                                  kit::reversed(document, "west_south")};
  for (const map::Document& other : others) {
    const auto changed = map::build_network(other);
    EXPECT_EQ(tester().on(*changed).run(run).intervals(), expected);
  }
}

}  // namespace
}  // namespace scrutineer::checks
