// Whether lanes lead two past each other depends on where they drive in them, not on how the map is written down.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kit/map_builder.h"
#include "kit/maps.h"
#include "kit/scenario.h"
#include "kit/sections.h"
#include "kit/transform.h"
#include "map/read.h"
#include "scene/scene.h"

namespace scrutineer::scene {
namespace {

using namespace std::chrono_literals;

// '1' in each frame in which lanes lead them past each other within 4 s.
std::string lead_past(const kit::RunData& run, const map::RoadNetwork& map) {
  Scene scene({.map = &map});
  scene.actors.set_ego(trace::ActorId(0));
  std::string found;
  for (const trace::Frame& frame : run.frames) {
    scene.advance(frame, run.actors);
    const Slot ego = scene.actors.slot_of(trace::ActorId(0)), other = scene.actors.slot_of(trace::ActorId(1));
    scene.encounters.follow(ego);
    const Encounter* met = scene.encounters.between(ego, other);
    found += met != nullptr && scene.encounters.lanes_lead_past(*met, 4.0) ? '1' : '0';
  }
  return found;
}

TEST(EncounterWays, LeadPastAlikeHoweverTheMapIsWritten) {
  struct Case {
    const char *name, *ego_to, *other_to;
    double ego_lateral, other_lateral;  // left of the lane's centre
  };
  const Case cases[] = {
      {"straight on, both near the middle of the road", "east", "west", 1.2, 1.2},
      {"straight on, both near the edge of the road", "east", "west", -1.2, -1.2},
      {"both turn left, wide", "north", "south", -1.2, -1.2},
      {"both turn left, cutting the corner", "north", "south", 1.2, 1.2},
      {"turns left before the other", "north", "west", 0.6, -0.6},
  };
  const map::Document document = kit::four_way_crossing({.arm_length = 100.0});
  const auto map = map::build_network(document);
  for (const Case& c : cases) {
    kit::Scenario scenario({.map = map.get(), .duration = 9s});
    const auto add = [&](std::string id, const char* from, const char* to, double lateral) {
      scenario.add({.id = std::move(id), .length = 4.0, .width = 2.0, .height = 1.5})
          .start_at(from, -1, 75.0)
          .via({to})
          .speed(6.0)
          .lateral(lateral);
    };
    add("0", "west", c.ego_to, c.ego_lateral);
    add("7", "east", c.other_to, c.other_lateral);
    const kit::RunData run = scenario.run();
    const std::string expected = lead_past(run, *map);
    EXPECT_NE(expected.find('1'), std::string::npos) << c.name;
    for (const map::RoadRecord& road : document.roads) {
      EXPECT_EQ(lead_past(run, *map::build_network(kit::reversed(document, road.id))), expected)
          << c.name << ", reversed " << road.id;
      map::Document cut = document;
      kit::cut_section(kit::find_road(cut, road.id), 0.4 * road.length);
      EXPECT_EQ(lead_past(run, *map::build_network(cut)), expected) << c.name << ", section cut in " << road.id;
      EXPECT_EQ(lead_past(run, *map::build_network(kit::split(document, road.id, 0.4 * road.length))), expected)
          << c.name << ", cut " << road.id;
    }
  }
}

}  // namespace
}  // namespace scrutineer::scene
