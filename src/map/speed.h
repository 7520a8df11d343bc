// How fast one may drive at a place of the map.
//
//   const LegalSpeed legal = legal_speed(map, lane, s);
//   if (legal.kind == LegalSpeed::Kind::limit && speed > legal.max) ...
#pragma once

#include <string_view>

#include "base/quantity.h"
#include "map/road_network.h"

namespace scrutineer::map {

struct LegalSpeed {
  enum class Kind { limit, no_limit, unknown };
  enum class Source {
    nothing,        // the map says nothing here
    lane,           // the lane's own speed
    road_type,      // the speed of the road's type
    incoming_road,  // of a connecting road without its own: lane or type of the road the vehicle came from
  };
  Kind kind = Kind::unknown;
  Speed max;  // for Kind::limit
  Source source = Source::nothing;
  RoadId road;  // whose lane or type it is; invalid: nothing says it
  bool operator==(const LegalSpeed&) const = default;
};
const char* to_string(LegalSpeed::Source source);

// The lane's speed, else that of the road's type, each by the record that holds at road s. "no limit" and "undefined"
// are answers: a lane that says "undefined" is unknown, whatever the road's type says.
//
// A connecting road with neither has the speed that the lane before it has at the junction. Where several lanes lead
// into this one, it is that of the first; with `came_from`, the lane by which the vehicle entered the junction, it is
// that one's.
LegalSpeed legal_speed(const RoadNetwork& map, LaneId lane, double s);
LegalSpeed legal_speed(const RoadNetwork& map, LaneId lane, double s, LaneId came_from);

// The <type> that holds at s ("motorway", "town", ...); null if there is none.
const RoadTypeRecord* road_type_at(const RoadNetwork& map, RoadId road, double s);

}  // namespace scrutineer::map
