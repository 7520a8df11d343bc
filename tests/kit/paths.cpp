#include "kit/paths.h"

#include <cstdlib>

namespace scrutineer::kit {

std::filesystem::path source_dir() { return SCRUTINEER_SOURCE_DIR; }

std::filesystem::path data_dir() {
  const char* chosen = std::getenv("SCRUTINEER_DATA");
  const std::filesystem::path folder = chosen != nullptr && *chosen != '\0' ? chosen : SCRUTINEER_DATA_DIR;
  return std::filesystem::is_directory(folder) ? folder : own_data_dir();
}

std::filesystem::path own_data_dir() { return source_dir() / "tests/data"; }

}  // namespace scrutineer::kit
