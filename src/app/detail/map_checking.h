// Checking a map file, as several commands do it.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "app/run.h"
#include "map/check.h"
#include "map/road_network.h"

namespace scrutineer::app {

struct CheckedFile {
  map::CheckReport report;
  std::unique_ptr<const map::RoadNetwork> map;  // null: it cannot be built, and the report says why
};

// A problem if the file cannot be read at all.
Result<CheckedFile> check_file(const std::string& file, std::span<const map::MapRule> rules, Outside& outside);

}  // namespace scrutineer::app
