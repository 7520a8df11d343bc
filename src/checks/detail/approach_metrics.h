// What approach_junction tells of each approach.
#pragma once

#include <string>

#include "watch/declare.h"

namespace scrutineer::checks {

struct ApproachMetrics {
  std::string junction, incoming_road;
  double incoming_lane;
  std::string manoeuvre, signal, signal_road, signal_type, reference_line;
  double line_to_junction;
  std::string verdict, mode, colour;
  double decision_time, speed, longest_stop, longest_stop_distance, yellow_start_distance, yellow_start_speed,
      red_end_distance, red_end_speed, legal_speed;

  void fields(auto& field) {
    field("junction", junction, "", "The junction's id.");
    field("incoming_road", incoming_road, "", "The road by which the vehicle comes.");
    field("incoming_lane", incoming_lane, "", "Its lane there.");
    field("manoeuvre", manoeuvre, "", "The way it takes, if that matters and is known.");
    field("signal", signal, "", "The id of the signal that this is about; empty: nothing controls the vehicle.");
    field("signal_road", signal_road, "", "The road that the signal stands at: ids may repeat in a map.");
    field("signal_type", signal_type, "", "Traffic light, stop sign or yield sign.");
    field("reference_line", reference_line, "", "By what the place to stop is given.");
    field("line_to_junction", line_to_junction, "m", "From that line to the junction's border, along the lane.");
    field("verdict", verdict, "", "The first issue's kind, or passed, or why there is none.");
    field("mode", mode, "", "The light's mode at the decision point.");
    field("colour", colour, "", "The light's colour there.");
    field("decision_time", decision_time, "s", "When the vehicle was there.");
    field("speed", speed, "m/s", "Its speed there.");
    field("longest_stop", longest_stop, "s", "The longest that it stood still on the approach.");
    field("longest_stop_distance", longest_stop_distance, "m",
          "How far its front was then before the line, below 0 past it.");
    field("yellow_start_distance", yellow_start_distance, "m",
          "To the decision point, the reaction time after green ended.");
    field("yellow_start_speed", yellow_start_speed, "m/s", "Its speed at that time.");
    field("red_end_distance", red_end_distance, "m", "To the decision point, when red turned green.");
    field("red_end_speed", red_end_speed, "m/s", "Its speed at that time.");
    field("legal_speed", legal_speed, "m/s", "The legal speed at the line; none: slowing down cannot be judged.");
  }
};

}  // namespace scrutineer::checks
