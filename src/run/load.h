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

Result<std::unique_ptr<const map::RoadNetwork>> load_map(const std::string& file, Outside& outside);

// A map with what is probably wrong in it, for those who evaluate many runs on it.
struct LoadedMap {
  std::shared_ptr<const map::RoadNetwork> network;
  std::vector<map::Anomaly> anomalies;
};
Result<LoadedMap> load_checked_map(const std::string& file, Outside& outside);

Result<trace::Manifest> load_manifest(const std::string& file, Outside& outside);

}  // namespace scrutineer::run
