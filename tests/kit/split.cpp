#include <algorithm>
#include <stdexcept>
#include <utility>

#include "kit/curve.h"
#include "kit/geometry_parts.h"
#include "kit/map_builder.h"
#include "kit/records.h"
#include "kit/sections.h"
#include "kit/transform.h"

namespace scrutineer::kit {
namespace {

using namespace map;

// What holds from s on, counted from there.
template <typename Record>
std::vector<Record> take_records_after(std::vector<Record>& records, double s) {
  std::vector<Record> after = cut_records(records, s);
  shift_records(after, -s);
  return after;
}

// The same for things that are at one s.
template <typename Record>
std::vector<Record> take_things_after(std::vector<Record>& records, double s) {
  std::vector<Record> after;
  for (const Record& record : records)
    if (record.s >= s) after.push_back(record);
  std::erase_if(records, [s](const Record& record) { return record.s >= s; });
  shift_records(after, -s);
  return after;
}

std::vector<Geometry> take_geometries_after(std::vector<Geometry>& geometries, double s) {
  std::vector<Geometry> before, after;
  for (const Geometry& geometry : geometries) {
    if (geometry.s >= s) {
      after.push_back(geometry);
    } else if (geometry.s + geometry.length <= s) {
      before.push_back(geometry);
    } else {
      auto [first, second] = cut(geometry, s - geometry.s);
      before.push_back(first);
      second.s = s;
      after.push_back(second);
    }
  }
  shift_records(after, -s);
  geometries = std::move(before);
  return after;
}

std::vector<LaneSectionRecord> take_sections_after(RoadRecord& road, double s) {
  cut_section(road, s);
  const auto first_after = std::ranges::lower_bound(road.sections, s, {}, &LaneSectionRecord::s);
  std::vector<LaneSectionRecord> after(std::make_move_iterator(first_after),
                                       std::make_move_iterator(road.sections.end()));
  road.sections.erase(first_after, road.sections.end());
  for (LaneSectionRecord& section : after) {
    section.s -= s;
    for (LaneRecord& lane : section.lanes) {
      shift_records(lane.widths, -s);
      shift_records(lane.borders, -s);
      shift_records(lane.speeds, -s);
      shift_records(lane.accesses, -s);
    }
  }
  return after;
}

void take_contents_after(RoadRecord& road, RoadRecord& after, double s) {
  after.types = take_records_after(road.types, s);
  after.geometries = take_geometries_after(road.geometries, s);
  after.elevations = take_records_after(road.elevations, s);
  after.superelevations = take_records_after(road.superelevations, s);
  after.lane_offsets = take_records_after(road.lane_offsets, s);
  after.sections = take_sections_after(road, s);
  after.signals = take_things_after(road.signals, s);
  after.signal_references = take_things_after(road.signal_references, s);
  after.objects = take_things_after(road.objects, s);
  for (ObjectRecord& object : after.objects)
    for (std::vector<ObjectCorner>& outline : object.outlines)
      for (ObjectCorner& corner : outline)
        if (corner.road_coordinates) corner.a -= s;
}

// ---- what others say of the road ------------------------------------------------------------------------------------

struct Cut {
  std::string road, after;  // ids
  double s, length;
};

void relink(std::optional<RoadLink>& link, const Cut& cut) {
  if (!link || link->kind != RoadLink::Kind::road || link->element_id != cut.road) return;
  if (link->element_s ? *link->element_s >= cut.s : link->contact == ContactPoint::end) {
    link->element_id = cut.after;
    if (link->element_s) *link->element_s -= cut.s;
  }
}

void relink(JunctionRecord& junction, const Document& before, const Cut& cut) {
  const RoadRecord& road = find_road(before, cut.road);
  for (JunctionConnection& connection : junction.connections) {
    // Which end of an incoming road it is has to be asked before the roads are changed.
    if (connection.incoming_road == cut.road && incoming_end(before, junction, connection) == ContactPoint::end)
      connection.incoming_road = cut.after;
    if (connection.connecting_road == cut.road && connection.contact == ContactPoint::end)
      connection.connecting_road = cut.after;
  }
  const bool is_connecting = road.junction == junction.id;
  const bool ends_here =
      road.successor && road.successor->kind == RoadLink::Kind::junction && road.successor->element_id == junction.id;
  std::vector<JunctionPriority> more;
  for (JunctionPriority& priority : junction.priorities) {
    for (std::string JunctionPriority::* side : {&JunctionPriority::high, &JunctionPriority::low}) {
      if (priority.*side != cut.road) continue;
      if (is_connecting) {
        more.push_back(priority);
        more.back().*side = cut.after;
      } else if (ends_here) {
        priority.*side = cut.after;
      }
    }
  }
  junction.priorities.insert(junction.priorities.end(), more.begin(), more.end());
}

void relink_boundary(JunctionRecord& junction, const Cut& cut) {
  std::vector<JunctionBoundarySegment> segments;
  for (const JunctionBoundarySegment& segment : junction.boundary) {
    if (segment.road != cut.road) {
      segments.push_back(segment);
      continue;
    }
    JunctionBoundarySegment changed = segment;
    if (segment.kind == JunctionBoundarySegment::Kind::joint) {
      if (segment.contact == ContactPoint::end) changed.road = cut.after;
      segments.push_back(changed);
      continue;
    }
    const double from = segment.s_start.value_or(segment.s_start_is_end ? cut.length : 0.0);
    const double to = segment.s_end.value_or(segment.s_end_is_begin ? 0.0 : cut.length);
    const auto add = [&](const std::string& road, double begin, double end) {
      changed.road = road;
      changed.s_start = begin;
      changed.s_end = end;
      changed.s_start_is_end = changed.s_end_is_begin = false;
      segments.push_back(changed);
    };
    const double middle_before = std::min(std::max(from, to), cut.s),
                 middle_after = std::max(std::min(from, to), cut.s);
    if (from <= to) {
      if (from < cut.s) add(cut.road, from, middle_before);
      if (to > cut.s) add(cut.after, middle_after - cut.s, to - cut.s);
    } else {
      if (from > cut.s) add(cut.after, from - cut.s, middle_after - cut.s);
      if (to < cut.s) add(cut.road, middle_before, to);
    }
  }
  junction.boundary = std::move(segments);
}

}  // namespace

Document split(Document document, const std::string& road_id, double s, std::string new_id) {
  if (new_id.empty()) new_id = road_id + "_after";
  const Document before = document;
  const RoadRecord& original = find_road(before, road_id);
  if (!(s > 0.0 && s < original.length)) throw std::logic_error("a road is split between its ends");
  const Cut cut{road_id, new_id, s, original.length};

  for (JunctionRecord& junction : document.junctions) {
    relink(junction, before, cut);
    relink_boundary(junction, cut);
  }
  for (RoadRecord& road : document.roads) {
    relink(road.predecessor, cut);
    relink(road.successor, cut);
  }

  RoadRecord& road = find_road(document, road_id);
  RoadRecord after;
  after.id = new_id;
  after.name = road.name;
  after.junction = road.junction;
  after.rule = road.rule;
  after.length = road.length - s;
  after.successor = std::exchange(road.successor, RoadLink{RoadLink::Kind::road, new_id, ContactPoint::start, {}});
  after.predecessor = RoadLink{RoadLink::Kind::road, road_id, ContactPoint::end, {}};
  take_contents_after(road, after, s);
  road.length = s;
  document.roads.insert(document.roads.begin() + (&road - document.roads.data()) + 1, std::move(after));
  return document;
}

}  // namespace scrutineer::kit
