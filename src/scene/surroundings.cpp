#include "scene/surroundings.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "map/lane_ahead.h"
#include "map/roads_around.h"
#include "map/speed.h"
#include "scene/detail/vehicles_around.h"
#include "scene/detail/ways.h"

namespace scrutineer::scene {
namespace {

using map::DirectedLane;
using map::LaneId;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kLongestBody = 30.0;  // metres
static_assert(kAheadReach + kLongestBody <= std::min(map::kAheadKept, map::kAroundKept));

}  // namespace

struct Surroundings::Work {
  Work(const Actors& actors_in, Motion& motion_in, Places& places_in)
      : actors(actors_in), motion(motion_in), places(places_in), vehicles(actors_in, motion_in, places_in) {}

  // Where somebody else is on an actor's way: how far ahead its centre is, and whether that way runs along s there.
  struct Placed {
    Slot other;
    double ahead = 0.0;
    bool along_s = true;

    bool is_ahead() const { return ahead > 0.0; }
  };

  bool faces_along(Slot slot, const map::RoadPosition& at) {
    const Vector heading = motion.heading(slot);
    return heading.x * at.tangent_x + heading.y * at.tangent_y >= 0.0;
  }

  const std::optional<DirectedLane>& way(Slot slot) {
    return ways.get(slot, actors, [&](std::optional<DirectedLane>& way) {
      const map::RoadPosition* at = places.road_position(slot);
      way = at == nullptr ? std::nullopt : std::optional(DirectedLane{at->lane, faces_along(slot, *at)});
    });
  }

  // What each of the lanes that it may be on leads to, with its s there.
  template <typename Use>
  void for_each_way(Slot slot, Use use) {
    for (const map::RoadPosition& at : places.road_positions(slot))
      use(map::lane_ahead(places.map(), {at.lane, faces_along(slot, at)}), at.s);
  }

  void look_ahead(Slot slot, std::vector<Ahead>& found) {
    found.clear();
    const double half = 0.5 * actors.info(slot).length;
    for_each_way(slot, [&](const map::LaneAhead& lane, double s) {
      const double here = lane.ruler.at(s);
      for (std::size_t i = 0; i < lane.items.size(); ++i) {
        const double distance = lane.distance(lane.places[i], s, here);
        if (distance > kAheadReach + half) break;
        if (!std::isnan(distance)) found.push_back({&lane.items[i], distance - half});
      }
    });
    if (places.road_positions(slot).size() > 1) std::ranges::stable_sort(found, {}, &Ahead::distance);
  }

  void find_next_marks(Slot slot, NextMarks& next) {
    next = {};
    const double half = 0.5 * actors.info(slot).length;
    for_each_way(slot, [&](const map::LaneAhead& lane, double s) {
      if (lane.marks.empty()) return;
      const double here = lane.ruler.at(s);
      for (const map::AheadMark& mark : lane.marks) {
        const double distance = lane.distance(mark.place, s, here);
        if (distance > kAheadReach + half) break;
        double* nearest = next.of(mark.kind);
        if (nearest != nullptr && distance >= half && !(*nearest <= distance - half)) *nearest = distance - half;
      }
    });
  }

  const detail::LaneLengths& lengths(LaneId lane) {
    if (lane_lengths.empty()) lane_lengths.resize(places.map().lanes().size());
    std::optional<detail::LaneLengths>& known = lane_lengths[lane.index()];
    if (!known) known.emplace(places.map(), lane);
    return *known;
  }

  LaneId beside(DirectedLane way, Lanes side) const {
    if (side == Lanes::own) return way.lane;
    return side == Lanes::left ? neighbour_left(places.map(), way) : neighbour_right(places.map(), way);
  }

  // The lanes that lead to a lane and follow it are those of its traffic.
  struct Search {
    DirectedLane from;
    Lanes lanes = Lanes::own;
    bool is_reversed = false;  // the actor faces against that traffic: what is ahead of it is behind the actor
  };
  std::optional<Search> search(DirectedLane own, Lanes lanes_asked) const {
    if (allows(places.map(), own)) return Search{own, lanes_asked};
    if (lanes_asked == Lanes::own) return Search{{own.lane, !own.along_s}, Lanes::own, true};
    const LaneId next = beside(own, lanes_asked);
    return next.valid() ? std::optional(Search{{next, own.along_s}}) : std::nullopt;
  }

  // From s on the first of the lanes around to another s on one of them, along the centres of the lanes that are looked
  // at; below 0: it lies behind.
  double along_lanes(const map::RoadsAround& around, Lanes lanes, double s, std::size_t to, double other_s) {
    const auto measured = [&](std::size_t i) -> const detail::LaneLengths& {
      const LaneId lane = beside(around.lanes[i].way, lanes);
      return lengths(lane.valid() ? lane : around.lanes[i].way.lane);
    };
    const auto progress = [&](std::size_t i, double at) {
      const double until = measured(i).until(at);
      return around.lanes[i].way.along_s ? until : measured(i).whole() - until;
    };
    if (to == 0) return progress(0, other_s) - progress(0, s);
    double between = 0.0;
    for (std::size_t i = around.lanes[to].from; i != 0; i = around.lanes[i].from) between += measured(i).whole();
    if (around.lanes[to].begin < 0.0) return progress(to, other_s) - measured(to).whole() - between - progress(0, s);
    return measured(0).whole() - progress(0, s) + between + progress(to, other_s);
  }

  // Everybody in those lanes within reach.
  void find(Slot slot, DirectedLane own, Lanes lanes_asked, double reach) {
    placed.clear();
    const std::optional<Search> look = search(own, lanes_asked);
    if (!look) return;
    const double s = places.road_position(slot)->s;
    const map::RoadsAround& around = map::roads_around(places.map(), look->from);
    const trace::ActorState& state = actors.state(slot);
    for (const Slot other : actors.present()) {
      if (other == slot || actors.info(other).is_static) continue;
      const trace::ActorState& theirs = actors.state(other);
      const double most = reach + kLongestBody;
      if (std::abs(theirs.x - state.x) > most || std::abs(theirs.y - state.y) > most) continue;
      const map::RoadPosition* at = places.road_position(other);
      if (at == nullptr) continue;
      for (std::size_t i = 0; i < around.lanes.size(); ++i) {
        const map::RoadsAround::OnWay& on = around.lanes[i];
        const LaneId lane = beside(on.way, look->lanes);
        if (!lane.valid() || lane != at->lane) continue;
        const double further = along_lanes(around, look->lanes, s, i, at->s);
        placed.push_back({other, look->is_reversed ? -further : further, on.way.along_s != look->is_reversed});
        break;
      }
    }
  }

  // The nearest of those that were found before it, or behind it.
  Neighbour nearest(Slot slot, bool is_ahead, Who who) {
    Neighbour nearest{{}, kAheadReach};
    for (const Placed& other : placed) {
      if (other.is_ahead() != is_ahead) continue;
      if (who == Who::vehicles && actors.info(other.other).type != trace::ActorType::vehicle) continue;
      if (const double apart = gap(slot, other); apart < nearest.gap)
        nearest = {other.other, apart, closing(slot, other)};
    }
    return nearest;
  }

  // From the centre of an actor's first body to its front or rear bumper, trailers included.
  double reach(Slot slot, bool to_front) {
    const double half = 0.5 * actors.info(slot).length;
    if (actors.is_one_body(slot)) [[likely]]
      return half;
    const trace::ActorState& first = actors.state(slot);
    const Vector heading = motion.heading(slot);
    double furthest = half;
    for (const Slot part : actors.parts(slot)) {
      const trace::ActorState& state = actors.state(part);
      const double before = heading.x * (state.x - first.x) + heading.y * (state.y - first.y);
      furthest = std::max(furthest, (to_front ? before : -before) + 0.5 * actors.info(part).length);
    }
    return furthest;
  }

  double gap(Slot slot, const Placed& other) {
    const bool faces_our_way = faces_along(other.other, *places.road_position(other.other)) == other.along_s;
    return std::abs(other.ahead) - reach(slot, other.is_ahead()) -
           reach(other.other, faces_our_way != other.is_ahead());
  }

  // How fast it moves along its road, or against that.
  double speed_along(Slot slot, bool along_s) {
    const map::RoadPosition& at = *places.road_position(slot);
    const Vector velocity = motion.velocity(slot);
    const double speed = velocity.x * at.tangent_x + velocity.y * at.tangent_y;
    return along_s ? speed : -speed;
  }

  double closing(Slot slot, const Placed& other) {
    const double towards =
        speed_along(slot, way(slot)->along_s) - speed_along(other.other, other.along_s);  // if it is ahead
    return other.is_ahead() ? towards : -towards;
  }

  const Actors& actors;
  Motion& motion;
  Places& places;
  detail::VehiclesAround vehicles;
  std::vector<int> lanes_this_way;                      // by lane and sense; below 0: not asked for yet
  std::vector<std::optional<map::JunctionKind>> kinds;  // by junction; likewise
  Memo<std::optional<DirectedLane>> ways;
  Memo<std::vector<Ahead>> ahead;
  Memo<NextMarks> next_marks;
  std::vector<Placed> placed;
  std::vector<std::optional<detail::LaneLengths>> lane_lengths;  // by lane; nothing: not asked for yet
};

Surroundings::Surroundings(const Actors& actors, Motion& motion, Places& places)
    : work_(std::make_unique<Work>(actors, motion, places)) {}
Surroundings::~Surroundings() = default;

std::optional<DirectedLane> Surroundings::way(Slot slot) { return work_->way(slot); }

double Surroundings::lane_width(Slot slot) {
  const map::RoadPosition* at = work_->places.road_position(slot);
  return at == nullptr ? kNone : at->width;
}

double Surroundings::curvature(Slot slot) {
  const std::optional<DirectedLane>& lane = work_->way(slot);
  if (!lane) return kNone;
  const map::RoadPosition& at = *work_->places.road_position(slot);
  return map::curvature(work_->places.map(), *lane, at.s, at.strip);
}

double Surroundings::grade(Slot slot) {
  const std::optional<DirectedLane>& lane = work_->way(slot);
  if (!lane) return kNone;
  const map::RoadPosition& at = *work_->places.road_position(slot);
  return map::grade(work_->places.map(), *lane, at.s, at.strip);
}

int Surroundings::lane_count(Slot slot) {
  const std::optional<DirectedLane>& lane = work_->way(slot);
  if (!lane) return 0;
  if (work_->lanes_this_way.empty()) work_->lanes_this_way.resize(2 * work_->places.map().lanes().size(), -1);
  int& known = work_->lanes_this_way[index_of(*lane)];
  if (known < 0) known = map::lanes_this_way(work_->places.map(), *lane);
  return known;
}

bool Surroundings::is_divided(Slot slot) {
  const std::optional<DirectedLane>& lane = work_->way(slot);
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

const NextMarks& Surroundings::next_marks(Slot slot) {
  return work_->next_marks.get(slot, work_->actors, [&](NextMarks& next) { work_->find_next_marks(slot, next); });
}

Neighbour Surroundings::in_front(Slot slot, Lanes lanes, Who who) {
  const std::optional<DirectedLane>& lane = work_->way(slot);
  if (!lane) return {};
  work_->find(slot, *lane, lanes, kAheadReach);
  return work_->nearest(slot, true, who);
}

Neighbour Surroundings::behind(Slot slot, Lanes lanes, Who who) {
  const std::optional<DirectedLane>& lane = work_->way(slot);
  if (!lane) return {};
  work_->find(slot, *lane, lanes, kAheadReach);
  return work_->nearest(slot, false, who);
}

std::vector<Slot> Surroundings::beside(Slot slot, Lanes side, double within) {
  const std::optional<DirectedLane>& lane = work_->way(slot);
  if (!lane) return {};
  const double reach = std::min(within, kAheadReach);
  work_->find(slot, *lane, side, reach);
  std::vector<Slot> found;
  for (const Work::Placed& other : work_->placed)
    if (work_->gap(slot, other) <= reach) found.push_back(other.other);
  std::ranges::sort(found, {}, [&](Slot other) { return work_->actors.uid(other); });
  return found;
}

int Surroundings::moving_vehicles(Slot slot, double within) {
  const std::optional<DirectedLane>& lane = work_->way(slot);
  return lane ? work_->vehicles.count_moving(slot, *lane, work_->places.road_position(slot)->s, within) : 0;
}

}  // namespace scrutineer::scene
