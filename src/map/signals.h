// Where signals and stop lines hold, and for which lanes.
//
//   for (const SignalAhead& ahead : signals_ahead(map, at.lane, at.s, 50.0))
//     if (ahead.place.meaning.kind == SignalKind::stop_sign) ...
//
// A signal has one physical place, and holds there, at the places of its references, or at both. File ids repeat in
// real maps, so a signal is named by its SignalId, or by its road and its id.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "map/road_network.h"
#include "map/signal_kinds.h"

namespace scrutineer::map {

// Where a signal stands, where a reference says that it holds too, or where an object is a painted stop line.
struct SignalPlace {
  RoadId road;
  double s = 0.0, t = 0.0;    // s is within the road, whatever the file says
  SignalId signal;            // the physical signal; invalid for an object
  ObjectId object;            // a stop line; invalid for a signal
  bool is_reference = false;  // a <signalReference> to a signal that stands elsewhere
  Orientation orientation = Orientation::both;
  std::span<const LaneValidity> validities;
  SignalMeaning meaning;
  bool is_invalidated = false;  // the signal or object is covered or crossed out: it holds for nobody
};

// All of a road, by s. A reference whose signal id the file has several times means the one that stands at a junction
// of the same road, of those the one nearest to the reference, of those the first in the file.
std::span<const SignalPlace> signal_places(const RoadNetwork& map, RoadId road);

// Does it hold for this lane, of its road and of the section at its s?
//
// Where there is a <validity> it alone decides, for orientation is reversed in real files: 0..0 says "stands here,
// holds for nobody here". Without one it holds for the lanes whose traffic runs as `orientation` says; a painted stop
// line then holds for the lanes that it lies on, and orientation only tells which if it lies on lanes of both
// directions.
bool holds_for(const RoadNetwork& map, const SignalPlace& place, LaneId lane);

struct SignalAhead {
  SignalPlace place;
  LaneId lane;            // for which it holds there
  double distance = 0.0;  // from the asked position, along the centre lines of the lanes
};

// What holds for traffic that goes on from (lane, road s), nearest first, through every lane that this one leads to.
// Signals that a lane passes without being meant are left out.
std::vector<SignalAhead> signals_ahead(const RoadNetwork& map, LaneId lane, double s, double distance);

SignalMeaning meaning_of(const RoadNetwork& map, SignalId signal);

// The controllers that switch it, ascending.
std::span<const ControllerId> controllers_of(const RoadNetwork& map, SignalId signal);

// The signals that its <dependency> elements name: plates that limit or extend it. Repeated ids as in signal_places().
std::vector<SignalId> dependencies_of(const RoadNetwork& map, SignalId signal);

// A <signalReference> to a signal that the file does not have. It holds for nobody.
struct DanglingReference {
  RoadId road;
  double s = 0.0;
  std::string signal_id;
};
std::span<const DanglingReference> dangling_references(const RoadNetwork& map);

}  // namespace scrutineer::map
