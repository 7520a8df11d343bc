#include "kit/sections.h"

#include <algorithm>
#include <cmath>

#include "kit/curve.h"
#include "kit/map_builder.h"
#include "kit/records.h"

namespace scrutineer::kit {

using namespace map;

namespace {

bool leads_to(const std::optional<RoadLink>& link, RoadLink::Kind kind, const std::string& id) {
  return link && link->kind == kind && link->element_id == id;
}

}  // namespace

void cut_section(RoadRecord& road, double s) {
  const auto next = std::ranges::lower_bound(road.sections, s, {}, &LaneSectionRecord::s);
  if (next == road.sections.begin() || (next != road.sections.end() && next->s == s)) return;
  LaneSectionRecord after = *std::prev(next);
  after.s = s;
  LaneSectionRecord& before = *std::prev(next);
  for (std::size_t i = 0; i < before.lanes.size(); ++i) {
    LaneRecord& old_lane = before.lanes[i];
    LaneRecord& new_lane = after.lanes[i];
    new_lane.widths = cut_records(old_lane.widths, s);
    new_lane.borders = cut_records(old_lane.borders, s);
    new_lane.speeds = cut_records(old_lane.speeds, s);
    new_lane.accesses = cut_records(old_lane.accesses, s);
    old_lane.successors = {old_lane.number};
    new_lane.predecessors = {new_lane.number};
  }
  road.sections.insert(next, std::move(after));
}

ContactPoint incoming_end(const Document& document, const JunctionRecord& junction,
                          const JunctionConnection& connection) {
  const RoadRecord& incoming = find_road(document, connection.incoming_road);
  const RoadRecord& connecting = find_road(document, connection.connecting_road);
  // A connecting road names the end itself.
  const auto& link = connection.contact == ContactPoint::start ? connecting.predecessor : connecting.successor;
  if (leads_to(link, RoadLink::Kind::road, incoming.id) && link->contact) return *link->contact;
  if (!leads_to(incoming.predecessor, RoadLink::Kind::junction, junction.id)) return ContactPoint::end;
  if (!leads_to(incoming.successor, RoadLink::Kind::junction, junction.id)) return ContactPoint::start;
  const Pose there = pose_at(connecting, s_at(connecting, connection.contact));
  const Pose start = pose_at(incoming, 0.0), end = pose_at(incoming, incoming.length);
  const bool start_is_nearer =
      std::hypot(start.x - there.x, start.y - there.y) < std::hypot(end.x - there.x, end.y - there.y);
  return start_is_nearer ? ContactPoint::start : ContactPoint::end;
}

}  // namespace scrutineer::kit
