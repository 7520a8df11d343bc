// What the episodes of a run with a Teleporter say, each by itself and side by side.
#pragma once

#include <span>
#include <string>

#include "live/session.h"

namespace scrutineer::live {

// A row per episode: its times, how many issues of each severity began in it, and for every check how many intervals
// overlap it and for how long in all.
std::string episodes_csv(std::span<const Episode> episodes, const watch::Evaluation& evaluation);

// A row per episode that began with a teleport to a lane: target, estimated and achieved arrival time.
std::string arrival_csv(std::span<const Episode> episodes);

// How arrivals compare, for a person; empty without any.
std::string arrival_summary(std::span<const Episode> episodes);
// Estimated and achieved over target times, as a picture.
std::string arrival_svg(std::span<const Episode> episodes);

}  // namespace scrutineer::live
