// Maps and runs for tests: real ones where they are there (kit/paths.h), else small ones of our own in tests/data.
//
//   TEST(Reader, ReadsEveryMap) {                        // whichever there are
//     for (const auto& path : kit::all_maps()) ...
//   }
//   TEST(Surface, HoldsLanes) {                          // these; else all of our own
//     for (const std::string& name : kit::maps_like({"Town01", "cloverleaf"})) ... kit::load_map(name);
//   }
//   TEST(Reader, CountsWhatTown01Has) {
//     SCRUTINEER_NEEDS_DATA();                           // what is expected holds for real files only
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
#define SCRUTINEER_NEEDS_DATA()                                                                                        \
  do {                                                                                                                 \
    if (!::scrutineer::kit::has_data()) GTEST_SKIP() << "no folder with real maps and runs; SCRUTINEER_DATA names it"; \
  } while (false)

namespace scrutineer::kit {

bool has_data();  // real ones

// Every .xodr (.xodr.gz) below `maps/`, or below another folder of the data, sorted.
std::vector<std::filesystem::path> all_maps(std::string_view folder = "maps");
// The real maps of these names; where there are none, all of our own.
std::vector<std::string> maps_like(std::initializer_list<std::string_view> names);
// "Town01" -> .../maps/Town01.xodr
std::filesystem::path map_path(std::string_view name);
// Throws std::runtime_error where the file cannot be read or the map not built: a test cannot go on without it.
std::string read_text(const std::filesystem::path& path);
std::unique_ptr<const map::RoadNetwork> load_map(std::string_view name);

}  // namespace scrutineer::kit
