#include "trace/files_beside.h"

#include <filesystem>
#include <utility>

namespace scrutineer::trace {

namespace {

constexpr std::string_view kTracks = "tracks";

bool is_file(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace

std::string meta_beside(const std::string& run, std::string_view kind) {
  const std::filesystem::path path(run);
  std::string name = path.filename().string();
  const std::size_t at = name.rfind(kTracks);
  if (at == std::string::npos) return "";
  name.replace(at, kTracks.size(), kind);
  for (const std::string_view packing : {"", ".gz", ".zst"}) {
    std::string other = name;
    if (!packing.empty() && other.ends_with(packing)) other.resize(other.size() - packing.size());
    for (const std::string& wanted : {name, other, name + std::string(packing)})
      if (std::string file = (path.parent_path() / wanted).string(); is_file(file)) return file;
  }
  return "";
}

std::string people_beside(const std::string& run) {
  const std::filesystem::path path(run);
  std::string name = path.filename().string();
  for (const auto& [vehicles, people] :
       {std::pair{"vehicle_tracks", "pedestrian_tracks"}, std::pair{"Veh_", "Ped_"}, std::pair{"veh_", "ped_"}}) {
    const std::size_t at = name.find(vehicles);
    if (at == std::string::npos) continue;
    name.replace(at, std::string_view(vehicles).size(), people);
    std::string file = (path.parent_path() / name).string();
    return is_file(file) ? file : "";
  }
  return "";
}

std::vector<FileBeside> files_beside(const std::string& run) {
  constexpr std::string_view kOfTracks = "tracksMeta", kOfRecording = "recordingMeta";
  std::vector<FileBeside> files{{kOfTracks, meta_beside(run, kOfTracks)},
                                {kOfRecording, meta_beside(run, kOfRecording)},
                                {"people", people_beside(run)}};
  std::erase_if(files, [](const FileBeside& beside) { return beside.file.empty(); });
  return files;
}

}  // namespace scrutineer::trace
