#include "run/load.h"

#include <utility>

#include "map/read.h"
#include "trace/recognise.h"

namespace scrutineer::run {

Result<std::unique_ptr<const map::RoadNetwork>> load_map(const std::string& file, Outside& outside) {
  outside.progress.begin("reading " + file);
  Result<std::string> text = outside.files.read(file);
  if (!text) return text.problem();
  auto map = map::read_xodr(*std::move(text), file);
  if (map || outside.folders.is_stream(file)) return map;
  // What is no map at all is named, with what to do about it.
  const auto head = outside.files.head(file);
  std::string why = head ? why_no_map(trace::recognise(*head, file), file) : "";
  return why.empty() ? map.problem() : Problem{{.file = file}, std::move(why)};
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
