// One run in every format: whatever file it came from, the frames are the same.
#include <gmock/gmock.h>

#include <functional>

#include "kit/maps.h"
#include "kit/run_writers.h"
#include "kit/scenario.h"
#include "map/read.h"

namespace scrutineer::trace {
namespace {

using namespace std::chrono_literals;
using kit::RunData;

// All kinds of actors, coming and going, on curves; and a light.
RunData everything() {
  static const auto map = [] {
    map::Document document = kit::s_curve();
    document.roads.front().signals.push_back(kit::light("S", 150.0, -5.0, map::Orientation::with_s));
    return map::build_network(std::move(document));
  }();
  kit::Scenario scenario({.map = map.get(), .step = 40ms, .duration = 4s});
  scenario.add({.id = "3", .is_ego = true})
      .start_at("1", -1, 20.0)
      .speed({{0s, 10.0}, {4s, 25.0}})
      .lateral({{1s, 0.0}, {3s, 1.0}})
      .av_state({{0s, AvState::active}, {2s, AvState::inactive}})
      .indicator({{0s, Indicator::off}, {1s, Indicator::left}, {3s, Indicator::hazard}})
      .brake_light({{0s, BrakeLight::off}, {2s, BrakeLight::on}});
  scenario.add({.id = "12", .category = Category::truck}).start_at("1", 1, 120.0).speed(15.0);
  scenario.add({.id = "13", .category = Category::semitrailer, .parent = "12"}).behind("12", 11.0);
  scenario.add({.id = "14", .category = Category::trailer, .parent = "12"}).behind("13", 11.5);
  scenario.add({.id = "20", .category = Category::person}).start_free({30.0, 12.0, -2.0}).speed(1.5);
  scenario.add({.id = "21", .category = Category::bicycle}).start_at("1", -1, 60.0).speed(5.0).appears(1s).vanishes(3s);
  scenario.add({.id = "22", .category = Category::bus})
      .start_at("1", -1, 90.0)
      .speed(-2.0)
      .reports({Field::z})
      .fault(kit::gap(1s, 2s));
  scenario.add({.id = "30", .category = Category::object, .is_static = true}).poses({{0s, 5.0, 6.0, 0.5, 0.1}});
  scenario.light("1", "S", {{0s, LightColour::red}, {1s, LightColour::red_yellow}, {2s, LightColour::green}});
  return scenario.run();
}

// With `lights` as a file beside it, where the format has none in itself.
RunData read(const std::string& bytes, const std::string& lights = {}, const std::string& types = {}) {
  const kit::TemporaryFolder folder;
  TraceSource source{.file = folder.file("run")};
  kit::write_file(source.file, bytes);
  if (!lights.empty()) kit::write_file(source.lights = folder.file("lights"), lights);
  if (!types.empty()) kit::write_file(source.vehicle_types = folder.file("types.xml"), types);
  const kit::ReadRun run = kit::read_run_file(source);
  EXPECT_EQ(run.problem, "");
  return kit::run_of(run);
}

TEST(WrittenRuns, GiveTheSameFramesInEveryFormat) {
  const std::vector<Field> no_drivers = {Field::driver, Field::av_state};
  const kit::Tolerance osi{.position = 1e-9, .ignored_fields = no_drivers};
  const kit::Tolerance csv{.position = 0.0, .angle = 0.0, .speed = 0.0, .ignored_fields = {Field::brake_light}};
  const kit::Tolerance view{.position = 1e-9, .ignored_fields = {Field::driver}};
  struct Case {
    const char* name;
    std::function<RunData(const RunData&)> through;
    kit::Tolerance tolerance;
  };
  const auto mcap = [](const kit::McapOptions& options) {
    return [options](const RunData& run) { return read(to_mcap(run, options)); };
  };
  const Case cases[] = {
      {"in memory",
       [](const RunData& run) { return kit::run_of(kit::read_to_the_end(as_trace(run))); },
       {.position = 0.0, .angle = 0.0, .speed = 0.0}},
      {"OSI", [](const RunData& run) { return read(to_osi(run)); }, osi},
      {"OSI SensorView", [](const RunData& run) { return read(to_osi(run, {.sensor_view = true})); }, view},
      {"OSI.zst", [](const RunData& run) { return read(to_osi_zst(run)); }, osi},
      {"OSI.gz", [](const RunData& run) { return read(to_osi_gz(run)); }, osi},
      {"MCAP, no compression", mcap({}), osi},
      {"MCAP, zstd", mcap({.compression = "zstd"}), osi},
      {"MCAP, lz4", mcap({.compression = "lz4"}), osi},
      {"MCAP, zstd, no index", mcap({.compression = "zstd", .indexed = false}), osi},
      {"MCAP, no chunks", mcap({.chunked = false}), osi},
      {"MCAP, one frame per chunk", mcap({.compression = "lz4", .frames_per_chunk = 1}), osi},
      {"MCAP, SensorView", mcap({.compression = "zstd", .sensor_view = true}), view},
      {"CSV", [](const RunData& run) { return read(to_csv(run), to_lights_csv(run)); }, csv},
  };
  const RunData run = everything();
  for (const auto& [name, through, tolerance] : cases)
    EXPECT_EQ(first_difference(run, through(run), tolerance), "") << name;
}

// What these two formats hold is less, and rounded.
TEST(WrittenRuns, GiveWhatSumoAndEsminiCanSay) {
  RunData run = everything();
  for (Frame& frame : run.frames) {
    for (ActorState& state : frame.actors) {
      const double forward = state.vx * std::cos(state.yaw) + state.vy * std::sin(state.yaw);
      state.speed = std::copysign(std::hypot(state.vx, state.vy), forward);
    }
  }
  const kit::Tolerance sumo{
      .position = 0.011,
      .angle = 1e-4,  // 0.01 degrees are 0.00017 radians
      .speed = 0.006,
      .ignored_fields = {Field::velocity, Field::acceleration, Field::yaw_rate, Field::pitch_roll, Field::driver,
                         Field::av_state, Field::indicator, Field::brake_light, Field::speed},
      .ignores_categories = true,  // it has no trailers
      .ignores_parents = true,
      .ignores_lights = true};
  const RunData from_fcd = read(to_fcd(run), to_tls_states(run), to_vehicle_types(run));
  EXPECT_EQ(first_difference(run, from_fcd, sumo), "");
  for (std::size_t i = 0; i < run.frames.size(); ++i) {
    EXPECT_EQ(from_fcd.frames[i].lights.at(0).colour, run.frames[i].lights[0].colour);
    EXPECT_NEAR(from_fcd.state(i, "3")->speed, run.state(i, "3")->speed, 0.006);
    EXPECT_EQ(from_fcd.state(i, "3")->indicator, run.state(i, "3")->indicator);
  }

  const kit::Tolerance esmini{
      .position = 1e-9,
      .ignored_fields = {Field::velocity, Field::acceleration, Field::yaw_rate, Field::pitch_roll, Field::driver,
                         Field::av_state, Field::indicator, Field::brake_light, Field::speed},
      .ignores_categories = true,
      .ignores_parents = true,
      .ignores_lights = true};
  const RunData from_esmini = read(to_esmini_csv(run));
  EXPECT_EQ(first_difference(run, from_esmini, esmini), "");
  for (std::size_t i = 0; i < run.frames.size(); ++i) {
    EXPECT_EQ(from_esmini.state(i, "3")->vx, run.state(i, "3")->vx);
    EXPECT_EQ(from_esmini.state(i, "3")->ay, run.state(i, "3")->ay);
    EXPECT_EQ(from_esmini.state(i, "3")->yaw_rate, run.state(i, "3")->yaw_rate);
  }
}

TEST(WrittenRuns, KeepWhatIsWrongWithThem) {
  kit::Scenario scenario({.step = 100ms, .duration = 1s});
  scenario.add({.id = "7"}).start_free({}).speed(10.0).fault(kit::not_a_number(500ms, "x"));
  const RunData run = scenario.run();
  for (const auto& [name, bytes] :
       {std::pair{"OSI", to_osi(run)}, std::pair{"MCAP", to_mcap(run)}, std::pair{"CSV", to_csv(run)}}) {
    const kit::ReadRun found = kit::read_run(bytes, {.file = "run"});
    EXPECT_THAT(found.problem, testing::HasSubstr("frame 5")) << name;
    EXPECT_EQ(found.frames.size(), 5U) << name;
  }
}

}  // namespace
}  // namespace scrutineer::trace
