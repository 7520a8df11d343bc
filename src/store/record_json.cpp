#include <algorithm>
#include <exception>
#include <iterator>
#include <new>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json_whole.h"
#include "base/located_json.h"
#include "store/detail/record_parts.h"
#include "store/record.h"

namespace scrutineer::store {

namespace {

using Json = nlohmann::ordered_json;  // metrics are in the order in which their check declares them

std::string text_at(const Json& json, const char* key) {
  const Json& value = json.at(key);
  return value.is_null() ? std::string() : value.get<std::string>();
}

MetricValue value_of(const Json& json) {
  if (json.is_null()) return {};
  if (json.is_boolean()) return json.get<bool>() ? 1.0 : 0.0;
  if (json.is_number()) return json.get<double>();
  return json.get<std::string>();
}

std::vector<MetricRow> metrics_of(const Json& json) {
  std::vector<MetricRow> rows;
  for (const auto& [name, metric] : json.items())
    rows.push_back({name, value_of(metric.at("value")), text_at(metric, "unit")});
  return rows;
}

ActorPart part_of(const Json& json) { return {text_at(json, "id"), text_at(json, "type"), text_at(json, "role")}; }

IssueRow issue_of(const Json& json) {
  const Json& other = json.at("other_actor");
  return {.number = whole_number<std::int64_t>(json.at("id")),
          .time = json.at("time").get<double>(),
          .start = json.at("start").get<double>(),
          .end = json.at("end").get<double>(),
          .kind = text_at(json, "kind"),
          .category = text_at(json, "category"),
          .severity = text_at(json, "severity"),
          .original_severity = text_at(json, "original_severity"),
          .reason = text_at(json, "reason"),
          .checker = text_at(json, "checker"),
          .actor = part_of(json.at("actor")),
          .other = other.is_null() ? std::nullopt : std::optional(part_of(other)),
          .driver = text_at(json, "driver"),
          .message = text_at(json, "message"),
          .details = text_at(json, "details"),
          .notes = detail::lines_of(json.at("notes").get<std::vector<std::string>>()),
          .metrics = metrics_of(json.at("metrics"))};
}

void add_kpi(const std::string& kpi, const Json& json, RunRecord& record) {
  const auto add = [&](const std::string& subject, bool is_total, const Json& values) {
    for (const auto& [name, value] : values.items())
      if (is_total || (name != "actor_id" && name != "type"))
        record.kpis.push_back({kpi + "." + name, subject, is_total, value_of(value)});
  };
  for (const Json& actor : json.at("actors")) add(text_at(actor, "actor_id"), false, actor);
  for (const auto& [key, total] : json.items())
    if (key != "actors") add(key, true, total);
}

RunRow run_of(const Json& json) {
  const std::string verdict = text_at(json.at("summary"), "verdict");
  const Json& trace = json.at("trace");
  RunRow run = {.verdict = verdict,
                .verdict_after_rules = verdict,
                .complete = json.at("complete").get<bool>(),
                .reason = text_at(json, "incomplete_reason"),
                .duration = trace.at("end").get<double>(),
                .frames = whole_number<std::int64_t>(trace.at("frames")),
                .actors = whole_number<std::int64_t>(trace.at("actors"))};
  for (const Json& check : json.at("checkers"))
    if (check.at("status") == "failed") detail::add_failed_check(text_at(check, "name"), text_at(check, "reason"), run);
  return run;
}

void add_rest(const Json& json, const RecordOptions& options, RunRecord& record) {
  record.metrics = metrics_of(json.at("metrics"));
  for (const auto& [name, kpi] : json.at("kpis").items()) add_kpi(name, kpi, record);
  if (options.keeps_intervals)
    for (const Json& interval : json.at("intervals"))
      record.intervals.push_back({.number = std::ssize(record.intervals) + 1,
                                  .watcher = text_at(interval, "watcher"),
                                  .actor = text_at(interval, "actor"),
                                  .other = text_at(interval, "other_actor"),
                                  .start = interval.at("start").get<double>(),
                                  .end = interval.at("end").get<double>(),
                                  .ended_by = text_at(interval, "ended_by"),
                                  .metrics = metrics_of(interval.at("data"))});
  for (const Json& message : json.at("messages"))
    record.messages.push_back({.number = std::ssize(record.messages) + 1,
                               .time = message.at("time").get<double>(),
                               .level = text_at(message, "level"),
                               .checker = text_at(message, "checker"),
                               .actor = text_at(message, "actor"),
                               .text = text_at(message, "text")});
  if (!json.at("map").is_null()) record.attributes.push_back({"map.file", text_at(json.at("map"), "file")});
  record.attributes.push_back({"trace.format", text_at(json.at("trace"), "format")});
}

}  // namespace

Result<RunRecord> record_of_json(std::string_view content, const std::string& file,
                                 std::span<const watch::Check> checks, const RecordOptions& options) {
  try {
    const Json json = Json::parse(content);
    RunRecord record{.run = run_of(json)};
    for (const Json& issue : json.at("issues")) {
      record.issues.push_back(issue_of(issue));
      const auto check =
          std::ranges::find(checks, record.issues.back().checker, [](const watch::Check& of) { return of.info.name; });
      detail::show_worst(record.issues.back(), check == checks.end() ? nullptr : &check->info);
    }
    add_rest(json, options, record);
    const auto info = parse_json(json.at("info").dump(), file);
    if (!info) return info.problem();
    detail::add_attributes("info", *info, record.attributes);
    detail::complete(record);
    return record;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& fault) {
    return Problem{{.file = file}, std::string("is no result of a run that this program understands: ") + fault.what()};
  }
}

}  // namespace scrutineer::store
