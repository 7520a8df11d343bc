// Bodies as upright boxes: do two of them overlap, and when will they, if both keep their velocity?
//
//   const Box car{.x = 0.0, .y = 0.0, .yaw = 0.3, .length = 4.5, .width = 1.8, .z_low = 0.0, .z_high = 1.5};
//   overlaps(car, other)
//   time_to_collision(car, {10.0, 0.0}, other, {0.0, 0.0}, 3.0)   // seconds; infinite: not within 3 s
#pragma once

#include <cstdint>
#include <string_view>

namespace scrutineer::scene {

// x, y is the centre; sizes are full lengths.
struct Box {
  double x = 0.0, y = 0.0, yaw = 0.0;
  double length = 0.0, width = 0.0;
  double z_low = 0.0, z_high = 0.0;
};

struct Velocity {
  double x = 0.0, y = 0.0;
};

// In the plane and in height, with an area: boxes that only touch do not overlap.
bool overlaps(const Box& a, const Box& b);

// The first time from now, up to `horizon` seconds, at which the boxes overlap while both keep velocity and
// orientation: 0 if they overlap now, infinite if they do not within the horizon or pass above each other. Exact: two
// boxes that only move along overlap as long as their shadows on all four edge directions do, and each of those times
// is a fraction. Not a number if any input is none.
double time_to_collision(const Box& a, Velocity velocity_a, const Box& b, Velocity velocity_b, double horizon);

// The same for one body that is asked about many times: its directions are known, and heights are not looked at. All
// numbers must be finite.
struct FlatBox {
  double x = 0.0, y = 0.0;
  double cos = 1.0, sin = 0.0;  // of the yaw
  double half_length = 0.0, half_width = 0.0;
};

// How far one of them would have to be moved at least, along one of the edges, to part them; 0 or less: they do not
// overlap.
double overlap_depth(const FlatBox& a, const FlatBox& b);
double time_to_collision(const FlatBox& a, Velocity velocity_a, const FlatBox& b, Velocity velocity_b, double horizon);

// Where on a body something is, clockwise from the front.
enum class Side : std::uint8_t { front, front_right, right, rear_right, rear, rear_left, left, front_left };
std::string_view to_word(Side side);

// Of a point so far ahead and to the left of a body's centre. With the body stretched to a square, it is at the side
// whose edge it is nearest to, or at a corner where it is in the outer quarter both ways: a frontal contact over less
// than a quarter of the width is one at the corner.
Side side_of(double ahead, double left, double half_length, double half_width);

}  // namespace scrutineer::scene
