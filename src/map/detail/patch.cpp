#include "map/detail/patch.h"

#include <algorithm>
#include <cmath>

namespace scrutineer::map::detail {
namespace {

// Seen across, a cross-section is a line: ahead and height over the distance to the left.
struct CrossLine {
  double right, left;              // where it begins and ends
  double ahead_right, ahead_left;  // there
  Spot spot_right, spot_left;

  double part(double across) const { return (across - right) / (left - right); }
  double ahead(double across) const { return ahead_right + part(across) * (ahead_left - ahead_right); }
  Spot spot(double across) const {
    const double p = part(across);
    return {spot_right.x + p * (spot_left.x - spot_right.x), spot_right.y + p * (spot_left.y - spot_right.y),
            spot_right.z + p * (spot_left.z - spot_right.z)};
  }
};

}  // namespace

std::optional<Patch> bridge(const CrossSection& from, const CrossSection& to) {
  const double from_x = from.left.x - from.right.x, from_y = from.left.y - from.right.y;
  const double to_x = to.left.x - to.right.x, to_y = to.left.y - to.right.y;
  const double from_width = std::hypot(from_x, from_y), to_width = std::hypot(to_x, to_y);
  if (!(from_width > kHairline && to_width > kHairline)) return std::nullopt;
  // Halfway between the two directions: the gap is measured at right angles to that.
  double x = from_x / from_width + to_x / to_width, y = from_y / from_width + to_y / to_width;
  const double norm = std::hypot(x, y);
  if (!(norm > 1.5)) return std::nullopt;  // they meet at more than 80 degrees: no gap but a corner
  x /= norm;
  y /= norm;
  const Spot origin = from.right;
  const auto profile = [&](const CrossSection& section) {
    const auto across = [&](const Spot& s) { return (s.x - origin.x) * x + (s.y - origin.y) * y; };
    const auto ahead = [&](const Spot& s) { return (s.x - origin.x) * y - (s.y - origin.y) * x; };
    return CrossLine{across(section.right), across(section.left), ahead(section.right),
                     ahead(section.left),   section.right,        section.left};
  };
  const CrossLine a = profile(from), b = profile(to);
  double right = std::max(a.right, b.right), left = std::min(a.left, b.left);
  if (!(left > right)) return std::nullopt;
  const auto gap = [&](double across) { return b.ahead(across) - a.ahead(across); };
  double gap_right = gap(right), gap_left = gap(left);
  // The gap is linear in between: keep the part of it from 0 to kBridgedGap.
  for (const auto& [limit, sign] : {std::pair{0.0, 1.0}, std::pair{kBridgedGap, -1.0}}) {
    const bool right_ok = sign * (gap_right - limit) >= 0.0, left_ok = sign * (gap_left - limit) >= 0.0;
    if (!right_ok && !left_ok) return std::nullopt;
    if (right_ok && left_ok) continue;
    const double cut = right + (left - right) * (limit - gap_right) / (gap_left - gap_right);
    (right_ok ? left : right) = cut;
    (right_ok ? gap_left : gap_right) = limit;
  }
  if (!(std::max(gap_right, gap_left) > kHairline && left - right > kHairline)) return std::nullopt;
  return Patch{{a.spot(right), b.spot(right), b.spot(left), a.spot(left)}};
}

Patch extension(const CrossSection& end, double slope) {
  const double across_x = end.left.x - end.right.x, across_y = end.left.y - end.right.y;
  const double width = std::max(std::hypot(across_x, across_y), 1e-12);
  const double x = kExtension * across_y / width, y = -kExtension * across_x / width, z = kExtension * slope;
  return {{end.right,
           {end.right.x + x, end.right.y + y, end.right.z + z},
           {end.left.x + x, end.left.y + y, end.left.z + z},
           end.left}};
}

}  // namespace scrutineer::map::detail
