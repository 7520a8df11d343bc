#include "run/load.h"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "map/map_text.h"
#include "map/read.h"
#include "trace/recognise.h"

namespace scrutineer::run {

namespace {

// Runs in these formats may carry a map.
bool may_carry_map(const trace::Recognised& found) {
  return found.kind == trace::FileKind::run && (found.format == "osi" || found.format == "mcap");
}

MapContent content_of(trace::CarriedMap carried) {
  return {std::move(carried.name), std::move(carried.xodr), std::move(carried.lanes), std::move(carried.notes)};
}

// Nothing: the run cannot be read, or not twice, or its format carries no maps.
std::optional<trace::CarriedMap> carried_by(const std::string& trace, Outside& outside) {
  if (trace.empty() || outside.folders.is_stream(trace)) return std::nullopt;
  const auto head = outside.files.head(trace);
  if (!head || !may_carry_map(trace::recognise(*head, trace))) return std::nullopt;
  auto carried = outside.files.carried_map(trace);
  return carried ? std::optional(*std::move(carried)) : std::nullopt;
}

// A run may name its map instead of carrying it: a file beside it. Empty: it does not.
std::string named_beside(const trace::CarriedMap& carried, const std::string& trace) {
  const std::string name = carried.reference.substr(carried.reference.find_last_of("/\\") + 1);
  if (!carried.xodr.empty() || !name.ends_with(".xodr")) return "";
  return (std::filesystem::path(trace).parent_path() / name).string();
}

}  // namespace

Result<MapContent> read_map_content(const std::string& file, Outside& outside) {
  if (!outside.folders.is_stream(file)) {
    const auto head = outside.files.head(file);
    const trace::Recognised found = head ? trace::recognise(*head, file) : trace::Recognised{};
    if (may_carry_map(found)) {
      auto carried = outside.files.carried_map(file);
      if (!carried) return carried.problem();
      if (carried->is_there()) return content_of(*std::move(carried));
      return Problem{{.file = file}, why_no_map(found, file) + "; it carries neither a map nor lanes"};
    }
  }
  Result<std::string> bytes = outside.files.read(file);
  if (!bytes) return bytes.problem();
  return MapContent{.file = file, .xodr = *std::move(bytes)};
}

std::optional<MapContent> find_map_of_run(const std::string& trace, Outside& outside) {
  auto carried = carried_by(trace, outside);
  if (!carried) return std::nullopt;
  if (const std::string beside = named_beside(*carried, trace); !beside.empty()) {
    if (auto bytes = outside.files.read(beside))
      return MapContent{.file = beside,
                        .xodr = *std::move(bytes),
                        .notes = {fmt::format("the map is {}, which the run names (--map names another)", beside)}};
  }
  return map_in_run(*std::move(carried));
}

std::string map_beside_run(const std::string& trace, Outside& outside) {
  const auto carried = carried_by(trace, outside);
  return carried ? named_beside(*carried, trace) : "";
}

std::optional<MapContent> map_in_run(trace::CarriedMap carried) {
  if (!carried.is_there()) return std::nullopt;
  if (!carried.xodr.empty())
    carried.notes.push_back(fmt::format("the map is the one that the run carries, {} (--map names another)",
                                        carried.reference.empty() ? "without a name" : carried.reference));
  else
    carried.notes.push_back(fmt::format("no map was named, so it is made from the run's {} OSI lanes (--map names one)",
                                        carried.lanes->lanes.size()));
  return content_of(std::move(carried));
}

namespace {

// If the file is no map at all, says what it is and what to do with it.
Result<std::unique_ptr<const map::RoadNetwork>> explained(Result<std::unique_ptr<const map::RoadNetwork>> map,
                                                          const std::string& file, Outside& outside) {
  if (map || outside.folders.is_stream(file)) return map;
  const auto head = outside.files.head(file);
  std::string why = head ? why_no_map(trace::recognise(*head, file), file) : "";
  return why.empty() ? map.problem() : Problem{{.file = file}, std::move(why)};
}

}  // namespace

Result<std::unique_ptr<const map::RoadNetwork>> build_map(MapContent content, Outside& outside) {
  if (content.lanes) return map::build_network(*std::move(content.lanes));
  return explained(map::read_xodr(std::move(content.xodr), content.file), content.file, outside);
}

Result<std::unique_ptr<const map::RoadNetwork>> load_map(const std::string& file, Outside& outside) {
  outside.progress.begin("reading " + file);
  auto content = read_map_content(file, outside);
  if (!content) return content.problem();
  return build_map(*std::move(content), outside);
}

Result<LoadedMap> check_map(MapContent content, Outside& outside) {
  const std::string file = content.file;
  std::optional<map::MapText> text;
  if (!content.lanes) text.emplace(std::move(content.xodr), file);
  auto network = text ? explained(map::read_xodr(*text), file, outside) : build_map(std::move(content), outside);
  if (!network) return network.problem();
  outside.progress.begin("checking " + file);
  std::vector<map::Finding> anomalies =
      map::check_map({.text = text ? &*text : nullptr, .map = network->get()}, map::rules_of(map::RuleSet::drive))
          .anomalies();
  return LoadedMap{*std::move(network), std::move(anomalies)};
}

Result<LoadedMap> load_checked_map(const std::string& file, Outside& outside) {
  outside.progress.begin("reading " + file);
  auto content = read_map_content(file, outside);
  if (!content) return content.problem();
  return check_map(*std::move(content), outside);
}

Result<trace::Manifest> load_manifest(const std::string& file, Outside& outside) {
  const auto content = outside.files.read(file);
  if (!content) return content.problem();
  return trace::read_manifest(*content, file);
}

}  // namespace scrutineer::run
