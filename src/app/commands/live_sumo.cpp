// scrutineer live sumo: the evaluation beside a running SUMO.

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <ostream>
#include <utility>

#include "app/detail/command.h"
#include "app/detail/live_run.h"
#include "app/detail/max_memory.h"
#include "app/detail/words.h"
#include "live/episodes.h"
#include "live/event_lines.h"
#include "live/recording.h"
#include "live/sumo_net.h"
#include "trace/sumo_config.h"
#include "trace/sumo_net.h"

namespace scrutineer::app {

namespace {

using namespace live;
namespace fs = std::filesystem;

struct LiveSumoOptions {
  LiveOptions live;
  std::string config;         // a .sumocfg
  std::optional<int> attach;  // the port of a SUMO that runs already
  std::string teleporter;
  std::string teleport_log;  // empty: beside `out`, or teleports.csv
  std::optional<double> duration;
  std::optional<std::size_t> episodes;
  std::optional<double> step_length;
  int vehicles = 30;       // with a map only
  std::uint64_t seed = 1;  // likewise
  std::vector<std::string> sumo_arguments;
  bool keep_going = false, json = false;
};

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
Result<std::string> net_file(const LiveSumoOptions& options, const WorkFolder& work, const Patience& patience,
                             Outside& outside) {
  if (!options.config.empty()) {
    const auto content = outside.files.read(options.config);
    if (!content) return content.problem();
    return sumo::net_of_config(*content, options.config);
  }
  if (options.attach) return std::string();
  outside.progress.begin("converting " + options.live.map);
  std::string net = work.file("net.xml");
  if (auto problem = sumo::convert_map(options.live.map, net, work.file("netconvert.log"), patience))
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

class SumoRun final : public LiveRun {
 public:
  SumoRun(const LiveSumoOptions& options, Outside& outside)
      : LiveRun(simulator_row("sumo"), options.live, outside), options_(options) {}

 private:
  std::optional<Problem> prepare() override {
    auto net = net_file(options_, work_, patience(), outside());
    if (!net) return net.problem();
    if (!net->empty()) {
      auto content = outside().files.read(*net);
      if (!content) return content.problem();
      auto links = trace::read_sumo_net(*std::move(content), *net);
      if (!links) return links.problem();
      run().light_ties = *std::move(links);
      run().manifest.sumo_net = *std::move(net);
    }
    if (options_.teleporter.empty()) return std::nullopt;
    auto teleporter = read_teleporter(options_.teleporter, run(), outside());
    if (!teleporter) return teleporter.problem();
    teleporter_.emplace(*std::move(teleporter));
    return std::nullopt;
  }

  // Routes and the like.
  std::vector<std::string> more_inputs() override {
    if (options_.config.empty()) return {};
    auto content = outside().files.read(options_.config);
    if (!content) return {};
    auto config = trace::read_sumo_config(*std::move(content), options_.config);
    return config ? std::move(config->definitions) : std::vector<std::string>();
  }

  std::vector<std::string> more_outputs() const override {
    return teleporter_ ? std::vector<std::string>{log_file()} : std::vector<std::string>();
  }

  Result<std::unique_ptr<Simulator>> start() override {
    outside().progress.begin("starting SUMO");
    const bool is_ours = options_.config.empty() && !options_.attach;
    const std::string ego = options_.live.ego.empty() && is_ours ? "vehicle0" : options_.live.ego;
    if (!ego.empty()) run().ego = ego;
    const SimulatorRow& sumo = simulator_row("sumo");
    Simulation simulation{.name = options_.config.empty() ? options_.live.map : options_.config,
                          .config = options_.config,
                          .net = options_.config.empty() ? run().manifest.sumo_net : "",
                          .attach = options_.attach,
                          .ego = ego,
                          .vehicles = options_.vehicles,
                          .seed = options_.seed,
                          .step_length = options_.step_length,
                          .duration = {},
                          .patience = patience(),
                          .log = work_.file("sumo.log"),
                          .arguments = options_.sumo_arguments};
    if (options_.duration) simulation.duration = from_seconds(*options_.duration);
    auto simulator = sumo.open(simulation);
    if (!simulator) return simulator.problem();
    run().format = fmt::format("live {}", sumo.name);
    run().manifest.info = info_of(sumo, **simulator);
    if (!teleporter_) return simulator;
    // Without it the log of an earlier run would stay where this one has no teleport.
    if (auto problem = outside().folders.write(log_file(), log_)) return *std::move(problem);
    const auto gone = keep_drivable(*teleporter_, **simulator);
    if (!gone) return gone.problem();
    if (*gone > 0)
      warn(fmt::format("{}: {} of {} candidates are left out: SUMO's net has no way from there to the midpoint",
                       options_.teleporter, *gone, *gone + teleporter_->plan().candidates.size()));
    return simulator;
  }

  // What the run says of its simulator, as a recording's manifest does.
  static JsonValue info_of(const SimulatorRow& row, const Simulator& simulator) {
    const std::string text = recording_manifest(
        {.trace = "live", .simulator_name = std::string(row.title), .simulator_version = simulator.version()}, {});
    const auto manifest = trace::read_manifest(text, "live");
    return manifest ? manifest->info : JsonValue();
  }

  void adjust(SessionInputs& inputs) override {
    inputs.ends_with_error = !options_.keep_going;
    if (!teleporter_) return;
    inputs.teleporter = &*teleporter_;
    inputs.episodes = options_.episodes;
    const teleport::Config& config = teleporter_->config();
    inputs.goal = config.goal.empty() ? simulator().goal_at(config.trigger_box.x, config.trigger_box.y) : config.goal;
    inputs.on_teleport = [&](const teleport::LogRow& row) {
      log_ += teleport::log_line(row) + "\n";
      tell(event_line(row));
      return outside().folders.write(log_file(), log_);
    };
  }

  std::string log_file() const {
    if (!options_.teleport_log.empty()) return options_.teleport_log;
    return options_.live.out.empty() ? "teleports.csv" : options_.live.out + ".teleports.csv";
  }

  std::vector<results::ResultFile> more_files(const SessionOutcome& outcome) override {
    std::vector<results::ResultFile> files{
        {std::string(results::kEpisodesFile), episodes_csv(outcome.episodes, outcome.run.result->evaluation)}};
    if (!teleporter_) return files;
    files.push_back({std::string(results::kArrivalsFile), arrival_csv(outcome.episodes)});
    files.push_back({"arrival.svg", arrival_svg(outcome.episodes)});
    return files;
  }

  std::string more_text(const SessionOutcome& outcome) override {
    if (!teleporter_) return {};
    return fmt::format("{} teleports\n", teleporter_->teleports()) + arrival_summary(outcome.episodes);
  }

  const teleport::Teleporter* teleporter() const override { return teleporter_ ? &*teleporter_ : nullptr; }

  const LiveSumoOptions& options_;
  const WorkFolder work_;
  std::optional<teleport::Teleporter> teleporter_;
  std::string log_ = teleport::log_header() + "\n";
};

int live_sumo(const LiveSumoOptions& given, Outside& outside) {
  if (given.config.empty() && given.live.map.empty() && !given.attach)
    return refuse(outside,
                  "a simulation is missing: name SUMO's configuration with --cfg, a map with --map, or the port of a "
                  "running SUMO with --attach");
  if (!given.teleport_log.empty() && given.teleporter.empty())
    return refuse(outside, "--teleport-log is about a Teleporter: name one with --teleporter FILE");
  LiveSumoOptions options = given;
  if (options.json) options.live.events = "-";
  return with_max_memory(options.live.max_memory, outside, [&] { return SumoRun(options, outside).go(); });
}

void add_options(Options& options, LiveSumoOptions& values) {
  options.heading("Simulation");
  options.add("--cfg", values.config, "SUMO's configuration", "FILE");
  options.add("--map", values.live.map, "The OpenDRIVE map; beside --cfg the one that its net was made from", "FILE");
  options.add("--attach", values.attach, "Join the SUMO at this port as its second client", "PORT").within(1, 65'535);
  options.add("--ego", values.live.ego, "The system under test, by its id", "ID");
  options.add("--teleporter", values.teleporter, "Relocate the ego as this file says (docs/teleporter.md)", "FILE");
  options.add("--teleport-log", values.teleport_log, "A row per teleport, on disk as soon as it is done", "FILE");
  options.heading("Result");
  add_record(options, values.live);
  options.heading("Simulation");
  options.add("--duration", values.duration, "End after this many simulated seconds", "S").within(0.001, 1e9);
  options.add("--episodes", values.episodes, "End after this many episodes", "N").within(1, 1'000'000);
  options
      .add("--timeout", values.live.timeout, "Seconds that SUMO may take for an answer; then the run ends, incomplete",
           "S")
      .within(0.01, 1e6)
      .shows_default();
  options.add("--step-length", values.step_length, "Simulated seconds per step", "S").within(0.001, 10.0);
  options.add("--vehicles", values.vehicles, "How many vehicles drive, with --map alone", "N").within(1, 100'000);
  options.add("--seed", values.seed, "The seed of that traffic", "N").within(0, 2'147'483'647);
  add_verbosity(options, values.live.verbosity, "every issue with its message, also as it is raised");
  options.heading("What is judged");
  add_judging(options, values.live.judging);
  options.heading("Simulation");
  options.add("--sumo", values.sumo_arguments, "One more argument for SUMO", "ARGUMENT");
  options.flag("--stop-on-error", values.live.stop_on_error,
               "End the run at the first issue of severity error, no matter whose");
  options.flag("--keep-going", values.keep_going, "Go on after an error of the ego, as with --teleporter");
  options.heading("Result");
  add_events(options, values.live);
  options.flag("--json", values.json, "The same as --events -");
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
