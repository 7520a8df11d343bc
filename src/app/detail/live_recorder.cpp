#include "app/detail/live_recorder.h"

#include <utility>

#include "results/run_manifest.h"

namespace scrutineer::app {

namespace fs = std::filesystem;
using live::Recording;

namespace {

// Behind the recording's own name: run.osi has run.lights.xml.
constexpr const char* kLights = "lights.xml";
constexpr const char* kRelocations = "relocations.csv";
constexpr const char* kNet = "net.xml";

}  // namespace

std::vector<std::string> LiveRecorder::outputs(const std::string& file, bool sends_osi) {
  const auto at = [&](const char* name) { return fs::path(file).replace_extension(name).string(); };
  std::vector<std::string> files{file, at("json")};
  // The net is copied as it is, so that it may even be the one that is read.
  if (!sends_osi) files.insert(files.end(), {at(kLights), at(kRelocations)});
  return files;
}

Result<std::unique_ptr<LiveRecorder>> LiveRecorder::open(const std::string& file, bool sends_osi, Outside& outside) {
  auto recorder = std::unique_ptr<LiveRecorder>(new LiveRecorder(file, outside));
  auto osi = outside.files.create(file);
  if (!osi) return osi.problem();
  recorder->osi_ = *std::move(osi);
  if (sends_osi) return recorder;
  auto lights = outside.files.create(recorder->beside(kLights).string());
  if (!lights) return lights.problem();
  recorder->lights_ = *std::move(lights);
  if (auto problem = recorder->lights_->append(Recording::kLightsBegin)) return *problem;
  return recorder;
}

std::optional<Problem> LiveRecorder::take(const trace::Frame& frame, const trace::Tables& tables,
                                          const live::Simulator& simulator) {
  problem_ = append(frame, tables, simulator);
  return problem_;
}

std::optional<Problem> LiveRecorder::append(const trace::Frame& frame, const trace::Tables& tables,
                                            const live::Simulator& simulator) {
  if (!lights_) return osi_->append(simulator.osi_message());
  if (auto problem = osi_->append(recording_.osi(frame, tables))) return problem;
  const std::string lights = recording_.lights(frame, tables);
  return lights.empty() ? std::nullopt : lights_->append(lights);
}

std::optional<Problem> LiveRecorder::finish(const live::SessionOutcome& outcome, const Source& source) {
  if (problem_) return problem_;
  const run::Run& run = source.run;
  if (auto problem = osi_->finish()) return problem;
  live::RecordingFiles files{.trace = file_.filename().string(),
                             .map = relative(run.manifest.map),
                             .simulator_name = source.title,
                             .simulator_version = source.simulator.version()};
  if (outcome.run.result && outcome.run.result->evaluation.ego) files.ego = outcome.run.result->evaluation.ego->id;
  if (!lights_) return finish_as_sent(files.ego, run);
  if (auto problem = finish_lights()) return problem;
  files.lights = beside(kLights).filename().string();
  files.relocations = beside(kRelocations).filename().string();
  if (auto problem = outside_.files.write(beside(kRelocations).string(), live::relocations_csv(outcome.relocations)))
    return problem;
  if (source.teleporter != nullptr)
    files.areas = {{.name = "trigger box", .outline = source.teleporter->config().trigger_box.corners()}};
  if (!run.manifest.sumo_net.empty()) {
    const auto content = outside_.files.read(run.manifest.sumo_net);
    if (!content) return content.problem();
    files.sumo_net = beside(kNet).filename().string();
    if (auto problem = outside_.files.write(beside(kNet).string(), *content)) return problem;
  }
  return outside_.files.write(manifest(), live::recording_manifest(files, outcome.run.tables.actors()));
}

// The run as it was evaluated, but from the file.
std::optional<Problem> LiveRecorder::finish_as_sent(const std::string& ego, const run::Run& run) {
  trace::Manifest recorded = run.manifest;
  recorded.trace = file_.string();
  if (!ego.empty()) recorded.ego = ego;
  const std::string folder = file_.has_parent_path() ? file_.parent_path().string() : ".";
  const auto text = results::run_manifest(recorded, folder, outside_.folders);
  if (!text) return text.problem();
  return outside_.files.write(manifest(), *text);
}

std::optional<Problem> LiveRecorder::finish_lights() {
  if (auto problem = lights_->append(Recording::kLightsEnd)) return problem;
  return lights_->finish();
}

std::string LiveRecorder::relative(const std::string& path) const {
  if (path.empty()) return path;
  return fs::absolute(path).lexically_relative(fs::absolute(file_).parent_path()).generic_string();
}

}  // namespace scrutineer::app
