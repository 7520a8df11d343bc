#include "store/detail/record_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "store/detail/clean_texts.h"

namespace scrutineer::store::detail {

namespace {

// Of a list its items, behind each other: "camera, lidar".
std::string text_of(const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::boolean:
      return value.boolean ? "true" : "false";
    case JsonValue::Kind::integer:
      return std::to_string(value.integer);
    case JsonValue::Kind::number:
      return shortest(value.number);
    case JsonValue::Kind::text:
      return value.text;
    case JsonValue::Kind::list: {
      std::string text;
      for (const JsonValue& item : value.items) text += (text.empty() ? "" : ", ") + text_of(item);
      return text;
    }
    case JsonValue::Kind::null:
    case JsonValue::Kind::object:
      break;
  }
  return {};
}

const MetricRow* shown(const IssueRow& issue, const watch::CheckInfo& check, watch::MetricRole role) {
  for (const watch::MetricInfo& info : check.metrics) {
    if (info.role != role) continue;
    const auto metric = std::ranges::find(issue.metrics, info.name, &MetricRow::name);
    if (metric != issue.metrics.end() && std::holds_alternative<double>(metric->value)) return &*metric;
  }
  return nullptr;
}

Cluster cluster_of_issue(const IssueRow& issue) {
  std::vector<std::string> names;
  for (const MetricRow& metric : issue.metrics)
    if (const auto* text = std::get_if<std::string>(&metric.value); text != nullptr && is_name_of_place(metric.name))
      names.push_back(*text);
  return cluster_of({.kind = issue.kind,
                     .checker = issue.checker,
                     .category = issue.category,
                     .actor_id = issue.actor.id,
                     .actor_role = issue.actor.role,
                     .other_id = issue.other ? std::string_view(issue.other->id) : std::string_view(),
                     .other_role = issue.other ? std::string_view(issue.other->role) : std::string_view(),
                     .message = issue.message,
                     .names = names});
}

}  // namespace

std::string lines_of(const std::vector<std::string>& notes) {
  std::string lines;
  for (const std::string& note : notes) lines += (lines.empty() ? "" : "\n") + note;
  return lines;
}

void add_attributes(const std::string& path, const JsonValue& value, std::vector<AttributeRow>& attributes) {
  if (value.kind == JsonValue::Kind::object) {
    for (const JsonMember& member : value.members) add_attributes(path + "." + member.key, member.value, attributes);
  } else if (value.kind != JsonValue::Kind::null) {
    attributes.push_back({path, text_of(value)});
  }
}

void show_worst(IssueRow& issue, const watch::CheckInfo* check) {
  if (check == nullptr) return;
  if (const MetricRow* worst = shown(issue, *check, watch::MetricRole::value)) {
    issue.worst = std::get<double>(worst->value);
    issue.unit = worst->unit;
  }
  if (const MetricRow* limit = shown(issue, *check, watch::MetricRole::limit)) {
    issue.limit = std::get<double>(limit->value);
    if (issue.unit.empty()) issue.unit = limit->unit;
  }
}

void add_failed_check(const std::string& name, const std::string& reason, RunRow& run) {
  ++run.failed_checks;
  if (run.reason.empty()) run.reason = fmt::format("{} failed: {}", name, reason);
}

void complete(RunRecord& record) {
  clean(record);
  std::map<std::string, Cluster> clusters;
  for (IssueRow& issue : record.issues) {
    Cluster cluster = cluster_of_issue(issue);
    issue.cluster = cluster.id;
    clusters.emplace(issue.cluster, std::move(cluster));
  }
  for (auto& [id, cluster] : clusters) record.clusters.push_back(std::move(cluster));
  std::ranges::sort(record.metrics, {}, &MetricRow::name);
  std::ranges::sort(record.attributes, {}, &AttributeRow::name);
}

}  // namespace scrutineer::store::detail
