#include "kit/map_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace scrutineer::kit {

using namespace map;

namespace {

// The end of a road as somebody sees it who drives off it (or, with `leaving` false, onto it).
struct Gate {
  Pose pose;  // of the reference line, in the sense of travel
  double s = 0.0;
  double sense = 1.0;  // 1: travel runs along s
  double z = 0.0, climb = 0.0;
};

Gate gate_of(const RoadRecord& road, ContactPoint contact, bool leaving) {
  Gate gate;
  gate.s = s_at(road, contact);
  gate.sense = (contact == ContactPoint::end) == leaving ? 1.0 : -1.0;
  gate.pose = pose_at(road, gate.s);
  if (gate.sense < 0.0) gate.pose = turned_around(gate.pose);
  gate.z = value_at(road.elevations, gate.s);
  gate.climb = gate.sense * slope_at(road.elevations, gate.s);
  return gate;
}

// The lane's borders to the right and left of the reference line in the sense of travel.
struct Span {
  double right = 0.0, left = 0.0;
};

Span span_of(const RoadRecord& road, const Gate& gate, ContactPoint contact, int lane) {
  const LaneSectionRecord& section = section_at(road, contact);
  if (find_lane(section, lane) == nullptr)
    throw std::logic_error(fmt::format("road {} has no lane {} at that end", road.id, lane));
  const LaneBorders borders = lane_borders(road, section, lane, gate.s);
  const double a = gate.sense * borders.inner, b = gate.sense * borders.outer;
  return {std::min(a, b), std::max(a, b)};
}

void set_link(RoadRecord& road, ContactPoint contact, RoadLink link) {
  (contact == ContactPoint::start ? road.predecessor : road.successor) = std::move(link);
}

std::vector<int>& links_of(RoadRecord& road, ContactPoint contact, int lane) {
  LaneSectionRecord& section = contact == ContactPoint::start ? road.sections.front() : road.sections.back();
  const auto found = std::ranges::find(section.lanes, lane, &LaneRecord::number);
  if (found == section.lanes.end())
    throw std::logic_error(fmt::format("road {} has no lane {} at that end", road.id, lane));
  return contact == ContactPoint::start ? found->predecessors : found->successors;
}

}  // namespace

MapBuilder::MapBuilder(std::string name) {
  document_.file = name + ".xodr";
  document_.header.rev_major = 1;
  document_.header.rev_minor = 8;
  document_.header.name = std::move(name);
}

MapBuilder& MapBuilder::road(RoadRecord record) {
  if (!roads_.emplace(record.id, document_.roads.size()).second)
    throw std::logic_error(fmt::format("road {} exists twice", record.id));
  document_.roads.push_back(std::move(record));
  return *this;
}

RoadRecord& MapBuilder::road(const std::string& id) { return document_.roads.at(roads_.at(id)); }
JunctionRecord& MapBuilder::junction_record(const std::string& id) { return document_.junctions.at(junctions_.at(id)); }

MapBuilder& MapBuilder::link(const End& a, const End& b, const LanePairs& pairs) {
  RoadRecord& first = road(a.road);
  RoadRecord& second = road(b.road);
  set_link(first, a.contact, {RoadLink::Kind::road, b.road, b.contact, {}});
  set_link(second, b.contact, {RoadLink::Kind::road, a.road, a.contact, {}});
  LanePairs linked = pairs;
  if (linked.empty()) {
    const int sign = a.contact == b.contact ? -1 : 1;
    for (const LaneRecord& lane : section_at(first, a.contact).lanes)
      if (find_lane(section_at(second, b.contact), sign * lane.number) != nullptr)
        linked.push_back({lane.number, sign * lane.number});
  }
  for (const auto& [from, to] : linked) {
    links_of(first, a.contact, from).push_back(to);
    links_of(second, b.contact, to).push_back(from);
  }
  return *this;
}

MapBuilder& MapBuilder::junction(std::string id, JunctionRecord::Kind kind) {
  JunctionRecord record;
  record.id = id;
  record.kind = kind;
  junctions_.emplace(std::move(id), document_.junctions.size());
  document_.junctions.push_back(std::move(record));
  return *this;
}

std::string MapBuilder::connect(const std::string& junction, const End& from, const End& to, const LanePairs& pairs,
                                std::string id) {
  JunctionRecord& record = junction_record(junction);
  RoadRecord& incoming = road(from.road);
  RoadRecord& outgoing = road(to.road);
  const Gate in = gate_of(incoming, from.contact, true);
  const Gate out = gate_of(outgoing, to.contact, false);
  const bool on_the_left = incoming.rule == TrafficRule::left_hand;
  const int side = on_the_left ? 1 : -1;
  // The connecting road's reference line is the first lane's border towards the middle of the road.
  const auto inner = [&](const Span& span) { return on_the_left ? span.right : span.left; };
  const double left_in = inner(span_of(incoming, in, from.contact, pairs.front().from));
  const double left_out = inner(span_of(outgoing, out, to.contact, pairs.front().to));

  if (id.empty()) id = fmt::format("{}_{}", junction, record.connections.size() + 1);
  RoadBuilder builder(id);
  builder.rule(incoming.rule).in_junction(junction).start(moved(in.pose, 0.0, left_in));
  builder.bend_to(moved(out.pose, 0.0, left_out));
  builder.predecessor_road(from.road, from.contact).successor_road(to.road, to.contact);
  if (in.z != 0.0 || out.z != 0.0 || in.climb != 0.0 || out.climb != 0.0)
    builder.elevation(0.0, hermite(in.z, in.climb, out.z, out.climb, builder.length()));

  JunctionConnection connection;
  connection.id = std::to_string(record.connections.size());
  connection.incoming_road = from.road;
  connection.connecting_road = id;
  connection.contact = ContactPoint::start;
  int number = 0;
  for (const auto& [lane_in, lane_out] : pairs) {
    number += side;
    const Span begin = span_of(incoming, in, from.contact, lane_in);
    const Span end = span_of(outgoing, out, to.contact, lane_out);
    builder.lane(number, kLaneWidth, find_lane(section_at(incoming, from.contact), lane_in)->type)
        .width(number, hermite(begin.left - begin.right, 0.0, end.left - end.right, 0.0, builder.length()))
        .lane_predecessor(number, lane_in)
        .lane_successor(number, lane_out);
    connection.lane_links.push_back({lane_in, number});
  }
  record.connections.push_back(std::move(connection));
  set_link(incoming, from.contact, {RoadLink::Kind::junction, junction, {}, {}});
  set_link(outgoing, to.contact, {RoadLink::Kind::junction, junction, {}, {}});
  road(builder);
  return id;
}

MapBuilder& MapBuilder::connect_directly(const std::string& junction, const End& from, const End& to,
                                         const LanePairs& pairs) {
  JunctionRecord& record = junction_record(junction);
  JunctionConnection connection;
  connection.id = std::to_string(record.connections.size());
  connection.incoming_road = from.road;
  connection.connecting_road = to.road;
  connection.contact = to.contact;
  connection.lane_links = pairs;
  record.connections.push_back(std::move(connection));
  set_link(road(from.road), from.contact, {RoadLink::Kind::junction, junction, {}, {}});
  set_link(road(to.road), to.contact, {RoadLink::Kind::junction, junction, {}, {}});
  return *this;
}

MapBuilder& MapBuilder::priority(const std::string& junction, std::string high, std::string low) {
  junction_record(junction).priorities.push_back({std::move(high), std::move(low)});
  return *this;
}

MapBuilder& MapBuilder::controller(std::string id, std::vector<std::string> signal_ids, const std::string& junction) {
  if (!junction.empty()) junction_record(junction).controllers.push_back(id);
  ControllerRecord record;
  record.id = std::move(id);
  record.signal_ids = std::move(signal_ids);
  document_.controllers.push_back(std::move(record));
  return *this;
}

RoadRecord& find_road(Document& document, const std::string& id) {
  const auto found = std::ranges::find(document.roads, id, &RoadRecord::id);
  if (found == document.roads.end()) throw std::logic_error("there is no road " + id);
  return *found;
}

const RoadRecord& find_road(const Document& document, const std::string& id) {
  return find_road(const_cast<Document&>(document), id);
}

}  // namespace scrutineer::kit
