// How actors move: what the run reports, else backward differences of what it does report.
//
//   if (motion.speed(slot) > limit) ...          // false where there is no speed: not a number compares false
//
// A value that does not exist is NaN: before it has its frames, across a relocation or a reappearance, and where it is
// more differences away from what the run reports than Options::differences allows (noise would drown the run in false
// findings).
#pragma once

#include "scene/actors.h"
#include "scene/memo.h"

namespace scrutineer::scene {

// In an actor's own frame: lon ahead, lat to its left.
struct Local {
  double lon, lat;
};

struct Vector {
  double x, y;
};

// All of one actor in one frame, without jerk. What most checks ask for is first: up to speed it is one cache line.
struct MotionFacts {
  Vector heading{1.0, 0.0};   // unit vector
  Vector velocity{};          // over ground, in the plane
  Vector acceleration{};      // likewise
  double speed = 0.0;         // the length of velocity; below 0 for a vehicle that moves backwards
  double speed_change = 0.0;  // along the heading as reported, else the rate of change of speed
  double yaw_rate = 0.0;
  Local local_speed{}, local_acceleration{};
  double yaw = 0.0;        // that heading belongs to
  Local before{};          // local_speed of the frame before, if ...
  Epoch computed = 0;      // ... this, the frame of all of the above,
  bool continues = false;  // ... follows one in which it was asked for too
};

class Motion {
 public:
  // `differences`: how many at most between what the run reports and a fact, 0 to 3.
  Motion(const Actors& actors, int differences) : actors_(actors), differences_(differences) {}

  // Asked by nearly every check of everybody in every frame, so none of these is a call.
  [[gnu::always_inline]] const MotionFacts& facts(Slot slot) {
    const MotionFacts* known = facts_.known(slot, actors_.epoch());
    return known != nullptr ? *known : find_facts(slot);
  }
  // Of all present actors, for callers that will ask for most of them: one loop takes less than a call for each.
  void find_all() {
    if (found_all_ != actors_.epoch()) find_of_everybody();
  }
  [[gnu::always_inline]] Vector heading(Slot slot) { return facts(slot).heading; }
  [[gnu::always_inline]] Vector velocity(Slot slot) { return facts(slot).velocity; }
  [[gnu::always_inline]] double speed(Slot slot) { return facts(slot).speed; }
  [[gnu::always_inline]] double acceleration(Slot slot) { return facts(slot).speed_change; }
  [[gnu::always_inline]] Vector acceleration_vector(Slot slot) { return facts(slot).acceleration; }
  [[gnu::always_inline]] double yaw_rate(Slot slot) { return facts(slot).yaw_rate; }
  [[gnu::always_inline]] Local local_speed(Slot slot) { return facts(slot).local_speed; }
  [[gnu::always_inline]] Local local_acceleration(Slot slot) { return facts(slot).local_acceleration; }
  Local local_jerk(Slot slot) {
    return jerk_.get(slot, actors_, [&](Local& jerk) { compute_jerk(slot, heading(slot), jerk); });
  }
  // Of the frame before; NaN if there is none.
  Local previous_local_speed(Slot slot) {
    const MotionFacts& now = facts(slot);
    return now.continues ? now.before : compute_previous_local_speed(slot);
  }
  Vector previous_velocity(Slot slot) const { return velocity_back(slot, 1, differences_); }

  // How many differences lie between what the run reports of this actor and the fact: 0 is reported.
  int speed_differences(Slot slot) const;
  int acceleration_differences(Slot slot) const;
  int yaw_rate_differences(Slot slot) const;
  bool is_yaw_rate_reported(Slot slot) const { return actors_.state(slot).fields.has(trace::Field::yaw_rate); }
  int jerk_differences(Slot slot) const { return acceleration_differences(slot) + 1; }
  int differences() const { return differences_; }

 private:
  const MotionFacts& find_facts(Slot slot) {
    return facts_.get(slot, actors_, [&](MotionFacts& facts) { compute(slot, facts); });
  }
  void find_of_everybody();
  void compute(Slot slot, MotionFacts& facts) const;
  void compute_jerk(Slot slot, Vector heading, Local& jerk) const;
  Local compute_previous_local_speed(Slot slot) const;
  // In the frame `back` frames ago, at most `allowed` differences away from what the run reports.
  Vector velocity_back(Slot slot, int back, int allowed) const;
  Vector acceleration_back(Slot slot, int back, int allowed) const;
  double speed_back(Slot slot, int back, int allowed) const;

  const Actors& actors_;
  int differences_;
  Memo<MotionFacts> facts_;
  Epoch found_all_ = 0;  // the frame in which everybody's were found at once
  Memo<Local> jerk_;
};

}  // namespace scrutineer::scene
