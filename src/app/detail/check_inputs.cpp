#include "app/detail/check_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/text.h"
#include "trace/recognise.h"

namespace scrutineer::app {

namespace {

namespace fs = std::filesystem;
using results::Folders;

bool is_folder(const std::string& path, run::Outside& outside) {
  const auto found = outside.folders.look(path);
  return found && *found == Folders::Found::folder;
}

// What in a folder can be checked: all manifests one folder below, or the first file that is a run.
std::string run_in(const std::string& folder, const std::vector<std::string>& names, run::Outside& outside) {
  for (const std::string& name : names) {
    const auto manifest = outside.folders.look((fs::path(folder) / name / "run.json").string());
    if (manifest && *manifest == Folders::Found::file) return "*/run.json";
  }
  for (const std::string& name : names) {
    const std::string file = (fs::path(folder) / name).string();
    if (is_folder(file, outside) || outside.folders.is_stream(file)) continue;
    const auto head = outside.files.head(file);
    if (head && trace::recognise(*head, file).kind == trace::FileKind::run) return name;
  }
  return "RUN";
}

// A folder stands for the run in it.
std::optional<Problem> add_folder(const std::string& folder, NamedInputs& named, Outside& outside) {
  const auto names = outside.folders.names(folder);
  if (!names) return names.problem();
  if (std::ranges::find(*names, "run.json") != names->end()) {
    named.runs.push_back({(fs::path(folder) / "run.json").string(), true});
    return std::nullopt;
  }
  const auto is_sumo = [](const std::string& name) { return name.ends_with(".sumocfg"); };
  if (std::ranges::any_of(*names, is_sumo)) {
    named.sumo.push_back(folder);
    return std::nullopt;
  }
  return no_run_in(folder, *names, "scrutineer check ", outside);
}

std::optional<Problem> add_file(const std::string& file, NamedInputs& named, Outside& outside) {
  using trace::FileKind;
  // What was read of a pipe is gone: its reader is the only one that looks into it.
  if (outside.folders.is_stream(file)) {
    named.runs.push_back({file});
    return std::nullopt;
  }
  const auto head = outside.files.head(file);
  if (!head) return missing(head.problem(), file, outside);
  const trace::Recognised found = trace::recognise(*head, file);
  const bool is_json = file.ends_with(".json") && found.kind != FileKind::result;
  if (found.kind == FileKind::manifest || (is_json && found.kind != FileKind::run)) {
    named.runs.push_back({file, true});
  } else if (found.kind == FileKind::map) {
    if (!named.map.empty())
      return Problem{{.file = file}, fmt::format("is a second map; {} is one, too: name one of them", named.map)};
    named.map = file;
  } else if (found.kind == FileKind::sumo_config || found.kind == FileKind::sumo_net) {
    named.sumo.push_back(file);
  } else if (std::string why = why_no_run(found, file); !why.empty()) {
    return Problem{{.file = file}, std::move(why)};
  } else {
    named.runs.push_back({file});
  }
  return std::nullopt;
}

// "runs/a/run.json" and "runs/a/" are a; "b/drive.osi.gz" is drive, with its folder b-drive.
std::string name_of_run(const std::string& file, bool with_folder) {
  fs::path path = fs::path(file).lexically_normal();
  std::string folder = path.parent_path().filename().string(), name = path.filename().string();
  for (const std::string_view packed : {".gz", ".zst"})
    if (name.ends_with(packed)) name.resize(name.size() - packed.size());
  if (const std::size_t dot = name.rfind('.'); dot != std::string::npos && dot > 0) name.resize(dot);
  if (folder == "." || folder == "..") folder.clear();
  if (folder.empty()) return name;
  if (name == "run") return folder;
  return with_folder ? folder + "-" + name : name;
}

}  // namespace

Problem no_run_in(const std::string& folder, const std::vector<std::string>& names, std::string_view command,
                  run::Outside& outside) {
  if (std::ranges::find(names, "metadata.yaml") != names.end())
    return {{.file = folder},
            "is a ROS 2 bag, which is not read yet; write its actors as CSV, one row for each and frame "
            "(docs/traces.md, Scrutineer CSV)"};
  return {{.file = folder},
          fmt::format("is a folder without run.json; name the run in it: {}{}", command,
                      (fs::path(folder) / run_in(folder, names, outside)).string())};
}

Problem missing(const Problem& problem, const std::string& file, Outside& outside) {
  const fs::path path(file);
  if (path.filename().empty()) return problem;
  const auto names = outside.folders.names(path.has_parent_path() ? path.parent_path().string() : ".");
  if (!names) return problem;
  const std::vector<std::string_view> neighbours(names->begin(), names->end());
  const auto likely = did_you_mean(path.filename().string(), neighbours);
  if (!likely || *likely == path.filename().string()) return problem;
  return {problem.place, fmt::format("{}; did you mean {}?", problem.message, (path.parent_path() / *likely).string())};
}

Result<NamedInputs> sort_inputs(const std::vector<std::string>& words, Outside& outside) {
  NamedInputs named;
  for (const std::string& word : words) {
    auto problem = is_folder(word, outside) ? add_folder(word, named, outside) : add_file(word, named, outside);
    if (problem) return *std::move(problem);
  }
  return named;
}

std::vector<std::string> names_of_runs(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  std::set<std::string> taken;
  for (const std::string& file : files) {
    const auto clashes = std::ranges::count_if(
        files, [&](const std::string& other) { return name_of_run(other, false) == name_of_run(file, false); });
    const std::string wanted = name_of_run(file, clashes > 1);
    std::string name = wanted;
    for (int number = 2; !taken.insert(name).second; ++number) name = fmt::format("{}-{}", wanted, number);
    names.push_back(name);
  }
  return names;
}

}  // namespace scrutineer::app
