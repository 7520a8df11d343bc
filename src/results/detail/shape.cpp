#include "results/detail/shape.h"

#include <cmath>
#include <initializer_list>
#include <map>
#include <string>

#include "trace/formats.h"
#include "trace/manifest.h"
#include "trace/words.h"

namespace scrutineer::results::detail {

namespace {

using watch::Severity;

// ---- schemas --------------------------------------------------------------------------------------------------------

Json text() { return {{"type", "string"}}; }
Json number() { return {{"type", "number"}}; }
Json truth() { return {{"type", "boolean"}}; }
Json count() { return {{"type", "integer"}, {"minimum", 0}}; }
Json texts() { return {{"type", "array"}, {"items", text()}}; }
Json text_or_null() { return {{"type", {"string", "null"}}}; }
Json seconds() { return {{"type", "number"}, {"minimum", 0}}; }
Json reference(std::string_view name) { return {{"$ref", "#/$defs/" + std::string(name)}}; }
Json actor() { return reference("actor"); }
Json actor_or_null() { return {{"anyOf", Json::array({reference("actor"), Json{{"type", "null"}}})}}; }
Json list_of(std::string_view name) { return {{"type", "array"}, {"items", reference(name)}}; }
Json metrics() { return {{"type", "object"}, {"additionalProperties", reference("metric")}}; }

template <typename Words>
Json one_of(const Words& words) {
  Json all = Json::array();
  for (const auto& word : words) all.push_back(word);
  return {{"enum", std::move(all)}};
}

Json severity() {
  Json words = Json::array();  // what is ignored is not reported
  for (const Severity level : {Severity::info, Severity::warning, Severity::error_continue, Severity::error})
    words.push_back(watch::to_word(level));
  return {{"enum", std::move(words)}};
}
Json severity_or_null() {
  Json words = one_of(watch::severity_words());
  words["enum"].push_back(nullptr);
  return words;
}
Json category() {
  return one_of(std::initializer_list<std::string_view>{to_word(watch::Category::sut), to_word(watch::Category::other),
                                                        to_word(watch::Category::tool)});
}
Json ended_by() {
  Json words = Json::array();
  for (const watch::EndedBy by : {watch::EndedBy::condition, watch::EndedBy::run_end, watch::EndedBy::actor_gone,
                                  watch::EndedBy::relocation, watch::EndedBy::frozen, watch::EndedBy::not_entered})
    words.push_back(watch::to_word(by));
  return {{"enum", std::move(words)}};
}
Json status() {
  using State = watch::CheckOutcome::State;
  return one_of(std::initializer_list<std::string_view>{to_word(State::completed), to_word(State::skipped),
                                                        to_word(State::failed)});
}
Json verdict_schema() {
  return one_of(std::initializer_list<std::string_view>{to_word(Verdict::pass), to_word(Verdict::fail),
                                                        to_word(Verdict::suspect), to_word(Verdict::incomplete)});
}

Json trace_format_schema() {
  std::string names;
  for (const trace::Format& format : trace::trace_formats())
    names += (names.empty() ? "" : ", ") + std::string(format.name);
  Json schema = text();
  schema["description"] = "One of " + names + "; of a live run \"live\" and the simulator's name.";
  return schema;
}

// Groups of what the run says of itself. Every known key is there; a configuration may add others.
Json info_schema() {
  Json root{{"type", "object"}, {"properties", Json::object()}, {"required", {"run", "sim", "model"}}};
  for (const std::string& path : trace::info_keys()) {
    Json* group = &root;
    std::string_view rest = path;
    for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
      Json& inner = (*group)["properties"][std::string(rest.substr(0, dot))];
      if (inner.is_null()) inner = {{"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}};
      group = &inner;
      rest.remove_prefix(dot + 1);
    }
    (*group)["properties"][std::string(rest)] = {{"type", {"string", "number", "array", "null"}}};
    if (group != &root) (*group)["required"].push_back(rest);
  }
  return root;
}

// ---- values ---------------------------------------------------------------------------------------------------------

Json or_null(const std::string& given) { return given.empty() ? Json(nullptr) : Json(given); }
Json at(Time time) { return to_seconds(time); }
Json actor_json(const watch::ActorRef& ref) { return written(actor_members(), ref); }
Json actor_json(const std::optional<watch::ActorRef>& ref) { return ref ? actor_json(*ref) : Json(nullptr); }
const watch::CheckInfo& check_of(const RunResult& run, std::uint32_t check) { return *run.evaluation.infos[check]; }

constexpr Member<RunResult> kEngine[] = {
    {"name", "", [] { return Json{{"const", "scrutineer"}}; }, [](const RunResult&) { return Json("scrutineer"); }},
    {"version", "", text, [](const RunResult& run) { return Json(run.engine_version); }},
};
constexpr Member<RunResult> kMap[] = {
    {"file", "As it was named to the program.", text, [](const RunResult& run) { return Json(run.map->file); }},
    {"anomalies", "How many the map checks found.", count,
     [](const RunResult& run) { return Json(run.map->anomalies); }},
};
constexpr Member<RunResult> kTrace[] = {
    {"file", "As it was named to the program.", text, [](const RunResult& run) { return Json(run.trace.file); }},
    {"format", "", trace_format_schema, [](const RunResult& run) { return Json(run.trace.format); }},
    {"frames", "Evaluated.", count, [](const RunResult& run) { return Json(run.evaluation.frames); }},
    {"actors", "Ever seen, parts of compound actors included.", count,
     [](const RunResult& run) { return Json(run.evaluation.actors); }},
    {"start", "The first frame's time: all times count from it.", number, [](const RunResult&) { return Json(0.0); }},
    {"end", "The last evaluated frame's time.", seconds, [](const RunResult& run) { return at(run.evaluation.end); }},
    {"ego", "The id of the system under test; null if there was none.", text_or_null,
     [](const RunResult& run) { return run.evaluation.ego ? Json(run.evaluation.ego->id) : Json(nullptr); }},
};

template <Severity level>
Json count_of(const RunResult& run) {
  return run.evaluation.count(level);
}
template <watch::Category category, Severity level>
Json counted_of(const RunResult& run) {
  return run.evaluation.count(level, category);
}
template <watch::Category category>
constexpr Member<RunResult> kOfCategory[] = {
    {"error", "", count, counted_of<category, Severity::error>},
    {"error_continue", "", count, counted_of<category, Severity::error_continue>},
    {"warning", "", count, counted_of<category, Severity::warning>},
    {"info", "", count, counted_of<category, Severity::info>},
};
template <watch::Category category>
constexpr Member<RunResult> category_member(std::string_view key, std::string_view meaning) {
  return {key, meaning, [] { return described<RunResult>(kOfCategory<category>); },
          [](const RunResult& run) { return written<RunResult>(kOfCategory<category>, run); }};
}
constexpr Member<RunResult> kByCategory[] = {
    category_member<watch::Category::sut>("sut", "Issues where the ego is at fault, by severity."),
    category_member<watch::Category::other>("other", "Those of others."),
    category_member<watch::Category::tool>("tool", "Those of the evaluation itself."),
};
constexpr Member<RunResult> kSummary[] = {
    {"error", "Issues of this severity, and so on.", count, count_of<Severity::error>},
    {"error_continue", "", count, count_of<Severity::error_continue>},
    {"warning", "", count, count_of<Severity::warning>},
    {"info", "", count, count_of<Severity::info>},
    {"by_category", "The same, by whose fault it is.", [] { return described<RunResult>(kByCategory); },
     [](const RunResult& run) { return written<RunResult>(kByCategory, run); }},
    {"verdict",
     "fail: there is an error of the ego; else suspect: there is one of others or of the tool; else incomplete: "
     "something could not be evaluated; else pass.",
     verdict_schema, [](const RunResult& run) { return Json(to_word(verdict(run))); }},
};

constexpr Member<RunResult> kRun[] = {
    {"schema_version", "Of this shape.", [] { return Json{{"const", kSchemaVersion}}; },
     [](const RunResult&) { return Json(kSchemaVersion); }},
    {"engine", "What evaluated the run.", [] { return described<RunResult>(kEngine); },
     [](const RunResult& run) { return written<RunResult>(kEngine, run); }},
    {"complete", "Whether the run was evaluated to its end.", truth,
     [](const RunResult& run) { return Json(run.is_complete()); }},
    {"incomplete_reason", "Why it was not, and where it broke off.", text_or_null,
     [](const RunResult& run) { return run.incomplete_reason ? Json(*run.incomplete_reason) : Json(nullptr); }},
    {"info", "What the run says of itself; a configuration may add keys.", info_schema,
     [](const RunResult& run) {
       return run.info.kind == JsonValue::Kind::object ? to_json(run.info) : Json::object();
     }},
    {"map", "Null: the run was evaluated without a map.",
     [] { return Json{{"anyOf", Json::array({described<RunResult>(kMap), Json{{"type", "null"}}})}}; },
     [](const RunResult& run) { return run.map ? written<RunResult>(kMap, run) : Json(nullptr); }},
    {"trace", "The recorded run.", [] { return described<RunResult>(kTrace); },
     [](const RunResult& run) { return written<RunResult>(kTrace, run); }},
    {"checkers", "Every watcher and checker that was not turned off.", [] { return list_of("checker"); },
     [](const RunResult& run) {
       Json all = Json::array();
       for (const watch::CheckOutcome& outcome : run.evaluation.checks)
         all.push_back(written(checker_members(), outcome));
       return all;
     }},
    {"issues", "By time, then checker, then actor.", [] { return list_of("issue"); },
     [](const RunResult& run) {
       Json all = Json::array();
       for (const watch::Issue& issue : run.evaluation.issues)
         all.push_back(written(issue_members(), IssueAt{run, issue, all.size() + 1}));
       return all;
     }},
    {"issues_left_out",
     "Kinds of which only the first issues are listed, because there were too many; the summary counts all of them.",
     [] { return list_of("left_out"); },
     [](const RunResult& run) {
       Json all = Json::array();
       for (const watch::IssuesLeftOut& issues : run.evaluation.issues_left_out)
         all.push_back(written(left_out_members(), LeftOutAt{run, issues}));
       return all;
     }},
    {"intervals", "By start, then watcher, then actor.", [] { return list_of("interval"); },
     [](const RunResult& run) {
       Json all = Json::array();
       for (const watch::IntervalRecord& interval : run.evaluation.intervals)
         all.push_back(written(interval_members(), IntervalAt{run, interval}));
       return all;
     }},
    {"kpis", "By name; one whose watchers were turned off or could not judge anybody is not there.",
     [] { return Json{{"type", "object"}}; },
     [](const RunResult& run) {
       Json all = Json::object();
       for (const watch::KpiOutcome& outcome : run.evaluation.kpis)
         all[std::string(outcome.kpi->info.name)] = kpi_json(outcome);
       return all;
     }},
    {"notes", "What a reader should know of the run, one sentence each: how the ego was chosen, what its files lack.",
     texts, [](const RunResult& run) { return Json(run.notes); }},
    {"metrics", "Of the whole run, by name.", metrics,
     [](const RunResult& run) {
       Json all = Json::object();
       for (const RunMetric& metric : run.metrics) {
         Json& json = all[metric.name] = metric_json(&metric.value, metric.unit);
         if (!metric.text.empty()) json["text"] = metric.text;
       }
       return all;
     }},
    {"messages", "What the configuration's code said, in the order said: as many as a person could read.",
     [] { return list_of("message"); },
     [](const RunResult& run) {
       Json all = Json::array();
       for (const watch::LogMessage& message : run.evaluation.messages)
         all.push_back(written(message_members(), message));
       return all;
     }},
    {"messages_left_out", "How many more there were.", count,
     [](const RunResult& run) { return Json(run.evaluation.messages_left_out); }},
    {"summary", "", [] { return described<RunResult>(kSummary); },
     [](const RunResult& run) { return written<RunResult>(kSummary, run); }},
};

using Outcome = watch::CheckOutcome;
constexpr Member<Outcome> kChecker[] = {
    {"name", "", text, [](const Outcome& outcome) { return Json(outcome.name); }},
    {"status", "skipped: it lacked what it needs; failed: it could not go on.", status,
     [](const Outcome& outcome) { return Json(to_word(outcome.state)); }},
    {"reason", "Why it was skipped or failed.", text_or_null,
     [](const Outcome& outcome) { return or_null(outcome.reason); }},
    {"instances", "How many actors it ever watched.", count,
     [](const Outcome& outcome) { return Json(outcome.instances); }},
    {"intervals_left_out", "How many of its intervals are not listed, because there were too many.", count,
     [](const Outcome& outcome) { return Json(outcome.intervals_left_out); }},
    {"notes", "What a reader should know, one sentence each: whom it did not judge, when and why.", texts,
     [](const Outcome& outcome) { return Json(outcome.notes); }},
};

constexpr Member<watch::ActorRef> kActor[] = {
    {"id", "As the trace names it.", text, [](const watch::ActorRef& ref) { return Json(ref.id); }},
    {"type", "", [] { return one_of(trace::words<trace::Category>()); },
     [](const watch::ActorRef& ref) { return Json(trace::to_word(ref.type)); }},
    {"role", "sut: the system under test.",
     [] { return one_of(std::initializer_list<std::string_view>{"sut", "npc"}); },
     [](const watch::ActorRef& ref) { return Json(role_of(ref)); }},
};

constexpr Member<LeftOutAt> kLeftOut[] = {
    {"kind", "Of these issues.", text, [](const LeftOutAt& of) { return Json(of.issues.kind); }},
    {"category", "", category, [](const LeftOutAt& of) { return Json(to_word(of.issues.category)); }},
    {"severity", "", severity, [](const LeftOutAt& of) { return Json(to_word(of.issues.severity)); }},
    {"checker", "Which raised them.", text,
     [](const LeftOutAt& of) { return Json(check_of(of.run, of.issues.check).name); }},
    {"listed", "How many of them are listed: the first.", count,
     [](const LeftOutAt& of) { return Json(of.issues.kept); }},
    {"left_out", "How many more there were.", count, [](const LeftOutAt& of) { return Json(of.issues.left_out); }},
};

constexpr Member<watch::LogMessage> kMessage[] = {
    {"time", "In seconds.", seconds, [](const watch::LogMessage& message) { return at(message.time); }},
    {"level", "", [] { return one_of(std::initializer_list<std::string_view>{"trace", "debug", "info", "warning"}); },
     [](const watch::LogMessage& message) { return Json(message.level); }},
    {"checker", "The watcher, checker or modifier that said it; null: none did.", text_or_null,
     [](const watch::LogMessage& message) { return or_null(message.source); }},
    {"actor", "Whose it is: its id.", text_or_null,
     [](const watch::LogMessage& message) { return or_null(message.actor); }},
    {"text", "", text, [](const watch::LogMessage& message) { return Json(message.text); }},
};

constexpr Member<IssueAt> kIssue[] = {
    {"id", "From 1, in the list's order.", [] { return Json{{"type", "integer"}, {"minimum", 1}}; },
     [](const IssueAt& of) { return Json(of.id); }},
    {"time", "When it was raised, in seconds.", seconds, [](const IssueAt& of) { return at(of.issue.time); }},
    {"kind", "What happened, in one word.", text, [](const IssueAt& of) { return Json(of.issue.kind); }},
    {"category", "Whose fault: sut, other, or tool for the evaluation's own.", category,
     [](const IssueAt& of) { return Json(to_word(of.issue.category)); }},
    {"severity", "", severity, [](const IssueAt& of) { return Json(to_word(of.issue.severity)); }},
    {"original_severity", "If a rule changed it.", severity_or_null,
     [](const IssueAt& of) {
       return of.issue.original_severity ? Json(to_word(*of.issue.original_severity)) : Json(nullptr);
     }},
    {"reason", "Why a rule changed it.", text_or_null, [](const IssueAt& of) { return or_null(of.issue.reason); }},
    {"checker", "Which raised it.", text,
     [](const IssueAt& of) { return Json(check_of(of.run, of.issue.check).name); }},
    {"actor", "", actor, [](const IssueAt& of) { return actor_json(of.issue.actor); }},
    {"other_actor", "", actor_or_null, [](const IssueAt& of) { return actor_json(of.issue.other); }},
    {"driver", "In control of the actor when it began.", [] { return one_of(trace::words<trace::Driver>()); },
     [](const IssueAt& of) { return Json(trace::to_word(of.issue.driver)); }},
    {"start", "Of its interval, in seconds.", seconds, [](const IssueAt& of) { return at(of.issue.start); }},
    {"end", "Of its interval, in seconds.", seconds, [](const IssueAt& of) { return at(of.issue.end); }},
    {"message", "One line for people.", text, [](const IssueAt& of) { return Json(of.issue.message); }},
    {"details", "", text, [](const IssueAt& of) { return Json(of.issue.details); }},
    {"notes", "What a reader should know before trusting it, one sentence each: an anomaly of the map nearby.", texts,
     [](const IssueAt& of) { return Json(of.issue.notes); }},
    {"metrics", "By name, as the checker declares them; SI, null for what does not exist.", metrics,
     [](const IssueAt& of) { return metrics_json(check_of(of.run, of.issue.check), of.issue.data); }},
};

constexpr Member<IntervalAt> kInterval[] = {
    {"watcher", "", text, [](const IntervalAt& of) { return Json(check_of(of.run, of.interval.check).name); }},
    {"actor", "Its id.", text, [](const IntervalAt& of) { return Json(of.interval.actor.id); }},
    {"other_actor", "Its id.", text_or_null,
     [](const IntervalAt& of) { return of.interval.other ? Json(of.interval.other->id) : Json(nullptr); }},
    {"start", "In seconds.", seconds, [](const IntervalAt& of) { return at(of.interval.start); }},
    {"end", "In seconds.", seconds, [](const IntervalAt& of) { return at(of.interval.end); }},
    {"ended_by", "", ended_by, [](const IntervalAt& of) { return Json(to_word(of.interval.ended_by)); }},
    {"data", "By name, as the watcher declares them; SI, null for what does not exist.", metrics,
     [](const IntervalAt& of) { return metrics_json(check_of(of.run, of.interval.check), of.interval.data); }},
};

}  // namespace

std::span<const Member<RunResult>> run_members() { return kRun; }
std::span<const Member<Outcome>> checker_members() { return kChecker; }
std::span<const Member<IssueAt>> issue_members() { return kIssue; }
std::span<const Member<IntervalAt>> interval_members() { return kInterval; }
std::span<const Member<watch::ActorRef>> actor_members() { return kActor; }
std::span<const Member<watch::LogMessage>> message_members() { return kMessage; }
std::span<const Member<LeftOutAt>> left_out_members() { return kLeftOut; }

namespace {

// Whole plain numbers as such: nobody counts to 2.0.
Json plain_json(const watch::Value& value, std::string_view unit) {
  const auto* number = std::get_if<double>(&value);
  constexpr double kLargestWhole = 1e15;
  if (number != nullptr && unit.empty() && std::abs(*number) < kLargestWhole && std::trunc(*number) == *number)
    return static_cast<std::int64_t>(*number);
  Json json;
  std::visit([&](const auto& held) { json = held; }, value);
  return json;
}

void add_values(Json& object, std::span<const watch::MetricInfo> metrics, const std::vector<watch::Value>& values) {
  for (std::size_t i = 0; i < metrics.size(); ++i)
    object[std::string(metrics[i].name)] = i < values.size() ? plain_json(values[i], metrics[i].unit) : Json(nullptr);
}

Json object_schema(Json properties, std::span<const watch::MetricInfo> metrics) {
  for (const watch::MetricInfo& metric : metrics)
    properties[std::string(metric.name)] = {
        {"type", {"number", "string", "boolean", "null"}},
        {"description",
         std::string(metric.meaning) + (metric.unit.empty() ? "" : " Unit: " + std::string(metric.unit) + ".")}};
  Json required = Json::array();
  for (const auto& [key, value] : properties.items()) required.push_back(key);
  return {{"type", "object"},
          {"properties", std::move(properties)},
          {"required", std::move(required)},
          {"additionalProperties", false}};
}

}  // namespace

Json kpi_json(const watch::KpiOutcome& outcome) {
  const watch::KpiInfo& info = outcome.kpi->info;
  Json actors = Json::array();
  for (const watch::KpiResult::Row& row : outcome.result.actors) {
    Json object{{"actor_id", row.actor.id}, {"type", trace::to_word(row.actor.type)}};
    add_values(object, info.of_actors, row.values);
    actors.push_back(std::move(object));
  }
  Json kpi{{"actors", std::move(actors)}};
  for (std::size_t i = 0; i < info.totals.size(); ++i) {
    Json total = Json::object();
    add_values(total, info.of_totals, outcome.result.totals[i]);
    const std::string_view key = info.totals[i].key;
    const std::size_t dot = key.find('.');
    if (dot == std::string_view::npos)
      kpi[std::string(key)] = std::move(total);
    else
      kpi[std::string(key.substr(0, dot))][std::string(key.substr(dot + 1))] = std::move(total);
  }
  return kpi;
}

Json kpi_schema(const watch::KpiInfo& info) {
  Json properties{{"actors",
                   {{"type", "array"},
                    {"items", object_schema({{"actor_id", text()}, {"type", one_of(trace::words<trace::Category>())}},
                                            info.of_actors)},
                    {"description", "Those who had an interval, in the order of their first appearance."}}}};
  std::map<std::string, Json> inner;  // objects of objects
  for (const watch::KpiTotal& total : info.totals) {
    Json schema = object_schema(Json::object(), info.of_totals);
    schema["description"] = total.meaning;
    const std::size_t dot = total.key.find('.');
    if (dot == std::string_view::npos)
      properties[std::string(total.key)] = std::move(schema);
    else
      inner[std::string(total.key.substr(0, dot))][std::string(total.key.substr(dot + 1))] = std::move(schema);
  }
  for (auto& [key, objects] : inner) properties[key] = object_schema(std::move(objects), {});
  Json schema = object_schema(std::move(properties), {});
  schema["description"] = info.summary;
  return schema;
}

Json to_json(const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::null:
      return nullptr;
    case JsonValue::Kind::boolean:
      return value.boolean;
    case JsonValue::Kind::integer:
      return value.integer;
    case JsonValue::Kind::number:
      return value.number;
    case JsonValue::Kind::text:
      return value.text;
    case JsonValue::Kind::list: {
      Json list = Json::array();
      for (const JsonValue& item : value.items) list.push_back(to_json(item));
      return list;
    }
    case JsonValue::Kind::object: {
      Json object = Json::object();
      for (const JsonMember& member : value.members) object[member.key] = to_json(member.value);
      return object;
    }
  }
  return nullptr;
}

Json metric_json(const watch::Value* value, std::string_view unit) {
  Json json{{"value", nullptr}, {"unit", unit}};
  if (value != nullptr) std::visit([&](const auto& held) { json["value"] = held; }, *value);
  return json;
}

Json metrics_json(const watch::CheckInfo& check, const std::vector<watch::Value>& data) {
  Json json = Json::object();
  for (std::size_t i = 0; i < check.metrics.size(); ++i)
    json[std::string(check.metrics[i].name)] = metric_json(i < data.size() ? &data[i] : nullptr, check.metrics[i].unit);
  return json;
}

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace scrutineer::results::detail
