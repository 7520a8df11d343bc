// Where tests find files.
//
//   const auto town = kit::data_dir() / "maps" / "Town01.xodr";
#pragma once

#include <filesystem>

namespace scrutineer::kit {

std::filesystem::path source_dir();  // the root of the repository
// Real maps and runs: $SCRUTINEER_DATA, else ../shared/data beside the repository; where neither is there, our own.
std::filesystem::path data_dir();
std::filesystem::path own_data_dir();  // tests/data: small ones that the kit made

}  // namespace scrutineer::kit
