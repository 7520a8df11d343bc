// Which actors overlap in the current frame.
#pragma once

#include <span>
#include <vector>

#include "scene/detail/bodies.h"
#include "scene/detail/pair_sweep.h"
#include "scene/relations.h"

namespace scrutineer::scene::detail {

class Contacts {
 public:
  Contacts(const Actors& actors, Bodies& bodies) : actors_(actors), bodies_(bodies) {}

  // Ordered by uid of a, then b.
  std::span<const Overlap> all() {
    if (epoch_ != actors_.epoch()) find();
    return overlaps_;
  }
  Contact contact(const Overlap& overlap);

 private:
  // Two parts that overlap.
  struct Hit {
    int uid_a, uid_b;
    double depth;
    Overlap overlap;
  };

  void find();
  // Both outlines as they were when they first shared an area on the way here from the frame before; as they are where
  // that is not known.
  struct Touch {
    Outline a, b;
    double share;  // of the way between two frames
  };
  Touch first_touch(const Body& a, const Body& b);
  void meet(const Body& a, const Body& b);

  const Actors& actors_;
  Bodies& bodies_;
  Epoch epoch_ = 0;
  PairSweep sweep_;
  std::vector<Rect> rects_;  // around the bodies, in turned axes
  std::vector<Hit> hits_;
  std::vector<Overlap> overlaps_;
};

}  // namespace scrutineer::scene::detail
