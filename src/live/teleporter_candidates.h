// Where the ego may be relocated to, and how far and long from there to the point of interest.
//
//   auto plan = plan_lanes(map, config, resolve);
//   if (!plan) return plan.problem();               // a lane that the map does not have, a box off the road
//   const Candidate& nearest = plan->candidates[closest_to(*plan, 42.0)];
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "live/teleporter_config.h"
#include "map/lookup.h"

namespace scrutineer::live::teleport {

struct Candidate {
  std::uint32_t source = 0;  // place in Config::lane_spawn_sources
  std::uint32_t index = 0;   // place among the samples of its lane, unreachable ones included
  map::LaneId lane;
  double station = 0.0;   // metres from the lane's begin, in the sense of travel
  map::RoadPoint at;      // heading is that of travel
  double distance = 0.0;  // driven to the midpoint, in metres
  double estimated_time = 0.0;
  bool reached_cruise = false;
};

// A lane on the way to the midpoint, or on from there.
struct WayLane {
  std::vector<map::Point> centres;  // of its centre line at even steps, both ends included, in the sense of travel
  double length = 0.0;
  map::LaneId next;  // that leads on to the midpoint; invalid: none does
};

struct LanePlan {
  std::vector<Candidate> candidates;         // that reach the midpoint, in the order of the file and along each lane
  std::size_t unreachable = 0;               // how many do not
  std::map<map::LaneId, WayLane> way_lanes;  // those that any candidate drives along
  std::vector<map::Point> beyond;            // the way on from the midpoint, as long as there is only one
  map::LaneId midpoint;
  double midpoint_station = 0.0;
  map::RoadPoint midpoint_at;
};

// Lanes that the file names by a simulator's edge; null: it names none.
using LaneResolver = std::function<Result<map::LaneId>(const LaneName&)>;

// The lane that is meant; a problem says what the map has instead.
Result<map::LaneId> find_lane(const map::RoadNetwork& map, const LaneName& name, const LaneResolver& resolve);

// For LaneMidpoint. One search from the midpoint against the traffic serves all candidates.
Result<LanePlan> plan_lanes(const map::RoadNetwork& map, const Config& config, const LaneResolver& resolve = {});

// The centres of the lanes from the candidate to the midpoint, and some metres on where that is the only way.
std::vector<map::Point> way_of(const LanePlan& plan, const Candidate& candidate);

// The place in `candidates` whose estimated time is nearest to `target`; of several the first. There must be one.
std::size_t closest_to(const LanePlan& plan, double target);

// A box that no road leads through cannot be driven into.
std::optional<Problem> check_trigger(const map::RoadNetwork& map, const TriggerBox& box);

}  // namespace scrutineer::live::teleport
