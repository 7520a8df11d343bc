// A check report as JSON, as a result file of the Quality Checker framework and as SARIF.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "base/text.h"
#include "base/utf8.h"
#include "map/check_report.h"

namespace scrutineer::map {
namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

// Names in a file need not be valid UTF-8; a report of them must be.
std::string dumped(const Json& document) { return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json json_of(const Finding& finding) {
  Json entry{{"rule", finding.rule}, {"level", to_string(finding.level)}};
  entry["road"] = text_or_null(finding.road_id);
  entry["junction"] = text_or_null(finding.junction_id);
  entry["lane"] = finding.lane_number ? Json(*finding.lane_number) : Json(nullptr);
  entry["s"] = number_or_null(finding.s);
  entry["t"] = number_or_null(finding.t);
  entry["x"] = number_or_null(finding.x);
  entry["y"] = number_or_null(finding.y);
  entry["z"] = number_or_null(finding.z);
  entry["measured"] = number_or_null(finding.measured);
  entry["limit"] = number_or_null(finding.threshold);
  entry["unit"] = finding.unit;
  entry["message"] = finding.message;
  entry["line"] = finding.line > 0 ? Json(finding.line) : Json(nullptr);
  entry["xpath"] = text_or_null(finding.xpath);
  entry["count"] = finding.count;
  Json related = Json::array();
  for (const RelatedPlace& place : finding.related)
    related.push_back(Json{{"xpath", place.xpath}, {"line", place.line}});
  entry["related"] = std::move(related);
  if (finding.fix) {
    entry["fix"] = Json{{"xpath", finding.fix->xpath},
                        {"attribute", finding.fix->attribute},
                        {"before", finding.fix->before},
                        {"after", finding.fix->after}};
  }
  return entry;
}

Json json_of(const RuleOutcome& outcome) {
  Json tolerances = Json::object();
  for (const Tolerance& tolerance : outcome.rule.tolerances)
    tolerances[std::string(tolerance.name)] = Json{{"value", tolerance.value}, {"unit", tolerance.unit}};
  Json found = Json::array();
  for (const Finding& finding : outcome.findings) found.push_back(json_of(finding));
  Json entry{{"id", outcome.rule.id()},
             {"uid", outcome.rule.uid},
             {"group", outcome.rule.group},
             {"title", outcome.rule.title},
             {"status", to_string(outcome.status)}};
  if (outcome.status != CheckStatus::completed) entry["reason"] = outcome.reason;
  if (outcome.skipped_elements > 0)
    entry["skipped_elements"] = Json{{"count", outcome.skipped_elements}, {"first", outcome.first_skipped}};
  entry["tolerances"] = std::move(tolerances);
  if (!outcome.metadata.empty()) {
    Json metadata = Json::object();
    for (const auto& [key, value] : outcome.metadata) metadata[key] = value;
    entry["metadata"] = std::move(metadata);
  }
  entry["findings"] = std::move(found);
  return entry;
}

Json json_of(const CheckReport& report) {
  Json rules = Json::array();
  for (const RuleOutcome& outcome : report.outcomes) rules.push_back(json_of(outcome));
  return Json{{"file", report.file},
              {"problem", report.problem ? Json(to_string(*report.problem)) : Json(nullptr)},
              {"counts", Json{{"error", report.count(Level::error)},
                              {"warning", report.count(Level::warning)},
                              {"information", report.count(Level::information)}}},
              {"accepted", report.accepted},
              {"rules", std::move(rules)}};
}

// ---- .xqar ----------------------------------------------------------------------------------------------------------

// Names in a file may hold what XML cannot: bytes that are no UTF-8, and control characters.
std::string xml_text(std::string_view text) {
  std::string valid = valid_utf8(text);
  for (char& c : valid)
    if (static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r') c = '?';
  for (const std::string_view none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})  // U+FFFE and U+FFFF
    for (std::size_t at = valid.find(none); at != std::string::npos; at = valid.find(none, at))
      valid.replace(at, none.size(), kReplacementCharacter);
  return valid;
}

void set(pugi::xml_node node, const char* name, std::string_view value) {
  node.append_attribute(name) = xml_text(value).c_str();
}

std::string summary_of(const RuleOutcome& outcome) {
  if (outcome.status != CheckStatus::completed) return outcome.reason;
  const std::size_t count = outcome.count();
  std::string text = count == 0 ? "no findings" : fmt::format("{} {}", count, count == 1 ? "finding" : "findings");
  if (outcome.skipped_elements > 0)
    text += fmt::format("; {} elements could not be judged, first {}", outcome.skipped_elements, outcome.first_skipped);
  return text;
}

void add_location(pugi::xml_node issue, std::string_view description, const std::string& xpath, std::uint32_t line) {
  if (xpath.empty() && line == 0) return;
  pugi::xml_node locations = issue.append_child("Locations");
  set(locations, "description", description);
  if (line > 0) {
    pugi::xml_node file = locations.append_child("FileLocation");
    set(file, "row", std::to_string(line));
    set(file, "column", "0");
  }
  if (!xpath.empty()) set(locations.append_child("XMLLocation"), "xpath", xpath);
}

void add_inertial(pugi::xml_node issue, const Finding& finding, std::string_view description) {
  pugi::xml_node locations = issue.child("Locations");
  if (!locations) {
    locations = issue.append_child("Locations");
    set(locations, "description", description);
  }
  pugi::xml_node inertial = locations.append_child("InertialLocation");
  set(inertial, "x", shortest(finding.x));
  set(inertial, "y", shortest(finding.y));
  set(inertial, "z", shortest(std::isfinite(finding.z) ? finding.z : 0.0));
}

// The format has no place for road, s and t but this one.
void add_road_place(pugi::xml_node issue, const Finding& finding) {
  pugi::xml_node info = issue.append_child("DomainSpecificInfo");
  set(info, "name", "scrutineer");
  pugi::xml_node place = info.append_child("Place");
  if (!finding.road_id.empty()) set(place, "road", finding.road_id);
  if (!finding.junction_id.empty()) set(place, "junction", finding.junction_id);
  if (finding.lane_number) set(place, "lane", std::to_string(*finding.lane_number));
  if (std::isfinite(finding.s)) set(place, "s", shortest(finding.s));
  if (std::isfinite(finding.t)) set(place, "t", shortest(finding.t));
  if (std::isfinite(finding.measured)) set(place, "measured", shortest(finding.measured));
  if (std::isfinite(finding.threshold)) set(place, "limit", shortest(finding.threshold));
  if (!finding.unit.empty()) set(place, "unit", finding.unit);
  if (finding.count > 1) set(place, "count", std::to_string(finding.count));
}

void add_issue(pugi::xml_node checker, const RuleOutcome& outcome, const Finding& finding, std::size_t id) {
  pugi::xml_node issue = checker.append_child("Issue");
  const std::string place = place_text(finding);
  set(issue, "issueId", std::to_string(id));
  set(issue, "description", place.empty() ? what_text(finding) : fmt::format("{}: {}", place, what_text(finding)));
  set(issue, "level", std::to_string(1 + static_cast<int>(finding.level)));
  set(issue, "ruleUID", outcome.rule.uid);
  add_location(issue, place.empty() ? "in the file" : place, finding.xpath, finding.line);
  if (finding.has_place()) add_inertial(issue, finding, place);
  for (const RelatedPlace& related : finding.related) add_location(issue, "see also", related.xpath, related.line);
  add_road_place(issue, finding);
}

void add_checker(pugi::xml_node bundle, const RuleOutcome& outcome, std::size_t& issue_id) {
  pugi::xml_node checker = bundle.append_child("Checker");
  set(checker, "checkerId", outcome.rule.id());
  set(checker, "description", outcome.rule.title);
  set(checker, "summary", summary_of(outcome));
  set(checker, "status", to_string(outcome.status));
  for (const Tolerance& tolerance : outcome.rule.tolerances) {
    pugi::xml_node param = checker.append_child("Param");
    set(param, "name", tolerance.name);
    set(param, "value", shortest(tolerance.value));
  }
  for (const Finding& finding : outcome.findings) add_issue(checker, outcome, finding, issue_id++);
  set(checker.append_child("AddressedRule"), "ruleUID", outcome.rule.uid);
  for (const auto& [key, value] : outcome.metadata) {
    pugi::xml_node metadata = checker.append_child("Metadata");
    set(metadata, "key", key);
    set(metadata, "value", value);
    set(metadata, "description", "");
  }
}

// ---- SARIF ----------------------------------------------------------------------------------------------------------

const char* sarif_level(Level level) { return level == Level::information ? "note" : to_string(level); }

// A path as a URI reference: what is not a plain character is escaped.
std::string uri_of(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/._-~").find(c) != std::string_view::npos;
    if (plain) {
      uri += c;
    } else {
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return uri;
}

Json sarif_location(const std::string& file, std::uint32_t line, const std::string& xpath) {
  Json physical{{"artifactLocation", Json{{"uri", uri_of(file)}}}};
  if (line > 0) physical["region"] = Json{{"startLine", line}};
  Json location{{"physicalLocation", std::move(physical)}};
  if (!xpath.empty()) location["logicalLocations"] = Json::array({Json{{"fullyQualifiedName", xpath}}});
  return location;
}

Json sarif_result(const CheckReport& report, const RuleOutcome& outcome, const Finding& finding) {
  const std::string place = place_text(finding);
  const std::string text = place.empty() ? what_text(finding) : fmt::format("{}: {}", place, what_text(finding));
  Json entry{{"ruleId", outcome.rule.uid},
             {"level", sarif_level(finding.level)},
             {"message", Json{{"text", text}}},
             {"locations", Json::array({sarif_location(report.file, finding.line, finding.xpath)})}};
  if (!finding.related.empty()) {
    Json related = Json::array();
    for (const RelatedPlace& other : finding.related)
      related.push_back(sarif_location(report.file, other.line, other.xpath));
    entry["relatedLocations"] = std::move(related);
  }
  if (finding.count > 1) entry["occurrenceCount"] = finding.count;
  return entry;
}

Json sarif_rule(const MapRule& rule) {
  Json entry{{"id", rule.uid},
             {"name", rule.id()},
             {"shortDescription", Json{{"text", rule.title}}},
             {"fullDescription", Json{{"text", rule.doc}}},
             {"defaultConfiguration", Json{{"level", sarif_level(rule.level)}}}};
  if (!rule.remedy.empty()) entry["help"] = Json{{"text", rule.remedy}};
  return entry;
}

}  // namespace

std::string to_json(const CheckReport& report) { return dumped(json_of(report)); }

std::string to_json(const std::vector<CheckReport>& reports) {
  Json all = Json::array();
  for (const CheckReport& report : reports) all.push_back(json_of(report));
  return dumped(all);
}

std::string to_xqar(const CheckReport& report, std::string_view version) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  pugi::xml_node results = document.append_child("CheckerResults");
  set(results, "version", "1.0.0");
  pugi::xml_node bundle = results.append_child("CheckerBundle");
  set(bundle, "name", "scrutineer_map");
  set(bundle, "description", "Scrutineer's map rules");
  set(bundle, "summary", counts_text(report));
  set(bundle, "version", version);
  set(bundle, "build_date", "");  // the format has it; results do not depend on dates here
  pugi::xml_node file = bundle.append_child("Param");
  set(file, "name", "InputFile");
  set(file, "value", report.file);
  std::size_t issue_id = 0;
  for (const RuleOutcome& outcome : report.outcomes) add_checker(bundle, outcome, issue_id);
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

std::string to_sarif(const std::vector<CheckReport>& reports, std::string_view version) {
  Json results = Json::array(), rules = Json::array();
  std::set<std::string_view> known;
  for (const CheckReport& report : reports) {
    for (const RuleOutcome& outcome : report.outcomes)
      if (known.insert(outcome.rule.uid).second) rules.push_back(sarif_rule(outcome.rule));
    for (const RuleOutcome* outcome : report.ranked())
      for (const Finding& finding : outcome->findings) results.push_back(sarif_result(report, *outcome, finding));
  }
  Json driver{{"name", "scrutineer"}, {"version", version}, {"rules", std::move(rules)}};
  return dumped(Json{
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", Json::array({Json{{"tool", Json{{"driver", std::move(driver)}}}, {"results", std::move(results)}}})}});
}

}  // namespace scrutineer::map
