// CARLA's recordings: small ones made here, and real ones against what others decoded.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numbers>

#include "base/angle.h"
#include "kit/carla_log.h"
#include "kit/data.h"
#include "kit/read_run.h"
#include "trace/recognise.h"

namespace scrutineer::trace {
namespace {

using kit::CarlaLog;
using kit::CarlaSpawn;
using kit::ReadRun;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using Json = nlohmann::json;

ReadRun read(const CarlaLog& log, bool skips = false) {
  return kit::read_run(log.bytes(), {.file = "run.log", .skip_bad_frames = skips});
}

// ---- the samples ------------------------------------------------------------------------------------------------------

const char* const kSamples[] = {"DistanceBetweenVehicles_2020", "DistanceToLaneCenter_2021", "synthetic_ue5_doubles"};

std::filesystem::path sample_dir() { return kit::data_dir() / "inputs" / "carla"; }
ReadRun sample(const std::string& name) {
  return kit::read_run_file({.file = (sample_dir() / (name + ".log")).string()});
}
Json expected_of(const std::string& name) {
  return Json::parse(kit::read_text(sample_dir() / "expected" / (name + ".json")));
}

// The state of an actor in a frame that is counted from 1, held against its decoded pose.
void expect_pose(const ReadRun& run, const std::string& id, const Json& actor, const Json& pose) {
  const ActorState* state = run.state(pose["frame"].get<std::size_t>() - 1, id);
  if (pose["z_m"].get<double>() < -100.0) {
    EXPECT_EQ(state, nullptr) << "underground";
    return;
  }
  ASSERT_NE(state, nullptr);
  const double yaw = pose["yaw_rad_right_handed"];
  const Json origin = actor["box_origin_as_stored"], half = actor["box_half_extent_as_stored"];
  const Json rotation = pose["stored_rot_roll_pitch_yaw_deg"];  // to 4 digits
  const double roll = rotation[0].get<double>() * kDegree, pitch = rotation[1].get<double>() * kDegree;
  // Both are small: the middle of the box leans to the right and back with them.
  const double above = origin[2].get<double>() / 100.0;
  const double ahead = origin[0].get<double>() / 100.0 - above * pitch;
  const double right = origin[1].get<double>() / 100.0 + above * roll;
  EXPECT_NEAR(state->x, pose["x_m"].get<double>() + ahead * std::cos(yaw) + right * std::sin(yaw), 1e-3);
  EXPECT_NEAR(state->y, pose["y_m_right_handed"].get<double>() + ahead * std::sin(yaw) - right * std::cos(yaw), 1e-3);
  const double up = (origin[2].get<double>() - half[2].get<double>()) / 100.0;
  EXPECT_NEAR(state->z, pose["z_m"].get<double>() + up, 1e-3);
  EXPECT_NEAR(state->roll, roll, 1e-6);
  EXPECT_NEAR(state->pitch, -pitch, 1e-6);
  EXPECT_NEAR(std::remainder(state->yaw + rotation[2].get<double>() * kDegree, 2 * std::numbers::pi), 0.0, 1e-6);
  // The time is written with 6 digits.
  EXPECT_NEAR(to_seconds(run.frames[pose["frame"].get<std::size_t>() - 1].time), pose["t"].get<double>(), 5.1e-7);
}

void expect_lamps(const ReadRun& run, const std::string& id, const Json& changes) {
  std::vector<std::pair<double, bool>> found;  // since when its brake lights are on or off
  for (std::size_t i = 0; i < run.frames.size(); ++i) {
    const ActorState* state = run.state(i, id);
    if (state == nullptr) continue;
    EXPECT_EQ(state->indicator, Indicator::off);
    const bool brakes = state->brake_light == BrakeLight::on;
    if (found.empty() || found.back().second != brakes) found.emplace_back(to_seconds(run.frames[i].time), brakes);
  }
  ASSERT_EQ(found.size(), changes.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].second, (changes[i][1].get<unsigned>() & 8U) != 0);
    if (i > 0) {
      EXPECT_NEAR(found[i].first, changes[i][0].get<double>(), 5.1e-5);
    }
  }
}

TEST(CarlaReader, VehiclesOfSamplesAreAsDecoded) {
  SCRUTINEER_NEEDS_DATA();
  for (const char* name : kSamples) {
    const Json expected = expected_of(name);
    const ReadRun run = sample(name);
    ASSERT_EQ(run.problem, "") << name;
    EXPECT_EQ(run.trace->format(), "carla");
    ASSERT_EQ(run.frames.size(), expected["frames"].get<std::size_t>()) << name;
    EXPECT_EQ(run.frames.back().time, Time(*from_seconds(expected["last_frame"]["t"].get<double>()))) << name;
    EXPECT_EQ(run.tables.actors().size(), expected["actors"].size()) << name;
    for (const Json& actor : expected["actors"]) {
      const std::string id = std::to_string(actor["id"].get<int>());
      SCOPED_TRACE(testing::Message() << name << ", actor " << id);
      const ActorInfo& info = run.info(id);
      EXPECT_EQ(info.category, Category::car);
      EXPECT_EQ(info.is_host, actor["role_name"] == "hero");
      const Json half = actor["box_half_extent_as_stored"];
      EXPECT_NEAR(info.length, half[0].get<double>() / 50.0, 1e-3);
      EXPECT_NEAR(info.width, half[1].get<double>() / 50.0, 1e-3);
      EXPECT_NEAR(info.height, half[2].get<double>() / 50.0, 1e-3);
      EXPECT_FALSE(info.size_is_default);
      expect_pose(run, id, actor, actor["first"]);
      expect_pose(run, id, actor, actor["last"]);
      expect_lamps(run, id, actor["vehicle_light_changes"]);
      double top = 0.0;
      for (std::size_t i = 0; i < run.frames.size(); ++i)
        if (const ActorState* state = run.state(i, id)) {
          EXPECT_TRUE(state->fields.has(Field::velocity));
          top = std::max(top, std::hypot(state->vx, state->vy));
        }
      EXPECT_NEAR(top, actor["speed_mps"]["max"].get<double>(), 2e-3);
    }
  }
}

TEST(CarlaReader, LightsOfSamplesAreAsDecoded) {
  SCRUTINEER_NEEDS_DATA();
  for (const char* name : kSamples) {
    const Json expected = expected_of(name);
    const ReadRun run = sample(name);
    ASSERT_EQ(run.tables.lights().size(), expected["traffic_lights"].size()) << name;
    std::vector<std::vector<std::pair<double, LightColour>>> changes(run.tables.lights().size());
    std::vector<std::size_t> records(changes.size());
    for (const Frame& frame : run.frames)
      for (const LightState& state : frame.lights) {
        auto& own = changes[state.light.index()];
        ++records[state.light.index()];
        if (own.empty() || own.back().second != state.colour) own.emplace_back(to_seconds(frame.time), state.colour);
      }
    for (std::size_t i = 0; i < changes.size(); ++i) {
      const Json& light = expected["traffic_lights"][i];
      const LightInfo& info = run.tables.lights()[i];
      SCOPED_TRACE(testing::Message() << name << ", light " << info.id);
      EXPECT_EQ(info.id, std::to_string(light["id"].get<int>()));
      EXPECT_EQ(records[i], light["records"].get<std::size_t>());
      EXPECT_NEAR(*info.x, light["x_m"].get<double>(), 1e-3);
      EXPECT_NEAR(*info.y, light["y_m_right_handed"].get<double>(), 1e-3);
      EXPECT_NEAR(*info.z, light["z_m"].get<double>(), 1e-3);
      const std::map<std::string, LightColour> colours{
          {"red", LightColour::red}, {"yellow", LightColour::yellow}, {"green", LightColour::green}};
      ASSERT_EQ(changes[i].size(), light["states"].size());
      for (std::size_t k = 0; k < changes[i].size(); ++k) {
        EXPECT_NEAR(changes[i][k].first, light["states"][k][0].get<double>(), 5.1e-5);
        EXPECT_EQ(changes[i][k].second, colours.at(light["states"][k][1].get<std::string>()));
      }
    }
  }
}

TEST(CarlaReader, WhatIsNoTrafficIsToldApart) {
  SCRUTINEER_NEEDS_DATA();
  const ReadRun drive = sample("DistanceBetweenVehicles_2020");
  EXPECT_THAT(drive.tables.notes(),
              ElementsAre("actor 270 (z -498.8 m): parked far below the ground, and left out while there",
                          "no traffic, and left out: 115 props, 6 sensors, 21 signs; signs and speed limits are judged "
                          "as the map has them"));
  EXPECT_EQ(drive.state(416, "270"), nullptr);
  ASSERT_NE(drive.state(417, "270"), nullptr);  // the scenario begins
  EXPECT_NEAR(drive.state(417, "270")->z, 1.0, 0.1);
  EXPECT_THAT(sample("DistanceToLaneCenter_2021").tables.notes(),
              ElementsAre(HasSubstr("118 props, 6 sensors, 21 signs")));
}

TEST(CarlaReader, SingleAndDoubleVectorsGiveTheSameDrive) {
  SCRUTINEER_NEEDS_DATA();
  const ReadRun single = sample("DistanceToLaneCenter_2021"), twice = sample("synthetic_ue5_doubles");
  ASSERT_EQ(twice.frames.size(), 80U);
  for (std::size_t i = 0; i < twice.frames.size(); ++i) {
    EXPECT_EQ(twice.frames[i].time, single.frames[i].time);
    EXPECT_EQ(twice.state(i, "234")->x, single.state(i, "234")->x);
    EXPECT_EQ(twice.state(i, "234")->vy, single.state(i, "234")->vy);
  }
}

TEST(CarlaReader, RecordedCollisionsAreTold) {
  SCRUTINEER_NEEDS_DATA();
  const ReadRun run = sample("synthetic_ue5_doubles");
  ASSERT_EQ(run.tables.contacts().size(), 2U);
  const RecordedContact &wall = run.tables.contacts()[0], &spectator = run.tables.contacts()[1];
  EXPECT_EQ(run.tables.actors()[wall.actor.index()].id, "234");
  EXPECT_FALSE(wall.other.valid());
  EXPECT_EQ(wall.other_name, "");
  EXPECT_EQ(wall.first, run.frames[39].time);
  EXPECT_EQ(wall.last, run.frames[40].time);
  EXPECT_EQ(spectator.other_name, "spectator");
  EXPECT_EQ(sample("DistanceBetweenVehicles_2020").tables.contacts().size(), 0U);
}

TEST(CarlaReader, TellsTheMap) {
  struct Case {
    const char* name;
    const char* stored;
    const char* map;
  };
  const Case cases[] = {{"a name", "Town01", "Town01"},
                        {"a path", "Carla/Maps/Town03", "Town03"},
                        {"without layers", "/Game/Carla/Maps/Town10HD_Opt", "Town10HD"},
                        {"of one's own", "map_package/Maps/my_town/my_town", "my_town"}};
  for (const auto& [name, stored, map] : cases) EXPECT_EQ(named_map(CarlaLog(stored).bytes()), map) << name;
  EXPECT_EQ(named_map("time,id,type,x,y,length,width,height\n"), std::nullopt);
}

// ---- made up ----------------------------------------------------------------------------------------------------------

TEST(CarlaReader, AxesAndUnits) {
  for (const bool doubles : {false, true}) {
    CarlaLog log("Town01", doubles);
    log.frame(2.5)
        .add({.id = 7, .role = "hero"})
        .box(7, {200.0, 100.0, 50.0}, {50.0, 10.0, 60.0})
        .pose(7, {1000.0, 2000.0, 30.0}, {0.0, 0.0, 90.0})
        .kinematics(7, {1.0, 2.0, 0.5}, {0.0, 0.0, 45.0})
        .end();
    const ReadRun run = read(log);
    ASSERT_EQ(run.problem, "");
    const ActorState& state = *run.state(0, "7");
    // Ahead is where y grows in the recording, which is to the right: -y of the map.
    EXPECT_NEAR(state.x, 9.9, 1e-6);
    EXPECT_NEAR(state.y, -20.5, 1e-6);
    EXPECT_NEAR(state.z, 0.4, 1e-6);
    EXPECT_NEAR(state.yaw, -std::numbers::pi / 2, 1e-9);
    EXPECT_EQ(state.vx, 1.0);
    EXPECT_EQ(state.vy, -2.0);
    EXPECT_EQ(state.vz, 0.5);
    EXPECT_NEAR(state.yaw_rate, -std::numbers::pi / 4, 1e-9);
    const ActorInfo& info = run.info("7");
    EXPECT_EQ(info.length, 4.0);
    EXPECT_EQ(info.width, 2.0);
    EXPECT_EQ(info.height, 1.0);
    EXPECT_EQ(run.tables.host_id(), "7");
    EXPECT_EQ(run.tables.start_seconds(), 2.5);
  }
}

TEST(CarlaReader, APitchedBoxTurnsWithItsVehicle) {
  CarlaLog log;
  log.frame(0.0).add({}).box(1, {200.0, 100.0, 50.0}, {0.0, 0.0, 100.0}).pose(1, {}, {0.0, 30.0, 0.0}).end();
  log.frame(0.1).pose(1, {}, {30.0, 0.0, 0.0}).end();
  const ReadRun run = read(log);
  // The nose is up, so that the roof leans back; then its right side is down.
  EXPECT_NEAR(run.state(0, "1")->x, -0.5, 1e-6);
  EXPECT_NEAR(run.state(0, "1")->pitch, -30.0 * kDegree, 1e-9);
  EXPECT_NEAR(run.state(1, "1")->y, -0.5, 1e-6);
  EXPECT_NEAR(run.state(1, "1")->roll, 30.0 * kDegree, 1e-9);
}

TEST(CarlaReader, KindsOfActors) {
  using Attributes = std::vector<std::pair<std::string, std::string>>;
  struct Case {
    const char* name;
    CarlaSpawn actor;
    Category category;
  };
  const Case cases[] = {
      {"a car", {}, Category::car},
      {"by its base type", {.blueprint = "vehicle.x.y", .attributes = Attributes{{"base_type", "bus"}}}, Category::bus},
      {"an old truck", {.blueprint = "vehicle.carlamotors.carlacola"}, Category::truck},
      {"a van", {.blueprint = "vehicle.volkswagen.t2_2021"}, Category::van},
      {"a bicycle",
       {.blueprint = "vehicle.bh.crossbike", .attributes = Attributes{{"number_of_wheels", "2"}}},
       Category::bicycle},
      {"two wheels",
       {.blueprint = "vehicle.yamaha.yzf", .attributes = Attributes{{"number_of_wheels", "2"}}},
       Category::motorcycle},
      {"a walker", {.type = 2, .blueprint = "walker.pedestrian.0001"}, Category::person},
      {"a barrier", {.type = 0, .blueprint = "static.prop.streetbarrier", .role = "prop"}, Category::object},
  };
  for (const auto& [name, actor, category] : cases) {
    CarlaLog log;
    log.frame(0.0).add(actor).box(1).pose(1, {}).end();
    const ReadRun run = read(log);
    ASSERT_EQ(run.frames.size(), 1U) << name;
    ASSERT_EQ(run.tables.actors().size(), 1U) << name;
    EXPECT_EQ(run.info("1").category, category) << name;
  }
}

TEST(CarlaReader, PropsAreTrafficWhenTheyMoveOrStandInTheWay) {
  struct Case {
    const char* name;
    CarlaSpawn actor;
    double half_height;  // cm
    double moves;        // cm
    bool is_there;
  };
  const CarlaSpawn chair{.type = 0, .blueprint = "static.prop.mesh", .role = ""},
      barrier{.type = 0, .blueprint = "static.prop.streetbarrier", .role = "prop"};
  const Case cases[] = {{"scenery", chair, 60.0, 0.0, false},
                        {"scenery that trembles", chair, 60.0, 5.0, false},
                        {"scenery that was pushed", chair, 60.0, 50.0, true},
                        {"an obstacle", barrier, 50.0, 0.0, true},
                        {"debris", barrier, 7.0, 0.0, false},
                        {"a camera", {.type = 5, .blueprint = "sensor.camera.rgb"}, 50.0, 50.0, false},
                        {"an old camera", {.type = 0, .blueprint = "sensor.camera.rgb"}, 50.0, 50.0, false},
                        {"the spectator", {.type = 0, .blueprint = "spectator", .role = ""}, 50.0, 50.0, false}};
  for (const auto& [name, actor, half_height, moves, is_there] : cases) {
    CarlaLog log;
    log.frame(0.0).add(actor).box(1, {50.0, 50.0, half_height}).pose(1, {}).end();
    log.frame(0.1).pose(1, {moves, 0.0, 0.0}).end();
    const ReadRun run = read(log);
    ASSERT_EQ(run.frames.size(), 2U) << name;
    EXPECT_EQ(run.state(1, "1") != nullptr, is_there) << name;
  }
}

// One that stands stays where it is for whoever meets it; one that is pushed or pulled later does not.
TEST(CarlaReader, APropThatStoodMayMove) {
  CarlaLog log;
  log.frame(0.0).add({.type = 0, .blueprint = "static.prop.shoppingcart", .role = "prop"}).box(1).pose(1, {}).end();
  log.frame(0.1).pose(1, {}).end();
  EXPECT_TRUE(read(log).info("1").is_static);
  log.frame(0.2).pose(1, {50.0, 0.0, 0.0}).end();
  EXPECT_FALSE(read(log).info("1").is_static);
}

TEST(CarlaReader, Lamps) {
  struct Case {
    const char* name;
    std::uint32_t flags;
    Indicator indicator;
    BrakeLight brake;
  };
  const Case cases[] = {
      {"off", 0, Indicator::off, BrakeLight::off},        {"low beam", 2, Indicator::off, BrakeLight::off},
      {"braking", 8 | 2, Indicator::off, BrakeLight::on}, {"right", 16, Indicator::right, BrakeLight::off},
      {"left", 32 | 1, Indicator::left, BrakeLight::off}, {"hazard", 48, Indicator::hazard, BrakeLight::off}};
  for (const auto& [name, flags, indicator, brake] : cases) {
    CarlaLog log;
    log.frame(0.0).add({}).pose(1, {}).lamps(1, flags).end();
    const ReadRun run = read(log);
    EXPECT_EQ(run.state(0, "1")->indicator, indicator) << name;
    EXPECT_EQ(run.state(0, "1")->brake_light, brake) << name;
  }
  CarlaLog log;  // before 0.9.10 nobody recorded them
  log.frame(0.0).add({}).pose(1, {}).end();
  EXPECT_FALSE(read(log).state(0, "1")->fields.has(Field::indicator));
}

TEST(CarlaReader, WithoutFurtherDataSizesAreUsualOnesAndMotionIsDerived) {
  CarlaLog log;
  log.frame(0.0)
      .add({})
      .add({.id = 2, .type = 2, .blueprint = "walker.pedestrian.0001"})
      .pose(1, {0.0, 0.0, 10.0})
      .pose(2, {0.0, 0.0, 100.0})
      .walk(2, 1.5F)
      .end();
  const ReadRun run = read(log);
  const ActorState &car = *run.state(0, "1"), &walker = *run.state(0, "2");
  EXPECT_FALSE(car.fields.has(Field::velocity));
  EXPECT_TRUE(run.info("1").size_is_default);
  EXPECT_NEAR(car.z, 0.1, 1e-6);
  EXPECT_EQ(walker.speed, 1.5);
  EXPECT_NEAR(walker.z, 1.0 - run.info("2").height / 2, 1e-6);  // the origin is its middle
  EXPECT_THAT(run.tables.notes(), Contains(HasSubstr("car 1 has no (complete) size")));
}

TEST(CarlaReader, TheHeroIsTheEgo) {
  struct Case {
    const char* name;
    std::vector<std::string> roles;
    std::optional<std::string> host;
    const char* note;
  };
  const Case cases[] = {{"hero", {"autopilot", "hero"}, "2", ""},
                        {"of the ROS bridge", {"ego_vehicle"}, "1", ""},
                        {"none", {"autopilot", "scenario"}, std::nullopt, ""},
                        {"two", {"hero", "hero"}, std::nullopt, "actors 1, 2 all play the hero: --ego names the one"}};
  for (const auto& [name, roles, host, note] : cases) {
    CarlaLog log;
    log.frame(0.0);
    for (std::uint32_t id = 1; id <= roles.size(); ++id)
      log.add({.id = id, .role = roles[id - 1]}).box(id).pose(id, {});
    const ReadRun run = read(log.end());
    EXPECT_EQ(run.tables.host_id(), host) << name;
    if (*note != '\0') {
      EXPECT_THAT(run.tables.notes(), Contains(HasSubstr(note))) << name;
    }
  }
}

TEST(CarlaReader, ActorsComeAndGoAndLieUnderground) {
  CarlaLog log;
  log.frame(0.0).add({}).add({.id = 2}).box(1).box(2).pose(1, {}).pose(2, {0.0, 0.0, -50'000.0}).end();
  log.frame(0.1).pose(1, {}).pose(2, {500.0, 0.0, 0.0}).end();
  log.frame(0.2).remove(1).pose(2, {600.0, 0.0, 0.0}).end();
  log.frame(0.3).add({.blueprint = "vehicle.mitsubishi.fusorosa"}).box(1, {500.0, 125.0, 150.0}).pose(1, {}).end();
  const ReadRun run = read(log);
  ASSERT_EQ(run.problem, "");
  EXPECT_THAT(run.ids(0), ElementsAre("1"));
  EXPECT_THAT(run.ids(1), ElementsAre("1", "2"));
  EXPECT_THAT(run.ids(2), ElementsAre("2"));
  EXPECT_THAT(run.ids(3), ElementsAre("1"));
  EXPECT_EQ(run.info("1").category, Category::bus);
  // A land below the sea is no hiding place.
  CarlaLog deep;
  deep.frame(0.0).add({.place = {0.0, 0.0, -43'000.0}}).box(1).pose(1, {0.0, 0.0, -43'000.0}).end();
  EXPECT_THAT(read(deep).ids(0), ElementsAre("1"));
}

TEST(CarlaReader, SaysWhatItCouldNotUse) {
  CarlaLog log;
  log.frame(0.0).add({}).add({.role = "hero"}).box(1).pose(1, {}).pose(99, {}).light(98, 1).end();
  log.packet(30, "whatever").packet(77, "").packet(22, "wheels");
  log.frame(0.1).pose(1, {}).collision(1, 97).end();
  const ReadRun run = read(log);
  EXPECT_EQ(run.problem, "");
  EXPECT_THAT(run.ids(0), ElementsAre("1"));
  EXPECT_THAT(run.tables.notes(),
              ElementsAre("actor 1 is spawned twice: the first time counts",
                          "actor 98, like 1 other, was never spawned in this recording, and is left out",
                          "2 packets of kinds that are not known (30, 77) were passed over"));
}

TEST(CarlaReader, BadRecordings) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto good = [] {
    CarlaLog log;
    log.frame(0.0).add({}).box(1).pose(1, {}).end();
    return log;
  };
  const std::string first = good().bytes();
  struct Case {
    const char* name;
    std::string bytes;
    std::size_t frames;
    const char* problem;
  };
  const std::string later = CarlaLog().frame(0.1).pose(1, {}).end().bytes().substr(CarlaLog().bytes().size());
  const auto cut = [&](std::size_t size) { return first + later.substr(0, size); };
  const Case cases[] = {
      {"no recording", "CARLA_RECORDER", 0, "is of no known format"},
      {"another magic", "\x01" + std::string("\0\x0E\0KARLA_RECORDER", 17), 0, "CARLA recording (CARLA_RECORDER)"},
      {"within the header", first.substr(0, 20), 0, "ends within the header"},
      {"a newer version", CarlaLog("Town01", false, 2).bytes(), 0,
       "version 2 of CARLA's recordings; version 1 is read"},
      {"a header alone", CarlaLog().bytes(), 0, "holds no frames"},
      {"within a packet's header", cut(3), 1, "a packet begins with 5 bytes, but the file ends after 3"},
      {"within FrameStart", cut(9), 1, "a FrameStart packet should have 24 bytes, but the file ends after 4 of them"},
      {"behind FrameStart", cut(29), 1, "the recording ends within a frame"},
      {"within Position", cut(50), 1, "a Position packet should have 30 bytes, but the file ends after 16 of them"},
      {"before FrameEnd", cut(64), 1, "the recording ends within a frame"},
      {"within FrameEnd", cut(66), 1, "a packet begins with 5 bytes, but the file ends after 2"},
      {"a short FrameStart", good().packet(0, "1234").end().bytes(), 1, "FrameStart packet should have 24 bytes"},
      {"no FrameEnd", good().frame(0.1).frame(0.2).end().bytes(), 1, "a frame begins before the one before it"},
      {"no FrameStart", good().end().bytes(), 1, "a frame ends that did not begin"},
      {"a wrong count", good().frame(0.1).packet(6, CarlaLog::number<std::uint16_t>(5)).end().bytes(), 1,
       "a Position packet of 5 records should have 142 bytes, but has 2"},
      {"half an actor", good().frame(0.1).packet(2, CarlaLog::number<std::uint16_t>(1) + "half").end().bytes(), 1,
       "an EventAdd packet of 1 actors ends within one of them"},
      {"a place that is no number", good().frame(0.1).pose(1, {nan, 0.0, 0.0}).end().bytes(), 1,
       "actor 1: x must be a number within +-1e7, found nan"},
      {"a time that is no number", good().frame(nan).end().bytes(), 1, "the time of the frame must be seconds"},
      {"time goes back", good().frame(-1.0).end().bytes(), 1, "time -1 s is earlier than that of the frame before"},
      {"an actor twice", good().frame(0.1).pose(1, {}).pose(1, {}).end().bytes(), 1, "actor 1 comes twice"},
  };
  for (const auto& [name, bytes, frames, problem] : cases) {
    const ReadRun run = kit::read_run(bytes, {.file = "run.log"});
    EXPECT_THAT(run.problem, HasSubstr(problem)) << name;
    EXPECT_EQ(run.frames.size(), frames) << name;
  }
}

TEST(CarlaReader, WhereverItIsCutOffItsWholeFramesAreGiven) {
  CarlaLog log;
  std::vector<std::size_t> ends;  // of frames
  for (int i = 0; i < 4; ++i) {
    log.frame(0.1 * i);
    if (i == 0) log.add({}).box(1);
    log.pose(1, {10.0 * i, 0.0, 0.0}).kinematics(1, {1.0, 0.0, 0.0}).lamps(1, 8).end();
    ends.push_back(log.bytes().size());
  }
  for (std::size_t size = 1; size <= log.bytes().size(); ++size) {
    const ReadRun run = kit::read_run(log.bytes().substr(0, size), {.file = "run.log"});
    const auto whole =
        static_cast<std::size_t>(std::ranges::count_if(ends, [&](std::size_t end) { return end <= size; }));
    EXPECT_EQ(run.frames.size(), whole) << size;
    EXPECT_EQ(run.problem.empty(), std::ranges::find(ends, size) != ends.end()) << size << ": " << run.problem;
  }
}

TEST(CarlaReader, BadFramesCanBeDropped) {
  CarlaLog log;
  log.frame(0.0).add({}).box(1).pose(1, {}).end();
  log.frame(0.1).packet(6, CarlaLog::number<std::uint16_t>(5)).end();
  log.frame(0.2).pose(1, {100.0, 0.0, 0.0}).end();
  const ReadRun run = read(log, true);
  EXPECT_EQ(run.problem, "");
  ASSERT_EQ(run.frames.size(), 2U);
  EXPECT_NEAR(run.state(1, "1")->x, 1.0, 1e-6);
  EXPECT_EQ(run.tables.counts().bad_frames, 1U);
}

}  // namespace
}  // namespace scrutineer::trace
