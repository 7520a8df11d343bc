#include "map/lane_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "map/detail/fitted_line.h"
#include "map/detail/lane_furniture.h"
#include "map/detail/lane_groups.h"
#include "map/detail/lane_joints.h"
#include "map/detail/lane_roads.h"
#include "map/detail/limits.h"
#include "map/read.h"

namespace scrutineer::map {
namespace {

using detail::GroupPlace;
using detail::kNoLane;
using detail::LaneGroup;
using detail::MadeRoad;

bool is_place(const LanePoint& point) {
  const auto fits = [](double value) { return std::abs(value) <= detail::kMaxCoordinate; };  // false for NaN
  return fits(point.x) && fits(point.y) && fits(point.z);
}

constexpr double kLongestLane = 1e5;  // metres

double length_of(const LaneLine& line) {
  double sum = 0.0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double dx = line[i].x - line[i - 1].x, dy = line[i].y - line[i - 1].y;
    sum += std::sqrt(dx * dx + dy * dy);
  }
  return sum;
}

// The box around a line.
struct LineBox {
  double west, east, south, north;
};

LineBox box_of(const LaneLine& line) {
  LineBox box{line.front().x, line.front().x, line.front().y, line.front().y};
  for (const LanePoint& p : line) {
    box.west = std::min(box.west, p.x);
    box.east = std::max(box.east, p.x);
    box.south = std::min(box.south, p.y);
    box.north = std::max(box.north, p.y);
  }
  return box;
}

// Are all points of a line, of which this is the box, within reach of the box around another?
bool is_beside(const LineBox& line, const LineBox& other) {
  constexpr double kReach = detail::kMaxLateral / 2.0;
  return line.west > other.west - kReach && line.east < other.east + kReach && line.south > other.south - kReach &&
         line.north < other.north + kReach;
}

// Why a lane cannot become part of the map; empty: it can.
std::string what_is_wrong(const MapLane& lane) {
  if (lane.left.size() < 2 || lane.right.size() < 2) return "has no border on one side";
  if (!std::ranges::all_of(lane.left, is_place) || !std::ranges::all_of(lane.right, is_place))
    return "has a point that is not a number, or further away than any place on earth";
  if (length_of(lane.left) > kLongestLane || length_of(lane.right) > kLongestLane) return "is longer than 100 km";
  const LineBox left = box_of(lane.left), right = box_of(lane.right);
  if (!is_beside(left, right) || !is_beside(right, left)) return "has borders 500 m apart or more";
  return {};
}

// Leaves the lanes that can be used, and says where each of them is; what is wrong with the others is told.
detail::LaneIndex drop_unusable(std::vector<MapLane>& lanes, std::vector<LaneContradiction>& contradictions) {
  detail::LaneIndex index;
  index.reserve(lanes.size());
  std::vector<bool> is_unusable(lanes.size(), false);
  for (std::uint32_t i = 0; i < lanes.size(); ++i) {
    const MapLane& lane = lanes[i];
    std::string wrong = what_is_wrong(lane);
    if (wrong.empty() && !index.emplace(lane.id, i).second)
      wrong = "is in the map a second time: only the first is used";
    if (wrong.empty()) continue;
    is_unusable[i] = true;
    const LanePoint place = !lane.left.empty() && is_place(lane.left.front()) ? lane.left.front() : LanePoint{};
    contradictions.push_back(
        {.road = {}, .lane = lane.id, .lane_number = -1, .x = place.x, .y = place.y, .message = std::move(wrong)});
  }
  if (index.size() == lanes.size()) return index;
  std::vector<MapLane> usable;
  usable.reserve(index.size());
  for (std::size_t i = 0; i < lanes.size(); ++i)
    if (!is_unusable[i]) usable.push_back(std::move(lanes[i]));
  lanes = std::move(usable);
  index.clear();
  for (std::uint32_t i = 0; i < lanes.size(); ++i) index.emplace(lanes[i].id, i);
  return index;
}

// Centre and reference lines only help: one that cannot be is not used.
void drop_unusable_lines(std::vector<MapLane>& lanes) {
  for (MapLane& lane : lanes) {
    for (LaneLine* line : {&lane.centre, &lane.reference}) {
      if (line->empty()) continue;
      const bool is_usable = std::ranges::all_of(*line, is_place) && length_of(*line) <= kLongestLane &&
                             is_beside(box_of(*line), box_of(lane.left));
      if (!is_usable) line->clear();
    }
  }
}

struct Roads {
  std::vector<LaneGroup> groups;
  std::vector<GroupPlace> places;
  std::vector<MadeRoad> made;  // in the order of the groups
};

// A group that has no length is left out.
Roads make_roads(const LaneMap& map, TrafficRule rule, std::vector<LaneGroup> groups,
                 std::vector<LaneContradiction>& contradictions) {
  Roads roads;
  roads.made.reserve(groups.size());
  for (LaneGroup& group : groups) {
    detail::orient(map, rule, group);
    if (auto road = detail::make_road(map, rule, group)) {
      roads.made.push_back(*std::move(road));
      roads.groups.push_back(std::move(group));
      continue;
    }
    for (const detail::GroupedLane& lane : group.lanes)
      contradictions.push_back({.road = {},
                                .lane = map.lanes[lane.lane].id,
                                .lane_number = -1,
                                .x = map.lanes[lane.lane].left.front().x,
                                .y = map.lanes[lane.lane].left.front().y,
                                .message = "has no length, or is wider than any lane"});
  }
  roads.places.assign(map.lanes.size(), {});
  detail::set_places(roads.groups, roads.places);
  return roads;
}

// A contradiction knows its lane by index while the map is made.
void name_places(std::vector<LaneContradiction>& contradictions, const Roads& roads) {
  for (LaneContradiction& found : contradictions) {
    const GroupPlace place =
        found.lane_number < 0 ? GroupPlace{} : roads.places[static_cast<std::size_t>(found.lane_number)];
    const bool is_placed = place.group != kNoLane;
    found.road = is_placed ? roads.made[place.group].record.id : "";
    found.lane_number = is_placed ? roads.made[place.group].number_of(place.position) : 0;
  }
}

}  // namespace

void set_borders(MapLane& lane, const LaneLine& centre, double width) {
  lane.left.clear();
  lane.right.clear();
  const std::size_t count = centre.size();
  for (std::size_t i = 0; i < count; ++i) {
    const LanePoint &before = centre[i == 0 ? 0 : i - 1], &here = centre[i], &after = centre[i + 1 < count ? i + 1 : i];
    const auto heading = [](const LanePoint& a, const LanePoint& b) { return std::atan2(b.y - a.y, b.x - a.x); };
    const double first = i == 0 ? heading(here, after) : heading(before, here);
    const double last = i + 1 < count ? heading(here, after) : first;
    const double half_turn = 0.5 * detail::angle_between(first, last), towards = first + half_turn;
    // At a corner the border's own corner lies further out.
    const double offset = 0.5 * width / std::max(std::cos(half_turn), 0.5);
    const double across_x = -std::sin(towards) * offset, across_y = std::cos(towards) * offset;
    lane.left.push_back({here.x + across_x, here.y + across_y, here.z});
    lane.right.push_back({here.x - across_x, here.y - across_y, here.z});
  }
}

Document document_of(LaneMap map) {
  Document document;
  document.file = map.file;
  document.origin = map.origin;
  document.header.rev_major = 1;
  document.header.rev_minor = 7;
  document.header.name = map.name;
  document.header.geo_reference = map.geo_reference;
  document.notes = std::move(map.notes);
  document.controllers = std::move(map.controllers);
  std::vector<LaneContradiction>& contradictions = document.contradictions;
  const detail::LaneIndex index = drop_unusable(map.lanes, contradictions);
  drop_unusable_lines(map.lanes);
  std::vector<LaneGroup> groups = detail::group_lanes(map, index);
  std::vector<GroupPlace> places(map.lanes.size());
  detail::set_places(groups, places);
  const std::vector<detail::LaneTouch> touches = detail::find_touches(map, index, contradictions);
  detail::name_junctions(map.lanes, touches, groups, places);
  detail::split_groups(map, touches, groups, places);

  const TrafficRule rule = detail::rule_of(map, groups);
  Roads roads = make_roads(map, rule, std::move(groups), contradictions);
  detail::link_roads(map, touches, roads.groups, roads.places, roads.made, document.junctions);
  std::vector<std::string> warnings = std::move(map.warnings);
  detail::place_signals(map, index, roads.places, roads.made, warnings);
  detail::place_stop_lines(map, index, roads.places, roads.made, warnings);
  for (std::string& warning : warnings) document.warnings.push_back(map.file + ": " + std::move(warning));
  name_places(contradictions, roads);
  document.roads.reserve(roads.made.size());
  for (MadeRoad& road : roads.made) {
    road.record.geometries = std::move(road.line).geometries();
    document.roads.push_back(std::move(road.record));
  }
  return document;
}

std::unique_ptr<const RoadNetwork> build_network(LaneMap map) { return build_network(document_of(std::move(map))); }

}  // namespace scrutineer::map
