#include "run/load.h"

#include <utility>

#include "map/read.h"

namespace scrutineer::run {

Result<std::unique_ptr<const map::RoadNetwork>> load_map(const std::string& file, Outside& outside) {
  outside.progress.begin("reading " + file);
  Result<std::string> text = outside.files.read(file);
  if (!text) return text.problem();
  return map::read_xodr(std::move(*text), file);
}

Result<LoadedMap> load_checked_map(const std::string& file, Outside& outside) {
  auto network = load_map(file, outside);
  if (!network) return network.problem();
  outside.progress.begin("checking " + file);
  std::vector<map::Anomaly> anomalies = map::check_map(**network).anomalies();
  return LoadedMap{*std::move(network), std::move(anomalies)};
}

Result<trace::Manifest> load_manifest(const std::string& file, Outside& outside) {
  const auto content = outside.files.read(file);
  if (!content) return content.problem();
  return trace::read_manifest(*content, file);
}

}  // namespace scrutineer::run
