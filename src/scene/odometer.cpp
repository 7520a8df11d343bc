#include "scene/odometer.h"

#include <algorithm>
#include <cmath>

namespace scrutineer::scene {

void Odometer::advance(Time now, double x, double y, Vector heading, double speed) {
  double driven = 0.0;
  if (!frames_.empty()) {
    // Along the mean of both headings, so that what shakes sideways drives nowhere.
    const Vector mean{heading.x + heading_.x, heading.y + heading_.y};
    const double length = std::hypot(mean.x, mean.y);
    const Vector along = length > 0.0 ? Vector{mean.x / length, mean.y / length} : heading;
    driven = frames_.back().driven + (x - x_) * along.x + (y - y_) * along.y;
    if (frames_.size() == 1 && std::isnan(frames_.front().speed)) frames_.front().speed = speed;
  }
  if (frames_.size() >= kMostFrames) forget_half();
  frames_.push_back({now, driven, speed});
  x_ = x;
  y_ = y;
  heading_ = heading;
}

void Odometer::forget_half() {
  std::size_t kept = 1;
  for (std::size_t i = 2; i < kMostFrames / 2; i += 2) frames_[kept++] = frames_[i];
  frames_.erase(frames_.begin() + static_cast<std::ptrdiff_t>(kept), frames_.begin() + kMostFrames / 2);
}

double Odometer::last_step() const {
  return frames_.size() < 2 ? 0.0 : frames_.back().driven - frames_[frames_.size() - 2].driven;
}

Odometer::Frame Odometer::at(Time time) const {
  const auto after = std::ranges::lower_bound(frames_, time, {}, &Frame::time);
  if (after == frames_.end()) return frames_.back();
  if (after == frames_.begin()) return *after;
  const Frame& before = *(after - 1);
  const double share = to_seconds(time - before.time) / to_seconds(after->time - before.time);
  return {time, std::lerp(before.driven, after->driven, share), std::lerp(before.speed, after->speed, share)};
}

double Odometer::driven_at(Time time) const { return at(time).driven; }
double Odometer::speed_at(Time time) const { return at(time).speed; }

Time Odometer::frame_before(Time time) const {
  const auto after = std::ranges::lower_bound(frames_, time, {}, &Frame::time);
  return after == frames_.begin() ? after->time : (after - 1)->time;
}

std::span<const Odometer::Frame> Odometer::frames_since(Time time) const {
  return {std::ranges::lower_bound(frames_, time, {}, &Frame::time), frames_.end()};
}

}  // namespace scrutineer::scene
