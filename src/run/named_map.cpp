#include "run/named_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/text.h"
#include "trace/recognise.h"

namespace scrutineer::run {

namespace {

constexpr std::string_view kExtension = ".xodr";

// "Town01" of "Town01.xodr" and "Town01.xodr.gz"; empty: that is no map.
std::string map_name_of(const std::string& file) {
  std::string_view name = file;
  for (const std::string_view packing : {".gz", ".zst"})
    if (name.ends_with(packing)) name.remove_suffix(packing.size());
  return name.ends_with(kExtension) ? std::string(name.substr(0, name.size() - kExtension.size())) : "";
}

std::string list_of(const std::vector<std::string>& maps) {
  constexpr std::size_t kMost = 10;
  if (maps.empty()) return "it has no maps (.xodr)";
  std::string text = "it has ";
  for (std::size_t i = 0; i < std::min(kMost, maps.size()); ++i) text += (i > 0 ? ", " : "") + maps[i];
  return maps.size() > kMost ? fmt::format("{} and {} more", text, maps.size() - kMost) : text;
}

}  // namespace

std::optional<Problem> find_named_map(trace::Manifest& manifest, Outside& outside) {
  if (manifest.map_dir.empty() || !manifest.map.empty()) return std::nullopt;
  const auto head = outside.files.head(manifest.trace);
  if (!head) return head.problem();
  const auto wanted = trace::named_map(*head);
  if (!wanted)
    return Problem{{.file = manifest.trace},
                   fmt::format("does not say on which map it was driven, so {} is of no help: name the map with --map",
                               manifest.map_dir)};
  const auto names = outside.folders.names(manifest.map_dir);
  if (!names) return names.problem();
  std::vector<std::string> maps;
  std::string similar;
  for (const std::string& name : *names) {
    const std::string map = map_name_of(name);
    if (map.empty()) continue;
    maps.push_back(name);
    if (map == *wanted || (similar.empty() && equals_ignoring_case(map, *wanted)))
      similar = (std::filesystem::path(manifest.map_dir) / name).string();
    if (map == *wanted) break;
  }
  if (similar.empty())
    return Problem{{.file = manifest.trace},
                   fmt::format("was driven on {0}, but {1} has no {0}.xodr; {2}. --map names one that lies elsewhere",
                               *wanted, manifest.map_dir, list_of(maps))};
  manifest.map = similar;
  return std::nullopt;
}

}  // namespace scrutineer::run
