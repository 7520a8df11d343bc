// Manoeuvres of others that UN R157 wants an automated vehicle to cope with, and whether careful drivers would have.
//
//   events.step(scene, ego);                               // every frame
//   for (const R157Event& event : events.open()) ...
//   for (const R157Event& event : events.ended()) ...      // in this frame
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "checks/detail/r157_drivers.h"
#include "scene/scene.h"
#include "watch/context.h"

namespace scrutineer::checks {

struct R157Event {
  trace::ActorId other;
  watch::ActorRef other_ref;
  Manoeuvre manoeuvre = Manoeuvre::cut_in;
  Time start{}, last{};
  VirtualDriver cc, fsm;
  std::optional<bool> reg157;  // nothing: R157 has no inequality for it, or its moment did not come

  bool is_preventable(const VirtualDriver& driver) const { return !driver.has_collided(); }

  // ---- for R157Events ----
  double ego_driven = 0.0;  // metres since the start
  double other_along = 0.0,
         other_across = 0.0;  // of its centre, from the ego's at the start and from the centre of its lane then
  double other_speed = 0.0, other_side_speed = 0.0, other_length = 0.0, other_width = 0.0;
  double start_across = 0.0, ego_width = 0.0, ego_length = 0.0;
  double ego_offset = 0.0;  // to the left of the centre of the lane that it is in now, ...
  double lane_shift = 0.0;  // ... and that to the left of the one that it started in
  bool has_touched = false;
};

class R157Events {
 public:
  // The ego's encounters must be followed.
  void step(scene::Scene& scene, scene::Slot ego);
  std::span<const R157Event> open() const { return open_; }
  std::span<const R157Event> ended() const { return ended_; }
  // All that are open end here.
  void end();

 private:
  // The other along the ego's lane, and across it.
  struct SeenVehicle {
    const scene::Encounter* met = nullptr;
    double along = 0.0, across = 0.0;  // from the ego's centre; along: of both with their trailers
    double speed = 0.0, side_speed = 0.0, acceleration = 0.0;
    double length = 0.0, width = 0.0;
    double ego_length = 0.0;   // with its trailers
    double half_across = 0.0;  // from its centre to its nearest edge, which is a corner of one that is turned
    bool is_leader = false;
  };

  static bool may_begin(scene::Scene& scene, scene::Slot ego);
  void look(scene::Scene& scene, scene::Slot ego);
  static void see_in_plane(scene::Scene& scene, scene::Slot ego, SeenVehicle& seen);
  void follow_open(scene::Scene& scene, scene::Slot ego);
  void look_for_new(scene::Scene& scene, scene::Slot ego);
  static bool cuts_in(scene::Scene& scene, scene::Slot ego, const SeenVehicle& seen);
  void begin(scene::Scene& scene, scene::Slot ego, const SeenVehicle& seen, Manoeuvre manoeuvre);
  bool goes_on(scene::Scene& scene, scene::Slot ego, R157Event& event, const SeenVehicle* seen);
  static bool is_passed(const R157Event& event, const SeenVehicle& seen);
  static void follow_ego(scene::Scene& scene, scene::Slot ego, R157Event& event, double seconds);
  static void show(R157Event& event);
  void judge_cut_in(scene::Scene& scene, scene::Slot ego, R157Event& event, const SeenVehicle& seen);

  std::vector<R157Event> open_, ended_;
  std::vector<SeenVehicle> seen_vehicles_;                                // of this frame
  std::vector<std::pair<trace::ActorId, Manoeuvre>> seen_, seen_before_;  // conditions that hold
};

}  // namespace scrutineer::checks
