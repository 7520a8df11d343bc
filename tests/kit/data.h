// Real maps and runs for tests: where they are (kit/paths.h), what there is, and what to do where they are absent.
//
//   TEST(Reader, ReadsEveryMap) {
//     SCRUTINEER_NEEDS_DATA();
//     for (const auto& path : kit::all_maps()) ...
//   }
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "kit/paths.h"
#include "map/road_network.h"

// Skips the test, visibly, where the data folder is absent.
#define SCRUTINEER_NEEDS_DATA()                                                                      \
  do {                                                                                               \
    if (!::scrutineer::kit::has_data())                                                              \
      GTEST_SKIP() << "no folder " << ::scrutineer::kit::data_dir() << "; SCRUTINEER_DATA names it"; \
  } while (false)

namespace scrutineer::kit {

bool has_data();

// Every .xodr below `maps/`, or below another folder of the data, sorted.
std::vector<std::filesystem::path> all_maps(std::string_view folder = "maps");
// "Town01" -> .../maps/Town01.xodr
std::filesystem::path map_path(std::string_view name);
// Throws std::runtime_error where the file cannot be read or the map not built: a test cannot go on without it.
std::string read_text(const std::filesystem::path& path);
std::unique_ptr<const map::RoadNetwork> load_map(std::string_view name);

}  // namespace scrutineer::kit
