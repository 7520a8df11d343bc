// A smooth line through the points of a polyline: lines and arcs that OpenDRIVE knows.
//
// How much of the turn at a point belongs to the piece before it and how much to the one behind it comes from how much
// each of them turns at its other end: so an arc is an arc, and a straight line beside it stays straight. The line stays
// within kMostBend of the polyline; where it would not, and at corners, a kink remains.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "map/lane_map.h"
#include "map/model.h"

namespace scrutineer::map::detail {

// A place seen from the line. s may lie beyond its ends: straight on.
struct LinePlace {
  double s = 0.0, t = 0.0;
};

class FittedLine {
 public:
  // The points are at least two, and no two consecutive ones are the same. Headings: of the line at its ends, where
  // they are known (the road is cut off square there); they are not used where that would bend the line so much that
  // what is `reach` beside it folds.
  FittedLine(std::span<const LanePoint> points, std::optional<double> first_heading, std::optional<double> last_heading,
             double reach = 0.0);

  double length() const { return length_; }
  const std::vector<Geometry>& geometries() const& { return pieces_; }
  std::vector<Geometry> geometries() && { return std::move(pieces_); }
  std::span<const double> stations() const { return stations_; }  // s of the points

  // The foot of the point, looked for from piece `from` on; `from` becomes the piece where it is.
  LinePlace place_of(const LanePoint& point, std::size_t& from) const;
  // Of the whole line the place nearest to the point.
  LinePlace nearest_to(const LanePoint& point) const;
  double heading_at(double s) const;
  // The t at which the line across at a station meets the straight line from a to b; nothing: it does not.
  std::optional<double> cross(std::size_t station, const LanePoint& a, const LanePoint& b);

 private:
  struct Pose {
    double x, y, heading;
  };
  struct Direction {
    double cos, sin;
  };
  struct Cut {  // the line across at a station; tx, ty is the direction of the line itself
    double x, y, tx, ty;
  };
  LinePlace place_on(std::size_t piece, const LanePoint& point) const;
  Pose pose_on(std::size_t piece, double s) const;
  void add_piece(const Geometry& piece);
  void add_line(const LanePoint& from, double heading, double length);
  void add_arc(const LanePoint& from, double heading, double chord_x, double chord_y);
  void add_segment(const LanePoint& from, const LanePoint& to, double begin_offset, double end_offset);

  const Cut& cut_at(std::size_t station);

  std::vector<Geometry> pieces_;
  std::vector<Direction> directions_;  // of the pieces where they begin
  std::vector<double> stations_;
  std::vector<std::optional<Cut>> cuts_;  // by station, as far as they were asked for
  double length_ = 0.0;
};

// In (-pi, pi].
double angle_between(double from_heading, double to_heading);

}  // namespace scrutineer::map::detail
