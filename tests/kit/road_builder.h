// One road of a generated map, said in the order one would draw it.
//
//   const map::RoadRecord road = RoadBuilder("1")
//                                    .start(10.0, 5.0, 0.3)
//                                    .line(100.0)
//                                    .spiral(30.0, 0.0, 0.02)
//                                    .arc(50.0, 0.02)
//                                    .lanes({-2, -1, 1, 2}, 3.5)
//                                    .lane_type(-2, map::LaneType::sidewalk)
//                                    .section(80.0)
//                                    .lanes({-1, 1}, 3.5)
//                                    .record();
//
// Each piece of the plan view starts where the last one ended. A road without lanes() has one driving lane each way.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "kit/curve.h"
#include "map/model.h"

namespace scrutineer::kit {

inline constexpr double kLaneWidth = 3.5;  // metres, where nothing else is said

class RoadBuilder {
 public:
  explicit RoadBuilder(std::string id);

  RoadBuilder& name(std::string name);
  RoadBuilder& rule(map::TrafficRule rule);
  RoadBuilder& in_junction(std::string junction);

  // ---- plan view ----
  RoadBuilder& start(double x, double y, double heading = 0.0);  // before the first piece
  RoadBuilder& start(const Pose& pose) { return start(pose.x, pose.y, pose.heading); }
  RoadBuilder& line(double length);
  RoadBuilder& arc(double length, double curvature);
  RoadBuilder& spiral(double length, double curvature_begin, double curvature_end);
  RoadBuilder& poly3(double u_end, const map::Cubic& v);
  RoadBuilder& param_poly3(const map::Cubic& u, const map::Cubic& v, double p_end = 1.0);
  // A line, an arc and a line that lead to that pose; where the two poses are parallel and aside, one paramPoly3.
  RoadBuilder& bend_to(const Pose& target);
  Pose pose() const;  // where the next piece starts
  double length() const { return road_.length; }

  // ---- lanes; they belong to the section begun last ----
  RoadBuilder& section(double s);
  RoadBuilder& lanes(std::initializer_list<int> numbers, double width = kLaneWidth,
                     map::LaneType type = map::LaneType::driving);
  RoadBuilder& lane(int number, double width = kLaneWidth, map::LaneType type = map::LaneType::driving);
  RoadBuilder& lane_type(int number, map::LaneType type);
  RoadBuilder& lane_direction(int number, map::LaneDirection direction);
  // From `ds` after the section's begin; the first one takes the place of the constant width.
  RoadBuilder& width(int number, const map::Cubic& cubic, double ds = 0.0);
  // The outer border's t instead of a width.
  RoadBuilder& border(int number, const map::Cubic& cubic, double ds = 0.0);
  RoadBuilder& lane_speed(int number, Speed max, double ds = 0.0);
  // What is painted along its border away from the reference line; lane 0: in the middle.
  RoadBuilder& mark(int number, map::MarkType type, map::MarkColour colour = map::MarkColour::standard,
                    double ds = 0.0);
  RoadBuilder& lane_access(int number, bool allow, std::vector<std::string> who, double ds = 0.0);
  // Lane `from` of the section before leads to lane `to` of this one. Without any such call equal numbers are linked.
  RoadBuilder& continues(int from, int to);

  // ---- profiles ----
  RoadBuilder& elevation(double s, const map::Cubic& cubic);
  RoadBuilder& superelevation(double s, const map::Cubic& cubic);
  RoadBuilder& lane_offset(double s, const map::Cubic& cubic);

  // ---- road types ----
  RoadBuilder& type(double s, std::string type);
  RoadBuilder& speed(double s, Speed max, std::string type = "town");
  RoadBuilder& speed(double s, map::SpeedLimit::Kind kind, std::string type = "town");

  // ---- links; MapBuilder::link() writes those of both roads and their lanes ----
  RoadBuilder& predecessor_road(std::string id, map::ContactPoint contact);
  RoadBuilder& successor_road(std::string id, map::ContactPoint contact);
  RoadBuilder& predecessor_junction(std::string id);
  RoadBuilder& successor_junction(std::string id);
  RoadBuilder& lane_predecessor(int number, int linked);  // at the road's start
  RoadBuilder& lane_successor(int number, int linked);    // at the road's end

  // ---- signals and objects ----
  RoadBuilder& signal(map::SignalRecord signal);
  RoadBuilder& signal_reference(map::SignalReferenceRecord reference);
  RoadBuilder& object(map::ObjectRecord object);

  map::RoadRecord record() const;

 private:
  RoadBuilder& piece(double length, std::variant<map::Line, map::Arc, map::Spiral, map::Poly3, map::ParamPoly3> shape);
  map::LaneSectionRecord& last_section();
  map::LaneRecord& lane_of(map::LaneSectionRecord& section, int number);

  Pose start_;
  map::RoadRecord road_;
  std::vector<std::vector<map::JunctionLaneLink>> section_links_;  // by section: how the one before leads to it
  struct EndLink {
    map::ContactPoint end;
    int lane, linked;
  };
  std::vector<EndLink> end_links_;
};

// The cubic from value a with slope b at 0 to value c with slope d at `length`.
map::Cubic hermite(double a, double b, double c, double d, double length);

// ---- signals by their usual types ----
map::SignalRecord light(std::string id, double s, double t, map::Orientation orientation);
map::SignalRecord stop_sign(std::string id, double s, double t, map::Orientation orientation);
map::SignalRecord yield_sign(std::string id, double s, double t, map::Orientation orientation);
map::SignalRecord stop_line(std::string id, double s, double t, map::Orientation orientation);  // painted: type 294
map::ObjectRecord stop_line_object(std::string id, double s, double t, double width, map::Orientation orientation);
map::ObjectRecord crosswalk(std::string id, double s, double t, double width);  // 4 m of s, `width` of t

}  // namespace scrutineer::kit
