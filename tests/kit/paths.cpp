#include "kit/paths.h"

#include <cstdlib>

namespace scrutineer::kit {

std::filesystem::path source_dir() { return SCRUTINEER_SOURCE_DIR; }

std::filesystem::path data_dir() {
  const char* chosen = std::getenv("SCRUTINEER_DATA");
  return chosen != nullptr && *chosen != '\0' ? chosen : SCRUTINEER_DATA_DIR;
}

}  // namespace scrutineer::kit
