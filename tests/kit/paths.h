// Where tests find files.
//
//   const auto town = kit::data_dir() / "maps" / "Town01.xodr";
#pragma once

#include <filesystem>

namespace scrutineer::kit {

std::filesystem::path source_dir();  // the root of the repository
std::filesystem::path data_dir();    // real maps and runs: $SCRUTINEER_DATA, else ../shared/data beside the repository

}  // namespace scrutineer::kit
