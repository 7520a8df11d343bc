#include "map/detail/lane_furniture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/quantity.h"

namespace scrutineer::map::detail {
namespace {

constexpr double kStopLineDepth = 0.3;  // metres along the road

// The lanes of a signal or stop line by road, each road once in the order in which the lanes are named.
struct LanesOfRoad {
  std::uint32_t road = 0;
  std::vector<LaneValidity> validities;
  Orientation orientation = Orientation::both;
};

class Furnishing {
 public:
  Furnishing(const LaneIndex& index, std::span<const GroupPlace> places, std::span<MadeRoad> roads,
             std::vector<std::string>& warnings)
      : index_(index), places_(places), roads_(roads), warnings_(warnings) {}

  std::vector<LanesOfRoad> lanes_of(const std::vector<std::string>& ids, const std::string& what) {
    std::vector<LanesOfRoad> found;
    for (const std::string& id : ids) {
      const auto lane = index_.find(id);
      if (lane == index_.end() || places_[lane->second].group == kNoLane) {
        warnings_.push_back(fmt::format("{}: holds for lane {}, which the map does not have", what, id));
        continue;
      }
      const GroupPlace& place = places_[lane->second];
      auto at = std::ranges::find(found, place.group, &LanesOfRoad::road);
      if (at == found.end()) at = found.insert(found.end(), {place.group, {}, {}});
      const int number = roads_[place.group].number_of(place.position);
      at->validities.push_back({number, number});
      const Orientation towards = runs_along(place.group, number) ? Orientation::with_s : Orientation::against_s;
      at->orientation = at->validities.size() == 1 || at->orientation == towards ? towards : Orientation::both;
    }
    for (LanesOfRoad& road : found) std::ranges::sort(road.validities, {}, &LaneValidity::from);
    return found;
  }

  // The road whose reference line is nearest; there is one.
  std::uint32_t nearest_road(const LanePoint& point) const {
    std::uint32_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t road = 0; road < roads_.size(); ++road) {
      const FittedLine& line = roads_[road].line;
      // No point of the line is further from its begin than the line is long.
      const Geometry& begin = line.geometries().front();
      if (std::hypot(point.x - begin.x, point.y - begin.y) - line.length() > least) continue;
      const double distance = std::abs(line.nearest_to(point).t);
      if (distance >= least) continue;
      least = distance;
      nearest = road;
    }
    return nearest;
  }

  double height_at(std::uint32_t road, double s) const {
    const auto& records = roads_[road].record.elevations;
    const auto next = std::ranges::upper_bound(records, s, {}, &CubicRecord::s);
    return next == records.begin() ? 0.0 : std::prev(next)->cubic.at(s - std::prev(next)->s);
  }

 private:
  bool runs_along(std::uint32_t road, int number) const {
    const RoadRecord& record = roads_[road].record;
    const auto lane = std::ranges::find(record.sections[0].lanes, number, &LaneRecord::number);
    const bool standard = (number < 0) == (record.rule == TrafficRule::right_hand);
    return standard == (lane->direction != LaneDirection::reversed);
  }

  const LaneIndex& index_;
  std::span<const GroupPlace> places_;
  std::span<MadeRoad> roads_;
  std::vector<std::string>& warnings_;
};

}  // namespace

void place_signals(const LaneMap& map, const LaneIndex& index, std::span<const GroupPlace> places,
                   std::span<MadeRoad> roads, std::vector<std::string>& warnings) {
  if (roads.empty()) return;
  Furnishing furnishing(index, places, roads, warnings);
  for (const MapSignal& signal : map.signals) {
    std::vector<LanesOfRoad> held = furnishing.lanes_of(signal.lanes, fmt::format("signal {}", signal.record.id));
    // What holds for nobody still stands somewhere.
    if (held.empty()) held.push_back({furnishing.nearest_road(signal.position), {{0, 0}}, Orientation::both});
    for (std::size_t i = 0; i < held.size(); ++i) {
      MadeRoad& road = roads[held[i].road];
      const LinePlace place = road.line.nearest_to(signal.position);
      if (i > 0) {
        road.record.signal_references.push_back(
            {signal.record.id, place.s, place.t, held[i].orientation, std::move(held[i].validities)});
        continue;
      }
      SignalRecord record = signal.record;
      record.s = place.s;
      record.t = place.t;
      record.z_offset = signal.position.z - furnishing.height_at(held[i].road, place.s);
      record.orientation = held[i].orientation;
      record.validities = std::move(held[i].validities);
      road.record.signals.push_back(std::move(record));
    }
  }
}

void place_stop_lines(const LaneMap& map, const LaneIndex& index, std::span<const GroupPlace> places,
                      std::span<MadeRoad> roads, std::vector<std::string>& warnings) {
  if (roads.empty()) return;
  Furnishing furnishing(index, places, roads, warnings);
  for (const MapStopLine& line : map.stop_lines) {
    const LanePoint middle{0.5 * (line.from.x + line.to.x), 0.5 * (line.from.y + line.to.y),
                           0.5 * (line.from.z + line.to.z)};
    std::vector<LanesOfRoad> held = furnishing.lanes_of(line.lanes, fmt::format("stop line {}", line.id));
    if (held.empty()) held.push_back({furnishing.nearest_road(middle), {}, Orientation::both});
    for (LanesOfRoad& lanes : held) {
      MadeRoad& road = roads[lanes.road];
      const LinePlace place = road.line.nearest_to(middle);
      const double across = std::atan2(line.to.y - line.from.y, line.to.x - line.from.x);
      // The line lies across its own heading, whichever of its ends is named first.
      double heading = angle_between(road.line.heading_at(place.s), across - 0.5 * kPi);
      if (std::abs(heading) > 0.5 * kPi) heading = angle_between(kPi, heading);
      ObjectRecord object;
      object.id = line.id;
      object.name = "StopLine";
      object.type = "roadMark";
      object.subtype = "signalLines";
      object.s = place.s;
      object.t = place.t;
      object.z_offset = middle.z - furnishing.height_at(lanes.road, place.s);
      object.heading = heading;
      object.length = kStopLineDepth;
      object.width = std::hypot(line.to.x - line.from.x, line.to.y - line.from.y);
      object.orientation = lanes.orientation;
      object.validities = std::move(lanes.validities);
      road.record.objects.push_back(std::move(object));
    }
  }
}

}  // namespace scrutineer::map::detail
