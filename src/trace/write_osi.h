// Frames as OSI messages, as a .osi file holds them.
//
//   const OsiRun run{.actors = tables.actors(), .lights = tables.lights(), .host_id = "7"};
//   file << osi_record(run, frame);          // every frame
//
// What OSI cannot hold is left out: drivers; the state of the automation, except of the ego in a SensorView; a speed
// without a velocity. A light becomes a head of three bulbs that refer to the signal; static objects become stationary
// ones.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "trace/frame.h"

namespace scrutineer::trace {

struct OsiRun {
  std::span<const ActorInfo> actors;
  std::span<const LightInfo> lights;
  std::optional<std::string> host_id;  // the ego's
  bool sensor_view = false;            // else GroundTruth
  // Ids are numbers in OSI: those of the run, or the actors' order, from 1.
  bool numbered_anew = false;
};

std::string osi_message(const OsiRun& run, const Frame& frame);
// The message behind its length.
std::string osi_record(const OsiRun& run, const Frame& frame);

}  // namespace scrutineer::trace
