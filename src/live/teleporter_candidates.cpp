#include "live/teleporter_candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>
#include <utility>

#include "base/angle.h"
#include "base/text.h"
#include "live/detail/arrival.h"
#include "live/detail/lane_line.h"
#include "map/lane_graph.h"

namespace scrutineer::live::teleport {

namespace {

constexpr double kUnreachable = std::numeric_limits<double>::infinity();
// Two samples nearer than this are one: the lane's end, reached by the spacing too.
constexpr double kSamePlace = 1e-6;  // metres
constexpr double kWayStep = 1.0;     // metres between the points of a way
// So far the way is followed beyond the midpoint: longer than the front of a vehicle that is put there.
constexpr double kBeyondMidpoint = 30.0;  // metres
constexpr int kMostBeyond = 100;          // lanes: a ring may be made of lanes without length

// Along each lane from its begin to the point at `station` of the lane `midpoint`, by lane; infinite: no way there.
class WayToMidpoint {
 public:
  WayToMidpoint(const map::RoadNetwork& map, map::LaneId midpoint, double station)
      : map_(map), midpoint_(midpoint), station_(station), from_begin_(map.lanes().size(), kUnreachable) {
    struct Open {
      double distance;
      std::uint32_t lane;
      bool operator>(const Open& other) const {
        return std::pair(distance, lane) > std::pair(other.distance, other.lane);
      }
    };
    std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
    from_begin_[midpoint.index()] = station;
    open.push({station, static_cast<std::uint32_t>(midpoint.index())});
    while (!open.empty()) {
      const Open next = open.top();
      open.pop();
      if (next.distance > from_begin_[next.lane]) continue;
      for (const map::LaneId before : map::previous_lanes(map, map::LaneId(next.lane))) {
        if (!map::carries_vehicles(map.lane(before).type)) continue;
        const double distance = next.distance + centre_line_length(map, before);
        if (distance >= from_begin_[before.index()]) continue;
        from_begin_[before.index()] = distance;
        open.push({distance, static_cast<std::uint32_t>(before.index())});
      }
    }
  }

  // From a place on a lane; what lies behind the midpoint on its own lane has to come round.
  double from(map::LaneId lane, double station, double length) const {
    if (lane == midpoint_ && station <= station_) return station_ - station;
    const map::LaneId next = after(lane);
    return next.valid() ? length - station + from_begin_[next.index()] : kUnreachable;
  }

  // The lane that leads on from the end of this one; invalid: none does.
  map::LaneId after(map::LaneId lane) const {
    map::LaneId best;
    for (const map::LaneId next : map::next_lanes(map_, lane))
      if (from_begin_[next.index()] < (best.valid() ? from_begin_[best.index()] : kUnreachable)) best = next;
    return best;
  }

 private:
  const map::RoadNetwork& map_;
  map::LaneId midpoint_;
  double station_;
  std::vector<double> from_begin_;
};

// Metres from the lane's begin: between its ends every `spacing`, and its ends themselves if they are wanted.
std::vector<double> stations(double length, const Config& config) {
  std::vector<double> found;
  if (config.include_segment_endpoints) found.push_back(0.0);
  // Counted, not added up: no rounding creeps in on long lanes.
  for (std::size_t i = 1;; ++i) {
    const double station = static_cast<double>(i) * config.spawn_subdivision_spacing;
    if (station > length - kSamePlace) break;
    found.push_back(station);
  }
  if (config.include_segment_endpoints && length > kSamePlace) found.push_back(length);
  return found;
}

// Points on the lane's centre line at even steps of about kWayStep.
std::vector<map::Point> centres_of(const LaneLine& line) {
  const auto steps = static_cast<std::size_t>(std::max(1.0, std::ceil(line.length() / kWayStep)));
  std::vector<map::Point> centres;
  centres.reserve(steps + 1);
  for (std::size_t i = 0; i <= steps; ++i) {
    const map::RoadPoint at = line.at(line.length() * static_cast<double>(i) / static_cast<double>(steps));
    centres.push_back({at.x, at.y});
  }
  return centres;
}

// Those of the lane's centres that lie between two stations, neither of them included.
void append_between(const WayLane& lane, double from, double to, std::vector<map::Point>& way) {
  const double step = lane.length / static_cast<double>(lane.centres.size() - 1);
  for (std::size_t i = 0; i < lane.centres.size(); ++i) {
    const double station = static_cast<double>(i) * step;
    if (station > from + kSamePlace && station < to - kSamePlace) way.push_back(lane.centres[i]);
  }
}

// The lanes from a candidate's on to the midpoint, each once.
void add_way(const map::RoadNetwork& map, const WayToMidpoint& way, const Candidate& candidate, LanePlan& plan) {
  map::LaneId lane = candidate.lane;
  while (lane.valid() && !plan.way_lanes.contains(lane)) {
    const LaneLine line(map, map::as_travelled(map, lane));
    lane = plan.way_lanes.emplace(lane, WayLane{centres_of(line), line.length(), way.after(lane)}).first->second.next;
  }
}

// Where only one lane leads on, the way is clear beyond the midpoint, too.
std::vector<map::Point> way_beyond(const map::RoadNetwork& map, const LanePlan& plan) {
  std::vector<map::Point> beyond;
  double station = plan.midpoint_station, left = kBeyondMidpoint;
  map::LaneId lane = plan.midpoint;
  for (int lanes = 0; lanes < kMostBeyond && left > 0.0; ++lanes) {
    const LaneLine line(map, map::as_travelled(map, lane));
    append_between({centres_of(line), line.length(), {}}, station, std::min(line.length(), station + left), beyond);
    left -= line.length() - station;
    const auto next = map::next_lanes(map, lane);
    if (next.size() != 1) break;
    lane = next.front();
    station = 0.0;
  }
  return beyond;
}

Problem no_lane(const LaneName& name, const std::string& why) {
  return {name.place, fmt::format("there is no lane {}: {}", name.text(), why)};
}

}  // namespace

Result<map::LaneId> find_lane(const map::RoadNetwork& map, const LaneName& name, const LaneResolver& resolve) {
  if (!name.edge.empty()) {
    if (!resolve) return no_lane(name, "edges are known only where there is a SUMO net");
    return resolve(name);
  }
  const auto road = std::ranges::find(map.roads(), name.road, &map::Road::id);
  if (road == map.roads().end()) {
    std::vector<std::string_view> ids;
    ids.reserve(map.roads().size());
    for (const map::Road& other : map.roads()) ids.emplace_back(other.id);
    const auto like = did_you_mean(name.road, ids);
    return no_lane(name, fmt::format("the map has no road {}{}", name.road,
                                     like ? fmt::format(" (did you mean {}?)", *like) : ""));
  }
  if (name.section >= road->section_count)
    return no_lane(name, road->section_count == 1 ? fmt::format("road {} has only lane section 0", name.road)
                                                  : fmt::format("the lane sections of road {} are 0 to {}", name.road,
                                                                road->section_count - 1));
  const map::LaneSection& section = map.sections()[road->first_section + name.section];
  std::string numbers;
  for (std::uint32_t i = 0; i < section.lane_count; ++i) {
    const map::LaneId lane(section.first_lane + i);
    if (map.lane(lane).number == name.lane) {
      if (!map::carries_vehicles(map.lane(lane).type))
        return no_lane(name, fmt::format("no vehicles drive on it, it is of type {}", map.lane(lane).type_name));
      return lane;
    }
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", map.lane(lane).number);
  }
  return no_lane(name, fmt::format("section {} of road {} has the lanes {}", name.section, name.road, numbers));
}

Result<LanePlan> plan_lanes(const map::RoadNetwork& map, const Config& config, const LaneResolver& resolve) {
  const auto midpoint = find_lane(map, config.midpoint_segment, resolve);
  if (!midpoint) return midpoint.problem();
  const LaneLine midpoint_line(map, map::as_travelled(map, *midpoint));

  LanePlan plan;
  plan.midpoint = *midpoint;
  plan.midpoint_station = config.midpoint_segment_fraction * midpoint_line.length();
  plan.midpoint_at = midpoint_line.at(plan.midpoint_station);
  const WayToMidpoint way(map, plan.midpoint, plan.midpoint_station);
  const double cruise = config.cruise_speed_kmh / 3.6;

  for (std::uint32_t source = 0; source < config.lane_spawn_sources.size(); ++source) {
    const auto lane = find_lane(map, config.lane_spawn_sources[source], resolve);
    if (!lane) return lane.problem();
    const LaneLine line(map, map::as_travelled(map, *lane));
    const std::vector<double> samples = stations(line.length(), config);
    for (std::uint32_t index = 0; index < samples.size(); ++index) {
      const double distance = way.from(*lane, samples[index], line.length());
      if (distance == kUnreachable) {
        ++plan.unreachable;
        continue;
      }
      const Arrival arrival = estimate_arrival(distance, cruise, config.assumed_acceleration);
      plan.candidates.push_back({source, index, *lane, samples[index], line.at(samples[index]), distance,
                                 arrival.seconds, arrival.reached_cruise});
      add_way(map, way, plan.candidates.back(), plan);
    }
  }
  plan.beyond = way_beyond(map, plan);
  return plan;
}

std::vector<map::Point> way_of(const LanePlan& plan, const Candidate& candidate) {
  std::vector<map::Point> way{{candidate.at.x, candidate.at.y}};
  map::LaneId lane = candidate.lane;
  double station = candidate.station;
  while (lane != plan.midpoint || station > plan.midpoint_station) {
    const WayLane& along = plan.way_lanes.at(lane);
    append_between(along, station, along.length + 1.0, way);
    lane = along.next;
    station = -1.0;
  }
  append_between(plan.way_lanes.at(lane), station, plan.midpoint_station, way);
  way.insert(way.end(), plan.beyond.begin(), plan.beyond.end());
  return way;
}

std::size_t closest_to(const LanePlan& plan, double target) {
  const auto best = std::ranges::min_element(
      plan.candidates, {}, [&](const Candidate& candidate) { return std::abs(candidate.estimated_time - target); });
  return static_cast<std::size_t>(best - plan.candidates.begin());
}

std::optional<Problem> check_trigger(const map::RoadNetwork& map, const TriggerBox& box) {
  // Samples of its outline and inside, no further apart than half a metre and at least a few each way.
  const double yaw = box.yaw_degrees * kDegree;
  const int columns = static_cast<int>(std::clamp(std::ceil(box.length / 0.5), 2.0, 2000.0));
  const int rows = static_cast<int>(std::clamp(std::ceil(box.width / 0.5), 2.0, 2000.0));
  std::vector<map::RoadPosition> found;
  for (int column = 0; column <= columns; ++column)
    for (int row = 0; row <= rows; ++row) {
      const double along = box.length * (static_cast<double>(column) / columns - 0.5);
      const double across = box.width * (static_cast<double>(row) / rows - 0.5);
      map::locate(map,
                  {box.x + along * std::cos(yaw) - across * std::sin(yaw),
                   box.y + along * std::sin(yaw) + across * std::cos(yaw)},
                  std::nullopt, found);
      const auto is_driven_on = [&](const map::RoadPosition& position) {
        return map::carries_vehicles(map.lane(position.lane).type) &&
               std::abs(position.height - box.z) <= 0.5 * box.height;
      };
      if (std::ranges::any_of(found, is_driven_on)) return std::nullopt;
    }
  const std::string heights = std::isinf(box.height)
                                  ? std::string()
                                  : fmt::format(", from {} to {} m high", shortest(box.z - 0.5 * box.height),
                                                shortest(box.z + 0.5 * box.height));
  return Problem{box.place,
                 fmt::format("triggerBox is off the road: no lane that vehicles drive on leads through the "
                             "box of {} m by {} m at ({}, {}){}",
                             shortest(box.length), shortest(box.width), shortest(box.x), shortest(box.y), heights)};
}

}  // namespace scrutineer::live::teleport
