#include "map/road_ahead.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

#include "base/text.h"
#include "map/lane_length.h"
#include "map/lookup.h"
#include "map/road_shape.h"

namespace scrutineer::map {
namespace {

constexpr double kCurveStep = 5.0;             // metres between two looks at a curve
constexpr double kSlightCurve = 1.0 / 2000.0;  // per metre; what bends less is straight

double entry_of(const RoadNetwork& map, DirectedLane way) {
  const Lane& lane = map.lane(way.lane);
  return way.along_s ? lane.s_begin : lane.s_end;
}
double exit_of(const RoadNetwork& map, DirectedLane way) {
  const Lane& lane = map.lane(way.lane);
  return way.along_s ? lane.s_end : lane.s_begin;
}

// The stretch of a road that a crosswalk lies on, and how far it reaches to both sides.
struct Stretch {
  double s_begin = 0.0, s_end = 0.0, t_right = 0.0, t_left = 0.0;
};
Stretch stretch_of(const ObjectRecord& object) {
  Stretch stretch{object.s, object.s, object.t, object.t};
  const auto add = [&](double s, double t) {
    stretch.s_begin = std::min(stretch.s_begin, s);
    stretch.s_end = std::max(stretch.s_end, s);
    stretch.t_right = std::min(stretch.t_right, t);
    stretch.t_left = std::max(stretch.t_left, t);
  };
  const double cos = std::cos(object.heading), sin = std::sin(object.heading);
  const auto add_local = [&](double u, double v) { add(object.s + cos * u - sin * v, object.t + sin * u + cos * v); };
  for (const auto& outline : object.outlines)
    for (const ObjectCorner& corner : outline) {
      if (corner.road_coordinates)
        add(corner.a, corner.b);
      else
        add_local(corner.a, corner.b);
    }
  if (object.outlines.empty())
    for (const double u : {-0.5, 0.5})
      for (const double v : {-0.5, 0.5}) add_local(u * object.length, v * object.width);
  return stretch;
}

class Search {
 public:
  Search(const RoadNetwork& map, DirectedLane begin, double reach) : map_(map), reach_(reach) { ahead_.way = begin; }

  RoadAhead run() {
    const Lane& first = map_.lane(ahead_.way.lane);
    take_lane(ahead_.way, kOwn, {}, legal_speed(map_, ahead_.way.lane, entry_of(map_, ahead_.way)));
    seen_.insert(key_of(ahead_.way));
    const LegalSpeed at_end = legal_speed(map_, ahead_.way.lane, exit_of(map_, ahead_.way));
    for (const DirectedLane next : next_lanes(map_, ahead_.way)) open_.push({0.0, next, first.road, at_end});
    while (!open_.empty()) {
      const Open at = open_.top();
      open_.pop();
      if (at.distance > reach_ || !seen_.insert(key_of(at.way)).second) continue;
      take_lane(at.way, at.distance, at.before, at.limit);
      const Lane& lane = map_.lane(at.way.lane);
      const double length = ruler_->at(lane.s_end);
      const LegalSpeed limit = legal_speed(map_, at.way.lane, exit_of(map_, at.way));
      for (const DirectedLane next : next_lanes(map_, at.way))
        open_.push({at.distance + length, next, lane.road, limit});
    }
    const auto order = [](const AheadItem& item) {
      const double driven = item.after < 0.0 ? (item.way.along_s ? item.s : -item.s) : item.after;
      const SignalId signal = item.place != nullptr ? item.place->signal : SignalId();
      return std::tuple(item.after >= 0.0, driven, item.kind, item.way.lane.index(), signal.index(),
                        item.object.index());
    };
    std::ranges::stable_sort(ahead_.items, [&](const AheadItem& a, const AheadItem& b) { return order(a) < order(b); });
    return std::move(ahead_);
  }

 private:
  static constexpr double kOwn = -1.0;  // the lane that it begins with

  struct Open {
    double distance;  // of the lane's begin
    DirectedLane way;
    RoadId before;
    LegalSpeed limit;                          // that holds there
    bool operator<(const Open& other) const {  // the nearest is on top
      return std::tuple(distance, way.lane.index()) > std::tuple(other.distance, other.way.lane.index());
    }
  };
  static std::pair<std::size_t, bool> key_of(DirectedLane way) { return {way.lane.index(), way.along_s}; }

  AheadItem& add(AheadKind kind, DirectedLane way, double s, double begin, RoadId before) {
    AheadItem item;
    item.kind = kind;
    item.way = way;
    item.s = s;
    item.after = begin < 0.0 ? kOwn : begin + from_entry(way, s);
    item.junction = map_.road(map_.lane(way.lane).road).junction;
    if (item.junction.valid()) item.incoming = before;
    return ahead_.items.emplace_back(item);
  }

  // Along the centre line of the lane that is being taken.
  double from_entry(DirectedLane way, double s) const {
    return std::abs(ruler_->at(s) - ruler_->at(entry_of(map_, way)));
  }

  void take_lane(DirectedLane way, double begin, RoadId before, LegalSpeed limit) {
    ruler_.emplace(map_, way.lane);
    const RoadId road = map_.lane(way.lane).road;
    const bool enters = map_.road(road).junction.valid() && before.valid() && !map_.road(before).junction.valid();
    if (enters) add(AheadKind::junction, way, entry_of(map_, way), begin, before);
    take_signals(way, begin, before);
    take_crosswalks(way, begin, before);
    take_limits(way, begin, before, limit);
    take_curves(way, begin, before);
  }

  void take_signals(DirectedLane way, double begin, RoadId before) {
    const Lane& lane = map_.lane(way.lane);
    for (const SignalPlace& place : signal_places(map_, lane.road))
      if (place.s >= lane.s_begin && place.s <= lane.s_end && holds_for(map_, place, way.lane))
        add(AheadKind::signal, way, place.s, begin, before).place = &place;
  }

  void take_crosswalks(DirectedLane way, double begin, RoadId before) {
    const Lane& lane = map_.lane(way.lane);
    const Road& road = map_.road(lane.road);
    for (std::uint32_t i = 0; i < road.object_count; ++i) {
      const ObjectId id(road.first_object + i);
      const ObjectRecord& object = map_.object(id).record;
      if (!is_crosswalk(object)) continue;
      const Stretch stretch = stretch_of(object);
      const double s = way.along_s ? stretch.s_begin : stretch.s_end;
      if (s < lane.s_begin || s > lane.s_end) continue;
      const LaneSpan span = lane_span(map_, way.lane, s);
      if (stretch.t_left < span.right || stretch.t_right > span.left) continue;
      add(AheadKind::crosswalk, way, s, begin, before).object = id;
    }
  }

  void take_limits(DirectedLane way, double begin, RoadId before, LegalSpeed last) {
    const Lane& lane = map_.lane(way.lane);
    std::set<double> places{entry_of(map_, way)};
    const auto take = [&](const auto& records) {
      for (const auto& record : records)
        if (record.s > lane.s_begin && record.s < lane.s_end) places.insert(record.s);
    };
    take(lane.speeds);
    take(map_.road(lane.road).types);
    std::vector<double> ordered(places.begin(), places.end());
    if (!way.along_s) std::ranges::reverse(ordered);
    for (const double s : ordered) {
      // Against s a record ends where it begins: what is before it holds from there on.
      const double just_behind = way.along_s || s == lane.s_end ? s : std::max(lane.s_begin, s - 1e-6);
      const LegalSpeed here = legal_speed(map_, way.lane, just_behind);
      if (here.kind == last.kind && here.max == last.max) continue;
      add(AheadKind::limit, way, s, begin, before).limit = here;
      last = here;
    }
  }

  void take_curves(DirectedLane way, double begin, RoadId before) {
    const Lane& lane = map_.lane(way.lane);
    const double length = lane.s_end - lane.s_begin;
    const int steps = std::max(1, static_cast<int>(std::ceil(length / kCurveStep)));
    for (int i = 0; i <= steps; ++i) {
      const double share = static_cast<double>(i) / steps;
      const double s = way.along_s ? lane.s_begin + share * length : lane.s_end - share * length;
      if (begin >= 0.0 && begin + from_entry(way, s) > reach_) return;
      const double bend = curvature(map_, way, s);
      if (std::abs(bend) >= kSlightCurve) add(AheadKind::curve, way, s, begin, before).curvature = bend;
    }
  }

  const RoadNetwork& map_;
  double reach_;
  RoadAhead ahead_;
  std::optional<LaneRuler> ruler_;  // of the lane that was taken last
  std::priority_queue<Open> open_;
  std::set<std::pair<std::size_t, bool>> seen_;
};

}  // namespace

bool is_crosswalk(const ObjectRecord& object) {
  return equals_ignoring_case(object.type, "crosswalk") || to_lower(object.name).find("crosswalk") != std::string::npos;
}

RoadAhead road_ahead(const RoadNetwork& map, DirectedLane way, double reach) { return Search(map, way, reach).run(); }

}  // namespace scrutineer::map
