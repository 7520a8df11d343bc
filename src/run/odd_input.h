// The operational design domain of a run: the file, what is told of its concepts, and the monitor that watches it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "odd/monitor.h"
#include "run/outside.h"
#include "trace/environment.h"
#include "trace/manifest.h"

namespace scrutineer::run {

// All errors of the file become one problem: the first of them, and how many more there are. A file without a root is a
// problem, too.
struct LoadedOdd {
  std::shared_ptr<const odd::Odd> odd;
  std::vector<std::string> notes;  // its warnings
};
Result<LoadedOdd> load_odd(const std::string& file, Outside& outside);

struct OddMonitor {
  std::unique_ptr<odd::Monitor> monitor;
  std::vector<std::string> notes;
};
// With what the manifest and `environment` tell.
Result<OddMonitor> odd_monitor(std::shared_ptr<const odd::Odd> odd, const trace::Manifest& manifest,
                               const std::vector<trace::EnvironmentValue>& environment, bool all_concepts,
                               Outside& outside);

}  // namespace scrutineer::run
