#include <algorithm>
#include <cmath>
#include <utility>

#include "base/quantity.h"
#include "kit/curve.h"
#include "kit/geometry_parts.h"
#include "kit/map_builder.h"
#include "kit/sections.h"
#include "kit/transform.h"

namespace scrutineer::kit {
namespace {

using namespace map;

ContactPoint other_end(ContactPoint contact) {
  return contact == ContactPoint::start ? ContactPoint::end : ContactPoint::start;
}

Orientation opposite(Orientation orientation) {
  switch (orientation) {
    case Orientation::with_s:
      return Orientation::against_s;
    case Orientation::against_s:
      return Orientation::with_s;
    case Orientation::both:
      break;
  }
  return Orientation::both;
}

void negate(std::vector<int>& numbers) {
  for (int& number : numbers) number = -number;
}

void negate(std::vector<LaneValidity>& validities) {
  for (LaneValidity& validity : validities) validity = {-validity.to, -validity.from};
}

// What holds on [begin, end] of a road, told from the other end of it. `sign` is -1 for what is measured to the left.
std::vector<CubicRecord> reversed_cubics(std::vector<CubicRecord> records, double begin, double end, double road_length,
                                         double sign) {
  // Before the first record nothing is there, which has to be said now.
  if (!records.empty() && records.front().s > begin) records.insert(records.begin(), CubicRecord{begin, {}});
  std::vector<CubicRecord> result;
  for (std::size_t i = records.size(); i-- > 0;) {
    const double next = i + 1 < records.size() ? records[i + 1].s : end;
    if (next <= records[i].s) continue;
    const Cubic last = records[i].cubic.moved_to(next - records[i].s);
    result.push_back({road_length - next, {sign * last.a, sign * -last.b, sign * last.c, sign * -last.d}});
  }
  return result;
}

template <typename Record>
std::vector<Record> reversed_steps(const std::vector<Record>& records, double end, double road_length) {
  std::vector<Record> result;
  for (std::size_t i = records.size(); i-- > 0;) {
    const double next = i + 1 < records.size() ? records[i + 1].s : end;
    if (next <= records[i].s) continue;
    result.push_back(records[i]);
    result.back().s = road_length - next;
  }
  return result;
}

std::vector<Geometry> reversed_geometries(const RoadRecord& road) {
  std::vector<Geometry> result;
  for (std::size_t i = road.geometries.size(); i-- > 0;) {
    const double end = i + 1 < road.geometries.size() ? road.geometries[i + 1].s : road.length;
    result.push_back(reversed(road.geometries[i]));
    result.back().s = road.length - end;
  }
  return result;
}

// A lane speed or access that begins inside a section ends inside of it when reversed, which no record can say: the
// section is cut there.
void cut_sections_where_records_begin(RoadRecord& road) {
  std::vector<double> cuts;
  for (const LaneSectionRecord& section : road.sections) {
    for (const LaneRecord& lane : section.lanes) {
      if (!lane.speeds.empty() && lane.speeds.front().s > section.s) cuts.push_back(lane.speeds.front().s);
      if (!lane.accesses.empty() && lane.accesses.front().s > section.s) cuts.push_back(lane.accesses.front().s);
    }
  }
  for (const double s : cuts) cut_section(road, s);
}

void reverse_lane(LaneRecord& lane, double section_begin, double section_end, double road_length) {
  lane.number = -lane.number;
  std::swap(lane.predecessors, lane.successors);
  lane.widths = reversed_cubics(std::move(lane.widths), section_begin, section_end, road_length, 1.0);
  lane.borders = reversed_cubics(std::move(lane.borders), section_begin, section_end, road_length, -1.0);
  lane.speeds = reversed_steps(lane.speeds, section_end, road_length);
  lane.accesses = reversed_steps(lane.accesses, section_end, road_length);
}

void reverse_sections(RoadRecord& road) {
  cut_sections_where_records_begin(road);
  const std::size_t count = road.sections.size();
  for (std::size_t i = 0; i < count; ++i) {
    LaneSectionRecord& section = road.sections[i];
    const double begin = section.s, end = i + 1 < count ? road.sections[i + 1].s : road.length;
    for (LaneRecord& lane : section.lanes) {
      // Links to lanes of this road; those to other roads are left.
      if (i > 0) negate(lane.predecessors);
      if (i + 1 < count) negate(lane.successors);
      reverse_lane(lane, begin, end, road.length);
    }
    std::ranges::reverse(section.lanes);
  }
  // Only now, as a section's end is the next one's begin.
  for (std::size_t i = 0; i < count; ++i)
    road.sections[i].s = i + 1 < count ? road.length - road.sections[i + 1].s : 0.0;
  std::ranges::reverse(road.sections);
}

void reverse_things(RoadRecord& road) {
  for (SignalRecord& signal : road.signals) {
    signal.s = road.length - signal.s;
    signal.t = -signal.t;
    // Counted from the orientation where there is one.
    if (signal.orientation == Orientation::both) signal.h_offset = normalised_angle(signal.h_offset + kPi);
    signal.orientation = opposite(signal.orientation);
    negate(signal.validities);
  }
  for (SignalReferenceRecord& reference : road.signal_references) {
    reference.s = road.length - reference.s;
    reference.t = -reference.t;
    reference.orientation = opposite(reference.orientation);
    negate(reference.validities);
  }
  for (ObjectRecord& object : road.objects) {
    object.s = road.length - object.s;
    object.t = -object.t;
    object.heading = normalised_angle(object.heading + kPi);
    object.orientation = opposite(object.orientation);
    negate(object.validities);
    for (std::vector<ObjectCorner>& outline : object.outlines) {
      for (ObjectCorner& corner : outline) {
        if (!corner.road_coordinates) continue;
        corner.a = road.length - corner.a;
        corner.b = -corner.b;
      }
    }
  }
}

void reverse_contents(RoadRecord& road) {
  const double length = road.length;
  std::swap(road.predecessor, road.successor);
  road.types = reversed_steps(road.types, length, length);
  road.geometries = reversed_geometries(road);
  road.elevations = reversed_cubics(std::move(road.elevations), 0.0, length, length, 1.0);
  road.superelevations = reversed_cubics(std::move(road.superelevations), 0.0, length, length, -1.0);
  road.lane_offsets = reversed_cubics(std::move(road.lane_offsets), 0.0, length, length, -1.0);
  reverse_sections(road);
  reverse_things(road);
}

// ---- what others say of the road ------------------------------------------------------------------------------------

void relink_end(RoadRecord& road, ContactPoint end, const RoadRecord& reversed_road) {
  auto& link = end == ContactPoint::start ? road.predecessor : road.successor;
  if (!link || link->kind != RoadLink::Kind::road || link->element_id != reversed_road.id) return;
  if (link->contact) link->contact = other_end(*link->contact);
  if (link->element_s) link->element_s = reversed_road.length - *link->element_s;
  LaneSectionRecord& section = end == ContactPoint::start ? road.sections.front() : road.sections.back();
  for (LaneRecord& lane : section.lanes) negate(end == ContactPoint::start ? lane.predecessors : lane.successors);
}

void relink(JunctionRecord& junction, const RoadRecord& road) {
  for (JunctionConnection& connection : junction.connections) {
    if (connection.incoming_road == road.id)
      for (JunctionLaneLink& link : connection.lane_links) link.from = -link.from;
    if (connection.connecting_road == road.id) {
      connection.contact = other_end(connection.contact);
      for (JunctionLaneLink& link : connection.lane_links) link.to = -link.to;
    }
  }
  for (JunctionBoundarySegment& segment : junction.boundary) {
    if (segment.road != road.id) continue;
    if (segment.kind == JunctionBoundarySegment::Kind::joint) {
      segment.contact = other_end(segment.contact);
      if (segment.joint_lane_start) segment.joint_lane_start = -*segment.joint_lane_start;
      if (segment.joint_lane_end) segment.joint_lane_end = -*segment.joint_lane_end;
      continue;
    }
    segment.boundary_lane = -segment.boundary_lane;
    if (segment.s_start) {
      segment.s_start = road.length - *segment.s_start;
    } else {
      segment.s_start_is_end = !segment.s_start_is_end;
    }
    if (segment.s_end) {
      segment.s_end = road.length - *segment.s_end;
    } else {
      segment.s_end_is_begin = !segment.s_end_is_begin;
    }
  }
}

}  // namespace

Document reversed(Document document, const std::string& road_id) {
  RoadRecord& road = find_road(document, road_id);
  reverse_contents(road);
  for (RoadRecord& neighbour : document.roads) {
    relink_end(neighbour, ContactPoint::start, road);
    relink_end(neighbour, ContactPoint::end, road);
  }
  for (JunctionRecord& junction : document.junctions) relink(junction, road);
  return document;
}

}  // namespace scrutineer::kit
