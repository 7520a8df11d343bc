// What can be run into in the current frame: one body for each part of each actor, packed for loops over many.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scene/actors.h"
#include "scene/boxes.h"
#include "scene/detail/polygons.h"
#include "scene/motion.h"
#include "scene/places.h"

namespace scrutineer::scene::detail {

struct Body {
  double x = 0.0, y = 0.0;
  double radius = 0.0;               // of a circle around all of it
  double z_low = 0.0, z_high = 0.0;  // infinite without a height, given or of a road: it may be at any
  double height = 0.0;
  double half_length = 0.0, half_width = 0.0;
  Slot part, whole;
  int uid = 0;              // of the whole
  trace::ActorId compound;  // the same for all parts of an actor, also while its first part is not there
  bool is_static = false, has_polygon = false;
  bool is_vru = false;  // the whole
};

// Not if they are parts of one actor, or both static.
inline bool may_ever_meet(const Body& a, const Body& b) {
  return a.compound != b.compound && !(a.is_static && b.is_static);
}
// May two bodies meet at all, wherever they are? Not if one is above the other, either.
inline bool may_meet(const Body& a, const Body& b) {
  return may_ever_meet(a, b) && a.z_low < b.z_high && b.z_low < a.z_high;
}

class Bodies {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  Bodies(const Actors& actors, Motion& motion, Places& places) : actors_(actors), motion_(motion), places_(places) {}

  // Of the current frame, by slot of the part.
  std::span<const Body> all() {
    if (epoch_ != actors_.epoch()) refresh();
    return all_;
  }
  // Its position in all(); kNone: it cannot be run into.
  std::uint32_t index_of(Slot part) {
    all();
    return indices_[part.index()];
  }

  // Of one part, from its lowest point up: as the run says, else on the road below it. Infinite: it may be at any height.
  struct HeightRange {
    double low = 0.0, high = 0.0;
  };
  HeightRange heights(Slot part);
  // Metres per second upwards: since the frame before, or where the run has no heights as the road climbs below it. 0
  // where nobody knows.
  double climb(Slot part);

  FlatBox flat(const Body& body) {
    const Vector heading = motion_.heading(body.part);
    return {body.x, body.y, heading.x, heading.y, body.half_length, body.half_width};
  }
  // In the plane: its base polygon, else its box.
  Outline outline(const Body& body) {
    return {flat(body), body.has_polygon ? triangles(body.part) : std::span<const Triangle>()};
  }

 private:
  void refresh();
  void list();
  // Those of the frame before to where they are now: all that changes while nobody comes or goes. False: one of them is
  // nowhere.
  bool move();
  void place(Body& body, const trace::ActorState& state);
  HeightRange heights(Slot part, const trace::ActorState& state, double height);
  std::span<const Triangle> triangles(Slot part);

  // The base polygon of the actor that has the slot, cut into triangles once in its life.
  struct Cut {
    trace::ActorId id;
    Time since{};
    std::vector<Triangle> triangles;
  };

  const Actors& actors_;
  Motion& motion_;
  Places& places_;
  Epoch epoch_ = 0;
  Epoch listed_ = 0;               // when it was last known who is there
  bool some_are_nowhere_ = false;  // not a number: they are not among all_
  std::vector<Body> all_;
  std::vector<std::uint32_t> indices_;  // by slot
  std::vector<Cut> cuts_;               // by slot
};

}  // namespace scrutineer::scene::detail
