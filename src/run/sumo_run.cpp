#include "run/sumo_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>

#include "trace/recognise.h"
#include "trace/sumo_config.h"

namespace scrutineer::run {

namespace {

namespace fs = std::filesystem;
using results::Folders;
using trace::FileKind;

// What is in a folder, by what it is: only the beginnings of files are read.
struct FolderContent {
  std::vector<std::string> configs, nets, runs, lights, definitions;
};

class Finder {
 public:
  explicit Finder(Outside& outside) : outside_(outside) {}

  Result<SumoRun> find(const std::vector<std::string>& named, const std::string& fcd, const std::string& map) {
    for (const std::string& path : named)
      if (auto problem = take(path)) return *std::move(problem);
    if (auto problem = take_config()) return *std::move(problem);
    if (!fcd.empty()) found_.manifest.trace = fcd;
    if (auto problem = complete()) return *std::move(problem);
    found_.manifest.map = map;
    if (map.empty()) find_map();
    return std::move(found_);
  }

 private:
  bool is_file(const std::string& path) {
    if (path.empty()) return false;
    if (outside_.folders.is_stream(path)) return true;  // reading its head would take bytes from the pipe
    const auto found = outside_.folders.look(path);
    return (found && *found == Folders::Found::file) || static_cast<bool>(outside_.files.head(path));
  }
  bool is_folder(const std::string& path) {
    const auto found = outside_.folders.look(path);
    return found && *found == Folders::Found::folder;
  }
  static std::string folder_of(const std::string& file) {
    const std::string folder = fs::path(file).parent_path().string();
    return folder.empty() ? "." : folder;
  }
  std::string head_of(const std::string& file) {
    auto head = outside_.files.head(file);
    return head ? *std::move(head) : "";
  }

  std::optional<Problem> take(const std::string& path) {
    if (is_folder(path)) {
      folder_ = path;
      return std::nullopt;
    }
    const auto head = outside_.files.head(path);
    if (!head) return head.problem();
    folder_ = folder_of(path);
    const trace::Recognised found = trace::recognise(*head, path);
    if (found.kind == FileKind::sumo_config)
      config_ = path;
    else if (found.kind == FileKind::sumo_net)
      found_.manifest.sumo_net = path;
    else if (found.kind == FileKind::run && found.format == "sumo")
      found_.manifest.trace = path;
    else
      return Problem{{.file = path},
                     "is nothing that --sumo takes: a folder, a .sumocfg, or a net and what --fcd-output "
                     "wrote (scrutineer check --sumo NET FCD)"};
    return std::nullopt;
  }

  std::string path_in_folder(const std::string& name) const {
    return folder_ == "." ? name : (fs::path(folder_) / name).string();
  }

  // Names of files that SUMO would never write are not even opened.
  FolderContent look_around() {
    FolderContent content;
    const auto names = outside_.folders.names(folder_);
    if (!names) return content;
    for (const std::string& name : *names) {
      if (name.find(".xml") == std::string::npos && !name.ends_with(".sumocfg")) continue;
      const std::string path = path_in_folder(name);
      const trace::Recognised found = trace::recognise(head_of(path), path);
      if (found.kind == FileKind::sumo_config) content.configs.push_back(path);
      if (found.kind == FileKind::sumo_net) content.nets.push_back(path);
      if (found.kind == FileKind::run) content.runs.push_back(path);
      if (found.kind == FileKind::lights) content.lights.push_back(path);
      if (found.kind == FileKind::sumo_definitions) content.definitions.push_back(path);
    }
    return content;
  }

  static Problem one_of(const std::string& folder, std::string_view what, const std::vector<std::string>& files) {
    return {{.file = folder},
            fmt::format("holds several {}; name one: scrutineer check --sumo {}", what, files.front())};
  }

  std::optional<Problem> take_config() {
    around_ = look_around();
    const bool is_alone = config_.empty() && found_.manifest.sumo_net.empty();
    if (is_alone && around_.configs.size() > 1) return one_of(folder_, "SUMO configurations", around_.configs);
    if (is_alone && around_.configs.size() == 1) config_ = around_.configs.front();
    if (config_.empty()) return std::nullopt;
    auto content = outside_.files.read(config_);
    if (!content) return content.problem();
    auto config = trace::read_sumo_config(*std::move(content), config_);
    if (!config) return config.problem();
    if (found_.manifest.sumo_net.empty()) found_.manifest.sumo_net = config->net;
    if (found_.manifest.trace.empty()) found_.manifest.trace = config->fcd;
    definitions_ = config->definitions;
    return std::nullopt;
  }

  std::optional<Problem> complete() {
    trace::Manifest& manifest = found_.manifest;
    if (manifest.sumo_net.empty() && around_.nets.size() > 1) return one_of(folder_, "nets", around_.nets);
    if (manifest.sumo_net.empty() && around_.nets.size() == 1) manifest.sumo_net = around_.nets.front();
    if (manifest.trace.empty() && around_.runs.size() > 1)
      return Problem{{.file = folder_},
                     fmt::format("holds several runs; name one: scrutineer check --sumo {} {}",
                                 config_.empty() ? manifest.sumo_net : config_, around_.runs.front())};
    if (manifest.trace.empty() && around_.runs.size() == 1) manifest.trace = around_.runs.front();
    if (manifest.trace.empty())
      return Problem{{.file = folder_},
                     fmt::format("holds no run of SUMO; let it write one: sumo {} --fcd-output {} "
                                 "--fcd-output.acceleration --step-length 0.1",
                                 config_.empty() ? "-n NET -r ROUTES" : "-c " + config_, path_in_folder("fcd.xml"))};
    if (!is_file(manifest.trace))
      return Problem{{.file = config_.empty() ? manifest.trace : config_},
                     config_.empty()
                         ? "is not there"
                         : fmt::format("names the run {}, which is not there; let SUMO drive it: sumo -c {}",
                                       manifest.trace, config_)};
    if (manifest.sumo_net.empty())
      return Problem{{.file = folder_},
                     fmt::format("holds no net; name it: scrutineer check --sumo NET {}", manifest.trace)};
    if (!is_file(manifest.sumo_net))
      return Problem{{.file = config_}, fmt::format("names the net {}, which is not there", manifest.sumo_net)};
    find_types();
    find_lights();
    return std::nullopt;
  }

  void find_types() {
    std::vector<std::string> defining;
    for (const std::string& file : definitions_.empty() ? around_.definitions : definitions_)
      if (trace::defines_vehicle_types(head_of(file))) defining.push_back(file);
    if (defining.empty()) return;
    found_.manifest.vehicle_types = defining.front();
    if (defining.size() > 1)
      found_.notes.push_back(fmt::format(
          "vehicle types are read from {} alone, though {} defines some, too; put all of them into one file, "
          "and name it with --vehicle-types",
          defining[0], defining[1]));
  }

  void find_lights() {
    std::set<std::string> written;
    for (const std::string& file : definitions_)
      for (const std::string& output : trace::light_outputs(head_of(file), file))
        if (is_file(output)) written.insert(output);
    if (written.empty() && around_.lights.size() == 1) written.insert(around_.lights.front());
    if (!written.empty()) found_.manifest.lights = *written.begin();
    if (written.size() > 1)
      found_.notes.push_back(
          fmt::format("light states are read from {} alone, though {} has some, too; let all "
                      "timedEvents write to the same dest",
                      *written.begin(), *std::next(written.begin())));
    if (!found_.manifest.lights.empty()) return;
    const auto net = outside_.files.read(found_.manifest.sumo_net);
    if (net && net->find("<tlLogic") != std::string::npos)
      found_.notes.emplace_back(
          "the states of the lights were not recorded; an additional file with <timedEvent type=\"SaveTLSStates\" "
          "source=\"ID\" dest=\"tls.xml\"/> lets SUMO write them");
  }

  // The map that the net was made from.
  void find_map() {
    trace::Manifest& manifest = found_.manifest;
    const trace::SumoNetOrigin origin = trace::net_origin(head_of(manifest.sumo_net));
    if (!origin.map.empty()) {
      const fs::path folder = fs::path(manifest.sumo_net).parent_path();
      for (const fs::path& place : {folder / origin.map, folder / fs::path(origin.map).filename()}) {
        const std::string file = place.lexically_normal().string();
        if (!is_file(file)) continue;
        manifest.map = file;
        manifest.placement.x = -origin.offset.first;
        manifest.placement.y = -origin.offset.second;
        return;
      }
    }
  }

  Outside& outside_;
  SumoRun found_;
  std::string folder_, config_;
  std::vector<std::string> definitions_;
  FolderContent around_;
};

}  // namespace

Result<SumoRun> find_sumo_run(const std::vector<std::string>& named, const std::string& fcd, const std::string& map,
                              Outside& outside) {
  return Finder(outside).find(named, fcd, map);
}

std::string map_name_of_net(const std::string& net) {
  std::string name = net;
  for (const std::string_view end : {".gz", ".xml", ".net"})
    if (name.ends_with(end)) name.resize(name.size() - end.size());
  return name + ".converted.xodr";
}

}  // namespace scrutineer::run
