#include "results/schema.h"

#include "results/detail/shape.h"

namespace scrutineer::results {

namespace {

using detail::Json;

Json metric_schema() {
  return {{"type", "object"},
          {"properties",
           {{"value", {{"type", {"number", "string", "boolean", "null"}}}},
            {"unit", {{"type", "string"}, {"description", "SI; empty for plain numbers, texts and truths."}}},
            {"text", {{"type", "string"}, {"description", "What it means, where a configuration says so."}}}}},
          {"required", {"value", "unit"}},
          {"additionalProperties", false}};
}

Json metrics_of(const watch::CheckInfo& check) {
  Json properties = Json::object(), required = Json::array();
  for (const watch::MetricInfo& metric : check.metrics) {
    properties[std::string(metric.name)] = {{"$ref", "#/$defs/metric"},
                                            {"properties", {{"unit", {{"const", metric.unit}}}}},
                                            {"description", metric.meaning}};
    required.push_back(metric.name);
  }
  return {{"properties", std::move(properties)}, {"required", std::move(required)}, {"additionalProperties", false}};
}

// What each known check measures. Others, such as a user's own, may be there too, and only have the general shape.
Json by_check(std::span<const watch::Check> checks, const char* name_key, const char* metrics_key) {
  Json rules = Json::array();
  for (const watch::Check& check : checks) {
    const std::string name(check.info.name);
    rules.push_back({{"if", {{"properties", {{name_key, {{"const", name}}}}}}},
                     {"then", {{"properties", {{metrics_key, {{"$ref", "#/$defs/metrics/" + name}}}}}}}});
  }
  return rules;
}

}  // namespace

std::string result_schema(std::span<const watch::Check> checks) {
  Json metrics = Json::object();
  for (const watch::Check& check : checks) metrics[std::string(check.info.name)] = metrics_of(check.info);
  Json issue = detail::described(detail::issue_members());
  Json interval = detail::described(detail::interval_members());
  if (!checks.empty()) {
    issue["allOf"] = by_check(checks, "checker", "metrics");
    interval["allOf"] = by_check(checks, "watcher", "data");
  }

  Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
              {"title", "The result of one run"},
              {"description",
               "coverage/runtime_data.json, as Scrutineer writes it. Times are in seconds from the first "
               "frame, numbers in SI units; what does not exist is null."}};
  schema.update(detail::described(detail::run_members()));
  for (const watch::Check& check : checks)
    if (check.info.kpi)
      schema["properties"]["kpis"]["properties"][std::string(check.info.kpi->info.name)] =
          detail::kpi_schema(check.info.kpi->info);
  schema["$defs"] = {{"actor", detail::described(detail::actor_members())},
                     {"checker", detail::described(detail::checker_members())},
                     {"issue", std::move(issue)},
                     {"left_out", detail::described(detail::left_out_members())},
                     {"interval", std::move(interval)},
                     {"message", detail::described(detail::message_members())},
                     {"metric", metric_schema()},
                     {"metrics", std::move(metrics)}};
  return detail::dumped(schema, 2) + "\n";
}

}  // namespace scrutineer::results
