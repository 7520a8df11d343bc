// Map rules: what is wrong, or probably wrong, in a map.
//
//   const MapText text = read_map_text(bytes, "town.xodr");       // map/map_text.h
//   const CheckReport report = check_map({&text, map.get()}, rules_of(RuleSet::drive));
//   for (const Finding& finding : report.findings()) fmt::print("{}\n", finding.message);
//
// One group of rules is one file in map/rules/. check_report.h writes a report as text, JSON, .xqar and SARIF.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "map/ids.h"

namespace scrutineer::map {

class MapText;
class RoadNetwork;
namespace rules {
class Check;
}

enum class Level : std::uint8_t { error, warning, information };
const char* to_string(Level level);

inline constexpr double kNowhere = std::numeric_limits<double>::quiet_NaN();

// A change that is certain to mend what was found.
struct Fix {
  std::string xpath, attribute, before, after;
  bool operator==(const Fix&) const = default;
};

// Another element that the finding is about, such as the lane at the far end of a link.
struct RelatedPlace {
  std::string xpath;
  std::uint32_t line = 0;
  bool operator==(const RelatedPlace&) const = default;
};

// What does not exist is NaN, empty or 0.
struct Finding {
  std::string rule;  // such as "map.zig_zag"
  Level level = Level::warning;
  RoadId road;  // valid: the road is part of the network
  LaneId lane;
  std::string road_id, junction_id;  // as in the file
  std::optional<int> lane_number;
  double s = kNowhere, t = kNowhere;
  double x = kNowhere, y = kNowhere, z = kNowhere;
  double measured = kNowhere, threshold = kNowhere;  // the number that decided, and the limit on whose wrong side it is
  std::string unit;                                  // of both: "m" or "deg"
  std::string message;                               // what is wrong there, without place and numbers of fields above
  std::string xpath;
  std::uint32_t line = 0;
  std::vector<RelatedPlace> related;
  std::optional<Fix> fix;
  std::size_t count = 1;             // so many of the same kind, of which this is the first
  bool is_for_vehicles = false;      // it is about a lane that vehicles drive on
  std::uint32_t order = 0xffffffff;  // of the road in the file

  bool has_place() const { return x == x && y == y; }
};

struct Tolerance {
  std::string_view name, unit, meaning;
  double value = 0.0;
};

enum class RuleSet : std::uint8_t { drive, asam, openmsl, all };
const char* to_string(RuleSet set);

// What a rule looks at: the XML, the road network made from it, or both. It is skipped without.
enum class Needs : std::uint8_t { text, network, both };

// What a rule says of itself, and how it is run.
struct MapRule {
  std::string_view uid;    // "asam.net:xodr:1.4.0:road.lane.link.new_lane_appear"
  std::string_view group;  // "linkage"; the name of its file
  std::string_view title;  // what holds in a sound map, as one sentence
  std::string_view doc;    // what is looked at and how it is measured
  std::string_view why = {};
  std::string_view remedy = {};
  Level level = Level::warning;  // of most of its findings
  bool drives = false;           // part of the rule set `drive`
  Needs needs = Needs::text;
  std::string_view since = "1.1";  // versions before it do not have what the rule is about
  std::string_view until = "";     // it is no longer demanded after this version
  std::vector<Tolerance> tolerances = {};
  std::string_view peer = {};       // where the rule and the checker that made it differ on purpose
  std::string_view yields_to = {};  // a rule whose finding at the same place makes one of this superfluous

  void (*run)(rules::Check& check) = nullptr;

  std::string_view id() const { return uid.substr(uid.rfind(':') + 1); }
  std::string_view entity() const { return uid.substr(0, uid.find(':')); }
  std::string_view demanded_since() const;  // the version in the UID
};

const std::vector<MapRule>& map_rules();
bool belongs(const MapRule& rule, RuleSet set);
std::vector<MapRule> rules_of(RuleSet set);
// Those whose id, UID or group fits the pattern (* and ?); nothing fits: a problem that names the nearest.
Result<std::vector<MapRule>> rules_like(std::span<const MapRule> rules, std::span<const std::string> patterns);
// "map.zig_zag.max_turn=50"
std::optional<Problem> set_tolerance(std::vector<MapRule>& rules, std::string_view setting);

enum class CheckStatus : std::uint8_t { completed, skipped, error };
const char* to_string(CheckStatus status);

struct RuleOutcome {
  MapRule rule;
  CheckStatus status = CheckStatus::completed;
  std::string reason;  // of skipped and error
  // Elements that the rule could not judge, as they lack something: how many, and the first with the reason.
  std::size_t skipped_elements = 0;
  std::string first_skipped;
  std::vector<std::pair<std::string, std::string>> metadata;  // what a rule counts rather than judges
  std::vector<Finding> findings;                              // worst first, then by road in the file's order, s, lane

  std::size_t count() const;
  std::size_t count(Level level) const;
  std::optional<Level> worst() const;
};

struct CheckReport {
  std::string file;
  std::optional<Problem> problem;  // why no road network can be built
  std::vector<RuleOutcome> outcomes;
  std::size_t accepted = 0;  // findings that a baseline names and that are left out

  std::size_t count() const;
  std::size_t count(Level level) const;
  std::vector<const RuleOutcome*> ranked() const;  // those with errors first, then with warnings
  std::vector<Finding> findings() const;           // of all rules in this order; numbered so in lists and drawings
  std::vector<Finding> anomalies() const;          // those of them that are errors and warnings
  bool any_failed() const;
};

// What is checked: the text, the network made from it, or both. Rules that need what is missing are skipped.
struct CheckedMap {
  const MapText* text = nullptr;
  const RoadNetwork* map = nullptr;
  // Whether a file that the map names, relative to its own folder, is there; empty: nobody can tell.
  std::function<bool(const std::string& path)> file_exists = {};
  std::optional<Problem> problem = {};  // why there is no network
};

CheckReport check_map(const CheckedMap& checked, std::span<const MapRule> rules);
// The rules that need no text only, all or some.
CheckReport check_map(const RoadNetwork& map);
CheckReport check_map(const RoadNetwork& map, const std::vector<MapRule>& rules);

}  // namespace scrutineer::map
