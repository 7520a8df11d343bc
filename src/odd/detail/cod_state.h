// What the rows of supplied concepts look at.
#pragma once

#include <optional>

#include "map/signal_controls.h"
#include "scene/scene.h"

namespace scrutineer::odd {

// Everybody else near the ego.
struct AgentsAround {
  std::uint32_t types = 0;  // as the words of agent_type
  int count = 0;
};

struct CodState {
  scene::Scene* scene = nullptr;
  scene::Slot ego;
  const map::RoadPosition* at = nullptr;  // null: off the road, or no map
  map::JunctionId junction;               // that it is in; invalid: none

  std::optional<AgentsAround> agents;  // counted when a row first asks in a frame

  // Kept from frame to frame.
  const map::RoadTypeRecord* road_type = nullptr;  // whose class is known
  std::uint32_t road_class = 0;                    // the last that was known: junctions often do not say
  map::JunctionId judged;                          // whose control is known
  bool has_lights = false;
  std::optional<bool> map_has_lines;  // anywhere: a map without any says nothing of markings

  // As of the last look, to see what may have changed.
  double x = 0.0, y = 0.0, yaw = 0.0;
  scene::Slot last_ego;
  std::optional<map::DirectedLane> way;
  trace::Environment environment;
  bool is_first = true;
};

}  // namespace scrutineer::odd
