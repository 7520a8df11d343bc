#include "scene/continuation.h"

#include <gtest/gtest.h>

#include <functional>

#include "kit/maps.h"
#include "kit/scenario.h"
#include "map/read.h"
#include "scene/scene.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;

// Lane -1 becomes lane -2 at 100 m, where a lane begins on its left; the second road begins at 200 m.
std::unique_ptr<const map::RoadNetwork> lanes_that_change_their_number() {
  kit::MapBuilder map;
  map.road(kit::RoadBuilder("1").line(200.0).lanes({-1, 1}).section(100.0).lanes({-2, -1, 1}).continues(-1, -2));
  return map::build_network(map.build());
}

// "TIME: CROSSING" wherever the ego crosses a border.
std::vector<std::string> crossings(const kit::Scenario& scenario, const map::RoadNetwork& map) {
  const kit::RunData run = scenario.run();
  Scene scene({.map = &map});
  std::vector<std::string> found;
  for (const trace::Frame& frame : run.frames) {
    scene.advance(frame, run.actors);
    const Slot ego = scene.actors.slot_of(trace::ActorId(0));
    if (!ego.valid()) continue;
    if (const int crossing = scene.places.lane_crossing(ego); crossing != 0)
      found.push_back(std::to_string((frame.time.time_since_epoch() + 50ms) / 100ms) + ": " + std::to_string(crossing));
  }
  return found;
}

TEST(LaneCrossing, IsToldInItsFrameAndWithItsSide) {
  const auto street = map::build_network(kit::straight_road(400.0));
  const auto changing = lanes_that_change_their_number();
  const auto crossing = map::build_network(kit::four_way_crossing({.lanes_each_way = 2}));
  using Lateral = std::vector<kit::OffsetAt>;
  struct Case {
    const char* name;
    const map::RoadNetwork* map;
    std::function<void(kit::ActorScript&)> drive;
    std::vector<std::string> expected;
  };
  // A move of 3.5 m in 2 s is half done, and the centre on the border, after one: between two frames.
  const Case cases[] = {
      {"straight on", street.get(), [](kit::ActorScript& car) { car.start_at("1", -1, 50.0); }, {}},
      {"to the left and back",
       street.get(),
       [](kit::ActorScript& car) {
         car.start_at("1", -1, 50.0).lateral(Lateral{{1050ms, 0.0}, {3050ms, 3.5}, {4050ms, 3.5}, {6050ms, 0.0}});
       },
       {"21: 1", "51: -1"}},
      {"against traffic, left is the other side",
       street.get(),
       [](kit::ActorScript& car) {
         car.start_at("1", 1, 250.0).against_traffic().lateral(Lateral{{1050ms, 0.0}, {3050ms, -3.5}});
       },
       {"21: -1"}},
      {"straight on under another number",
       changing.get(),
       [](kit::ActorScript& car) { car.start_at("1", -1, 50.0); },
       {}},
      {"gone in between",
       street.get(),
       [](kit::ActorScript& car) {
         car.start_at("1", -1, 50.0).lateral(Lateral{{1s, 0.0}, {3s, 3.5}}).fault(kit::gap(1500ms, 2500ms));
       },
       {}},
      {"through a junction", crossing.get(), [](kit::ActorScript& car) { car.start_at("east", -1, 60.0); }, {}},
  };
  for (const Case& c : cases) {
    kit::Scenario scenario({.map = c.map, .duration = 8s});
    c.drive(scenario.add({.id = "7", .is_ego = true}).speed(10.0));
    EXPECT_EQ(crossings(scenario, *c.map), c.expected) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::scene
