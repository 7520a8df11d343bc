// Where bodies lie on the roads: a list by road and s, to look along a road.
//
// A body lies on the road of its centre; where it reaches beyond that road, or is in a junction or beside all roads,
// also on every other road that its centre, corners or mid-edges are on.
#pragma once

#include <span>
#include <vector>

#include "map/lookup_elsewhere.h"
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

  // Of the current frame, by key: all on this road that can be run into.
  std::span<const Footprint> on_road(map::RoadId road) {
    if (epoch_ != actors_.epoch()) refresh();
    const OnRoad& on = on_roads_[road.index()];
    return on.epoch == epoch_ ? std::span<const Footprint>(by_road_).subspan(on.begin, on.end - on.begin)
                              : std::span<const Footprint>();
  }
  // No half_s is larger.
  double longest_half() {
    if (epoch_ != actors_.epoch()) refresh();
    return longest_half_;
  }

 private:
  // Where those of one road are in by_road_, if `epoch` is the current one, and what is asked of the road itself.
  struct OnRoad {
    Epoch epoch = 0;
    std::uint32_t begin = 0, end = 0;
    map::StripRange strips;
    double length = 0.0;
  };
  // Where those of one part are in found_; while it does not move, they are taken over from the frame before.
  struct Kept {
    trace::ActorId id;
    Epoch epoch = 0;
    double x = 0.0, y = 0.0, z = 0.0, yaw = 0.0;
    std::uint32_t begin = 0, end = 0;
  };

  void refresh();
  void find_all();
  void sort_by_road();
  void find(Slot part);
  void find_on_other_roads(Slot part, std::optional<double> z);
  void add(Slot part, const map::RoadPosition& at, map::Point point);
  bool reaches_beyond(const map::RoadPosition& at, const Footprint& footprint) const;

  const Actors& actors_;
  Motion& motion_;
  Places& places_;
  Epoch epoch_ = 0;
  double longest_half_ = 0.0;
  std::vector<Footprint> found_, found_before_;  // of this frame and of the one before, by part
  std::vector<Footprint> by_road_;               // those of this frame
  std::vector<OnRoad> on_roads_;                 // by road
  std::vector<map::RoadId> used_;                // roads that have any in this frame
  std::vector<Kept> kept_;                       // by slot
  map::RoadsElsewhere elsewhere_;
  std::vector<map::StripRange> known_;  // the roads that a body was found on
};

}  // namespace scrutineer::scene::detail
