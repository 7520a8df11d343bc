#include "scene/suspicion.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "base/angle.h"
#include "base/quantity.h"
#include "kit/data.h"
#include "kit/run_data.h"
#include "kit/sumo.h"
#include "map/read.h"
#include "scene/belonging.h"
#include "trace/conventions.h"
#include "trace/placement.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;
using kit::RunData;
using testing::ElementsAre;
using testing::HasSubstr;
using trace::ActorState;
using trace::Field;

struct SoundRun {
  std::string name;
  RunData run;
  std::shared_ptr<const map::RoadNetwork> map;  // null: there is none
};

std::shared_ptr<const map::RoadNetwork> map_of(const std::string& name) { return kit::load_map(name); }

std::shared_ptr<const map::RoadNetwork> example_map() {
  auto read = map::read_xodr(kit::read_text(kit::source_dir() / "examples/maps/town.xodr"), "town.xodr");
  if (!read) throw std::runtime_error(to_string(read.problem()));
  return *std::move(read);
}

RunData read(const std::filesystem::path& file, const std::string& vehicle_types = "") {
  return kit::run_of(kit::read_run_file({.file = file.string(), .vehicle_types = vehicle_types}));
}

// Rows of x, y, z and seconds, one file per car; headings are those of the motion, y is negated.
RunData carla() {
  std::map<double, std::string> rows;
  for (const char* name : {"ego", "npc1", "npc2"}) {
    std::istringstream log(kit::read_text(kit::data_dir() / fmt::format("runs/carla/{}_logs.csv", name)));
    for (std::string line; std::getline(log, line);) {
      double x = 0.0, y = 0.0, z = 0.0, time = 0.0;
      char comma = 0;
      std::istringstream(line) >> x >> comma >> y >> comma >> z >> comma >> time;
      rows[time] += fmt::format("{},{},car,{},{},4.5,1.9,1.5\n", time, name, x, -y);
    }
  }
  std::string text = "time,id,type,x,y,length,width,height\n";
  for (const auto& [time, lines] : rows) text += lines;
  RunData run = kit::run_of(kit::read_run(text, {.file = "carla.csv"}));
  for (trace::Frame& frame : run.frames)
    for (ActorState& state : frame.actors) state.yaw_is_course = false;
  return run;
}

// Velocities along the map's axes, of what has only a speed or nothing.
void add_velocities(RunData& run) {
  std::map<std::size_t, ActorState> last;
  Time before{};
  for (trace::Frame& frame : run.frames) {
    for (ActorState& state : frame.actors) {
      const auto found = last.find(state.actor.index());
      const double step = to_seconds(frame.time - before);
      if (!state.fields.has(Field::velocity) && state.fields.has(Field::speed)) {
        state.vx = state.speed * std::cos(state.yaw);
        state.vy = state.speed * std::sin(state.yaw);
        state.fields.set(Field::velocity);
        state.fields.clear(Field::speed);
      } else if (!state.fields.has(Field::velocity) && found != last.end() && step > 0.0) {
        state.vx = (state.x - found->second.x) / step;
        state.vy = (state.y - found->second.y) / step;
        state.fields.set(Field::velocity);
      }
      last[state.actor.index()] = state;
    }
    before = frame.time;
  }
}

// ---- faults ---------------------------------------------------------------------------------------------------------

void each_state(RunData& run, const std::function<void(ActorState&, const trace::ActorInfo&)>& change) {
  for (trace::Frame& frame : run.frames)
    for (ActorState& state : frame.actors) change(state, run.actors[state.actor.index()]);
}

void into_degrees(RunData& run) {
  each_state(run, [](ActorState& state, const trace::ActorInfo&) {
    for (double* angle : {&state.yaw, &state.pitch, &state.roll, &state.yaw_rate}) *angle /= kDegree;
  });
}

std::function<void(RunData&)> faster(double factor) {
  return [factor](RunData& run) {
    each_state(run, [&](ActorState& state, const trace::ActorInfo&) {
      for (double* speed : {&state.vx, &state.vy, &state.vz, &state.speed}) *speed *= factor;
    });
  };
}

void into_vehicle_frame(RunData& run) {
  each_state(run, [](ActorState& state, const trace::ActorInfo&) {
    const double cosine = std::cos(state.yaw), sine = std::sin(state.yaw);
    for (const auto& [x, y] : {std::pair(&state.vx, &state.vy), std::pair(&state.ax, &state.ay)}) {
      const double along = cosine * *x + sine * *y;
      *y = cosine * *y - sine * *x;
      *x = along;
    }
  });
}

std::function<void(RunData&)> later(int factor) {
  return [factor](RunData& run) {
    for (trace::Frame& frame : run.frames) frame.time = Time(frame.time.time_since_epoch() * factor);
  };
}

// Positions become those of a point so many lengths ahead of the centre.
std::function<void(RunData&)> point_ahead(double lengths) {
  return [lengths](RunData& run) {
    each_state(run, [&](ActorState& state, const trace::ActorInfo& actor) {
      if (actor.type != trace::ActorType::vehicle) return;
      state.x += lengths * actor.length * std::cos(state.yaw);
      state.y += lengths * actor.length * std::sin(state.yaw);
    });
  };
}

void mirror(RunData& run) {
  each_state(run, [](ActorState& state, const trace::ActorInfo&) {
    for (double* across : {&state.y, &state.yaw, &state.roll, &state.vy, &state.ay, &state.yaw_rate})
      *across = -*across;
  });
}

// ---- what is said of a run ------------------------------------------------------------------------------------------

// Kinds and options of all doubts; "--flip-y" and the like where the map is refused altogether.
struct Said {
  std::vector<std::string> options;
  std::string texts;
  bool is_refused = false;  // map and run do not belong together

  bool names(std::string_view option) const {
    return std::ranges::find(options, option) != options.end() ||
           (is_refused && texts.find(option) != std::string::npos);
  }
};

Said said_of(const RunData& run, const map::RoadNetwork* map) {
  Said said;
  Suspicion suspicion(map);
  std::optional<Belonging> belonging;
  if (map != nullptr) belonging.emplace(*map, "run");
  std::optional<Problem> problem;
  for (const trace::Frame& frame : run.frames) {
    suspicion.advance(frame, run.actors);
    if (belonging && !problem) problem = belonging->advance(frame, run.actors);
    if (problem) break;
  }
  if (belonging && !problem) problem = belonging->finish();
  if (problem) {
    said.is_refused = true;
    said.texts = to_string(*problem) + "\n";
  }
  const auto ego = std::ranges::find(run.actors, "ego", &trace::ActorInfo::id);
  const bool has_ego = ego != run.actors.end();
  for (const Doubt& doubt : suspicion.doubts(has_ego ? trace::ActorId(ego - run.actors.begin()) : trace::ActorId())) {
    said.options.push_back(doubt.kind == Doubt::Kind::other_place ? "--map" : doubt.option);
    said.texts += doubt.text + "\n";
    EXPECT_THAT(doubt.text, HasSubstr(doubt.option));
    EXPECT_THAT(doubt.text, HasSubstr("--trust-input"));
  }
  return said;
}

RunData through(const RunData& run, const trace::Conventions& conventions, const trace::Placement& placement = {}) {
  return kit::run_of(kit::read_to_the_end(placed(as_meant(kit::as_trace(run), conventions), placement)));
}

// ---- the runs -------------------------------------------------------------------------------------------------------

SoundRun sumo_run(const char* map, Duration step) {
  const kit::SumoRun sumo = kit::run_sumo({.map = map, .step = step});
  return {fmt::format("SUMO on {} at {} ms", map, step / 1ms), kit::run_of(kit::read_run_file(sumo.source())),
          map_of(map)};
}

// In each of them vehicles turn, and not all of them drive along the x axis, so that all faults show.
std::vector<SoundRun> five_runs() {
  const auto examples = kit::source_dir() / "examples/runs", real = kit::data_dir() / "runs/omega-prime";
  std::vector<SoundRun> runs;
  runs.push_back({"the example town", read(examples / "town.csv"), example_map()});
  runs.push_back({"highway_merge.osi", read(real / "highway_merge.osi"), map_of("soderleden")});
  runs.push_back({"CARLA", carla(), map_of("Town10HD")});
  runs.push_back(sumo_run("Town01", 100ms));
  runs.push_back(sumo_run("McityMap_Main", 100ms));
  for (SoundRun& sound : runs) add_velocities(sound.run);
  return runs;
}

std::vector<SoundRun> all_sound_runs() {
  const auto examples = kit::source_dir() / "examples/runs", real = kit::data_dir() / "runs";
  std::vector<SoundRun> runs = five_runs();
  for (const char* name : {"clean", "departure", "motorway", "red_light", "teleport"})
    runs.push_back({name, read(examples / name / "run.csv"), example_map()});
  runs.push_back({"departure.osi", read(examples / "departure/run.osi"), example_map()});
  runs.push_back({"departure.fcd.xml",
                  read(examples / "departure/run.fcd.xml", (examples / "departure/run.vtypes.xml").string()),
                  example_map()});
  runs.push_back({"pedestrian.osi", read(real / "omega-prime/pedestrian.osi"), map_of("fabriksgatan")});
  runs.push_back({"acc-test.osi", read(real / "omega-prime/acc-test.osi"), map_of("straight_500m")});
  for (const char* name :
       {"pmsf/example_sv_trace.osi", "pmsf/dronetracker_119_cutout.mcap", "lichtblick/disappearingVehicle.mcap",
        "lichtblick/testBrakeAndIndicatorLights.mcap", "lichtblick/MovingHostWithStopLine.mcap"})
    runs.push_back({name, read(real / name), nullptr});
  for (const char* map : {"Town10HD", "Town07", "fabriksgatan"})
    for (const Duration step : {Duration(100ms), Duration(1000ms)}) runs.push_back(sumo_run(map, step));
  runs.push_back(sumo_run("McityMap_Main", 1000ms));
  return runs;
}

TEST(Suspicion, SaysNothingOfSoundRuns) {
  SCRUTINEER_NEEDS_SUMO();
  for (const SoundRun& sound : all_sound_runs()) EXPECT_EQ(said_of(sound.run, sound.map.get()).texts, "") << sound.name;
}

TEST(Suspicion, RecognisesFaultsAndNamesTheOptionThatMendsThem) {
  SCRUTINEER_NEEDS_SUMO();
  struct Fault {
    const char* name;
    std::function<void(RunData&)> plant;
    const char* option;
    // What the option does; nothing: another test shows it (times are read in another unit).
    std::optional<trace::Conventions> mends = std::nullopt;
    trace::Placement placement = {};
  };
  using trace::AngleUnit, trace::VelocityUnit, trace::MotionFrame, trace::ReferencePoint;
  const Fault faults[] = {
      {"yaw in degrees", into_degrees, "--angle-unit deg", trace::Conventions{.angle_unit = AngleUnit::deg}},
      {"velocity in km/h", faster(3.6), "--velocity-unit kmh", trace::Conventions{.velocity_unit = VelocityUnit::kmh}},
      {"velocity in mph", faster(1.0 / 0.44704), "--velocity-unit mph",
       trace::Conventions{.velocity_unit = VelocityUnit::mph}},
      {"velocity in the vehicle's frame", into_vehicle_frame, "--motion-frame vehicle",
       trace::Conventions{.motion_frame = MotionFrame::vehicle}},
      {"time in milliseconds", later(1'000), "--time-unit ms"},
      {"time in microseconds", later(1'000'000), "--time-unit us"},
      {"front bumper", point_ahead(0.5), "--reference front",
       trace::Conventions{.reference = {.point = ReferencePoint::front}}},
      {"y mirrored", mirror, "--flip-y", trace::Conventions(), {.flip_y = true}},
  };
  for (const SoundRun& sound : five_runs()) {
    for (const Fault& fault : faults) {
      const std::string name = fmt::format("{} in {}", fault.name, sound.name);
      RunData bad = sound.run;
      fault.plant(bad);
      const Said said = said_of(bad, sound.map.get());
      EXPECT_TRUE(said.names(fault.option)) << name << ": " << said.texts;
      EXPECT_LE(said.options.size(), 1U) << name << " is one fault: " << said.texts;
      if (!fault.mends) continue;
      const RunData mended = through(bad, *fault.mends, fault.placement);
      EXPECT_EQ(said_of(mended, sound.map.get()).texts, "") << name << ", mended";
      // Of another point the velocity is another one, which needs a yaw rate.
      const double speed = fault.mends->reference == trace::Reference{} ? 1e-6 : 1e3;
      EXPECT_EQ(kit::first_difference(sound.run, mended, {.speed = speed}), "") << name;
    }
  }
}

// Two faults at once: yaw has to be understood before velocities can be turned by it.
TEST(Suspicion, RecognisesSeveralFaultsAtOnce) {
  SCRUTINEER_NEEDS_SUMO();
  for (const SoundRun& sound : five_runs()) {
    RunData bad = sound.run;
    into_vehicle_frame(bad);
    into_degrees(bad);
    faster(3.6)(bad);
    later(1'000)(bad);
    EXPECT_THAT(said_of(bad, sound.map.get()).options,
                ElementsAre("--time-unit ms", "--velocity-unit kmh", "--angle-unit deg", "--motion-frame vehicle"))
        << sound.name;
  }
}

TEST(Suspicion, RecognisesTimesOfRunsWithoutVelocities) {
  SCRUTINEER_NEEDS_SUMO();
  for (SoundRun& sound : five_runs()) {
    each_state(sound.run, [](ActorState& state, const trace::ActorInfo&) {
      state.fields.clear(Field::velocity);
      state.fields.clear(Field::speed);
    });
    EXPECT_EQ(said_of(sound.run, sound.map.get()).texts, "") << sound.name;
    for (const auto& [factor, option] : {std::pair(1'000, "--time-unit ms"), std::pair(1'000'000, "--time-unit us")}) {
      RunData bad = sound.run;
      later(factor)(bad);
      EXPECT_THAT(said_of(bad, sound.map.get()).options, ElementsAre(option)) << sound.name;
    }
  }
}

// The slip-free point is the rear axle's of a vehicle with wheels, and the centre where a simulator lets boxes follow a
// line. So the rear axle of the former looks as good as the centre of the latter: that fault is not recognised.
TEST(Suspicion, TellsOfPointsBehindTheCentreWhatTurnsCanTell) {
  SCRUTINEER_NEEDS_SUMO();
  const std::vector<SoundRun> runs = five_runs();
  struct Case {
    const char* name;
    std::size_t run;
    double ahead;
    const char* option;  // empty: none
  };
  const Case cases[] = {
      {"rear bumper in the example town", 0, -0.5, "--reference rear"},
      {"rear axle in the example town", 0, -0.28, "--reference rear_axle"},
      {"rear bumper of esmini's vehicles, which turn about their rear axle", 1, -0.5, "--reference rear_axle"},
      {"rear axle of esmini's vehicles", 1, -0.28, ""},
      {"rear bumper in CARLA", 2, -0.5, "--reference rear"},
      {"rear axle in CARLA", 2, -0.28, "--reference rear_axle"},
      {"rear bumper in SUMO", 3, -0.5, "--reference rear"},
      {"rear axle in SUMO", 3, -0.28, "--reference rear_axle"},
  };
  for (const Case& c : cases) {
    RunData bad = runs[c.run].run;
    point_ahead(c.ahead)(bad);
    const Said said = said_of(bad, runs[c.run].map.get());
    EXPECT_EQ(said.options.empty() ? "" : said.options.front(), c.option) << c.name << ": " << said.texts;
  }
}

TEST(Suspicion, RecognisesAMapOfAnotherPlace) {
  SCRUTINEER_NEEDS_SUMO();
  const std::vector<SoundRun> runs = five_runs();
  struct Case {
    std::size_t run;
    const char* map;
  };
  const Case cases[] = {{0, "Town01"},   {0, "multi_intersections"}, {1, "Town10HD"},     {1, "fabriksgatan"},
                        {2, "Town07"},   {2, "multi_intersections"}, {3, "fabriksgatan"}, {3, "multi_intersections"},
                        {4, "Town10HD"}, {4, "multi_intersections"}};
  for (const Case& c : cases) {
    const auto map = map_of(c.map);
    // The middle of the run is put onto the middle of the other map, so that they overlap.
    const auto middle = [](const map::Extent& extent) {
      return std::pair(0.5 * (extent.x_min + extent.x_max), 0.5 * (extent.y_min + extent.y_max));
    };
    const auto [own_x, own_y] = middle(runs[c.run].map->extent());
    const auto [other_x, other_y] = middle(map->extent());
    const RunData moved = through(runs[c.run].run, {}, {.x = other_x - own_x, .y = other_y - own_y});
    const Said said = said_of(moved, map.get());
    EXPECT_TRUE(said.is_refused || said.names("--map")) << runs[c.run].name << " on " << c.map << ": " << said.texts;
  }
}

TEST(Suspicion, RecognisesYawThatIsClockwise) {
  SCRUTINEER_NEEDS_SUMO();
  struct Fault {
    const char* name;
    std::function<double(double)> yaw;
    const char* text;  // how the only doubt begins
  };
  constexpr double kQuarter = 90.0 * kDegree;
  const Fault faults[] = {
      {"a compass", [](double yaw) { return kQuarter - yaw; },
       "yaw looks clockwise from +y, as a compass counts, in radians"},
      {"a compass in degrees", [](double yaw) { return (kQuarter - yaw) / kDegree; },
       "yaw looks clockwise from +y, as a compass counts, in degrees"},
      {"clockwise", [](double yaw) { return -yaw; }, "yaw looks clockwise from +x, in radians"},
      {"clockwise in degrees", [](double yaw) { return -yaw / kDegree; }, "yaw looks clockwise from +x, in degrees"},
  };
  for (const SoundRun& sound : five_runs())
    for (const Fault& fault : faults) {
      RunData bad = sound.run;
      each_state(bad, [&](ActorState& state, const trace::ActorInfo&) { state.yaw = fault.yaw(state.yaw); });
      const Said said = said_of(bad, nullptr);
      EXPECT_THAT(said.texts, testing::StartsWith(fault.text)) << fault.name << " in " << sound.name;
      EXPECT_EQ(said.options.size(), 1U) << fault.name << " in " << sound.name << ": " << said.texts;
    }
}

// Two cars, "ego" and "7", that speed up and slow down in a bend and report everything.
RunData two_cars() {
  RunData run;
  for (const char* id : {"ego", "7"})
    run.actors.push_back({.id = id, .category = trace::Category::car, .length = 4.5, .width = 1.8, .height = 1.5});
  constexpr double kStep = 0.1, kYawRate = 0.1;
  double x = 0.0, y = 0.0, speed = 8.0;
  for (int i = 0; i < 100; ++i) {
    const double acceleration = i % 50 < 25 ? 3.0 : -3.0, yaw = 0.3 + kYawRate * kStep * i;
    trace::Frame& frame = run.frames.emplace_back();
    frame.time = Time(i * 100ms);
    frame.number = static_cast<std::uint64_t>(i);
    for (const std::size_t actor : {0U, 1U}) {
      ActorState state{.actor = trace::ActorId(actor), .x = x, .y = y + 20.0 * static_cast<double>(actor), .yaw = yaw};
      state.vx = speed * std::cos(yaw);
      state.vy = speed * std::sin(yaw);
      state.ax = acceleration * std::cos(yaw) - speed * kYawRate * std::sin(yaw);
      state.ay = acceleration * std::sin(yaw) + speed * kYawRate * std::cos(yaw);
      state.yaw_rate = kYawRate;
      for (const Field field : {Field::velocity, Field::acceleration, Field::yaw_rate}) state.fields.set(field);
      frame.actors.push_back(state);
    }
    const double middle = speed + 0.5 * acceleration * kStep;
    x += kStep * middle * std::cos(yaw + 0.5 * kYawRate * kStep);
    y += kStep * middle * std::sin(yaw + 0.5 * kYawRate * kStep);
    speed += acceleration * kStep;
  }
  return run;
}

// What no unit explains, such as zeros for what the run does not know: also of one actor among others.
TEST(Suspicion, TellsWhichNumbersOfWhomContradictOthers) {
  using Change = std::function<void(ActorState&)>;
  const auto of = [](std::vector<std::size_t> actors, Change change) {
    return [=](RunData& run) {
      each_state(run, [&](ActorState& state, const trace::ActorInfo&) {
        if (std::ranges::count(actors, state.actor.index()) > 0) change(state);
      });
    };
  };
  const auto no_velocity = [](ActorState& state) { state.vx = state.vy = 0.0; };
  const auto no_acceleration = [](ActorState& state) { state.ax = state.ay = 0.0; };
  const auto times = [](double factor) {
    return [factor](ActorState& state) {
      state.vx *= factor;
      state.vy *= factor;
    };
  };
  const auto accelerated = [](double factor) {
    return [factor](ActorState& state) {
      state.ax *= factor;
      state.ay *= factor;
    };
  };
  struct Case {
    const char* name;
    std::function<void(RunData&)> plant;
    const char* begins;  // what is said; empty: nothing
    const char* says = "";
  };
  const Case cases[] = {
      {"sound", [](RunData&) {}, ""},
      {"velocities are 0", of({0, 1}, no_velocity), "velocities of ego and 7 contradict positions", "they are 0 times"},
      {"those of the ego are", of({0}, no_velocity), "velocities of ego contradict positions", "they are 0 times"},
      {"only one is in km/h", of({1}, times(3.6)), "velocities of 7 contradict positions", "they are 3.6 times"},
      {"all are: that is a unit", of({0, 1}, times(3.6)), "velocities look like km/h"},
      {"too fast by a fifth", of({0, 1}, times(1.2)), ""},
      {"accelerations are 0", of({0, 1}, no_acceleration),
       "accelerations of ego and 7 are always 0 although speeds change"},
      {"accelerations of one are in g", of({1}, accelerated(1.0 / 9.80665)),
       "accelerations of 7 contradict reported speeds", "they are 0.1 times what those tell"},
      {"accelerations are in cm/s2", of({0, 1}, accelerated(100.0)), "accelerations of ego and 7 contradict reported"},
      {"accelerations point backwards", of({0, 1}, accelerated(-1.0)), "accelerations of ego and 7",
       "they are -0.98 times"},
      {"accelerations are too large by a half", of({0, 1}, accelerated(1.5)), ""},
      {"accelerations are not reported",
       of({0, 1},
          [&](ActorState& state) {
            no_acceleration(state);
            state.fields.clear(Field::acceleration);
          }),
       ""},
      {"yaw rates are 0", of({1}, [](ActorState& state) { state.yaw_rate = 0.0; }),
       "yaw rates of 7 are always 0 although headings change"},
      {"yaw rates are in degrees", of({0, 1}, [](ActorState& state) { state.yaw_rate /= kDegree; }),
       "yaw rates of ego and 7 contradict headings", "they are 57 times"},
      {"yaw rates are to the right", of({1}, [](ActorState& state) { state.yaw_rate = -state.yaw_rate; }),
       "yaw rates of 7 contradict headings", "they are -1 times"},
      {"headings are across", of({0}, [](ActorState& state) { state.yaw += 0.5 * kPi; }),
       "headings of ego contradict positions: nearly all movement is across them"},
      {"it reverses", of({0}, [](ActorState& state) { state.yaw += kPi; }), ""},
      {"headings come from the movement",
       of({0},
          [](ActorState& state) {
            state.yaw += 0.5 * kPi;
            state.yaw_is_course = true;
          }),
       ""},
  };
  for (const Case& c : cases) {
    RunData run = two_cars();
    c.plant(run);
    const std::string texts = said_of(run, nullptr).texts;
    if (*c.begins == '\0')
      EXPECT_EQ(texts, "") << c.name;
    else
      EXPECT_THAT(texts, testing::AllOf(testing::StartsWith(c.begins), HasSubstr(c.says))) << c.name;
    EXPECT_LE(std::ranges::count(texts, '\n'), 1) << c.name << " is one fault: " << texts;
  }
}

TEST(Suspicion, TellsOfPositionsThatStayAlthoughSpeedsAreReported) {
  const auto scaled = [](double factor, double x, std::vector<std::size_t> actors = {0, 1}) {
    return [=](RunData& run) {
      each_state(run, [&](ActorState& state, const trace::ActorInfo&) {
        if (std::ranges::count(actors, state.actor.index()) == 0) return;
        state.x = x + factor * state.x;
        state.y = factor == 0.0 ? 20.0 * static_cast<double>(state.actor.index()) : factor * state.y;
      });
    };
  };
  const auto shortened = [&](std::size_t frames) {
    return [=](RunData& run) {
      scaled(0.0, 0.0)(run);
      run.frames.resize(frames);
    };
  };
  struct Case {
    const char* name;
    std::function<void(RunData&)> plant;
    const char* begins;  // what is said; empty: nothing
    const char* says = "";
  };
  constexpr const char* kDegrees = "if they are degrees of longitude and latitude";
  constexpr const char* kPositions = "if positions are degrees of longitude and latitude";
  const Case cases[] = {
      {"frozen", scaled(0.0, 1000.0), "positions of ego and 7 stay within a metre while reported speeds make",
       "one of both is wrong; --trust-input"},
      {"degrees", scaled(9e-6, 10.5), "positions of ego and 7 stay within a metre", kDegrees},
      {"only one", scaled(0.0, 1000.0, {1}), "positions of 7 stay within a metre"},
      {"for 2.5 s", shortened(26), "positions of ego and 7 stay within a metre"},
      {"not long enough", shortened(15), ""},
      {"degrees without speeds",
       [&](RunData& run) {
         scaled(9e-6, 10.5)(run);
         each_state(run, [](ActorState& state, const trace::ActorInfo&) {
           state.vx = state.vy = 0.0;
           for (const Field field : {Field::velocity, Field::acceleration, Field::yaw_rate}) state.fields.clear(field);
         });
       },
       "all 2 vehicles are in the same place, within a metre, and none moves", kPositions},
      {"one of them, which nobody can tell",
       [&](RunData& run) {
         scaled(9e-6, 10.5)(run);
         for (trace::Frame& frame : run.frames) {
           frame.actors.resize(1);
           frame.actors[0].fields = {};
         }
       },
       ""},
      {"slow as noise",
       [&](RunData& run) {
         scaled(0.0, 0.0)(run);
         each_state(run, [](ActorState& state, const trace::ActorInfo&) {
           state.vx *= 0.08;
           state.vy *= 0.08;
         });
       },
       ""},
      {"for a while",
       [](RunData& run) {
         for (std::size_t i = 60; i < run.frames.size(); ++i)
           for (std::size_t actor : {0U, 1U}) {
             run.frames[i].actors[actor].x = run.frames[60].actors[actor].x;
             run.frames[i].actors[actor].y = run.frames[60].actors[actor].y;
           }
       },
       ""},
  };
  for (const Case& c : cases) {
    RunData run = two_cars();
    c.plant(run);
    const std::string texts = said_of(run, nullptr).texts;
    if (*c.begins == '\0')
      EXPECT_EQ(texts, "") << c.name;
    else
      EXPECT_THAT(texts, testing::AllOf(testing::StartsWith(c.begins), HasSubstr(c.says))) << c.name;
    EXPECT_LE(std::ranges::count(texts, '\n'), 1) << c.name << " is one fault: " << texts;
  }
}

// As in a log that is written more often than objects are told.
TEST(Suspicion, TellsOfPositionsThatComeSeveralTimes) {
  const auto held_for = [](std::size_t frames, std::size_t actor, std::size_t until = 1'000'000) {
    return [=](RunData& run) {
      for (std::size_t i = 0; i < std::min(run.frames.size(), until); ++i) {
        const ActorState& held = run.frames[i / frames * frames].actors[actor];
        run.frames[i].actors[actor].x = held.x;
        run.frames[i].actors[actor].y = held.y;
      }
    };
  };
  struct Case {
    const char* name;
    std::function<void(RunData&)> plant;
    std::string says;  // empty: nothing about this
  };
  const Case cases[] = {
      {"new in every frame", held_for(1, 1), ""},
      {"in every second", held_for(2, 1), "positions of 7 change only in one of about 2 frames"},
      {"in every fifth", held_for(5, 1), "positions of 7 change only in one of about 5 frames"},
      {"both",
       [&](RunData& run) {
         held_for(4, 0)(run);
         held_for(4, 1)(run);
       },
       "positions of ego and 7 change only in one of about 4 frames"},
      {"for a while", held_for(2, 1, 20), ""},
      {"one that stops for half of each second",
       [](RunData& run) {
         for (std::size_t i = 1; i < run.frames.size(); ++i) {
           ActorState& state = run.frames[i].actors[1];
           const ActorState& before = run.frames[i - 1].actors[1];
           state.x = before.x + (i % 10 < 5 ? 0.0 : 0.5);
           state.y = before.y;
         }
       },
       ""},
  };
  for (const Case& c : cases) {
    RunData run = two_cars();
    c.plant(run);
    const std::string texts = said_of(run, nullptr).texts;
    EXPECT_EQ(texts.find("change only in") != std::string::npos, !c.says.empty()) << c.name << ": " << texts;
    EXPECT_THAT(texts, HasSubstr(c.says)) << c.name;
  }
}

// These write 0 for what they do not know.
TEST(Suspicion, TellsOfZerosInRealRuns) {
  SCRUTINEER_NEEDS_DATA();
  const auto texts = [](const char* name) { return said_of(read(kit::data_dir() / "runs" / name), nullptr).texts; };
  EXPECT_THAT(texts("omega-prime/osi_centerline_example.mcap"),
              testing::StartsWith("accelerations of 192, 193 and 4 others are always 0 although speeds change"));
  EXPECT_THAT(texts("pmsf/nurbs_trajectory_3d.mcap"),
              testing::AllOf(testing::StartsWith("accelerations of 13 are always 0 although speeds change"),
                             HasSubstr("\nyaw rates of 13 are always 0 although headings change")));
}

TEST(Suspicion, RecognisesHeightsThatAreNotTheMaps) {
  const auto map = example_map();
  struct Case {
    const char* name;
    double added;
    bool has_heights;
    std::vector<std::string> options;
  };
  const Case cases[] = {
      {"those of the map", 0.0, true, {}},
      {"a little above it", 2.5, true, {}},
      {"above the ellipsoid", 46.0, true, {"--ignore-height"}},
      {"below", -8.0, true, {"--ignore-height"}},
      {"none", 46.0, false, {}},
  };
  for (const Case& c : cases) {
    RunData run = read(kit::source_dir() / "examples/runs/town.csv");
    each_state(run, [&](ActorState& state, const trace::ActorInfo&) {
      state.z += c.added;
      if (!c.has_heights) state.fields.clear(Field::z);
    });
    EXPECT_EQ(said_of(run, map.get()).options, c.options) << c.name;
  }
}

TEST(Suspicion, SaysNothingOfWhatIsTooLittle) {
  RunData run;
  run.actors.push_back({.id = "1", .category = trace::Category::car, .length = 4.5, .width = 1.8, .height = 1.5});
  for (int i = 0; i < 5; ++i) {
    trace::Frame& frame = run.frames.emplace_back();
    frame.time = Time(i * 100ms);
    frame.number = static_cast<std::uint64_t>(i);
    frame.actors.push_back({.actor = trace::ActorId(0), .x = 0.0, .y = 1.5 * i, .yaw = 90.0});
  }
  EXPECT_EQ(said_of(run, nullptr).texts, "");
  EXPECT_EQ(said_of(RunData(), nullptr).texts, "");
}

}  // namespace
}  // namespace scrutineer::scene
