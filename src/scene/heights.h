// What a run's heights are worth on its map.
//
//   Heights heights(map);                           // null: the run has no map
//   heights.advance(step.frame, tables.actors());   // every frame, before anything else looks at it
//   for (const std::string& note : heights.notes()) ...
//
// Simulators that know no heights write 0 for all of them. Where the map lies elsewhere no vehicle would be on a road, so
// such heights are taken away: then everything lies on the surface. And simulators hide actors that are not yet to be
// seen far below the ground (CARLA's ScenarioRunner: 500 m): those are left out while they are there.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "map/road_network.h"
#include "trace/frame.h"

namespace scrutineer::scene {

inline constexpr double kHiddenDepth = 100.0;  // metres below the lowest surface, without a map below the highest actor

class Heights {
 public:
  // The map, if any, must outlive it.
  explicit Heights(const map::RoadNetwork* map);

  void advance(trace::Frame& frame, std::span<const trace::ActorInfo> actors);
  // Complete at the end of the run.
  std::vector<std::string> notes() const;

 private:
  // What a run means that has said nothing but 0 so far. As long as it may be meant, it is held against the map.
  enum class Zeros { may_be_meant, are_none, are_meant };

  void leave_out_hidden(trace::Frame& frame, std::span<const trace::ActorInfo> actors);
  void compare_with_map(const trace::Frame& frame, std::span<const trace::ActorInfo> actors);

  const map::RoadNetwork* map_;
  double lowest_surface_ = 0.0;
  std::set<trace::ActorId> hidden_;
  std::string first_hidden_;  // "12 (z -500 m)"
  Zeros zeros_ = Zeros::may_be_meant;
  double surface_ = 0.0;                    // where the first vehicle was that cannot have had a height of 0 ...
  std::optional<Time> are_none_since_;      // ... and when
  std::optional<Time> other_heights_from_;  // the frame that ended that: it had other heights than 0
};

}  // namespace scrutineer::scene
