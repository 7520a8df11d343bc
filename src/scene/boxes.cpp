#include "scene/boxes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace scrutineer::scene {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

FlatBox flat(const Box& box) {
  return {.x = box.x,
          .y = box.y,
          .cos = std::cos(box.yaw),
          .sin = std::sin(box.yaw),
          .half_length = 0.5 * box.length,
          .half_width = 0.5 * box.width};
}

bool heights_overlap(const Box& a, const Box& b) { return a.z_low < b.z_high && b.z_low < a.z_high; }

// Half the lengths of both shadows together, on the edge directions of a (along, across) and of b.
std::array<double, 4> half_sums(const FlatBox& a, const FlatBox& b) {
  const double along = std::abs(a.cos * b.cos + a.sin * b.sin), across = std::abs(a.cos * b.sin - a.sin * b.cos);
  return {a.half_length + b.half_length * along + b.half_width * across,
          a.half_width + b.half_length * across + b.half_width * along,
          b.half_length + a.half_length * along + a.half_width * across,
          b.half_width + a.half_length * across + a.half_width * along};
}

// A vector on the same four directions.
std::array<double, 4> shadows(double x, double y, const FlatBox& a, const FlatBox& b) {
  return {a.cos * x + a.sin * y, a.cos * y - a.sin * x, b.cos * x + b.sin * y, b.cos * y - b.sin * x};
}

}  // namespace

double overlap_depth(const FlatBox& a, const FlatBox& b) {
  const auto distances = shadows(b.x - a.x, b.y - a.y, a, b);
  const auto sums = half_sums(a, b);
  double depth = kNever;
  for (std::size_t i = 0; i < 4; ++i) depth = std::min(depth, sums[i] - std::abs(distances[i]));
  return depth;
}

double time_to_collision(const FlatBox& a, Velocity velocity_a, const FlatBox& b, Velocity velocity_b, double horizon) {
  const auto distances = shadows(b.x - a.x, b.y - a.y, a, b);
  const auto speeds = shadows(velocity_b.x - velocity_a.x, velocity_b.y - velocity_a.y, a, b);
  const auto sums = half_sums(a, b);
  double enter = 0.0, leave = kNever;  // while all shadows looked at so far overlap
  for (std::size_t i = 0; i < 4; ++i) {
    if (speeds[i] == 0.0) {
      if (std::abs(distances[i]) >= sums[i]) return kNever;
      continue;
    }
    const double first = (-sums[i] - distances[i]) / speeds[i], second = (sums[i] - distances[i]) / speeds[i];
    enter = std::max(enter, std::min(first, second));
    leave = std::min(leave, std::max(first, second));
    if (enter >= leave) return kNever;
  }
  return enter <= horizon ? enter : kNever;
}

double time_to_collision(const Box& a, Velocity velocity_a, const Box& b, Velocity velocity_b, double horizon) {
  const double inputs = a.x + a.y + b.x + b.y + velocity_a.x + velocity_a.y + velocity_b.x + velocity_b.y + a.yaw +
                        b.yaw + a.length + a.width + b.length + b.width + a.z_low + a.z_high + b.z_low + b.z_high;
  if (std::isnan(inputs)) return inputs;
  if (!heights_overlap(a, b)) return kNever;
  return time_to_collision(flat(a), velocity_a, flat(b), velocity_b, horizon);
}

std::string_view to_word(Side side) {
  constexpr std::array<std::string_view, 8> kWords{"front", "front_right", "right", "rear_right",
                                                   "rear",  "rear_left",   "left",  "front_left"};
  return kWords[static_cast<std::size_t>(side)];
}

Side side_of(double ahead, double left, double half_length, double half_width) {
  constexpr double kCorner = 0.75;
  const double u = half_length > 0.0 ? ahead / half_length : 0.0, v = half_width > 0.0 ? left / half_width : 0.0;
  if (std::abs(u) > kCorner && std::abs(v) > kCorner) {
    if (u > 0.0) return v > 0.0 ? Side::front_left : Side::front_right;
    return v > 0.0 ? Side::rear_left : Side::rear_right;
  }
  if (std::abs(u) >= std::abs(v)) return u >= 0.0 ? Side::front : Side::rear;
  return v > 0.0 ? Side::left : Side::right;
}

bool overlaps(const Box& a, const Box& b) { return heights_overlap(a, b) && overlap_depth(flat(a), flat(b)) > 0.0; }

}  // namespace scrutineer::scene
