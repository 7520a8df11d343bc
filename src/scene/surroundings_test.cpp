#include "scene/surroundings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "base/quantity.h"
#include "kit/data.h"
#include "kit/map_builder.h"
#include "kit/maps.h"
#include "kit/scenario.h"
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

// How far somebody is along the road does not depend on where north is, also on the outside of a bend, which is longer
// than the reference line says.
TEST(Surroundings, MovingVehiclesDoNotDependOnTheCompass) {
  struct Row {
    const char* name;
    double apart;  // along the reference line
    int count;
  };
  for (const Row& row : {Row{"within 100 m", 99.5, 1}, Row{"beyond", 100.5, 0}})
    for (double heading = 0.0; heading < 2.0 * kPi; heading += kPi / 12.0) {
      const auto map = map::build_network(
          kit::MapBuilder()
              .road(kit::RoadBuilder("1").start(0.0, 0.0, heading).arc(300.0, 0.002).lanes({-3, -2, -1}))
              .build());
      kit::Scenario scenario({.map = map.get(), .duration = std::chrono::seconds(1)});
      scenario.add({.id = "0", .is_ego = true}).start_at("1", -3, 100.0).speed(10.0);
      scenario.add({.id = "1"}).start_at("1", -3, 100.0 + row.apart).speed(10.0);
      const kit::RunData run = scenario.run();
      Scene scene({.map = map.get(), .follow_roads = true});
      scene.advance(run.frames.front(), run.actors);
      for (const Slot slot : scene.actors.present())
        EXPECT_EQ(scene.surroundings.moving_vehicles(slot, 100.0), row.count) << row.name << ", heading " << heading;
    }
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

// Who is there as the ego sees it, in a scene of one frame.
struct Seen {
  std::string id = "nobody";
  double gap = 0.0, closing_speed = 0.0;
};
Seen seen(Scene& scene, const Neighbour& found) {
  if (!found.other.valid()) return {};
  return {scene.actors.info(found.other).id, found.gap, found.closing_speed};
}

// On lanes -2 and -1 along x and lane 1 against it, the ego in lane -1 at s = 200 m with 15 m/s, 4 m long.
TEST(Surroundings, NeighboursAreTheNearestOfThoseAskedFor) {
  using trace::Category;
  struct Case {
    const char* name;
    int ego_lane;
    kit::MadeActor other;
    int lane;
    double s;
    bool against_traffic;
    double speed;
    Lanes lanes;
    Who who;
    bool in_front;
    Seen expected;
  };
  const kit::MadeActor car{.id = "8", .length = 4.0}, thing{.id = "8", .category = Category::object, .length = 4.0};
  const kit::MadeActor person{.id = "8", .category = Category::person, .length = 4.0};
  const Case cases[] = {
      {"a slower car ahead", -1, car, -1, 230.0, false, 10.0, Lanes::own, Who::vehicles, true, {"8", 26.0, 5.0}},
      {"a faster car behind", -1, car, -1, 180.0, false, 18.0, Lanes::own, Who::vehicles, false, {"8", 16.0, 3.0}},
      {"a car that falls back", -1, car, -1, 180.0, false, 12.0, Lanes::own, Who::vehicles, false, {"8", 16.0, -3.0}},
      {"a car beside", -1, car, -2, 203.0, false, 15.0, Lanes::right, Who::vehicles, true, {"8", -1.0, 0.0}},
      {"one in its lane against it",
       -1,
       car,
       -1,
       230.0,
       true,
       10.0,
       Lanes::own,
       Who::vehicles,
       true,
       {"8", 26.0, 25.0}},
      {"the same, past it", -1, car, -1, 170.0, true, 10.0, Lanes::own, Who::vehicles, false, {"8", 26.0, -25.0}},
      {"a thing for anybody", -1, thing, -1, 230.0, false, 0.0, Lanes::own, Who::anybody, true, {"8", 26.0, 15.0}},
      {"a thing for vehicles", -1, thing, -1, 230.0, false, 0.0, Lanes::own, Who::vehicles, true, {}},
      {"a person for anybody", -1, person, -1, 170.0, false, 1.0, Lanes::own, Who::anybody, false, {"8", 26.0, -14.0}},
      {"a person for vehicles", -1, person, -1, 170.0, false, 1.0, Lanes::own, Who::vehicles, false, {}},
      {"too far", -1, car, -1, 305.0, false, 10.0, Lanes::own, Who::vehicles, true, {}},
      // The ego drives in lane 1 against its traffic. The road's second section begins at 250 m.
      {"oncoming", 1, car, 1, 260.0, false, 10.0, Lanes::own, Who::vehicles, true, {"8", 56.0, 25.0}},
      {"overtaken", 1, car, -1, 260.0, false, 10.0, Lanes::right, Who::vehicles, true, {"8", 56.0, 5.0}},
      {"one that follows it there", 1, car, 1, 180.0, true, 18.0, Lanes::own, Who::vehicles, false, {"8", 16.0, 3.0}},
  };
  const auto map = map::build_network(kit::MapBuilder()
                                          .road(kit::RoadBuilder("1")
                                                    .line(500.0)
                                                    .lanes({-2, -1, 1})
                                                    .section(250.0)
                                                    .lanes({-2, -1, 1})
                                                    .continues(-2, -2)
                                                    .continues(-1, -1)
                                                    .continues(1, 1))
                                          .build());
  for (const Case& c : cases) {
    kit::Scenario scenario({.map = map.get(), .duration = std::chrono::milliseconds(100)});
    auto& ego = scenario.add({.id = "0", .is_ego = true, .length = 4.0}).start_at("1", c.ego_lane, 200.0).speed(15.0);
    if (c.ego_lane > 0) ego.against_traffic();
    auto& other = scenario.add(c.other).start_at("1", c.lane, c.s).speed(c.speed);
    if (c.against_traffic) other.against_traffic();
    const kit::RunData run = scenario.run();
    Scene scene({.map = map.get(), .follow_roads = true});
    scene.advance(run.frames.front(), run.actors);
    const Slot slot = scene.actors.slot_of(trace::ActorId(0));
    const Seen found = seen(scene, c.in_front ? scene.surroundings.in_front(slot, c.lanes, c.who)
                                              : scene.surroundings.behind(slot, c.lanes, c.who));
    EXPECT_EQ(found.id, c.expected.id) << c.name;
    EXPECT_NEAR(found.gap, c.expected.gap, 1e-6) << c.name;
    EXPECT_NEAR(found.closing_speed, c.expected.closing_speed, 1e-6) << c.name;
  }
}

// A trailer, 10 m long, 8 m behind its truck, 6 m long: its rear is 13 m behind the truck's centre.
TEST(Surroundings, GapsAreToTrailersToo) {
  const auto map = map::build_network(kit::straight_road(400.0));
  struct Case {
    const char* name;
    bool ego_has_trailer;
    double s;  // of the truck; the ego, 4 m long without its trailer, is at 200 m
    bool against_traffic, in_front;
    double gap;
  };
  const Case cases[] = {
      {"ahead", false, 240.0, false, true, 40.0 - 2.0 - 13.0},
      {"behind", false, 160.0, false, false, 40.0 - 2.0 - 3.0},
      {"ahead, facing the ego", false, 240.0, true, true, 40.0 - 2.0 - 3.0},
      {"behind, facing away", false, 160.0, true, false, 40.0 - 2.0 - 13.0},
      {"behind the ego's own trailer", true, 160.0, false, false, 40.0 - 13.0 - 3.0},
  };
  for (const Case& c : cases) {
    kit::Scenario scenario({.map = map.get(), .duration = std::chrono::milliseconds(100)});
    const auto add_trailer = [&](const std::string& of) {
      scenario.add({.id = of + "t", .category = trace::Category::trailer, .length = 10.0, .parent = of})
          .behind(of, 8.0);
    };
    scenario.add({.id = "0", .is_ego = true, .length = 4.0}).start_at("1", -1, 200.0).speed(10.0);
    if (c.ego_has_trailer) add_trailer("0");
    auto& truck = scenario.add({.id = "8", .category = trace::Category::truck, .length = 6.0});
    truck.start_at("1", -1, c.s).speed(10.0);
    if (c.against_traffic) truck.against_traffic();
    add_trailer("8");
    const kit::RunData run = scenario.run();
    Scene scene({.map = map.get(), .follow_roads = true});
    scene.advance(run.frames.front(), run.actors);
    const Slot slot = scene.actors.slot_of(trace::ActorId(0));
    const Seen found = seen(scene, c.in_front ? scene.surroundings.in_front(slot, Lanes::own)
                                              : scene.surroundings.behind(slot, Lanes::own));
    EXPECT_EQ(found.id, "8") << c.name;
    EXPECT_NEAR(found.gap, c.gap, 1e-6) << c.name;
  }
}

// In a bend to the left of 20 m radius lanes are 0.9125 and 1.2625 times as long as the reference line (3.5 m wide, lane 1
// left of it and lane -2 the outer one on the right).
TEST(Surroundings, GapsAreAlongTheLanes) {
  struct Case {
    const char* name;
    int lane, other_lane;
    double s, other_s;
    Lanes lanes;
    bool in_front;
    double gap;
  };
  const double inner = 1.0 - 1.75 / 20.0, middle = 1.0 + 1.75 / 20.0, outer = 1.0 + 5.25 / 20.0;
  const Case cases[] = {
      {"ahead in the middle lane", -1, -1, 60.0, 75.0, Lanes::own, true, 15.0 * middle - 4.0},
      {"ahead in the outer lane", -2, -2, 60.0, 75.0, Lanes::own, true, 15.0 * outer - 4.0},
      {"behind in the outer lane", -2, -2, 75.0, 60.0, Lanes::own, false, 15.0 * outer - 4.0},
      {"ahead in the inner lane, which runs against s", 1, 1, 75.0, 60.0, Lanes::own, true, 15.0 * inner - 4.0},
      {"ahead in the lane on the right", -1, -2, 60.0, 75.0, Lanes::right, true, 15.0 * outer - 4.0},
      {"behind in the lane on the left", -2, -1, 75.0, 60.0, Lanes::left, false, 15.0 * middle - 4.0},
      {"beyond the bend", -2, -2, 75.0, 90.0, Lanes::own, true, 5.0 * outer + 10.0 - 4.0},
      {"before the bend", -2, -2, 60.0, 40.0, Lanes::own, false, 10.0 * outer + 10.0 - 4.0},
  };
  // Sections end in the bend, at its end, and after it.
  kit::RoadBuilder road("1");
  road.line(50.0).arc(30.0, 1.0 / 20.0).line(100.0).lanes({-2, -1, 1});
  for (const double s : {65.0, 80.0, 85.0})
    road.section(s).lanes({-2, -1, 1}).continues(-2, -2).continues(-1, -1).continues(1, 1);
  const auto map = map::build_network(kit::MapBuilder().road(road).build());
  for (const Case& c : cases) {
    kit::Scenario scenario({.map = map.get(), .duration = std::chrono::milliseconds(100)});
    scenario.add({.id = "0", .is_ego = true, .length = 4.0}).start_at("1", c.lane, c.s).speed(5.0);
    scenario.add({.id = "8", .length = 4.0}).start_at("1", c.other_lane, c.other_s).speed(5.0);
    const kit::RunData run = scenario.run();
    Scene scene({.map = map.get(), .follow_roads = true});
    scene.advance(run.frames.front(), run.actors);
    const Slot slot = scene.actors.slot_of(trace::ActorId(0));
    const Seen found =
        seen(scene, c.in_front ? scene.surroundings.in_front(slot, c.lanes) : scene.surroundings.behind(slot, c.lanes));
    EXPECT_EQ(found.id, "8") << c.name;
    EXPECT_NEAR(found.gap, c.gap, 0.02) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::scene
