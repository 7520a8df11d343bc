// A run whose coordinates are not the map's: mirrored, somewhere else, or with heights that mean nothing.
//
//   trace = placed(std::move(trace), {.flip_y = true});        // CARLA's left-handed y
#pragma once

#include <memory>

#include "trace/trace.h"

namespace scrutineer::trace {

// y is negated first, then the offset is added.
struct Placement {
  bool flip_y = false;
  double x = 0.0, y = 0.0;
  bool ignore_height = false;  // as if the run gave no z: everything lies on the surface

  bool is_none() const { return !flip_y && x == 0.0 && y == 0.0 && !ignore_height; }
};

// The same run where the map is. Headings, velocities, rates and outlines are mirrored along with y.
std::unique_ptr<Trace> placed(std::unique_ptr<Trace> trace, const Placement& placement);

}  // namespace scrutineer::trace
