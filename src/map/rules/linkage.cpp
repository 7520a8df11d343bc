// Rules about what roads and lanes are linked to.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"
#include "map/rules/lane_links.h"
#include "map/rules/lane_parts.h"

namespace scrutineer::map::rules {
namespace {

double s_at(const Source& source, const SourceLane& lane, ContactPoint end) {
  const SourceSection& section = source.roads()[lane.road].sections[lane.section];
  return end == ContactPoint::start ? section.s : section.s + section.length;
}

const SourceSection& section_of(const Source& source, const SourceLane& lane) {
  return source.roads()[lane.road].sections[lane.section];
}

// ---- lanes ----------------------------------------------------------------------------------------------------------

void lanes_across_lane_sections(Check& check) {
  const Source& source = check.source();
  std::set<std::pair<const SourceLane*, const SourceLane*>> reported;
  for (const StatedLink& link : source.links()) {
    if (link.kind == StatedLink::Kind::junction || link.from == nullptr || link.to == nullptr || !link.from->id)
      continue;
    // Into and out of a junction links are stated by its laneLinks.
    const bool in_junction = !source.roads()[link.from->road].junction.empty() || !link.to_road->junction.empty();
    if (link.kind == StatedLink::Kind::road && in_junction) continue;
    if (link.to->names(link.to_end, *link.from->id)) continue;
    if (!reported.insert({link.from, link.to}).second) continue;
    check
        .report(link.to->node, {.lane = link.to, .s = s_at(source, *link.to, link.to_end)},
                fmt::format("{} names it as its {}, but it names no such {} in turn", name_of(source, *link.from),
                            link_word(link.from_end), link_word(link.to_end)))
        .relate(link.from->node);
  }
}

// Does a link of its own, or a laneLink of a junction, lead on from this end of the lane?
void judge_zero_width(Check& check, ContactPoint end) {
  const double zero = check.tolerance("zero_width");
  const Source& source = check.source();
  const auto is_zero = [&](const SourceSection& section, const SourceLane& lane) {
    const auto width = width_at(section, lane, end);
    return width && (end == ContactPoint::start ? *width < zero : std::abs(*width) < zero);
  };
  std::set<const SourceLane*> reported;
  const auto report = [&](const SourceLane& lane, Node link) {
    if (!reported.insert(&lane).second) return;
    check
        .report(lane.node, {.lane = &lane, .s = s_at(source, lane, end)},
                fmt::format("has no width at its {}, but a {}", word_of(end), link_word(end)))
        .relate(link);
  };
  for (const SourceRoad& road : source.roads())
    for (const SourceSection& section : road.sections)
      for (const SourceLane& lane : section.lanes)
        if (lane.side != 0 && !lane.links(end).empty() && is_zero(section, lane)) report(lane, lane.links(end)[0].node);
  for (const StatedLink& link : source.links()) {
    if (link.kind != StatedLink::Kind::junction) continue;
    if (link.from != nullptr && link.from_end == end && is_zero(section_of(source, *link.from), *link.from))
      report(*link.from, link.node);
    if (link.to != nullptr && link.to_end == end && is_zero(*link.to_section, *link.to)) report(*link.to, link.node);
  }
}

void zero_width_at_start(Check& check) { judge_zero_width(check, ContactPoint::start); }
void zero_width_at_end(Check& check) { judge_zero_width(check, ContactPoint::end); }

void new_lane_appear(Check& check) {
  const double zero = check.tolerance("zero_width");
  // A figure of the standard before 1.7 links a lane that widens from a point.
  const Level level = check.is_before(1, 7) ? Level::warning : Level::error;
  for (const StatedLink& link : check.source().links()) {
    if (link.from == nullptr || link.to == nullptr) continue;
    if (link.kind == StatedLink::Kind::section && link.from_end == ContactPoint::start) continue;
    const auto width = width_at(*link.to_section, *link.to, link.to_end);
    if (!width || std::abs(*width) >= zero) continue;
    check
        .report(link.from->node, {.lane = link.from, .s = s_at(check.source(), *link.from, link.from_end)},
                fmt::format("is linked to {}, which has no width there", name_of(check.source(), *link.to)))
        .relate(link.to->node)
        .level(level);
  }
}

void road_lane_link_id(Check& check) {
  for (const StatedLink& link : check.source().links()) {
    if (link.kind == StatedLink::Kind::junction || link.to != nullptr) continue;
    const Where where{.lane = link.from, .s = s_at(check.source(), *link.from, link.from_end)};
    const std::string_view id = text_of(link.node, "id");
    const char* word = link_word(link.from_end);
    if (link.to_section == nullptr) {
      const SourceLink& next = check.source().roads()[link.from->road].link(link.from_end);
      const char* reason = !next                ? "its road has no such link"
                           : next.is_junction() ? "its road leads into a junction there"
                                                : "its road's link cannot be followed";
      check.report(link.node, where, fmt::format("names lane {} as its {}, but {}", id, word, reason))
          .level(Level::information);
    } else {
      check.report(link.node, where,
                   fmt::format("names lane {} of road {} as its {}, which does not exist", id, link.to_road->id, word));
    }
  }
}

// ---- roads ----------------------------------------------------------------------------------------------------------

template <typename Judge>
void each_road_link(Check& check, Judge judge) {
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    for (const ContactPoint end : kBothEnds)
      if (road.link(end)) judge(road, end, road.link(end));
  });
}

void is_junction_needed(Check& check) {
  struct Claim {
    const SourceRoad* road;
    ContactPoint end;
  };
  std::map<std::pair<const SourceRoad*, ContactPoint>, std::vector<Claim>> claims;
  each_road_link(check, [&](const SourceRoad& road, ContactPoint end, const SourceLink& link) {
    if (!road.junction.empty() || !link.is_road() || !link.contact) return;
    const SourceRoad* other = check.source().find_road(link.id);
    if (other != nullptr) claims[{other, *link.contact}].push_back({&road, end});
  });
  for (const SourceRoad& road : check.source().roads()) {
    for (const ContactPoint end : kBothEnds) {
      const auto found = claims.find({&road, end});
      if (found == claims.end() || found->second.size() < 2) continue;
      std::string names;
      for (const Claim& claim : found->second) names += (names.empty() ? "" : ", ") + std::string(claim.road->id);
      Found report =
          check.report(road.node, {.road = &road, .s = road.s_of(end)},
                       fmt::format("roads {} are all linked to its {}: they need a junction", names, word_of(end)));
      for (const Claim& claim : found->second) report.relate(claim.road->link(claim.end).node);
    }
  }
}

void road_link_backward(Check& check) {
  each_road_link(check, [&](const SourceRoad& road, ContactPoint end, const SourceLink& link) {
    if (!link.is_road() || !link.contact) return;
    const SourceRoad* other = check.source().find_road(link.id);
    if (other == nullptr) return;
    const SourceLink& back = other->link(*link.contact);
    const Where where{.road = &road, .s = road.s_of(end)};
    const auto report = [&](const std::string& wanted) {
      Found found = check.report(link.node, where,
                                 fmt::format("names the {} of road {} as its {}, but that does not name {} there",
                                             word_of(*link.contact), other->id, link_word(end), wanted));
      found.relate(other->node);
    };
    if (road.junction.empty()) {
      // Two roads may meet in a junction that both are linked to; then the link itself is what is wrong.
      if (!back || !back.is_road() || back.id != road.id) report("it");
    } else if (!back || !back.is_junction() || back.id != road.junction) {
      const bool names_it = back && back.is_road() && back.id == road.id;
      const bool same_junction = other->junction == road.junction;
      if (!(same_junction && names_it)) report(fmt::format("its junction {}", road.junction));
    }
  });
}

void road_link_id(Check& check) {
  each_road_link(check, [&](const SourceRoad& road, ContactPoint end, const SourceLink& link) {
    const bool exists = link.is_junction() ? check.source().find_junction(link.id) != nullptr
                                           : check.source().find_road(link.id) != nullptr;
    if (exists || (!link.is_junction() && !link.is_road())) return;
    check.report(link.node, {.road = &road, .s = road.s_of(end)},
                 fmt::format("names {} {} as its {}, which does not exist", link.type, link.id, link_word(end)));
  });
}

void link_without_contact_point(Check& check) {
  each_road_link(check, [&](const SourceRoad& road, ContactPoint end, const SourceLink& link) {
    const Where where{.road = &road, .s = road.s_of(end)};
    if (!link.is_road() && !link.is_junction()) {
      check.report(link.node, where,
                   fmt::format("the elementType of its {} is \"{}\", not road or junction", link_word(end), link.type));
    } else if (link.is_road() && !link.contact && !has(link.node, "elementS")) {
      const std::string_view found = text_of(link.node, "contactPoint");
      check.report(link.node, where,
                   found.empty()
                       ? fmt::format("its {} has no contactPoint", link_word(end))
                       : fmt::format("the contactPoint of its {} is \"{}\", not start or end", link_word(end), found));
    }
  });
}

Point end_of(const Check& check, const SourceRoad& road, ContactPoint end) {
  const RoadPoint point = point_at(check.map(), check.road_id(road), road.s_of(end), 0.0);
  return {point.x, point.y};
}

double apart(Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); }

void contact_point_wrong_end(Check& check) {
  const double far = check.tolerance("min_far"), near = check.tolerance("max_near");
  each_road_link(check, [&](const SourceRoad& road, ContactPoint end, const SourceLink& link) {
    const SourceRoad* other = link.is_road() && link.contact ? check.source().find_road(link.id) : nullptr;
    if (other == nullptr || !check.road_id(*other).valid()) return;
    const Point here = end_of(check, road, end);
    const double named = apart(here, end_of(check, *other, *link.contact));
    const double unnamed = apart(here, end_of(check, *other, other_end(*link.contact)));
    if (named <= far || unnamed > near) return;
    check
        .report(link.node, {.road = &road, .s = road.s_of(end)},
                fmt::format("names the {} of road {}, but meets its {}", word_of(*link.contact), other->id,
                            word_of(other_end(*link.contact))))
        .measure(named, far, "m")
        .fix(link.node, "contactPoint", word_of(other_end(*link.contact)));
  });
}

void self_link(Check& check) {
  const double near = check.tolerance("max_gap");
  each_road_link(check, [&](const SourceRoad& road, ContactPoint end, const SourceLink& link) {
    if (!link.is_road() || link.id != road.id) return;
    const double gap = apart(end_of(check, road, ContactPoint::start), end_of(check, road, ContactPoint::end));
    const bool is_loop = link.contact == other_end(end) && gap <= near;
    if (!is_loop)
      check
          .report(link.node, {.road = &road, .s = road.s_of(end)},
                  fmt::format("names itself as its {}, though it is no loop", link_word(end)))
          .measure(gap, near, "m");
  });
}

void crg_reference(Check& check) {
  if (!check.checked().file_exists) return check.skip_rule("files beside the map cannot be looked for");
  struct Walker : pugi::xml_tree_walker {
    std::vector<Node> found;
    bool for_each(pugi::xml_node& node) override {
      if (is_named(node, "CRG") && has(node, "file")) found.push_back(node);
      return true;
    }
  } walker;
  Node(check.source().root()).traverse(walker);
  for (const Node node : walker.found) {
    const std::string file(text_of(node, "file"));
    if (!check.checked().file_exists(file))
      check.report(node, {}, fmt::format("names the file {}, which is not there", file));
  }
}

// ---- the graph of lanes ---------------------------------------------------------------------------------------------

bool is_tied(const Check& check, const SourceRoad& road, const SourceLane& lane, ContactPoint end) {
  if (road.link(end).is_junction()) return true;
  const LaneId id = check.lane_id(lane);
  return id.valid() && !links_at(check.map().lane(id), end).empty();
}

void isolated_lane(Check& check) {
  const double least = check.tolerance("min_length");
  check.each(check.source().roads(), [&](const SourceRoad& road) {
    if (road.sections.size() != 1 || !(road.length > least)) return;
    const SourceSection& section = road.sections.front();
    bool any_tied = false;
    std::vector<const SourceLane*> loose;
    for (const SourceLane& lane : section.lanes) {
      if (lane.side == 0 || !is_for_vehicles(lane.type)) continue;
      const bool tied =
          is_tied(check, road, lane, ContactPoint::start) || is_tied(check, road, lane, ContactPoint::end);
      any_tied |= tied;
      if (!tied) loose.push_back(&lane);
    }
    if (!any_tied) return;
    for (const SourceLane* lane : loose)
      check.report(lane->node, {.lane = lane, .s = 0.5 * road.length},
                   "is linked to nothing at either end, while other lanes of its road are");
  });
  const PartSizes parts = parts_of_lanes(check.map()), strong = strong_parts_of_lanes(check.map());
  check.note("parts of the lane graph", std::to_string(parts.size()));
  check.note("lanes in the parts", to_text(parts));
  check.note("strongly connected parts", std::to_string(strong.size()));
  check.note("lanes in the strongly connected parts", to_text(strong));
  if (parts.size() < 2) return;
  const std::size_t lanes = std::accumulate(parts.begin(), parts.end(), std::size_t{0});
  const SourceRoad& first = check.source().roads().front();
  check
      .report(check.source().root(), {},
              fmt::format("the lanes that vehicles use fall into {} parts without a way from one to the other; the "
                          "largest has {} of {} lanes. In the direction of travel there are {} strongly connected "
                          "parts, with {} lanes",
                          parts.size(), parts.front(), lanes, strong.size(), to_text(strong)))
      .relate(first.node);
}

std::vector<MapRule> lane_link_rules() {
  const std::vector<Tolerance> zero = {{"zero_width", "m", "Lanes narrower than this have no width.", 1e-6}};
  return {
      {.uid = "asam.net:xodr:1.4.0:road.lane.link.lanes_across_lane_sections",
       .group = "linkage",
       .title = "Lane links are stated on both sides.",
       .doc =
           "If a lane names an existing lane as its successor, that names it as its predecessor, and the reverse: "
           "between sections of a road and between roads that are linked directly. In junctions the laneLinks say it. "
           "Lanes that do not exist are left to road_lane_link_id.",
       .why = "Programs that follow links one way only find no way back.",
       .remedy = "Add the missing predecessor or successor.",
       .level = Level::error,
       .drives = true,
       .run = lanes_across_lane_sections},
      {.uid = "asam.net:xodr:1.7.0:road.lane.link.zero_width_at_start",
       .group = "linkage",
       .title = "A lane without width at its start has no predecessor.",
       .doc = "Neither a link of its own nor a laneLink of a junction leads from or to a lane that is narrower than "
              "zero_width where it begins.",
       .why = "Nobody can drive over a point.",
       .remedy = "Remove the link; vehicles change into the lane from beside.",
       .level = Level::error,
       .tolerances = zero,
       .run = zero_width_at_start},
      {.uid = "asam.net:xodr:1.7.0:road.lane.link.zero_width_at_end",
       .group = "linkage",
       .title = "A lane without width at its end has no successor.",
       .doc = "As zero_width_at_start, at the other end.",
       .why = "Nobody can drive over a point.",
       .remedy = "Remove the link; vehicles leave the lane sideways.",
       .level = Level::error,
       .tolerances = zero,
       .run = zero_width_at_end},
      {.uid = "asam.net:xodr:1.4.0:road.lane.link.new_lane_appear",
       .group = "linkage",
       .title = "No link leads to a lane that has no width yet.",
       .doc =
           "The lane that a link leads to is not narrower than zero_width where they touch: the successor in the next "
           "section, both ways between roads, and laneLinks of junctions. Before 1.7 a warning.",
       .why = "Nobody can drive over a point.",
       .remedy = "Remove the link.",
       .level = Level::error,
       .tolerances = zero,
       .run = new_lane_appear},
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.road_lane_link_id",
       .group = "linkage",
       .title = "Lanes that are named as predecessor or successor exist.",
       .doc = "In the section before or after, or on the road that is linked there. A lane that names another one "
              "where its "
              "road leads into a junction or nowhere is a note.",
       .why = "The link cannot be followed.",
       .remedy = "Correct the number, or remove the link.",
       .level = Level::error,
       .drives = true,
       .run = road_lane_link_id},
  };
}

std::vector<MapRule> road_link_rules() {
  return {
      {.uid = "asam.net:xodr:1.4.0:road.linkage.is_junction_needed",
       .group = "linkage",
       .title = "Where more than two roads meet there is a junction.",
       .doc = "No two roads outside of junctions name the same end of a road.",
       .why = "A road can name one successor only: the way back is lost.",
       .remedy = "Join the roads with a junction.",
       .level = Level::error,
       .drives = true,
       .run = is_junction_needed},
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.road_link_backward",
       .group = "linkage",
       .title = "Road links are stated on both sides.",
       .doc = "The road that is named as predecessor or successor names this one at that end; the neighbours of a "
              "connecting "
              "road name its junction.",
       .why = "Routes lead one way only.",
       .remedy = "Add the link, or correct the contactPoint.",
       .drives = true,
       .run = road_link_backward},
      {.uid = "openmsl.net:xodr:1.4.0:road.semantic.road_link_id",
       .group = "linkage",
       .title = "Roads and junctions that are named as predecessor or successor exist.",
       .doc = "Ids are compared as text.",
       .why = "Programs crash, or end the road there. SUMO's netconvert writes such links at dead ends, so it is not "
              "part of drive.",
       .remedy = "Correct the id, or remove the link.",
       .level = Level::error,
       .peer = "openMSL's checker never looks for junction 0 and does not see links without contactPoint.",
       .run = road_link_id},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.link_without_contact_point",
       .group = "linkage",
       .title = "Road links say which end they mean.",
       .doc = "A link with elementType road has the contactPoint start or end (or an elementS), and elementType is "
              "road or "
              "junction.",
       .why = "The link cannot be followed; both open checkers leave it out without a word.",
       .remedy = "Add contactPoint.",
       .level = Level::error,
       .drives = true,
       .run = link_without_contact_point},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.contact_point_wrong_end",
       .group = "linkage",
       .title = "Road links name the end that they meet.",
       .doc = "The named end of the other road does not lie further than min_far away while its other end lies within "
              "max_near, measured between reference lines in the plane.",
       .why = "What follows the link jumps by the length of the road.",
       .remedy = "Exchange start and end.",
       .level = Level::error,
       .drives = true,
       .needs = Needs::both,
       .tolerances = {{"min_far", "m", "An end further away than this is not met.", 1.0},
                      {"max_near", "m", "An end within this is met.", 0.1}},
       .run = contact_point_wrong_end},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.self_link",
       .group = "linkage",
       .title = "No road is linked to itself.",
       .doc = "Unless it is a loop whose ends meet within max_gap.",
       .why = "Searches run in circles.",
       .remedy = "Correct the id.",
       .needs = Needs::both,
       .tolerances = {{"max_gap", "m", "The ends of a loop may lie apart by this.", 0.1}},
       .run = self_link},
      {.uid = "openmsl.net:xodr:1.4.0:road.linkage.crg_reference",
       .group = "linkage",
       .title = "CRG files are there.",
       .doc = "The file of every CRG element exists, relative to the map's folder. Skipped where the map comes from a "
              "pipe.",
       .why = "The road's surface cannot be read.",
       .remedy = "Put the file beside the map, or correct the path.",
       .run = crg_reference},
      {.uid = "scrutineer.internal:xodr:1.1.0:map.isolated_lane",
       .group = "linkage",
       .title = "Lanes that vehicles use can be reached.",
       .doc =
           "A lane longer than min_length has a link or a junction at one end at least, if other lanes of its road "
           "have. "
           "And all lanes that vehicles use hang together by links and lane changes; if not, one note tells how many "
           "parts there are, and how many strongly connected ones: those within which every lane can be reached from "
           "every other one in the direction of travel. That a map falls into several of the latter is no finding by "
           "itself, as every road that ends at the edge of a map is one; JSON and .xqar tell numbers and sizes of both "
           "as metadata.",
       .why = "No route leads there.",
       .remedy = "Add the links, if they were forgotten.",
       .level = Level::information,
       .needs = Needs::both,
       .tolerances = {{"min_length", "m", "Shorter lanes are not looked at.", 50.0}},
       .run = isolated_lane},
  };
}

}  // namespace

std::vector<MapRule> linkage_rules() {
  std::vector<MapRule> all = lane_link_rules();
  for (const MapRule& rule : road_link_rules()) all.push_back(rule);
  all.push_back(lane_connectivity());
  all.push_back(lane_directions());
  all.push_back(lane_references());
  return all;
}

}  // namespace scrutineer::map::rules
