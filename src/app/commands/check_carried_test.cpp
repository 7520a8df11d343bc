// Runs that bring their map along, as the whole program meets them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "kit/fake_world.h"
#include "kit/lane_maps.h"
#include "kit/maps.h"
#include "kit/osi_lanes.h"
#include "kit/osi_runs.h"
#include "kit/xodr_writer.h"
#include "map/lane_map.h"
#include "map/read.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;

std::string road() { return kit::to_xodr(kit::straight_road(1000.0)); }

map::LaneMap road_lanes() { return kit::lanes_of(*map::build_network(kit::straight_road(1000.0)), 0.05); }

// Without version and time, which the frame has.
std::string lanes_message(const map::LaneMap& lanes) { return kit::osi_ground_truth(lanes); }

TEST(CheckCarried, TheRunsOwnMapIsUsedUnlessAnotherIsNamed) {
  const std::string far = kit::to_xodr(kit::straight_road(50.0));
  struct Case {
    const char* name;
    kit::OsiDrive drive;
    const char* command;
    int code;
    std::vector<std::string> told;
  };
  const Case cases[] = {
      {"OpenDRIVE",
       {.maps = kit::omega_prime_map("town.xodr", road())},
       "check run.mcap",
       kFine,
       {"the map is the one that the run carries, town.xodr"}},
      {"lanes", {.lanes = lanes_message(road_lanes())}, "check run.mcap", kFine, {"made from the run's 2 OSI lanes"}},
      {"two maps",
       {.maps = kit::omega_prime_map("town.xodr", road()) + kit::omega_prime_map("other.xodr", far, 1)},
       "check run.mcap",
       kFine,
       {"the file holds a second map (other.xodr), which is not used: town.xodr is"}},
      {"a carried map of another place",
       {.x = 5000.0, .y = 3000.0, .maps = kit::omega_prime_map("town.xodr", road())},
       "check run.mcap",
       kNotEvaluated,
       {"map and trace do not belong together: 0 of 1 vehicles", "run.mcap/town.xodr extends over x 0", "x 5000",
        "y 3000"}},
      {"lanes of another place",
       {.x = 5000.0, .y = 3000.0, .lanes = lanes_message(road_lanes())},
       "check run.mcap",
       kNotEvaluated,
       {"map and trace do not belong together: 0 of 1 vehicles", "run.mcap extends over x 0", "x 5000", "y 3000"}},
      {"a named map of another place, though a fitting one is carried",
       {.x = 500.0, .maps = kit::omega_prime_map("town.xodr", road())},
       "check run.mcap --map far.xodr",
       kNotEvaluated,
       {"map and trace do not belong together: 0 of 1 vehicles", "far.xodr extends over x 0"}},
      {"a carried map that is none",
       {.maps = kit::omega_prime_map("town.xodr", "<html></html>")},
       "check run.mcap",
       kNotEvaluated,
       {"run.mcap/town.xodr"}},
  };
  for (const Case& c : cases) {
    FakeWorld world;
    world.files.content["run.mcap"] = kit::osi_drive(c.drive);
    world.files.content["far.xodr"] = far;
    const Ran ran = world.run(words(c.command));
    EXPECT_EQ(ran.code, c.code) << c.name << ": " << ran.out << ran.err;
    for (const std::string& told : c.told) EXPECT_THAT(ran.err, HasSubstr(told)) << c.name;
  }
}

// What is wrong with single lanes is told by map check; the rest of the map serves.
TEST(CheckCarried, LanesThatCannotBeAreAnomalies) {
  using Damage = std::function<void(map::LaneMap&)>;
  struct Case {
    const char* name;
    Damage damage;
    const char* told;
  };
  const Case cases[] = {
      {"an id twice", [](map::LaneMap& map) { map.lanes.push_back(map.lanes[0]); }, "is in the map a second time"},
      {"a point that is no number",
       [](map::LaneMap& map) {
         map.lanes.push_back(map.lanes[0]);
         map.lanes[2].id = "77";
         map.lanes[2].left_neighbours.clear();
         map.lanes[2].left[0].x = std::numeric_limits<double>::quiet_NaN();
       },
       "has a point that is not a number"},
      {"a successor that is not there", [](map::LaneMap& map) { map.lanes[0].successors = {"99"}; },
       "names lane 99 as its successor, which the map does not have"},
      {"a successor far away",
       [](map::LaneMap& map) {
         map.lanes.push_back(map.lanes[0]);
         map.lanes[2].id = "77";
         map.lanes[2].left_neighbours.clear();
         for (map::LaneLine* line : {&map.lanes[2].left, &map.lanes[2].right, &map.lanes[2].centre})
           for (map::LanePoint& point : *line) point.x += 1100.0;
         map.lanes[0].successors = {"77"};
       },
       "which does not begin or end there"},
  };
  for (const Case& c : cases) {
    map::LaneMap lanes = road_lanes();
    c.damage(lanes);
    FakeWorld world;
    world.files.content["run.mcap"] = kit::osi_drive({.lanes = lanes_message(lanes)});
    const Ran checked = world.run(words("map check run.mcap"));
    EXPECT_THAT(checked.out, HasSubstr(c.told)) << c.name << checked.err;
    EXPECT_EQ(world.run(words("check run.mcap")).code, kFine) << c.name;
  }
}

TEST(CheckCarried, TraceInfoNamesTheMap) {
  const struct {
    const char* name;
    kit::OsiDrive drive;
    const char *text, *json;
  } cases[] = {
      {"none", {}, "actors    1 (car 1)", "\"carried_map\": null"},
      {"OpenDRIVE",
       {.maps = kit::omega_prime_map("town.xodr", road())},
       "map       town.xodr, which the run carries",
       "\"made_from\": \"OpenDRIVE\""},
      {"OpenDRIVE without a name",
       {.maps = kit::omega_prime_map("", road())},
       "map       OpenDRIVE, which the run carries",
       "\"made_from\": \"OpenDRIVE\""},
      {"lanes", {.lanes = lanes_message(road_lanes())}, "map       2 OSI lanes, which the run carries", "\"lanes\": 2"},
  };
  for (const auto& c : cases) {
    FakeWorld world;
    world.files.content["run.mcap"] = kit::osi_drive(c.drive);
    const Ran text = world.run(words("trace info run.mcap"));
    EXPECT_EQ(text.code, kFine) << c.name << text.err;
    EXPECT_THAT(text.out, HasSubstr(c.text)) << c.name;
    EXPECT_THAT(world.run(words("trace info run.mcap --format json")).out, HasSubstr(c.json)) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::app
