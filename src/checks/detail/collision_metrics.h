// What the check `collision` measures.
#pragma once

#include <string>

#include "watch/declare.h"

namespace scrutineer::checks {

// All but the duration are known when the contact begins.
struct CollisionMetrics {
  std::string side, other_side;
  double velocity, other_velocity, acceleration, other_acceleration, delta_v, contact_x, contact_y;
  double duration = watch::kNone;
  std::string collision_type = {}, crash_form = {}, fault = {}, fault_rule = {};
  double impact_angle = watch::kNone, impact_lon = watch::kNone, impact_lat = watch::kNone, ego_delta_v = watch::kNone,
         other_delta_v = watch::kNone;
  bool at_fault_nuplan = false;
  double crash = watch::kNone;

  void fields(auto& field) {
    field("side", side, "", "Where the actor was touched: front, rear, left, right or a corner (front_left ...).");
    field("other_side", other_side, "", "Where the other actor was touched.");
    field("velocity", velocity, "m/s", "Of the actor along its heading when the contact began.");
    field("other_velocity", other_velocity, "m/s", "Of the other actor along its own heading.");
    field("acceleration", acceleration, "m/s^2", "Of the actor along its heading when the contact began.");
    field("other_acceleration", other_acceleration, "m/s^2", "Of the other actor along its own heading.");
    field("delta_v", delta_v, "m/s", "How fast they moved against each other in the last frame before.",
          watch::MetricRole::value);
    field("contact_x", contact_x, "m", "The centroid of the area that both covered when the contact began.");
    field("contact_y", contact_y, "m", "The centroid of the area that both covered when the contact began.");
    field("duration", duration, "s", "How long they overlapped.");
    field("collision_type", collision_type, "",
          "Of the ego's: stopped_ego, stopped_other, active_rear, active_front or active_lateral; empty for others.");
    field("crash_form", crash_form, "", "Of the ego's: object, vru, rear_end, head_on, sideswipe or side.");
    field("fault", fault, "", "The ego's: at_fault, not_at_fault or undetermined.", watch::MetricRole::verdict);
    field("fault_rule", fault_rule, "", "The rule that says so, see docs/conflicts.md.");
    field("impact_angle", impact_angle, "rad", "Of the ego's: the other's heading minus its own.");
    field("impact_lon", impact_lon, "m", "Of the ego's: the contact, ahead of its centre.");
    field("impact_lat", impact_lat, "m", "Of the ego's: the contact, to the left of its centre.");
    field("ego_delta_v", ego_delta_v, "m/s", "By how much it changes the ego's velocity, if both then move as one.");
    field("other_delta_v", other_delta_v, "m/s", "The same of the other.");
    field("at_fault_nuplan", at_fault_nuplan, "", "Whether it is the ego's fault as nuPlan has it.");
    field("crash", crash, "", "Of the ego's: the number of the crash that the contact belongs to, from 1.");
  }
};

}  // namespace scrutineer::checks
