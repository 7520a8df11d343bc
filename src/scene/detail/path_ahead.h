// Who is in front of an actor on its way: along its own lane and all lanes that follow.
#pragma once

#include "map/lanes_following.h"
#include "scene/detail/footprints.h"
#include "scene/relations.h"

namespace scrutineer::scene::detail {

class PathAhead {
 public:
  PathAhead(const Actors& actors, Motion& motion, Places& places)
      : actors_(actors), motion_(motion), places_(places), footprints_(actors, motion, places) {}

  InFront nearest(Slot slot) {
    return nearest_.get(slot, actors_.epoch(), [&](InFront& found) { found = look_ahead(slot); });
  }
  double junction(Slot slot);

 private:
  // What an actor takes up of its way, and the nearest found on it so far.
  struct Search {
    Slot whole;
    double height = 0.0;
    double half_length = 0.0;        // along the way
    double right = 0.0, left = 0.0;  // from the lane's centre, left positive
    InFront found{};
    int found_uid = 0;
  };

  InFront look_ahead(Slot slot);
  // Along one lane from `s` on, `distance` away from the actor's centre.
  void look_along(const map::LaneStretch& stretch, double s, double distance, Search& search);
  bool is_in_the_way(const Footprint& footprint, const map::LaneStretch& stretch, const Search& search) const;

  const Actors& actors_;
  Motion& motion_;
  Places& places_;
  Footprints footprints_;
  Memo<InFront> nearest_;
};

}  // namespace scrutineer::scene::detail
