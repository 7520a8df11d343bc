#include "map/rules/check_context.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "map/lane_graph.h"
#include "map/lookup.h"

namespace scrutineer::map::rules {
namespace {

// A map in which one thing is wrong everywhere fills no memory: more than this are only counted.
constexpr std::size_t kMostFindings = 20'000;

std::string xpath_literal(const std::string& text) {
  // XPath 1.0 has no escapes: a text with both kinds of quote can only be put together.
  if (text.find('\'') == std::string::npos) return "'" + text + "'";
  if (text.find('"') == std::string::npos) return '"' + text + '"';
  std::string parts = "concat('";
  for (const char c : text) c == '\'' ? parts += "', \"'\", '" : parts += c;
  return parts + "')";
}

// For a network without its text.
std::string xpath_by_ids(const RoadNetwork& map, const Finding& finding) {
  std::string path = fmt::format("/OpenDRIVE/road[@id={}]", xpath_literal(finding.road_id));
  if (!finding.lane.valid()) return path;
  const Lane& lane = map.lane(finding.lane);
  const std::size_t section = lane.section.index() - map.road(lane.road).first_section + 1;
  return path + fmt::format("/lanes/laneSection[{}]/{}/lane[@id='{}']", section, lane.number > 0 ? "left" : "right",
                            lane.number);
}

double or_lowest(double value) { return std::isfinite(value) ? value : -1e300; }

bool is_sooner(const Finding& a, const Finding& b) {
  const auto key = [](const Finding& f) {
    return std::make_tuple(f.level, !f.is_for_vehicles, f.order, or_lowest(f.s), f.lane, f.line);
  };
  const auto first = key(a), second = key(b);
  return first != second ? first < second : a.message < b.message;
}

}  // namespace

Found& Found::relate(Node node) {
  if (source_ != nullptr && node) finding_->related.push_back({source_->xpath(node), source_->line(node)});
  return *this;
}

Found& Found::fix(Node node, std::string attribute, std::string after) {
  if (source_ == nullptr) return *this;
  std::string before = node.attribute(attribute.c_str()).value();
  finding_->fix = Fix{source_->xpath(node), std::move(attribute), std::move(before), std::move(after)};
  return *this;
}

bool Check::is_before(int major, int minor) const {
  return version() != Version{} && version() < Version{major, minor};
}

double Check::tolerance(std::string_view name) const {
  for (const Tolerance& tolerance : rule_.tolerances)
    if (tolerance.name == name) return tolerance.value;
  throw std::logic_error(fmt::format("{} has no tolerance {}", rule_.id(), name));
}

Found Check::report(Node node, const Where& where, std::string message) {
  Finding finding;
  finding.message = std::move(message);
  if (found_.size() >= kMostFindings) return report(std::move(finding));
  const SourceRoad* road = where.lane != nullptr ? &source().roads()[where.lane->road] : where.road;
  if (road != nullptr) {
    finding.road = road_id(*road);
    finding.road_id = road->id;
    finding.order = static_cast<std::uint32_t>(road->index);
  }
  if (where.lane != nullptr) {
    finding.lane = lane_id(*where.lane);
    finding.lane_number = where.lane->id;
    finding.is_for_vehicles = is_for_vehicles(where.lane->type);
  }
  if (where.junction != nullptr) finding.junction_id = where.junction->id;
  finding.s = where.s;
  finding.t = where.t;
  place(finding);
  finding.xpath = source().xpath(node);
  finding.line = source().line(node);
  return report(std::move(finding));
}

Found Check::report(Finding finding) {
  finding.rule = rule_.id();
  finding.level = rule_.level;
  if (found_.size() >= kMostFindings) {
    ++found_.back().count;
    surplus_ = std::move(finding);
    return {surplus_, nullptr};
  }
  if (finding.xpath.empty() && has_map() && finding.road.valid()) {
    finding.order = static_cast<std::uint32_t>(finding.road.index());
    if (finding.lane.valid()) finding.is_for_vehicles = is_for_vehicles(map().lane(finding.lane).type);
    const Node node = node_of(finding);
    finding.xpath = node ? source_->xpath(node) : xpath_by_ids(map(), finding);
    finding.line = node ? source_->line(node) : 0;
  }
  return {found_.emplace_back(std::move(finding)), source_};
}

void Check::skip(Node node, std::string_view reason) {
  if (outcome_.skipped_elements++ > 0 || source_ == nullptr) return;
  outcome_.first_skipped = fmt::format("line {}: {}", source_->line(node), reason);
}

void Check::skip_rule(std::string reason) {
  outcome_.status = CheckStatus::skipped;
  outcome_.reason = std::move(reason);
}

void Check::note(std::string key, std::string value) {
  outcome_.metadata.emplace_back(std::move(key), std::move(value));
}

RoadId Check::road_id(const SourceRoad& road) const {
  return has_map() && road.index < map().roads().size() ? RoadId(road.index) : RoadId();
}

LaneId Check::lane_id(const SourceLane& lane) const {
  if (!has_map() || !lane.id || lane.road >= map().roads().size()) return {};
  const SourceSection& section = source().roads()[lane.road].sections[lane.section];
  const double middle = section.s + 0.5 * section.length;
  if (!std::isfinite(middle)) return {};
  return map().find_lane(RoadId(lane.road), middle, *lane.id);
}

void Check::place(Finding& finding) const {
  if (!finding.road.valid() || !std::isfinite(finding.s)) return;
  const bool in_lane = finding.lane.valid() && !std::isfinite(finding.t);
  const RoadPoint point = in_lane
                              ? point_at(map(), finding.lane, finding.s, 0.0)
                              : point_at(map(), finding.road, finding.s, std::isfinite(finding.t) ? finding.t : 0.0);
  finding.x = point.x;
  finding.y = point.y;
  finding.z = point.z;
  if (in_lane) finding.t = lane_span(map(), finding.lane, finding.s).centre();
}

Node Check::node_of(const Finding& finding) const {
  if (source_ == nullptr || finding.road.index() >= source_->roads().size()) return {};
  const SourceRoad& road = source_->roads()[finding.road.index()];
  if (!finding.lane.valid()) return road.node;
  const Lane& lane = map().lane(finding.lane);
  const SourceLane* found = road.lane_from(lane.s_begin, lane.number);
  return found != nullptr ? found->node : road.node;
}

void Check::finish() {
  // What an older version did not demand yet is no error there.
  const bool is_demanded =
      rule_.entity() != "asam.net" || version() == Version{} || version() >= version_of(rule_.demanded_since());
  for (Finding& finding : found_) {
    if (!is_demanded && finding.level == Level::error) finding.level = Level::warning;
    outcome_.findings.push_back(std::move(finding));
  }
  std::ranges::stable_sort(outcome_.findings, is_sooner);
}

std::string name_of(const RoadNetwork& map, LaneId lane) {
  return fmt::format("road {}, lane {}", map.road(map.lane(lane).road).id, map.lane(lane).number);
}

std::string name_of(const SourceRoad& road) { return fmt::format("road {}", road.id); }

std::string name_of(const Source& source, const SourceLane& lane) {
  return fmt::format("road {}, lane {}", source.roads()[lane.road].id, text_of(lane.node, "id"));
}

Finding finding_at(const RoadNetwork& map, LaneId lane, const detail::LaneEndSection& place) {
  Finding finding;
  finding.road = map.lane(lane).road;
  finding.lane = lane;
  finding.road_id = map.road(finding.road).id;
  finding.lane_number = map.lane(lane).number;
  finding.s = place.s;
  finding.x = place.centre.x;
  finding.y = place.centre.y;
  finding.z = place.z;
  return finding;
}

Finding finding_at(const RoadNetwork& map, RoadId road, double s) {
  const RoadPoint point = point_at(map, road, s, 0.0);
  Finding finding;
  finding.road = road;
  finding.road_id = map.road(road).id;
  finding.s = s;
  finding.x = point.x;
  finding.y = point.y;
  finding.z = point.z;
  return finding;
}

bool is_drivable(LaneType type) {
  switch (type) {
    case LaneType::driving:
    case LaneType::entry:
    case LaneType::exit:
    case LaneType::on_ramp:
    case LaneType::off_ramp:
    case LaneType::connecting_ramp:
    case LaneType::slip_lane:
    case LaneType::parking:
    case LaneType::biking:
    case LaneType::border:
    case LaneType::stop:
    case LaneType::restricted:
    case LaneType::hov:
    case LaneType::bidirectional:
    case LaneType::bus:
    case LaneType::mway_entry:
    case LaneType::mway_exit:
    case LaneType::road_works:
    case LaneType::taxi:
      return true;
    default:
      return false;
  }
}

bool is_for_vehicles(LaneType type) { return carries_vehicles(type); }

}  // namespace scrutineer::map::rules
