#include "map/rules/lane_links.h"

namespace scrutineer::map::rules {
namespace {

// What a lane names at one end of its section.
void add_own_links(const Source& source, const SourceRoad& road, std::size_t section, const SourceLane& lane,
                   ContactPoint end, std::vector<StatedLink>& links) {
  if (lane.links(end).empty()) return;
  StatedLink link{.from = &lane, .from_end = end};
  const SourceRoad* other = nullptr;  // the next road
  link.to_section = road.section_beside(section, end, lane.side);
  if (link.to_section != nullptr) {
    link.to_road = &road;
    link.to_end = other_end(end);
  } else {
    link.kind = StatedLink::Kind::road;
    const SourceLink& next = road.link(end);
    other = next && next.is_road() && next.contact ? source.find_road(next.id) : nullptr;
    if (other != nullptr) {
      link.to_road = other;
      link.to_end = *next.contact;
    }
  }
  for (const LaneReference& reference : lane.links(end)) {
    link.node = reference.node;
    link.number = reference.number;
    if (other != nullptr) link.to_section = other->section_at(link.to_end, reference.number.value_or(0));
    link.to = link.to_section != nullptr && reference.number ? link.to_section->find(*reference.number) : nullptr;
    links.push_back(link);
  }
}

void add_junction_links(const Source& source, const SourceJunction& junction, std::vector<StatedLink>& links) {
  for (const SourceConnection& connection : junction.connections) {
    const SourceRoad* incoming = source.find_road(connection.incoming);
    const SourceRoad* other =
        source.find_road(connection.connecting.empty() ? connection.linked : connection.connecting);
    const auto end = incoming_end(source, junction, connection);
    if (incoming == nullptr || other == nullptr || !end || !connection.contact) continue;
    for (const SourceConnection::LaneLink& lane_link : connection.links) {
      const SourceSection* from = incoming->section_at(*end, lane_link.from.value_or(0));
      const SourceSection* to = other->section_at(*connection.contact, lane_link.to.value_or(0));
      if (from == nullptr || to == nullptr) continue;
      links.push_back({.kind = StatedLink::Kind::junction,
                       .node = lane_link.node,
                       .from = lane_link.from ? from->find(*lane_link.from) : nullptr,
                       .from_end = *end,
                       .number = lane_link.to,
                       .to_section = to,
                       .to_road = other,
                       .to_end = *connection.contact,
                       .to = lane_link.to ? to->find(*lane_link.to) : nullptr,
                       .junction = &junction});
    }
  }
}

}  // namespace

std::optional<ContactPoint> incoming_end(const Source& source, const SourceJunction& junction,
                                         const SourceConnection& connection) {
  if (!connection.connecting.empty() && connection.contact) {
    if (const SourceRoad* connecting = source.find_road(connection.connecting)) {
      const SourceLink& link = connecting->link(*connection.contact);
      if (link && link.is_road() && link.id == connection.incoming && link.contact) return link.contact;
    }
  }
  const SourceRoad* incoming = source.find_road(connection.incoming);
  if (incoming == nullptr) return std::nullopt;
  for (const ContactPoint end : kBothEnds) {
    const SourceLink& link = incoming->link(end);
    if (link && link.is_junction() && link.id == junction.id) return end;
  }
  return std::nullopt;
}

std::vector<StatedLink> stated_links(const Source& source) {
  std::vector<StatedLink> links;
  for (const SourceRoad& road : source.roads())
    for (std::size_t i = 0; i < road.sections.size(); ++i)
      for (const SourceLane& lane : road.sections[i].lanes)
        if (lane.side != 0)
          for (const ContactPoint end : kBothEnds) add_own_links(source, road, i, lane, end, links);
  for (const SourceJunction& junction : source.junctions()) add_junction_links(source, junction, links);
  return links;
}

TravelDirections directions_of(const SourceRoad& road, const SourceLane& lane) {
  if (lane.direction == LaneDirection::both || lane.type == LaneType::bidirectional) return {true, true};
  bool along = (lane.side < 0) != road.left_hand;
  if (lane.direction == LaneDirection::reversed) along = !along;
  return {along, !along};
}

bool leads_out(const SourceRoad& road, const SourceLane& lane, ContactPoint end) {
  const TravelDirections ways = directions_of(road, lane);
  return end == ContactPoint::end ? ways.along : ways.against;
}

bool leads_in(const SourceRoad& road, const SourceLane& lane, ContactPoint end) {
  return leads_out(road, lane, other_end(end));
}

}  // namespace scrutineer::map::rules
