// One vehicle's way through junctions, one after the other: what it approaches, by which lanes it may go on, what it
// took.
//
//   JunctionTraversal traversal(50.0);
//   const auto change = traversal.advance(view);           // every frame
//   if (change.ended) report(*change.ended);               // it is over; another may begin in the same frame
//   if (traversal.current() != nullptr) ...
//
// A traversal begins when the vehicle's centre comes within range of the junction along its lane, or when the vehicle
// appears inside. It is over when all of the vehicle has left the junction's area, or when the junction is no longer
// the next on its way. docs/junctions.md says it in words.
#pragma once

#include <optional>
#include <vector>

#include "map/signal_controls.h"
#include "map/way_to_junction.h"
#include "watch/context.h"
#include "watch/parameter.h"

namespace scrutineer::checks {

// What both junction checks read.
namespace junction_checkers {
using namespace literals;
inline constexpr watch::Parameter<bool> kEnabled{
    "junction_checkers.enabled", true, "Whether junctions are looked at: `traverse_junction`, `approach_junction`."};
inline constexpr watch::Parameter<Distance> kDistanceInRange{
    "junction_checkers.traverse_junction.distance_in_range", 50.0_m,
    "A junction is looked at from this distance on, along the lane from the vehicle's centre.", watch::kPositive};
}  // namespace junction_checkers

struct Traversal {
  map::JunctionId junction;
  map::LaneId incoming;                   // the last lane before the junction; invalid: the vehicle appeared inside
  std::vector<map::LaneConnection> ways;  // from that lane through the junction
  double to_border = 0.0;                 // from the vehicle's centre along its lane; below 0 inside
  std::optional<Time> off_since;          // its centre is on no lane for vehicles, since then
  bool has_entered = false;               // its centre is, or was, inside
  bool has_left = false;                  // its centre is out again
  Time entered{};
  std::optional<Time> entered_before;  // the junction right before this one, of which a part of it may still be inside
  // The ways that it may be on, while its centre is inside; else all.
  std::vector<map::LaneConnection> possible;
  std::optional<map::LaneConnection> taken;  // known when its centre has left the junction
};

class JunctionTraversal {
 public:
  struct Change {
    std::optional<Traversal> ended;
    watch::EndedBy ended_by = watch::EndedBy::condition;  // or not_entered
    bool begun = false;                                   // current() is new
  };

  explicit JunctionTraversal(double range) : range_(range) {}

  Change advance(const watch::View& at);
  const Traversal* current() const { return current_ ? &*current_ : nullptr; }
  // What is current after that: known while the vehicle's centre has left the current junction and its rear has not, since
  // its front may be at the next line by then.
  const Traversal* next() const { return next_ ? &*next_ : nullptr; }

 private:
  // What comes next on the lane that the vehicle is on.
  struct Ahead {
    map::DirectedLane lane;
    std::optional<map::WayToJunction> way;
    std::vector<map::LaneConnection> ways;
  };
  const Ahead* look_ahead(const watch::View& at, const map::RoadPosition* position);
  const std::vector<map::LaneConnection>& connections_of(const map::RoadNetwork& map, map::JunctionId junction);
  // Where the vehicle is in this frame, and in which junction; null and invalid: in none.
  struct Here {
    const map::RoadPosition* position = nullptr;
    map::JunctionId junction;
  };
  std::optional<Traversal> found(const watch::View& at, const Here& here);
  bool comes_nearer(const watch::View& at, const Here& here, Traversal& traversal);
  static bool may_come_back(const watch::View& at, Traversal& traversal);
  void look_at_next(const watch::View& at, const Here& here);
  Traversal begin_inside(const watch::View& at, map::JunctionId junction);
  void enter(const watch::View& at, Traversal& traversal);
  void follow_inside(const watch::View& at, Traversal& traversal);
  void leave(const watch::View& at, const map::RoadPosition* position);
  std::optional<Traversal> passed_unseen(const watch::View& at, const Here& here);
  static bool has_passed_over(const watch::View& at, const map::RoadPosition* position, const Traversal& traversal);
  static const map::LaneConnection* way_beyond(const watch::View& at, const std::vector<map::LaneConnection>& ways,
                                               const map::RoadPosition& position);

  double range_;
  std::optional<Traversal> current_, next_;
  std::vector<map::RoadId> roads_on_;  // that the vehicle seems to be on, sorted
  map::RoadId last_connecting_;        // that the vehicle seemed to be on last
  int last_lane_ = 0;
  Ahead ahead_;
  map::JunctionId known_junction_;
  std::vector<map::LaneConnection> known_connections_;  // of that junction
};

// The way that the vehicle's plan takes; nothing: it has none, or its plan does not lead through one of them.
std::optional<map::LaneConnection> planned_way(const watch::View& at, const std::vector<map::LaneConnection>& ways);

// Metres that the vehicle drove since the frame before, along its heading; 0 in its first frame.
double driven_since_last(const watch::View& at);

}  // namespace scrutineer::checks
