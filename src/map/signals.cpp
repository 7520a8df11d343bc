#include "map/signals.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "map/detail/lane_travel.h"
#include "map/detail/lazy_areas.h"
#include "map/detail/signal_table.h"
#include "map/lane_length.h"
#include "map/lookup.h"

namespace scrutineer::map {
namespace {

// ---- which signal an id means ---------------------------------------------------------------------------------------

using SignalsById = std::unordered_map<std::string_view, std::vector<SignalId>>;

SignalsById signals_by_id(const RoadNetwork& map) {
  SignalsById by_id;
  for (std::size_t i = 0; i < map.signals().size(); ++i) by_id[map.signals()[i].record.id].push_back(SignalId(i));
  return by_id;
}

std::vector<Point> points_of_signals(const RoadNetwork& map) {
  std::vector<Point> points;
  points.reserve(map.signals().size());
  for (const Signal& signal : map.signals()) {
    const RoadPoint point = point_at(map, signal.road, signal.record.s, signal.record.t);
    points.push_back({point.x, point.y});
  }
  return points;
}

bool share_a_junction(const RoadNetwork& map, RoadId a, RoadId b) {
  if (a == b) return true;
  const Road& first = map.road(a);
  const Road& second = map.road(b);
  for (const JunctionId junction : {first.junction, first.predecessor.junction, first.successor.junction}) {
    if (!junction.valid()) continue;
    if (junction == second.junction || junction == second.predecessor.junction ||
        junction == second.successor.junction) {
      return true;
    }
  }
  return false;
}

SignalId nearest_of(const RoadNetwork& map, const detail::SignalTable& table, const std::vector<SignalId>& candidates,
                    RoadId road, double s, double t) {
  if (candidates.size() == 1) return candidates.front();
  const RoadPoint here = point_at(map, road, s, t);
  SignalId best;
  bool best_is_near = false;
  double best_distance = std::numeric_limits<double>::infinity();
  for (const SignalId candidate : candidates) {
    const Signal& signal = map.signal(candidate);
    const bool is_near = share_a_junction(map, road, signal.road);
    const Point there = table.points[candidate.index()];
    const double distance = std::hypot(there.x - here.x, there.y - here.y);
    const bool better =
        !best.valid() || (is_near && !best_is_near) || (is_near == best_is_near && distance < best_distance);
    if (!better) continue;
    best = candidate;
    best_is_near = is_near;
    best_distance = distance;
  }
  return best;
}

// ---- the table ------------------------------------------------------------------------------------------------------

void add_places_of(const RoadNetwork& map, RoadId road_id, detail::SignalTable& table) {
  const Road& road = map.road(road_id);
  const auto within = [&road](double s) { return s >= 0.0 ? std::min(s, road.length) : 0.0; };
  std::vector<SignalPlace> places;
  for (std::uint32_t i = 0; i < road.signal_count; ++i) {
    const SignalId id(road.first_signal + i);
    const SignalRecord& record = map.signal(id).record;
    places.push_back({road_id,
                      within(record.s),
                      record.t,
                      id,
                      {},
                      false,
                      record.orientation,
                      record.validities,
                      table.meanings[id.index()],
                      record.invalidated});
  }
  for (const SignalReferenceRecord& reference : road.signal_references) {
    const auto found = table.by_id.find(reference.signal_id);
    if (found == table.by_id.end()) {
      table.dangling.push_back({road_id, reference.s, reference.signal_id});
      continue;
    }
    const SignalId id = nearest_of(map, table, found->second, road_id, reference.s, reference.t);
    places.push_back({road_id,
                      within(reference.s),
                      reference.t,
                      id,
                      {},
                      true,
                      reference.orientation,
                      reference.validities,
                      table.meanings[id.index()],
                      map.signal(id).record.invalidated});
  }
  for (std::uint32_t i = 0; i < road.object_count; ++i) {
    const ObjectId id(road.first_object + i);
    const ObjectRecord& record = map.object(id).record;
    if (!is_stop_line(record)) continue;
    places.push_back({road_id,
                      within(record.s),
                      record.t,
                      {},
                      id,
                      false,
                      record.orientation,
                      record.validities,
                      {SignalKind::stop_line, {}, true},
                      record.invalidated});
  }
  std::vector<std::pair<double, std::size_t>> order;  // by s, then as in the file
  order.reserve(places.size());
  for (std::size_t i = 0; i < places.size(); ++i) order.emplace_back(places[i].s, i);
  std::sort(order.begin(), order.end());
  for (const auto& [s, i] : order) table.places.push_back(places[i]);
}

std::unique_ptr<const detail::SignalTable> make_table(const RoadNetwork& map) {
  auto table = std::make_unique<detail::SignalTable>();
  table->meanings.reserve(map.signals().size());
  for (const Signal& signal : map.signals()) table->meanings.push_back(meaning_of(signal.record));
  table->controllers.resize(map.signals().size());
  for (std::size_t i = 0; i < map.controllers().size(); ++i) {
    for (const SignalId signal : map.controllers()[i].signals) {
      std::vector<ControllerId>& of_signal = table->controllers[signal.index()];
      if (of_signal.empty() || of_signal.back() != ControllerId(i)) of_signal.push_back(ControllerId(i));
    }
  }
  table->by_id = signals_by_id(map);
  if (table->by_id.size() < map.signals().size()) table->points = points_of_signals(map);
  for (std::size_t i = 0; i < map.roads().size(); ++i) {
    table->first_place.push_back(static_cast<std::uint32_t>(table->places.size()));
    add_places_of(map, RoadId(i), *table);
  }
  table->first_place.push_back(static_cast<std::uint32_t>(table->places.size()));
  return table;
}

// ---- lanes ----------------------------------------------------------------------------------------------------------

bool has_number(std::span<const LaneValidity> validities, int number) {
  return std::any_of(validities.begin(), validities.end(),
                     [number](const LaneValidity& v) { return v.from <= number && number <= v.to; });
}

bool runs_as(const RoadNetwork& map, Orientation orientation, LaneId lane) {
  if (orientation == Orientation::both || is_two_way(map.lane(lane))) return true;
  return drives_along_s(map, lane) == (orientation == Orientation::with_s);
}

struct Interval {
  double min = 0.0, max = 0.0;
};

// From where to where across the road an object lies; nothing if the file gives it no size.
std::optional<Interval> across(const ObjectRecord& object) {
  const double cos = std::cos(object.heading);
  const double sin = std::sin(object.heading);
  Interval extent{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const auto& outline : object.outlines) {
    for (const ObjectCorner& corner : outline) {
      const double t = corner.road_coordinates ? corner.b : object.t + corner.a * sin + corner.b * cos;
      extent = {std::min(extent.min, t), std::max(extent.max, t)};
    }
  }
  if (extent.min < extent.max) return extent;
  const double half = 0.5 * (std::abs(object.length * sin) + std::abs(object.width * cos));
  if (!(half > 0.0)) return std::nullopt;
  return Interval{object.t - half, object.t + half};
}

bool lies_on(const RoadNetwork& map, const Interval& extent, LaneId lane, double s) {
  const double centre = lane_span(map, lane, s).centre();
  return extent.min <= centre && centre <= extent.max;
}

bool painted_line_holds_for(const RoadNetwork& map, const SignalPlace& place, LaneId lane) {
  const auto extent = across(map.object(place.object).record);
  if (!extent) return runs_as(map, place.orientation, lane);
  if (!lies_on(map, *extent, lane, place.s)) return false;
  const LaneSection& section = map.section(map.lane(lane).section);
  for (std::uint32_t i = 0; i < section.lane_count; ++i) {
    const LaneId other(section.first_lane + i);
    const bool opposite = carries_vehicles(map.lane(other).type) &&
                          drives_along_s(map, other) != drives_along_s(map, lane) &&
                          lies_on(map, *extent, other, place.s);
    if (opposite) return runs_as(map, place.orientation, lane);
  }
  return true;
}

// The places of a lane's section from s on, in the order in which traffic meets them.
std::vector<const SignalPlace*> places_from(const RoadNetwork& map, DirectedLane travel, double s) {
  std::vector<const SignalPlace*> met;
  const Lane& lane = map.lane(travel.lane);
  for (const SignalPlace& place : signal_places(map, lane.road)) {
    if (map.find_section(lane.road, place.s) != lane.section) continue;
    if (travel.along_s ? place.s >= s : place.s <= s) met.push_back(&place);
  }
  if (!travel.along_s) std::reverse(met.begin(), met.end());
  return met;
}

}  // namespace

const detail::SignalTable& detail::signal_table(const RoadNetwork& map) {
  return map.lazy_areas().signals.get([&map] { return make_table(map); });
}

std::span<const SignalPlace> signal_places(const RoadNetwork& map, RoadId road) {
  const detail::SignalTable& table = detail::signal_table(map);
  const std::uint32_t first = table.first_place[road.index()];
  return std::span(table.places).subspan(first, table.first_place[road.index() + 1] - first);
}

bool holds_for(const RoadNetwork& map, const SignalPlace& place, LaneId lane) {
  if (place.is_invalidated) return false;
  if (!place.validities.empty()) return has_number(place.validities, map.lane(lane).number);
  if (place.object.valid()) return painted_line_holds_for(map, place, lane);
  return runs_as(map, place.orientation, lane);
}

std::vector<SignalAhead> signals_ahead(const RoadNetwork& map, LaneId lane, double s, double distance) {
  struct Reached {
    double distance;
    DirectedLane travel;
    double s;
    bool operator<(const Reached& other) const { return distance > other.distance; }  // the nearest is on top
  };
  std::vector<SignalAhead> ahead;
  std::priority_queue<Reached> open;
  std::vector<bool> seen(2 * map.lanes().size());
  for (const DirectedLane travel : detail::ways_of(map, lane)) open.push({0.0, travel, s});
  while (!open.empty()) {
    const Reached at = open.top();
    open.pop();
    const std::size_t index = 2 * at.travel.lane.index() + (at.travel.along_s ? 1 : 0);
    if (seen[index]) continue;
    seen[index] = true;
    double covered = at.distance;
    double here = at.s;
    const auto go_to = [&](double there) {
      covered += centre_length(map, at.travel.lane, here, there, distance - covered);
      here = there;
    };
    for (const SignalPlace* place : places_from(map, at.travel, at.s)) {
      go_to(place->s);
      if (covered > distance) break;
      if (holds_for(map, *place, at.travel.lane)) ahead.push_back({*place, at.travel.lane, covered});
    }
    go_to(detail::exit_s(map, at.travel));
    if (covered > distance) continue;
    for (const DirectedLane next : next_lanes(map, at.travel)) {
      open.push({covered, next, detail::entry_s(map, next)});
    }
  }
  std::sort(ahead.begin(), ahead.end(), [](const SignalAhead& a, const SignalAhead& b) {
    const auto key = [](const SignalAhead& at) {
      return std::tuple(at.distance, at.lane, at.place.signal, at.place.object);
    };
    return key(a) < key(b);
  });
  return ahead;
}

SignalMeaning meaning_of(const RoadNetwork& map, SignalId signal) {
  return detail::signal_table(map).meanings[signal.index()];
}

std::span<const ControllerId> controllers_of(const RoadNetwork& map, SignalId signal) {
  return detail::signal_table(map).controllers[signal.index()];
}

std::vector<SignalId> dependencies_of(const RoadNetwork& map, SignalId signal) {
  const Signal& dependent = map.signal(signal);
  const detail::SignalTable& table = detail::signal_table(map);
  std::vector<SignalId> found;
  for (const SignalDependency& dependency : dependent.record.dependencies) {
    const auto named = table.by_id.find(dependency.signal_id);
    if (named != table.by_id.end())
      found.push_back(nearest_of(map, table, named->second, dependent.road, dependent.record.s, dependent.record.t));
  }
  return found;
}

std::span<const DanglingReference> dangling_references(const RoadNetwork& map) {
  return detail::signal_table(map).dangling;
}

}  // namespace scrutineer::map
