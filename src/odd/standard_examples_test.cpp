// The examples of OpenODD 1.0 in YAML: chapter 10 and the case studies of annex C. Those that are complete are read; the
// others are listed with the reason.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "kit/odd_files.h"
#include "kit/paths.h"
#include "odd/condition_truths.h"

namespace scrutineer::odd {
namespace {

// What the examples import and the standard does not print, with the concepts that they use.
constexpr const char* kTaxonomyOfChapter10 = R"(TAXONOMY:
  road_type: [town_expressway, town_collector, town_arterial, town_local, dead_end, expressway]
  zone_type: [work_zone]
  lane_count: integer count
  is_mixed_zone: boolean
  is_parallel_parking: boolean
  is_sign_visible: boolean
  is_dangerous_wind: boolean
  rainfall_level: [light_rain, heavy_rain]
  rain_intensity_type: [dynamic, convective, orographic]
  temporary_road_structures: [construction_site_detours]
  downlink_latency: float time
  downlink_throughput: float bandwidth
  global_positioning: [GNSS, "true"]
  local_positioning: [beacon_positioning, "true"]
)";

ReadOdd read_example(const std::map<int, std::string>& blocks, int number) {
  const std::map<std::string, std::string> others = {
      {"ALKS_taxonomy.yaml", blocks.at(227)},  {"handsfree_taxonomy.yaml", blocks.at(218)},
      {"file1.yml", blocks.at(190)},           {"VWG_taxonomy.yml", kit::kTaxonomyOfIntersections},
      {"locale_taxonomy.yml", blocks.at(208)}, {"taxonomy.yml", number == 225 ? blocks.at(224) : kTaxonomyOfChapter10}};
  return kit::read_odd_text(blocks.at(number), others);
}

struct Refused {
  int code;
  const char* says;    // a part of the first error
  const char* reason;  // why the example is not one that could be read
};
constexpr Refused kRefused[] = {
    {176, "is no part of an OpenODD file", "a fragment: lines of a TAXONOMY without it"},
    {177, "\"unit_types\" is no part", "a list of keywords, no file"},
    {178, "\"conversion\" is no part", "a table of factors, no file"},
    {184, "\"fog_visibility\" is no concept", "a fragment: its concepts are defined nowhere"},
    {185, "\"fog_visibility\" is no concept", "a fragment: its concepts are defined nowhere"},
    {186, "\"downlink_latency\" is no concept", "a fragment: its concepts are defined nowhere"},
    {187, "\"example_module_1\" is no concept", "a fragment: its modules stand in other examples"},
    {191, "unit \"km/h\" does not fit \"radius\", which is a length", "compares a length with km/h"},
    {194, "this is no YAML", "MODULES begins one column to the right of TAXONOMY"},
    {195, "this is no YAML", "`> slow` without quotes is a folded text in YAML"},
    {196, "\"road_type\" is no concept", "a fragment: its concept is defined nowhere"},
    {197, "\"pedestrian.occurrence\" is no concept", "uses measures that its TAXONOMY does not define"},
    {199, "an OpenODD file is a map", "a grammar, no YAML"},
    {200, "is no part of an OpenODD file", "a fragment: conditions without a module"},
    {201, "is no part of an OpenODD file", "a fragment: conditions without a module"},
    {202, "is no part of an OpenODD file", "a fragment: conditions without a module"},
    {203, "is no part of an OpenODD file", "a fragment: conditions without a module"},
    {204, "is no part of an OpenODD file", "a fragment: conditions without a module"},
    {205, "this is no YAML", "`> 2*$ego_width` without quotes is a folded text in YAML"},
    {206, "this is no YAML", "`> $min_speed` without quotes is a folded text in YAML"},
    {207, "\"rain_rate\" is no concept", "a fragment: its concept is defined in the next example"},
    {210, "is no part of an OpenODD file", "a fragment: a condition without a module"},
    {211, "is no part of an OpenODD file", "a fragment: a condition without a module"},
    {212, "this is no YAML", "`> no_wind` without quotes is a folded text in YAML"},
    {216, "this is no YAML", "annex B.3: region_or_states stands in a column of its own"},
    {219, "an OpenODD file is a map", "XML"},
    {220, "this is no YAML", "OpenSCENARIO DSL"},
    {221, "traffic_separation.number_of_driving_lanes_the_ego_direction\" is no concept",
     "C.1: its taxonomy has that concept beside traffic_separation, not in it"},
    {222, "an OpenODD file is a map", "XML"},
    {223, "", "OpenSCENARIO DSL"},
    {224, "this is no YAML", "C.2: natural_illuminance is a text and a map at once"},
    {225, "cannot import taxonomy.yml", "C.2: its taxonomy is the one above"},
};

TEST(StandardExamples, AreReadOrAreListedWithTheReason) {
  SCRUTINEER_NEEDS_DATA();
  const auto blocks = kit::standard_odd_blocks();
  std::set<int> read_codes;
  for (const auto& [number, text] : blocks) {
    const ReadOdd read = read_example(blocks, number);
    const auto* const refused = std::ranges::find(kRefused, number, &Refused::code);
    if (refused == std::end(kRefused)) {
      EXPECT_TRUE(read.errors.empty()) << "code " << number << ": " << to_string(read.errors.front());
      read_codes.insert(number);
    } else {
      ASSERT_FALSE(read.errors.empty()) << "code " << number << " is read now: " << refused->reason;
      EXPECT_NE(read.errors.front().message.find(refused->says), std::string::npos)
          << "code " << number << ": " << to_string(read.errors.front());
    }
  }
  // Every file with a TAXONOMY, an ODD, MODULES or a COD that is complete.
  EXPECT_EQ(read_codes, (std::set<int>{166, 167, 168, 169, 170, 171, 172, 173, 174, 175, 179, 180, 181, 182, 183,
                                       188, 189, 190, 192, 193, 198, 208, 209, 213, 218, 226, 227, 228, 229, 230}));
}

// The manual lists those that are refused, by reason.
TEST(StandardExamples, AreListedInTheManual) {
  std::vector<std::pair<std::string, std::string>> codes_by_reason;
  for (const Refused& refused : kRefused) {
    const auto known = std::ranges::find(codes_by_reason, refused.reason, &std::pair<std::string, std::string>::first);
    if (known == codes_by_reason.end())
      codes_by_reason.emplace_back(refused.reason, std::to_string(refused.code));
    else
      known->second += ", " + std::to_string(refused.code);
  }
  const std::string manual = kit::read_text(kit::source_dir() / "docs/odd.md");
  for (const auto& [reason, codes] : codes_by_reason)
    EXPECT_NE(manual.find("| " + codes + " | " + reason + " |\n"), std::string::npos) << codes << ": " << reason;
}

TEST(StandardExamples, HaveTheModulesThatTheirTextsDescribe) {
  SCRUTINEER_NEEDS_DATA();
  const auto blocks = kit::standard_odd_blocks();
  struct Case {
    int code;
    const char* root;
    std::size_t modules, conditions;
  };
  const Case cases[] = {{189, "odd_main_module_1", 5, 9},
                        {192, "odd1", 4, 13},
                        {228, "odd_main_module", 3, 15},
                        {230, "ucm_intersection", 6, 17}};
  for (const Case& row : cases) {
    const ReadOdd read = read_example(blocks, row.code);
    ASSERT_TRUE(read.odd.root.valid()) << row.code;
    EXPECT_EQ(read.odd.modules[read.odd.root.index()].name, row.root) << row.code;
    EXPECT_EQ(read.odd.modules.size(), row.modules) << row.code;
    EXPECT_EQ(read.odd.conditions.size(), row.conditions) << row.code;
  }
}

// The two forms that code 188 calls equivalent are.
TEST(StandardExamples, LabelsMeanTheSameAsTheirModules) {
  SCRUTINEER_NEEDS_DATA();
  const ReadOdd read = read_example(kit::standard_odd_blocks(), 188);
  ConditionTruths truths(read.odd);
  for (const double wind : {0.0, 20.0})
    for (const double rain : {0.0, 1e-4}) {
      truths.set(read.odd.taxonomy.find("wind_speed").id, Value::number(wind));
      truths.set(read.odd.taxonomy.find("rainfall_rate").id, Value::number(rain));
      truths.update();
      EXPECT_EQ(truths.of(ModuleId(0)), truths.of(ModuleId(1)));
      EXPECT_EQ(truths.of(ModuleId(0)), truth(wind == 0.0 && rain == 0.0));
    }
}

}  // namespace
}  // namespace scrutineer::odd
