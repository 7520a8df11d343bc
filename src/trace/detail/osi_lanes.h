// The lanes, signs, lights and stop lines of an OSI GroundTruth as a map.
//
// Three grades, the best that is there: logical lanes with borders, lanes with borders, centre lines alone. The order of
// points is OSI's (often OpenDRIVE's s); which way traffic runs is told beside it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "map/lane_map.h"

namespace scrutineer::trace::osi {

// Nothing: the message has no lanes. Throws protozero::exception where the bytes are no protobuf.
std::optional<map::LaneMap> read_lanes(std::string_view ground_truth, const std::string& file);
// GroundTruth.map_reference.
std::string read_map_reference(std::string_view ground_truth);

}  // namespace scrutineer::trace::osi
