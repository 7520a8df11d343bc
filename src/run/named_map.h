// The map that a run says it was driven on, found in a folder of maps.
#pragma once

#include <optional>

#include "base/result.h"
#include "run/outside.h"
#include "trace/manifest.h"

namespace scrutineer::run {

// Where the manifest names a folder of maps (map_dir) and no map, its map becomes the file there that is called as the
// run says: Town01 is Town01.xodr. A problem: the run names none, or it is not there.
std::optional<Problem> find_named_map(trace::Manifest& manifest, Outside& outside);

}  // namespace scrutineer::run
