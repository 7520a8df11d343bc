#include "run/load.h"

#include <utility>

#include "map/map_text.h"
#include "map/read.h"
#include "trace/recognise.h"

namespace scrutineer::run {

Result<std::unique_ptr<const map::RoadNetwork>> build_map(std::string bytes, const std::string& file,
                                                          Outside& outside) {
  auto map = map::read_xodr(std::move(bytes), file);
  if (map || outside.folders.is_stream(file)) return map;
  // What is no map at all is named, with what to do about it.
  const auto head = outside.files.head(file);
  std::string why = head ? why_no_map(trace::recognise(*head, file), file) : "";
  return why.empty() ? map.problem() : Problem{{.file = file}, std::move(why)};
}

Result<std::unique_ptr<const map::RoadNetwork>> load_map(const std::string& file, Outside& outside) {
  outside.progress.begin("reading " + file);
  Result<std::string> bytes = outside.files.read(file);
  if (!bytes) return bytes.problem();
  return build_map(*std::move(bytes), file, outside);
}

Result<LoadedMap> load_checked_map(const std::string& file, Outside& outside) {
  outside.progress.begin("reading " + file);
  Result<std::string> bytes = outside.files.read(file);
  if (!bytes) return bytes.problem();
  auto network = build_map(*bytes, file, outside);
  if (!network) return network.problem();
  outside.progress.begin("checking " + file);
  const map::MapText text(*std::move(bytes), file);
  std::vector<map::Finding> anomalies =
      map::check_map({.text = &text, .map = network->get()}, map::rules_of(map::RuleSet::drive)).anomalies();
  return LoadedMap{*std::move(network), std::move(anomalies)};
}

Result<trace::Manifest> load_manifest(const std::string& file, Outside& outside) {
  const auto content = outside.files.read(file);
  if (!content) return content.problem();
  return trace::read_manifest(*content, file);
}

}  // namespace scrutineer::run
