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
using kit::MadeActor;
using kit::RoadBuilder;
using kit::Scenario;
using kit::SpeedAt;
using map::ContactPoint;
using map::Orientation;
using testing::ElementsAre;
using trace::LightColour;
using trace::LightMode;

using Map = std::unique_ptr<const map::RoadNetwork>;

constexpr double kKph = 1.0 / 3.6;

struct RoadOptions {
  std::string type = "town";
  std::optional<Speed> limit = 50.0_kmh;
  std::optional<double> light = {};  // s of the light "S"
  Orientation orientation = Orientation::with_s;
  std::optional<double> stop_line = {};  // s
};

// Road "1" along x with two lanes one way, 200 m; then 20 m over "c" in junction "J"; then 100 m of road "2".
Map road(const RoadOptions& options = {}) {
  kit::MapBuilder map;
  RoadBuilder first("1");
  first.line(200.0).lanes({-2, -1});
  if (options.limit) {
    first.speed(0.0, *options.limit, options.type);
  } else {
    first.type(0.0, options.type);
  }
  if (options.light) first.signal(kit::light("S", *options.light, -8.0, options.orientation));
  if (options.stop_line) first.signal(kit::stop_line("L", *options.stop_line, -1.75, Orientation::with_s));
  map.road(first);
  map.road(RoadBuilder("2").start(220.0, 0.0).line(100.0).lanes({-2, -1}).speed(0.0, 50.0_kmh));
  map.junction("J");
  map.connect("J", {"1", ContactPoint::end}, {"2", ContactPoint::start}, {{-1, -1}}, "c");
  return map::build_network(map.build());
}

MadeActor ego() { return {.id = "0", .is_ego = true, .length = 4.0, .width = 2.0, .height = 1.5}; }
MadeActor car(std::string id) { return {.id = std::move(id), .length = 4.0, .width = 2.0, .height = 1.5}; }

// The ego on lane -1, with its front 2 m ahead of s.
Scenario stand(const Map& map, double s = 50.0, double speed = 0.0, Duration duration = 5s) {
  Scenario scenario({.map = map.get(), .duration = duration});
  scenario.add(ego()).start_at("1", -1, s).speed(speed);
  return scenario;
}

CheckTester tester(const Map& map) {
  return CheckTester("unplanned_standing_time_policy")
      .on(*map)
      .with_severity("unplanned_standing_time_policy=ignore@other");
}

const std::string kWhole = "unplanned_standing_time_policy of 0, 0 to 5, warning";
std::string between(const std::string& from, const std::string& to) {
  return "unplanned_standing_time_policy of 0, " + from + " to " + to + ", warning";
}
using Issues = std::vector<std::string>;

TEST(UnplannedStandingTimePolicy, ReportsOnlyWhoStandsForLong) {
  const Map map = road();
  struct Case {
    const char* name;
    std::vector<SpeedAt> speed;
    Issues issues;
    std::vector<std::string> settings = {};
  };
  const auto stands_until = [](Duration until) {
    return std::vector<SpeedAt>{{0s, 5.0}, {1s, 5.0}, {1s, 0.0}, {until, 0.0}, {until, 5.0}};
  };
  const Case cases[] = {
      {"stands", {{0s, 0.0}}, {kWhole}},
      {"drives", {{0s, 5.0}}, {}},
      {"crawls", {{0s, 0.99 * kKph}}, {kWhole}},
      {"crawls too fast", {{0s, 1.01 * kKph}}, {}},
      {"crawls backwards", {{0s, -0.99 * kKph}}, {kWhole}},
      {"drives backwards", {{0s, -1.01 * kKph}}, {}},
      // At 1, 1.1, ... 2 s it stands: in the last of these for 1 s, which is not longer.
      {"just short enough", stands_until(2100ms), {}},
      {"just too long", stands_until(2200ms), {between("1", "2.2")}},
      {"may stand longer", stands_until(3100ms), {}, {"policy.unplanned_standing_time=2s"}},
      {"longer than that", stands_until(3200ms), {between("1", "3.2")}, {"policy.unplanned_standing_time=2s"}},
      {"may stand not at all", stands_until(1200ms), {between("1", "1.2")}, {"policy.unplanned_standing_time=0s"}},
      {"twice",
       {{0s, 0.0}, {2s, 0.0}, {2s, 5.0}, {2300ms, 5.0}, {2300ms, 0.0}},
       {between("0", "2"), between("2.3", "5")}},
      {"joined over a gap",
       {{0s, 0.0}, {2s, 0.0}, {2s, 5.0}, {2300ms, 5.0}, {2300ms, 0.0}},
       {kWhole},
       {"unplanned_standing_time_policy.merge_gap=0.4s"}},
      {"not joined over a longer one",
       {{0s, 0.0}, {2s, 0.0}, {2s, 5.0}, {2300ms, 5.0}, {2300ms, 0.0}},
       {between("0", "2"), between("2.3", "5")},
       {"unplanned_standing_time_policy.merge_gap=0.2s"}},
      {"not joined where no frame is at the gap's end",
       {{0s, 0.0}, {2s, 0.0}, {2s, 5.0}, {2300ms, 5.0}, {2300ms, 0.0}},
       {between("0", "2"), between("2.3", "5")},
       {"unplanned_standing_time_policy.merge_gap=0.25s"}},
      {"in the gap at the end",
       {{0s, 0.0}, {2s, 0.0}, {2s, 5.0}},
       {between("0", "2")},
       {"unplanned_standing_time_policy.merge_gap=9s"}},
  };
  for (const Case& c : cases) {
    Scenario scenario({.map = map.get(), .duration = 5s});
    scenario.add(ego()).start_at("1", -1, 50.0).speed(c.speed);
    CheckTester with = tester(map);
    for (const std::string& setting : c.settings) with = with.with(setting);
    EXPECT_EQ(with.run(scenario).issues(), c.issues) << c.name;
  }
}

TEST(UnplannedStandingTimePolicy, LooksAtTheLegalSpeed) {
  struct Case {
    const char* name;
    RoadOptions road;
    Issues issues;
  };
  const Case cases[] = {
      {"hardly faster than standing", {.limit = 9.99_kmh}, {}},
      {"just faster", {.limit = 10.01_kmh}, {kWhole}},
      {"no speed is known", {.limit = std::nullopt}, {}},
  };
  for (const Case& c : cases) {
    const Map map = road(c.road);
    EXPECT_EQ(tester(map).run(stand(map)).issues(), c.issues) << c.name;
  }
}

TEST(UnplannedStandingTimePolicy, LooksAtThePlan) {
  const Map limited = road(), unlimited = road({.limit = std::nullopt});
  struct Case {
    const char* name;
    const Map& map;
    std::string points;  // x, speed
    Issues issues;
  };
  const auto plan = [](std::initializer_list<std::pair<double, double>> points) {
    std::string text = "time,id,x,y,speed\n";
    for (const auto& [x, speed] : points) text += "0,0," + std::to_string(x) + ",-1.75," + std::to_string(speed) + "\n";
    return text;
  };
  const Case cases[] = {
      {"planned just faster", unlimited, plan({{0.0, 10.01 * kKph}, {150.0, 10.01 * kKph}}), {kWhole}},
      {"planned just slower", unlimited, plan({{0.0, 9.99 * kKph}, {150.0, 9.99 * kKph}}), {}},
      {"the plan counts, not the limit", limited, plan({{0.0, 2.0}, {150.0, 2.0}}), {}},
      // The front is at 52 m.
      {"enough of the path is left", limited, plan({{0.0, 10.0}, {72.01, 10.0}}), {kWhole}},
      {"not enough of the path is left", limited, plan({{0.0, 10.0}, {71.99, 10.0}}), {}},
      {"is to stand here", limited, plan({{0.0, 10.0}, {50.0, 0.0}, {150.0, 10.0}}), {}},
      {"is to stand below its front",
       limited,
       plan({{0.0, 10.0}, {51.98, 10.0}, {51.99, 0.0}, {52.0, 10.0}, {150.0, 10.0}}),
       {}},
      {"is to stand with its front", limited, plan({{0.0, 10.0}, {51.0, 10.0}, {52.005, 0.0}, {150.0, 10.0}}), {}},
      {"is to stand beyond its front",
       limited,
       plan({{0.0, 10.0}, {52.0, 10.0}, {52.01, 0.0}, {52.02, 10.0}, {150.0, 10.0}}),
       {kWhole}},
      {"was to stand behind it",
       limited,
       plan({{0.0, 10.0}, {47.0, 10.0}, {48.0, 0.0}, {49.0, 10.0}, {150.0, 10.0}}),
       {kWhole}},
      {"a plan of somebody else", limited, "time,id,x,y,speed\n0,7,0,0,0\n0,7,9,0,0\n", {kWhole}},
      {"a plan of one point", limited, plan({{50.0, 10.0}}), {}},
      {"a plan from 2 s on", unlimited, "time,id,x,y,speed\n2,0,0,-1.75,10\n2,0,150,-1.75,10\n", {between("2", "5")}},
  };
  for (const Case& c : cases)
    EXPECT_EQ(tester(c.map).planning(c.points).run(stand(c.map)).issues(), c.issues) << c.name;
}

TEST(UnplannedStandingTimePolicy, LooksForSlowObjectsInFront) {
  const Map map = road();
  struct Case {
    const char* name;
    int lane;
    double ahead, speed;  // from centre to centre: 4 m more than the gap
    Issues issues;
  };
  const Case cases[] = {
      {"behind somebody who stands", -1, 23.99, 0.0, {}},
      {"too far behind somebody who stands", -1, 24.01, 0.0, {kWhole}},
      {"beside somebody who stands", -2, 4.0, 0.0, {kWhole}},
      {"in front of somebody who stands", -1, -10.0, 0.0, {kWhole}},
      // 10 m away at first, and 20 m away after 1.8 s.
      {"behind somebody slow", -1, 14.0, 19.99 * kKph, {between("1.9", "5")}},
      {"behind somebody who is not that slow", -1, 14.0, 20.01 * kKph, {kWhole}},
  };
  for (const Case& c : cases) {
    Scenario scenario = stand(map);
    scenario.add(car("7")).start_at("1", c.lane, 50.0 + c.ahead).speed(c.speed);
    EXPECT_EQ(tester(map).run(scenario).issues(), c.issues) << c.name;
  }
}

TEST(UnplannedStandingTimePolicy, LooksForCollisionsAhead) {
  const Map map = road();
  // Bumpers are 46.5 m apart, 4.65 s, or 42.5 m.
  const auto oncoming = [](Scenario& scenario) {
    scenario.add(car("7")).start_at("1", -1, 100.5).against_traffic().speed(10.0);
  };
  const auto from_behind = [](Scenario& scenario) { scenario.add(car("8")).start_at("1", -1, 3.5).speed(10.0); };
  Scenario ahead = stand(map, 50.0, 0.0, 4s), behind = stand(map, 50.0, 0.0, 4s), both = stand(map, 50.0, 0.0, 4s);
  oncoming(ahead);
  from_behind(behind);
  oncoming(both);
  from_behind(both);
  EXPECT_THAT(tester(map).run(ahead).issues(), ElementsAre(between("0", "1.7")));
  EXPECT_THAT(tester(map).run(behind).issues(), ElementsAre(between("0", "4")));
  EXPECT_THAT(tester(map).run(both).issues(), ElementsAre(between("0", "1.7")));
}

TEST(UnplannedStandingTimePolicy, LooksForLights) {
  const Map lit = road({.light = 100.0}), other_way = road({.light = 100.0, .orientation = Orientation::against_s});
  const Map lined = road({.light = 100.0, .stop_line = 80.0}), far_line = road({.light = 120.0, .stop_line = 80.0});
  struct Case {
    const char* name;
    const Map& map;
    double s;  // of its centre; the front is 2 m ahead, and it is 4 m long
    LightColour colour;
    LightMode mode;
    Issues issues;
  };
  const Case cases[] = {
      {"red", lit, 96.0, LightColour::red, LightMode::regular, {}},
      {"yellow", lit, 96.0, LightColour::yellow, LightMode::regular, {}},
      {"red and yellow", lit, 96.0, LightColour::red_yellow, LightMode::regular, {}},
      {"flashing red", lit, 96.0, LightColour::red, LightMode::flashing_red, {}},
      {"flashing yellow", lit, 96.0, LightColour::yellow, LightMode::flashing_yellow, {}},
      {"green", lit, 96.0, LightColour::green, LightMode::regular, {kWhole}},
      {"off", lit, 96.0, LightColour::off, LightMode::off, {kWhole}},
      {"unknown", lit, 96.0, LightColour::unknown, LightMode::unknown, {}},
      {"its own length away", lit, 94.01, LightColour::red, LightMode::regular, {}},
      {"further away", lit, 93.99, LightColour::red, LightMode::regular, {kWhole}},
      {"with the front beyond it", lit, 99.0, LightColour::red, LightMode::regular, {}},
      {"behind", lit, 100.5, LightColour::red, LightMode::regular, {kWhole}},
      {"for the other way", other_way, 96.0, LightColour::red, LightMode::regular, {kWhole}},
      {"at its stop line", lined, 74.01, LightColour::red, LightMode::regular, {}},
      {"before its stop line", lined, 73.99, LightColour::red, LightMode::regular, {kWhole}},
      {"green, at its stop line", lined, 76.0, LightColour::green, LightMode::regular, {kWhole}},
      {"at a stop line of something else", far_line, 76.0, LightColour::red, LightMode::regular, {kWhole}},
  };
  for (const Case& c : cases) {
    Scenario scenario = stand(c.map, c.s);
    scenario.light("1", "S", {{0s, c.colour}}, {{0s, c.mode}});
    EXPECT_EQ(tester(c.map).run(scenario).issues(), c.issues) << c.name;
  }
  // A run that does not say what lights show cannot tell that this one was not red.
  EXPECT_TRUE(tester(lit).run(stand(lit, 96.0)).issues().empty());
  EXPECT_THAT(tester(lit).run(stand(lit, 93.99)).issues(), ElementsAre(kWhole));
  // It counts from when it turned green.
  Scenario turns = stand(lit, 96.0);
  turns.light("1", "S", {{0s, LightColour::red}, {2s, LightColour::green}});
  EXPECT_THAT(tester(lit).run(turns).issues(), ElementsAre(between("2", "5")));
}

TEST(UnplannedStandingTimePolicy, LooksForJunctions) {
  const Map town = road(), motorway = road({.type = "motorway"});
  // The front is 2 m ahead; lane -1 leads into the junction at 200 m, lane -2 ends there.
  struct Case {
    const char* name;
    const Map& map;
    const char* road;
    int lane;
    double s;
    Issues issues;
  };
  const Case cases[] = {
      {"near", town, "1", -1, 148.01, {}},
      {"not that near", town, "1", -1, 147.99, {kWhole}},
      {"at the junction's border", town, "1", -1, 198.0, {}},
      {"with the front inside", town, "1", -1, 199.5, {}},
      {"inside", town, "c", -1, 10.0, {}},
      {"after it", town, "2", -1, 10.0, {kWhole}},
      {"on a lane that does not lead there", town, "1", -2, 180.0, {kWhole}},
      {"near, on a motorway", motorway, "1", -1, 180.0, {kWhole}},
  };
  for (const Case& c : cases) {
    Scenario scenario({.map = c.map.get(), .duration = 5s});
    scenario.add(ego()).start_at(c.road, c.lane, c.s).speed(0.0);
    EXPECT_EQ(tester(c.map).run(scenario).issues(), c.issues) << c.name;
  }
}

TEST(UnplannedStandingTimePolicy, JudgesEverybodyOnTheRoad) {
  const Map map = road();
  Scenario scenario({.map = map.get(), .duration = 3s});
  scenario.add(car("7")).start_at("1", -1, 50.0).speed(0.0);
  scenario.add(car("8")).start_free({50.0, -30.0, 0.0}).speed(0.0);
  scenario.add({.id = "9", .category = trace::Category::person}).start_at("1", -2, 50.0).speed(0.0);
  EXPECT_THAT(CheckTester("unplanned_standing_time_policy")
                  .on(*map)
                  .planning("time,id,x,y,speed\n0,8,0,-30,10\n0,8,150,-30,10\n")
                  .run(scenario)
                  .issues(),
              ElementsAre("unplanned_standing_time_policy of 7, 0 to 3, info"));
}

TEST(UnplannedStandingTimePolicy, SaysForHowLong) {
  const Map map = road();
  const auto found = tester(map).run(stand(map));
  EXPECT_THAT(found.sentences(),
              ElementsAre("[5.000s] Max. policy unplanned standing time limit of 1s was exceeded. 0 - SUT - sut_driver "
                          "time: 5s (configurable as policy.unplanned_standing_time)"));
  EXPECT_THAT(found.messages(),
              ElementsAre("Ego 0 stood on the road without a reason for 5 s, longer than the 1 s that "
                          "it may (setting: policy.unplanned_standing_time)"));
  EXPECT_DOUBLE_EQ(found.number(0, "standing_time"), 5.0);
  EXPECT_DOUBLE_EQ(found.number(0, "limit"), 1.0);
  EXPECT_NEAR(found.number(0, "planned_speed"), 50.0 * kKph, 1e-9);
}

TEST(UnplannedStandingTimePolicy, NeedsAMapAndSpeed) {
  const Map map = road();
  EXPECT_EQ(CheckTester("unplanned_standing_time_policy").run(stand(map)).status(), "skipped: there is no map");
  Scenario silent({.map = map.get(), .duration = 5s});
  silent.add(ego()).start_at("1", -1, 50.0).speed(0.0).reports({});
  EXPECT_THAT(tester(map).run(silent).issues(), ElementsAre(between("0.1", "5")));  // one difference away
  EXPECT_THAT(tester(map).deriving(0).run(silent).status(), testing::StartsWith("skipped: speed of actor 0"));
}

// Without a planned or a legal speed nothing is judged, which must not look like a pass.
TEST(UnplannedStandingTimePolicy, IsSkippedWithoutAnySpeedThatIsPlanned) {
  struct Case {
    const char* name;
    std::optional<Speed> limit;
    double s, speed;
    const char* status;
  };
  const char* const skipped = "skipped: no vehicle had a planned speed, nor was there a legal one where it was";
  const Case cases[] = {
      {"a limit", 50.0_kmh, 50.0, 0.0, "completed"},
      {"a limit, and it drives", 50.0_kmh, 50.0, 10.0, "completed"},
      {"none, and it stands", std::nullopt, 50.0, 0.0, skipped},
      {"none, and it drives", std::nullopt, 50.0, 10.0, skipped},
      {"it comes to where there is one", std::nullopt, 190.0, 10.0, "completed"},
  };
  for (const Case& c : cases) {
    const Map map = road({.limit = c.limit});
    EXPECT_EQ(tester(map).run(stand(map, c.s, c.speed)).status(), c.status) << c.name;
  }
}

TEST(UnplannedStandingTimePolicy, EndsWithItsActorARelocationAndTheRun) {
  const Map map = road();
  struct Case {
    const char* name;
    CheckTester tester;
    Duration appears, vanishes, duration;
    std::vector<std::string> intervals;
    std::size_t issues;
  };
  const CheckTester plain = tester(map);
  const Case cases[] = {
      {"run ends", plain, 0s, 9s, 2s, {"0, 0 to 2, run_end"}, 1},
      {"run ends before it is too long", plain, 0s, 9s, 1s, {}, 0},
      {"vanishes", plain, 1s, 3s, 5s, {"0, 1 to 2.9, actor_gone"}, 1},
      {"vanishes before it is too long", plain, 1s, 2100ms, 5s, {}, 0},
      {"relocated", plain.with_relocation("0", 3s), 0s, 9s, 5s, {"0, 0 to 2.9, relocation", "0, 3 to 5, run_end"}, 2},
      {"relocated each second", plain.with_relocation("0", 1s).with_relocation("0", 2s), 0s, 9s, 3s, {}, 0},
      {"frozen", plain.frozen(2s, 3s), 0s, 9s, 5s, {"0, 0 to 1.9, frozen", "0, 3 to 5, run_end"}, 1},
      {"off", plain.with("unplanned_standing_time_policy.enabled=false"), 0s, 9s, 5s, {}, 0},
      {"ignored", plain.with_severity("unplanned_standing_time_policy=ignore"), 0s, 9s, 2s, {"0, 0 to 2, run_end"}, 0},
  };
  for (const Case& c : cases) {
    Scenario scenario({.map = map.get(), .duration = c.duration});
    scenario.add(ego()).start_at("1", -1, 50.0).speed(0.0).appears(c.appears).vanishes(c.vanishes);
    const auto found = c.tester.run(scenario);
    EXPECT_EQ(found.intervals(), c.intervals) << c.name;
    EXPECT_EQ(found.issues().size(), c.issues) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::checks
