// The report of a run that was evaluated, for the commands that write one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/run.h"
#include "base/result.h"
#include "report/episodes.h"
#include "report/found.h"
#include "run/configuration.h"
#include "run/record.h"
#include "trace/manifest.h"
#include "watch/settings.h"

namespace scrutineer::app {

struct EvaluatedRun {
  std::string result;                       // runtime_data.json
  std::optional<report::Found> found = {};  // nothing: what that file says
  std::string result_file;                  // what problems call it
  std::shared_ptr<const run::Configuration> configuration;
  const watch::Settings& settings;
  const trace::Manifest* manifest = nullptr;  // null: it cannot be read again
  run::StillThere still_there = {};
  std::vector<std::string> notices = {};  // what a reader must know
  std::vector<report::Episode> episodes = {};
  std::vector<std::string> made_from = {};  // files that the result was made from, and its own
};

// Gives the run this manifest if all that it names is still what was evaluated; else notices say what is not.
void let_be_read_again(EvaluatedRun& run, const trace::Manifest& manifest, Outside& outside);

// What live runs write beside their results; nothing of others.
Result<std::vector<report::Episode>> read_episodes(const std::string& folder, Outside& outside);

// What to tell about the page that was written.
Result<std::string> write_report(const EvaluatedRun& run, const std::string& output, Outside& outside);

}  // namespace scrutineer::app
