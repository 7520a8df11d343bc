// Single files of a run, read.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "map/check.h"
#include "map/road_network.h"
#include "run/outside.h"
#include "trace/manifest.h"

namespace scrutineer::run {

// From the bytes of a file that was read; what is no map at all is named, with what to do about it.
Result<std::unique_ptr<const map::RoadNetwork>> build_map(std::string bytes, const std::string& file, Outside& outside);
Result<std::unique_ptr<const map::RoadNetwork>> load_map(const std::string& file, Outside& outside);

// A map with what is probably wrong in it (errors and warnings of the rule set `drive`), for those who evaluate many runs on it.
struct LoadedMap {
  std::shared_ptr<const map::RoadNetwork> network;
  std::vector<map::Finding> anomalies;
};
Result<LoadedMap> load_checked_map(const std::string& file, Outside& outside);

Result<trace::Manifest> load_manifest(const std::string& file, Outside& outside);

}  // namespace scrutineer::run
