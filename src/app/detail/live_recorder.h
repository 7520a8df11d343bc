// A live run's files beside --record.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/run.h"
#include "live/recording.h"
#include "live/session.h"
#include "live/simulator.h"
#include "run/run.h"

namespace scrutineer::app {

class LiveRecorder {
 public:
  // A simulator that sends OSI is recorded as it sends; of others the frames are written as OSI, and their lights to a
  // file beside it.
  static Result<std::unique_ptr<LiveRecorder>> open(const std::string& file, bool sends_osi, Outside& outside);
  // The files that a recording consists of, which may replace others.
  static std::vector<std::string> outputs(const std::string& file, bool sends_osi);

  std::optional<Problem> take(const trace::Frame& frame, const trace::Tables& tables, const live::Simulator& simulator);

  struct Source {
    std::string title;  // of the simulator; empty: nobody knows
    const live::Simulator& simulator;
    const run::Run& run;  // says which map and net there are
    const live::teleport::Teleporter* teleporter = nullptr;
  };
  // Also reports what could not be taken earlier.
  std::optional<Problem> finish(const live::SessionOutcome& outcome, const Source& source);

  std::string manifest() const { return std::filesystem::path(file_).replace_extension(".json").string(); }

 private:
  LiveRecorder(const std::string& file, Outside& outside) : file_(file), outside_(outside) {}
  std::optional<Problem> append(const trace::Frame& frame, const trace::Tables& tables,
                                const live::Simulator& simulator);
  std::optional<Problem> finish_as_sent(const std::string& ego, const run::Run& run);
  std::optional<Problem> finish_lights();
  // A file of this recording alone: others may lie in the same folder.
  std::filesystem::path beside(const char* name) const { return std::filesystem::path(file_).replace_extension(name); }
  std::string relative(const std::string& path) const;

  std::filesystem::path file_;
  Outside& outside_;
  live::Recording recording_;
  std::unique_ptr<run::OutputFile> osi_;
  std::unique_ptr<run::OutputFile> lights_;  // null: they are in the messages
  std::optional<Problem> problem_;           // the last frame could not be taken
};

}  // namespace scrutineer::app
