// Real runs of SUMO on real maps: what its files say is what the frames hold.
#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <pugixml.hpp>
#include <set>

#include "base/angle.h"
#include "kit/run_writers.h"
#include "kit/sumo.h"

namespace scrutineer::trace {
namespace {

using namespace std::chrono_literals;

const char* const kMaps[] = {"Town01", "multi_intersections", "Town10HD"};

// Reads the XML anew, with another parser and other formulas.
void expect_same_vehicles(const kit::ReadRun& run, const kit::SumoRun& sumo, const char* name) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_file(sumo.fcd.c_str())) << name;
  std::size_t number = 0;
  for (const pugi::xml_node step : document.child("fcd-export").children("timestep")) {
    ASSERT_LT(number, run.frames.size()) << name;
    const Frame& frame = run.frames[number];
    EXPECT_EQ(frame.time.time_since_epoch(), Duration(std::llround(step.attribute("time").as_double() * 1e9))) << name;
    std::size_t count = 0;
    for (const pugi::xml_node vehicle : step.children("vehicle")) {
      ++count;
      const std::string id = vehicle.attribute("id").value();
      const ActorState* state = run.state(number, id);
      ASSERT_NE(state, nullptr) << name << ", frame " << number << ", " << id;
      const double clockwise = vehicle.attribute("angle").as_double() * kDegree;
      const double half = run.info(id).length / 2.0;
      ASSERT_NEAR(state->x, vehicle.attribute("x").as_double() - half * std::sin(clockwise), 1e-9) << name;
      ASSERT_NEAR(state->y, vehicle.attribute("y").as_double() - half * std::cos(clockwise), 1e-9) << name;
      ASSERT_NEAR(state->speed, vehicle.attribute("speed").as_double(), 1e-12) << name;
      ASSERT_NEAR(std::cos(state->yaw), std::sin(clockwise), 1e-9) << name;
    }
    ASSERT_EQ(frame.actors.size(), count) << name << ", frame " << number;
    ++number;
  }
  EXPECT_EQ(number, run.frames.size()) << name;
}

void expect_same_lights(const kit::ReadRun& run, const kit::SumoRun& sumo, const char* name) {
  const std::map<char, LightColour> colours = {
      {'r', LightColour::red},   {'u', LightColour::red_yellow}, {'y', LightColour::yellow}, {'G', LightColour::green},
      {'g', LightColour::green}, {'s', LightColour::green},      {'o', LightColour::yellow}, {'O', LightColour::off}};
  pugi::xml_document document;
  ASSERT_TRUE(document.load_file(sumo.lights.c_str())) << name;
  std::map<std::int64_t, std::map<std::string, LightColour>> said;  // by time in ms and light
  for (const pugi::xml_node state : document.child("tlsStates").children("tlsState")) {
    const std::string letters = state.attribute("state").value();
    for (std::size_t i = 0; i < letters.size(); ++i)
      said[std::llround(state.attribute("time").as_double() * 1e3)]
          [std::string(state.attribute("id").value()) + "/" + std::to_string(i)] = colours.at(letters[i]);
  }
  std::set<LightColour> seen;
  for (const Frame& frame : run.frames) {
    std::map<std::string, LightColour> held;
    for (const LightState& light : frame.lights) {
      held[run.tables.lights()[light.light.index()].id] = light.colour;
      seen.insert(light.colour);
    }
    ASSERT_EQ(held, said[frame.time.time_since_epoch() / 1ms]) << name << ", frame " << frame.number;
  }
  EXPECT_GE(seen.size(), 3U) << name << ": red, yellow and green";
}

TEST(SumoRun, FramesHoldWhatSumoSays) {
  SCRUTINEER_NEEDS_SUMO();
  for (const char* name : kMaps) {
    const kit::SumoRun sumo = kit::run_sumo({.map = name});
    const kit::ReadRun run = kit::read_run_file(sumo.source());
    EXPECT_EQ(run.problem, "") << name;
    EXPECT_EQ(run.frames.size(), 600U) << name;
    EXPECT_GE(run.tables.actors().size(), 20U) << name;
    std::set<Category> categories;
    for (const ActorInfo& info : run.tables.actors()) {
      categories.insert(info.category);
      EXPECT_FALSE(info.size_is_default) << name;
    }
    EXPECT_THAT(categories, testing::ElementsAre(Category::car, Category::truck, Category::bus)) << name;
    expect_same_vehicles(run, sumo, name);
    expect_same_lights(run, sumo, name);
  }
}

// OSI and CSV have no place for a speed without its vector.
TEST(SumoRun, IsTheSameRunInOtherFormats) {
  SCRUTINEER_NEEDS_SUMO();
  const kit::SumoRun sumo = kit::run_sumo();
  const kit::RunData run = kit::run_of(kit::read_run_file(sumo.source()));
  const auto through = [](const std::string& bytes, const std::string& lights = {}) {
    const kit::TemporaryFolder folder;
    TraceSource source{.file = folder.file("run")};
    kit::write_file(source.file, bytes);
    if (!lights.empty()) kit::write_file(source.lights = folder.file("lights.csv"), lights);
    const kit::ReadRun read = kit::read_run_file(source);
    EXPECT_EQ(read.problem, "");
    return kit::run_of(read);
  };
  // Neither says that the height is missing: CSV's column is required, OSI's centre is half a height up.
  const kit::Tolerance same{.ignored_fields = {Field::speed, Field::z}};
  struct Case {
    const char* name;
    kit::RunData found;
  };
  const Case cases[] = {
      {"OSI", through(to_osi(run))},
      {"OSI.zst", through(to_osi_zst(run))},
      {"MCAP, zstd", through(to_mcap(run, {.compression = "zstd"}))},
      {"MCAP, lz4", through(to_mcap(run, {.compression = "lz4"}))},
      {"MCAP", through(to_mcap(run))},
      {"CSV", through(to_csv(run), to_lights_csv(run))},
  };
  for (const auto& [name, found] : cases) EXPECT_EQ(first_difference(run, found, same), "") << name;
}

}  // namespace
}  // namespace scrutineer::trace
