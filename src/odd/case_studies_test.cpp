// The case studies of OpenODD 1.0 that print their CODs as tables (annexes C.4 to C.6), judged row by row. What the tables of
// C.4 and C.5 say of modules is written here in YAML.

#include <gtest/gtest.h>

#include <sstream>

#include "base/text.h"
#include "kit/odd_files.h"
#include "odd/cod_file.h"
#include "odd/condition_truths.h"

namespace scrutineer::odd {
namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '|') {
      cells.emplace_back(trim(cell));
      cell.clear();
    } else if (line[i] != '\\') {
      cell += line[i];
    }
  }
  return cells;
}

// A table of the standard, its header first.
std::vector<std::vector<std::string>> table_of(const char* page, const std::string& title) {
  std::istringstream lines(kit::read_text(kit::data_dir() / ".." / "standards" / "openodd" / page));
  std::vector<std::vector<std::string>> rows;
  bool is_inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(title)) is_inside = true;
    if (!is_inside || !line.starts_with("|")) {
      if (!rows.empty()) break;
      continue;
    }
    if (!line.starts_with("| ---")) rows.push_back(cells_of(line));
  }
  return rows;
}

// The verdict on each row, as a letter: inside, outside, unknown.
std::string judged(const Odd& odd, const std::string& module, const std::vector<std::vector<std::string>>& table) {
  ModuleId id;
  for (std::size_t i = 0; i < odd.modules.size(); ++i)
    if (odd.modules[i].name == module) id = ModuleId(i);
  std::string letters;
  for (std::size_t row = 1; row < table.size(); ++row) {
    ConditionTruths truths(odd);
    for (std::size_t column = 0; column < table[row].size(); ++column) {
      const std::string& head = table[0][column];
      const auto mark = head.find(';');
      const auto about = odd.taxonomy.find(head.substr(0, mark));
      std::string text = table[row][column];
      if (!about.id.valid() || text.empty()) continue;
      const Concept& found = odd.taxonomy.at(about.id);
      // The table of C.4 has decimal commas.
      if (found.kind == Concept::Kind::number) std::ranges::replace(text, ',', '.');
      const auto value = read_value(found, text, mark == std::string::npos ? "" : head.substr(mark + 1));
      EXPECT_TRUE(value) << to_string(value.problem());
      if (value) truths.set(about.id, *value);
    }
    truths.update();
    letters += verdict_word(truths.of(id)).front();
  }
  return letters;
}

ReadOdd read_file(const char* text) {
  ReadOdd read = kit::read_odd_text(text);
  EXPECT_TRUE(read.errors.empty()) << to_string(read.errors.front());
  return read;
}

// From Turkey (15 rows) to Greece (19 rows), the wind growing from 1 m/s by 0.2 m/s with each row.
TEST(CaseStudies, DifferentCountries) {
  SCRUTINEER_NEEDS_DATA();
  const auto table = table_of("11-c-case-studies-04-mvdc.md", "Table 157");
  ASSERT_EQ(table.size(), 1U + 34U);
  const ReadOdd read = read_file(R"(
TAXONOMY:
  country: [turkey, greece]
  has_signs: boolean
MODULES:
  odd_module_1:
    INCLUDE_AND: {lane_type: traffic_lane, rainfall_rate: "< 5 mm/s"}
    EXCLUDE_OR: {wind: [light_breeze, moderate_breeze], country: greece}
  sign_recognition_module:
    INCLUDE_AND: {sign_types: [regulatory_signs, warning_signs, information_signs]}
    EXCLUDE_OR: {has_signs: false}
  aeb_module_motor_vehicles_greece_turkey:
    INCLUDE_AND: {agent_type: motor_vehicle, country: [greece, turkey]}
  aeb_module_good_weather:
    INCLUDE_AND:
      agent_type: [motor_vehicle, animals]
      wind: "<= moderate_breeze"
      rainfall_intensity: "<= moderate_rain"
)");
  struct Case {
    const char* module;
    const char* expected;
  };
  const Case cases[] = {
      // Rows 1 to 3 have light air (up to 1.4 m/s), from 1.6 m/s on (row 4) there is a light breeze, which ends at 3.3 m/s
      // (row 12 has 3.2). Rows 9 to 11 are in the emergency lane; rows 13 to 15 have a gentle breeze in Turkey.
      {"odd_module_1", "iiioooooooooiiiooooooooooooooooooo"},
      // Where there are no signs the module is outside, whatever their types would be.
      {"sign_recognition_module", "iooiooiiiooioioiioiiiooioioiiooiio"},
      // Where the table names no agents, nobody knows whether there is one.
      {"aeb_module_motor_vehicles_greece_turkey", "iiiiuuuuuiiouuiuuiuuiiiiiuuuuuouuu"},
      // The wind is a moderate breeze up to 7.9 m/s, so all of it fits.
      {"aeb_module_good_weather", "iiiiuuuuuiiiuuiuuiuuiiiiiuuuuuiuuu"},
  };
  for (const Case& row : cases) EXPECT_EQ(judged(read.odd, row.module, table), row.expected) << row.module;
}

// Eight rows on two lanes, seven on one; no snow, little wind, no school.
TEST(CaseStudies, MultipleLanesAtLowSpeed) {
  SCRUTINEER_NEEDS_DATA();
  const auto table = table_of("11-c-case-studies-05-mlls.md", "Table 160");
  ASSERT_EQ(table.size(), 1U + 15U);
  const ReadOdd read = read_file(R"(
TAXONOMY:
  country: [Germany, USA, Japan]
  fixed_zone_types: [school_zone, residential_zone]
  number_of_right_lanes: integer count
  snowfall_present: boolean
MODULES:
  no_snow_module:
    EXCLUDE_AND: {snowfall_present: true}
  multiple_lane_low_speed_module:
    INCLUDE_AND: {number_of_right_lanes: "> 1", speed: "< 60 km/h"}
  specific_module_example_1:
    INCLUDE_AND: {no_snow_module: true, multiple_lane_low_speed_module: true}
    EXCLUDE_AND: {wind_speed: "> 15 km/h", fixed_zone_types: school_zone}
  specific_module_example_2:
    INCLUDE_OR:
      snowfall_present: true
      wind_speed: "> 15 km/h"
      AND: {fixed_zone_types: school_zone, country: Germany}
)");
  struct Case {
    const char* module;
    const char* expected;
  };
  const Case cases[] = {
      {"no_snow_module", "iiiiiiiiiiiiiii"},
      {"multiple_lane_low_speed_module", "iiiiiiiiooooooo"},
      {"specific_module_example_1", "iiiiiiiiooooooo"},
      {"specific_module_example_2", "ooooooooooooooo"},
  };
  for (const Case& row : cases) EXPECT_EQ(judged(read.odd, row.module, table), row.expected) << row.module;
}

// C.6: all three intersections are suitable, says the text. Its table does not say how many roads and levels they have; and it
// has other words than the module for some literals, which are replaced here.
TEST(CaseStudies, Intersections) {
  SCRUTINEER_NEEDS_DATA();
  const ReadOdd read =
      kit::read_odd_text(kit::standard_odd_blocks().at(230), {{"VWG_taxonomy.yml", kit::kTaxonomyOfIntersections}});
  ASSERT_TRUE(read.errors.empty()) << to_string(read.errors.front());
  const std::string head =
      "COD:\n  - number_of_road_links: 4\n    number_of_levels_junction: 1\n    departure_section_junction: true\n"
      "    regulatory_sign: \"right_of_way_sign, road_usage_sign\"\n";
  struct Case {
    const char* name;
    const char* rest;
    Truth expected;
  };
  const Case cases[] = {
      {"the first, where it has one lane",
       "    junction_feature: simple\n    merge_section_junction: false\n    lane_type: go_straight\n"
       "    restricted_lane: bicycle\n    road_marking_edge_is_existing: true\n    road_marking_lane_is_existing: "
       "true\n"
       "    number_of_lanes_in_subject_vehicle_direction: 1\n    lane_protection: protected_lane\n",
       Truth::yes},
      {"the second",
       "    junction_feature: \"channelized, flared\"\n    merge_section_junction: true\n    lane_type: \"right, "
       "straight+left\"\n    restricted_lane: bus\n    road_marking_edge_is_existing: false\n"
       "    road_marking_lane_is_existing: true\n    on_street_parking_type: parallel_parking_on_one_side\n"
       "    on_street_parking_feature: off_curb\n    number_of_lanes_in_subject_vehicle_direction: \"[2 .. 5]\"\n"
       "    lane_protection: protected_lane\n",
       Truth::yes},
      {"the third, whose lanes are not protected",
       "    junction_feature: simple\n    merge_section_junction: false\n    lane_type: straight+right\n"
       "    road_marking_edge_is_existing: true\n    road_marking_lane_is_existing: false\n"
       "    number_of_lanes_in_subject_vehicle_direction: 1\n    lane_protection: unprotected_lane\n",
       Truth::yes},
      {"the third with two lanes, which a large one must protect",
       "    junction_feature: simple\n    merge_section_junction: false\n    lane_type: straight+right\n"
       "    road_marking_edge_is_existing: true\n    road_marking_lane_is_existing: false\n"
       "    number_of_lanes_in_subject_vehicle_direction: 2\n    lane_protection: unprotected_lane\n",
       Truth::no},
      {"the first with 1 to 2 lanes: small or large, either will do",
       "    junction_feature: simple\n    merge_section_junction: false\n    lane_type: go_straight\n"
       "    restricted_lane: bicycle\n    road_marking_edge_is_existing: true\n    road_marking_lane_is_existing: "
       "true\n"
       "    number_of_lanes_in_subject_vehicle_direction: \"[1 .. 2]\"\n    lane_protection: protected_lane\n",
       Truth::unknown},
  };
  for (const Case& row : cases) {
    const auto cod = read_cod(head + row.rest, "cod.yaml", read.odd.taxonomy);
    ASSERT_TRUE(cod) << row.name << ": " << to_string(cod.problem());
    EXPECT_TRUE(cod->warnings.empty()) << row.name;
    ConditionTruths truths(read.odd);
    for (const CodRow::Entry& entry : cod->rows[0].values) truths.set(entry.about, entry.value);
    truths.update();
    EXPECT_EQ(truths.root(), row.expected) << row.name;
  }
}

}  // namespace
}  // namespace scrutineer::odd
