// <road> with its links, types and profiles.
#include "base/text.h"
#include "map/detail/document_reader.h"
#include "map/detail/limits.h"

namespace scrutineer::map::detail {

void DocumentReader::read_road(Element& road) {
  road_ = &document_.roads.emplace_back();
  road_->line = {line_of(road.node)};
  section_sides_.clear();
  has_geometry_ = false;
  road_->name = text_or_empty(road, "name");
  road_->length = number(road, "length");
  road_->id = text(road, "id");
  road_->junction = text_or_empty(road, "junction");
  if (road_->junction == "-1") road_->junction.clear();
  const std::string_view rule = text_or_empty(road, "rule");
  if (rule == "LHT") {
    road_->rule = TrafficRule::left_hand;
  } else if (rule != "RHT" && !rule.empty()) {
    warn(road.node, fmt::format("rule should be RHT or LHT, found {}: taken as RHT", shown(rule)));
  }
  if (failed()) return;

  if (!(road_->length > 0.0 && road_->length <= kMaxRoadLength)) {
    fail(road.node,
         fmt::format("length must be above 0 m and at most {} m, found {} m", kMaxRoadLength, shortest(road_->length)));
    return;
  }
  const auto [first, is_new] = road_nodes_.try_emplace(road_->id, road.node);
  if (!is_new) {
    fail(road.node, fmt::format("the id is used twice, first in line {}", line_of(first->second)));
    return;
  }
  read_children(road);
  if (!failed()) finish_road(road);
  road_ = nullptr;
}

void DocumentReader::finish_road(Element& road) {
  if (!has_geometry_) return fail(road.node, "has no geometry in <planView>: there is no reference line");
  if (road_->sections.empty()) return fail(road.node, "has no <laneSection>: there are no lanes");
  if (road_->geometries.empty())
    warn(road.node, "has no geometry longer than 0 m: nothing can be found on it");
  else if (const double s = road_->geometries.front().s; s > kBeyondEnd)
    warn(road.node, fmt::format("the first geometry begins at s {}, wanted 0", shortest(s)));
  if (const double s = road_->sections.front().s; s > kBeyondEnd)
    warn(road.node,
         fmt::format("the first laneSection begins at s {}, wanted 0: there are no lanes before", shortest(s)));
}

RoadLink DocumentReader::road_link(Element& link) {
  RoadLink out;
  out.line = {line_of(link.node)};
  const std::string_view type = text_or_empty(link, "elementType");
  out.element_id = text(link, "elementId");
  out.element_s = optional_number(link, "elementS");
  if (type == "junction") {
    out.kind = RoadLink::Kind::junction;
    return out;
  }
  if (type != "road")
    warn(link.node, fmt::format("elementType should be road or junction, found {}: taken as road", shown(type)));
  out.contact = contact_point(link);
  if (!out.contact && !out.element_s) warn(link.node, "contactPoint is missing: the link cannot be followed");
  return out;
}

void DocumentReader::read_road_predecessor(Element& link) {
  if (road_->predecessor) warn(link.node, "a road has one predecessor: this one replaces the one before");
  road_->predecessor = road_link(link);
  read_children(link);
}

void DocumentReader::read_road_successor(Element& link) {
  if (road_->successor) warn(link.node, "a road has one successor: this one replaces the one before");
  road_->successor = road_link(link);
  read_children(link);
}

void DocumentReader::read_road_type(Element& type) {
  std::vector<RoadTypeRecord>& types = road_->types;
  const double s = ordered_s(type, "s", 0.0, types.empty() ? std::nullopt : std::optional(types.back().s));
  check_on_road(type, s);
  RoadTypeRecord& out = types.emplace_back();
  out.s = s;
  out.type = text_or_empty(type, "type");
  out.country = text_or_empty(type, "country");
  read_children(type);
}

void DocumentReader::read_road_speed(Element& speed) {
  road_->types.back().speed = speed_limit(speed);
  read_children(speed);
}

void DocumentReader::read_elevation(Element& elevation) {
  read_cubic(elevation, "s", 0.0, road_->elevations);
  read_children(elevation);
}

void DocumentReader::read_superelevation(Element& superelevation) {
  read_cubic(superelevation, "s", 0.0, road_->superelevations);
  read_children(superelevation);
}

}  // namespace scrutineer::map::detail
