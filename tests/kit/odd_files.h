// For tests: OpenODD files in memory, and the examples of the standard.
#pragma once

#include <filesystem>
#include <map>
#include <sstream>
#include <string>

#include "kit/data.h"
#include "odd/odd.h"

namespace scrutineer::kit {

// As if it were "odd.yaml", beside these others.
inline odd::ReadOdd read_odd_text(const std::string& text, const std::map<std::string, std::string>& others = {}) {
  return odd::read_odd("odd.yaml", [&](const std::string& path) -> Result<std::string> {
    if (path == "odd.yaml") return text;
    const auto other = others.find(path);
    if (other == others.end()) return Problem{{.file = path}, "no such file"};
    return other->second;
  });
}

// What the module about intersections in annex C.6 names, and the standard declares nowhere.
inline constexpr const char* kTaxonomyOfIntersections = R"(TAXONOMY:
  number_of_road_links: integer count
  number_of_levels_junction: integer count
  number_of_lanes_in_subject_vehicle_direction: integer count
  junction_feature: [simple, flared, channelized]
  merge_section_junction: boolean
  departure_section_junction: boolean
  lane_type: [go_straight, straight+left, straight+right, straight+right+left, left+right, left, right]
  restricted_lane: [bus, bicycle]
  road_marking_edge_is_existing: boolean
  road_marking_lane_is_existing: boolean
  on_street_parking_type: [parallel_parking_on_one_side]
  on_street_parking_feature: [off_curb]
  lane_protection: [protected_lane, unprotected_lane]
  regulatory_sign: [right_of_way_sign, road_usage_sign]
)";

// The code blocks of chapter 10 and of the annexes B.3 and C, by their numbers.
inline std::map<int, std::string> standard_odd_blocks() {
  std::map<int, std::string> blocks;
  for (const auto& file : std::filesystem::directory_iterator(data_dir() / ".." / "standards" / "openodd")) {
    const std::string name = file.path().filename().string();
    if (!name.starts_with("10-") && !name.starts_with("11-c-") && !name.starts_with("11-e-iso34503-03")) continue;
    std::istringstream lines(read_text(file.path()));
    std::string line;
    int number = 0;
    bool inside = false;
    while (std::getline(lines, line)) {
      if (line.starts_with("```"))
        inside = !inside;
      else if (inside)
        blocks[number] += line + '\n';
      else if (line.starts_with("Code "))
        number = std::stoi(line.substr(5));
    }
  }
  return blocks;
}

}  // namespace scrutineer::kit
