// Evaluates runs one after the other, and keeps the map and the configuration for the next one.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "results/run_result.h"
#include "run/configuration.h"
#include "run/load.h"
#include "run/outside.h"
#include "store/rows.h"
#include "suite/content.h"
#include "suite/plan.h"

namespace scrutineer::suite::detail {

struct Keeping {
  bool intervals = false;
  std::string folders = {};  // where each run's result goes, in a folder named by its key; empty: nowhere
};

// The folder of a run's result: its key, with characters replaced that file systems do not allow.
std::string result_folder(const std::string& folders, const std::string& key);

class Evaluator {
 public:
  Evaluator(Judging judging, Keeping keeping, run::Outside& outside);
  ~Evaluator();

  // Nothing: its content has not changed. A problem: the result's folder could not be written, so the suite must stop.
  Result<std::optional<store::RunRecord>> evaluate(const PlannedRun& run);
  // The content hash that evaluate() would put into the record.
  std::string content(const PlannedRun& run);
  // Seconds of processor time that decoding and evaluating took of the last evaluate().
  double evaluating() const { return evaluating_; }

 private:
  struct KeptConfiguration;
  struct KeptMap;
  const KeptConfiguration& configuration_for(const trace::Manifest& manifest);
  const KeptMap& map_for(const std::string& file);
  // `unread` could not be read, unless its hash is among those of what was read.
  std::string content(const trace::Manifest& manifest, const std::map<std::string, std::string>& read,
                      const std::string& unread = {});
  std::string content_without_manifest(const PlannedRun& run);
  Result<store::RunRecord> evaluate(const PlannedRun& planned, trace::Manifest manifest);
  std::optional<Problem> keep_folder(const std::string& folder, trace::Manifest& manifest,
                                     const results::RunResult& result);

  Judging judging_;
  Keeping keeping_;
  run::Outside& outside_;
  std::unique_ptr<KeptConfiguration> configuration_;
  std::unique_ptr<KeptMap> map_;
  double evaluating_ = 0.0;
};

}  // namespace scrutineer::suite::detail
