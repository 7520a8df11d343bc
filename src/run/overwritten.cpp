#include "run/overwritten.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "results/formats.h"
#include "results/write_folder.h"

namespace scrutineer::run {

namespace {

// Also of files that are not there yet, which only their paths can tell.
bool is_one_file(const std::string& path, const std::string& other, Outside& outside) {
  if (other.empty()) return false;
  if (outside.files.are_same(path, other)) return true;
  const auto absolute = outside.folders.canonical(path), other_absolute = outside.folders.canonical(other);
  return absolute && other_absolute && *absolute == *other_absolute;
}

}  // namespace

bool is_one_of(const std::string& path, const std::vector<std::string>& files, Outside& outside) {
  if (path.empty() || outside.folders.is_stream(path)) return false;
  return std::ranges::any_of(files, [&](const std::string& file) { return is_one_file(path, file, outside); });
}

std::optional<Problem> overwritten(const std::vector<std::string>& outputs, const std::vector<std::string>& inputs,
                                   Outside& outside) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    if (is_one_of(*output, inputs, outside))
      return Problem{{}, fmt::format("{} is read from, so it cannot be written to", *output)};
    if (is_one_of(*output, {outputs.begin(), output}, outside))
      return Problem{{}, fmt::format("{} would be written twice: name another file for one of both", *output)};
  }
  return std::nullopt;
}

std::vector<std::string> files_of(const trace::Manifest& manifest) {
  std::vector<std::string> files{manifest.file,        manifest.map,         manifest.trace,
                                 manifest.lights,      manifest.sumo_net,    manifest.planned_path,
                                 manifest.relocations, manifest.environment, manifest.vehicle_types,
                                 manifest.odd,         manifest.cod};
  files.insert(files.end(), manifest.config.begin(), manifest.config.end());
  for (const auto& [file, hash] : manifest.hashes) files.push_back(file);  // also what configurations import
  return files;
}

std::optional<Problem> clash_with_result(const std::string& folder, const std::vector<std::string>& inputs,
                                         Outside& outside) {
  const std::vector<std::string> of_result = files_of_result(folder);
  for (const std::string& file : inputs)
    if (is_one_of(file, of_result, outside))
      return Problem{{.file = file},
                     fmt::format("is read from, and belongs to the result in {}, which would be replaced; name another "
                                 "folder for the new one",
                                 folder)};
  return std::nullopt;
}

std::vector<std::string> files_of_result(const std::string& folder) {
  std::vector<std::string> files;
  const auto add = [&](std::string_view name) { files.push_back((std::filesystem::path(folder) / name).string()); };
  for (const std::string_view name : {std::string_view("run.json"), results::kMapFile, results::kCodYamlFile,
                                      results::kCodCsvFile, results::kEpisodesFile, results::kArrivalsFile})
    add(name);
  for (const results::ResultFormat& format : results::result_formats())
    if (!format.file.empty()) add(format.file);
  return files;
}

}  // namespace scrutineer::run
