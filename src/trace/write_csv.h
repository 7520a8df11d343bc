// Runs out as Scrutineer CSV, which reads back as the same frames.
//
// Optional columns are there only if the run has what they hold, so the run is read twice:
//
//   const CsvLayout layout = csv_layout(summary, tables);       // after the first reading (trace/summary.h)
//   std::string text = csv_header(layout);
//   while (... advance(*again, step, tables) ...)
//     if (const auto problem = append_csv_rows(layout, step.frame, tables.actors(), text)) return *problem;
//
// What the format has no column for is not written: outlines that are no boxes, marks of things that never move; a speed
// without a direction (SUMO) becomes a velocity along the heading. A frame without actors has no rows.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "trace/frame.h"
#include "trace/summary.h"
#include "trace/tables.h"

namespace scrutineer::trace {

struct CsvLayout {
  bool pitch_roll = false, velocity = false, acceleration = false, yaw_rate = false;
  bool role = false, driver = false, av_state = false, indicator = false, brake_light = false, parent = false;
  Duration start{};                       // the time of the first frame on the run's own clock
  std::vector<std::string> parents = {};  // by ActorId, empty: not a part
  // Whether sizes that the run does not give are written as those that were assumed; left out, a later row can give them.
  bool assumed_sizes = true;
  std::vector<bool> are_sized_later = {};     // by ActorId: then they are left out of it anyway
  std::vector<std::string> not_written = {};  // what the run has and the format has not, for people
};

// `tables` are those of the run's end, or its fault.
CsvLayout csv_layout(const RunSummary& summary, const Tables& tables);

std::string csv_header(const CsvLayout& layout);  // with its line's end
// A problem: an id that a row of CSV cannot hold. Nothing of the frame was appended then.
std::optional<Problem> append_csv_rows(const CsvLayout& layout, const Frame& frame, std::span<const ActorInfo> actors,
                                       std::string& text);

std::string lights_csv_header();
// One row for each light that the frame states.
std::optional<Problem> append_light_rows(const CsvLayout& layout, const Frame& frame, std::span<const LightInfo> lights,
                                         std::string& text);

}  // namespace scrutineer::trace
