// Who is in front of an actor on its way: along its own lane and all lanes that follow.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "map/lane_graph.h"
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
  // A lane as it is driven along, with what is asked of it again and again.
  struct Stretch {
    map::DirectedLane lane;
    map::RoadId road;
    double s_begin = 0.0, s_end = 0.0;
    double centre = 0.0;  // t of the lane's centre, if it is the same all along
    bool has_fixed_centre = false;
    bool is_in_junction = false;
  };
  // A lane that follows, and how far its begin is from the end of the lane that it follows.
  struct Following {
    Stretch stretch;
    double distance = 0.0;
    bool operator>(const Following& other) const;
  };
  // One lane and all that follow it within reach, nearest first; each once.
  struct Follow {
    bool known = false;
    Stretch own;
    std::vector<Following> lanes;
  };
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
  void look_along(const Stretch& stretch, double s, double distance, Search& search);
  bool is_in_the_way(const Footprint& footprint, const Stretch& stretch, const Search& search) const;
  Stretch stretch_of(map::DirectedLane lane) const;
  const Follow& following(map::DirectedLane lane);
  void find_following(map::DirectedLane lane, std::vector<Following>& found);

  const Actors& actors_;
  Motion& motion_;
  Places& places_;
  Footprints footprints_;
  Memo<InFront> nearest_;
  std::vector<Follow> follows_;      // by lane and sense; empty until the first one is asked for
  std::vector<std::uint32_t> done_;  // by lane and sense: the search that it was found in
  std::uint32_t searches_ = 0;
  std::vector<Following> open_;  // a heap, nearest on top
};

}  // namespace scrutineer::scene::detail
