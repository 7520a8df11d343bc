// What the checks say about real maps. docs/map_checks.md tells what each of these findings is: whoever changes a
// number here looks at the finding and changes the table there.
#include <map>

#include "kit/data.h"
#include "kit/map_check_testing.h"
#include "map/check.h"
#include "map/map_text.h"
#include "map/read.h"
#include "map/rules/catalogue.h"

namespace scrutineer::map::rules {
namespace {

// How many findings each check finds.
struct Counts {
  std::size_t connected_lanes = 0, lane_connectivity = 0, zig_zag = 0, sub_sections_sum = 0;
  bool operator==(const Counts&) const = default;

  friend void PrintTo(const Counts& counts, std::ostream* out) {
    *out << fmt::format("{{{}, {}, {}, {}}}", counts.connected_lanes, counts.lane_connectivity, counts.zig_zag,
                        counts.sub_sections_sum);
  }
};

Counts counts_in(const std::filesystem::path& path) {
  auto map = read_xodr_file(path.string());
  if (!map) {
    ADD_FAILURE() << to_string(map.problem());
    return {};
  }
  const auto count = [&](const MapRule& rule) { return check_map(**map, {rule}).findings().size(); };
  return {count(connected_lanes()), count(lane_connectivity()), count(zig_zag()), count(sub_sections_sum())};
}

TEST(RealMaps, HaveTheseAnomalies) {
  SCRUTINEER_NEEDS_DATA();
  const std::map<std::string, Counts> odd = {
      {"McityMap_Main", {0, 0, 5, 0}}, {"SampleDatabase", {3, 1, 0, 0}}, {"Testfeld_Niedersachsen_ALKS", {0, 0, 5, 0}},
      {"Town07", {0, 0, 1, 0}},        {"cloverleaf", {0, 0, 1, 0}},     {"heckstrasse", {4, 3, 0, 0}},
      {"soderleden", {0, 1, 1, 0}},
  };
  for (const std::filesystem::path& path : kit::all_maps()) {
    const auto found = odd.find(path.stem().string());
    EXPECT_EQ(counts_in(path), found == odd.end() ? Counts{} : found->second) << path;
  }
}

// All errors of all rules: none of them is false. docs/map_checks.md tells what each is.
TEST(RealMaps, HaveTheseErrors) {
  SCRUTINEER_NEEDS_DATA();
  struct Row {
    std::string map, rule;
    std::size_t count;
    auto operator<=>(const Row&) const = default;
  };
  std::vector<Row> expected = {
      {"A39_Wolfsburg-West", "xml.valid_schema", 273},
      {"ArcLaneRolledAndOffset", "xml.valid_schema", 5},
      {"LineMultipleSpeeds", "xml.valid_schema", 17},
      {"McityMap_Main", "map.lane_kink", 1},
      {"MultiLevelArcRoad", "xml.valid_schema", 12},
      {"ParametricCubicCurveComplexRoad", "xml.valid_schema", 1},
      {"RoadWithStopLine", "xml.valid_schema", 17},
      {"SampleDatabase", "map.lane_without_width", 2},
      {"SampleDatabase", "map.connected_lanes", 3},
      {"SampleDatabase", "road.lane.link.lanes_across_lane_sections", 12},
      {"SampleDatabase", "map.connection_contact_point", 1},
      {"Town07", "road.semantic.road_lane_link_id", 1},
      {"bendplatz", "xml.valid_schema", 104},
      {"cloverleaf", "xml.valid_schema", 1},
      {"cloverleaf", "ids.id_unique_in_class", 1},
      {"cloverleaf", "road.lane.link.lanes_across_lane_sections", 11},
      {"heckstrasse", "xml.valid_schema", 85},
      {"heckstrasse", "map.connected_lanes", 4},
      {"heckstrasse", "map.connection_contact_point", 2},
      {"multi_intersections", "ids.id_unique_in_class", 11},
      {"multi_intersections", "road.lane.link.lanes_across_lane_sections", 2},
      {"soderleden", "road.geometry.contact_point", 1},
      {"soderleden", "road.lane.link.lanes_across_lane_sections", 3},
      {"soderleden", "road.lane.link.zero_width_at_end", 1},
      {"soderleden", "road.linkage.is_junction_needed", 1},
      {"straight_500m_signs", "ids.id_unique_in_class", 5},
  };
  std::vector<Row> found;
  for (const std::filesystem::path& path : kit::all_maps()) {
    const std::string bytes = kit::read_text(path);
    const auto map = read_xodr(bytes, path.filename().string());
    ASSERT_TRUE(map) << path;
    const MapText text(bytes, path.filename().string());
    for (const RuleOutcome& outcome : check_map({.text = &text, .map = map->get()}, map_rules()).outcomes) {
      EXPECT_NE(outcome.status, CheckStatus::error) << path << " " << outcome.rule.id() << ": " << outcome.reason;
      if (const std::size_t count = outcome.count(Level::error); count > 0)
        found.push_back({path.stem().string(), std::string(outcome.rule.id()), count});
    }
  }
  std::ranges::sort(expected);
  std::ranges::sort(found);
  EXPECT_EQ(found.size(), expected.size());
  for (const Row& row : found)
    EXPECT_TRUE(std::ranges::binary_search(expected, row)) << row.map << " " << row.rule << " " << row.count;
}

// The fixtures with lane gaps, missing links and wrong lengths, each beside its sound twin.
TEST(BadMaps, AreToldFromTheirSoundTwins) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* file;
    Counts expected;
  };
  const Case cases[] = {
      // Lane gaps.
      {"smoothness_example/junction_invalid_conn_smoothness", {1, 0, 0, 0}},
      {"smoothness_example/junction_valid_conn_smoothness", {}},
      {"smoothness_example/many_invalid", {2, 1, 17, 0}},
      {"smoothness_example/simple_valid", {}},
      {"smoothness_example/multiple_successor_invalid", {}},  // lanes overlap: too narrow, but no gap
      {"smoothness_example/multiple_successor_valid", {}},
      {"smoothness_example/lane_gap_example_issue_119", {0, 0, 5, 0}},  // gaps of centimetres, and folds
      {"junction_connection_linkage/junction_connection_linkage_invalid", {2, 0, 0, 0}},  // wrong contact points
      {"junction_connection_linkage/junction_connection_linkage_valid", {}},
      // Missing links.
      {"road_lane_link_lanes_across_lane_sections/"
       "road_lane_link_lanes_across_lane_sections_invalid_no_predecessor_road",
       {0, 2, 0, 0}},
      {"road_lane_link_lanes_across_lane_sections/road_lane_link_lanes_across_lane_sections_invalid_non_existing_lanes",
       {0, 2, 0, 0}},
      {"road_lane_link_lanes_across_lane_sections/road_lane_link_lanes_across_lane_sections_invalid_wrong_id",
       {0, 2, 0, 0}},
      {"road_lane_link_lanes_across_lane_sections/road_lane_link_lanes_across_lane_sections_valid", {}},
      {"road_linkage_is_junction_needed/road_linkage_is_junction_needed_invalid", {0, 1, 0, 0}},
      {"road_linkage_is_junction_needed/road_linkage_is_junction_needed_invalid_converge", {0, 1, 0, 0}},
      {"road_linkage_is_junction_needed/road_linkage_is_junction_needed_valid", {}},
      // Links that must not be: from or to a lane without width. Only one of them also bridges a gap.
      {"road_lane_link_new_lane_appear/road_lane_link_new_lane_appear_invalid", {1, 0, 0, 0}},
      {"road_lane_link_new_lane_appear/road_lane_link_new_lane_appear_valid", {}},
      {"road_lane_link_new_lane_appear/road_lane_link_new_lane_appear_both_start_contact_point_invalid", {0, 1, 0, 0}},
      {"road_lane_link_new_lane_appear/road_lane_link_new_lane_appear_end_contact_point_invalid", {}},
      {"road_lane_link_new_lane_appear/road_lane_link_new_lane_appear_end_contact_point_valid", {}},
      {"road_lane_link_new_lane_appear/road_lane_link_new_lane_appear_end_contact_point_valid_example", {}},
      {"road_lane_link_new_lane_appear/road_lane_link_new_lane_appear_inside_junction_invalid", {}},
      {"road_lane_link_new_lane_appear/road_lane_link_new_lane_appear_inside_junction_invalid_2", {}},
      {"road_lane_link_new_lane_appear/road_lane_link_new_lane_appear_inside_junction_valid", {}},
      {"road_lane_link_new_lane_appear/road_lane_link_new_lane_appear_inside_junction_valid_2", {}},
      {"road_lane_link_new_lane_appear/road_lane_link_new_lane_appear_junction_invalid", {}},
      {"road_lane_link_new_lane_appear/road_lane_link_new_lane_appear_junction_valid", {}},
      // Links are sound here; sidewalks and parking lanes widen within centimetres.
      {"road_lane_link_new_lane_appear/road_lane_link_new_lane_appear_junction_valid_1", {0, 0, 24, 0}},
      // Lengths.
      {"road_geometry_param_poly3_length_match/road_geometry_param_poly3_length_match_invalid", {0, 0, 0, 1}},
      {"road_geometry_param_poly3_length_match/road_geometry_param_poly3_length_match_invalid_multiple_cases",
       {0, 0, 0, 1}},
      {"road_geometry_param_poly3_length_match/road_geometry_param_poly3_length_match_valid", {}},
  };
  for (const Case& c : cases) {
    const auto path = kit::data_dir() / "bad-maps" / "qc-opendrive" / (std::string(c.file) + ".xodr");
    EXPECT_EQ(counts_in(path), c.expected) << c.file;
  }
}

TEST(BadMaps, FromTheWild) {
  SCRUTINEER_NEEDS_DATA();
  struct Case {
    const char* file;
    Counts expected;
  };
  const Case cases[] = {
      {"road_geometry_length_invalid", {0, 0, 0, 1}},
      {"WBeaverAve", {0, 0, 172, 143}},
      {"GapInLaneWidthDrivableLane", {}},  // a step of 10 cm in the centre line
      {"DisconnectedRoadInJunction", {}},
  };
  for (const Case& c : cases) {
    const auto path = kit::data_dir() / "bad-maps" / "wild" / (std::string(c.file) + ".xodr");
    EXPECT_EQ(counts_in(path), c.expected) << c.file;
  }
}

}  // namespace
}  // namespace scrutineer::map::rules
