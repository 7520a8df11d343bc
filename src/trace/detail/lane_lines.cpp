#include "trace/detail/lane_lines.h"

#include <algorithm>
#include <limits>

namespace scrutineer::trace {

using map::LaneLine;
using map::LanePoint;

namespace {

LanePoint point_between(const LanePoint& a, const LanePoint& b, double share) {
  return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y), a.z + share * (b.z - a.z)};
}

// On which piece of a line its point nearest to this one is, and at which share of it.
struct LineFoot {
  std::size_t piece = 0;
  double share = 0.0;
};

LineFoot find_foot(const LaneLine& line, const LanePoint& point) {
  double nearest = std::numeric_limits<double>::infinity();
  LineFoot found;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const double dx = line[i + 1].x - line[i].x, dy = line[i + 1].y - line[i].y, squared = dx * dx + dy * dy;
    if (squared == 0.0) continue;
    const double px = point.x - line[i].x, py = point.y - line[i].y;
    const double share = std::clamp((px * dx + py * dy) / squared, 0.0, 1.0);
    const double off_x = px - share * dx, off_y = py - share * dy, distance = off_x * off_x + off_y * off_y;
    if (distance >= nearest) continue;
    nearest = distance;
    found = {i, share};
  }
  return found;
}

}  // namespace

double length_of(const LaneLine& line) {
  double sum = 0.0;
  for (std::size_t i = 1; i < line.size(); ++i) sum += apart(line[i - 1], line[i]);
  return sum;
}

double way_to(const LaneLine& line, const LanePoint& point) {
  if (line.size() < 2) return 0.0;
  const auto [piece, share] = find_foot(line, point);
  double way = share * apart(line[piece], line[piece + 1]);
  for (std::size_t i = 0; i < piece; ++i) way += apart(line[i], line[i + 1]);
  return way;
}

LanePoint foot_on(const LaneLine& line, const LanePoint& point) {
  if (line.size() < 2) return line.empty() ? LanePoint{} : line.front();
  const auto [piece, share] = find_foot(line, point);
  return point_between(line[piece], line[piece + 1], share);
}

LaneLine part_of(const LaneLine& line, double begin, double end) {
  LaneLine part;
  double way = 0.0;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const double length = apart(line[i], line[i + 1]);
    if (length > 0.0 && way + length > begin && way < end) {
      if (part.empty())
        part.push_back(way < begin ? point_between(line[i], line[i + 1], (begin - way) / length) : line[i]);
      part.push_back(way + length > end ? point_between(line[i], line[i + 1], (end - way) / length) : line[i + 1]);
    }
    way += length;
  }
  return part;
}

}  // namespace scrutineer::trace
