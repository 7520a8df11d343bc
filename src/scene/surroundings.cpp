#include "scene/surroundings.h"

#include <algorithm>
#include <cmath>
#include <limits>
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
  map::RoadId road;    // of the lane: most of them are looked at only to find that nobody is on their road
};

// The lanes that lead to one and follow it.
std::vector<OnWay> lanes_around(const map::RoadNetwork& map, DirectedLane own, double reach) {
  std::vector<OnWay> found{{own, 0.0, map.lane(own.lane).road}};
  std::vector<std::size_t> seen{index_of(own)};
  const auto length = [&](DirectedLane way) { return map.lane(way.lane).s_end - map.lane(way.lane).s_begin; };
  const auto add = [&](DirectedLane way, double begin) {
    if (std::ranges::find(seen, index_of(way)) != seen.end()) return;
    seen.push_back(index_of(way));
    found.push_back({way, begin, map.lane(way.lane).road});
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

  // What a lane leads to, with how far along its own centre line that is.
  struct LaneAhead {
    LaneAhead(const map::RoadNetwork& map, DirectedLane way)
        : road(map::road_ahead(map, way, kAheadReach + kLongestBody)), ruler(map, way.lane) {
      const map::Lane& lane = map.lane(way.lane);
      end = ruler.at(way.along_s ? lane.s_end : lane.s_begin);
      for (const map::AheadItem& item : road.items)
        if (item.after < 0.0) on_lane.push_back(ruler.at(item.s));
    }

    map::RoadAhead road;
    map::LaneRuler ruler;
    double end = 0.0;             // of the lane, as it is driven, by the ruler
    std::vector<double> on_lane;  // of the items on the lane, which come first, by the ruler
  };
  struct LaneWork {
    std::unique_ptr<LaneAhead> ahead;
    std::vector<OnWay> around;  // empty: not asked for yet
    int lanes_this_way = -1;    // below 0: not asked for yet
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

  // The vehicles on each road, one list each.
  void sort_vehicles_by_road() {
    if (std::exchange(vehicles_sorted, actors.epoch()) == actors.epoch()) return;
    first_on_road.resize(places.map().roads().size());
    on_road.resize(actors.slot_count());
    for (const Slot slot : actors.present()) {
      if (actors.info(slot).type != trace::ActorType::vehicle) continue;
      const map::RoadPosition* at = places.road_position(slot);
      if (at == nullptr) continue;
      FirstOnRoad& first = first_on_road[at->road.index()];
      on_road[slot.index()].next = first.epoch == actors.epoch() ? first.slot : Slot();
      first = {actors.epoch(), slot};
    }
  }
  // Invalid: nobody.
  Slot first_vehicle_on(map::RoadId road) const {
    const FirstOnRoad& first = first_on_road[road.index()];
    return first.epoch == actors.epoch() ? first.slot : Slot();
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
      if (!known.ahead) known.ahead = std::make_unique<LaneAhead>(places.map(), way);
      add_ahead(*known.ahead, at.s, half, found);
    }
    if (places.road_positions(slot).size() > 1) std::ranges::stable_sort(found, {}, &Ahead::distance);
  }

  static void add_ahead(const LaneAhead& lane, double s, double half, std::vector<Ahead>& found) {
    const double sense = lane.road.way.along_s ? 1.0 : -1.0;
    const double most = kAheadReach + half;
    const double here = lane.ruler.at(s), to_end = std::abs(lane.end - here);
    for (std::size_t i = 0; i < lane.road.items.size(); ++i) {
      const map::AheadItem& item = lane.road.items[i];
      const bool is_on_lane = i < lane.on_lane.size();
      if (is_on_lane && sense * (item.s - s) < 0.0) continue;
      const double distance = is_on_lane ? std::abs(lane.on_lane[i] - here) : to_end + item.after;
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
  // Of sort_vehicles_by_road().
  struct FirstOnRoad {
    Epoch epoch = 0;
    Slot slot;
  };
  struct OnRoad {
    Slot next;                    // on the same road
    std::uint64_t looked_at = 0;  // by the question of this number
  };
  Epoch vehicles_sorted = 0;
  std::vector<FirstOnRoad> first_on_road;  // by road
  std::vector<OnRoad> on_road;             // by slot
  std::uint64_t questions = 0;
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
  if (!lane) return 0;
  int& known = work_->lane_work(*lane).lanes_this_way;
  if (known < 0) known = map::lanes_this_way(work_->places.map(), *lane);
  return known;
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
  const trace::ActorState& own = work_->actors.state(slot);
  work_->sort_vehicles_by_road();
  const std::uint64_t question = ++work_->questions;
  int count = 0;
  for (const OnWay& on : work_->around(*lane)) {
    Slot other = work_->first_vehicle_on(on.road);
    if (!other.valid()) continue;
    const map::Lane& its = map.lane(on.way.lane);
    while (other.valid()) {
      Work::OnRoad& listed = work_->on_road[other.index()];
      const Slot vehicle = std::exchange(other, listed.next);
      const double s = work_->places.road_position(vehicle)->s;
      if (s < its.s_begin || s > its.s_end) continue;
      // The first of the lanes that it may be on counts.
      if (std::exchange(listed.looked_at, question) == question || vehicle == slot) continue;
      if (!(std::abs(on.begin + work_->progress(on.way, s) - here) <= within)) continue;
      const trace::ActorState& theirs = work_->actors.state(vehicle);
      if (std::abs(theirs.x - own.x) > within || std::abs(theirs.y - own.y) > within) continue;
      if (std::abs(work_->motion.speed(vehicle)) > kMoving) ++count;
    }
  }
  return count;
}

}  // namespace scrutineer::scene
