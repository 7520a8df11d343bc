#include "map/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>
#include <utility>

#include "base/text.h"
#include "map/map_text.h"
#include "map/road_network.h"
#include "map/rules/catalogue.h"
#include "map/rules/check_context.h"

namespace scrutineer::map {
namespace {

bool fits(std::string_view pattern, std::string_view text) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() == '*') return fits(pattern.substr(1), text) || (!text.empty() && fits(pattern, text.substr(1)));
  return !text.empty() && (pattern.front() == '?' || pattern.front() == text.front()) &&
         fits(pattern.substr(1), text.substr(1));
}

// Why the rule has nothing to look at; nothing if it has.
std::optional<std::string> skip_reason(const MapRule& rule, const CheckedMap& checked) {
  if (checked.text != nullptr) {
    const bool about_xml = rule.id().starts_with("xml.");
    if (rule.id() != "xml.valid_xml_document" && checked.text->problem()) return "the file is not well-formed XML";
    const rules::Source& source = checked.text->source();
    if (!about_xml && !checked.text->problem() && !source.is_open_drive())
      return fmt::format("the root element is {}, not OpenDRIVE", source.root().name());
    const rules::Version version = source.version();
    const bool is_known = version != rules::Version{};
    if (is_known && rule.since != "1.1" && version < rules::version_of(rule.since))
      return fmt::format("OpenDRIVE {}.{} does not have what the rule is about", version.major, version.minor);
    if (is_known && !rule.until.empty() && version > rules::version_of(rule.until))
      return fmt::format("OpenDRIVE {}.{} does not demand it any more", version.major, version.minor);
  } else if (rule.needs != Needs::network) {
    return "the map's text is not there";
  }
  if (rule.needs != Needs::text) {
    if (checked.map == nullptr)
      return "no road network can be built" +
             (checked.problem ? fmt::format(": {}", to_string(*checked.problem)) : std::string());
    if (checked.map->roads().empty()) return "the map has no roads";
  }
  return std::nullopt;
}

RuleOutcome run(const CheckedMap& checked, const MapRule& rule) {
  RuleOutcome outcome{.rule = rule};
  if (std::optional<std::string> reason = skip_reason(rule, checked)) {
    outcome.status = CheckStatus::skipped;
    outcome.reason = std::move(*reason);
    return outcome;
  }
  rules::Check check(rule, checked, checked.text == nullptr ? nullptr : &checked.text->source(), outcome);
  // A rule that fails is reported, and the others go on. Lack of memory is no failure of a rule's.
  try {
    rule.run(check);
    check.finish();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& failure) {
    outcome.status = CheckStatus::error;
    outcome.reason = failure.what();
    outcome.findings.clear();
  }
  return outcome;
}

// A large fault is reported once, by the rule that is about large ones.
void leave_out_superfluous(const CheckReport& report, RuleOutcome& outcome) {
  std::vector<std::pair<LaneId, double>> places;
  for (const RuleOutcome& stronger : report.outcomes) {
    if (stronger.rule.id() != outcome.rule.yields_to) continue;
    for (const Finding& finding : stronger.findings)
      if (std::isfinite(finding.s)) places.emplace_back(finding.lane, finding.s);
  }
  std::ranges::sort(places);
  std::erase_if(outcome.findings, [&](const Finding& finding) {
    return std::isfinite(finding.s) && std::ranges::binary_search(places, std::pair(finding.lane, finding.s));
  });
}

}  // namespace

const char* to_string(Level level) {
  switch (level) {
    case Level::error:
      return "error";
    case Level::warning:
      return "warning";
    case Level::information:
      break;
  }
  return "information";
}

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

std::string_view MapRule::demanded_since() const {
  const std::size_t end = uid.rfind(':');
  const std::size_t begin = uid.rfind(':', end - 1) + 1;
  return uid.substr(begin, end - begin);
}

const std::vector<MapRule>& map_rules() {
  static const std::vector<MapRule> all = rules::catalogue();
  return all;
}

const char* to_string(RuleSet set) {
  constexpr const char* kWords[] = {"drive", "asam", "openmsl", "all"};
  return kWords[static_cast<std::size_t>(set)];
}

bool belongs(const MapRule& rule, RuleSet set) {
  switch (set) {
    case RuleSet::drive:
      return rule.drives;
    case RuleSet::asam:
      return rule.entity() == "asam.net";
    case RuleSet::openmsl:
      return rule.entity() == "openmsl.net";
    case RuleSet::all:
      break;
  }
  return true;
}

std::vector<MapRule> rules_of(RuleSet set) {
  std::vector<MapRule> chosen;
  for (const MapRule& rule : map_rules())
    if (belongs(rule, set)) chosen.push_back(rule);
  return chosen;
}

Result<std::vector<MapRule>> rules_like(std::span<const MapRule> rules, std::span<const std::string> patterns) {
  std::vector<bool> chosen(rules.size(), patterns.empty());
  for (const std::string& pattern : patterns) {
    bool any = false;
    for (std::size_t i = 0; i < rules.size(); ++i) {
      if (!fits(pattern, rules[i].id()) && !fits(pattern, rules[i].uid) && !fits(pattern, rules[i].group)) continue;
      chosen[i] = any = true;
    }
    if (!any)
      return Problem{{}, fmt::format("no map rule is called {}; scrutineer list map-rules names them all", pattern)};
  }
  std::vector<MapRule> result;
  for (std::size_t i = 0; i < rules.size(); ++i)
    if (chosen[i]) result.push_back(rules[i]);
  return result;
}

std::optional<Problem> set_tolerance(std::vector<MapRule>& rules, std::string_view setting) {
  const std::size_t equals = setting.find('=');
  const std::string_view path = trim(setting.substr(0, equals));
  const std::size_t dot = path.rfind('.');
  const auto value = equals == std::string_view::npos ? std::nullopt : parse_number(trim(setting.substr(equals + 1)));
  if (dot == std::string_view::npos || !value || !(*value >= 0.0))
    return Problem{{}, fmt::format("{}: wanted RULE.TOLERANCE=NUMBER, such as map.zig_zag.max_turn=50", setting)};
  for (MapRule& rule : rules) {
    if (rule.id() != path.substr(0, dot)) continue;
    for (Tolerance& tolerance : rule.tolerances)
      if (tolerance.name == path.substr(dot + 1)) return tolerance.value = *value, std::nullopt;
  }
  return Problem{
      {}, fmt::format("{}: no chosen rule has this tolerance; scrutineer explain RULE names its tolerances", path)};
}

std::size_t RuleOutcome::count() const {
  std::size_t sum = 0;
  for (const Finding& finding : findings) sum += finding.count;
  return sum;
}

std::size_t RuleOutcome::count(Level level) const {
  std::size_t sum = 0;
  for (const Finding& finding : findings) sum += finding.level == level ? finding.count : 0;
  return sum;
}

std::size_t CheckReport::count() const {
  std::size_t sum = 0;
  for (const RuleOutcome& outcome : outcomes) sum += outcome.count();
  return sum;
}

std::size_t CheckReport::count(Level level) const {
  std::size_t sum = 0;
  for (const RuleOutcome& outcome : outcomes) sum += outcome.count(level);
  return sum;
}

std::optional<Level> RuleOutcome::worst() const {
  // Findings are sorted, but a baseline may have taken some away.
  std::optional<Level> worst;
  for (const Finding& finding : findings)
    if (!worst || finding.level < *worst) worst = finding.level;
  return worst;
}

std::vector<const RuleOutcome*> CheckReport::ranked() const {
  std::vector<const RuleOutcome*> order;
  order.reserve(outcomes.size());
  for (const RuleOutcome& outcome : outcomes) order.push_back(&outcome);
  const auto rank = [](const RuleOutcome* outcome) {
    const std::optional<Level> worst = outcome->worst();
    return worst ? static_cast<int>(*worst) : 3;
  };
  std::ranges::stable_sort(order, {}, rank);
  return order;
}

std::vector<Finding> CheckReport::findings() const {
  std::vector<Finding> all;
  for (const RuleOutcome* outcome : ranked()) all.insert(all.end(), outcome->findings.begin(), outcome->findings.end());
  return all;
}

std::vector<Finding> CheckReport::anomalies() const {
  std::vector<Finding> all = findings();
  std::erase_if(all, [](const Finding& finding) { return finding.level == Level::information; });
  return all;
}

bool CheckReport::any_failed() const {
  return std::ranges::any_of(outcomes, [](const RuleOutcome& o) { return o.status == CheckStatus::error; });
}

CheckReport check_map(const CheckedMap& checked, std::span<const MapRule> rules) {
  CheckReport report;
  report.file = checked.text != nullptr ? checked.text->file() : checked.map->file();
  report.problem = checked.problem;
  report.outcomes.reserve(rules.size());
  for (const MapRule& rule : rules) report.outcomes.push_back(run(checked, rule));
  for (RuleOutcome& outcome : report.outcomes)
    if (!outcome.rule.yields_to.empty()) leave_out_superfluous(report, outcome);
  return report;
}

CheckReport check_map(const RoadNetwork& map) {
  std::vector<MapRule> rules = map_rules();
  std::erase_if(rules, [](const MapRule& rule) { return rule.needs != Needs::network; });
  return check_map(map, rules);
}

CheckReport check_map(const RoadNetwork& map, const std::vector<MapRule>& rules) {
  return check_map(CheckedMap{.map = &map}, rules);
}

}  // namespace scrutineer::map
