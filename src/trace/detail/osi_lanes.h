// The lanes, signs, lights and stop lines of an OSI GroundTruth as a map.
//
// Uses the best of what the message has: logical lanes with borders, else lanes with borders, else centre lines alone.
// Points keep OSI's order (often that of OpenDRIVE's s); the direction of traffic is a member of its own.
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
