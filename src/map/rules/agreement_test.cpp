// What the two open checkers say on every map of the data folder, and what we say. The table of their verdicts lies beside
// the reference page on map rules, and is read in place.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "kit/data.h"
#include "map/check.h"
#include "map/map_text.h"
#include "map/read.h"
#include "map/rules/source.h"

namespace scrutineer::map::rules {
namespace {

struct Verdicts {
  // File and rule UID of what a checker found; ended with an error; and rules that it has.
  std::map<std::string, std::set<std::string>> found, failed;
};

std::filesystem::path verdicts_path() { return kit::data_dir().parent_path() / "reference" / "map-rules-verdicts.tsv"; }

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '\t');) fields.push_back(field);
  return fields;
}

Verdicts read_verdicts() {
  Verdicts verdicts;
  std::ifstream file(verdicts_path());
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() < 5) continue;
    if (fields[4] != "0") verdicts.found[fields[0]].insert(fields[2]);
    if (fields[3] == "error") verdicts.failed[fields[0]].insert(fields[2]);
  }
  return verdicts;
}

struct Checked {
  Version version;
  CheckReport report;
};

Checked check(const std::filesystem::path& path) {
  const std::string bytes = kit::read_text(path);
  const auto map = read_xodr(bytes, path.filename().string());
  const MapText text(bytes, path.filename().string());
  CheckedMap checked{.text = &text, .map = map ? map->get() : nullptr};
  if (!map) checked.problem = map.problem();
  checked.file_exists = [&](const std::string& file) { return std::filesystem::exists(path.parent_path() / file); };
  std::vector<MapRule> rules = rules_of(RuleSet::asam);
  for (const MapRule& rule : rules_of(RuleSet::openmsl)) rules.push_back(rule);
  return {text.source().version(), check_map(checked, rules)};
}

// Where we say otherwise, and why.
struct Difference {
  const char *file, *rule;  // the end of its path, or "*"; the rule's id
  bool we_find;
  const char* reason;
};

const std::vector<Difference>& differences();

const Difference* explained(const std::string& file, std::string_view rule, bool we_find) {
  for (const Difference& d : differences())
    if (d.rule == rule && d.we_find == we_find && (std::string_view(d.file) == "*" || file.ends_with(d.file)))
      return &d;
  return nullptr;
}

const std::set<std::string_view> kBasic = {"xml.valid_xml_document", "xml.root_tag_is_opendrive",
                                           "xml.fileheader_is_present", "xml.version_is_defined", "xml.valid_schema"};
// Annex F: neither checker has these.
bool has_peer(const MapRule& rule) {
  static const std::set<std::string_view> none = {"ids.id_unique_in_class",
                                                  "ids.id_unique_in_lane_section",
                                                  "ids.only_ref_defined_ids",
                                                  "header.proj.max_one_proj",
                                                  "header.offset.centered_coords",
                                                  "junctions.priority.high_and_low_attr",
                                                  "road.lanes.lane_offset.no_offset_if_border_defined",
                                                  "road.signal.reference.used_for_signals_only",
                                                  "road.signal.boards.multi_board_have_sub_boards",
                                                  "road.signal.boards.multi_board_use_dynamic_true",
                                                  "statistic"};
  return rule.entity() != "scrutineer.internal" && rule.group != "objects" ? !none.contains(rule.id())
                                                                           : rule.entity() == "openmsl.net";
}

// Did the checker run the rule on this file? Those of ASAM need the five basic ones to find nothing, and both a version.
bool was_run(const MapRule& rule, Version version, const std::set<std::string>& found, bool all_versions) {
  if (kBasic.contains(rule.id())) return true;
  const bool has_version = version != Version{} && version.major == 1;
  if (rule.entity() == "openmsl.net") return has_version && version >= Version{1, 4};
  if (all_versions) return true;
  for (const std::string_view basic : kBasic)
    if (found.contains("asam.net:xodr:1.0.0:" + std::string(basic))) return false;
  const bool within = rule.until.empty() || version <= version_of(rule.until);
  return has_version && within && version >= version_of(rule.demanded_since()) && version <= Version{1, 8};
}

TEST(Agreement, WithTheOpenCheckers) {
  SCRUTINEER_NEEDS_DATA();
  if (!std::filesystem::exists(verdicts_path())) GTEST_SKIP() << "no " << verdicts_path();
  const Verdicts verdicts = read_verdicts();
  std::set<const Difference*> used;
  std::size_t compared = 0;
  for (const char* folder : {"bad-maps", "maps"}) {
    for (const std::filesystem::path& path : kit::all_maps(folder)) {
      const std::string file = std::filesystem::relative(path, kit::data_dir()).string();
      const auto at = [&](const auto& table) {
        const auto place = table.find(file);
        return place == table.end() ? std::set<std::string>() : place->second;
      };
      const std::set<std::string> found = at(verdicts.found), failed = at(verdicts.failed);
      const Checked ours = check(path);
      for (const RuleOutcome& outcome : ours.report.outcomes) {
        const std::string uid(outcome.rule.uid);
        const bool they_find = found.contains(uid), we_find = !outcome.findings.empty();
        EXPECT_NE(outcome.status, CheckStatus::error) << file << " " << uid << ": " << outcome.reason;
        if (!has_peer(outcome.rule) || failed.contains(uid)) continue;
        if (!they_find && !was_run(outcome.rule, ours.version, found, std::string_view(folder) == "maps")) continue;
        ++compared;
        if (they_find == we_find) continue;
        if (const Difference* difference = explained(file, outcome.rule.id(), we_find)) {
          used.insert(difference);
          continue;
        }
        ADD_FAILURE() << file << "\t" << outcome.rule.id() << "\t" << (we_find ? "only we find: " : "only they find")
                      << (we_find ? fmt::format("{}, line {}", outcome.findings[0].message, outcome.findings[0].line)
                                  : "")
                      << (outcome.status == CheckStatus::skipped ? " skipped: " + outcome.reason : "");
      }
    }
  }
  EXPECT_GT(compared, 5000U);
  for (const Difference& difference : differences())
    EXPECT_TRUE(used.contains(&difference))
        << difference.file << " " << difference.rule << " is no difference any more";
}

// Rules of annex F that neither checker has, on the pairs of files that ASAM made for them.
TEST(Agreement, WithThePairsOfAnnexF) {
  SCRUTINEER_NEEDS_DATA();
  const std::map<std::string, std::string_view> rules = {
      {"104", "road.lanes.lane_offset.no_offset_if_border_defined"},
      {"178", "junctions.priority.high_and_low_attr"},
      {"242", "road.object.orientation"},
      {"247", "road.object.outline.outline_followed_by_corner"},
      {"253", "road.corner_road.element_min_amount"},
      {"255", "road.corner_local.element_min_amount"},
      {"257", "road.object.skeleton.polyline_followed_by_vertex"},
      {"263", "road.object.skeleton.vertex_road.element_min_amount"},
      {"267", "road.object.skeleton.vertex_local.element_min_amount"},
      {"284", "road.object.marking.no_cornerreference_if_no_outline"},
      {"285", "road.object.borders.useCompleteOutline_true"},
      {"286", "road.object.borders.useCompleteOutline_false"},
      {"305", "road.object.attributes"},
      {"325", "road.signal.reference.used_for_signals_only"},
      {"341", "road.signal.boards.multi_board_have_sub_boards"},
      {"343", "road.signal.boards.multi_board_use_dynamic_true"},
      {"371", "general.optional_param_used"},
      {"64", "road.cross_section_surface.no_shape_superelevation"},
  };
  std::size_t compared = 0;
  for (const std::filesystem::path& path : kit::all_maps("bad-maps/qc-opendrive/not_implemented_yet")) {
    const std::string name = path.stem().string();  // rule_104_..._invalid
    const auto rule = rules.find(name.substr(5, name.find('_', 5) - 5));
    ASSERT_NE(rule, rules.end()) << name;
    const Checked ours = check(path);
    const auto outcome =
        std::ranges::find(ours.report.outcomes, rule->second, [](const RuleOutcome& o) { return o.rule.id(); });
    ASSERT_NE(outcome, ours.report.outcomes.end()) << rule->second;
    EXPECT_EQ(!outcome->findings.empty(), name.ends_with("_invalid")) << name;
    ++compared;
  }
  EXPECT_EQ(compared, 59U);
}

constexpr const char* kConnecting =
    "roads of junctions, whose reference lines lie elsewhere by design; the checker leaves out those of junction 1 "
    "only";
constexpr const char* kSmall = "outside of junctions all meet within 1 cm, which the checker's 1e-6 m does not allow";
constexpr const char* kSidewalks = "sidewalks and shoulders, on which people walk both ways";
constexpr const char* kOutward = "roads without a lane into the junction: one-way roads out of it";

const std::vector<Difference>& differences() {
  static const std::vector<Difference> all = {
      {"/junction_connection_linkage_invalid.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/junction_connection_linkage_valid.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/junctions_connection_one_connection_element_valid.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/junctions_connection_one_link_to_incoming_invalid.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/junctions_connection_one_link_to_incoming_invalid_LHT.xodr", "road.geometry.contact_point", false,
       kConnecting},
      {"/junctions_connection_one_link_to_incoming_valid.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/junctions_connection_one_link_to_incoming_valid_LHT.xodr", "road.geometry.contact_point", false, kConnecting},
      {"_new_lane_appear_end_contact_point_invalid.xodr", "road.geometry.contact_point", false, kConnecting},
      {"_new_lane_appear_end_contact_point_valid.xodr", "road.geometry.contact_point", false, kConnecting},
      {"_new_lane_appear_inside_junction_invalid.xodr", "road.geometry.contact_point", false, kConnecting},
      {"_new_lane_appear_inside_junction_invalid_2.xodr", "road.geometry.contact_point", false, kConnecting},
      {"_new_lane_appear_inside_junction_valid.xodr", "road.geometry.contact_point", false, kConnecting},
      {"_new_lane_appear_inside_junction_valid_2.xodr", "road.geometry.contact_point", false, kConnecting},
      {"_new_lane_appear_junction_invalid.xodr", "road.geometry.contact_point", false, kConnecting},
      {"_new_lane_appear_junction_valid.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/junction_invalid_conn_smoothness.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/junction_valid_conn_smoothness.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/positive18.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/SampleDatabase.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/Testfeld_Niedersachsen_ALKS.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/bendplatz.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/fabriksgatan.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/fabriksgatan_traffic_lights.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/heckstrasse.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/multi_intersections.xodr", "road.geometry.contact_point", false, kConnecting},
      {"/CampusUAH_v1_7.xodr", "road.geometry.contact_point", false, kSmall},
      {"/Town01.xodr", "road.geometry.contact_point", false, kSmall},
      {"/Town07.xodr", "road.geometry.contact_point", false, kSmall},
      {"/Town10HD.xodr", "road.geometry.contact_point", false, kSmall},
      {"/cloverleaf.xodr", "road.geometry.contact_point", false, kSmall},
      {"/A39_Wolfsburg-West.xodr", "junctions.connection.one_link_to_incoming", false, kSidewalks},
      {"/Testfeld_Niedersachsen_ALKS.xodr", "junctions.connection.one_link_to_incoming", false, kSidewalks},
      {"/Town01.xodr", "junctions.connection.one_link_to_incoming", false, kSidewalks},
      {"/Town07.xodr", "junctions.connection.one_link_to_incoming", false, kSidewalks},
      {"/Town10HD.xodr", "junctions.connection.one_link_to_incoming", false, kSidewalks},
      {"/cloverleaf.xodr", "junctions.connection.one_link_to_incoming", false, kSidewalks},
      {"/Ex_Bidirectional_Junction_invalid.xodr", "road.semantic.junction_driving_lanes_continue", false, kOutward},
      {"/Ex_Bidirectional_Junction_valid.xodr", "road.semantic.junction_driving_lanes_continue", false, kOutward},
      {"/lane_gap_example_issue_119.xodr", "road.semantic.junction_driving_lanes_continue", false, kOutward},
      {"/utils/Ex_Bidirectional_Junction.xodr", "road.semantic.junction_driving_lanes_continue", false, kOutward},
      {"/DisconnectedRoadInJunction.xodr", "road.semantic.junction_driving_lanes_continue", false, kOutward},
      {"/WBeaverAve.xodr", "road.semantic.junction_driving_lanes_continue", false, kOutward},
      {"/Town07.xodr", "road.semantic.junction_driving_lanes_continue", false, kOutward},
      {"/Ex_Entry_Exit.xodr", "lane_smoothness.contact_point_no_horizontal_gaps", true,
       "a gap of 2 cm in a direct junction, which the checker does not look at"},
      {"/Ex_Entry_Exit.xodr", "road.semantic.junction_connection_lane_link_id", true,
       "a lane that is not there, in a direct junction, which the checker does not look at"},
      {"/junction_connection_linkage_invalid.xodr", "lane_smoothness.contact_point_no_horizontal_gaps", true,
       "the connections name the wrong contact points, 10 m away; the checker trusts the connecting road alone"},
      {"/junctions_connection_one_connection_element_invalid.xodr", "lane_smoothness.contact_point_no_horizontal_gaps",
       true, "a connecting road that lies 6 cm off; the checker does not follow its own links in a junction"},
      {"/junctions_connection_one_connection_element_valid.xodr", "lane_smoothness.contact_point_no_horizontal_gaps",
       true, "as its invalid twin"},
      {"/SampleDatabase.xodr", "lane_smoothness.contact_point_no_horizontal_gaps", true,
       "junction 7 names the wrong contact point, 5 m away"},
      {"/road_geometry_elem_asc_order/invalid.xodr", "lane_smoothness.contact_point_no_horizontal_gaps", false,
       "no road network can be built; map.plan_view_gap has the gap"},
      {"/road_geometry_param_poly3_length_match_invalid_multiple_cases.xodr",
       "lane_smoothness.contact_point_no_horizontal_gaps", false,
       "four geometries at one s: a gap between geometries is map.plan_view_gap here"},
      {"/soderleden.xodr", "lane_smoothness.contact_point_no_horizontal_gaps", false,
       "a lane that has narrowed to a point touches the next one; zero_width_at_end reports the link"},
      {"/cloverleaf.xodr", "lane_smoothness.contact_point_no_horizontal_gaps", false,
       "the laneOffset jumps where a section of road 235 (s 16.25 and 23.02) and of road 1227 (s 2.05) begins; the "
       "checker takes the new record for the section that ends there, too. With its own one the edges meet within 1 "
       "mm"},
      {"/rule_325_road_signal_reference_used_for_signals_only_invalid.xodr", "xml.valid_schema", false,
       "a key of the schema: road.signal.reference.used_for_signals_only says it"},
      {"/namespace.xodr", "xml.valid_schema", false, "a default namespace is no fault"},
      {"/rule_371_general_optional_param_used_invalid.xodr", "road.semantic.object_size", true,
       "the checker does not look for the height of an object with radius and width"},
      {"/root_tag_is_opendrive/negative.xodr", "road.semantic.road_lane_link_id", false,
       "the root is not OpenDRIVE, which the checker does not ask"},
      {"/root_tag_is_opendrive/negative.xodr", "road.semantic.road_link_id", false,
       "the root is not OpenDRIVE, which the checker does not ask"},
      {"/lane_gap_example_issue_119.xodr", "performance.avoid_redundant_info", true,
       "the checker compares the cubics at s = 0, where small differences grow (issue 123)"},
  };
  return all;
}

}  // namespace
}  // namespace scrutineer::map::rules
