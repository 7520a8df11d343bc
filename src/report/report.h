// The report of a run: one page that holds everything it shows, opens from disk and asks nobody for anything.
//
//   const auto found = read_found(result_text, file);
//   RecordingBuilder builder(*found);  ... evaluate the run again ...          // recording.h
//   const std::string page = report_page({.result = result_text, .found = *found, .checks = checks,
//                                         .recording = &recording, .map = &piece});
//
// docs/report.md tells what the page shows, and what it holds in which part.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/located_json.h"
#include "report/episodes.h"
#include "report/found.h"
#include "report/map_piece.h"
#include "report/odd_track.h"
#include "report/recording.h"
#include "trace/manifest.h"
#include "watch/check.h"

namespace scrutineer::report {

// How far the zones around the ego reach that the relevance KPI looks for other vehicles in.
struct ZoneReach {
  double ahead = 0.0, behind = 0.0;  // in seconds of the ego's way
  double aside = 0.0;                // m
};

struct ReportInputs {
  std::string_view result;  // runtime_data.json
  const Found& found;
  std::span<const watch::Check> checks;   // that the result may speak of
  std::vector<std::string> notices = {};  // what a reader must know
  const Recording* recording = nullptr;   // null: nothing of the run but its result
  const MapPiece* map = nullptr;          // null: without one
  std::span<const trace::ManifestArea> areas = {};
  std::optional<ZoneReach> zones = {};  // nothing: the relevance KPI looked at none
  std::vector<Episode> episodes = {};   // of a live run with a Teleporter
  OddTracks odd = {};                   // of a run with an operational design domain
  JsonValue given_info = {};            // what the run's manifest says of it
};

std::string report_page(const ReportInputs& inputs);

// The page without data, as built from web/; empty if this program was built without it.
std::string_view page_template();

}  // namespace scrutineer::report
