// What happens in a live run, as it happens: one JSON object per line.
//
//   {"time":12.3,"event":"interval_start","check":"road_departure","actor":"7"}
//   {"time":14.1,"event":"interval_end","check":"road_departure","actor":"7","start":12.3,"ended_by":"condition"}
//   {"time":14.1,"event":"issue","check":"road_departure","kind":"road_departure","severity":"warning","actor":"7",
//   ...}
#pragma once

#include <span>
#include <string>

#include "live/teleporter.h"
#include "watch/engine.h"

namespace scrutineer::live {

// A newline after each line.
std::string event_lines(Time now, std::span<const watch::Event> events, const watch::Engine& engine);
std::string event_line(const teleport::LogRow& teleport);

}  // namespace scrutineer::live
