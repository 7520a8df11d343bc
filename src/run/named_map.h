// The map that a run says it was driven on, found in a folder of maps.
#pragma once

#include <optional>

#include "base/result.h"
#include "run/outside.h"
#include "trace/manifest.h"

namespace scrutineer::run {

// If the manifest names a folder of maps (map_dir) but no map, sets its map to the file in that folder that the run
// names: Town01 is Town01.xodr. A problem: the run names no map, or the folder does not have it.
std::optional<Problem> find_named_map(trace::Manifest& manifest, Outside& outside);

}  // namespace scrutineer::run
