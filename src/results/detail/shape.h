// The shape of runtime_data.json: each member's key, meaning, schema and value, stated once. The writer (json.h) and
// the schema (schema.h) both come out of these tables.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

#include "base/json_writer.h"
#include "results/run_result.h"

namespace scrutineer::results::detail {

using Json = nlohmann::ordered_json;  // keys in the order in which they were added

template <typename T>
struct Member {
  std::string_view key;
  std::string_view meaning;
  Json (*schema)();
  void (*write)(JsonWriter& out, const T&);
};

struct IssueAt {
  const RunResult& run;
  const watch::Issue& issue;
  std::size_t id;  // from 1
};
struct LeftOutAt {
  const RunResult& run;
  const watch::IssuesLeftOut& issues;
};
struct IntervalAt {
  const RunResult& run;
  const watch::IntervalRecord& interval;
};

std::span<const Member<RunResult>> run_members();
std::span<const Member<watch::CheckOutcome>> checker_members();
std::span<const Member<IssueAt>> issue_members();
std::span<const Member<IntervalAt>> interval_members();
std::span<const Member<watch::ActorRef>> actor_members();
std::span<const Member<watch::LogMessage>> message_members();
std::span<const Member<LeftOutAt>> left_out_members();

// One KPI: {"actors": [{"actor_id": "3", "type": "car", ...}], "total": {...}, ...}, with plain numbers; units are in
// the schema.
Json kpi_json(const watch::KpiOutcome& outcome);
Json kpi_schema(const watch::KpiInfo& info);

// All members but the one of this key.
template <typename T>
void write_object(JsonWriter& out, std::span<const Member<T>> members, const T& source, std::string_view without = {}) {
  out.begin_object();
  for (const Member<T>& member : members) {
    if (member.key == without) continue;
    out.key(member.key);
    member.write(out, source);
  }
  out.end_object();
}

template <typename T>
Json described(std::span<const Member<T>> members) {
  Json properties = Json::object(), required = Json::array();
  for (const Member<T>& member : members) {
    Json schema = member.schema();
    if (!member.meaning.empty()) schema["description"] = member.meaning;
    properties[std::string(member.key)] = std::move(schema);
    required.push_back(member.key);
  }
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

Json to_json(const JsonValue& value);
void write_json(JsonWriter& out, const Json& json);
// By name, in the order declared: {"length": {"value": 31.0, "unit": "m"}}; what is not finite is null.
void write_metrics(JsonWriter& out, const watch::CheckInfo& check, const std::vector<watch::Value>& data);

// What is no UTF-8 becomes U+FFFD, what is not finite null. `indent` -1: in one line.
std::string dumped(const Json& json, int indent);

}  // namespace scrutineer::results::detail
