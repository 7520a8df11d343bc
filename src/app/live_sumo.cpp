// scrutineer live sumo: the evaluation beside a running SUMO.

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <ostream>
#include <utility>

#include "app/commands.h"
#include "app/configuration.h"
#include "app/run_settings.h"
#include "app/version.h"
#include "base/text.h"
#include "live/episodes.h"
#include "live/event_lines.h"
#include "live/recording.h"
#include "live/session.h"
#include "live/sumo/net.h"
#include "live/sumo/sumo_simulator.h"
#include "map/check.h"
#include "results/run_manifest.h"
#include "results/text.h"
#include "results/write_folder.h"
#include "trace/sumo_net.h"

namespace scrutineer::app {

namespace {

using namespace live;
namespace fs = std::filesystem;

std::atomic<bool> interrupted = false;
void interrupt(int) { interrupted = true; }

// Ctrl-C ends the run in good order, once.
class Interruptible {
 public:
  Interruptible() : before_(std::signal(SIGINT, interrupt)) { interrupted = false; }
  ~Interruptible() { std::signal(SIGINT, before_); }
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  void (*before_)(int);
};

// For SUMO's net and what it prints; gone at the end.
class WorkFolder {
 public:
  WorkFolder() : path_(fs::temp_directory_path() / fmt::format("scrutineer-live-{}", getpid())) {
    fs::create_directories(path_);
  }
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

// The map, the net and the Teleporter, read before SUMO is started.
struct Prepared {
  std::unique_ptr<const map::RoadNetwork> map;
  std::size_t anomalies = 0;
  std::string net;  // a file; empty: not known
  std::vector<trace::LightTie> links;
  std::optional<teleport::Teleporter> teleporter;
};

Result<Prepared> prepare(const LiveSumoOptions& options, const WorkFolder& work, Outside& outside) {
  Prepared prepared;
  if (!options.map.empty()) {
    auto map = load_map(options.map, outside);
    if (!map) return map.problem();
    prepared.map = *std::move(map);
    prepared.anomalies = map::check_map(*prepared.map).count();
  }
  if (!options.config.empty()) {
    const auto content = outside.files.read(options.config);
    if (!content) return content.problem();
    auto net = sumo::net_of_config(*content, options.config);
    if (!net) return net.problem();
    prepared.net = *std::move(net);
  } else if (!options.attach) {
    outside.progress.begin("converting " + options.map);
    prepared.net = work.file("net.xml");
    if (auto problem = sumo::convert_map(options.map, prepared.net, work.file("netconvert.log"))) return *problem;
  }
  std::optional<sumo::NetLanes> lanes;
  if (!prepared.net.empty()) {
    auto content = outside.files.read(prepared.net);
    if (!content) return content.problem();
    auto read = sumo::NetLanes::read(*content, prepared.net);
    if (!read) return read.problem();
    lanes = *std::move(read);
    auto links = trace::read_sumo_net(*std::move(content), prepared.net);
    if (!links) return links.problem();
    prepared.links = *std::move(links);
  }
  if (options.teleporter.empty()) return prepared;

  const auto content = outside.files.read(options.teleporter);
  if (!content) return content.problem();
  auto config = teleport::read_config(*content, options.teleporter);
  if (!config) return config.problem();
  if (!prepared.map)
    return Problem{{.file = options.teleporter}, "a Teleporter needs the OpenDRIVE map: name it with --map"};
  if (auto problem = teleport::check_trigger(*prepared.map, config->trigger_box)) return *problem;
  teleport::LanePlan plan;
  if (config->spawn_strategy == teleport::SpawnStrategy::lane_midpoint) {
    teleport::LaneResolver resolve;
    if (lanes) resolve = [&](const teleport::LaneName& name) { return lanes->find(*prepared.map, name); };
    auto planned = teleport::plan_lanes(*prepared.map, *config, resolve);
    if (!planned) return planned.problem();
    plan = *std::move(planned);
  }
  prepared.teleporter.emplace(*std::move(config), std::move(plan));
  return prepared;
}

// The run's files beside --record.
class Recorder {
 public:
  static Result<std::unique_ptr<Recorder>> open(const std::string& file, Outside& outside) {
    auto recorder = std::unique_ptr<Recorder>(new Recorder(file, outside));
    auto osi = outside.files.create(file);
    if (!osi) return osi.problem();
    recorder->osi_ = *std::move(osi);
    auto lights = outside.files.create(recorder->beside("lights.xml"));
    if (!lights) return lights.problem();
    recorder->lights_ = *std::move(lights);
    if (auto problem = recorder->lights_->append(Recording::kLightsBegin)) return *problem;
    return recorder;
  }

  std::optional<Problem> take(const trace::Frame& frame, const trace::Tables& tables) {
    if (auto problem = osi_->append(recording_.osi(frame, tables))) return problem;
    const std::string lights = recording_.lights(frame, tables);
    return lights.empty() ? std::nullopt : lights_->append(lights);
  }

  std::optional<Problem> finish(const SessionOutcome& outcome, const sumo::SumoSimulator& simulator,
                                const LiveSumoOptions& options, const Prepared& prepared) {
    if (auto problem = osi_->finish()) return problem;
    if (auto problem = lights_->append(Recording::kLightsEnd)) return problem;
    if (auto problem = lights_->finish()) return problem;
    if (auto problem = outside_.files.write(beside("relocations.csv"), relocations_csv(outcome.relocations)))
      return problem;
    RecordingFiles files{.trace = file_.filename().string(),
                         .map = relative(options.map),
                         .lights = "lights.xml",
                         .relocations = "relocations.csv",
                         .simulator_name = "SUMO",
                         .simulator_version = simulator.version()};
    if (outcome.run.evaluation.ego) files.ego = outcome.run.evaluation.ego->id;
    if (prepared.teleporter)
      files.areas = {{.name = "trigger box", .outline = prepared.teleporter->config().trigger_box.corners()}};
    if (!prepared.net.empty()) {
      const auto content = outside_.files.read(prepared.net);
      if (!content) return content.problem();
      files.sumo_net = "net.xml";
      if (auto problem = outside_.files.write(beside("net.xml"), *content)) return problem;
    }
    return outside_.files.write(manifest(), recording_manifest(files, outcome.run.tables.actors()));
  }

  std::string manifest() const { return fs::path(file_).replace_extension(".json").string(); }

 private:
  Recorder(const std::string& file, Outside& outside) : file_(file), outside_(outside) {}
  std::string beside(const char* name) const { return (file_.parent_path() / name).string(); }
  std::string relative(const std::string& path) const {
    if (path.empty()) return path;
    return fs::absolute(path).lexically_relative(fs::absolute(file_).parent_path()).generic_string();
  }

  fs::path file_;
  Outside& outside_;
  Recording recording_;
  std::unique_ptr<OutputFile> osi_, lights_;
};

std::string log_file(const LiveSumoOptions& options) {
  if (!options.teleport_log.empty()) return options.teleport_log;
  return options.out.empty() ? "teleports.csv" : options.out + ".teleports.csv";
}

}  // namespace

int live_sumo(const LiveSumoOptions& options, Outside& outside) {
  if (options.config.empty() && options.map.empty() && !options.attach)
    return refuse(outside,
                  "a simulation is missing: name SUMO's configuration with --cfg, a map with --map, or the port "
                  "of a running SUMO with --attach");
  const auto configuration = read_configuration(options.osc, outside);
  if (!configuration) return kNotEvaluated;
  const std::vector<watch::Check>& checks = configuration->checks;
  watch::Settings settings(checks);
  if (const auto problem = configuration->apply(settings)) return refuse(outside, *problem);
  const auto companion = configuration->start();
  trace::Manifest flags;
  flags.settings = given_settings(options.set, options.enable, options.disable, options.severity);
  if (const auto problem = apply_settings(flags, settings)) return refuse(outside, *problem);
  std::optional<results::ResultFolder> folder;
  if (!options.out.empty()) {
    auto opened = results::ResultFolder::open(options.out, outside.folders);
    if (!opened) return refuse(outside, opened.problem());
    folder.emplace(*std::move(opened));
  }
  const WorkFolder work;
  auto prepared = prepare(options, work, outside);
  if (!prepared) return refuse(outside, prepared.problem());

  outside.progress.begin("starting SUMO");
  const std::string ego = !options.ego.empty() || !options.config.empty() || options.attach ? options.ego : "vehicle0";
  sumo::SumoOptions simulation{.name = options.config.empty() ? options.map : options.config,
                               .config = options.config,
                               .net = options.config.empty() ? prepared->net : "",
                               .attach = options.attach,
                               .ego = ego,
                               .vehicles = options.vehicles,
                               .seed = options.seed,
                               .step_length = options.step_length,
                               .log = work.file("sumo.log"),
                               .arguments = options.sumo_arguments};
  if (options.duration) simulation.duration = from_seconds(*options.duration);
  auto simulator = sumo::SumoSimulator::start(simulation);
  if (!simulator) return refuse(outside, simulator.problem());

  std::unique_ptr<Recorder> recorder;
  if (!options.record.empty()) {
    auto opened = Recorder::open(options.record, outside);
    if (!opened) return refuse(outside, opened.problem());
    recorder = *std::move(opened);
  }
  std::string goal;
  if (prepared->teleporter) {
    const teleport::Config& config = prepared->teleporter->config();
    goal = config.goal.empty() ? (*simulator)->goal_at(config.trigger_box.x, config.trigger_box.y) : config.goal;
  }

  std::string log = teleport::log_header() + "\n", lines;
  const auto began = std::chrono::steady_clock::now();
  const Interruptible interruptible;
  SessionInputs inputs{.simulator = **simulator,
                       .checks = checks,
                       .settings = settings,
                       .map = prepared->map.get(),
                       .light_ties = prepared->links,
                       .ego = ego.empty() ? std::nullopt : std::optional(ego),
                       .stop_on_error = options.stop_on_error,
                       .companion = companion.get(),
                       .teleporter = prepared->teleporter ? &*prepared->teleporter : nullptr,
                       .episodes = options.episodes,
                       .goal = goal};
  if (recorder)
    inputs.record = [&](const trace::Frame& frame, const trace::Tables& tables) {
      return recorder->take(frame, tables);
    };
  inputs.on_events = [&](Time now, std::span<const watch::Event> events, const watch::Engine& engine) {
    const std::string text = event_lines(now, events, engine);
    if (folder) lines += text;
    if (options.json) {
      outside.screen.out << text << std::flush;
      return;
    }
    for (const watch::Event& event : events)
      if (const auto* issue = std::get_if<watch::Issue>(&event)) {
        outside.progress.end();
        outside.screen.out << issue->message << '\n';
      }
  };
  inputs.on_teleport = [&](const teleport::LogRow& row) {
    log += teleport::log_line(row) + "\n";
    if (folder) lines += event_line(row);
    if (options.json) outside.screen.out << event_line(row) << std::flush;
    return outside.folders.write(log_file(options), log);
  };
  inputs.on_warning = [&](const std::string& message) {
    outside.progress.end();
    outside.screen.err << "warning: " << message << '\n';
  };
  inputs.on_frame = [&](Time now, std::size_t issues, std::size_t episode) {
    const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    outside.progress.begin(fmt::format("{:.1f} s simulated, {:.1f} times as fast as real, {} issues, episode {}",
                                       to_seconds(now), passed > 0.0 ? to_seconds(now) / passed : 0.0, issues,
                                       episode));
  };
  inputs.is_interrupted = [] { return interrupted.load(); };
  const SessionOutcome outcome = run_session(inputs);
  outside.progress.end();

  for (const std::string& note : outcome.run.notes) outside.screen.err << "note: " << note << '\n';
  if (options.json) outside.screen.err << results::messages_text(outcome.run.evaluation, {});
  if (outcome.run.fault) refuse(outside, *outcome.run.fault);
  trace::Manifest used;
  if (recorder) {
    if (const auto problem = recorder->finish(outcome, **simulator, options, *prepared))
      return refuse(outside, *problem);
    const auto content = outside.files.read(recorder->manifest());
    if (!content) return refuse(outside, content.problem());
    auto manifest = trace::read_manifest(*content, recorder->manifest());
    if (!manifest) return refuse(outside, manifest.problem());
    used = *std::move(manifest);
  } else {
    // Only what it says of the simulator.
    const std::string text = recording_manifest(
        {.trace = "live", .simulator_name = "SUMO", .simulator_version = (*simulator)->version()}, {});
    if (const auto manifest = trace::read_manifest(text, "live")) used.info = manifest->info;
  }
  if (!outcome.run.is_usable || (outcome.run.fault && outcome.run.evaluation.frames == 0)) return kNotEvaluated;

  results::RunResult result;
  result.evaluation = outcome.run.evaluation;
  result.engine_version = version();
  if (outcome.run.fault) result.incomplete_reason = to_string(*outcome.run.fault);
  if (outcome.run.stopped_on_error) result.incomplete_reason = "stopped at the first error, as --stop-on-error asks";
  result.info =
      results::resolved_info(used.info, outcome.run.evaluation.ego_driver, version(), outcome.run.evaluation.info);
  result.metrics = results::kpi_metrics(outcome.run.evaluation);
  if (prepared->map) result.map = results::MapUsed{options.map, prepared->anomalies};
  result.trace = {recorder ? options.record : (*simulator)->file(), "live sumo"};
  if (folder) {
    used.map = options.map;
    used.settings = flags.settings;
    used.config = options.osc;
    const auto manifest = results::run_manifest(used, options.out, outside.folders);
    if (!manifest) return refuse(outside, manifest.problem());
    std::vector<results::ResultFile> files = results::result_files(result, *manifest);
    std::vector<results::ResultFile> more{{"events.jsonl", lines},
                                          {"episodes.csv", episodes_csv(outcome.episodes, result.evaluation)}};
    if (prepared->teleporter) {
      more.push_back({"arrival.csv", arrival_csv(outcome.episodes)});
      more.push_back({"arrival.svg", arrival_svg(outcome.episodes)});
    }
    files.insert(files.begin(), more.begin(), more.end());  // the result itself comes last
    if (const auto problem = folder->write(files)) return refuse(outside, *problem);
  }
  if (!options.json) {
    results::TextOptions text{.colour = outside.screen.colour_out};
    if (folder) text.all_are_in = options.out;
    outside.screen.out << results::to_text(result, text);
    if (prepared->teleporter)
      outside.screen.out << fmt::format("{} teleports\n", prepared->teleporter->teleports())
                         << arrival_summary(outcome.episodes);
  }
  return results::exit_code(result);
}

}  // namespace scrutineer::app
