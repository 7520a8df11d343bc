// Where bodies have been in the last seconds, and who comes to where another one has been how much later.
//
//   trail.add(seconds, box);                                // every frame
//   if (auto lag = follow_up(step, trail, 10.0)) use(lag->least);
//
// Between two frames a body moves evenly. Frames in which it moved on evenly are not kept: a trail is a row of places
// about half a metre or two degrees apart, however slowly they were passed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "scene/boxes.h"
#include "scene/detail/pair_grid.h"

namespace scrutineer::scene::detail {

// A body on its way from one place to the next. Its box is turned as in the middle.
struct BodyStep {
  FlatBox box;  // at `from`
  double dx = 0.0, dy = 0.0;
  double from = 0.0, to = 0.0;  // seconds
};

class Trail {
 public:
  static constexpr std::size_t kMostPlaces = 1024;

  void clear() { *this = Trail(); }
  bool empty() const { return places_.empty() && !has_head_; }
  // Later than all before it.
  void add(double seconds, const FlatBox& box);
  // Places left before this time are forgotten.
  void forget_before(double seconds);
  // Its last step: from the frame before to this one; standing in the first.
  const BodyStep& last_step() const { return last_step_; }
  double begin() const { return places_.empty() ? head_.seconds : places_[first_].seconds; }
  // Was something before its begin forgotten, so that it says nothing of what was earlier?
  bool is_cut() const { return is_cut_; }

  // Its steps near the rectangle, the newest first; `use` returns false to end it. How far all of them are from the
  // rectangle at least: 0 if any is near.
  template <typename Use>
  double each_near(const Rect& rect, Use&& use) const;
  // How far are all of its places from the rectangle at least?
  double gap_to(const Rect& rect) const {
    Rect all = all_;
    if (has_head_) include(all, head_);
    return gap_between(all, rect);
  }
  double radius() const { return radius_; }
  // The last time at which `when` was at least 0 of its box, going back from now; when is below 0 now.
  template <typename When>
  std::optional<double> last_crossing(When&& when) const;

 private:
  struct TimedPose {
    double seconds = 0.0;
    float cos = 1.0F, sin = 0.0F;
    double x = 0.0, y = 0.0;
  };
  static constexpr std::size_t kBlock = 16;

  const TimedPose& place(std::size_t i) const { return i < places_.size() ? places_[i] : head_; }
  std::size_t step_count() const { return places_.empty() ? 0 : places_.size() - 1 + (has_head_ ? 1 : 0); }
  BodyStep step(std::size_t i) const;
  FlatBox box_at(const TimedPose& place) const;
  void keep(const TimedPose& place);
  void trim();
  static double gap_between(const Rect& a, const Rect& b) {
    return std::max(
        {0.0, std::max(a.x_min - b.x_max, b.x_min - a.x_max), std::max(a.y_min - b.y_max, b.y_min - a.y_max)});
  }
  static void include(Rect& rect, const TimedPose& place) {
    rect = {std::min(rect.x_min, place.x), std::min(rect.y_min, place.y), std::max(rect.x_max, place.x),
            std::max(rect.y_max, place.y)};
  }

  std::vector<TimedPose> places_;
  std::vector<Rect> blocks_;  // around the centres of kBlock places and the first one of the next block
  Rect all_;                  // around all of places_
  std::size_t first_ = 0;     // what is before it is forgotten
  TimedPose head_;            // where it is now, if that is not among places_
  bool has_head_ = false, is_cut_ = false;
  double half_length_ = 0.0, half_width_ = 0.0, radius_ = 0.0;
  BodyStep last_step_;
};

// How much later a body is where the trail's owner was.
struct FollowUp {
  double least = 0.0;                       // seconds, at least 0
  double from = 0.0, to = 0.0;              // of the body's step: when it is there
  double trail_from = 0.0, trail_to = 0.0;  // and when the other one was
};
// During the body's step, of what the trail says of the `longest` seconds before and not before `since`. Nothing: it is
// nowhere where the other was, nor will it be before both have moved by `room` metres together.
std::optional<FollowUp> follow_up(const BodyStep& body, const Trail& trail, double longest, double since, double& room);

// ---- implementation ---------------------------------------------------------------------------------------------------

template <typename Use>
double Trail::each_near(const Rect& rect, Use&& use) const {
  const Rect wide{rect.x_min - radius_, rect.y_min - radius_, rect.x_max + radius_, rect.y_max + radius_};
  const auto gap_to_step = [&](const TimedPose& a, const TimedPose& b) {
    return gap_between({std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)}, wide);
  };
  double room = gap_to(wide);
  if (room > 0.0) return room;
  // A body that has made no step yet may make one near by.
  room = step_count() > first_ ? std::numeric_limits<double>::infinity() : 0.0;
  for (std::size_t i = step_count(); i-- > first_;) {
    const std::size_t block = i / kBlock;
    if (i + 1 < places_.size()) {
      const double gap = gap_between(blocks_[block], wide);
      if (gap > 0.0) {
        room = std::min(room, gap);
        i = std::max(block * kBlock, first_);
        if (i == first_) break;
        continue;
      }
    }
    const double gap = gap_to_step(place(i), place(i + 1));
    room = std::min(room, gap);
    if (gap == 0.0 && !use(step(i))) break;
  }
  return room;
}

template <typename When>
std::optional<double> Trail::last_crossing(When&& when) const {
  const std::size_t steps = step_count();
  if (steps == 0) return std::nullopt;
  double after = when(box_at(place(steps)));
  for (std::size_t i = steps; i-- > first_;) {
    const double before = when(box_at(place(i)));
    if (before >= 0.0 && after < 0.0) {
      const double share = before / (before - after);
      return place(i).seconds + share * (place(i + 1).seconds - place(i).seconds);
    }
    after = before;
  }
  return std::nullopt;
}

}  // namespace scrutineer::scene::detail
