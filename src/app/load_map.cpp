#include "app/commands.h"
#include "map/read.h"

namespace scrutineer::app {

Result<std::unique_ptr<const map::RoadNetwork>> load_map(const std::string& file, Outside& outside) {
  outside.progress.begin("reading " + file);
  Result<std::string> text = outside.files.read(file);
  if (!text) return text.problem();
  return map::read_xodr(std::move(*text), file);
}

}  // namespace scrutineer::app
