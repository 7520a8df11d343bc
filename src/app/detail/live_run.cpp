#include "app/detail/live_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <ostream>
#include <utility>

#include "app/detail/max_memory.h"
#include "app/detail/words.h"
#include "app/detail/write_report.h"
#include "base/printable.h"
#include "base/text.h"
#include "live/recording.h"
#include "results/run_manifest.h"
#include "run/load.h"
#include "run/overwritten.h"
#include "trace/pushed_trace.h"

namespace scrutineer::app {

using namespace live;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kTcp = "tcp:";  // --events tcp:PORT

std::atomic<int> stop_requests = 0;
static_assert(std::atomic<int>::is_always_lock_free);  // so that a signal may count

// The first ends the run in good order, the second waits for nobody, and the third is as if nothing were held.
void request_stop(int) {
  if (++stop_requests < 2) return;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace

// Ctrl-C and SIGTERM are requests to stop.
class LiveRun::Interruptible {
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

void add_record(Options& options, LiveOptions& values) {
  options.add("--record", values.record, "Record the run as OSI, with a manifest and what else it needs beside it",
              "FILE");
  options.add("--out", values.out, "Write the whole result to this folder", "DIR");
  options.flag("--report", values.report,
               "Write a page for people as well: DIR/report.html; without --record, records to DIR.recording/run.osi");
  add_max_memory(options, values.max_memory);
}

void add_events(Options& options, LiveOptions& values) {
  options.add(
      "--events", values.events,
      "Tell what happens as JSON lines, as it happens: - prints them instead of the result, tcp:PORT gives them "
      "to whoever connects",
      "-|FILE|tcp:PORT");
  options.add("--bind", values.bind, "Where ports are opened: 0.0.0.0 lets other machines in", "ADDRESS")
      .shows_default();
}

LiveRun::LiveRun(const SimulatorRow& row, const LiveOptions& options, Outside& outside)
    : row_(row),
      options_(options),
      record_(options.record.empty() && options.report ? options.out + ".recording/run.osi" : options.record),
      hashing_(outside.files),
      outside_{{hashing_, outside.folders, outside.progress}, outside.screen} {}

LiveRun::~LiveRun() = default;

Patience LiveRun::patience() const {
  return {.seconds = options_.timeout, .stop_requests = [] { return stop_requests.load(); }};
}

int LiveRun::go() {
  if (options_.report && options_.out.empty())
    return refuse(outside_, "--report needs --out DIR: the report is written there, beside the result");
  auto manifest = read_manifest();
  if (!manifest) return refuse(outside_, manifest.problem());
  const auto configuration = configured(manifest->config, outside_, manifest->lang_path);
  if (!configuration) return kNotEvaluated;
  if (const auto problem = open_run(*std::move(manifest), configuration)) return refuse(outside_, *problem);
  if (const auto problem = prepare()) return refuse(outside_, *problem);
  if (const auto problem = check_outputs()) return refuse(outside_, *problem);
  if (const auto problem = open_events()) return refuse(outside_, *problem);
  if (const auto problem = start_simulator()) return refuse(outside_, *problem);
  const SessionOutcome outcome = drive();
  if (outcome.run.result) tell(events_.at_end(outcome.run.result->evaluation));
  if (event_server_) event_server_->finish();
  const int code = finish(outcome, configuration);
  return event_problem_ ? refuse(outside_, *event_problem_) : code;
}

// All that is read by now has a hash.
std::optional<Problem> LiveRun::check_outputs() {
  std::vector<std::string> inputs = more_inputs(), outputs;
  for (const auto& [file, hash] : hashing_.hashes()) inputs.push_back(file);
  if (!options_.out.empty()) {
    std::vector<std::string> lost = inputs;
    std::erase(lost, options_.manifest);  // which the new result may replace: it has the same
    if (auto problem = run::clash_with_result(options_.out, lost, outside_)) return problem;
  }
  if (!record_.empty()) outputs = LiveRecorder::outputs(record_, sends_osi());
  if (!prints_events() && !options_.events.starts_with(kTcp)) outputs.push_back(options_.events);
  std::ranges::move(more_outputs(), std::back_inserter(outputs));
  return run::overwritten(outputs, inputs, outside_);
}

std::optional<Problem> LiveRun::open_events() {
  if (options_.events.empty() || prints_events()) return std::nullopt;
  if (!options_.events.starts_with(kTcp)) {
    auto opened = run::AppendFile::open(options_.events, options_.timeout);
    if (!opened) return opened.problem();
    event_file_.emplace(*std::move(opened));
    return event_file_->cut(0);
  }
  const auto port = parse_number(options_.events.substr(kTcp.size()));
  if (!port || *port < 0 || *port > 65'535 || *port != static_cast<int>(*port))
    return Problem{{}, fmt::format("--events {}: expected tcp: and a port, such as tcp:48200", options_.events)};
  auto server = EventServer::open(options_.bind, static_cast<int>(*port));
  if (!server) return Problem{{}, "--events: " + server.problem().message};
  event_server_ = *std::move(server);
  say(fmt::format("events are told at tcp {}", event_server_->address()));
  return std::nullopt;
}

// What the manifest says, and over it what the options say.
Result<trace::Manifest> LiveRun::read_manifest() {
  const JudgingOptions& judging = options_.judging;
  trace::Manifest manifest;
  if (!options_.manifest.empty()) {
    const auto content = outside_.files.read(options_.manifest);
    if (!content) return content.problem();
    auto read = trace::read_live_manifest(*content, options_.manifest);
    if (!read) return read;
    manifest = *std::move(read);
  }
  if (!options_.map.empty()) manifest.map = options_.map;
  if (!judging.odd.empty()) manifest.odd = judging.odd;
  std::ranges::copy(judging.config, std::back_inserter(manifest.config));
  std::ranges::copy(judging.lang_path, std::back_inserter(manifest.lang_path));
  std::ranges::move(judging.settings(), std::back_inserter(manifest.settings));
  manifest.stop_on_error = manifest.stop_on_error || options_.stop_on_error;
  if (judging.fail_on) manifest.fail_on = *judging.fail_on;
  if (auto problem = complete(manifest)) return *std::move(problem);
  return manifest;
}

std::optional<Problem> LiveRun::open_run(trace::Manifest manifest,
                                         const std::shared_ptr<const run::Configuration>& configuration) {
  if (!options_.out.empty()) {
    auto opened = results::ResultFolder::open(options_.out, outside_.folders);
    if (!opened) return opened.problem();
    folder_.emplace(*std::move(opened));
  }
  auto opened = run::open(std::move(manifest), configuration, outside_, {.is_live = true});
  if (!opened) return opened.problem();
  run_.emplace(*std::move(opened));
  interruptible_ = std::make_unique<Interruptible>();
  return std::nullopt;
}

std::optional<Problem> LiveRun::start_simulator() {
  if (!options_.ego.empty()) run_->ego = options_.ego;
  auto started = start();
  if (!started) return started.problem();
  simulator_ = *std::move(started);
  run_->manifest.trace = record_.empty() ? simulator_->file() : record_;
  if (!run_->map)
    if (auto carried = simulator_->carried_map())
      if (auto problem = run::take_carried_map(*run_, *std::move(carried), outside_)) return problem;
  if (record_.empty()) return std::nullopt;
  if (record_ != options_.record)
    if (auto problem = outside_.folders.make_folder(fs::path(record_).parent_path().string())) return problem;
  auto opened = LiveRecorder::open(record_, sends_osi(), outside_);
  if (!opened) return opened.problem();
  recorder_ = *std::move(opened);
  return std::nullopt;
}

SessionOutcome LiveRun::drive() {
  SessionInputs inputs{.run = *run_, .simulator = *simulator_};
  if (recorder_)
    inputs.record = [&](const trace::Frame& frame, const trace::Tables& tables) {
      return recorder_->take(frame, tables, *simulator_);
    };
  inputs.on_events = [&](Time now, std::span<const watch::Event> events, const watch::Engine& engine) {
    on_events(now, events, engine);
  };
  inputs.on_warning = [&](const std::string& message) { warn(message); };
  const auto began = std::chrono::steady_clock::now();
  inputs.on_frame = [&](Time now, std::size_t issues, std::size_t episode) {
    if (event_server_) event_server_->serve();
    const double passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    outside_.progress.begin(fmt::format("{:.1f} s simulated, {:.1f} times as fast as real, {} issues, episode {}",
                                        to_seconds(now), passed > 0.0 ? to_seconds(now) / passed : 0.0, issues,
                                        episode));
  };
  inputs.is_interrupted = [] { return stop_requests > 0; };
  adjust(inputs);
  SessionOutcome outcome = run_session(inputs);
  outside_.progress.end();
  return outcome;
}

void LiveRun::on_events(Time now, std::span<const watch::Event> events, const watch::Engine& engine) {
  tell(events_.of(now, events, engine));
  if (prints_events() || options_.verbosity != results::TextOptions::Verbosity::full) return;
  for (const watch::Event& event : events)
    if (const auto* issue = std::get_if<watch::Issue>(&event)) {
      outside_.progress.end();
      outside_.screen.out << fmt::format("{:.3f} s  {}  {}\n", to_seconds(issue->time), to_word(issue->severity),
                                         printable(issue->message));
    }
}

void LiveRun::tell(const std::string& lines) {
  if (folder_) lines_.add(lines);
  if (prints_events()) outside_.screen.out << lines << std::flush;
  if (event_server_) event_server_->write(lines);
  if (event_file_ && !event_problem_) event_problem_ = event_file_->append(lines);
}

void LiveRun::say(const std::string& message) {
  outside_.progress.end();
  outside_.screen.err << "note: " << printable(message) << '\n' << std::flush;
}

void LiveRun::warn(const std::string& message) {
  outside_.progress.end();
  outside_.screen.err << "warning: " << printable(message) << '\n';
}

// What is told, printed and written at the end.
int LiveRun::finish(const SessionOutcome& outcome, const std::shared_ptr<const run::Configuration>& configuration) {
  for (const std::string& note : outcome.run.notes) say(note);
  if (prints_events() && outcome.run.result)
    outside_.screen.err << results::messages_text(outcome.run.result->evaluation, {});
  if (outcome.run.fault) refuse(outside_, *outcome.run.fault);
  const std::optional<Problem> lost = finish_recording(outcome);
  if (lost && !(outcome.run.fault && *outcome.run.fault == *lost)) refuse(outside_, *lost);
  if (!outcome.run.result) return kNotEvaluated;
  results::TextOptions text{.colour = outside_.screen.colour_out, .verbosity = options_.verbosity};
  if (folder_) text.all_are_in = options_.out;
  results::Documents documents(*outcome.run.result, text);
  if (const auto problem = write(documents, outcome)) return refuse(outside_, *problem);
  if (!prints_events()) outside_.screen.out << documents.in(results::text_format()) << more_text(outcome);
  if (lost) return kNotEvaluated;
  if (options_.report)
    if (const auto problem = report(documents, configuration)) return refuse(outside_, *problem);
  return results::exit_code(*outcome.run.result);
}

// A problem: there is no recording. The result is there all the same.
std::optional<Problem> LiveRun::finish_recording(const SessionOutcome& outcome) {
  if (!recorder_) return std::nullopt;
  auto problem = recorder_->finish(
      outcome, {.title = std::string(row_.title), .simulator = *simulator_, .run = *run_, .teleporter = teleporter()});
  if (problem) recorder_.reset();
  return problem;
}

// The result's folder, if there is to be one.
std::optional<Problem> LiveRun::write(results::Documents& documents, const SessionOutcome& outcome) {
  if (!folder_) return std::nullopt;
  trace::Manifest used = run_->manifest;
  used.trace.clear();
  used.sumo_net.clear();
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
  std::vector<results::ResultFile> files{{"events.jsonl", lines_.text()}};
  for (results::ResultFile& file : more_files(outcome)) files.push_back(std::move(file));
  for (results::ResultFile& file : results::result_files(documents, *manifest)) files.push_back(std::move(file));
  return folder_->write(files);
}

// From the result's folder, and the recording that is read again.
std::optional<Problem> LiveRun::report(results::Documents& documents,
                                       const std::shared_ptr<const run::Configuration>& configuration) {
  outside_.screen.out.flush();
  auto episodes = read_episodes(options_.out, outside_);
  if (!episodes) return episodes.problem();
  EvaluatedRun evaluated{.result = documents.in(results::json_format()),
                         .found = report::found_of(documents.result()),
                         .result_file = options_.out + "/" + std::string(results::kResultFile),
                         .configuration = configuration,
                         .settings = run_->settings,
                         .episodes = *std::move(episodes)};
  let_be_read_again(evaluated, used_, outside_);
  const auto written = write_report(evaluated, options_.out + "/" + std::string(results::kReportFile), outside_);
  if (!written) return written.problem();
  (prints_events() ? outside_.screen.err : outside_.screen.out) << *written;
  return std::nullopt;
}

}  // namespace scrutineer::app
