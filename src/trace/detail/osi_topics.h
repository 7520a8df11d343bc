// How channels of MCAP files say what they hold.
#pragma once

#include <string_view>

namespace scrutineer::trace::osi {

inline constexpr std::string_view kGroundTruthSchema = "osi3.GroundTruth";
inline constexpr std::string_view kSensorViewSchema = "osi3.SensorView";
// omega-prime's; no part of ASAM OSI.
inline constexpr std::string_view kMapSchema = "osi3.MapAsamOpenDrive";

// omega-prime's channel of the map; the reference tool leaves the slash out. It may hold a GroundTruth with lanes only,
// which is no run.
constexpr bool is_map_topic(std::string_view topic) {
  if (topic.starts_with('/')) topic.remove_prefix(1);
  return topic == "ground_truth_map";
}

}  // namespace scrutineer::trace::osi
