// A run that was evaluated, read again for its report.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/outside.h"
#include "report/map_piece.h"
#include "report/recording.h"
#include "trace/manifest.h"
#include "watch/check.h"
#include "watch/settings.h"

namespace scrutineer::app {

struct RecordedRun {
  std::optional<report::Recording> recording;  // nothing: it could not be read again ...
  std::optional<report::MapPiece> map;
  std::vector<std::string> notices;  // ... and why
};

// What is missing or not what it was when the result was made, as sentences; empty: nothing.
std::vector<std::string> changed_inputs(const trace::Manifest& manifest, Outside& outside);

RecordedRun record_run(const trace::Manifest& manifest, const report::Found& found,
                       std::span<const watch::Check> checks, const watch::Settings& settings, Outside& outside);

}  // namespace scrutineer::app
