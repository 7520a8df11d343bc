// What the tests of the map checks share.
#pragma once

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "map/check.h"
#include "map/read.h"

namespace scrutineer::map::checks {

inline std::vector<Anomaly> anomalies_in(const MapCheck& check, Document document) {
  const auto map = build_network(std::move(document));
  const CheckReport report = check_map(*map, {check});
  EXPECT_EQ(report.outcomes.front().status, CheckStatus::completed) << report.outcomes.front().reason;
  return report.anomalies();
}

// "2:-1@50": road 2, lane -1, s 50; "2@50" if it is about the whole road.
inline std::vector<std::string> places_of(const std::vector<Anomaly>& anomalies) {
  std::vector<std::string> places;
  for (const Anomaly& anomaly : anomalies) {
    const std::string lane = anomaly.lane_number ? fmt::format(":{}", *anomaly.lane_number) : "";
    places.push_back(fmt::format("{}{}@{:.0f}", anomaly.road_id, lane, anomaly.s));
  }
  return places;
}

inline std::vector<std::string> places_found(const MapCheck& check, Document document) {
  return places_of(anomalies_in(check, std::move(document)));
}

}  // namespace scrutineer::map::checks
