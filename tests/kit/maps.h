// Whole maps for tests and benchmarks, small enough to know by heart. Linked lanes meet exactly (maps_test.cpp).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "kit/map_builder.h"
#include "kit/road_builder.h"
#include "map/model.h"

namespace scrutineer::kit {

// Road "1" along the x axis from the origin, one lane each way (y in [-3.5, 0] along x, [0, 3.5] against it).
map::Document straight_road(double length = 100.0, map::TrafficRule rule = map::TrafficRule::right_hand);

// Road "1" of every analytic geometry kind: line, spiral, arc, spiral, spiral, arc, spiral, line.
map::Document s_curve();

// Road "1" of every geometry kind, with lane sections, changing widths, lane offset, elevation and superelevation.
map::Document everything_road();

// Road "1" along x whose lanes -2, -1, 1 are given by the t of their borders: lane -1 widens from 3 to 4 m.
map::Document bordered_road();

// Roads "1" and "2", 100 m each along the x axis, the end of "1" linked to the start of "2".
map::Document two_roads();

// The same place, but "2" runs from x = 200 back to x = 100: the end of "1" is linked to the end of "2".
map::Document end_to_end_roads();
// The same place, but "1" runs from x = 100 back to x = 0: the start of "1" is linked to the start of "2".
map::Document start_to_start_roads();

// Four arms "east", "north", "west", "south" meet in junction "J" at the origin.
struct Crossing {
  map::TrafficRule rule = map::TrafficRule::right_hand;
  int lanes_each_way = 1;
  bool sidewalks = false;  // 2 m wide, outside of the driving lanes; right turns (left turns with LHT) link them
  double arm_length = 100.0;
  double half_size = 15.0;      // from the origin to where the arms end
  bool arms_run_inward = true;  // s of the arms: towards the junction, or away from it

  // Signals "light_east", "stop_east", "yield_east", "line_east" and so on.
  enum class Lights {
    none,
    on_arms,       // on the incoming roads, 1 m before the junction, orientation as traffic drives
    by_reference,  // as CARLA's maps: the signal has validity 0..0, each connecting road references it at its entry
  };
  Lights lights = Lights::none;  // controllers "ns" and "ew"
  enum class Signs { none, minor_stop, minor_yield, all_way_stop };
  Signs signs = Signs::none;  // minor: north and south
  enum class StopLines { none, signals, objects };
  StopLines stop_lines = StopLines::none;  // 1 m before the junction
  bool crosswalks = false;                 // objects on the arms, 4 m before the junction
  bool boundary = false;                   // the junction states its own boundary (1.8)
};
map::Document four_way_crossing(const Crossing& options = {});

// Arms as above around a one-way ring ("ring_east" leads from the east arm's junction to the next) of radius 20 m;
// junctions "J_east" ... join each arm to the ring.
map::Document roundabout(map::TrafficRule rule = map::TrafficRule::right_hand);

// Road "upper" (6 m up, along y) crosses over road "lower" (along x) at the origin; they are not linked.
map::Document bridge();

// Road "1" along x: lane -2 narrows from 3.5 m at s = 50 to nothing at s = 100, where it joins lane -1.
map::Document narrowing_lane();

// A one-way motorway "main", "after" along x with lanes -1, -2, -3; lane -4 of "main" widens at s = 100 and leaves over
// road "ramp". Both follow in junction "J", either over connecting roads or directly.
map::Document motorway_with_exit(bool direct_junction = false);

// A grid of streets with about `road_count` roads in all: 100 m streets with two driving lanes and a sidewalk each way,
// every crossing with all turns. The outermost streets are dead ends.
map::Document grid(int road_count);

// All of the above by name, for tests that hold for every map (grid with 100 roads).
std::vector<std::pair<std::string, map::Document>> all_generated_maps();

}  // namespace scrutineer::kit
