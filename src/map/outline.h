// Lanes and roads as polylines and polygons, no further from the true curves than the caller allows.
//
//   const Polyline left = border(map, lane, Side::left, 0.01);      // within 1 cm of the lane's left border
//   const Polyline middle = centre_line(map, lane, 0.01);
//   const Polyline ring = lane_polygon(map, lane, 0.01);            // for drawing and clipping
//
// The error is the distance in space between a point of the curve (as point_at() gives it) and the polyline. It is
// guaranteed: steps are chosen from an upper bound of the curve's second derivative, not by sampling. Where a road's
// pieces do not meet, the polyline runs straight from the end of one to the begin of the next.
#pragma once

#include <vector>

#include "map/road_network.h"

namespace scrutineer::map {

struct Vertex {
  double x = 0.0, y = 0.0, z = 0.0;
  double s = 0.0;  // of the road
};

using Polyline = std::vector<Vertex>;

enum class Side { right, left };  // in the sense of the road's s, whichever way traffic runs

// Along s, from the begin to the end of the lane's section. max_error is in metres and above 0.
Polyline border(const RoadNetwork& map, LaneId lane, Side side, double max_error);
Polyline centre_line(const RoadNetwork& map, LaneId lane, double max_error);
// The road's reference line, t = 0.
Polyline reference_line(const RoadNetwork& map, RoadId road, double max_error);
// A part of a lane's border, from s_begin to s_end; against s where s_begin is the larger.
Polyline border(const RoadNetwork& map, LaneId lane, Side side, double s_begin, double s_end, double max_error);
// The border away from the reference line of all lanes with that number, over all sections from s_begin to s_end; of
// lane 0 the line that parts left from right. Where there is no such lane, that of the outermost below it.
Polyline outer_border(const RoadNetwork& map, RoadId road, int lane_number, double s_begin, double s_end,
                      double max_error);

// Closed (the first vertex is not repeated) and counter-clockwise: along the right border and back along the left one.
// Empty if the lane has no extent.
Polyline lane_polygon(const RoadNetwork& map, LaneId lane, double max_error);

}  // namespace scrutineer::map
