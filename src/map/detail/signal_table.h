// Everything about the signals of a map that takes more than a look at one record: made on first use.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "map/lookup.h"
#include "map/signals.h"

namespace scrutineer::map::detail {

struct SignalTable {
  std::vector<SignalMeaning> meanings;                 // by SignalId
  std::vector<std::vector<ControllerId>> controllers;  // by SignalId
  std::vector<SignalPlace> places;                     // by road, then by s
  std::vector<std::uint32_t> first_place;              // by RoadId, and one more
  std::vector<DanglingReference> dangling;
  std::unordered_map<std::string_view, std::vector<SignalId>> by_id;  // ids repeat in real files
  std::vector<Point> points;  // by SignalId, where each stands; none if no id repeats
};

const SignalTable& signal_table(const RoadNetwork& map);

}  // namespace scrutineer::map::detail
