// Which OSI message a protobuf message is, told by its shape: nothing in it says so.
//
// GroundTruth and SensorView share their first fields; field 7 is a TrafficLight in one and a whole GroundTruth in the
// other. Known fields must have the right wire type down to positions; unknown ones are let pass.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scrutineer::trace::osi {

enum class Kind : std::uint8_t {
  ground_truth,
  sensor_view,
  undecided,      // fits both: hardly anything is in it
  sensor_data,    // detections, not the truth
  other_message,  // version and timestamp, as all OSI messages begin, then something else
  not_osi
};

// `is_complete`: false if `message` is only the first part of one.
Kind kind_of(std::string_view message, bool is_complete = true);

// Whether the message can be one of this kind (GroundTruth or SensorView).
bool fits(std::string_view message, Kind kind);

// What a person should know of the version that messages tell; empty: it is a known one. Fields keep their meaning within
// a major version.
std::string note_of_version(std::string_view version);

}  // namespace scrutineer::trace::osi
