// How far another place is along the roads, as the ego sees it.
//
//   RoadReach reach(map);
//   reach.move_ego(ego, faces_along_s(ego, ego_heading));       // every frame; searches only when the lane changes
//   if (auto d = reach.distance_to(actor)) use(d->lon, d->lat); // a few nanoseconds
//
// lon runs along the roads' reference lines, from the projection of the one place to that of the other; ahead is
// positive. lat is the difference of t, left of the ego's direction of travel is positive. Roads are followed, not
// lanes: an actor in an oncoming lane, on a shoulder or a sidewalk has a road distance too.
//
// From road to road it goes over linked lanes that carry vehicles, whichever way their traffic runs (over any linked
// lanes where a road has none of those), always on in the same sense: ahead of the ego over what follows, behind it
// over what comes before, never back out of a junction on the side where it came in. Each crossing carries the ego's t
// over by the offset of the linked lanes' centres.
//
// Of several ways to one place the shortest holds, ahead if both are equally short. But parallel ways through a
// junction differ in length, and an actor that leaves one of them must not jump to another; and a way that no traffic
// could take should not win by being a little shorter. So ways count as longer than they are:
//   - by kOtherEgoLane, if one begins in another lane than the ego's;
//   - by kOtherLane for each change of lane, so that ways that lead into the actor's own lane are preferred (shoulders,
//     sidewalks and the like count as part of any lane beside them);
//   - by kOtherDirection instead, for a change from a lane that runs against the ego's direction of travel to one that
//     runs with it: neither the ego nor the actor could have come that way.
//
// Two ways through a junction between the same ends of the same two roads lie side by side (often one connecting road
// per lane), though no route leads from one to the other. While the ego is on one of them, a place on the other counts
// as the place at the same share of the ego's own way, so an actor beside the ego stays beside it through the junction.
#pragma once

#include <memory>
#include <optional>

#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/road_network.h"

namespace scrutineer::map {

inline constexpr double kMaxRoadDistance = 300.0;  // metres; what is further away is unrelated
inline constexpr double kOtherEgoLane = 25.0;      // metres
inline constexpr double kOtherLane = 50.0;         // metres
inline constexpr double kOtherDirection = 150.0;   // metres

struct RoadDistance {
  double lon = 0.0, lat = 0.0;
};

// Does somebody with this heading at this place face along the road's s?
bool faces_along_s(const RoadPosition& place, double heading);

namespace detail {
struct LanesReached;
}

// The roads around the ego, searched once while it stays in its lane; the map keeps what was found for the next actor
// that comes there. It must not outlive the map; one thread at a time.
class RoadReach {
 public:
  explicit RoadReach(const RoadNetwork& map, double max_distance = kMaxRoadDistance)
      : map_(&map), max_distance_(max_distance) {}

  // Where the ego is, and whether it travels (faces) along its road's s. Without a lane it is nowhere.
  void move_ego(const RoadPosition& ego, bool along_s);

  // From the ego to the place; nothing if there is no way, if the one that holds is longer than the maximum, or if
  // the ego or the place is on no lane.
  //
  // Between two other places, such as the ego's front bumper and an actor's back: the difference of their distances.
  std::optional<RoadDistance> distance_to(const RoadPosition& place) const {
    RoadDistance distance;
    return find_distance(place, distance) ? std::optional(distance) : std::nullopt;
  }
  // The same where nobody wants an optional: it is asked of everybody in every frame. False: nothing, in `distance` either.
  bool find_distance(const RoadPosition& place, RoadDistance& distance) const;

 private:
  const RoadNetwork* map_;
  double max_distance_;
  std::shared_ptr<const detail::LanesReached> reached_;  // from this lane:
  DirectedLane from_;
  RoadPosition ego_;
  double sense_ = 1.0;  // -1: the ego travels against its road's s
};

// One distance, without keeping what was searched.
std::optional<RoadDistance> road_distance(const RoadNetwork& map, const RoadPosition& ego, bool along_s,
                                          const RoadPosition& place, double max_distance = kMaxRoadDistance);

}  // namespace scrutineer::map
