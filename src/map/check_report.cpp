#include "map/check_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <pugixml.hpp>
#include <sstream>

#include "base/printable.h"
#include "base/text.h"
#include "map/road_network.h"

namespace scrutineer::map {
namespace {

std::string counted(std::size_t count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

std::string anomalies(std::size_t count) {
  return count == 0 ? "no anomalies" : counted(count, "anomaly", "anomalies");
}

std::size_t count_of(const CheckReport& report, AnomalySeverity severity) {
  std::size_t count = 0;
  for (const CheckOutcome& outcome : report.outcomes) {
    if (outcome.check.severity == severity) count += outcome.anomalies.size();
  }
  return count;
}

std::string amount(double value, std::string_view unit) {
  return fmt::format("{} {}", rounded(value, unit == "deg" ? 1 : 3), unit);
}

std::string place(const Anomaly& anomaly) {
  std::string text = fmt::format("road {}", anomaly.road_id);
  if (anomaly.lane_number) text += fmt::format(", lane {}", *anomaly.lane_number);
  return text + fmt::format(", s {:.2f} ({:.2f}, {:.2f})", anomaly.s, anomaly.x, anomaly.y);
}

// Names in quotes for XPath 1.0, which has no escapes: a text with both kinds of quote can only be put together.
std::string xpath_literal(const std::string& text) {
  if (text.find('\'') == std::string::npos) return "'" + text + "'";
  if (text.find('"') == std::string::npos) return '"' + text + '"';
  std::string parts = "concat('";
  for (const char c : text) c == '\'' ? parts += "', \"'\", '" : parts += c;
  return parts + "')";
}

std::string xpath_of(const Anomaly& anomaly, const RoadNetwork& map) {
  std::string path = fmt::format("/OpenDRIVE/road[@id={}]", xpath_literal(anomaly.road_id));
  if (anomaly.lane.valid()) {
    const Lane& lane = map.lane(anomaly.lane);
    const std::size_t section = lane.section.index() - map.road(lane.road).first_section + 1;
    path += fmt::format("/lanes/laneSection[{}]/{}/lane[@id='{}']", section, lane.number > 0 ? "left" : "right",
                        lane.number);
  }
  return path;
}

// Rule UIDs begin with a domain name; ".internal" is the one that belongs to nobody.
std::string rule_of(const MapCheck& check) { return fmt::format("scrutineer.internal:xodr:1.1.0:{}", check.id); }

std::string summary_of(const CheckOutcome& outcome) {
  if (outcome.status != CheckStatus::completed) return outcome.reason;
  return anomalies(outcome.anomalies.size());
}

}  // namespace

std::string to_text(const CheckReport& report) {
  std::string text;
  std::size_t number = 0;  // as on the drawing of the map
  for (const CheckOutcome& outcome : report.outcomes) {
    const std::string status = outcome.status == CheckStatus::completed
                                   ? summary_of(outcome)
                                   : fmt::format("{}: {}", to_string(outcome.status), printable(outcome.reason));
    text += fmt::format("{}: {}\n", outcome.check.id, status);
    for (const Anomaly& anomaly : outcome.anomalies) {
      text += fmt::format("  {}. {}: {}: {}: {} (limit {})\n", ++number, to_string(anomaly.severity),
                          printable(place(anomaly)), printable(anomaly.message), amount(anomaly.measured, anomaly.unit),
                          amount(anomaly.threshold, anomaly.unit));
    }
  }
  text += fmt::format("{}: {} ({}, {})\n", printable(report.file), anomalies(report.count()),
                      counted(count_of(report, AnomalySeverity::error), "error", "errors"),
                      counted(count_of(report, AnomalySeverity::warning), "warning", "warnings"));
  return text;
}

std::string to_json(const CheckReport& report) {
  using Json = nlohmann::ordered_json;
  Json checks = Json::array();
  for (const CheckOutcome& outcome : report.outcomes) {
    Json thresholds = Json::object();
    for (const CheckThreshold& threshold : outcome.check.thresholds) {
      thresholds[std::string(threshold.name)] = Json{{"value", threshold.value}, {"unit", threshold.unit}};
    }
    Json found = Json::array();
    for (const Anomaly& anomaly : outcome.anomalies) {
      Json entry{{"check", anomaly.check}, {"severity", to_string(anomaly.severity)}, {"road", anomaly.road_id}};
      entry["lane"] = anomaly.lane_number ? Json(*anomaly.lane_number) : Json(nullptr);
      entry["s"] = anomaly.s;
      entry["x"] = anomaly.x;
      entry["y"] = anomaly.y;
      entry["z"] = anomaly.z;
      entry["measured"] = anomaly.measured;
      entry["threshold"] = anomaly.threshold;
      entry["unit"] = anomaly.unit;
      entry["message"] = anomaly.message;
      found.push_back(std::move(entry));
    }
    Json entry{{"id", outcome.check.id}, {"title", outcome.check.title}, {"status", to_string(outcome.status)}};
    if (outcome.status != CheckStatus::completed) entry["reason"] = outcome.reason;
    entry["thresholds"] = std::move(thresholds);
    entry["anomalies"] = std::move(found);
    checks.push_back(std::move(entry));
  }
  const Json document{{"file", report.file}, {"anomaly_count", report.count()}, {"checks", std::move(checks)}};
  // Names in a file need not be valid UTF-8; a report of them must be.
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string to_xqar(const CheckReport& report, const RoadNetwork& map, std::string_view version) {
  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version") = "1.0";
  declaration.append_attribute("encoding") = "UTF-8";
  const auto set = [](pugi::xml_node node, const char* name, std::string_view value) {
    node.append_attribute(name) = std::string(value).c_str();
  };
  pugi::xml_node results = document.append_child("CheckerResults");
  set(results, "version", "1.0.0");
  pugi::xml_node bundle = results.append_child("CheckerBundle");
  set(bundle, "name", "scrutineer_map");
  set(bundle, "description", "Scrutineer's map checks");
  set(bundle, "summary", anomalies(report.count()));
  set(bundle, "version", version);
  set(bundle, "build_date", "");  // the format has it; results do not depend on dates here
  pugi::xml_node file = bundle.append_child("Param");
  set(file, "name", "InputFile");
  set(file, "value", report.file);

  std::size_t issue_id = 0;
  for (const CheckOutcome& outcome : report.outcomes) {
    pugi::xml_node checker = bundle.append_child("Checker");
    set(checker, "checkerId", outcome.check.id);
    set(checker, "description", outcome.check.title);
    set(checker, "summary", summary_of(outcome));
    set(checker, "status", to_string(outcome.status));
    for (const CheckThreshold& threshold : outcome.check.thresholds) {
      pugi::xml_node param = checker.append_child("Param");
      set(param, "name", threshold.name);
      set(param, "value", shortest(threshold.value));
    }
    for (const Anomaly& anomaly : outcome.anomalies) {
      pugi::xml_node issue = checker.append_child("Issue");
      set(issue, "issueId", std::to_string(issue_id++));
      const std::string description =
          fmt::format("{}: {}: {} (limit {})", place(anomaly), anomaly.message, amount(anomaly.measured, anomaly.unit),
                      amount(anomaly.threshold, anomaly.unit));
      set(issue, "description", description);
      set(issue, "level", anomaly.severity == AnomalySeverity::error ? "1" : "2");
      set(issue, "ruleUID", rule_of(outcome.check));
      pugi::xml_node locations = issue.append_child("Locations");
      set(locations, "description", place(anomaly));
      set(locations.append_child("XMLLocation"), "xpath", xpath_of(anomaly, map));
      pugi::xml_node inertial = locations.append_child("InertialLocation");
      set(inertial, "x", shortest(anomaly.x));
      set(inertial, "y", shortest(anomaly.y));
      set(inertial, "z", shortest(anomaly.z));
    }
    set(checker.append_child("AddressedRule"), "ruleUID", rule_of(outcome.check));
  }
  std::ostringstream text;
  document.save(text, "  ");
  return text.str();
}

}  // namespace scrutineer::map
