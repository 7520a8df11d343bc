// One instant of a run, and what follows from it: the current frame plus facts that are computed when asked for, at
// most once per frame and actor.
//
//   Scene scene({.map = &map});
//   scene.advance(frame, tables.actors());
//   for (const Slot slot : scene.actors.present())
//     if (scene.motion.speed(slot) > 50.0) ...
//
// facts.h has the table of all facts, with their names, units and what each needs.
#pragma once

#include <span>

#include "scene/actors.h"
#include "scene/encounters.h"
#include "scene/motion.h"
#include "scene/places.h"
#include "scene/relations.h"
#include "scene/surroundings.h"

namespace scrutineer::scene {

struct SceneOptions {
  const map::RoadNetwork* map = nullptr;  // must outlive the scene; null: the run has none
  int differences = 1;                    // between what the run reports and a fact (--derive N)
  bool follow_roads = true;               // false: nobody will ask where actors are on the map
};

class Scene {
 public:
  explicit Scene(const SceneOptions& options = {})
      : motion(actors, options.differences),
        places(actors, motion, options.map),
        relations(actors, motion, places),
        encounters(actors, motion, places, relations),
        surroundings(actors, motion, places),
        follow_roads_(options.follow_roads) {}
  Scene(const Scene&) = delete;  // its parts know each other
  Scene& operator=(const Scene&) = delete;

  void advance(const trace::Frame& frame, std::span<const trace::ActorInfo> known) {
    actors.advance(frame, known);
    environment = frame.environment;
    if (follow_roads_) places.advance();
    encounters.advance();
  }

  Actors actors;
  Motion motion;
  Places places;
  Relations relations;
  Encounters encounters;
  Surroundings surroundings;
  trace::Environment environment;  // weather and light, as far as the run says

 private:
  bool follow_roads_;
};

}  // namespace scrutineer::scene
