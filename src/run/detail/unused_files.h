// Files beside a run that said nothing of it: another run's, or on another clock. What they were meant for is not judged.
// Also one that keeps much of the run from being judged.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "trace/environment.h"
#include "trace/manifest.h"
#include "trace/planned_path.h"
#include "trace/relocations.h"
#include "trace/tables.h"

namespace scrutineer::run::detail {

struct FilesBeside {
  const trace::Manifest& manifest;
  const trace::PlannedPaths* plans = nullptr;  // as of the run's end; null: there are none
  std::span<const trace::Relocation> relocations = {};
  std::span<const trace::EnvironmentValue> environment = {};
  std::string_view format = {};  // of the run
};

// A sentence for each, after a run that ended there.
std::vector<std::string> unused_files(const FilesBeside& beside, const trace::Tables& tables, Time end);

}  // namespace scrutineer::run::detail
