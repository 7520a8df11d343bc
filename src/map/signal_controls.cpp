#include "map/signal_controls.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "base/quantity.h"
#include "map/detail/lane_travel.h"
#include "map/lookup.h"

namespace scrutineer::map {
namespace {

// ---- the ways through a junction ------------------------------------------------------------------------------------

double normalised(double angle) {
  angle = std::remainder(angle, 2.0 * kPi);
  return angle <= -kPi ? angle + 2.0 * kPi : angle;
}

// The heading of traffic at one end of a road.
double travel_heading(const RoadNetwork& map, RoadId road, double s, bool along) {
  return point_at(map, road, s, 0.0).heading + (along ? 0.0 : kPi);
}

double heading_change_on(const RoadNetwork& map, RoadId road, bool along) {
  const double length = map.road(road).length;
  const double entry = travel_heading(map, road, along ? 0.0 : length, along);
  const double exit = travel_heading(map, road, along ? length : 0.0, along);
  return normalised(exit - entry);
}

enum class Sense { onward, back };

// The lanes that follow each other on one road, from this one on or back, each once. A lane may split and join.
std::vector<DirectedLane> chain(const RoadNetwork& map, DirectedLane start, Sense sense) {
  const RoadId road = map.lane(start.lane).road;
  std::vector<DirectedLane> lanes{start};
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    for (const DirectedLane next : sense == Sense::onward ? next_lanes(map, lanes[i]) : previous_lanes(map, lanes[i])) {
      if (map.lane(next.lane).road != road || std::find(lanes.begin(), lanes.end(), next) != lanes.end()) continue;
      lanes.push_back(next);
    }
  }
  return lanes;
}

// The first lane for vehicles of another road that this one leads to, if any.
std::optional<DirectedLane> lane_after(const RoadNetwork& map, DirectedLane from) {
  for (const DirectedLane lane : chain(map, from, Sense::onward)) {
    for (const DirectedLane next : next_lanes(map, lane)) {
      const Lane& candidate = map.lane(next.lane);
      if (candidate.road != map.lane(from.lane).road && carries_vehicles(candidate.type)) return next;
    }
  }
  return std::nullopt;
}

struct WayOut {
  LaneId outgoing;
  double heading_change = 0.0;
};

// Up to where the way leaves the junction: mostly at the end of its connecting road, but files cut roads anywhere.
WayOut way_out(const RoadNetwork& map, DirectedLane connecting) {
  constexpr int kMostRoads = 32;  // a ring of links would never end
  const JunctionId junction = map.road(map.lane(connecting.lane).road).junction;
  WayOut out;
  std::optional<DirectedLane> at = connecting;
  for (int i = 0; i < kMostRoads && at && map.road(map.lane(at->lane).road).junction == junction; ++i) {
    out.heading_change += heading_change_on(map, map.lane(at->lane).road, at->along_s);
    at = lane_after(map, *at);
    out.outgoing = at ? at->lane : LaneId();
  }
  out.heading_change = normalised(out.heading_change);
  return out;
}

struct Way {
  LaneConnection connection;
  DirectedLane incoming, connecting;
};

std::vector<Way> ways_through(const RoadNetwork& map, JunctionId junction) {
  std::vector<Way> ways;
  for (const RoadId road : map.junction(junction).connecting_roads) {
    if (map.road(road).junction != junction) continue;  // a direct junction's roads are no roads of it
    for (const LaneSection& section : map.sections_of(road)) {
      for (std::uint32_t i = 0; i < section.lane_count; ++i) {
        const LaneId lane(section.first_lane + i);
        if (!carries_vehicles(map.lane(lane).type)) continue;
        for (const DirectedLane connecting : detail::ways_of(map, lane)) {
          for (const DirectedLane incoming : previous_lanes(map, connecting)) {
            const Lane& before = map.lane(incoming.lane);
            if (!carries_vehicles(before.type) || map.road(before.road).junction == junction) continue;
            const auto [outgoing, heading_change] = way_out(map, connecting);
            LaneConnection connection{junction,       incoming.lane,       lane, outgoing,
                                      heading_change, Manoeuvre::straight, false};
            connection.manoeuvre = manoeuvre_of(connection.heading_change);
            const bool keeps_right = map.road(before.road).rule == TrafficRule::right_hand;
            connection.near_side_turn = connection.manoeuvre == (keeps_right ? Manoeuvre::right : Manoeuvre::left);
            ways.push_back({connection, incoming, connecting});
          }
        }
      }
    }
  }
  std::sort(ways.begin(), ways.end(), [&map](const Way& a, const Way& b) {
    const auto key = [&map](const Way& way) {
      const Lane& lane = map.lane(way.incoming.lane);
      return std::tuple(lane.road, lane.number, way.incoming.along_s, way.connecting.lane, way.connecting.along_s);
    };
    return key(a) < key(b);
  });
  return ways;
}

// ---- places that hold for an approach -------------------------------------------------------------------------------

// The lanes of one road that lead to the junction, or from its border into it.
struct ApproachRoad {
  RoadId road;
  std::vector<DirectedLane> lanes;
  double end = 0.0;     // road s: the end that is nearer to the junction
  double beyond = 0.0;  // metres from there to the junction's border

  double distance_to_border(double s) const { return beyond + std::abs(end - s); }
};

// What leads to the junction, the incoming road first; or the connecting road alone.
struct Approach {
  std::vector<ApproachRoad> roads;

  const ApproachRoad& nearest() const { return roads.front(); }
  const ApproachRoad* on(RoadId road) const {
    const auto found = std::ranges::find(roads, road, &ApproachRoad::road);
    return found == roads.end() ? nullptr : &*found;
  }
};

void add_lanes(Approach& approach, RoadId road, const std::vector<DirectedLane>& lanes, double end, double beyond) {
  const auto known = std::ranges::find(approach.roads, road, &ApproachRoad::road);
  if (known == approach.roads.end()) {
    approach.roads.push_back({road, lanes, end, beyond});
    return;
  }
  for (const DirectedLane lane : lanes) {
    if (std::ranges::find(known->lanes, lane) == known->lanes.end()) known->lanes.push_back(lane);
  }
}

// The incoming road and, where that is shorter than kReferenceLineRange, the roads before it: files cut roads anywhere,
// and what stands on the last metres before a junction is meant for it.
Approach incoming_approach(const RoadNetwork& map, DirectedLane incoming) {
  Approach approach;
  add_lanes(approach, map.lane(incoming.lane).road, chain(map, incoming, Sense::back), detail::exit_s(map, incoming),
            0.0);
  for (std::size_t i = 0; i < approach.roads.size(); ++i) {
    const ApproachRoad after = approach.roads[i];
    const double beyond = after.beyond + map.road(after.road).length;
    if (beyond > kReferenceLineRange) continue;
    for (const DirectedLane lane : after.lanes) {
      for (const DirectedLane before : previous_lanes(map, lane)) {
        const Lane& one = map.lane(before.lane);
        if (one.road == after.road || map.road(one.road).junction.valid() || !carries_vehicles(one.type)) continue;
        add_lanes(approach, one.road, chain(map, before, Sense::back), detail::exit_s(map, before), beyond);
      }
    }
  }
  return approach;
}

Approach connecting_approach(const RoadNetwork& map, DirectedLane connecting) {
  return {
      {{map.lane(connecting.lane).road, chain(map, connecting, Sense::onward), detail::entry_s(map, connecting), 0.0}}};
}

// A place that holds for an approach: for which of its lanes, and how far from the junction's border.
struct HeldPlace {
  const SignalPlace* place = nullptr;
  LaneId lane;
  double distance = 0.0;
};

// Nothing: it does not hold. On the roads before the incoming one only what belongs to the junction does.
std::optional<HeldPlace> held_by(const RoadNetwork& map, const SignalPlace& place, const Approach& approach) {
  const ApproachRoad* const on_road = approach.on(place.road);
  if (on_road == nullptr) return std::nullopt;
  const double distance = on_road->distance_to_border(place.s);
  if (on_road != &approach.nearest() && distance > kReferenceLineRange) return std::nullopt;
  const SectionId section = map.find_section(place.road, place.s);
  for (const DirectedLane travel : on_road->lanes) {
    if (map.lane(travel.lane).section == section && map::holds_for(map, place, travel.lane))
      return HeldPlace{&place, travel.lane, distance};
  }
  return std::nullopt;
}

std::vector<HeldPlace> places_for(const RoadNetwork& map, const Approach& approach, bool stop_lines) {
  std::vector<HeldPlace> found;
  for (const ApproachRoad& on_road : approach.roads) {
    for (const SignalPlace& place : signal_places(map, on_road.road)) {
      const bool wanted =
          stop_lines ? place.meaning.kind == SignalKind::stop_line : controls_vehicles(place.meaning.kind);
      if (!wanted) continue;
      if (const auto held = held_by(map, place, approach)) found.push_back(*held);
    }
  }
  return found;
}

// ---- reference lines ------------------------------------------------------------------------------------------------

bool refers_to(const RoadNetwork& map, const SignalPlace& place, const SignalPlace& stop_line) {
  if (!stop_line.signal.valid()) return false;
  const auto& ids = map.signal(place.signal).record.referenced_signals;
  return std::find(ids.begin(), ids.end(), map.signal(stop_line.signal).record.id) != ids.end();
}

// Which stop lines count.
enum class StopLines { all, referred_to };

// Of several stop lines within reach the one that the signal itself refers to, else the first that the vehicle meets:
// in front of a crosswalk or a bicycle box that is the one that cars stop at.
std::optional<HeldPlace> stop_line_before(const RoadNetwork& map, const Approach& incoming, const SignalPlace& place,
                                          StopLines which) {
  std::optional<HeldPlace> best;
  for (const HeldPlace& line : places_for(map, incoming, true)) {
    if (line.distance > kReferenceLineRange) continue;
    if (refers_to(map, place, *line.place)) return line;
    if (which == StopLines::referred_to) continue;
    if (!best || line.distance > best->distance) best = line;
  }
  return best;
}

std::optional<HeldPlace> stop_line_inside(const RoadNetwork& map, const Approach& connecting) {
  for (const HeldPlace& line : places_for(map, connecting, true)) {
    if (line.distance <= kStopLineInside) return line;
  }
  return std::nullopt;
}

ReferenceLine reference_line(const RoadNetwork& map, const Approach& incoming, const Approach& connecting,
                             const SignalPlace& place, StopLines which) {
  using Rule = ReferenceLine::Rule;
  const auto at = [](Rule rule, const HeldPlace& held) {
    return ReferenceLine{rule, held.lane, held.place->s, held.distance, {}, {}};
  };
  const ApproachRoad& last = incoming.nearest();
  const auto at_border = [&last](Rule rule) {
    return ReferenceLine{rule, last.lanes.front().lane, last.end, 0.0, {}, {}};
  };
  if (const auto line = stop_line_before(map, incoming, place, which)) {
    ReferenceLine found = at(Rule::stop_line, *line);
    found.stop_line_signal = line->place->signal;
    found.stop_line_object = line->place->object;
    return found;
  }
  const auto inside = which == StopLines::all ? stop_line_inside(map, connecting) : std::nullopt;
  if (inside) {
    ReferenceLine found = at_border(Rule::stop_line_inside);
    found.stop_line_signal = inside->place->signal;
    found.stop_line_object = inside->place->object;
    return found;
  }
  const auto own = held_by(map, place, incoming);
  if (own && own->distance <= kReferenceLineRange) return at(Rule::signal, *own);
  return at_border(Rule::lane_end);
}

// ---- controls -------------------------------------------------------------------------------------------------------

// Do the arrows of a light show this way? A turn across the oncoming traffic goes with the U-turn.
bool points_to(const RoadNetwork& map, Arrows arrows, const LaneConnection& connection) {
  if (arrows.empty() || arrows.has(connection.manoeuvre)) return true;
  const bool keeps_right = map.road(map.lane(connection.incoming).road).rule == TrafficRule::right_hand;
  return connection.manoeuvre == Manoeuvre::u_turn && arrows.has(keeps_right ? Manoeuvre::left : Manoeuvre::right);
}

// Everything about one junction that its controls are made from.
struct OneJunction {
  const RoadNetwork& map;
  std::vector<Way> ways;
  std::vector<Approach> incoming, connecting;  // of each way

  // Does a light that stands on the incoming road show any way of the lanes that it holds for? If not, as at a fork
  // whose branches all count as straight, its arrows do not tell the ways apart.
  bool points_anywhere(const SignalPlace& place) const {
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (points_to(map, place.meaning.arrows, ways[i].connection) && held_by(map, place, incoming[i])) return true;
    }
    return false;
  }

  void add(std::vector<ApproachControl>& controls, std::size_t i, const SignalPlace& place,
           bool on_incoming_road) const {
    const bool known = std::any_of(controls.begin(), controls.end(), [&](const ApproachControl& control) {
      return control.place.signal == place.signal;
    });
    if (known) return;
    const auto controllers = controllers_of(map, place.signal);
    controls.push_back({ways[i].connection,
                        place,
                        on_incoming_road,
                        false,
                        reference_line(map, incoming[i], connecting[i], place, StopLines::all),
                        reference_line(map, incoming[i], connecting[i], place, StopLines::referred_to),
                        {controllers.begin(), controllers.end()},
                        dependencies_of(map, place.signal)});
  }

  std::vector<ApproachControl> controls_of(std::size_t i) const {
    std::vector<ApproachControl> controls;
    for (const HeldPlace& held : places_for(map, incoming[i], false)) {
      if (points_to(map, held.place->meaning.arrows, ways[i].connection) || !points_anywhere(*held.place))
        add(controls, i, *held.place, true);
    }
    // What stands on a connecting road controls it, whatever its arrows say: the file has chosen the way.
    for (const HeldPlace& held : places_for(map, connecting[i], false)) add(controls, i, *held.place, false);
    return controls;
  }

  // What else controls the way: signals on another connecting road that leaves the same lane. Some exporters write one
  // signal per approach, on just one of them. Where ways from the lane have different ones, the file tells them apart.
  void add_from_beside(std::size_t i, const std::vector<std::vector<ApproachControl>>& own,
                       std::vector<ApproachControl>& controls) const {
    for (const bool lights : {true, false}) {
      const auto of_family = [&](const std::vector<ApproachControl>& of_way) {
        std::vector<SignalId> signals;
        for (const ApproachControl& control : of_way)
          if (is_light(control.place) == lights) signals.push_back(control.place.signal);
        std::sort(signals.begin(), signals.end());
        return signals;
      };
      if (!of_family(own[i]).empty()) continue;
      const std::vector<ApproachControl>* beside = nullptr;
      bool are_same = true;
      for (std::size_t k = 0; k < ways.size(); ++k) {
        if (ways[k].incoming != ways[i].incoming || of_family(own[k]).empty()) continue;
        if (beside == nullptr) beside = &own[k];
        are_same = are_same && of_family(own[k]) == of_family(*beside);
      }
      if (beside == nullptr || !are_same) continue;
      for (const ApproachControl& control : *beside)
        if (is_light(control.place) == lights && !control.on_incoming_road && may_hold_beside(control.place, i))
          add(controls, i, control.place, false);
    }
  }

  static bool is_light(const SignalPlace& place) { return place.meaning.kind == SignalKind::traffic_light; }

  // Not where the file says that the signal does not hold for this lane, or where its arrows point elsewhere.
  bool may_hold_beside(const SignalPlace& place, std::size_t i) const {
    if (!points_to(map, place.meaning.arrows, ways[i].connection)) return false;
    const auto here = signal_places(map, connecting[i].nearest().road);
    return std::none_of(here.begin(), here.end(), [&](const SignalPlace& one) { return one.signal == place.signal; });
  }
};

void mark_those_for_every_connection(const std::vector<Way>& ways, std::vector<ApproachControl>& controls) {
  for (ApproachControl& control : controls) {
    const LaneId lane = control.connection.incoming;
    const auto all = std::count_if(ways.begin(), ways.end(), [&](const Way& way) { return way.incoming.lane == lane; });
    const auto own = std::count_if(controls.begin(), controls.end(), [&](const ApproachControl& other) {
      return other.connection.incoming == lane && other.place.signal == control.place.signal;
    });
    control.every_connection = all == own;
  }
}

}  // namespace

Manoeuvre manoeuvre_of(double heading_change) {
  constexpr double kTurn = kPi / 6.0;              // 30 degrees
  constexpr double kTurnAround = 5.0 * kPi / 6.0;  // 150 degrees
  if (std::abs(heading_change) < kTurn) return Manoeuvre::straight;
  if (std::abs(heading_change) > kTurnAround) return Manoeuvre::u_turn;
  return heading_change > 0.0 ? Manoeuvre::left : Manoeuvre::right;
}

std::vector<LaneConnection> lane_connections(const RoadNetwork& map, JunctionId junction) {
  std::vector<LaneConnection> connections;
  for (const Way& way : ways_through(map, junction)) connections.push_back(way.connection);
  return connections;
}

std::vector<ApproachControl> junction_controls(const RoadNetwork& map, JunctionId junction) {
  OneJunction all{map, ways_through(map, junction), {}, {}};
  for (const Way& way : all.ways) {
    all.incoming.push_back(incoming_approach(map, way.incoming));
    all.connecting.push_back(connecting_approach(map, way.connecting));
  }
  std::vector<std::vector<ApproachControl>> own;
  own.reserve(all.ways.size());
  for (std::size_t i = 0; i < all.ways.size(); ++i) own.push_back(all.controls_of(i));
  std::vector<ApproachControl> controls;
  for (std::size_t i = 0; i < all.ways.size(); ++i) {
    std::vector<ApproachControl> of_way = own[i];
    all.add_from_beside(i, own, of_way);
    for (ApproachControl& control : of_way) controls.push_back(std::move(control));
  }
  mark_those_for_every_connection(all.ways, controls);
  return controls;
}

const char* to_string(ReferenceLine::Rule rule) {
  switch (rule) {
    case ReferenceLine::Rule::stop_line:
      return "stop line";
    case ReferenceLine::Rule::stop_line_inside:
      return "stop line inside the junction";
    case ReferenceLine::Rule::signal:
      return "signal";
    case ReferenceLine::Rule::lane_end:
      return "end of lane";
  }
  return "";
}

}  // namespace scrutineer::map
