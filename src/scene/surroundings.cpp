#include "scene/surroundings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

#include "map/lane_length.h"
#include "map/speed.h"

namespace scrutineer::scene {
namespace {

using map::DirectedLane;
using map::LaneId;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kLongestBody = 30.0;  // metres
constexpr double kMoving = 0.1;        // m/s; an actor that is not faster stands still

std::size_t index_of(DirectedLane way) { return 2 * way.lane.index() + (way.along_s ? 1 : 0); }

// A lane on the way of another one.
struct OnWay {
  DirectedLane way;
  double begin = 0.0;  // from the entry of that one to its own entry, along the reference lines
};

// The lanes that lead to one and follow it.
std::vector<OnWay> lanes_around(const map::RoadNetwork& map, DirectedLane own, double reach) {
  std::vector<OnWay> found{{own, 0.0}};
  std::vector<std::size_t> seen{index_of(own)};
  const auto length = [&](DirectedLane way) { return map.lane(way.lane).s_end - map.lane(way.lane).s_begin; };
  const auto add = [&](DirectedLane way, double begin) {
    if (std::ranges::find(seen, index_of(way)) != seen.end()) return;
    seen.push_back(index_of(way));
    found.push_back({way, begin});
  };
  for (std::size_t i = 0; i < found.size(); ++i) {
    const OnWay at = found[i];
    if (at.begin >= 0.0 && at.begin + length(at.way) < length(own) + reach)
      for (const DirectedLane next : next_lanes(map, at.way)) add(next, at.begin + length(at.way));
    if (at.begin <= 0.0 && at.begin > -reach)
      for (const DirectedLane before : previous_lanes(map, at.way)) add(before, at.begin - length(before));
  }
  return found;
}

}  // namespace

struct Surroundings::Work {
  Work(const Actors& actors_in, Motion& motion_in, Places& places_in)
      : actors(actors_in), motion(motion_in), places(places_in) {}

  struct LaneWork {
    std::unique_ptr<map::RoadAhead> ahead;
    std::vector<OnWay> around;  // empty: not asked for yet
  };
  // Where somebody else is on an actor's way: how far ahead its centre is.
  struct Placed {
    Slot other;
    double ahead = 0.0;
  };

  LaneWork& lane_work(DirectedLane way) {
    if (lanes.empty()) lanes.resize(2 * places.map().lanes().size());
    return lanes[index_of(way)];
  }

  // All vehicles whose x is no further away than that, and maybe others. For the first who ask in a frame, looking at
  // everybody is quicker than sorting them.
  template <typename Use>
  void each_vehicle_near(double x, double within, Use&& use) {
    if (std::exchange(asked_at, actors.epoch()) != actors.epoch()) asked = 0;
    const auto is_vehicle = [&](Slot slot) { return actors.info(slot).type == trace::ActorType::vehicle; };
    if (++asked < kMany) {
      for (const Slot slot : actors.present())
        if (is_vehicle(slot)) use(slot);
      return;
    }
    if (asked == kMany) {
      vehicles_by_x.clear();
      for (const Slot slot : actors.present())
        if (const double at = actors.state(slot).x; is_vehicle(slot) && std::isfinite(at))
          vehicles_by_x.emplace_back(at, slot);
      std::ranges::sort(vehicles_by_x, {}, [](const auto& one) { return one.first; });
    }
    constexpr double kRounding = 0.001;
    const auto first =
        std::ranges::lower_bound(vehicles_by_x, x - within - kRounding, {}, [](const auto& one) { return one.first; });
    for (auto at = first; at != vehicles_by_x.end() && at->first <= x + within + kRounding; ++at) use(at->second);
  }

  bool faces_along(Slot slot, const map::RoadPosition& at) {
    const Vector heading = motion.heading(slot);
    return heading.x * at.tangent_x + heading.y * at.tangent_y >= 0.0;
  }

  void look_ahead(Slot slot, std::vector<Ahead>& found) {
    found.clear();
    const double half = 0.5 * actors.info(slot).length;
    for (const map::RoadPosition& at : places.road_positions(slot)) {
      const DirectedLane way{at.lane, faces_along(slot, at)};
      LaneWork& known = lane_work(way);
      if (!known.ahead)
        known.ahead = std::make_unique<map::RoadAhead>(map::road_ahead(places.map(), way, kAheadReach + kLongestBody));
      add_ahead(*known.ahead, at.s, half, found);
    }
    std::ranges::stable_sort(found, {}, &Ahead::distance);
  }

  // Centre lines are measured from one item to the next, and only as far as somebody looks.
  void add_ahead(const map::RoadAhead& road, double s, double half, std::vector<Ahead>& found) const {
    const map::RoadNetwork& map = places.map();
    const double sense = road.way.along_s ? 1.0 : -1.0;
    const double most = kAheadReach + half;
    double covered = 0.0, here = s;
    const auto go_to = [&](double there) {
      covered += map::centre_length(map, road.way.lane, here, there, most - covered);
      here = there;
    };
    bool has_left = false;
    for (const map::AheadItem& item : road.items) {
      if (item.after < 0.0) {
        if (sense * (item.s - s) < 0.0) continue;
        go_to(item.s);
      } else if (!has_left) {
        const map::Lane& lane = map.lane(road.way.lane);
        go_to(road.way.along_s ? lane.s_end : lane.s_begin);
        has_left = true;
      }
      const double distance = item.after < 0.0 ? covered : covered + item.after;
      if (distance > most) break;
      found.push_back({&item, distance - half});
    }
  }

  const std::vector<OnWay>& around(DirectedLane way) {
    LaneWork& known = lane_work(way);
    if (known.around.empty()) known.around = lanes_around(places.map(), way, kAheadReach + kLongestBody);
    return known.around;
  }

  double progress(DirectedLane way, double s) const {
    const map::Lane& lane = places.map().lane(way.lane);
    return way.along_s ? s - lane.s_begin : lane.s_end - s;
  }

  LaneId beside(DirectedLane way, Lanes side) const {
    if (side == Lanes::own) return way.lane;
    return side == Lanes::left ? neighbour_left(places.map(), way) : neighbour_right(places.map(), way);
  }

  // Everybody in those lanes within reach.
  void find(Slot slot, DirectedLane own, double s, Lanes lanes_asked, double reach) {
    placed.clear();
    const double here = progress(own, s);
    const trace::ActorState& state = actors.state(slot);
    for (const Slot other : actors.present()) {
      if (other == slot || actors.info(other).is_static) continue;
      const trace::ActorState& theirs = actors.state(other);
      const double most = reach + kLongestBody;
      if (std::abs(theirs.x - state.x) > most || std::abs(theirs.y - state.y) > most) continue;
      const map::RoadPosition* at = places.road_position(other);
      if (at == nullptr) continue;
      for (const OnWay& on : around(own)) {
        const LaneId lane = beside(on.way, lanes_asked);
        if (!lane.valid() || lane != at->lane) continue;
        placed.push_back({other, on.begin + progress({lane, on.way.along_s}, at->s) - here});
        break;
      }
    }
  }

  double gap(Slot slot, const Placed& other) const {
    return std::abs(other.ahead) - 0.5 * (actors.info(slot).length + actors.info(other.other).length);
  }

  const Actors& actors;
  Motion& motion;
  Places& places;
  std::vector<LaneWork> lanes;                          // by lane and sense; empty until the first one is asked for
  std::vector<std::optional<map::JunctionKind>> kinds;  // by junction; likewise
  Memo<std::vector<Ahead>> ahead;
  std::vector<Placed> placed;
  // Of each_vehicle_near().
  static constexpr int kMany = 8;
  int asked = 0;
  Epoch asked_at = 0;
  std::vector<std::pair<double, Slot>> vehicles_by_x;
};

Surroundings::Surroundings(const Actors& actors, Motion& motion, Places& places)
    : work_(std::make_unique<Work>(actors, motion, places)) {}
Surroundings::~Surroundings() = default;

std::optional<DirectedLane> Surroundings::way(Slot slot) {
  const map::RoadPosition* at = work_->places.road_position(slot);
  if (at == nullptr) return std::nullopt;
  return DirectedLane{at->lane, work_->faces_along(slot, *at)};
}

double Surroundings::lane_width(Slot slot) {
  const map::RoadPosition* at = work_->places.road_position(slot);
  return at == nullptr ? kNone : at->width;
}

double Surroundings::curvature(Slot slot) {
  const auto lane = way(slot);
  return lane ? map::curvature(work_->places.map(), *lane, work_->places.road_position(slot)->s) : kNone;
}

double Surroundings::grade(Slot slot) {
  const auto lane = way(slot);
  return lane ? map::grade(work_->places.map(), *lane, work_->places.road_position(slot)->s) : kNone;
}

int Surroundings::lane_count(Slot slot) {
  const auto lane = way(slot);
  return lane ? map::lanes_this_way(work_->places.map(), *lane) : 0;
}

bool Surroundings::is_divided(Slot slot) {
  const auto lane = way(slot);
  return lane && map::is_divided(work_->places.map(), *lane);
}

std::string_view Surroundings::road_type(Slot slot) {
  const map::RoadPosition* at = work_->places.road_position(slot);
  if (at == nullptr) return {};
  const map::RoadTypeRecord* type = map::road_type_at(work_->places.map(), at->road, at->s);
  return type == nullptr ? std::string_view() : std::string_view(type->type);
}

map::JunctionKind Surroundings::kind_of(map::JunctionId junction) {
  const map::RoadNetwork& map = work_->places.map();
  if (work_->kinds.empty()) work_->kinds.resize(map.junctions().size());
  std::optional<map::JunctionKind>& known = work_->kinds[junction.index()];
  if (!known) known = map::junction_kind(map, junction);
  return *known;
}

std::optional<map::JunctionKind> Surroundings::junction_kind(Slot slot) {
  if (const map::JunctionId inside = work_->places.junction(slot); inside.valid()) return kind_of(inside);
  for (const Ahead& next : ahead(slot))
    if (next.item->kind == map::AheadKind::junction) return kind_of(next.item->junction);
  return std::nullopt;
}

std::span<const Ahead> Surroundings::ahead(Slot slot) {
  if (!work_->places.has_map()) return {};
  return work_->ahead.get(slot, work_->actors, [&](std::vector<Ahead>& found) { work_->look_ahead(slot, found); });
}

double Surroundings::distance_to(Slot slot, map::SignalKind kind) {
  for (const Ahead& next : ahead(slot)) {
    if (next.distance < 0.0) continue;
    const bool is_drawn = kind == map::SignalKind::crosswalk && next.item->kind == map::AheadKind::crosswalk;
    const bool is_signal = next.item->kind == map::AheadKind::signal && next.item->place.meaning.kind == kind;
    if (is_drawn || is_signal) return next.distance;
  }
  return kNone;
}

Neighbour Surroundings::in_front(Slot slot, Lanes lanes) {
  const auto lane = way(slot);
  if (!lane) return {};
  work_->find(slot, *lane, work_->places.road_position(slot)->s, lanes, kAheadReach);
  Neighbour nearest{{}, kAheadReach};
  for (const Work::Placed& other : work_->placed)
    if (other.ahead > 0.0 && work_->gap(slot, other) < nearest.gap) nearest = {other.other, work_->gap(slot, other)};
  return nearest;
}

Neighbour Surroundings::behind(Slot slot, Lanes lanes) {
  const auto lane = way(slot);
  if (!lane) return {};
  work_->find(slot, *lane, work_->places.road_position(slot)->s, lanes, kAheadReach);
  Neighbour nearest{{}, kAheadReach};
  for (const Work::Placed& other : work_->placed)
    if (other.ahead <= 0.0 && work_->gap(slot, other) < nearest.gap) nearest = {other.other, work_->gap(slot, other)};
  return nearest;
}

std::vector<Slot> Surroundings::beside(Slot slot, Lanes side, double within) {
  const auto lane = way(slot);
  if (!lane) return {};
  const double reach = std::min(within, kAheadReach);
  work_->find(slot, *lane, work_->places.road_position(slot)->s, side, reach);
  std::vector<Slot> found;
  for (const Work::Placed& other : work_->placed)
    if (work_->gap(slot, other) <= reach) found.push_back(other.other);
  std::ranges::sort(found, {}, [&](Slot other) { return work_->actors.uid(other); });
  return found;
}

int Surroundings::moving_vehicles(Slot slot, double within) {
  const auto lane = way(slot);
  if (!lane) return 0;
  const map::RoadNetwork& map = work_->places.map();
  const double here = work_->progress(*lane, work_->places.road_position(slot)->s);
  int count = 0;
  const trace::ActorState& own = work_->actors.state(slot);
  work_->each_vehicle_near(own.x, within, [&](Slot other) {
    const trace::ActorState& theirs = work_->actors.state(other);
    if (other == slot || std::abs(theirs.x - own.x) > within || std::abs(theirs.y - own.y) > within) return;
    if (!(std::abs(work_->motion.speed(other)) > kMoving)) return;
    const map::RoadPosition* at = work_->places.road_position(other);
    if (at == nullptr) return;
    const auto on = std::ranges::find_if(work_->around(*lane), [&](const OnWay& one) {
      const map::Lane& its = map.lane(one.way.lane);
      return its.road == at->road && at->s >= its.s_begin && at->s <= its.s_end;
    });
    if (on == work_->around(*lane).end()) return;
    if (std::abs(on->begin + work_->progress(on->way, at->s) - here) <= within) ++count;
  });
  return count;
}

}  // namespace scrutineer::scene
