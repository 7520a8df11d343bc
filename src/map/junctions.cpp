#include "map/junctions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "map/detail/junction_area.h"
#include "map/detail/polygon_union.h"

namespace scrutineer::map {
namespace {

// Calls found(junction) for each that contains the point, until it returns true.
template <typename Found>
bool visit_containing(const RoadNetwork& map, Point point, std::optional<double> z, Found found) {
  bool done = false;
  detail::junction_boxes(map).visit_at(point.x, point.y, [&](JunctionId id) {
    if (done) return;
    if (!detail::area_contains(map, id, point)) return;
    if (z && !detail::is_level(map, id, point, *z)) return;
    done = found(id);
  });
  return done;
}

double distance_to_segment(Point a, Point b, Point p) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double squared = dx * dx + dy * dy;
  const double along = (p.x - a.x) * dx + (p.y - a.y) * dy;
  const double part = squared > 0.0 ? std::clamp(along / squared, 0.0, 1.0) : 0.0;
  return std::hypot(p.x - a.x - part * dx, p.y - a.y - part * dy);
}

bool contains(const Ring& ring, Point p) {
  bool inside = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const Point a = ring[i], b = ring[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x) inside = !inside;
  }
  return inside;
}

}  // namespace

double Area::size() const {
  double sum = 0.0;
  for (const Ring& ring : rings) sum += detail::signed_area(ring);
  return sum;
}

const Area& junction_area(const RoadNetwork& map, JunctionId junction) { return detail::area_of(map, junction).area; }

void junctions_containing(const RoadNetwork& map, Point point, std::optional<double> z,
                          std::vector<JunctionId>& found) {
  found.clear();
  visit_containing(map, point, z, [&](JunctionId id) {
    found.push_back(id);
    return false;
  });
}

std::vector<JunctionId> junctions_containing(const RoadNetwork& map, Point point, std::optional<double> z) {
  std::vector<JunctionId> found;
  junctions_containing(map, point, z, found);
  return found;
}

bool is_clear_of_junctions(const RoadNetwork& map, Point point, double reach) {
  bool clear = true;
  detail::junction_boxes(map).visit_box(point.x - reach, point.y - reach, point.x + reach, point.y + reach,
                                        [&](JunctionId) { clear = false; });
  return clear;
}

bool is_in_junction(const RoadNetwork& map, Point point, std::optional<double> z) {
  return visit_containing(map, point, z, [](JunctionId) { return true; });
}

double distance_to_area(const Area& area, Point point) {
  double best = std::numeric_limits<double>::infinity();
  for (const Ring& ring : area.rings) {
    if (contains(ring, point)) return 0.0;
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
      best = std::min(best, distance_to_segment(ring[j], ring[i], point));
    }
  }
  return best;
}

}  // namespace scrutineer::map
