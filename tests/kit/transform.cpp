#include "kit/transform.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "kit/curve.h"

namespace scrutineer::kit {
namespace {

using namespace map;

Cubic negated(const Cubic& c) { return {-c.a, -c.b, -c.c, -c.d}; }

void mirror(Line&) {}
void mirror(Arc& arc) { arc.curvature = -arc.curvature; }
void mirror(Spiral& spiral) { spiral = {-spiral.curvature_begin, -spiral.curvature_end}; }
void mirror(Poly3& shape) { shape.v = negated(shape.v); }
void mirror(ParamPoly3& shape) { shape.v = negated(shape.v); }

void mirror(std::vector<CubicRecord>& records) {
  for (CubicRecord& record : records) record.cubic = negated(record.cubic);
}

void mirror(std::vector<LaneValidity>& validities) {
  for (LaneValidity& validity : validities) validity = {-validity.to, -validity.from};
}

void mirror(std::vector<int>& numbers) {
  for (int& number : numbers) number = -number;
}

void mirror(RoadRecord& road) {
  road.rule = road.rule == TrafficRule::right_hand ? TrafficRule::left_hand : TrafficRule::right_hand;
  for (Geometry& geometry : road.geometries) {
    geometry.y = -geometry.y;
    geometry.heading = -geometry.heading;
    std::visit([](auto& shape) { mirror(shape); }, geometry.shape);
  }
  mirror(road.superelevations);
  mirror(road.lane_offsets);
  for (LaneSectionRecord& section : road.sections) {
    std::ranges::reverse(section.lanes);
    for (LaneRecord& lane : section.lanes) {
      lane.number = -lane.number;
      mirror(lane.predecessors);
      mirror(lane.successors);
      mirror(lane.borders);
    }
  }
  for (SignalRecord& signal : road.signals) {
    signal.t = -signal.t;
    signal.h_offset = -signal.h_offset;
    mirror(signal.validities);
  }
  for (SignalReferenceRecord& reference : road.signal_references) {
    reference.t = -reference.t;
    mirror(reference.validities);
  }
  for (ObjectRecord& object : road.objects) {
    object.t = -object.t;
    object.heading = -object.heading;
    mirror(object.validities);
    for (std::vector<ObjectCorner>& outline : object.outlines)
      for (ObjectCorner& corner : outline) corner.b = -corner.b;
  }
}

void mirror(JunctionRecord& junction) {
  for (JunctionConnection& connection : junction.connections)
    for (JunctionLaneLink& link : connection.lane_links) link = {-link.from, -link.to};
  // The boundary runs counter-clockwise, and mirrored it would not.
  std::ranges::reverse(junction.boundary);
  for (JunctionBoundarySegment& segment : junction.boundary) {
    if (segment.kind == JunctionBoundarySegment::Kind::lane) {
      segment.boundary_lane = -segment.boundary_lane;
      std::swap(segment.s_start, segment.s_end);
      const bool starts_at_end = !segment.s_end_is_begin, ends_at_begin = !segment.s_start_is_end;
      segment.s_start_is_end = !segment.s_start && starts_at_end;
      segment.s_end_is_begin = !segment.s_end && ends_at_begin;
    }
    std::swap(segment.joint_lane_start, segment.joint_lane_end);
    if (segment.joint_lane_start) segment.joint_lane_start = -*segment.joint_lane_start;
    if (segment.joint_lane_end) segment.joint_lane_end = -*segment.joint_lane_end;
  }
}

}  // namespace

Document shifted_and_rotated(Document document, double dx, double dy, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  for (RoadRecord& road : document.roads) {
    for (Geometry& geometry : road.geometries) {
      const double x = geometry.x, y = geometry.y;
      geometry.x = c * x - s * y + dx;
      geometry.y = s * x + c * y + dy;
      geometry.heading = normalised_angle(geometry.heading + angle);
    }
  }
  HeaderRecord& header = document.header;
  header.north = header.south = header.east = header.west = std::nullopt;
  return document;
}

Document mirrored(Document document) {
  for (RoadRecord& road : document.roads) mirror(road);
  for (JunctionRecord& junction : document.junctions) mirror(junction);
  HeaderRecord& header = document.header;
  std::swap(header.north, header.south);
  if (header.north) header.north = -*header.north;
  if (header.south) header.south = -*header.south;
  return document;
}

}  // namespace scrutineer::kit
