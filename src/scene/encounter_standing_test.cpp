// Who stands, or has just stopped, in the ego's way.
#include <gtest/gtest.h>

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
using trace::Category;

kit::MadeActor car_named(std::string id, bool is_ego = false) {
  return {.id = std::move(id), .is_ego = is_ego, .length = 4.0, .width = 2.0, .height = 1.5};
}

struct MetThen {
  EncounterType type = EncounterType::none;
  NearMeasures near;
};

// How the ego, the first actor, and the second meet one second after the run began.
MetThen met_after_a_second(const kit::RunData& run, const map::RoadNetwork* map) {
  Scene scene({.map = map});
  scene.actors.set_ego(trace::ActorId(0));
  for (const trace::Frame& frame : run.frames) {
    scene.advance(frame, run.actors);
    const Slot ego = scene.actors.slot_of(trace::ActorId(0)), other = scene.actors.slot_of(trace::ActorId(1));
    scene.encounters.follow(ego);
    if (frame.time < Time(1s)) continue;
    const Encounter* met = scene.encounters.between(ego, other);
    return met == nullptr ? MetThen{} : MetThen{met->type, scene.encounters.near_measures(*met)};
  }
  return {};
}

// Somebody who crosses the road and stops is in the way at once, not only after 5 s. The ego's front is 28 m before it then.
TEST(Encounters, AreWithThoseWhoStopInTheWay) {
  const auto map = map::build_network(kit::straight_road(400.0));
  struct Row {
    const char* name;
    Category category;
    double y;  // where it stops; the ego's lane is from -3.5 to 0 m, the ego from -2.75 to -0.75 m
    EncounterType type;
  };
  const Row rows[] = {
      {"a person in the lane", Category::person, -1.75, EncounterType::vru_crossing},
      {"a person at the edge of the ego's way", Category::person, -2.9, EncounterType::vru_crossing},
      {"a person beside the ego's way", Category::person, -3.2, EncounterType::none},
      {"a car across the lane", Category::car, -1.75, EncounterType::crossing},
      {"the nose of a car", Category::car, -4.5, EncounterType::crossing},
  };
  for (const bool has_map : {true, false})
    for (const Row& row : rows) {
      Scenario scenario({.duration = 2s});
      scenario.add(car_named("0", true)).start_free({100.0, -1.75, 0.0}).speed(10.0);
      kit::MadeActor other{.id = "7", .category = row.category, .length = 0.5, .width = 0.5, .height = 1.8};
      if (row.category == Category::car) other = car_named("7");
      scenario.add(other)
          .start_free({140.0, row.y - 1.0, kPi / 2.0})
          .speed({{0s, 2.0}, {500ms, 2.0}, {500ms, 0.0}, {8s, 0.0}});
      const MetThen met = met_after_a_second(scenario.run(), has_map ? map.get() : nullptr);
      EXPECT_EQ(to_word(met.type), to_word(row.type)) << row.name << (has_map ? "" : ", no map");
      if (row.type == EncounterType::none) continue;
      const double half = row.category == Category::car ? 1.0 : 0.25;
      EXPECT_NEAR(met.near.ttc, (28.0 - half) / 10.0, 1e-6) << row.name;
    }
}

// Where lanes lie over each other it is not the ego's that one who stands there is placed on, and who comes out of a side
// road is still on that one: what lies across the ego's way is in its way.
TEST(Encounters, StandInTheWayInJunctions) {
  const auto map = map::build_network(kit::four_way_crossing({.arm_length = 100.0}));
  struct Row {
    const char* name;
    Category category;
    double x, y, yaw;
    EncounterType type;
  };
  const Row rows[] = {
      {"a thing where the way enters", Category::object, -12.0, -1.2, 0.3, EncounterType::standing},
      {"a thing in the middle", Category::object, 0.0, -1.75, 0.3, EncounterType::standing},
      {"a thing on the right, in the way", Category::object, 2.0, -2.5, 0.3, EncounterType::standing},
      {"a thing where the way leaves", Category::object, 12.0, -2.2, 0.3, EncounterType::standing},
      {"a person on the left, in the way", Category::person, -2.0, -1.0, 2.0, EncounterType::standing},
      {"a car that waits to turn left", Category::car, -6.0, 0.0, 0.5, EncounterType::standing},
      {"a car's nose from the south", Category::car, 1.75, -4.2, kPi / 2.0, EncounterType::standing},
      {"a car that waits in the south", Category::car, 1.75, -18.0, kPi / 2.0, EncounterType::none},
      {"a car that waits opposite, to turn left", Category::car, 6.0, 1.75, kPi, EncounterType::oncoming},
      {"a thing at the corner", Category::object, 8.0, -8.0, 0.3, EncounterType::none},
  };
  for (const Row& row : rows) {
    Scenario scenario({.map = map.get(), .duration = 3s});
    scenario.add(car_named("0", true)).start_at("west", -1, 70.0).via({"east"}).speed(5.0);
    kit::MadeActor other{.id = "7", .category = row.category};
    if (row.category == Category::car) other = car_named("7");
    scenario.add(other).poses({PoseAt{.x = row.x, .y = row.y, .yaw = row.yaw}});
    EXPECT_EQ(to_word(met_after_a_second(scenario.run(), map.get()).type), to_word(row.type)) << row.name;
  }
}

// What is touched is in the way, wherever it stands and however it faces.
TEST(Encounters, AreWithWhatIsTouched) {
  const auto map = map::build_network(kit::straight_road(400.0));
  for (const double yaw : {0.0, 0.8, kPi / 2.0, 2.5, kPi})
    for (const double y : {-1.75, -3.0, -4.6, 1.0}) {
      Scenario scenario({.duration = 2s});
      scenario.add(car_named("0", true)).start_free({100.0, -1.75, 0.0}).speed(10.0);
      scenario.add({.id = "7", .category = Category::object, .length = 4.0, .width = 4.0, .height = 1.0})
          .poses({PoseAt{.x = 111.0, .y = y, .yaw = yaw}});
      const MetThen met = met_after_a_second(scenario.run(), map.get());
      EXPECT_NE(to_word(met.type), "none") << yaw << ", " << y;
      EXPECT_EQ(met.near.ttc, 0.0) << yaw << ", " << y;
    }
}

// Who is beside all roads has no height if the run gives none: it may be on any level.
TEST(Encounters, NeedNoHeights) {
  const auto map = map::build_network(kit::straight_road(400.0));
  Scenario scenario({.map = map.get(), .duration = 2s});
  scenario.add(car_named("0", true)).start_at("1", -1, 100.0).speed(10.0);
  scenario.add(car_named("7")).start_free({140.0, -25.0, kPi / 2.0}).speed(5.0);
  kit::RunData run = scenario.run();
  for (trace::Frame& frame : run.frames)
    for (trace::ActorState& state : frame.actors) state.fields.clear(trace::Field::z);
  EXPECT_EQ(to_word(met_after_a_second(run, map.get()).type), "crossing");
}

}  // namespace
}  // namespace scrutineer::scene
