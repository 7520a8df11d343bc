// Rules about junctions: their connections, lane links and the roads that belong to them.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"
#include "map/rules/lane_links.h"

namespace scrutineer::map::rules {
namespace {

template <typename Judge>
void each_connection(Check& check, Judge judge) {
  for (const SourceJunction& junction : check.source().junctions())
    check.each(junction.connections, [&](const SourceConnection& connection) { judge(junction, connection); });
}

std::optional<double> s_of(const SourceRoad* road, std::optional<ContactPoint> end) {
  if (road == nullptr) return std::nullopt;
  return end ? road->s_of(*end) : 0.5 * road->length;
}

// At the end of a road, if it exists, in a junction.
Where where_of(const SourceJunction& junction, const SourceRoad* road, std::optional<ContactPoint> end) {
  return {.road = road, .junction = &junction, .s = s_of(road, end).value_or(kNowhere)};
}

// ---- connections ----------------------------------------------------------------------------------------------------

void connect_road_no_incoming_road(Check& check) {
  each_connection(check, [&](const SourceJunction& junction, const SourceConnection& connection) {
    const SourceRoad* incoming = check.source().find_road(connection.incoming);
    if (incoming == nullptr || incoming->junction.empty()) return;
    check.report(connection.node, where_of(junction, incoming, incoming_end(check.source(), junction, connection)),
                 fmt::format("its incoming road {} itself belongs to junction {}", incoming->id, incoming->junction));
  });
}

void one_connection_element(Check& check) {
  std::map<std::string_view, std::vector<std::pair<const SourceJunction*, const SourceConnection*>>> by_road;
  each_connection(check, [&](const SourceJunction& junction, const SourceConnection& connection) {
    if (!connection.connecting.empty()) by_road[connection.connecting].emplace_back(&junction, &connection);
  });
  const Level level = check.is_before(1, 7) ? Level::information : Level::error;
  for (const auto& [id, list] : by_road) {
    if (list.size() < 2) continue;
    Found found =
        check.report(list[1].second->node, where_of(*list[1].first, check.source().find_road(id), std::nullopt),
                     fmt::format("road {} is the connecting road of {} connections", id, list.size()));
    found.level(level).relate(list[0].second->node);
    for (std::size_t i = 2; i < list.size(); ++i) found.relate(list[i].second->node);
  }
}

// A lane link leads into the junction: traffic leaves the incoming road over its end, and enters the other one there.
void judge_direction(Check& check, const SourceJunction& junction, const SourceConnection& connection) {
  const Source& source = check.source();
  const auto end = incoming_end(source, junction, connection);
  const SourceRoad* incoming = source.find_road(connection.incoming);
  const SourceRoad* other = source.find_road(connection.connecting.empty() ? connection.linked : connection.connecting);
  if (!end || !connection.contact || incoming == nullptr || other == nullptr) return;
  for (const SourceConnection::LaneLink& link : connection.links) {
    const SourceSection* from_section = incoming->section_at(*end, link.from.value_or(0));
    const SourceSection* to_section = other->section_at(*connection.contact, link.to.value_or(0));
    if (from_section == nullptr || to_section == nullptr) continue;
    const SourceLane* from = link.from ? from_section->find(*link.from) : nullptr;
    const SourceLane* to = link.to ? to_section->find(*link.to) : nullptr;
    if (from == nullptr || to == nullptr || !is_for_vehicles(from->type) || !is_for_vehicles(to->type)) continue;
    if (leads_out(*incoming, *from, *end) && leads_in(*other, *to, *connection.contact)) continue;
    const bool from_is_wrong = !leads_out(*incoming, *from, *end);
    check
        .report(link.node, {.lane = to, .junction = &junction, .s = other->s_of(*connection.contact)},
                fmt::format("the laneLink from lane {} to lane {} does not lead into the junction: traffic on {} runs "
                            "the other way",
                            *link.from, *link.to, name_of(source, from_is_wrong ? *from : *to)))
        .relate(from->node);
  }
}

void one_link_to_incoming(Check& check) {
  for (const SourceJunction& junction : check.source().junctions()) {
    std::map<std::pair<std::string_view, std::string_view>, const SourceConnection*> seen;
    check.each(junction.connections, [&](const SourceConnection& connection) {
      if (!connection.connecting.empty()) {
        const auto [first, is_new] = seen.try_emplace({connection.incoming, connection.connecting}, &connection);
        if (!is_new)
          check
              .report(connection.node,
                      where_of(junction, check.source().find_road(connection.connecting), connection.contact),
                      fmt::format("there is another connection from road {} to road {}", connection.incoming,
                                  connection.connecting))
              .relate(first->second->node);
      }
      judge_direction(check, junction, connection);
    });
  }
}

void judge_linkage(Check& check, ContactPoint contact) {
  each_connection(check, [&](const SourceJunction& junction, const SourceConnection& connection) {
    if (connection.contact != contact) return;
    const SourceRoad* connecting = check.source().find_road(connection.connecting);
    if (connecting == nullptr) return;
    const SourceLink& link = connecting->link(contact);
    if (!link || !link.is_road() || link.id == connection.incoming) return;
    check
        .report(connection.node, where_of(junction, connecting, contact),
                fmt::format("the connection meets the {} of road {}, whose {} is road {}, not the incoming road {}",
                            word_of(contact), connecting->id, link_word(contact), link.id, connection.incoming))
        .relate(link.node);
  });
}

void start_along_linkage(Check& check) { judge_linkage(check, ContactPoint::start); }
void end_opposite_linkage(Check& check) { judge_linkage(check, ContactPoint::end); }

// ---- lane links -----------------------------------------------------------------------------------------------------

void junction_connection_lane_link_id(Check& check) {
  const Source& source = check.source();
  each_connection(check, [&](const SourceJunction& junction, const SourceConnection& connection) {
    const auto end = incoming_end(source, junction, connection);
    const SourceRoad* incoming = source.find_road(connection.incoming);
    const SourceRoad* other =
        source.find_road(connection.connecting.empty() ? connection.linked : connection.connecting);
    if (incoming == nullptr || other == nullptr || !connection.contact || !end) {
      if (!connection.links.empty()) check.skip(connection.node, "it cannot be told which ends of which roads meet");
      return;
    }
    const auto judge = [&](const SourceConnection::LaneLink& link, const SourceRoad& road, ContactPoint at,
                           std::optional<int> number, const char* name) {
      const SourceSection* section = road.section_at(at, number.value_or(0));
      if (section != nullptr && number && *number != 0 && section->find(*number) != nullptr) return;
      check.report(link.node, where_of(junction, &road, at),
                   number == 0 ? fmt::format("{} is 0, which is no lane to drive on", name)
                               : fmt::format("{} names lane {}, which road {} does not have at its {}", name,
                                             text_of(link.node, name), road.id, word_of(at)));
    };
    for (const SourceConnection::LaneLink& link : connection.links) {
      judge(link, *incoming, *end, link.from, "from");
      judge(link, *other, *connection.contact, link.to, "to");
    }
  });
}

void junction_connection_lane_linkage_order(Check& check) {
  each_connection(check, [&](const SourceJunction& junction, const SourceConnection& connection) {
    for (std::size_t i = 1; i < connection.links.size(); ++i) {
      const auto &before = connection.links[i - 1], &here = connection.links[i];
      if (!before.from || !here.from || *here.from < *before.from) continue;
      check.report(here.node, {.junction = &junction},
                   fmt::format("the laneLink from {} comes after that from {}", *here.from, *before.from));
      return;
    }
  });
}

void lane_links_missing(Check& check) {
  each_connection(check, [&](const SourceJunction& junction, const SourceConnection& connection) {
    const SourceRoad* connecting = check.source().find_road(connection.connecting);
    if (connecting == nullptr) return;
    const Where where = where_of(junction, connecting, connection.contact);
    if (connection.links.empty()) {
      check.report(connection.node, where, "the connection has no laneLink; lanes are taken to go on by their numbers");
      return;
    }
    for (const ContactPoint end : kBothEnds) {
      const SourceSection* section = connecting->section_at(end);
      if (section == nullptr || !connecting->link(end).is_road()) continue;
      const bool any_linked = std::ranges::any_of(
          section->lanes, [&](const SourceLane& lane) { return lane.side != 0 && !lane.links(end).empty(); });
      if (any_linked) continue;
      check.report(connecting->node, {.road = connecting, .junction = &junction, .s = connecting->s_of(end)},
                   fmt::format("no lane of the connecting road names a {}", link_word(end)));
      return;
    }
  });
}

// ---- roads of junctions ---------------------------------------------------------------------------------------------

bool has_driving_lane(const SourceRoad& road) {
  return std::ranges::any_of(road.sections, [](const SourceSection& section) {
    return std::ranges::any_of(section.lanes,
                               [](const SourceLane& lane) { return lane.type == LaneType::driving && lane.side != 0; });
  });
}

void junction_connection_road_linkage(Check& check) {
  const Source& source = check.source();
  std::set<std::pair<std::string_view, std::string_view>> connected;  // junction and road
  std::set<const SourceRoad*> judged;
  each_connection(check, [&](const SourceJunction& junction, const SourceConnection& connection) {
    connected.insert({junction.id, connection.connecting});
    const SourceRoad* connecting = source.find_road(connection.connecting);
    if (connecting == nullptr || junction.is_virtual() || !judged.insert(connecting).second) return;
    for (const ContactPoint end : kBothEnds) {
      const SourceLink& link = connecting->link(end);
      if (link && link.is_road() && source.find_road(link.id) != nullptr) continue;
      check
          .report(connecting->node, where_of(junction, connecting, end),
                  fmt::format("the connecting road has no {} that is a road", link_word(end)))
          .relate(connection.node);
    }
  });
  check.each(source.roads(), [&](const SourceRoad& road) {
    if (road.junction.empty() || !has_driving_lane(road) || connected.contains({road.junction, road.id})) return;
    const SourceJunction* junction = source.find_junction(road.junction);
    if (junction == nullptr || junction->is_direct() || junction->is_crossing()) return;
    check.report(road.node, {.road = &road, .junction = junction, .s = 0.5 * road.length},
                 fmt::format("belongs to junction {}, but none of its connections leads over it", road.junction));
  });
}

bool is_continued_type(LaneType type) {
  return type == LaneType::driving || type == LaneType::entry || type == LaneType::exit || type == LaneType::on_ramp ||
         type == LaneType::off_ramp || type == LaneType::connecting_ramp;
}

// Lanes of a road that lead into the junction at this end, wide enough to be driven on.
std::vector<const SourceLane*> lanes_into(const SourceRoad& road, ContactPoint end) {
  std::vector<const SourceLane*> lanes;
  const SourceSection* section = road.section_at(end);
  if (section == nullptr) return lanes;
  for (const SourceLane& lane : section->lanes) {
    if (lane.side == 0 || !lane.id || !is_continued_type(lane.type) || !leads_out(road, lane, end)) continue;
    const auto width = width_at(*section, lane, end);
    if (width && *width < 0.1) continue;  // it has ended
    lanes.push_back(&lane);
  }
  return lanes;
}

struct Approach {
  const SourceRoad* road;
  ContactPoint end;
  const SourceJunction* junction;
  bool is_incoming = false;      // of some connection
  bool is_reached = false;       // some connecting road leads to it
  std::set<int> continued = {};  // lanes that some laneLink leads on from
};

// Every road end that leads to a junction.
std::vector<Approach> approaches_of(const Source& source) {
  std::vector<Approach> approaches;
  std::map<std::pair<const SourceRoad*, const SourceJunction*>, std::vector<std::size_t>> places;
  for (const SourceRoad& road : source.roads()) {
    for (const ContactPoint end : kBothEnds) {
      const SourceLink& link = road.link(end);
      const SourceJunction* junction = link && link.is_junction() ? source.find_junction(link.id) : nullptr;
      if (junction == nullptr || junction->is_virtual() || junction->is_crossing()) continue;
      places[{&road, junction}].push_back(approaches.size());
      approaches.push_back({&road, end, junction});
    }
  }
  for (const SourceJunction& junction : source.junctions()) {
    for (const SourceConnection& connection : junction.connections) {
      const auto found = places.find({source.find_road(connection.incoming), &junction});
      if (found == places.end()) continue;
      const auto end = incoming_end(source, junction, connection);
      for (const std::size_t i : found->second) {
        if (end && approaches[i].end != *end) continue;
        approaches[i].is_incoming = true;
        for (const SourceConnection::LaneLink& link : connection.links)
          if (link.from) approaches[i].continued.insert(*link.from);
        if (connection.links.empty())
          for (const SourceLane* lane : lanes_into(*approaches[i].road, approaches[i].end))
            approaches[i].continued.insert(*lane->id);
      }
      // A direct junction's linked road is left over its own end.
      const auto linked = places.find({source.find_road(connection.linked), &junction});
      if (linked != places.end() && !connection.linked.empty())
        for (const std::size_t i : linked->second) approaches[i].is_reached = true;
    }
  }
  for (const SourceRoad& road : source.roads()) {
    if (road.junction.empty()) continue;
    for (const ContactPoint end : kBothEnds) {
      const SourceLink& link = road.link(end);
      const auto found = places.find({source.find_road(link.id), source.find_junction(road.junction)});
      if (!link || !link.is_road() || found == places.end()) continue;
      for (const std::size_t i : found->second)
        if (!link.contact || approaches[i].end == *link.contact) approaches[i].is_reached = true;
    }
  }
  return approaches;
}

void junction_driving_lanes_continue(Check& check) {
  for (const Approach& approach : approaches_of(check.source())) {
    if (!approach.is_incoming) continue;
    for (const SourceLane* lane : lanes_into(*approach.road, approach.end)) {
      if (approach.continued.contains(*lane->id)) continue;
      check
          .report(lane->node, {.lane = lane, .junction = approach.junction, .s = approach.road->s_of(approach.end)},
                  fmt::format("leads into junction {}, but no laneLink leads on from it", approach.junction->id))
          .relate(approach.junction->node);
    }
  }
}

void junction_unreachable(Check& check) {
  for (const Approach& approach : approaches_of(check.source())) {
    const SourceSection* section = approach.road->section_at(approach.end);
    if (section == nullptr || !approach.road->junction.empty()) continue;
    const bool leads_on = !lanes_into(*approach.road, approach.end).empty();
    const bool has_vehicles = std::ranges::any_of(
        section->lanes, [](const SourceLane& lane) { return lane.side != 0 && is_for_vehicles(lane.type); });
    const Where where{.road = approach.road, .junction = approach.junction, .s = approach.road->s_of(approach.end)};
    if (leads_on && !approach.is_incoming) {
      check
          .report(approach.road->node, where,
                  fmt::format("leads into junction {}, but is incoming road of no connection", approach.junction->id))
          .relate(approach.junction->node);
    } else if (!leads_on && has_vehicles && !approach.is_reached) {
      check
          .report(approach.road->node, where,
                  fmt::format("comes out of junction {}, but no connecting road leads to it", approach.junction->id))
          .relate(approach.junction->node);
    }
  }
}

std::vector<MapRule> connection_rules() {
  return {
      {.uid = "asam.net:xodr:1.4.0:junctions.connection.connect_road_no_incoming_road",
       .group = "junctions",
       .title = "Incoming roads belong to no junction.",
       .doc = "The incomingRoad of a connection has junction -1.",
       .why = "Two junctions back to back: no road lies between on which traffic could wait.",
       .remedy = "Put a road between the junctions, or make them one.",
       .level = Level::error,
       .run = connect_road_no_incoming_road},
      {.uid = "asam.net:xodr:1.7.0:junctions.connection.one_connection_element",
       .group = "junctions",
       .title = "A connecting road has one connection.",
       .doc = "A road is the connectingRoad of one connection of the file. Demanded by 1.7 alone; before it is a note, "
              "later "
              "versions allow it.",
       .why = "Some programs keep one connection per connecting road.",
       .remedy = "Put all laneLinks into one connection, or double the road.",
       .level = Level::error,
       .until = "1.7",
       .run = one_connection_element},
      {.uid = "asam.net:xodr:1.8.0:junctions.connection.one_link_to_incoming",
       .group = "junctions",
       .title = "Connections lead into the junction, one from each road to each connecting road.",
       .doc = "A pair of incoming and connecting road has one connection. And traffic on the from lane of each "
              "laneLink runs "
              "towards the junction, traffic on the to lane away from where they meet: by the side of the lane, the "
              "road's "
              "rule and the lane's direction. Only lanes that vehicles use.",
       .why = "Vehicles would have to drive against the traffic.",
       .remedy =
           "Correct the lane numbers or the contactPoint; links out of the junction belong to the connecting road.",
       .level = Level::error,
       .peer = "ASAM's checker also looks at sidewalks and shoulders, on which people walk both ways; and it has two "
               "slips for lanes of both directions.",
       .run = one_link_to_incoming},
      {.uid = "asam.net:xodr:1.7.0:junctions.connection.start_along_linkage",
       .group = "junctions",
       .title = "A connection that meets a connecting road's start is from its predecessor.",
       .doc = "contactPoint start: the connecting road's predecessor is the incoming road.",
       .why = "The connection and the road's own link contradict each other.",
       .remedy = "Correct contactPoint, incomingRoad or the predecessor.",
       .level = Level::error,
       .drives = true,
       .run = start_along_linkage},
      {.uid = "asam.net:xodr:1.7.0:junctions.connection.end_opposite_linkage",
       .group = "junctions",
       .title = "A connection that meets a connecting road's end is from its successor.",
       .doc = "contactPoint end: the connecting road's successor is the incoming road.",
       .why = "The connection and the road's own link contradict each other.",
       .remedy = "Correct contactPoint, incomingRoad or the successor.",
       .level = Level::error,
       .drives = true,
       .run = end_opposite_linkage},
  };
}

std::vector<MapRule> connection_link_rules() {
  return {
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.junction_connection_lane_link_id",
       .group = "junctions",
       .title = "Lanes that laneLinks name exist.",
       .doc = "from in the incoming road's section at the contact, to in the connecting road's; neither is 0. "
              "Connections whose meeting ends are not known are not judged.",
       .why = "The link cannot be followed.",
       .remedy = "Correct the lane number.",
       .level = Level::error,
       .drives = true,
       .run = junction_connection_lane_link_id},
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.junction_connection_lane_linkage_order",
       .group = "junctions",
       .title = "The laneLinks of a connection are listed in falling order.",
       .doc = "from falls from one laneLink to the next; the first break is reported.",
       .why = "It reads better. The standard does not demand it.",
       .remedy = "Sort the laneLinks.",
       .level = Level::information,
       .run = junction_connection_lane_linkage_order},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.lane_links_missing",
       .group = "junctions",
       .title = "Connections have laneLinks, and connecting roads links of their own.",
       .doc = "A connection has a laneLink, and at each end of its connecting road that is linked to a road some lane "
              "names a "
              "lane.",
       .why = "The standard allows leaving them out, but esmini needs both.",
       .remedy = "Write the links.",
       .level = Level::information,
       .run = lane_links_missing},
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.junction_driving_lanes_continue",
       .group = "junctions",
       .title = "Every lane that leads into a junction goes on.",
       .doc =
           "Each driving, entry, exit, onRamp, offRamp or connectingRamp lane of an incoming road that leads into the "
           "junction is the from of a laneLink. Lanes that are narrower than 0.1 m there have ended.",
       .why = "Vehicles on the lane cannot go on.",
       .remedy = "Add the laneLink.",
       .peer = "openMSL's checker also reports incoming roads without such lanes, which on real maps are one-way "
               "roads "
               "out of the junction.",
       .run = junction_driving_lanes_continue},
  };
}

std::vector<MapRule> junction_road_rules() {
  return {
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.junction_connection_road_linkage",
       .group = "junctions",
       .title = "Connecting roads lead from road to road, and are used.",
       .doc = "A connecting road has a predecessor and a successor that are existing roads. A road that belongs to a "
              "junction "
              "and has a driving lane is the connecting road of one of its connections. Once for each road.",
       .why = "Nobody can drive over it.",
       .remedy = "Add the link or the connection.",
       .drives = true,
       .run = junction_connection_road_linkage},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.junction_unreachable",
       .group = "junctions",
       .title = "Roads at a junction are connected.",
       .doc = "A road that vehicles use and that leads into a junction is the incoming road of one of its connections; "
              "one whose "
              "lanes only come out of it is reached by a connecting road.",
       .why = "Vehicles cannot go on, or cannot get there.",
       .remedy = "Add the connection.",
       .drives = true,
       .run = junction_unreachable},
  };
}

}  // namespace

std::vector<MapRule> junction_rules() {
  std::vector<MapRule> all = connection_rules();
  for (std::vector<MapRule> more : {connection_link_rules(), junction_road_rules()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace scrutineer::map::rules
