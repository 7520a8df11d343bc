// Who of the vulnerable road users is near.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scene/detail/bodies.h"
#include "scene/detail/pair_grid.h"
#include "scene/relations.h"

namespace scrutineer::scene::detail {

class Vrus {
 public:
  Vrus(const Actors& actors, Bodies& bodies) : actors_(actors), bodies_(bodies) {}

  std::span<const NearVru> within(Slot part, double radius);

 private:
  void refresh();

  const Actors& actors_;
  Bodies& bodies_;
  Epoch epoch_ = 0;
  PairGrid grid_{2.0};
  std::vector<Rect> rects_;            // the centres of all bodies of VRUs ...
  std::vector<std::uint32_t> owners_;  // ... and where those are among all bodies
  std::vector<NearVru> found_;
};

}  // namespace scrutineer::scene::detail
