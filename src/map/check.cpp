#include "map/check.h"

#include <algorithm>
#include <exception>
#include <tuple>
#include <utility>

#include "map/checks/catalogue.h"
#include "map/road_network.h"

namespace scrutineer::map {
namespace {

CheckOutcome run(const RoadNetwork& map, const MapCheck& check) {
  CheckOutcome outcome{.check = check, .status = CheckStatus::completed, .reason = {}, .anomalies = {}};
  // A check that fails is reported, and the others go on.
  try {
    if (check.skip_reason != nullptr) {
      if (std::optional<std::string> reason = check.skip_reason(map)) {
        outcome.status = CheckStatus::skipped;
        outcome.reason = std::move(*reason);
        return outcome;
      }
    }
    outcome.anomalies = check.run(map);
  } catch (const std::exception& failure) {
    outcome.status = CheckStatus::error;
    outcome.reason = failure.what();
    outcome.anomalies.clear();
    return outcome;
  }
  for (Anomaly& anomaly : outcome.anomalies) {
    anomaly.check = check.id;
    anomaly.severity = check.severity;
  }
  const auto place = [](const Anomaly& a) { return std::tie(a.road, a.s, a.lane, a.message); };
  std::ranges::sort(outcome.anomalies, [&](const Anomaly& a, const Anomaly& b) { return place(a) < place(b); });
  return outcome;
}

}  // namespace

const char* to_string(AnomalySeverity severity) { return severity == AnomalySeverity::error ? "error" : "warning"; }

const char* to_string(CheckStatus status) {
  switch (status) {
    case CheckStatus::completed:
      return "completed";
    case CheckStatus::skipped:
      return "skipped";
    case CheckStatus::error:
      break;
  }
  return "error";
}

std::vector<MapCheck> map_checks() {
  return {checks::connected_lanes(), checks::lane_connectivity(), checks::zig_zag(), checks::sub_sections_sum()};
}

std::size_t CheckReport::count() const {
  std::size_t sum = 0;
  for (const CheckOutcome& outcome : outcomes) sum += outcome.anomalies.size();
  return sum;
}

std::vector<Anomaly> CheckReport::anomalies() const {
  std::vector<Anomaly> all;
  all.reserve(count());
  for (const CheckOutcome& outcome : outcomes) {
    all.insert(all.end(), outcome.anomalies.begin(), outcome.anomalies.end());
  }
  return all;
}

CheckReport check_map(const RoadNetwork& map) { return check_map(map, map_checks()); }

CheckReport check_map(const RoadNetwork& map, const std::vector<MapCheck>& checks) {
  CheckReport report;
  report.file = map.file();
  for (const MapCheck& check : checks) report.outcomes.push_back(run(map, check));
  return report;
}

}  // namespace scrutineer::map
