// Rules about what junctions refer to, and whether one can drive through them.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "map/detail/lane_ends.h"
#include "map/lane_graph.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"
#include "map/rules/lane_links.h"

namespace scrutineer::map::rules {
namespace {

void connection_roads_exist(Check& check) {
  const Source& source = check.source();
  for (const SourceJunction& junction : source.junctions()) {
    const Where where{.junction = &junction};
    const auto look = [&](Node node, const char* attribute) {
      const std::string_view id = text_of(node, attribute);
      if (has(node, attribute) && !id.empty() && source.find_road(id) == nullptr)
        check.report(node, where, fmt::format("{} names road {}, which does not exist", attribute, id));
    };
    look(junction.node, "mainRoad");
    check.each(junction.connections, [&](const SourceConnection& connection) {
      for (const char* attribute : {"incomingRoad", "connectingRoad", "linkedRoad"}) look(connection.node, attribute);
      if (junction.is_virtual() || text_of(connection.node, "type") == "virtual") return;
      if (connection.incoming.empty()) check.report(connection.node, where, "the connection has no incomingRoad");
      if (connection.connecting.empty() && connection.linked.empty())
        check.report(connection.node, where, "the connection has neither connectingRoad nor linkedRoad");
    });
    for (const Node node : junction.node.children()) {
      if (is_named(node, "priority")) {
        look(node, "high");
        look(node, "low");
      } else if (is_named(node, "crossPath")) {
        for (const char* attribute : {"crossingRoad", "roadAtStart", "roadAtEnd"}) look(node, attribute);
      } else if (is_named(node, "roadSection")) {
        look(node, "roadId");
      }
    }
  }
}

void road_junction_exists(Check& check) {
  for (const SourceRoad& road : check.source().roads())
    if (!road.junction.empty() && check.source().find_junction(road.junction) == nullptr)
      check.report(road.node, {.road = &road, .s = 0.0},
                   fmt::format("belongs to junction {}, which does not exist", road.junction));
}

void connecting_road_membership(Check& check) {
  for (const SourceJunction& junction : check.source().junctions()) {
    check.each(junction.connections, [&](const SourceConnection& connection) {
      const SourceRoad* road = check.source().find_road(connection.connecting);
      if (road == nullptr || road->junction == junction.id) return;
      check
          .report(connection.node, {.road = road, .junction = &junction, .s = 0.5 * road->length},
                  road->junction.empty()
                      ? fmt::format("its connecting road {} belongs to no junction", road->id)
                      : fmt::format("its connecting road {} belongs to junction {}", road->id, road->junction))
          .relate(road->node)
          .fix(road->node, "junction", std::string(junction.id));
    });
  }
}

// How far the lanes at an end of one road lie from those at an end of another: 0 where any two touch. Two that are as near
// as `enough` are not compared with others.
std::optional<double> distance_of_ends(const RoadNetwork& map, RoadId road, ContactPoint end, RoadId other,
                                       ContactPoint other_end, double enough) {
  const auto sections_at = [&](RoadId id, ContactPoint at) {
    std::vector<detail::LaneEndSection> found;
    const auto sections = map.sections_of(id);
    if (sections.empty()) return found;
    const LaneSection& section = at == ContactPoint::start ? sections.front() : sections.back();
    for (std::size_t i = 0; i < section.lane_count; ++i)
      if (const auto cross = detail::cross_section(map, {LaneId(section.first_lane + i), at})) found.push_back(*cross);
    return found;
  };
  std::optional<double> least;
  const auto theirs = sections_at(other, other_end);
  for (const detail::LaneEndSection& a : sections_at(road, end)) {
    for (const detail::LaneEndSection& b : theirs) {
      const double apart = distance(a, b);
      if (!least || apart < *least) least = apart;
      if (apart <= enough) return least;
    }
  }
  return least;
}

void connection_contact_point(Check& check) {
  const double limit = check.tolerance("max_gap");
  const Source& source = check.source();
  for (const SourceJunction& junction : source.junctions()) {
    check.each(junction.connections, [&](const SourceConnection& connection) {
      if (connection.connecting.empty()) return;
      const SourceRoad* connecting = source.find_road(connection.connecting);
      if (!connection.contact) {
        const std::string_view found = text_of(connection.node, "contactPoint");
        check.report(connection.node, {.road = connecting, .junction = &junction},
                     found.empty() ? "the connection has no contactPoint"
                                   : fmt::format("contactPoint is \"{}\", not start or end", found));
        return;
      }
      const SourceRoad* incoming = source.find_road(connection.incoming);
      if (connecting == nullptr || incoming == nullptr || junction.is_virtual()) return;
      const auto nearest = [&](ContactPoint contact, double enough) {
        std::optional<double> least;
        for (const ContactPoint end : kBothEnds) {
          if (least && *least <= enough) break;
          const auto apart =
              distance_of_ends(check.map(), check.road_id(*incoming), end, check.road_id(*connecting), contact, enough);
          if (apart && (!least || *apart < *least)) least = apart;
        }
        return least;
      };
      const auto named = nearest(*connection.contact, limit);
      if (!named || *named <= limit) return;
      const auto unnamed = nearest(other_end(*connection.contact), 0.0);
      Found found = check.report(
          connection.node, {.road = connecting, .junction = &junction, .s = connecting->s_of(*connection.contact)},
          fmt::format("the {} of road {} does not lie at the incoming road {}{}", word_of(*connection.contact),
                      connecting->id, incoming->id,
                      unnamed
                          ? fmt::format(" (its {} is {:.2f} m away)", word_of(other_end(*connection.contact)), *unnamed)
                          : ""));
      found.measure(*named, limit, "m");
      if (unnamed && *unnamed <= 0.1)
        found.fix(connection.node, "contactPoint", word_of(other_end(*connection.contact)));
    });
  }
}

void junction_empty(Check& check) {
  const Source& source = check.source();
  std::set<std::string_view> with_roads;
  for (const SourceRoad& road : source.roads()) with_roads.insert(road.junction);
  check.each(source.junctions(), [&](const SourceJunction& junction) {
    const Where where{.junction = &junction};
    if (junction.is_crossing()) {
      if (junction.node.child("roadSection").empty())
        check.report(junction.node, where, "the crossing has no roadSection");
      return;
    }
    if (junction.connections.empty()) {
      check.report(junction.node, where, "the junction has no connection");
    } else if (!junction.is_direct() && !junction.is_virtual() && !with_roads.contains(junction.id)) {
      check.report(junction.node, where, "no road belongs to the junction");
    }
  });
}

void junction_dead_end(Check& check) {
  const RoadNetwork& map = check.map();
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    if (road.junction.empty()) return;
    const SourceJunction* junction = check.source().find_junction(road.junction);
    if (junction == nullptr || junction->is_virtual()) return;
    for (const ContactPoint end : kBothEnds) {
      const SourceSection* section = road.section_at(end);
      if (section == nullptr) continue;
      for (const SourceLane& lane : section->lanes) {
        if (lane.side == 0 || !is_for_vehicles(lane.type) || !leads_out(road, lane, end)) continue;
        if (const auto width = width_at(*section, lane, end); width && *width < 0.1) continue;  // it has ended
        const LaneId id = check.lane_id(lane);
        if (!id.valid() || !links_at(map.lane(id), end).empty()) continue;
        // One of both directions may end where it comes from.
        if (leads_out(road, lane, other_end(end))) continue;
        check.report(lane.node, {.lane = &lane, .junction = junction, .s = road.s_of(end)},
                     fmt::format("the connecting road's lane leads to no lane at its {}", word_of(end)));
      }
    }
  });
}

void priority_high_and_low(Check& check) {
  for (const SourceJunction& junction : check.source().junctions())
    for (const Node priority : junction.node.children("priority"))
      for (const char* name : {"high", "low"})
        if (!has(priority, name))
          check.report(priority, {.junction = &junction}, fmt::format("the priority has no {}", name));
}

}  // namespace

std::vector<MapRule> junction_reference_rules() {
  return {
      {.uid = "scrutineer.internal:xodr:1.1.0:map.connection_roads_exist",
       .group = "junctions",
       .title = "Roads that a junction names exist.",
       .doc =
           "incomingRoad, connectingRoad, linkedRoad, mainRoad, the roads of crossPaths and roadSections, and those of "
           "priorities. A connection has an incomingRoad and a connectingRoad or linkedRoad, but in virtual junctions.",
       .why = "The connection cannot be followed; both open checkers leave it out without a word.",
       .remedy = "Correct the id, or remove the connection.",
       .level = Level::error,
       .drives = true,
       .run = connection_roads_exist},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.road_junction_exists",
       .group = "junctions",
       .title = "Junctions that roads belong to exist.",
       .doc = "junction of a road is -1 or the id of a junction.",
       .why = "Programs warn, crash, or take the road for one outside of junctions.",
       .remedy = "Correct the id.",
       .level = Level::error,
       .drives = true,
       .run = road_junction_exists},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.connecting_road_membership",
       .group = "junctions",
       .title = "Connecting roads belong to their junction.",
       .doc = "junction of a connectingRoad is the junction that holds the connection.",
       .why = "Vehicles in the junction are not seen to be in it.",
       .remedy = "Set the road's junction.",
       .level = Level::error,
       .drives = true,
       .run = connecting_road_membership},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.connection_contact_point",
       .group = "junctions",
       .title = "Connections meet their connecting road where they say.",
       .doc = "contactPoint is start or end, and the lanes of the connecting road there lie within max_gap of those at "
              "an end "
              "of the incoming road.",
       .why = "What follows the connection jumps by the length of the road.",
       .remedy = "Exchange start and end, or correct the road ids.",
       .level = Level::error,
       .drives = true,
       .needs = Needs::both,
       .tolerances = {{"max_gap", "m", "Lanes may lie apart by this.", 1.0}},
       .run = connection_contact_point},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.junction_empty",
       .group = "junctions",
       .title = "Junctions have connections and roads.",
       .doc = "A junction has a connection, a crossing a roadSection; and some road belongs to it, but for direct and "
              "virtual "
              "ones.",
       .why = "Nobody can drive through it.",
       .remedy = "Remove the junction, or add what is missing.",
       .run = junction_empty},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.junction_dead_end",
       .group = "junctions",
       .title = "Lanes through a junction lead out of it.",
       .doc = "A lane that vehicles use, of a connecting road, is linked to a lane where its traffic leaves the road. "
              "Lanes "
              "narrower than 0.1 m there have ended.",
       .why = "Vehicles stop in the middle of the junction.",
       .remedy = "Add the link.",
       .drives = true,
       .needs = Needs::both,
       .run = junction_dead_end},
      {.uid = "asam.net:xodr:1.8.0:junctions.priority.high_and_low_attr",
       .group = "junctions",
       .title = "A priority names both roads.",
       .doc = "high and low are given.",
       .why = "Nobody can tell who has to wait.",
       .remedy = "Write both, or remove the priority.",
       .level = Level::error,
       .run = priority_high_and_low},
  };
}

}  // namespace scrutineer::map::rules
