// How far one actor has driven since it was first seen, and how fast it was, at any time since.
//
//   odometer.advance(now, x, y, heading, speed);          // every frame
//   odometer.driven() - odometer.driven_at(then);         // metres since then
//
// Between two frames both change evenly. Driving backwards takes metres back. Memory is bounded: of what is long ago
// every second frame is forgotten again and again.
#pragma once

#include <span>
#include <vector>

#include "base/time.h"
#include "scene/motion.h"

namespace scrutineer::scene {

class Odometer {
 public:
  struct Frame {
    Time time{};
    double driven = 0.0, speed = 0.0;
  };
  static constexpr std::size_t kMostFrames = 1U << 16U;

  // A first speed that does not exist (NaN) is taken from the second frame.
  void advance(Time now, double x, double y, Vector heading, double speed);

  bool empty() const { return frames_.empty(); }
  Time begin() const { return frames_.front().time; }
  double driven() const { return frames_.back().driven; }
  double last_step() const;  // metres since the frame before
  // At or before the first frame: as there; after the last one likewise.
  double driven_at(Time time) const;
  double speed_at(Time time) const;
  // The last frame before this time; the first one if there is none.
  Time frame_before(Time time) const;
  // From this time on.
  std::span<const Frame> frames_since(Time time) const;

 private:
  Frame at(Time time) const;
  void forget_half();

  std::vector<Frame> frames_;
  double x_ = 0.0, y_ = 0.0;  // of the last frame
  Vector heading_{1.0, 0.0};
};

}  // namespace scrutineer::scene
