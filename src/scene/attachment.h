// Two bodies that touched when they were first seen together: are they parts of one vehicle, such as a truck and a trailer
// that the run does not tie to each other?
//
//   Attachment attachment(a, b);                            // in the frame in which they are first seen together
//   if (attachment.after(a, b, seconds) == Attachment::Answer::two) ...   // every frame from then on
//
// They are one if they move rigidly together for long enough, and are not once one of them moves against the other. While
// both stand nobody can tell. What is known to be one may bend, and stays one as long as it holds together.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/angle.h"
#include "trace/frame.h"

namespace scrutineer::scene {

class Attachment {
 public:
  enum class Answer : std::uint8_t { not_known, one_vehicle, two };

  Attachment(const trace::ActorState& a, const trace::ActorState& b)
      : begin_(relative(a, b)), a_{a.x, a.y}, b_{b.x, b.y} {}

  Answer after(const trace::ActorState& a, const trace::ActorState& b, double seconds) {
    if (answer_ == Answer::not_known) answer_ = look(a, b, seconds);
    return answer_;
  }

  Answer answer() const { return answer_; }

  // Of one vehicle: are both as far from each other as they were when that became known?
  bool holds(const trace::ActorState& a, const trace::ActorState& b) const {
    constexpr double kSame = 1.0;  // metres
    return std::abs(std::hypot(b.x - a.x, b.y - a.y) - distance_) < kSame;
  }

 private:
  struct Point {
    double x, y;
  };
  // b as a sees it.
  struct Relative {
    double x, y, yaw;
  };
  static Relative relative(const trace::ActorState& a, const trace::ActorState& b) {
    const double cos = std::cos(a.yaw), sin = std::sin(a.yaw), dx = b.x - a.x, dy = b.y - a.y;
    return {cos * dx + sin * dy, cos * dy - sin * dx, b.yaw - a.yaw};
  }

  Answer look(const trace::ActorState& a, const trace::ActorState& b, double seconds) {
    constexpr double kShift = 0.1;           // metres, and ...
    constexpr double kTurn = 2.0 * kDegree;  // ... by which what is rigid may seem to move: a tracker's noise
    constexpr double kLongEnough = 1.0;      // seconds
    constexpr double kDrives = 0.5;          // m/s
    const Relative now = relative(a, b);
    if (std::hypot(now.x - begin_.x, now.y - begin_.y) > kShift) return Answer::two;
    if (std::abs(wrapped_angle(now.yaw - begin_.yaw)) > kTurn) return Answer::two;
    const auto drives = [&](const trace::ActorState& state, Point& before) {
      const double moved = std::hypot(state.x - before.x, state.y - before.y);
      before = {state.x, state.y};
      return moved > kDrives * seconds;
    };
    const bool a_drives = drives(a, a_), b_drives = drives(b, b_);
    if (a_drives && b_drives) driven_for_ += seconds;  // both: a tracker's noise moves one by itself
    if (driven_for_ <= kLongEnough) return Answer::not_known;
    distance_ = std::hypot(b.x - a.x, b.y - a.y);
    return Answer::one_vehicle;
  }

  Relative begin_;
  Point a_, b_;  // in the frame before
  double driven_for_ = 0.0, distance_ = 0.0;
  Answer answer_ = Answer::not_known;
};

}  // namespace scrutineer::scene
