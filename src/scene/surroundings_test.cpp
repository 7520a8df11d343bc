#include "scene/surroundings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "kit/data.h"
#include "kit/maps.h"
#include "kit/traffic.h"
#include "map/read.h"
#include "scene/scene.h"

namespace scrutineer::scene {
namespace {

// Vehicles are listed by road for the first question of a frame: who asks first must not matter.
TEST(Surroundings, MovingVehiclesAreTheSameInWhateverOrderTheyAreAskedFor) {
  const auto map = map::build_network(kit::grid(100));
  const kit::RunData run =
      kit::random_traffic(*map, {.actors = 60, .frames = 5, .step = std::chrono::milliseconds(500), .seed = 3});
  Scene forward({.map = map.get(), .follow_roads = true}), backward({.map = map.get(), .follow_roads = true});
  int counted = 0;
  for (const trace::Frame& frame : run.frames) {
    forward.advance(frame, run.actors);
    backward.advance(frame, run.actors);
    const std::vector<Slot> slots(forward.actors.present().begin(), forward.actors.present().end());
    std::vector<int> first, last;
    for (auto slot = slots.begin(); slot != slots.end(); ++slot)
      first.push_back(forward.surroundings.moving_vehicles(*slot, 100.0));
    for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot)
      last.insert(last.begin(), backward.surroundings.moving_vehicles(*slot, 100.0));
    EXPECT_EQ(first, last) << frame.number;
    counted += std::accumulate(first.begin(), first.end(), 0);
  }
  EXPECT_GT(counted, 100) << "they meet each other";
}

// Each other vehicle counts once or not at all, whoever else is there: also one that lies in several of the lanes around.
void expect_sum_of_pairs(const map::RoadNetwork& map, const std::string& name) {
  constexpr std::size_t kActors = 24;
  constexpr double kWithin = 100.0;
  const kit::RunData run =
      kit::random_traffic(map, {.actors = kActors, .frames = 6, .step = std::chrono::milliseconds(700), .seed = 11});
  Scene together({.map = &map, .follow_roads = true});
  std::vector<std::vector<std::unique_ptr<Scene>>> pairs(kActors);
  for (auto& row : pairs)
    for (std::size_t i = 0; i < kActors; ++i)
      row.push_back(std::make_unique<Scene>(SceneOptions{.map = &map, .follow_roads = true}));
  int counted = 0;
  for (const trace::Frame& frame : run.frames) {
    together.advance(frame, run.actors);
    for (std::size_t own = 0; own < kActors; ++own) {
      int sum = 0;
      for (std::size_t other = 0; other < kActors; ++other) {
        if (other == own) continue;
        trace::Frame two = frame;
        std::erase_if(two.actors, [&](const trace::ActorState& state) {
          return state.actor.index() != own && state.actor.index() != other;
        });
        Scene& alone = *pairs[own][other];
        alone.advance(two, run.actors);
        const int count = alone.surroundings.moving_vehicles(alone.actors.slot_of(trace::ActorId(own)), kWithin);
        EXPECT_LE(count, 1) << name << ", frame " << frame.number << ", " << own << " and " << other;
        sum += count;
      }
      const Slot slot = together.actors.slot_of(trace::ActorId(own));
      EXPECT_EQ(together.surroundings.moving_vehicles(slot, kWithin), sum)
          << name << ", frame " << frame.number << ", actor " << own;
      counted += sum;
    }
  }
  EXPECT_GT(counted, 20) << name << ": they meet each other";
}

TEST(Surroundings, MovingVehiclesAreTheSumOfPairs) {
  expect_sum_of_pairs(*map::build_network(kit::grid(20)), "grid");
  for (const std::string& name : kit::maps_like({"Town10HD", "McityMap_Main"}))
    expect_sum_of_pairs(*kit::load_map(name), name);
}

// The nearest of that kind among all that lies ahead.
double nearest_ahead(Scene& scene, Slot slot, map::SignalKind kind) {
  for (const Ahead& next : scene.surroundings.ahead(slot)) {
    if (next.distance < 0.0) continue;
    const bool is_drawn = kind == map::SignalKind::crosswalk && next.item->kind == map::AheadKind::crosswalk;
    const bool is_signal = next.item->kind == map::AheadKind::signal && next.item->place->meaning.kind == kind;
    if (is_drawn || is_signal) return next.distance;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

TEST(Surroundings, NextMarksAreTheNearestOfAllThatLiesAhead) {
  int found = 0;
  for (const std::string& name : kit::maps_like({"Town10HD", "Town07", "McityMap_Main"})) {
    const auto map = kit::load_map(name);
    const kit::RunData run =
        kit::random_traffic(*map, {.actors = 40, .frames = 40, .step = std::chrono::milliseconds(300), .seed = 5});
    Scene scene({.map = map.get(), .follow_roads = true});
    for (const trace::Frame& frame : run.frames) {
      scene.advance(frame, run.actors);
      for (const Slot slot : scene.actors.present()) {
        const NextMarks& next = scene.surroundings.next_marks(slot);
        const std::pair<map::SignalKind, double> rows[] = {{map::SignalKind::crosswalk, next.crosswalk},
                                                           {map::SignalKind::stop_line, next.stop_line},
                                                           {map::SignalKind::traffic_light, next.traffic_light}};
        for (const auto& [kind, distance] : rows) {
          const double expected = nearest_ahead(scene, slot, kind);
          EXPECT_TRUE(distance == expected || (std::isnan(distance) && std::isnan(expected)))
              << name << ", frame " << frame.number << ", " << to_string(kind) << ": " << distance << ", not "
              << expected;
          if (!std::isnan(distance)) ++found;
        }
      }
    }
  }
  EXPECT_TRUE(found > 100 || !kit::has_data()) << found;
}

}  // namespace
}  // namespace scrutineer::scene
