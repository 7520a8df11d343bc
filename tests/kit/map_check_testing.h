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

namespace scrutineer::map::rules {

inline std::vector<Finding> findings_in(const MapRule& check, Document document) {
  const auto map = build_network(std::move(document));
  const CheckReport report = check_map(*map, {check});
  EXPECT_EQ(report.outcomes.front().status, CheckStatus::completed) << report.outcomes.front().reason;
  return report.findings();
}

// "2:-1@50": road 2, lane -1, s 50; "2@50" if it is about the whole road.
inline std::vector<std::string> places_of(const std::vector<Finding>& findings) {
  std::vector<std::string> places;
  for (const Finding& finding : findings) {
    const std::string lane = finding.lane_number ? fmt::format(":{}", *finding.lane_number) : "";
    places.push_back(fmt::format("{}{}@{:.0f}", finding.road_id, lane, finding.s));
  }
  return places;
}

inline std::vector<std::string> places_found(const MapRule& check, Document document) {
  return places_of(findings_in(check, std::move(document)));
}

}  // namespace scrutineer::map::rules
