#include "map/signal_controls.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/quantity.h"
#include "map/detail/lane_travel.h"
#include "map/detail/lazy_areas.h"
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

// Lanes of one road, each once. A road may have a hundred thousand lane sections.
class LaneList {
 public:
  void add(const RoadNetwork& map, DirectedLane lane) {
    std::vector<DirectedLane>& beside = by_section_[map.lane(lane.lane).section];
    if (std::find(beside.begin(), beside.end(), lane) != beside.end()) return;
    beside.push_back(lane);
    all_.push_back(lane);
  }

  const std::vector<DirectedLane>& all() const { return all_; }
  std::span<const DirectedLane> of(SectionId section) const {
    const auto found = by_section_.find(section);
    return found == by_section_.end() ? std::span<const DirectedLane>() : found->second;
  }

 private:
  std::vector<DirectedLane> all_;
  std::map<SectionId, std::vector<DirectedLane>> by_section_;
};

// The lanes that follow each other on one road, from this one on or back. A lane may split and join.
LaneList chain(const RoadNetwork& map, DirectedLane start, Sense sense) {
  const RoadId road = map.lane(start.lane).road;
  LaneList lanes;
  lanes.add(map, start);
  for (std::size_t i = 0; i < lanes.all().size(); ++i) {
    const DirectedLane lane = lanes.all()[i];
    for (const DirectedLane next : sense == Sense::onward ? next_lanes(map, lane) : previous_lanes(map, lane))
      if (map.lane(next.lane).road == road) lanes.add(map, next);
  }
  return lanes;
}

// The first lane for vehicles of another road that this one leads to, if any.
std::optional<DirectedLane> lane_after(const RoadNetwork& map, DirectedLane from) {
  for (const LaneList lanes = chain(map, from, Sense::onward); const DirectedLane lane : lanes.all()) {
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
  LaneList lanes;
  double end = 0.0;     // road s: the end that is nearer to the junction
  double beyond = 0.0;  // metres from there to the junction's border

  double distance_to_border(double s) const { return beyond + std::abs(end - s); }
};

// What leads to the junction, the incoming road first; or the connecting road alone.
struct Approach {
  std::vector<ApproachRoad> roads;
  bool leads_to_junction = true;  // else into it

  const ApproachRoad& nearest() const { return roads.front(); }
  const ApproachRoad* on(RoadId road) const {
    const auto found = std::ranges::find(roads, road, &ApproachRoad::road);
    return found == roads.end() ? nullptr : &*found;
  }
};

void add_lanes(const RoadNetwork& map, Approach& approach, RoadId road, LaneList lanes, double end, double beyond) {
  const auto known = std::ranges::find(approach.roads, road, &ApproachRoad::road);
  if (known == approach.roads.end()) {
    approach.roads.push_back({road, std::move(lanes), end, beyond});
    return;
  }
  for (const DirectedLane lane : lanes.all()) known->lanes.add(map, lane);
}

// The incoming road and, where that is shorter than kReferenceLineRange, the roads before it: files cut roads anywhere,
// and what stands on the last metres before a junction is meant for it.
Approach incoming_approach(const RoadNetwork& map, DirectedLane incoming) {
  Approach approach;
  add_lanes(map, approach, map.lane(incoming.lane).road, chain(map, incoming, Sense::back),
            detail::exit_s(map, incoming), 0.0);
  for (std::size_t i = 0; i < approach.roads.size(); ++i) {
    const double beyond = approach.roads[i].beyond + map.road(approach.roads[i].road).length;
    if (beyond > kReferenceLineRange) continue;
    const ApproachRoad after = approach.roads[i];
    for (const DirectedLane lane : after.lanes.all()) {
      for (const DirectedLane before : previous_lanes(map, lane)) {
        const Lane& one = map.lane(before.lane);
        if (one.road == after.road || map.road(one.road).junction.valid() || !carries_vehicles(one.type)) continue;
        add_lanes(map, approach, one.road, chain(map, before, Sense::back), detail::exit_s(map, before), beyond);
      }
    }
  }
  return approach;
}

// The next road of the same junction, if this one and that one name each other: then a file has cut one road in two, and
// nothing forks or joins there.
std::optional<RoadEnd> goes_on_as(const RoadNetwork& map, RoadId road, ContactPoint exit) {
  const auto end_of = [&](RoadId of, ContactPoint end) -> const RoadEnd& {
    return end == ContactPoint::start ? map.road(of).predecessor : map.road(of).successor;
  };
  const RoadEnd& next = end_of(road, exit);
  if (!next.road.valid() || map.road(next.road).junction != map.road(road).junction) return std::nullopt;
  const RoadEnd& back = end_of(next.road, next.contact);
  return back.road == road && back.contact == exit ? std::optional(next) : std::nullopt;
}

// The connecting road, all of it: files cut roads anywhere.
Approach connecting_approach(const RoadNetwork& map, DirectedLane connecting) {
  Approach approach{{}, false};
  add_lanes(map, approach, map.lane(connecting.lane).road, chain(map, connecting, Sense::onward),
            detail::entry_s(map, connecting), 0.0);
  ContactPoint exit = connecting.exit();
  for (std::size_t i = 0; i < approach.roads.size(); ++i) {
    const ApproachRoad before = approach.roads[i];
    const auto next_road = goes_on_as(map, before.road, exit);
    if (!next_road) break;
    exit = next_road->contact == ContactPoint::start ? ContactPoint::end : ContactPoint::start;
    const double beyond = before.beyond + map.road(before.road).length;
    for (const DirectedLane lane : before.lanes.all())
      for (const DirectedLane next : next_lanes(map, lane))
        if (map.lane(next.lane).road == next_road->road && next.exit() == exit)
          add_lanes(map, approach, next_road->road, chain(map, next, Sense::onward), detail::entry_s(map, next),
                    beyond);
  }
  return approach;
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
  const bool is_before_incoming = approach.leads_to_junction && on_road != &approach.nearest();
  if (is_before_incoming && distance > kReferenceLineRange) return std::nullopt;
  for (const DirectedLane travel : on_road->lanes.of(map.find_section(place.road, place.s)))
    if (map::holds_for(map, place, travel.lane)) return HeldPlace{&place, travel.lane, distance};
  return std::nullopt;
}

// As traffic meets them, whichever way s runs.
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
  std::ranges::stable_sort(
      found, {}, [&](const HeldPlace& held) { return approach.leads_to_junction ? -held.distance : held.distance; });
  return found;
}

// ---- reference lines ------------------------------------------------------------------------------------------------

// Which stop lines count.
enum class StopLines { all, referred_to };

// What holds for an approach, found once: a road may have thousands of signals.
struct HeldPlaces {
  HeldPlaces(const RoadNetwork& map, Approach of)
      : approach(std::move(of)), controls(places_for(map, approach, false)) {
    stop_lines = places_for(map, approach, true);
    for (std::size_t i = 0; i < stop_lines.size(); ++i) {
      const HeldPlace& line = stop_lines[i];
      if (!inside && line.distance <= kStopLineInside) inside = line;
      if (line.distance > kReferenceLineRange) continue;
      if (!met_first || line.distance > met_first->distance) met_first = line;
      if (line.place->signal.valid()) first_line.try_emplace(map.signal(line.place->signal).record.id, i);
    }
  }

  Approach approach;
  std::vector<HeldPlace> controls, stop_lines;
  // Of the stop lines within reach: the first one with this id, if it is a signal, and the first that a vehicle meets.
  std::unordered_map<std::string_view, std::size_t> first_line;
  std::optional<HeldPlace> met_first;
  std::optional<HeldPlace> inside;  // the first one within kStopLineInside
};

// Of several stop lines within reach the one that the signal itself refers to, else the first that the vehicle meets:
// in front of a crosswalk or a bicycle box that is the one that cars stop at.
std::optional<HeldPlace> stop_line_before(const RoadNetwork& map, const HeldPlaces& incoming, const SignalPlace& place,
                                          StopLines which) {
  std::optional<std::size_t> referred_to;
  for (const std::string& id : map.signal(place.signal).record.referenced_signals) {
    const auto found = incoming.first_line.find(id);
    if (found != incoming.first_line.end() && (!referred_to || found->second < *referred_to))
      referred_to = found->second;
  }
  if (referred_to) return incoming.stop_lines[*referred_to];
  return which == StopLines::all ? incoming.met_first : std::nullopt;
}

ReferenceLine reference_line(const RoadNetwork& map, const HeldPlaces& incoming, const HeldPlaces& connecting,
                             const SignalPlace& place, StopLines which) {
  using Rule = ReferenceLine::Rule;
  const auto at = [](Rule rule, const HeldPlace& held) {
    return ReferenceLine{rule, held.lane, held.place->s, held.distance, {}, {}};
  };
  const ApproachRoad& last = incoming.approach.nearest();
  const auto at_border = [&last](Rule rule) {
    return ReferenceLine{rule, last.lanes.all().front().lane, last.end, 0.0, {}, {}};
  };
  if (const auto line = stop_line_before(map, incoming, place, which)) {
    ReferenceLine found = at(Rule::stop_line, *line);
    found.stop_line_signal = line->place->signal;
    found.stop_line_object = line->place->object;
    return found;
  }
  if (which == StopLines::all && connecting.inside) {
    ReferenceLine found = at_border(Rule::stop_line_inside);
    found.stop_line_signal = connecting.inside->place->signal;
    found.stop_line_object = connecting.inside->place->object;
    return found;
  }
  const auto own = held_by(map, place, incoming.approach);
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

// The controls of one way, each signal once.
class ControlsOfWay {
 public:
  bool contains(SignalId signal) const { return signals_.contains(signal); }
  void add(ApproachControl control) {
    signals_.insert(control.place.signal);
    list_.push_back(std::move(control));
  }
  const std::vector<ApproachControl>& list() const { return list_; }

 private:
  std::vector<ApproachControl> list_;
  std::set<SignalId> signals_;
};

// Everything about one junction that its controls are made from.
class OneJunction {
 public:
  OneJunction(const RoadNetwork& map, JunctionId junction) : map_(map), ways_(ways_through(map, junction)) {
    std::map<std::size_t, const HeldPlaces*> known;
    for (const Way& way : ways_) {
      const HeldPlaces*& incoming = known[index_of(way.incoming)];
      if (incoming == nullptr) incoming = &approaches_.emplace_back(map, incoming_approach(map, way.incoming));
      incoming_.push_back(incoming);
      connecting_.push_back(&approaches_.emplace_back(map, connecting_approach(map, way.connecting)));
    }
  }

  std::vector<ApproachControl> controls() {
    std::vector<ControlsOfWay> own;
    own.reserve(ways_.size());
    for (std::size_t i = 0; i < ways_.size(); ++i) own.push_back(controls_of(i));
    const std::map<Beside::Key, Beside> beside = beside_of(own);
    std::vector<ApproachControl> all;
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      ControlsOfWay of_way = own[i];
      for (const bool lights : {true, false}) {
        const auto found = beside.find({index_of(ways_[i].incoming), lights});
        if (found != beside.end() && found->second.are_same && signals_of(own[i], lights).empty())
          add_from_beside(i, own[found->second.way], lights, of_way);
      }
      all.insert(all.end(), of_way.list().begin(), of_way.list().end());
    }
    mark_those_for_every_connection(all);
    return all;
  }

 private:
  // Of the ways from one lane: the first one with lights (or with signs), and whether all that have any have the same.
  struct Beside {
    using Key = std::pair<std::size_t, bool>;  // the lane as it is travelled; lights or signs

    std::size_t way = 0;
    std::vector<SignalId> signals;
    bool are_same = true;
  };

  // Does a light that stands on the incoming road show any way of the lanes that it holds for? If not, as at a fork
  // whose branches all count as straight, its arrows do not tell the ways apart.
  bool points_anywhere(const SignalPlace& place) {
    const auto [known, is_new] = points_anywhere_.try_emplace(&place, false);
    for (std::size_t i = 0; is_new && i < ways_.size() && !known->second; ++i)
      known->second = points_to(map_, place.meaning.arrows, ways_[i].connection) &&
                      held_by(map_, place, incoming_[i]->approach).has_value();
    return known->second;
  }

  void add(ControlsOfWay& controls, std::size_t i, const SignalPlace& place, bool on_incoming_road) const {
    if (controls.contains(place.signal)) return;
    const auto controllers = controllers_of(map_, place.signal);
    controls.add({ways_[i].connection,
                  place,
                  on_incoming_road,
                  false,
                  reference_line(map_, *incoming_[i], *connecting_[i], place, StopLines::all),
                  reference_line(map_, *incoming_[i], *connecting_[i], place, StopLines::referred_to),
                  {controllers.begin(), controllers.end()},
                  dependencies_of(map_, place.signal)});
  }

  ControlsOfWay controls_of(std::size_t i) {
    ControlsOfWay controls;
    for (const HeldPlace& held : incoming_[i]->controls) {
      if (points_to(map_, held.place->meaning.arrows, ways_[i].connection) || !points_anywhere(*held.place))
        add(controls, i, *held.place, true);
    }
    // What stands on a connecting road controls it, whatever its arrows say: the file has chosen the way.
    for (const HeldPlace& held : connecting_[i]->controls) add(controls, i, *held.place, false);
    return controls;
  }

  static bool is_light(const SignalPlace& place) { return place.meaning.kind == SignalKind::traffic_light; }

  static std::vector<SignalId> signals_of(const ControlsOfWay& controls, bool lights) {
    std::vector<SignalId> signals;
    for (const ApproachControl& control : controls.list())
      if (is_light(control.place) == lights) signals.push_back(control.place.signal);
    std::sort(signals.begin(), signals.end());
    return signals;
  }

  std::map<Beside::Key, Beside> beside_of(const std::vector<ControlsOfWay>& own) const {
    std::map<Beside::Key, Beside> found;
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      for (const bool lights : {true, false}) {
        std::vector<SignalId> signals = signals_of(own[i], lights);
        if (signals.empty()) continue;
        const auto [first, is_new] = found.try_emplace({index_of(ways_[i].incoming), lights});
        if (is_new)
          first->second = {i, std::move(signals)};
        else
          first->second.are_same = first->second.are_same && first->second.signals == signals;
      }
    }
    return found;
  }

  // What else controls the way: signals on another connecting road that leaves the same lane. Some exporters write one
  // signal per approach, on just one of them. Where ways from the lane have different ones, the file tells them apart.
  void add_from_beside(std::size_t i, const ControlsOfWay& beside, bool lights, ControlsOfWay& controls) const {
    for (const ApproachControl& control : beside.list())
      if (is_light(control.place) == lights && !control.on_incoming_road && may_hold_beside(control.place, i))
        add(controls, i, control.place, false);
  }

  // Not where the file says that the signal does not hold for this lane, or where its arrows point elsewhere.
  bool may_hold_beside(const SignalPlace& place, std::size_t i) const {
    if (!points_to(map_, place.meaning.arrows, ways_[i].connection)) return false;
    return std::ranges::none_of(connecting_[i]->approach.roads, [&](const ApproachRoad& on) {
      const auto here = signal_places(map_, on.road);
      return std::ranges::any_of(here, [&](const SignalPlace& one) { return one.signal == place.signal; });
    });
  }

  void mark_those_for_every_connection(std::vector<ApproachControl>& controls) const {
    std::map<LaneId, std::size_t> ways;  // from a lane
    for (const Way& way : ways_) ++ways[way.incoming.lane];
    std::map<std::pair<LaneId, SignalId>, std::size_t> controlled;  // of those
    for (const ApproachControl& control : controls) ++controlled[{control.connection.incoming, control.place.signal}];
    for (ApproachControl& control : controls)
      control.every_connection =
          ways[control.connection.incoming] == controlled[{control.connection.incoming, control.place.signal}];
  }

  const RoadNetwork& map_;
  std::vector<Way> ways_;
  std::deque<HeldPlaces> approaches_;
  std::vector<const HeldPlaces*> incoming_, connecting_;  // of each way
  std::unordered_map<const SignalPlace*, bool> points_anywhere_;
};

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

const std::vector<ApproachControl>& junction_controls(const RoadNetwork& map, JunctionId junction) {
  return map.lazy_areas().controls[junction.index()].get(
      [&] { return std::make_unique<const std::vector<ApproachControl>>(OneJunction(map, junction).controls()); });
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
