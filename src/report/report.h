// The report of a run: one page that holds everything it shows, opens from disk and asks nobody for anything.
//
//   const auto found = read_found(result_text, file);
//   Recorder recorder(*found);  ... evaluate the run again ...          // recording.h
//   const std::string page = report_page({.result = result_text, .found = *found, .checks = checks,
//                                         .recording = &recording, .map = &piece});
//
// docs/report.md tells what the page shows, and what it holds in which part.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/found.h"
#include "report/map_piece.h"
#include "report/recording.h"
#include "watch/check.h"

namespace scrutineer::report {

struct ReportInputs {
  std::string_view result;  // runtime_data.json
  const Found& found;
  std::span<const watch::Check> checks;   // that the result may speak of
  std::vector<std::string> notices = {};  // what a reader must know
  const Recording* recording = nullptr;   // null: nothing of the run but its result
  const MapPiece* map = nullptr;          // null: without one
};

std::string report_page(const ReportInputs& inputs);

// The page without data, as built from web/; empty if this program was built without it.
std::string_view page_template();

}  // namespace scrutineer::report
