// What an actor plans to do, where the run says so.
#pragma once

#include <optional>

#include "watch/context.h"

namespace scrutineer::watch {

// An actor beside its planned path.
struct OnPlan {
  double distance = 0.0;   // from its centre to the path, in the plane
  double remaining = 0.0;  // metres of the path from there to its end
  double speed = 0.0;      // planned there, m/s
};

// Nothing: the run has no plan for it, or none yet.
std::optional<OnPlan> on_plan(const View& at);

// Does its plan have it stand still (watch::kStandingStill) between there and `ahead` metres further along the path?
bool is_standing_planned(const View& at, double ahead);

// Its plan's where the run has one, else the legal speed (infinite: no limit); NaN: neither is known.
double planned_speed(const View& at);

// Is the vehicle on a motorway?
bool is_on_motorway(const View& at);

// Is there somebody slower than this within so many metres on its way?
bool is_slow_object_in_front(const View& at, double slower_than, double within);

}  // namespace scrutineer::watch
