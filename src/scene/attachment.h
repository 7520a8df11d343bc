// Two bodies that touched when they were first seen together: are they parts of one vehicle, such as a truck and a trailer
// that the run does not tie to each other?
//
//   Attachment attachment(a, b);                            // in the frame in which they are first seen together
//   if (attachment.after(a, b, seconds) == Attachment::Answer::two) ...   // every frame from then on
//
// They are one if they move together for long enough, rigidly or as a trailer that turns about its coupling, and are not
// once one of them moves against the other in another way. While both stand nobody can tell. What is known to be one stays
// one as long as it holds together: far bent, its middles may be metres nearer to each other.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/angle.h"
#include "base/clock_rounding.h"
#include "trace/frame.h"

namespace scrutineer::scene {

class Attachment {
 public:
  enum class Answer : std::uint8_t { not_known, one_vehicle, two };

  Attachment(const trace::ActorState& a, const trace::ActorState& b)
      : begin_(relative(a, b)), couplings_(possible_couplings(begin_)), a_{a.x, a.y}, b_{b.x, b.y} {}

  Answer after(const trace::ActorState& a, const trace::ActorState& b, double seconds) {
    if (answer_ == Answer::not_known) answer_ = look(a, b, seconds);
    return answer_;
  }

  Answer answer() const { return answer_; }

  // Of one vehicle: are both as far from each other as they were when that became known, or bent about their coupling?
  bool holds(const trace::ActorState& a, const trace::ActorState& b) const {
    constexpr double kSame = 1.0;  // metres
    if (std::abs(std::hypot(b.x - a.x, b.y - a.y) - distance_) < kSame) return true;
    Range couplings = couplings_;
    return turns_about_a_coupling(relative(a, b), couplings);
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
    constexpr double kLongEnough = 1.0 + to_seconds(kClockRounding);  // seconds
    constexpr double kDrives = 0.5;                                   // m/s
    const Relative now = relative(a, b);
    const bool may_be_trailer = turns_about_a_coupling(now, couplings_);
    if (!may_be_trailer && !is_rigid(now)) return Answer::two;
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

  // By as much may seem to move what is rigid: a tracker's noise.
  static constexpr double kShift = 0.1;  // metres

  bool is_rigid(const Relative& now) const {
    constexpr double kTurn = 2.0 * kDegree;
    return std::hypot(now.x - begin_.x, now.y - begin_.y) <= kShift &&
           std::abs(wrapped_angle(now.yaw - begin_.yaw)) <= kTurn;
  }

  // A trailer turns about a point on the middle lines of both, between both middles and near neither: about its own one
  // turns who spins. How far that point is ahead of b's middle, all frames must agree on.
  struct Range {
    double low, high;
    bool is_empty() const { return low > high; }
    void narrow(double one, double other) {
      low = std::max(low, std::min(one, other));
      high = std::min(high, std::max(one, other));
    }
  };
  static Range possible_couplings(const Relative& begin) {
    constexpr double kBeside = 0.3;  // metres beside a's middle line
    constexpr double kNear = 0.1;    // of the way between the middles
    const double cos = std::cos(begin.yaw), sin = std::sin(begin.yaw);
    const double to_a = -(begin.x * cos + begin.y * sin);
    const double near = kNear * to_a, far = to_a - near;
    Range range{std::min(near, far), std::max(near, far)};
    if (sin != 0.0)
      range.narrow((-kBeside - begin.y) / sin, (kBeside - begin.y) / sin);
    else if (std::abs(begin.y) > kBeside)
      range.high = range.low - 1.0;
    return range;
  }

  bool turns_about_a_coupling(const Relative& now, Range& couplings) const {
    const double turned_x = std::cos(now.yaw) - std::cos(begin_.yaw),
                 turned_y = std::sin(now.yaw) - std::sin(begin_.yaw);
    const double turned = std::hypot(turned_x, turned_y);  // by which what is a metre ahead moves, seen from b's middle
    if (turned == 0.0) return false;
    const double moved_x = now.x - begin_.x, moved_y = now.y - begin_.y;
    const double best = -(moved_x * turned_x + moved_y * turned_y) / (turned * turned);
    couplings.narrow(best - kShift / turned, best + kShift / turned);
    return !couplings.is_empty() && std::hypot(moved_x + best * turned_x, moved_y + best * turned_y) <= kShift;
  }

  Relative begin_;
  Range couplings_;
  Point a_, b_;  // in the frame before
  double driven_for_ = 0.0, distance_ = 0.0;
  Answer answer_ = Answer::not_known;
};

}  // namespace scrutineer::scene
