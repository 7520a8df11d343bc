// How far everybody is from the ego along the roads.
#pragma once

#include <optional>

#include "map/road_distance.h"
#include "scene/actors.h"
#include "scene/motion.h"
#include "scene/places.h"

namespace scrutineer::scene::detail {

class EgoDistances {
 public:
  EgoDistances(const Actors& actors, Motion& motion, Places& places);

  std::optional<map::RoadDistance> centre(Slot slot);
  std::optional<map::RoadDistance> ahead(Slot slot);
  std::optional<map::RoadDistance> behind(Slot slot);

 private:
  enum class End { front, back };

  void move_ego();
  // Of that end of the actor, all parts together.
  std::optional<map::RoadDistance> of_end(Slot slot, End end);
  std::optional<map::RoadDistance> between(Slot slot, const std::optional<map::RoadDistance>& ego_end,
                                           const std::optional<map::RoadDistance>& actor_end);

  const Actors& actors_;
  Motion& motion_;
  Places& places_;
  std::optional<map::RoadReach> reach_;  // nothing: no map
  Epoch epoch_ = 0;
  bool has_ego_ = false;                                   // in this frame, on a road
  std::optional<map::RoadDistance> ego_front_, ego_back_;  // from its own centre
  Memo<std::optional<map::RoadDistance>> centre_, ahead_, behind_;
};

}  // namespace scrutineer::scene::detail
