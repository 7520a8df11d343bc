// Map checks: what is probably wrong in a map that could be read.
//
//   const CheckReport report = check_map(map);
//   for (const Anomaly& anomaly : report.anomalies()) fmt::print("{}\n", anomaly.message);
//
// One check is one file in map/checks/. check_report.h writes a report as text, JSON and .xqar.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "map/ids.h"

namespace scrutineer::map {

class RoadNetwork;

enum class AnomalySeverity { error, warning };
const char* to_string(AnomalySeverity severity);

struct Anomaly {
  std::string check;  // such as "map.zig_zag"
  AnomalySeverity severity = AnomalySeverity::warning;
  RoadId road;
  LaneId lane;                     // invalid: it is about the whole road
  std::string road_id;             // as in the file
  std::optional<int> lane_number;  // of `lane`
  double s = 0.0;
  double x = 0.0, y = 0.0, z = 0.0;
  double measured = 0.0, threshold = 0.0;  // the number that decided, and the limit on whose wrong side it lies
  std::string unit;                        // of both: "m" or "deg"
  std::string message;                     // what is wrong there, without place and numbers of the fields above

  bool operator==(const Anomaly&) const = default;
};

struct CheckThreshold {
  std::string_view name, unit, meaning;
  double value = 0.0;
};

// What a check says of itself, and how it is run.
struct MapCheck {
  std::string_view id;     // "map.zig_zag"
  std::string_view title;  // what holds in a sound map, as one sentence
  std::string_view doc;    // what is looked at, how it is measured, and what to do about a finding
  AnomalySeverity severity = AnomalySeverity::warning;
  std::vector<CheckThreshold> thresholds;

  // Why there is nothing to look at in this map; nothing if there is.
  std::optional<std::string> (*skip_reason)(const RoadNetwork& map) = nullptr;
  // In any order, and without `check` and `severity`: check_map() adds them.
  std::vector<Anomaly> (*run)(const RoadNetwork& map) = nullptr;
};

std::vector<MapCheck> map_checks();

enum class CheckStatus { completed, skipped, error };
const char* to_string(CheckStatus status);

struct CheckOutcome {
  MapCheck check;
  CheckStatus status = CheckStatus::completed;
  std::string reason;              // of skipped and error
  std::vector<Anomaly> anomalies;  // by road in the file's order, s, lane
};

struct CheckReport {
  std::string file;
  std::vector<CheckOutcome> outcomes;  // in the order of map_checks()

  std::size_t count() const;
  std::vector<Anomaly> anomalies() const;  // of all checks, one after the other
};

CheckReport check_map(const RoadNetwork& map);
// Some checks only, for tests and for whoever wants to run their own.
CheckReport check_map(const RoadNetwork& map, const std::vector<MapCheck>& checks);

}  // namespace scrutineer::map
