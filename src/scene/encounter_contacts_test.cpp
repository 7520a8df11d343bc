// What an encounter is where bodies meet.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "base/quantity.h"
#include "kit/maps.h"
#include "kit/scenario.h"
#include "map/read.h"
#include "scene/encounters.h"
#include "scene/scene.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;
using kit::PoseAt;
using kit::Scenario;

kit::MadeActor car_called(std::string id, bool is_ego = false) {
  return {.id = std::move(id), .is_ego = is_ego, .length = 4.0, .width = 2.0, .height = 1.5};
}

// How the ego, the first actor, and the second meet in the first frame in which their bodies overlap.
std::optional<Encounter> first_contact(const kit::RunData& run, const map::RoadNetwork* map) {
  Scene scene({.map = map});
  scene.actors.set_ego(trace::ActorId(0));
  for (const trace::Frame& frame : run.frames) {
    scene.advance(frame, run.actors);
    const Slot ego = scene.actors.slot_of(trace::ActorId(0)), other = scene.actors.slot_of(trace::ActorId(1));
    scene.encounters.follow(ego);
    const Encounter* met = scene.encounters.between(ego, other);
    if (met != nullptr && met->overlaps) return *met;
  }
  return std::nullopt;
}

// The front of the one runs into the side of the other, which was there already.
TEST(Encounters, InACollisionTheOneThatIsHitCameFirst) {
  const auto first_of = [](bool ego_is_hit, Duration step) {
    Scenario scenario({.step = step, .duration = 6s});
    for (const bool is_ego : {true, false}) {
      auto& actor = scenario.add(car_called(is_ego ? "0" : "7", is_ego));
      if (is_ego == ego_is_hit)
        actor.start_free({0.0, -20.0, kPi / 2.0}).speed(8.0);
      else
        actor.start_free({-29.0, 0.0, 0.0}).speed(10.0);
    }
    const auto met = first_contact(scenario.run(), nullptr);
    return met ? std::string(to_word(met->contact.first)) : "no contact";
  };
  for (const Duration step : {10ms, 100ms, 250ms}) {
    EXPECT_EQ(first_of(true, step), "ego") << to_seconds(step);
    EXPECT_EQ(first_of(false, step), "other") << to_seconds(step);
  }
}

// Who runs into another one still follows it in the frame of the contact, wherever in the step that happened; who touches
// another one sideways is beside it.
TEST(Encounters, KeepTheirTypeWhenBodiesMeet) {
  struct Row {
    const char* name;
    double speed, other_speed, other_x, other_y, other_side_speed;
    EncounterType type;
    EncounterRole role;
  };
  const Row rows[] = {
      {"into the rear of a slower one", 20.0, 10.0, 130.0, 0.0, 0.0, EncounterType::following, EncounterRole::follower},
      {"fast", 45.0, 10.0, 160.0, 0.0, 0.0, EncounterType::following, EncounterRole::follower},
      {"half aside", 20.0, 10.0, 130.0, 1.2, 0.0, EncounterType::following, EncounterRole::follower},
      {"hit from behind", 10.0, 20.0, 70.0, 0.0, 0.0, EncounterType::following, EncounterRole::leader},
      {"into one that stands", 15.0, 0.0, 140.0, 0.0, 0.0, EncounterType::standing, EncounterRole::none},
      {"sideways, equally fast", 10.0, 10.0, 101.0, 3.0, -1.0, EncounterType::adjacent, EncounterRole::none},
      {"sideways, overtaking slowly", 11.0, 10.0, 101.0, 3.0, -1.0, EncounterType::adjacent, EncounterRole::none},
  };
  const auto map = map::build_network(kit::straight_road(400.0));
  for (const bool has_map : {true, false})
    for (const Row& row : rows)
      for (const double shift : {0.0, 0.25, 0.5, 0.75}) {
        Scenario scenario({.duration = 8s});
        scenario.add(car_called("0", true)).start_free({100.0, -1.75, 0.0}).speed(row.speed);
        std::vector<PoseAt> poses;
        for (int i = 0; i <= 80; ++i)
          poses.push_back({.at = i * 100ms,
                           .x = row.other_x + shift + 0.1 * i * row.other_speed,
                           .y = row.other_y - 1.75 + 0.1 * i * row.other_side_speed});
        scenario.add(car_called("7")).poses(poses);
        const std::optional<Encounter> met = first_contact(scenario.run(), has_map ? map.get() : nullptr);
        ASSERT_TRUE(met) << row.name << ", " << shift;
        EXPECT_EQ(to_word(met->type), to_word(row.type)) << row.name << ", " << shift;
        EXPECT_EQ(to_word(met->role), to_word(row.role)) << row.name << ", " << shift;
      }
}

// Ways that cross on two decks do not meet, however little lies between them; those of a slope and a level road do.
TEST(Encounters, CrossOnOneLevel) {
  struct Row {
    const char* name;
    double z, climb;  // of the other one, at the start
    EncounterType type;
  };
  const Row rows[] = {
      {"on one level", 0.0, 0.0, EncounterType::crossing},
      {"a little higher", 1.4, 0.0, EncounterType::crossing},
      {"a deck above", 1.6, 0.0, EncounterType::none},
      {"a deck below", -1.6, 0.0, EncounterType::none},
      {"almost a level above", 2.9, 0.0, EncounterType::none},
      {"comes down to it", 2.0, -0.5, EncounterType::crossing},
      {"comes up to it", -2.0, 0.5, EncounterType::crossing},
      {"goes up from above", 1.6, 0.5, EncounterType::none},
      {"goes down from below", -1.6, -0.5, EncounterType::none},
  };
  for (const Row& row : rows) {
    Scenario scenario({.duration = 2s});
    std::vector<PoseAt> own, others;
    for (int i = 0; i <= 20; ++i) {
      const double seconds = 0.1 * i;
      own.push_back({.at = i * 100ms, .x = 5.0 * seconds, .z = 5.0});
      others.push_back({.at = i * 100ms,
                        .x = 20.0,
                        .y = -20.0 + 5.0 * seconds,
                        .yaw = kPi / 2.0,
                        .z = 5.0 + row.z + row.climb * seconds});
    }
    scenario.add(car_called("0", true)).poses(own);
    scenario.add(car_called("7")).poses(others);
    const kit::RunData run = scenario.run();
    Scene scene;
    for (const trace::Frame& frame : run.frames) {
      scene.advance(frame, run.actors);
      const Slot ego = scene.actors.slot_of(trace::ActorId(0));
      scene.encounters.follow(ego);
      if (to_seconds(frame.time) < 0.45) continue;  // until it is known how they climb
      const Encounter* met = scene.encounters.between(ego, scene.actors.slot_of(trace::ActorId(1)));
      ASSERT_TRUE(met != nullptr || row.type == EncounterType::none) << row.name;
      EXPECT_EQ(to_word(met == nullptr ? EncounterType::none : met->type), to_word(row.type))
          << row.name << " at " << to_seconds(frame.time);
      if (to_seconds(frame.time) > 0.95) break;
    }
  }
}

}  // namespace
}  // namespace scrutineer::scene
