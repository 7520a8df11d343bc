// Steers: movements of a vehicle to one side of its road's direction, and chains of them.
//
//   if (!steering.move(at)) ...                                  // off all roads there is no sideways
//   if (const auto steer = steering.turn(at.now())) chain.add(*steer);   // it turned: that steer is done
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/clock_rounding.h"
#include "watch/context.h"

namespace scrutineer::checks {

inline constexpr double kNoticeableSteer = 0.7;     // metres
inline constexpr double kReversal = 0.05;           // metres back that end a steer
inline constexpr double kStill = 0.01;              // metres from a turning point that count as still being there
inline constexpr double kMaxSteersPerSecond = 0.5;  // more often is jitter ...
inline constexpr int kMaxSteersThreshold = 4;       // ... from so many on
inline constexpr Duration kLongestPause = std::chrono::seconds(2);  // 1 / kMaxSteersPerSecond

// One movement to one side: from where it was last at the turning point before, to where it came furthest first.
struct Steer {
  int side = 0;  // 1: to the left, -1: to the right, 0: none yet
  double from = 0.0, furthest = 0.0;
  Time begin{}, reached{};
  Time last_there{};  // the last time that it was still at the furthest place: where the way back begins
  double size() const { return std::abs(furthest - from); }
  bool is_noticeable() const { return size() >= kNoticeableSteer; }
};

// Noticeable steers in quick succession.
struct SteerChain {
  int steers = 0;
  Time begin{}, end{};
  double largest = 0.0;
  double per_second() const { return steers / to_seconds(end - begin); }
  // A steer that comes too late for it begins another one.
  void add(const Steer& steer) {
    if (steers == 0 || exceeds(steer.reached - end, kLongestPause)) *this = {.steers = 0, .begin = steer.begin};
    ++steers;
    end = steer.reached;
    largest = std::max(largest, steer.size());
  }
  bool is_jitter() const { return steers >= kMaxSteersThreshold && per_second() > kMaxSteersPerSecond; }
};

// Follows one vehicle.
struct Steering {
  // Where it was a frame ago: the road's direction there, turned the way the vehicle is followed.
  bool has_before = false;
  scene::Vector direction{};
  map::RoadId road;
  double t = 0.0;
  double lateral = 0.0;  // metres moved to the left in all
  Steer steer = {};

  // Adds how far it moved to the left of the road's direction since the frame before. On one road that is the change of
  // t; from one road to another the part of the step across both directions' mean, as t starts anew there.
  bool move(const watch::View& at) {
    const bool had_before = has_before;
    const map::RoadPosition* found = at.scene.places.nearest_position(at.slot);
    has_before = found != nullptr;
    if (found == nullptr) return false;
    const map::RoadPosition& here = *found;
    const scene::Vector reference = had_before ? direction : at.scene.motion.heading(at.slot);
    const double side = reference.x * here.tangent_x + reference.y * here.tangent_y >= 0.0 ? 1.0 : -1.0;
    const scene::Vector ahead{side * here.tangent_x, side * here.tangent_y};
    if (had_before && here.road == road) {
      lateral += side * (here.t - t);
    } else if (had_before) {
      const trace::ActorState &now = at.state(), &before = at.scene.actors.state(at.slot, 1);
      const double dx = now.x - before.x, dy = now.y - before.y;
      const double x = direction.x + ahead.x, y = direction.y + ahead.y;
      lateral += (dy * x - dx * y) / std::hypot(x, y);
    }
    direction = ahead;
    road = here.road;
    t = here.t;
    return true;
  }

  // The noticeable steer that is done now, if one is.
  std::optional<Steer> turn(Time now) {
    if (steer.side == 0) {
      const double moved = lateral - steer.from;
      if (std::abs(moved) < kStill) steer.begin = now;
      if (std::abs(moved) < kReversal) return std::nullopt;
      steer.side = moved > 0.0 ? 1 : -1;
      steer.furthest = lateral;
      steer.reached = steer.last_there = now;
      return std::nullopt;
    }
    const double further = steer.side * (lateral - steer.furthest);
    if (further > 0.0) {
      steer.furthest = lateral;
      steer.reached = now;
    }
    if (further > -kStill) steer.last_there = now;
    if (further > -kReversal) return std::nullopt;
    // It turned: the steer is done.
    const Steer done = steer;
    steer = {.side = -steer.side,
             .from = steer.furthest,
             .furthest = lateral,
             .begin = steer.last_there,
             .reached = now,
             .last_there = now};
    return done.is_noticeable() ? std::optional(done) : std::nullopt;
  }

  void begin_anew(Time now) { steer = {.from = lateral, .furthest = lateral, .begin = now, .last_there = now}; }
};

}  // namespace scrutineer::checks
