#include "app/detail/map_checking.h"

#include <filesystem>
#include <utility>

#include "map/map_text.h"
#include "run/load.h"

namespace scrutineer::app {

Result<CheckedFile> check_file(const std::string& file, std::span<const map::MapRule> rules, Outside& outside) {
  outside.progress.begin("reading " + file);
  auto content = run::read_map_content(file, outside);
  if (!content) return content.problem();
  std::optional<map::MapText> text;  // of lanes there is none
  if (!content->lanes) text.emplace(content->xodr, content->file);
  auto map = run::build_map(*std::move(content), outside);
  outside.progress.begin("checking " + file);
  map::CheckedMap checked{.text = text ? &*text : nullptr, .map = map ? map->get() : nullptr};
  if (!map) checked.problem = map.problem();
  if (!outside.folders.is_stream(file)) {
    checked.file_exists = [&outside, folder = std::filesystem::path(file).parent_path()](const std::string& path) {
      const auto found = outside.folders.look((folder / path).string());
      return found && *found == results::Folders::Found::file;
    };
  }
  CheckedFile out{map::check_map(checked, rules), nullptr};
  if (map) out.map = *std::move(map);
  outside.progress.end();
  return out;
}

}  // namespace scrutineer::app
