// Where bodies lie on the roads: a list by road and s, for whoever looks along a road.
//
// A body lies on the road of its centre; where it reaches beyond that road, or is in a junction or beside all roads,
// also on every other road that its centre, corners or mid-edges are on.
#pragma once

#include <span>
#include <vector>

#include "scene/actors.h"
#include "scene/motion.h"
#include "scene/places.h"

namespace scrutineer::scene::detail {

// A body in the coordinates of one road: its centre, and half of what it takes up along and across it.
struct Footprint {
  map::RoadId road;
  double key = 0.0;  // s, but on the road: the centre may be beyond the road's end
  double s = 0.0, t = 0.0;
  double half_s = 0.0, half_t = 0.0;
  double clearance = 0.0;  // of its lowest point above the road; minus infinity: not known
  Slot part;
};

// Half of what a body takes up along and across the road at this place.
struct Halves {
  double along = 0.0, across = 0.0;
};
Halves halves_of(const trace::ActorInfo& info, Vector heading, const map::RoadPosition& at);

class Footprints {
 public:
  Footprints(const Actors& actors, Motion& motion, Places& places)
      : actors_(actors), motion_(motion), places_(places) {}

  // Of the current frame: of all that can be run into, by road and key.
  std::span<const Footprint> all() {
    if (epoch_ != actors_.epoch()) refresh();
    return all_;
  }
  std::span<const Footprint> on_road(map::RoadId road);
  // The largest half_s of all.
  double longest_half() const { return longest_half_; }

 private:
  // Those of one part, kept while it does not move.
  struct Kept {
    trace::ActorId id;
    double x = 0.0, y = 0.0, z = 0.0, yaw = 0.0;
    std::vector<Footprint> footprints;
  };

  void refresh();
  void find(Slot part, std::vector<Footprint>& found);
  void find_on_other_roads(Slot part, std::optional<double> z, std::vector<Footprint>& found);
  void add(Slot part, const map::RoadPosition& at, map::Point point, std::vector<Footprint>& found);
  bool reaches_beyond(const map::RoadPosition& at, const Footprint& footprint) const;

  const Actors& actors_;
  Motion& motion_;
  Places& places_;
  Epoch epoch_ = 0;
  double longest_half_ = 0.0;
  std::vector<Footprint> all_;
  std::vector<Kept> kept_;  // by slot
  std::vector<map::RoadPosition> located_;
};

}  // namespace scrutineer::scene::detail
