// Watches how near the ego comes to collisions with others: one interval per other actor while a measure is beyond its
// bound. docs/conflicts.md says what each measure is.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "scene/encounters.h"
#include "watch/per_actor.h"

namespace scrutineer::checks {

// The least or greatest value of a measure, when it was, and where the ego's centre was then.
#define SCRUTINEER_EXTREME(name) \
  double name = watch::kNone, name##_time = watch::kNone, name##_x = watch::kNone, name##_y = watch::kNone
#define SCRUTINEER_EXTREME_FIELDS(name, unit, meaning)                  \
  field(#name, name, unit, meaning);                                    \
  field(#name "_time", name##_time, "s", "When that was.");             \
  field(#name "_x", name##_x, "m", "Where the ego's centre was then."); \
  field(#name "_y", name##_y, "m", "Where the ego's centre was then.")

struct ConflictMetrics {
  std::string type, role, first;
  double pet = watch::kNone, et = watch::kNone, other_et = watch::kNone;
  double tet = 0.0, tit = 0.0, rss_violation_time = 0.0;
  SCRUTINEER_EXTREME(min_ttc);
  SCRUTINEER_EXTREME(min_mttc);
  SCRUTINEER_EXTREME(min_thw);
  SCRUTINEER_EXTREME(min_headway);
  SCRUTINEER_EXTREME(min_trail_time);
  SCRUTINEER_EXTREME(min_dce);
  SCRUTINEER_EXTREME(min_wttc);
  SCRUTINEER_EXTREME(min_distance);
  SCRUTINEER_EXTREME(max_drac);
  SCRUTINEER_EXTREME(max_other_drac);
  SCRUTINEER_EXTREME(max_mdrac);
  SCRUTINEER_EXTREME(max_required_deceleration);
  SCRUTINEER_EXTREME(max_btn);
  SCRUTINEER_EXTREME(max_required_lateral);
  SCRUTINEER_EXTREME(max_stn);
  SCRUTINEER_EXTREME(max_impact_speed);
  SCRUTINEER_EXTREME(max_predicted_delta_v);
  SCRUTINEER_EXTREME(max_extended_delta_v);

  void fields(auto& field) {
    field("type", type, "", "How they met: standing, following, oncoming, adjacent, merging, crossing, vru_crossing.");
    field("role", role, "", "Of the ego, where one followed the other: follower, leader; else none.");
    field("first", first, "", "Who came first to where both were: ego, other; else nobody.");
    field("pet", pet, "s", "The post-encroachment time: from when the first was there to when the second was.");
    field("et", et, "s", "How long the ego was in the area that both were in.");
    field("other_et", other_et, "s", "How long the other was in it.");
    field("tet", tet, "s", "How long the time to collision was below its bound.");
    field("tit", tit, "s^2", "The time to collision below its bound, summed up over time.");
    field("rss_violation_time", rss_violation_time, "s",
          "How long no distance was safe as RSS sees it (conflict.rss).");
    SCRUTINEER_EXTREME_FIELDS(min_ttc, "s", "The least time to collision at constant velocities.");
    SCRUTINEER_EXTREME_FIELDS(min_mttc, "s", "The least time to collision at constant accelerations.");
    SCRUTINEER_EXTREME_FIELDS(min_thw, "s", "The least time headway: the gap over the rear one's speed.");
    SCRUTINEER_EXTREME_FIELDS(min_headway, "m", "The least gap between bumpers along the way.");
    SCRUTINEER_EXTREME_FIELDS(min_trail_time, "s",
                              "The least time since the leader's rear was where the follower's front is.");
    SCRUTINEER_EXTREME_FIELDS(min_dce, "m", "The least distance that constant velocities would lead to.");
    SCRUTINEER_EXTREME_FIELDS(min_wttc, "s", "The least time in which they could meet, whatever both do.");
    SCRUTINEER_EXTREME_FIELDS(min_distance, "m", "The least distance of the bodies, as driven.");
    SCRUTINEER_EXTREME_FIELDS(max_drac, "m/s^2",
                              "The largest constant deceleration that the ego needed to avoid contact.");
    SCRUTINEER_EXTREME_FIELDS(max_other_drac, "m/s^2", "The same of the other.");
    SCRUTINEER_EXTREME_FIELDS(max_mdrac, "m/s^2", "The same of the ego, if it brakes conflict.reaction_time later.");
    SCRUTINEER_EXTREME_FIELDS(max_required_deceleration, "m/s^2",
                              "What the rear one needed, as the front one was braking.");
    SCRUTINEER_EXTREME_FIELDS(max_btn, "", "The same over what brakes can do.");
    SCRUTINEER_EXTREME_FIELDS(max_required_lateral, "m/s^2",
                              "The largest lateral acceleration that the ego needed to pass beside.");
    SCRUTINEER_EXTREME_FIELDS(max_stn, "", "The same over what tyres can do.");
    SCRUTINEER_EXTREME_FIELDS(max_impact_speed, "m/s", "The largest relative speed at which they would have met.");
    SCRUTINEER_EXTREME_FIELDS(max_predicted_delta_v, "m/s", "What that would have changed the ego's velocity by.");
    SCRUTINEER_EXTREME_FIELDS(max_extended_delta_v, "m/s", "The same, after the ego braked as hard as is comfortable.");
  }
};
#undef SCRUTINEER_EXTREME
#undef SCRUTINEER_EXTREME_FIELDS

struct ConflictBounds {
  double ttc = 0.0, pet = 0.0, thw = 0.0, thw_speed = 0.0, drac = 0.0;  // 0: does not count
  bool rss = false;
  double reaction_time = 1.0;
};

struct ConflictWatcher {
  using Metrics = ConflictMetrics;

  // One who is in conflict with the ego, or was a moment ago.
  struct Partner {
    trace::ActorId id;
    watch::ActorRef actor;
    watch::Lifecycle lifecycle;
    Metrics data;
    bool is_typed_by_ttc = false;
    bool is_seen = false;  // in this frame
  };
  struct Instance {
    ConflictBounds bounds;
    Duration merge_gap{};
    std::vector<Partner> partners;
    bool has_looked = false;  // for what the run's data does not allow:
    std::string left_out = {};
  };

  static Instance create(const watch::Setup& setup);
  static void step(Instance& self, watch::Watch& watch, const watch::View& at);
  static void end(Instance& self, watch::Watch& watch, watch::EndedBy ended_by);
  // Of all near it: the least time to collision, the least post-encroachment time, the largest deceleration needed.
  static std::array<double, 5> plot(const Instance& self, const watch::View& at);
  // The measures that the run's data does not allow, and why.
  static std::string note(const Instance& self, const watch::View& at, Time last);

 private:
  static bool is_beyond(const Instance& self, const watch::View& at, const scene::Encounter& met,
                        const scene::NearMeasures& near);
  static void end_those_who_left(Instance& self, watch::Watch& watch, const watch::View& at);
  static void follow(Instance& self, watch::Watch& watch, const watch::View& at, Partner& partner,
                     const scene::Encounter* met, bool beyond);
  static void measure(const Instance& self, const watch::View& at, Partner& partner, const scene::Encounter& met);
  static void close(watch::Watch& watch, Partner& partner, const watch::Ending& ending);
};

std::vector<const watch::AnyParameter*> conflict_parameters();

}  // namespace scrutineer::checks
