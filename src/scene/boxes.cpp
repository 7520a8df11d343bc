#include "scene/boxes.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrutineer::scene {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

struct Axis {
  double x, y;
};

// The two edge directions of a box.
struct Axes {
  explicit Axes(double yaw) : along{std::cos(yaw), std::sin(yaw)}, across{-along.y, along.x} {}
  Axis along, across;
};

double dot(Axis a, Axis b) { return a.x * b.x + a.y * b.y; }

// Half the length of a box's shadow on an axis.
double reach(const Box& box, const Axes& axes, Axis on) {
  return 0.5 * (box.length * std::abs(dot(axes.along, on)) + box.width * std::abs(dot(axes.across, on)));
}

bool heights_overlap(const Box& a, const Box& b) { return a.z_low < b.z_high && b.z_low < a.z_high; }

}  // namespace

double time_to_collision(const Box& a, Velocity velocity_a, const Box& b, Velocity velocity_b, double horizon) {
  const Axis apart{b.x - a.x, b.y - a.y};
  const Axis closing{velocity_b.x - velocity_a.x, velocity_b.y - velocity_a.y};
  const double inputs = apart.x + apart.y + closing.x + closing.y + a.yaw + b.yaw + a.length + a.width + b.length +
                        b.width + a.z_low + a.z_high + b.z_low + b.z_high;
  if (std::isnan(inputs)) return inputs;
  if (!heights_overlap(a, b)) return kNever;

  const Axes axes_a(a.yaw), axes_b(b.yaw);
  double enter = 0.0, leave = kNever;  // while all shadows looked at so far overlap
  for (const Axis axis : {axes_a.along, axes_a.across, axes_b.along, axes_b.across}) {
    const double distance = dot(apart, axis), speed = dot(closing, axis);
    const double sum = reach(a, axes_a, axis) + reach(b, axes_b, axis);
    if (speed == 0.0) {
      if (std::abs(distance) >= sum) return kNever;
      continue;
    }
    const double first = (-sum - distance) / speed, second = (sum - distance) / speed;
    enter = std::max(enter, std::min(first, second));
    leave = std::min(leave, std::max(first, second));
    if (enter >= leave) return kNever;
  }
  return enter <= horizon ? enter : kNever;
}

bool overlaps(const Box& a, const Box& b) { return time_to_collision(a, {}, b, {}, 0.0) == 0.0; }

}  // namespace scrutineer::scene
