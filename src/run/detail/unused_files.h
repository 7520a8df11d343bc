// Files beside a run that said nothing of it: another run's, or on another clock. What they were meant for is not judged.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/time.h"
#include "trace/manifest.h"
#include "trace/planned_path.h"
#include "trace/relocations.h"
#include "trace/tables.h"

namespace scrutineer::run::detail {

struct FilesBeside {
  const trace::Manifest& manifest;
  const trace::PlannedPaths* plans = nullptr;  // as of the run's end; null: there are none
  std::span<const trace::Relocation> relocations = {};
};

// A sentence for each, after a run that ended there.
std::vector<std::string> unused_files(const FilesBeside& beside, const trace::Tables& tables, Time end);

}  // namespace scrutineer::run::detail
