#include "map/speed.h"

#include <algorithm>
#include <vector>

#include "map/detail/lane_travel.h"

namespace scrutineer::map {
namespace {

// The record that holds at s: the last that does not begin after it.
template <typename Record>
const Record* record_at(const std::vector<Record>& records, double s) {
  const auto after = std::upper_bound(records.begin(), records.end(), s,
                                      [](double at, const Record& record) { return at < record.s; });
  return after == records.begin() ? nullptr : &*(after - 1);
}

LegalSpeed said(const SpeedLimit& speed, LegalSpeed::Source source, RoadId road) {
  switch (speed.kind) {
    case SpeedLimit::Kind::limit:
      return {LegalSpeed::Kind::limit, speed.max, source, road};
    case SpeedLimit::Kind::no_limit:
      return {LegalSpeed::Kind::no_limit, {}, source, road};
    case SpeedLimit::Kind::undefined:
      break;
  }
  return {LegalSpeed::Kind::unknown, {}, source, road};
}

// What the lane or its road say themselves.
LegalSpeed own_speed(const RoadNetwork& map, const Lane& lane, double s) {
  s = std::clamp(s, lane.s_begin, lane.s_end);
  if (const LaneSpeedRecord* record = record_at(lane.speeds, s)) {
    return said(record->speed, LegalSpeed::Source::lane, lane.road);
  }
  const RoadTypeRecord* type = record_at(map.road(lane.road).types, s);
  if (type != nullptr && type->speed) return said(*type->speed, LegalSpeed::Source::road_type, lane.road);
  return {};
}

// The speed that a vehicle brings along from the lane by which it entered: of the first lane, going back, that says
// one. The search ends with the first road outside of any junction; junctions may follow each other without a road
// between.
LegalSpeed inherited_speed(const RoadNetwork& map, LaneId lane) {
  constexpr int kMostLanesInARow = 32;  // inside of junctions; a ring of links would never end
  for (int step = 0; step < kMostLanesInARow; ++step) {
    LegalSpeed legal = own_speed(map, map.lane(lane), detail::exit_s(map, as_travelled(map, lane)));
    if (legal.source != LegalSpeed::Source::nothing) {
      legal.source = LegalSpeed::Source::incoming_road;
      return legal;
    }
    if (!map.road(map.lane(lane).road).junction.valid()) return {};
    const std::vector<LaneId> before = previous_lanes(map, lane);
    if (before.empty()) return {};
    lane = before.front();
  }
  return {};
}

}  // namespace

LegalSpeed legal_speed(const RoadNetwork& map, LaneId lane, double s) { return legal_speed(map, lane, s, LaneId{}); }

LegalSpeed legal_speed(const RoadNetwork& map, LaneId lane, double s, LaneId came_from) {
  const LegalSpeed own = own_speed(map, map.lane(lane), s);
  if (own.source != LegalSpeed::Source::nothing) return own;
  if (!map.road(map.lane(lane).road).junction.valid()) return own;
  return inherited_speed(map, came_from.valid() ? came_from : lane);
}

const RoadTypeRecord* road_type_at(const RoadNetwork& map, RoadId road, double s) {
  return record_at(map.road(road).types, s);
}

const char* to_string(LegalSpeed::Source source) {
  switch (source) {
    case LegalSpeed::Source::nothing:
      return "nothing";
    case LegalSpeed::Source::lane:
      return "lane";
    case LegalSpeed::Source::road_type:
      return "road type";
    case LegalSpeed::Source::incoming_road:
      return "incoming road";
  }
  return "";
}

}  // namespace scrutineer::map
