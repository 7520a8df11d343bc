// How far a point on a road may at least move, and still be on the same piece of it, between the same two borders.
//
//   const StripBounds bounds = bounds_of_strip(map, at.strip, right, left);   // kept while somebody is on the strip
//   const double room = room_between(map, bounds, at.s, at.t);                // metres in the plane
//
// A body with that much room need not be looked up again before it has moved that far.
#pragma once

#include <cstdint>

#include "map/lane_projection.h"
#include "map/road_network.h"

namespace scrutineer::map {

// A strip, two of its borders, and how much all of them bend.
struct StripBounds {
  std::uint32_t strip = kNoStrip;
  std::uint32_t right = 0, left = 0;  // places among RoadNetwork::borders_of
  double slowest = 1.0;               // metres of the reference line for a metre of s, at least
  double turn = 0.0;                  // radians for a metre of s, at most
  double slope = 0.0;                 // how much t of the borders changes for a metre of s, at most
};
StripBounds bounds_of_strip(const RoadNetwork& map, std::uint32_t strip, std::uint32_t right, std::uint32_t left);

// Of a point there, up to kMostRoom; the borders lie `beside` further out than they do. Below 0: none that is known. Strips
// that are rolled have none.
inline constexpr double kMostRoom = 5.0;  // metres
double room_between(const RoadNetwork& map, const StripBounds& bounds, double s, double t, double beside = 0.0);

}  // namespace scrutineer::map
