// The runs of examples/runs are made here, and evaluated as a newcomer would; examples/config is run on them.
//
// After a change: SCRUTINEER_UPDATE_EXAMPLES=1 build/dev/bin/app_test --gtest_filter='Example*'

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "kit/data.h"
#include "kit/fake_world.h"
#include "kit/run_writers.h"
#include "kit/scenario.h"
#include "map/read.h"

namespace scrutineer::app {
namespace {

using namespace std::chrono_literals;
using kit::ActorScript;
using kit::Scenario;
using trace::Category;
using trace::LightColour;

const std::string kMap = "examples/maps/town.xodr";

std::string shipped(const std::string& file) { return kit::read_text(kit::source_dir() / file); }

// A few decimals are enough for people, and what real runs have.
void round_numbers(trace::Frame& frame) {
  const auto round = [](double& value, double decimals) {
    const double scale = std::pow(10.0, decimals);
    value = std::round(value * scale) / scale + 0.0;  // no negative zero
  };
  for (trace::ActorState& state : frame.actors) {
    for (double* value : {&state.x, &state.y, &state.z, &state.vx, &state.vy, &state.vz}) round(*value, 3.0);
    round(state.yaw, 5.0);
  }
}

// Vehicles of the kit keep the road's heading whatever they do sideways; this one turns to where it goes.
void head_where_it_goes(kit::RunData& run, std::string_view id) {
  double yaw = 0.0;
  for (trace::Frame& frame : run.frames) {
    for (trace::ActorState& state : frame.actors) {
      if (run.actors[state.actor.index()].id != id) continue;
      constexpr double kStands = 0.1;  // m/s
      if (std::hypot(state.vx, state.vy) > kStands) yaw = std::atan2(state.vy, state.vx);
      state.yaw = yaw;
    }
  }
}

// A light holds its colour until the run says otherwise: only changes are said.
void say_changes_of_lights(kit::RunData& run) {
  std::map<trace::LightId, LightColour> shown;
  for (trace::Frame& frame : run.frames)
    std::erase_if(frame.lights, [&](const trace::LightState& state) {
      const auto [light, is_new] = shown.try_emplace(state.light, state.colour);
      return !is_new && std::exchange(light->second, state.colour) == state.colour;
    });
}

ActorScript& add(Scenario& scenario, kit::MadeActor actor) {
  return scenario.add(std::move(actor)).reports({trace::Field::velocity, trace::Field::z});
}

ActorScript& add_ego(Scenario& scenario, double s) {
  return add(scenario, {.id = "ego", .is_ego = true, .length = 4.5, .width = 1.8, .height = 1.5})
      .start_at("mill_road", 1, s);
}

// The ego drives along Mill Road, slows down for Park Lane's limit and crosses the market at green.
kit::RunData clean(const map::RoadNetwork& map) {
  Scenario scenario({.map = &map, .duration = 12s});
  add_ego(scenario, 80.0).speed({{0s, 12.0}, {5s, 12.0}, {9s, 8.0}, {12s, 8.0}});
  add(scenario, {.id = "truck", .category = Category::truck}).start_at("park_lane", 1, 60.0).speed(8.0);
  add(scenario, {.id = "bicycle", .category = Category::bicycle}).start_at("mill_road", 2, 60.0).speed(5.0);
  add(scenario, {.id = "walker", .category = Category::person}).start_free({-50.0, 6.1, 0.0}).speed(1.3);
  for (const char* road : {"mill_road", "park_lane"})
    scenario.light(road, std::string("light_") + road, {{0s, LightColour::green}});
  for (const char* road : {"church_street", "bridge_street"})
    scenario.light(road, std::string("light_") + road, {{0s, LightColour::red}});
  kit::RunData run = scenario.run();
  say_changes_of_lights(run);
  return run;
}

// The ego is suddenly 8 m further, an oncoming van 4 m back.
kit::RunData teleport(const map::RoadNetwork& map) {
  Scenario scenario({.map = &map, .duration = 8s});
  add_ego(scenario, 110.0).speed(12.0).fault(kit::jump(4s, 8.0, 0.0));
  add(scenario, {.id = "van", .category = Category::van})
      .start_at("mill_road", -1, 5.0)
      .speed(10.0)
      .fault(kit::jump(6s, 4.0, 0.0));
  add(scenario, {.id = "bicycle", .category = Category::bicycle}).start_at("mill_road", 2, 100.0).speed(5.0);
  return scenario.run();
}

// The ego drives too fast, brakes, crosses bicycle lane and sidewalk, leaves the road and hits a tree.
kit::RunData departure(const map::RoadNetwork& map) {
  Scenario scenario({.map = &map, .duration = 8s});
  add_ego(scenario, 115.0)
      .speed({{0s, 12.0}, {2s, 15.0}, {3s, 15.0}, {5500ms, 8.0}, {5900ms, 0.0}, {8s, 0.0}})
      .lateral({{3s, 0.0}, {5500ms, -6.0}});
  add(scenario, {.id = "follower", .category = Category::car})
      .start_at("mill_end", 1, 15.0)
      .via({"mill_road"})
      .speed(11.0);
  add(scenario, {.id = "truck", .category = Category::truck}).start_at("mill_road", -1, 5.0).speed(10.0);
  add(scenario, {.id = "tree", .category = Category::object, .length = 0.5, .width = 0.5, .height = 6.0})
      .start_free({-61.4, -7.9, 0.0})
      .speed(0.0);
  kit::RunData run = scenario.run();
  head_where_it_goes(run, "ego");
  return run;
}

// A van overtakes the ego on the motorway and cuts in closely; the ego brakes, and the truck behind it comes too close.
kit::RunData motorway(const map::RoadNetwork& map) {
  Scenario scenario({.map = &map, .duration = 11s});
  add(scenario, {.id = "ego", .is_ego = true, .length = 4.5, .width = 1.8, .height = 1.5})
      .start_at("motorway", -3, 60.0)
      .speed({{0s, 25.0}, {4500ms, 25.0}, {5500ms, 21.5}, {11s, 21.5}});
  add(scenario, {.id = "van", .category = Category::van})
      .start_at("motorway", -2, 64.0)
      .speed(28.0)
      .lateral({{2s, 0.0}, {5s, -3.75}});
  add(scenario, {.id = "truck", .category = Category::truck}).start_at("motorway", -3, 27.0).speed(24.0);
  return scenario.run();
}

// The ego crosses the market at red, though it could have stopped.
kit::RunData red_light(const map::RoadNetwork& map) {
  Scenario scenario({.map = &map, .duration = 15s});
  add_ego(scenario, 90.0).speed({{0s, 12.0}, {4s, 12.0}, {7s, 8.0}, {15s, 8.0}});
  for (const char* road : {"mill_road", "park_lane"})
    scenario.light(road, std::string("light_") + road,
                   {{0s, LightColour::green}, {1s, LightColour::yellow}, {4s, LightColour::red}});
  for (const char* road : {"church_street", "bridge_street"})
    scenario.light(road, std::string("light_") + road, {{0s, LightColour::red}, {9s, LightColour::green}});
  kit::RunData run = scenario.run();
  say_changes_of_lights(run);
  return run;
}

// On the motorway the ego, too fast, passes a car on the right and goes to its lane before it without indicating.
kit::RunData overtaking(const map::RoadNetwork& map) {
  Scenario scenario({.map = &map, .duration = 10s});
  add(scenario, {.id = "ego", .is_ego = true, .length = 4.5, .width = 1.8, .height = 1.5})
      .start_at("motorway", -3, 20.0)
      .speed({{0s, 37.5}, {6s, 37.5}, {8s, 34.0}, {10s, 34.0}})
      .lateral({{6s, 0.0}, {9s, 3.75}})
      .indicator({{0s, trace::Indicator::off}})
      .reports({trace::Field::velocity, trace::Field::z, trace::Field::indicator});
  add(scenario, {.id = "car", .category = Category::car}).start_at("motorway", -2, 60.0).speed(26.0);
  return scenario.run();
}

// The ego drives over the crosswalk before the market while somebody walks on it.
kit::RunData crosswalk(const map::RoadNetwork& map) {
  Scenario scenario({.map = &map, .duration = 10s});
  add_ego(scenario, 80.0).speed({{0s, 10.0}, {10s, 8.0}});
  add(scenario, {.id = "walker", .category = Category::person}).start_free({-22.5, 13.0, -0.5 * kPi}).speed(1.3);
  return scenario.run();
}

// The same run as users of OSI, SUMO and esmini have it.
struct OtherFormat {
  const char* file;
  std::string (*write)(const kit::RunData&);
};
const OtherFormat kOtherFormats[] = {
    {"examples/runs/departure/run.osi", [](const kit::RunData& run) { return kit::to_osi(run); }},
    {"examples/runs/departure/run.fcd.xml", [](const kit::RunData& run) { return kit::to_fcd(run); }},
    {"examples/runs/departure/run.vtypes.xml", [](const kit::RunData& run) { return kit::to_vehicle_types(run); }},
    {"examples/runs/departure/run.esmini.csv", [](const kit::RunData& run) { return kit::to_esmini_csv(run); }},
};

struct Example {
  const char* name;
  kit::RunData (*make)(const map::RoadNetwork&);
  bool has_lights;
  int code;                         // of check
  std::vector<const char*> issues;  // "severity kind actor", in the order of the result

  std::string file(const std::string& which) const { return std::string("examples/runs/") + name + '/' + which; }
};

const Example kExamples[] = {
    {"clean", clean, true, 0, {}},
    {"teleport", teleport, false, 1, {"error perceived_teleport ego", "warning teleportation ego"}},
    {"departure",
     departure,
     false,
     1,
     {"error speed_limit ego", "error collision_in_sut_control ego", "warning acceleration_policy ego",
      "error off_lane ego", "error road_departure ego"}},
    {"motorway", motorway, false, 0, {}},
    {"red_light", red_light, true, 1, {"error_continue run_red_light ego"}},
    {"overtaking", overtaking, false, 1, {"error speed_limit ego"}},
    {"crosswalk", crosswalk, false, 0, {}},
};

FakeWorld world_with(const Example& example) {
  FakeWorld world;
  for (const std::string& file : {kMap, example.file("run.json")}) world.files.content[file] = shipped(file);
  return world;
}

// Runs are read from the disk, by paths as in the manual.
class AtTheRoot {
 public:
  AtTheRoot() { std::filesystem::current_path(kit::source_dir()); }
  ~AtTheRoot() { std::filesystem::current_path(before_); }
  AtTheRoot(const AtTheRoot&) = delete;
  AtTheRoot& operator=(const AtTheRoot&) = delete;

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
};

void update(const std::string& file, const std::string& text) {
  if (std::getenv("SCRUTINEER_UPDATE_EXAMPLES") != nullptr) std::ofstream(kit::source_dir() / file) << text;
}

TEST(ExampleRuns, AreWhatThisFileMakes) {
  const auto map = map::read_xodr(shipped(kMap), kMap);
  ASSERT_TRUE(map) << to_string(map.problem());
  for (const Example& example : kExamples) {
    kit::RunData run = example.make(**map);
    for (trace::Frame& frame : run.frames) round_numbers(frame);
    // Through the program: it writes only the columns that are needed. Lights are always read from the disk.
    const kit::TemporaryFolder folder;
    kit::write_file(folder.path() / "lights.csv", kit::to_lights_csv(run));
    FakeWorld world;
    world.files.content = {{"made.csv", kit::to_csv(run)}};
    std::vector<std::string> arguments{"trace", "convert", "made.csv", "run.csv"};
    if (example.has_lights)
      arguments.insert(arguments.end(), {"--lights", folder.file("lights.csv"), "--lights-out", "lights.csv"});
    const Ran converted = world.run(arguments);
    ASSERT_EQ(converted.code, 0) << example.name << ": " << converted.err;
    for (const char* file : {"run.csv", "lights.csv"}) {
      if (!world.files.content.contains(file)) continue;
      update(example.file(file), world.files.content[file]);
      EXPECT_EQ(shipped(example.file(file)), world.files.content[file])
          << example.name << ": update it with the command at the top of this test's source";
    }
  }
}

TEST(ExampleRuns, ComeInOtherFormats) {
  const auto map = map::read_xodr(shipped(kMap), kMap);
  ASSERT_TRUE(map) << to_string(map.problem());
  const kit::RunData run = departure(**map);
  for (const auto& [file, write] : kOtherFormats) {
    update(file, write(run));
    EXPECT_TRUE(shipped(file) == write(run)) << file << ": update it with the command at the top";
  }
}

TEST(ExampleRuns, GiveTheExpectedResults) {
  const AtTheRoot root;
  for (const Example& example : kExamples) {
    if (!std::filesystem::exists(example.file("run.csv"))) {
      ADD_FAILURE() << example.name << ": update it with the command at the top";
      continue;
    }
    FakeWorld world = world_with(example);
    const Ran ran = world.run({"check", example.file("run.json"), "--format", "json"});
    EXPECT_EQ(ran.code, example.code) << example.name << ": " << ran.err;
    EXPECT_EQ(ran.err, "") << example.name;
    update(example.file("expected.json"), ran.out);
    EXPECT_EQ(shipped(example.file("expected.json")), ran.out)
        << example.name << ": look at the differences; if they are right, update it with the command at the top";
    std::vector<std::string> issues;
    const nlohmann::json result = nlohmann::json::parse(ran.out);
    for (const auto& issue : result["issues"])
      issues.push_back(issue["severity"].get<std::string>() + ' ' + issue["kind"].get<std::string>() + ' ' +
                       issue["actor"]["id"].get<std::string>());
    EXPECT_EQ(issues, std::vector<std::string>(example.issues.begin(), example.issues.end())) << example.name;
  }
}

// ---- configurations -------------------------------------------------------------------------------------------------

struct ConfigurationExample {
  const char* name;
  const char* run;
  int code;                        // of check
  std::vector<const char*> shows;  // what its text says, and what that of the plain run does not
  std::vector<const char*> hides;  // the other way round
};

const ConfigurationExample kConfigurations[] = {
    {"five_lines", "motorway", 0, {"vehicle.comfort.hard_braking: 1 interval"}, {}},
    {"severity",
     "departure",
     1,
     {"warning   1.300 s   2.1 s  ego SUT car               speed_limit", "-20 m/s^2                    -6 m/s^2"},
     {"error     1.300 s   2.1 s  ego SUT car               speed_limit", "-20 m/s^2                    -4 m/s^2"}},
    {"teleportation",
     "teleport",
     1,
     {"error     4.000 s   0.1 s  ego SUT car  teleportation", "warning   6.000 s   0.1 s  van van      teleportation"},
     {"warning   4.000 s   0.1 s  ego SUT car  teleportation"}},
    {"freeze", "red_light", 0, {"approach_junction: it was frozen throughout"}, {"run_red_light"}},
    {"tailgating", "motorway", 0, {"truck truck  tailgating"}, {}},
    {"cut_in", "motorway", 0, {"van van: time_gap 0.", "cut_ins.count: 1"}, {}},
    {"zone", "motorway", 0, {"npc_vehicle.zones.front_left: 1 interval", "van van: lon_time_gap"}, {}},
    {"harsh_braking", "departure", 1, {"harsh_braking"}, {}},
    {"short_headway", "motorway", 0, {"truck truck  short_headway"}, {}},
    {"unsignalled_lane_change", "overtaking", 1, {"ego SUT car  unsignalled_lane_change"}, {}},
    {"overtaking_on_the_right", "overtaking", 1, {"ego SUT car  overtaking_on_the_right"}, {}},
    {"cut_in_ttc", "motorway", 0, {"ego SUT car  cut_in_ttc"}, {}},
    {"crosswalk", "crosswalk", 1, {"ego SUT car  pedestrian_ignored"}, {}},
    {"limit_times_factor", "overtaking", 1, {"ego SUT car  too_fast"}, {}},
    {"count_lane_changes", "overtaking", 1, {"lane_changes: 1"}, {}},
    {"score", "departure", 1, {"score: 0"}, {}},
    {"red_light_speed", "red_light", 1, {"ego SUT car  over_line_at_red"}, {}},
};

TEST(ExampleConfigurations, AllHaveARow) {
  std::vector<std::string> files, rows;
  for (const auto& entry : std::filesystem::directory_iterator(kit::source_dir() / "examples" / "config"))
    if (entry.path().extension() == ".osc") files.push_back(entry.path().stem());
  for (const ConfigurationExample& example : kConfigurations) rows.emplace_back(example.name);
  std::ranges::sort(files);
  std::ranges::sort(rows);
  EXPECT_EQ(files, rows);
}

TEST(ExampleConfigurations, GiveTheExpectedText) {
  const AtTheRoot root;
  for (const auto& [name, run, code, shows, hides] : kConfigurations) {
    const std::string file = std::string("examples/config/") + name + ".osc";
    const std::string expected = std::string("examples/config/") + name + ".txt";
    const Example example{run, nullptr, false, 0, {}};
    FakeWorld world = world_with(example);
    world.files.content[file] = shipped(file);
    const Ran plain = world.run({"check", example.file("run.json"), "--verbosity", "full"});
    const Ran ran = world.run({"check", example.file("run.json"), "--verbosity", "full", "--config", file});
    EXPECT_EQ(ran.code, code) << name;
    EXPECT_EQ(ran.err, "") << name;
    update(expected, ran.out);
    EXPECT_EQ(shipped(expected), ran.out)
        << name << ": look at the differences; if they are right, update it with the command at the top";
    for (const char* part : shows) {
      EXPECT_THAT(ran.out, testing::HasSubstr(part)) << name;
      EXPECT_THAT(plain.out, testing::Not(testing::HasSubstr(part))) << name;
    }
    for (const char* part : hides) {
      EXPECT_THAT(ran.out, testing::Not(testing::HasSubstr(part))) << name;
      EXPECT_THAT(plain.out, testing::HasSubstr(part)) << name;
    }
  }
}

}  // namespace
}  // namespace scrutineer::app
