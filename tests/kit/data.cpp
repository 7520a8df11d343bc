#include "kit/data.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "map/read.h"

namespace scrutineer::kit {

bool has_data() { return data_dir() != own_data_dir(); }

std::vector<std::filesystem::path> all_maps(std::string_view folder) {
  std::vector<std::filesystem::path> paths;
  if (!std::filesystem::is_directory(data_dir() / folder)) return paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data_dir() / folder))
    if (entry.path().extension() == ".xodr" || entry.path().filename().string().ends_with(".xodr.gz"))
      paths.push_back(entry.path());
  std::ranges::sort(paths);
  return paths;
}

std::vector<std::string> maps_like(std::initializer_list<std::string_view> names) {
  if (has_data()) return {names.begin(), names.end()};
  std::vector<std::string> own;
  for (const auto& path : all_maps()) own.push_back(path.stem().string());
  return own;
}

std::filesystem::path map_path(std::string_view name) { return data_dir() / "maps" / (std::string(name) + ".xodr"); }

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

std::unique_ptr<const map::RoadNetwork> load_map(std::string_view name) {
  auto network = map::read_xodr_file(map_path(name).string());
  if (!network) throw std::runtime_error(to_string(network.problem()));
  return std::move(*network);
}

}  // namespace scrutineer::kit
