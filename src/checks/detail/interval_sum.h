// Metres, seconds and the like that add up from frame to frame while an interval lasts.
//
//   self.distance.add(step_length(at));   // every frame in which there is an interval, or may be one: before it may end
//   self.distance.take(starts);           // in those frames that belong to it; `starts` in the first
//   self.distance.value();
//
// An interval ends with the first frame in which its condition no longer holds. That frame is not measured any more, but
// the step to it belongs to the interval: else the distance would be too short for the duration, at 1 Hz by a second's
// way. If the interval waited (merge_gap) and goes on, what was driven meanwhile belongs to it as well.
#pragma once

namespace scrutineer::checks {

class IntervalSum {
 public:
  void add(double step) {
    if (is_taken_) first_ = step;
    is_taken_ = false;
    since_ += step;
  }
  void take(bool starts) {
    sum_ = starts ? 0.0 : sum_ + since_;
    since_ = first_ = 0.0;
    is_taken_ = true;
  }
  double value() const { return sum_ + first_; }

 private:
  double sum_ = 0.0;    // up to the last frame that was taken
  double since_ = 0.0;  // since then, of which
  double first_ = 0.0;  // this is the first step
  bool is_taken_ = false;
};

}  // namespace scrutineer::checks
