// The roads that a body lies on beside those that are known already: where several of its points are on others.
//
//   elsewhere.find(map, points, z, known);
//   for (const RoadsElsewhere::Place& place : elsewhere.found()) use(place.at, points[place.point]);
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "map/lookup.h"

namespace scrutineer::map {

// The strips of a road, by which it is known.
struct StripRange {
  std::uint32_t first = 0, count = 0;

  bool holds(std::uint32_t strip) const { return strip - first < count; }
};
inline StripRange strips_of(const Road& road) { return {road.first_strip, road.strip_count}; }

class RoadsElsewhere {
 public:
  struct Place {
    RoadPosition at;
    std::uint32_t point;  // of the points given
  };

  // Each road that locate() finds for one of the points, and that is not known: once, by the first point that is on it. It
  // is known afterwards. What is known costs nearly nothing.
  void find(const RoadNetwork& map, std::span<const Point> points, std::optional<double> z,
            std::vector<StripRange>& known);
  std::span<const Place> found() const { return found_; }  // by point, then the nearest first

 private:
  std::vector<RoadPosition> located_;
  std::vector<Place> found_;
};

}  // namespace scrutineer::map
