// Where the actors of a run went, kept small enough to be drawn: memory grows with how far and how crookedly they went,
// not with the number of frames.
//
//   PathCollector collector;
//   while (... trace->next(step) ...) collector.add(step.frame);
//   for (const ActorPath& path : collector.paths()) ...
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/time.h"
#include "trace/frame.h"

namespace scrutineer::trace {

struct Pose {
  Time time{};
  double x = 0.0, y = 0.0, yaw = 0.0;
  Time due{};  // the tick that it stands for
};

struct ActorPath {
  ActorId actor;
  std::vector<std::vector<Corner>> strokes;  // one for each uninterrupted presence, within 2 cm of the true path
  Pose first, last;
  std::vector<Pose> ticks;  // at the times of Paths::tick_step()
};

// Draws a line through points as they come, with few corners: a point is left out if the line passes within the
// tolerance of it.
class LineThinner {
 public:
  explicit LineThinner(double tolerance) : tolerance_(tolerance) {}
  // Corners that are settled are appended to `line`; the last one may still be replaced.
  void add(double x, double y, std::vector<Corner>& line);

 private:
  void start_from(const Corner& anchor);

  double tolerance_;
  Corner anchor_, last_;
  bool has_anchor_ = false, has_sector_ = false;
  bool last_is_anchor_ = true;
  double middle_ = 0.0, left_ = 0.0, right_ = 0.0;  // directions that pass all points since the anchor near enough
  double farthest_ = 0.0;
};

class PathCollector {
 public:
  void add(const Frame& frame);
  const std::vector<ActorPath>& paths() const { return paths_; }  // by ActorId; without frames: no strokes
  Duration tick_step() const { return tick_step_; }

 private:
  struct Pen {
    LineThinner thinner{kTolerance};
    std::uint64_t last_frame = 0;  // counted here, from 1
  };
  static constexpr double kTolerance = 0.02;  // metres

  void add_pose(const ActorState& state, const Pose& pose, bool is_tick);
  void take_longer_steps();

  std::vector<ActorPath> paths_;
  std::vector<Pen> pens_;
  std::uint64_t frames_ = 0;
  Duration tick_step_ = std::chrono::milliseconds(500);
  Duration next_due_{};
};

}  // namespace scrutineer::trace
