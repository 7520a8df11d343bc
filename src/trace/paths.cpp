#include "trace/paths.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace scrutineer::trace {

namespace {

using namespace std::chrono_literals;

constexpr double kTurn = 6.283185307179586;
constexpr std::int64_t kMostTicks = 20;

// Each divides the next, so that ticks that were kept stay ticks.
Duration longer_than(Duration step) {
  constexpr std::array<Duration, 9> kSteps = {500ms, 1s, 2s, 10s, 30s, 60s, 300s, 600s, 3600s};
  const auto found = std::upper_bound(kSteps.begin(), kSteps.end(), step);
  return found == kSteps.end() ? 2 * step : *found;
}

}  // namespace

// ---- LineThinner ----------------------------------------------------------------------------------------------------

void LineThinner::start_from(const Corner& anchor) {
  anchor_ = anchor;
  has_anchor_ = true;
  has_sector_ = false;
  last_is_anchor_ = true;
  farthest_ = 0.0;
}

void LineThinner::add(double x, double y, std::vector<Corner>& line) {
  if (!has_anchor_) {
    line.push_back({x, y});
    start_from({x, y});
    return;
  }
  const double distance = std::hypot(x - anchor_.x, y - anchor_.y);
  const double direction = std::atan2(y - anchor_.y, x - anchor_.x);
  const double off_middle = std::remainder(direction - middle_, kTurn);
  const bool turns_back = distance < farthest_ - tolerance_;
  if (has_sector_ && (turns_back || off_middle > left_ || off_middle < right_)) {
    start_from(last_);  // it stays in the line
    add(x, y, line);
    return;
  }
  if (distance > tolerance_) {
    const double room = std::asin(tolerance_ / distance);
    if (!has_sector_) {
      middle_ = direction;
      left_ = room;
      right_ = -room;
      has_sector_ = true;
    } else {
      left_ = std::min(left_, off_middle + room);
      right_ = std::max(right_, off_middle - room);
    }
    farthest_ = std::max(farthest_, distance);
  }
  last_ = {x, y};
  if (last_is_anchor_)
    line.push_back(last_);
  else
    line.back() = last_;
  last_is_anchor_ = false;
}

// ---- PathCollector ---------------------------------------------------------------------------------------------------

void PathCollector::add(const Frame& frame) {
  ++frames_;
  const Duration time = frame.time.time_since_epoch();
  // A frame that is a little early is on time: clocks are rounded.
  const bool is_tick = time + tick_step_ / 100 >= next_due_;
  Pose pose{.time = frame.time};
  if (is_tick) {
    pose.due = Time((time + tick_step_ / 100) / tick_step_ * tick_step_);
    next_due_ = pose.due.time_since_epoch() + tick_step_;
  }
  for (const ActorState& state : frame.actors) {
    pose.x = state.x;
    pose.y = state.y;
    pose.yaw = state.yaw;
    add_pose(state, pose, is_tick);
  }
  while (next_due_ / tick_step_ > kMostTicks) take_longer_steps();
}

void PathCollector::add_pose(const ActorState& state, const Pose& pose, bool is_tick) {
  const std::size_t actor = state.actor.index();
  if (actor >= paths_.size()) {
    for (std::size_t i = paths_.size(); i <= actor; ++i) paths_.push_back({.actor = ActorId(i)});
    pens_.resize(paths_.size());
  }
  ActorPath& path = paths_[actor];
  Pen& pen = pens_[actor];
  if (path.strokes.empty()) path.first = pose;
  if (path.strokes.empty() || pen.last_frame + 1 != frames_) {
    path.strokes.emplace_back();
    pen.thinner = LineThinner(kTolerance);
  }
  pen.last_frame = frames_;
  pen.thinner.add(state.x, state.y, path.strokes.back());
  path.last = pose;
  if (is_tick) path.ticks.push_back(pose);
}

void PathCollector::take_longer_steps() {
  tick_step_ = longer_than(tick_step_);
  for (ActorPath& path : paths_)
    std::erase_if(path.ticks, [&](const Pose& pose) { return pose.due.time_since_epoch() % tick_step_ != Duration{}; });
  next_due_ = (next_due_ + tick_step_ - Duration(1)) / tick_step_ * tick_step_;
}

}  // namespace scrutineer::trace
