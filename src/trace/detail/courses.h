// Headings of actors of which a run gives no orientation: where they move to.
#pragma once

#include <cstdint>
#include <vector>

#include "base/time.h"
#include "trace/frame.h"

namespace scrutineer::trace {

// Sets yaw of those whose yaw_is_course: the direction of the velocity where the run reports one, else of the way since
// the heading was set last. It is held while they stand, and 0 before they first move.
class Courses {
 public:
  // `number` counts frames, so that an actor that was away begins anew.
  void set(ActorState& state, std::uint64_t number, Time time);

 private:
  struct Course {
    std::uint64_t last_number = kNever;
    double yaw = 0.0;
    double x = 0.0, y = 0.0;  // where the heading was set last ...
    Time time{};              // ... and when
  };
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  std::vector<Course> courses_;  // by ActorId
};

}  // namespace scrutineer::trace
