// Single files of a run, read.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "map/check.h"
#include "map/lane_map.h"
#include "map/road_network.h"
#include "run/outside.h"
#include "trace/carried_map.h"
#include "trace/manifest.h"

namespace scrutineer::run {

// What a map is made of: OpenDRIVE, or lanes.
struct MapContent {
  std::string file;  // what problems and results call it
  std::string xodr;  // empty: there are lanes
  std::optional<map::LaneMap> lanes = {};
  std::vector<std::string> notes = {};
};

// Of an OpenDRIVE file, or of a run that carries a map.
Result<MapContent> read_map_content(const std::string& file, Outside& outside);
// The map that the run carries, or names and has beside it. Nothing: there is neither, or the run cannot be read.
std::optional<MapContent> find_map_of_run(const std::string& trace, Outside& outside);
// The file beside the run that it names as its map, whether it is there or not. Empty: it names none, or carries it.
std::string map_beside_run(const std::string& trace, Outside& outside);
// What a run carries, as find_map_of_run() gives it; without looking beside it.
std::optional<MapContent> map_in_run(trace::CarriedMap carried);

// If the file is no map at all, the problem says what it is and what to do with it.
Result<std::unique_ptr<const map::RoadNetwork>> build_map(MapContent content, Outside& outside);
Result<std::unique_ptr<const map::RoadNetwork>> load_map(const std::string& file, Outside& outside);

// A map with what is probably wrong in it (errors and warnings of the rule set `drive`), for those who evaluate many runs on it.
struct LoadedMap {
  std::shared_ptr<const map::RoadNetwork> network;
  std::vector<map::Finding> anomalies;
};
Result<LoadedMap> load_checked_map(const std::string& file, Outside& outside);
Result<LoadedMap> check_map(MapContent content, Outside& outside);

Result<trace::Manifest> load_manifest(const std::string& file, Outside& outside);

}  // namespace scrutineer::run
