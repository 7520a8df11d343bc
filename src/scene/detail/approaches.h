// Who will run into whom, if everybody keeps velocity and orientation.
#pragma once

#include <cstdint>
#include <vector>

#include "scene/detail/bodies.h"
#include "scene/detail/pair_grid.h"
#include "scene/detail/pair_sweep.h"
#include "scene/relations.h"

namespace scrutineer::scene::detail {

// A body and how it moves: what most pairs are judged by, in one cache line.
struct alignas(64) Sweep {
  double x = 0.0, y = 0.0, radius = 0.0;
  Velocity velocity;
  std::uint32_t body = 0;  // its position in Bodies::all()
};

class Approaches {
 public:
  Approaches(const Actors& actors, Motion& motion, Bodies& bodies)
      : actors_(actors), motion_(motion), bodies_(bodies) {}

  TimeToCollision first(Slot slot, double horizon);
  double between(Slot a, Slot b, double horizon);

 private:
  struct Answer {
    Epoch epoch = 0;
    double horizon = 0.0;  // that it was computed for
    Epoch asked = 0;       // the last frame in which somebody wanted it
    TimeToCollision found{};
  };

  // Parts move with their whole; what is static stands even if the run does not say so.
  Velocity velocity(Slot whole);
  void sweep_all(double horizon);
  void fill_grid();  // with what was swept
  TimeToCollision compute(Slot slot, double horizon);
  // Of everybody, each pair once: where most are asked about, half the work.
  void compute_all(double horizon);
  void take(Slot whole, Slot other, double seconds);
  bool will_most_be_asked_about() const { return 2 * asked_before_ >= actors_.present().size(); }
  // Infinite: not up to `horizon`.
  double meet(const Sweep& a, const Sweep& b, double horizon);
  // Of one that is above the other now: on a slope it may be at the other's height by then.
  double meet_on_slope(const Sweep& a, const Sweep& b, double horizon);

  const Actors& actors_;
  Motion& motion_;
  Bodies& bodies_;
  Epoch epoch_ = 0;
  double swept_horizon_ = 0.0;  // the rectangles hold what happens up to here
  double asked_ = 0.0;          // the longest horizon asked for in this frame
  PairGrid grid_{2.0};
  bool is_grid_filled_ = false;
  PairSweep pairs_;
  std::vector<Rect> rects_;      // by body
  std::vector<Sweep> sweeps_;    // by body
  std::vector<Answer> answers_;  // by slot
  // How many were asked about in the last frame that had a question before this one, and in this one.
  std::size_t asked_before_ = 0, asked_now_ = 0;
  Epoch asked_epoch_ = 0;
};

}  // namespace scrutineer::scene::detail
