// scrutineer live sumo: the evaluation beside a running SUMO.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <ostream>
#include <utility>

#include "app/detail/command.h"
#include "app/detail/shared_options.h"
#include "app/detail/words.h"
#include "app/detail/write_report.h"
#include "base/printable.h"
#include "base/text.h"
#include "live/episodes.h"
#include "live/event_lines.h"
#include "live/recording.h"
#include "live/session.h"
#include "live/simulators.h"
#include "live/sumo_net.h"
#include "results/formats.h"
#include "results/run_manifest.h"
#include "results/write_folder.h"
#include "run/hashing_files.h"
#include "run/load.h"
#include "run/run.h"
#include "trace/sumo_net.h"

namespace scrutineer::app {

namespace {

using namespace live;
namespace fs = std::filesystem;

struct LiveSumoOptions {
  std::string config, map;    // a .sumocfg, an OpenDRIVE map, or both
  std::optional<int> attach;  // the port of a SUMO that runs already
  std::string ego, teleporter, record, out;
  std::string teleport_log;  // empty: beside `out`, or teleports.csv
  std::optional<double> duration;
  std::optional<std::size_t> episodes;
  std::optional<double> step_length;
  double timeout = Patience().seconds;
  int vehicles = 30;       // with a map only
  std::uint64_t seed = 1;  // likewise
  JudgingOptions judging;
  std::vector<std::string> sumo_arguments;
  results::TextOptions::Verbosity verbosity = results::TextOptions::Verbosity::normal;
  bool stop_on_error = false, keep_going = false, json = false;
  bool report = false;  // a page for people as well, in the result's folder
};

std::atomic<int> stop_requests = 0;
static_assert(std::atomic<int>::is_always_lock_free);  // so that a signal may count

// The first ends the run in good order, the second waits for nobody, and the third is as if nothing were held.
void request_stop(int) {
  if (++stop_requests < 2) return;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

// Ctrl-C and SIGTERM are requests to stop.
class Interruptible {
 public:
  Interruptible() {
    stop_requests = 0;
    interrupt_before_ = std::signal(SIGINT, request_stop);
    terminate_before_ = std::signal(SIGTERM, request_stop);
  }
  ~Interruptible() {
    std::signal(SIGINT, interrupt_before_);
    std::signal(SIGTERM, terminate_before_);
  }
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

 private:
  void (*interrupt_before_)(int) = nullptr;
  void (*terminate_before_)(int) = nullptr;
};

Patience patience_of(const LiveSumoOptions& options) {
  return {.seconds = options.timeout, .stop_requests = [] { return stop_requests.load(); }};
}

// For SUMO's net and what it prints; gone at the end.
class WorkFolder {
 public:
  WorkFolder() : path_(fs::temp_directory_path() / fmt::format("scrutineer-live-{}", getpid())) {}
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  std::string file(const char* name) const {
    fs::create_directories(path_);
    return (path_ / name).string();
  }

 private:
  fs::path path_;
};

// SUMO's net: the configuration's, or made of the map. Empty: not known.
Result<std::string> net_file(const LiveSumoOptions& options, const WorkFolder& work, Outside& outside) {
  if (!options.config.empty()) {
    const auto content = outside.files.read(options.config);
    if (!content) return content.problem();
    return sumo::net_of_config(*content, options.config);
  }
  if (options.attach) return std::string();
  outside.progress.begin("converting " + options.map);
  std::string net = work.file("net.xml");
  if (auto problem = sumo::convert_map(options.map, net, work.file("netconvert.log"), patience_of(options)))
    return *std::move(problem);
  return net;
}

Result<teleport::Teleporter> read_teleporter(const std::string& file, const run::Run& run, Outside& outside) {
  const auto content = outside.files.read(file);
  if (!content) return content.problem();
  auto config = teleport::read_config(*content, file);
  if (!config) return config.problem();
  if (!run.map) return Problem{{.file = file}, "a Teleporter needs the OpenDRIVE map: name it with --map"};
  if (auto problem = teleport::check_trigger(*run.map, config->trigger_box)) return *problem;
  teleport::LanePlan plan;
  if (config->spawn_strategy == teleport::SpawnStrategy::lane_midpoint) {
    std::optional<sumo::NetLanes> lanes;
    teleport::LaneResolver resolve;
    if (!run.manifest.sumo_net.empty()) {
      const auto net = outside.files.read(run.manifest.sumo_net);
      if (!net) return net.problem();
      auto read = sumo::NetLanes::read(*net, run.manifest.sumo_net);
      if (!read) return read.problem();
      lanes = *std::move(read);
      resolve = [&](const teleport::LaneName& name) { return lanes->find(*run.map, name); };
    }
    auto planned = teleport::plan_lanes(*run.map, *config, resolve);
    if (!planned) return planned.problem();
    plan = *std::move(planned);
  }
  return teleport::Teleporter(*std::move(config), std::move(plan));
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

  // `run` says which map and net there are.
  std::optional<Problem> finish(const SessionOutcome& outcome, const Simulator& simulator, const run::Run& run,
                                const teleport::Teleporter* teleporter) {
    if (auto problem = osi_->finish()) return problem;
    if (auto problem = lights_->append(Recording::kLightsEnd)) return problem;
    if (auto problem = lights_->finish()) return problem;
    if (auto problem = outside_.files.write(beside("relocations.csv"), relocations_csv(outcome.relocations)))
      return problem;
    RecordingFiles files{.trace = file_.filename().string(),
                         .map = relative(run.manifest.map),
                         .lights = "lights.xml",
                         .relocations = "relocations.csv",
                         .simulator_name = std::string(simulator_row("sumo").title),
                         .simulator_version = simulator.version()};
    if (outcome.run.result && outcome.run.result->evaluation.ego) files.ego = outcome.run.result->evaluation.ego->id;
    if (teleporter != nullptr)
      files.areas = {{.name = "trigger box", .outline = teleporter->config().trigger_box.corners()}};
    if (!run.manifest.sumo_net.empty()) {
      const auto content = outside_.files.read(run.manifest.sumo_net);
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
  std::unique_ptr<run::OutputFile> osi_, lights_;
};

// One live run: what it reads, what it tells while it goes on, and what it writes.
class LiveRun {
 public:
  LiveRun(const LiveSumoOptions& options, Outside& outside)
      : options_(options),
        hashing_(outside.files),
        outside_{{hashing_, outside.folders, outside.progress}, outside.screen} {}

  int go() {
    if (options_.config.empty() && options_.map.empty() && !options_.attach)
      return refuse(outside_,
                    "a simulation is missing: name SUMO's configuration with --cfg, a map with --map, or the port "
                    "of a running SUMO with --attach");
    if (options_.report && options_.out.empty())
      return refuse(outside_, "--report needs --out DIR: the report is written there, beside the result");
    const auto configuration = configured(options_.judging.config, outside_, options_.judging.lang_path);
    if (!configuration) return kNotEvaluated;
    if (const auto problem = prepare(configuration)) return refuse(outside_, *problem);
    if (const auto problem = start()) return refuse(outside_, *problem);
    const SessionOutcome outcome = drive();
    for (const std::string& note : outcome.run.notes) outside_.screen.err << "note: " << printable(note) << '\n';
    if (options_.json && outcome.run.result)
      outside_.screen.err << results::messages_text(outcome.run.result->evaluation, {});
    if (outcome.run.fault) refuse(outside_, *outcome.run.fault);
    if (recorder_)
      if (const auto problem = recorder_->finish(outcome, *simulator_, *run_, teleporter_ ? &*teleporter_ : nullptr))
        return refuse(outside_, *problem);
    if (!outcome.run.result) return kNotEvaluated;
    results::TextOptions text{.colour = outside_.screen.colour_out, .verbosity = options_.verbosity};
    if (folder_) text.all_are_in = options_.out;
    results::Documents documents(*outcome.run.result, text);
    if (const auto problem = write(documents, outcome)) return refuse(outside_, *problem);
    if (!options_.json) {
      outside_.screen.out << documents.in(results::text_format());
      if (teleporter_)
        outside_.screen.out << fmt::format("{} teleports\n", teleporter_->teleports())
                            << arrival_summary(outcome.episodes);
    }
    if (options_.report)
      if (const auto problem = report(documents, configuration)) return refuse(outside_, *problem);
    return results::exit_code(*outcome.run.result);
  }

 private:
  // Everything that can be read before SUMO is started.
  std::optional<Problem> prepare(const std::shared_ptr<const run::Configuration>& configuration) {
    if (!options_.out.empty()) {
      auto opened = results::ResultFolder::open(options_.out, outside_.folders);
      if (!opened) return opened.problem();
      folder_.emplace(*std::move(opened));
    }
    trace::Manifest manifest;
    manifest.map = options_.map;
    manifest.config = options_.judging.config;
    manifest.lang_path = options_.judging.lang_path;
    manifest.settings = options_.judging.settings();
    manifest.stop_on_error = options_.stop_on_error;
    if (options_.judging.fail_on) manifest.fail_on = *options_.judging.fail_on;
    auto opened = run::open(std::move(manifest), configuration, outside_, {.is_live = true});
    if (!opened) return opened.problem();
    run_.emplace(*std::move(opened));
    interruptible_.emplace();  // from here on there is something to put in order
    auto net = net_file(options_, work_, outside_);
    if (!net) return net.problem();
    if (!net->empty()) {
      auto content = outside_.files.read(*net);
      if (!content) return content.problem();
      auto links = trace::read_sumo_net(*std::move(content), *net);
      if (!links) return links.problem();
      run_->light_ties = *std::move(links);
      run_->manifest.sumo_net = *std::move(net);
    }
    if (options_.teleporter.empty()) return std::nullopt;
    auto teleporter = read_teleporter(options_.teleporter, *run_, outside_);
    if (!teleporter) return teleporter.problem();
    teleporter_.emplace(*std::move(teleporter));
    return std::nullopt;
  }

  std::optional<Problem> start() {
    outside_.progress.begin("starting SUMO");
    const bool is_ours = options_.config.empty() && !options_.attach;
    const std::string ego = options_.ego.empty() && is_ours ? "vehicle0" : options_.ego;
    if (!ego.empty()) run_->ego = ego;
    const SimulatorRow& sumo = simulator_row("sumo");
    Simulation simulation{.name = options_.config.empty() ? options_.map : options_.config,
                          .config = options_.config,
                          .net = options_.config.empty() ? run_->manifest.sumo_net : "",
                          .attach = options_.attach,
                          .ego = ego,
                          .vehicles = options_.vehicles,
                          .seed = options_.seed,
                          .step_length = options_.step_length,
                          .duration = {},
                          .patience = patience_of(options_),
                          .log = work_.file("sumo.log"),
                          .arguments = options_.sumo_arguments};
    if (options_.duration) simulation.duration = from_seconds(*options_.duration);
    auto simulator = sumo.open(simulation);
    if (!simulator) return simulator.problem();
    simulator_ = *std::move(simulator);
    run_->manifest.trace = record_.empty() ? simulator_->file() : record_;
    run_->format = fmt::format("live {}", sumo.name);
    run_->manifest.info = info_of(sumo);
    if (teleporter_) {
      const auto gone = keep_drivable(*teleporter_, *simulator_);
      if (!gone) return gone.problem();
      if (*gone > 0)
        outside_.screen.err << fmt::format(
            "warning: {}: {} of {} candidates are left out: SUMO's net has no way from there to the midpoint\n",
            options_.teleporter, *gone, *gone + teleporter_->plan().candidates.size());
    }
    if (record_.empty()) return std::nullopt;
    if (record_ != options_.record)
      if (auto problem = outside_.folders.make_folder(fs::path(record_).parent_path().string())) return problem;
    auto opened = Recorder::open(record_, outside_);
    if (!opened) return opened.problem();
    recorder_ = *std::move(opened);
    return std::nullopt;
  }

  // What the run says of its simulator, as a recording's manifest does.
  JsonValue info_of(const SimulatorRow& row) const {
    const std::string text = recording_manifest(
        {.trace = "live", .simulator_name = std::string(row.title), .simulator_version = simulator_->version()}, {});
    const auto manifest = trace::read_manifest(text, "live");
    return manifest ? manifest->info : JsonValue();
  }

  SessionOutcome drive() {
    SessionInputs inputs{.run = *run_,
                         .simulator = *simulator_,
                         .ends_with_error = !options_.keep_going,
                         .teleporter = teleporter_ ? &*teleporter_ : nullptr,
                         .episodes = options_.episodes};
    if (teleporter_) {
      const teleport::Config& config = teleporter_->config();
      inputs.goal = config.goal.empty() ? simulator_->goal_at(config.trigger_box.x, config.trigger_box.y) : config.goal;
    }
    if (recorder_)
      inputs.record = [&](const trace::Frame& frame, const trace::Tables& tables) {
        return recorder_->take(frame, tables);
      };
    inputs.on_events = [&](Time now, std::span<const watch::Event> events, const watch::Engine& engine) {
      tell(now, events, engine);
    };
    inputs.on_teleport = [&](const teleport::LogRow& row) {
      log_ += teleport::log_line(row) + "\n";
      if (folder_) lines_ += event_line(row);
      if (options_.json) outside_.screen.out << event_line(row) << std::flush;
      return outside_.folders.write(log_file(), log_);
    };
    inputs.on_warning = [&](const std::string& message) {
      outside_.progress.end();
      outside_.screen.err << "warning: " << printable(message) << '\n';
    };
    const auto began = std::chrono::steady_clock::now();
    inputs.on_frame = [&](Time now, std::size_t issues, std::size_t episode) {
      const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
      outside_.progress.begin(fmt::format("{:.1f} s simulated, {:.1f} times as fast as real, {} issues, episode {}",
                                          to_seconds(now), passed > 0.0 ? to_seconds(now) / passed : 0.0, issues,
                                          episode));
    };
    inputs.is_interrupted = [] { return stop_requests > 0; };
    SessionOutcome outcome = run_session(inputs);
    outside_.progress.end();
    return outcome;
  }

  void tell(Time now, std::span<const watch::Event> events, const watch::Engine& engine) {
    const std::string text = event_lines(now, events, engine);
    if (folder_) lines_ += text;
    if (options_.json) {
      outside_.screen.out << text << std::flush;
      return;
    }
    if (options_.verbosity != results::TextOptions::Verbosity::full) return;
    for (const watch::Event& event : events)
      if (const auto* issue = std::get_if<watch::Issue>(&event)) {
        outside_.progress.end();
        outside_.screen.out << fmt::format("{:.3f} s  {}  {}\n", to_seconds(issue->time), to_word(issue->severity),
                                           printable(issue->message));
      }
  }

  std::string log_file() const {
    if (!options_.teleport_log.empty()) return options_.teleport_log;
    return options_.out.empty() ? "teleports.csv" : options_.out + ".teleports.csv";
  }

  // The result's folder, if there is to be one.
  std::optional<Problem> write(results::Documents& documents, const SessionOutcome& outcome) {
    if (!folder_) return std::nullopt;
    trace::Manifest used;
    used.info = run_->manifest.info;
    if (recorder_) {
      auto recorded = run::load_manifest(recorder_->manifest(), outside_);
      if (!recorded) return recorded.problem();
      used = *std::move(recorded);
    }
    used.map = run_->manifest.map;
    used.settings = run_->manifest.settings;
    used.fail_on = run_->manifest.fail_on;
    used.config = run_->manifest.config;
    used.lang_path = run_->manifest.lang_path;
    used.hashes = hashing_.hashes();
    std::erase_if(used.hashes, [&](const auto& read) {
      return read.first != used.map && std::ranges::find(used.config, read.first) == used.config.end();
    });
    used_ = used;
    const auto manifest = results::run_manifest(used, options_.out, outside_.folders);
    if (!manifest) return manifest.problem();
    std::vector<results::ResultFile> files{
        {"events.jsonl", lines_},
        {std::string(results::kEpisodesFile), episodes_csv(outcome.episodes, outcome.run.result->evaluation)}};
    if (teleporter_) {
      files.push_back({std::string(results::kArrivalsFile), arrival_csv(outcome.episodes)});
      files.push_back({"arrival.svg", arrival_svg(outcome.episodes)});
    }
    for (results::ResultFile& file : results::result_files(documents, *manifest)) files.push_back(std::move(file));
    return folder_->write(files);
  }

  // From the result's folder, and the recording that is read again.
  std::optional<Problem> report(results::Documents& documents,
                                const std::shared_ptr<const run::Configuration>& configuration) {
    outside_.screen.out.flush();
    auto episodes = read_episodes(options_.out, outside_);
    if (!episodes) return episodes.problem();
    EvaluatedRun evaluated{.result = documents.in(results::json_format()),
                           .result_file = options_.out + "/" + std::string(results::kResultFile),
                           .configuration = configuration,
                           .settings = run_->settings,
                           .episodes = *std::move(episodes)};
    let_be_read_again(evaluated, used_, outside_);
    const auto written = write_report(evaluated, options_.out + "/" + std::string(results::kReportFile), outside_);
    if (!written) return written.problem();
    (options_.json ? outside_.screen.err : outside_.screen.out) << *written;
    return std::nullopt;
  }

  const LiveSumoOptions& options_;
  // What is recorded: a report reads the run again, so with one there is a recording, if need be beside the result.
  const std::string record_ =
      options_.record.empty() && options_.report ? options_.out + ".recording/run.osi" : options_.record;
  trace::Manifest used_;  // as the result's run.json says it
  run::HashingFiles hashing_;
  Outside outside_;
  std::optional<results::ResultFolder> folder_;
  const WorkFolder work_;
  std::optional<Interruptible> interruptible_;
  std::optional<run::Run> run_;
  std::optional<teleport::Teleporter> teleporter_;
  std::unique_ptr<Simulator> simulator_;
  std::unique_ptr<Recorder> recorder_;
  std::string log_ = teleport::log_header() + "\n", lines_;
};

int live_sumo(const LiveSumoOptions& options, Outside& outside) { return LiveRun(options, outside).go(); }

void add_options(Options& options, LiveSumoOptions& values) {
  options.heading("Simulation");
  options.add("--cfg", values.config, "SUMO's configuration", "FILE");
  options.add("--map", values.map, "The OpenDRIVE map; beside --cfg the one that its net was made from", "FILE");
  options.add("--attach", values.attach, "Join the SUMO at this port as its second client", "PORT").within(1, 65'535);
  options.add("--ego", values.ego, "The system under test, by its id", "ID");
  options.add("--teleporter", values.teleporter, "Relocate the ego as this file says (docs/teleporter.md)", "FILE");
  options.add("--teleport-log", values.teleport_log, "A row per teleport, on disk as soon as it is done", "FILE");
  options.heading("Result");
  options.add("--record", values.record, "Record the run as OSI, with run.json and relocations.csv beside it", "FILE");
  options.add("--out", values.out, "Write the whole result to this folder", "DIR");
  options.flag("--report", values.report,
               "Write a page for people as well: DIR/report.html; without --record, records to DIR.recording/run.osi");
  options.heading("Simulation");
  options.add("--duration", values.duration, "End after this many simulated seconds", "S").within(0.001, 1e9);
  options.add("--episodes", values.episodes, "End after this many episodes", "N").within(1, 1'000'000);
  options
      .add("--timeout", values.timeout, "Seconds that SUMO may take for an answer; then the run ends, incomplete", "S")
      .within(0.01, 1e6)
      .shows_default();
  options.add("--step-length", values.step_length, "Simulated seconds per step", "S").within(0.001, 10.0);
  options.add("--vehicles", values.vehicles, "How many vehicles drive, with --map alone", "N").within(1, 100'000);
  options.add("--seed", values.seed, "The seed of that traffic", "N").within(0, 2'147'483'647);
  add_verbosity(options, values.verbosity, "every issue with its message, also as it is raised");
  options.heading("What is judged");
  add_judging(options, values.judging);
  options.heading("Simulation");
  options.add("--sumo", values.sumo_arguments, "One more argument for SUMO", "ARGUMENT");
  options.flag("--stop-on-error", values.stop_on_error,
               "End the run at the first issue of severity error, no matter whose");
  options.flag("--keep-going", values.keep_going, "Go on after an error of the ego, as with --teleporter");
  options.heading("Result");
  options.flag("--json", values.json, "Print what happens as JSON lines, as it happens");
}

}  // namespace

Command live_sumo_command() {
  return {.name = "live sumo",
          .turn = 370,
          .summary = simulator_row("sumo").summary,
          .example = "scrutineer live sumo --map examples/maps/town.xodr --ego vehicle0 --duration 30",
          .declare = declare<LiveSumoOptions, add_options, live_sumo>,
          .more =
              "\nWith --map alone the map is converted with netconvert, and vehicles drive between edges drawn at "
              "random.\nCtrl-C and SIGTERM end the run in good order; a second one does not wait for SUMO.\n"};
}

}  // namespace scrutineer::app
