// How far everybody is from the ego along the roads.
//
// Inside a junction an actor may be on several connecting roads (Places::road_positions), and the one that fits best so
// far need not be the one that it takes: a car right behind the ego could have no way to it, or one around the block.
// So ways between their other places count too, but as longer than they are by kOtherPlace for each of the two.
//
// An actor less than kBesideRoad beside the lanes (on a verge, or a tree along the street) has the place of the
// nearest lane, with its own s and t: t goes on beyond the last lane.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "map/road_distance.h"
#include "scene/actors.h"
#include "scene/motion.h"
#include "scene/places.h"
#include "scene/relations.h"

namespace scrutineer::scene::detail {

inline constexpr double kOtherPlace = 25.0;  // metres
inline constexpr double kBesideRoad = 10.0;  // metres

class EgoDistances {
 public:
  EgoDistances(const Actors& actors, Motion& motion, Places& places)
      : actors_(actors), motion_(motion), places_(places) {}

  void find_way(Slot slot, EgoWay& best);
  void find_ways(Memo<EgoWay>& ways);  // of everybody
  // Between ends of bodies; `way` is the one to the same actor in this frame.
  std::optional<map::RoadDistance> ahead(Slot slot, const EgoWay& way);
  std::optional<map::RoadDistance> behind(Slot slot, const EgoWay& way);

 private:
  enum class End { front, back };

  // The roads around one place where the ego may be.
  struct Around {
    map::RoadPosition ego;
    bool along_s = true;
    map::RoadReach reach;
    std::optional<double> ego_front, ego_back;  // lon of its own ends; nothing: not asked for in this frame
  };
  // Looked up when it was last asked for; what stands still is not looked up again.
  struct Beside {
    double x = 0.0, y = 0.0;
    std::optional<double> z;
    std::optional<map::RoadPosition> place;
    bool is_known = false;
  };

  void move_ego();
  // Where it may be: road_positions, else beside a road.
  std::span<const map::RoadPosition> places_of(Slot slot) {
    const std::span<const map::RoadPosition> on_lanes = places_.road_positions(slot);
    return !on_lanes.empty() ? on_lanes : place_beside(slot);
  }
  std::span<const map::RoadPosition> place_beside(Slot slot);
  // lon of that end of the actor, all parts together.
  double end_of(Slot slot, End end, const EgoWay& way);
  double end_of_ego(End end, std::uint16_t around);

  const Actors& actors_;
  Motion& motion_;
  Places& places_;
  Epoch epoch_ = 0;
  std::vector<Around> arounds_;  // the first `ego_places_` of them hold; the others only keep what they searched
  std::uint16_t ego_places_ = 0;
  std::vector<Beside> beside_;  // by slot
  Memo<std::optional<map::RoadDistance>> ahead_, behind_;
};

}  // namespace scrutineer::scene::detail
