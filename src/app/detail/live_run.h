// One live run: what it reads, what it tells while it goes on, and what it writes. What is a simulator's own is added by
// the command that knows it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/detail/live_recorder.h"
#include "app/detail/options.h"
#include "app/detail/shared_options.h"
#include "app/run.h"
#include "live/event_lines.h"
#include "live/event_server.h"
#include "live/kept_lines.h"
#include "live/patience.h"
#include "live/session.h"
#include "live/simulators.h"
#include "results/formats.h"
#include "results/write_folder.h"
#include "run/append_file.h"
#include "run/hashing_files.h"
#include "run/run.h"

namespace scrutineer::app {

// What all live commands take.
struct LiveOptions {
  std::string manifest;  // what that of a recorded run would say; empty: the other options say all
  std::string map, ego, record, out;
  std::string events;              // "-", "tcp:PORT" or a file; empty: nobody wants them
  std::string bind = "127.0.0.1";  // where what listens does
  double timeout = live::Patience().seconds;
  JudgingOptions judging;
  results::TextOptions::Verbosity verbosity = results::TextOptions::Verbosity::normal;
  bool stop_on_error = false;
  bool report = false;     // a page for people as well, in the result's folder
  std::string max_memory;  // empty: no limit
};
void add_record(Options& options, LiveOptions& values);  // --record, --out, --report, --max-memory
void add_events(Options& options, LiveOptions& values);

class LiveRun {
 public:
  LiveRun(const live::SimulatorRow& row, const LiveOptions& options, Outside& outside);
  virtual ~LiveRun();
  LiveRun(const LiveRun&) = delete;
  LiveRun& operator=(const LiveRun&) = delete;

  // The exit code.
  int go();

 protected:
  // How the run is read, over what its manifest says, before anything is opened.
  virtual std::optional<Problem> complete(trace::Manifest& /*manifest*/) { return std::nullopt; }
  // What can be read before there is a simulator. If the program is asked to stop after this, it has something to put in order.
  virtual std::optional<Problem> prepare() { return std::nullopt; }
  virtual Result<std::unique_ptr<live::Simulator>> start() = 0;
  // Files that the simulator reads by itself.
  virtual std::vector<std::string> more_inputs() { return {}; }
  // Files that the run writes beside its result, recording and events.
  virtual std::vector<std::string> more_outputs() const { return {}; }
  virtual bool sends_osi() const { return false; }
  virtual void adjust(live::SessionInputs& inputs) = 0;
  virtual std::vector<results::ResultFile> more_files(const live::SessionOutcome& /*outcome*/) { return {}; }
  virtual std::string more_text(const live::SessionOutcome& /*outcome*/) { return {}; }
  virtual const live::teleport::Teleporter* teleporter() const { return nullptr; }

  run::Run& run() { return *run_; }
  Outside& outside() { return outside_; }
  live::Simulator& simulator() { return *simulator_; }
  live::Patience patience() const;
  void tell(const std::string& lines);   // to all that follow what happens
  void say(const std::string& message);  // to a person who looks on
  void warn(const std::string& message);

 private:
  bool prints_events() const { return options_.events == "-"; }
  std::optional<Problem> check_outputs();
  std::optional<Problem> open_events();
  Result<trace::Manifest> read_manifest();
  std::optional<Problem> open_run(trace::Manifest manifest,
                                  const std::shared_ptr<const run::Configuration>& configuration);
  std::optional<Problem> start_simulator();
  live::SessionOutcome drive();
  void on_events(Time now, std::span<const watch::Event> events, const watch::Engine& engine);
  int finish(const live::SessionOutcome& outcome, const std::shared_ptr<const run::Configuration>& configuration);
  std::optional<Problem> finish_recording(const live::SessionOutcome& outcome);
  std::optional<Problem> write(results::Documents& documents, const live::SessionOutcome& outcome);
  std::optional<Problem> report(results::Documents& documents,
                                const std::shared_ptr<const run::Configuration>& configuration);

  class Interruptible;

  const live::SimulatorRow& row_;
  const LiveOptions& options_;
  // What is recorded: a report reads the run again, so with one there is a recording, if need be beside the result.
  const std::string record_;
  trace::Manifest used_;  // as the result's run.json says it
  run::HashingFiles hashing_;
  Outside outside_;
  std::optional<results::ResultFolder> folder_;
  std::unique_ptr<Interruptible> interruptible_;
  std::optional<run::Run> run_;
  std::unique_ptr<live::Simulator> simulator_;
  std::unique_ptr<LiveRecorder> recorder_;
  live::EventLines events_;
  std::optional<run::AppendFile> event_file_;
  std::unique_ptr<live::EventServer> event_server_;
  std::optional<Problem> event_problem_;  // the first with their file
  live::KeptLines lines_;                 // of what happened, for the result's folder
};

}  // namespace scrutineer::app
