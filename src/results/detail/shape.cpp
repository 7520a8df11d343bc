#include "results/detail/shape.h"

#include <cmath>
#include <functional>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>

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

void write_or_null(JsonWriter& out, const std::optional<std::string>& given) { given ? out.value(*given) : out.null(); }
void write_or_null(JsonWriter& out, const std::string& given) { given.empty() ? out.null() : out.value(given); }
void write_texts(JsonWriter& out, const std::vector<std::string>& texts) {
  out.begin_array();
  for (const std::string& text : texts) out.value(text);
  out.end_array();
}
void write_actor(JsonWriter& out, const watch::ActorRef& ref) { write_object(out, actor_members(), ref); }
void write_actor(JsonWriter& out, const std::optional<watch::ActorRef>& ref) {
  ref ? write_actor(out, *ref) : out.null();
}
template <typename T, typename Items, typename Make>
void write_list(JsonWriter& out, std::span<const Member<T>> members, const Items& items, Make make) {
  out.begin_array();
  for (const auto& item : items) write_object<T>(out, members, make(item));
  out.end_array();
}
const watch::CheckInfo& check_of(const RunResult& run, std::uint32_t check) { return *run.evaluation.infos[check]; }

// Null: the value does not exist.
void write_metric(JsonWriter& out, std::string_view name, const watch::Value* value, std::string_view unit,
                  std::string_view text = {}) {
  out.key(name);
  out.begin_object();
  out.key("value");
  if (value != nullptr)
    std::visit([&](const auto& held) { out.value(held); }, *value);
  else
    out.null();
  out.member("unit", unit);
  if (!text.empty()) out.member("text", text);
  out.end_object();
}

constexpr Member<RunResult> kEngine[] = {
    {"name", "", [] { return Json{{"const", "scrutineer"}}; },
     [](JsonWriter& out, const RunResult&) { out.value("scrutineer"); }},
    {"version", "", text, [](JsonWriter& out, const RunResult& run) { out.value(run.engine_version); }},
};
constexpr Member<RunResult> kMap[] = {
    {"file", "As it was named to the program.", text,
     [](JsonWriter& out, const RunResult& run) { out.value(run.map->file); }},
    {"anomalies", "How many the map checks found.", count,
     [](JsonWriter& out, const RunResult& run) { out.value(run.map->anomalies); }},
};
constexpr Member<RunResult> kTrace[] = {
    {"file", "As it was named to the program.", text,
     [](JsonWriter& out, const RunResult& run) { out.value(run.trace.file); }},
    {"format", "", trace_format_schema, [](JsonWriter& out, const RunResult& run) { out.value(run.trace.format); }},
    {"frames", "Evaluated.", count, [](JsonWriter& out, const RunResult& run) { out.value(run.evaluation.frames); }},
    {"actors", "Ever seen, parts of compound actors included.", count,
     [](JsonWriter& out, const RunResult& run) { out.value(run.evaluation.actors); }},
    {"start", "The first frame's time: all times count from it.", number,
     [](JsonWriter& out, const RunResult&) { out.value(0.0); }},
    {"end", "The last evaluated frame's time.", seconds,
     [](JsonWriter& out, const RunResult& run) { out.value(to_seconds(run.evaluation.end)); }},
    {"ego", "The id of the system under test; null if there was none.", text_or_null,
     [](JsonWriter& out, const RunResult& run) {
       run.evaluation.ego ? out.value(run.evaluation.ego->id) : out.null();
     }},
};

template <Severity level>
void count_of(JsonWriter& out, const RunResult& run) {
  out.value(run.evaluation.count(level));
}
template <watch::Category category, Severity level>
void counted_of(JsonWriter& out, const RunResult& run) {
  out.value(run.evaluation.count(level, category));
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
          [](JsonWriter& out, const RunResult& run) { write_object<RunResult>(out, kOfCategory<category>, run); }};
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
     [](JsonWriter& out, const RunResult& run) { write_object<RunResult>(out, kByCategory, run); }},
    {"verdict",
     "fail: there is an error of the ego; else suspect: there is one of others or of the tool; else incomplete: "
     "something could not be evaluated; else pass.",
     verdict_schema, [](JsonWriter& out, const RunResult& run) { out.value(to_word(verdict(run))); }},
};

constexpr Member<RunResult> kRun[] = {
    {"schema_version", "Of this shape.", [] { return Json{{"const", kSchemaVersion}}; },
     [](JsonWriter& out, const RunResult&) { out.value(kSchemaVersion); }},
    {"engine", "What evaluated the run.", [] { return described<RunResult>(kEngine); },
     [](JsonWriter& out, const RunResult& run) { write_object<RunResult>(out, kEngine, run); }},
    {"complete", "Whether the run was evaluated to its end.", truth,
     [](JsonWriter& out, const RunResult& run) { out.value(run.is_complete()); }},
    {"incomplete_reason", "Why it was not, and where it broke off.", text_or_null,
     [](JsonWriter& out, const RunResult& run) { write_or_null(out, run.incomplete_reason); }},
    {"info", "What the run says of itself; a configuration may add keys.", info_schema,
     [](JsonWriter& out, const RunResult& run) {
       write_json(out, run.info.kind == JsonValue::Kind::object ? to_json(run.info) : Json::object());
     }},
    {"map", "Null: the run was evaluated without a map.",
     [] { return Json{{"anyOf", Json::array({described<RunResult>(kMap), Json{{"type", "null"}}})}}; },
     [](JsonWriter& out, const RunResult& run) { run.map ? write_object<RunResult>(out, kMap, run) : out.null(); }},
    {"trace", "The recorded run.", [] { return described<RunResult>(kTrace); },
     [](JsonWriter& out, const RunResult& run) { write_object<RunResult>(out, kTrace, run); }},
    {"checkers", "Every watcher and checker that was not turned off.", [] { return list_of("checker"); },
     [](JsonWriter& out, const RunResult& run) {
       write_list(out, checker_members(), run.evaluation.checks, std::identity());
     }},
    {"issues", "By time, then checker, then actor.", [] { return list_of("issue"); },
     [](JsonWriter& out, const RunResult& run) {
       std::size_t id = 0;
       write_list(out, issue_members(), run.evaluation.issues,
                  [&](const watch::Issue& issue) { return IssueAt{run, issue, ++id}; });
     }},
    {"issues_left_out",
     "Kinds of which only the first issues are listed, because there were too many; the summary counts all of them.",
     [] { return list_of("left_out"); },
     [](JsonWriter& out, const RunResult& run) {
       write_list(out, left_out_members(), run.evaluation.issues_left_out,
                  [&](const watch::IssuesLeftOut& issues) { return LeftOutAt{run, issues}; });
     }},
    {"intervals", "By start, then watcher, then actor.", [] { return list_of("interval"); },
     [](JsonWriter& out, const RunResult& run) {
       write_list(out, interval_members(), run.evaluation.intervals,
                  [&](const watch::IntervalRecord& interval) { return IntervalAt{run, interval}; });
     }},
    {"kpis", "By name; one whose watchers were turned off or could not judge anybody is not there.",
     [] { return Json{{"type", "object"}}; },
     [](JsonWriter& out, const RunResult& run) {
       Json all = Json::object();
       for (const watch::KpiOutcome& outcome : run.evaluation.kpis)
         all[std::string(outcome.kpi->info.name)] = kpi_json(outcome);
       write_json(out, all);
     }},
    {"notes", "What a reader should know of the run, one sentence each: how the ego was chosen, what its files lack.",
     texts, [](JsonWriter& out, const RunResult& run) { write_texts(out, run.notes); }},
    {"metrics", "Of the whole run, by name.", metrics,
     [](JsonWriter& out, const RunResult& run) {
       std::map<std::string_view, const RunMetric*> last;  // a configuration may set one twice: the last counts
       for (const RunMetric& metric : run.metrics) last[metric.name] = &metric;
       out.begin_object();
       for (const RunMetric& metric : run.metrics) {
         const RunMetric* const given = std::exchange(last[metric.name], nullptr);
         if (given != nullptr) write_metric(out, metric.name, &given->value, given->unit, given->text);
       }
       out.end_object();
     }},
    {"messages", "What the configuration's code said, in the order said: as many as a person could read.",
     [] { return list_of("message"); },
     [](JsonWriter& out, const RunResult& run) {
       write_list(out, message_members(), run.evaluation.messages, std::identity());
     }},
    {"messages_left_out", "How many more there were.", count,
     [](JsonWriter& out, const RunResult& run) { out.value(run.evaluation.messages_left_out); }},
    {"summary", "", [] { return described<RunResult>(kSummary); },
     [](JsonWriter& out, const RunResult& run) { write_object<RunResult>(out, kSummary, run); }},
};

using Outcome = watch::CheckOutcome;
constexpr Member<Outcome> kChecker[] = {
    {"name", "", text, [](JsonWriter& out, const Outcome& outcome) { out.value(outcome.name); }},
    {"status", "skipped: it lacked what it needs; failed: it could not go on.", status,
     [](JsonWriter& out, const Outcome& outcome) { out.value(to_word(outcome.state)); }},
    {"reason", "Why it was skipped or failed.", text_or_null,
     [](JsonWriter& out, const Outcome& outcome) { write_or_null(out, outcome.reason); }},
    {"turned_off", "Whether it was skipped because a setting of its own says so, and not for want of anything.", truth,
     [](JsonWriter& out, const Outcome& outcome) { out.value(outcome.is_switched_off); }},
    {"instances", "How many actors it ever watched.", count,
     [](JsonWriter& out, const Outcome& outcome) { out.value(outcome.instances); }},
    {"intervals_left_out", "How many of its intervals are not listed, because there were too many.", count,
     [](JsonWriter& out, const Outcome& outcome) { out.value(outcome.intervals_left_out); }},
    {"notes", "What a reader should know, one sentence each: whom it did not judge, when and why.", texts,
     [](JsonWriter& out, const Outcome& outcome) { write_texts(out, outcome.notes); }},
};

constexpr Member<watch::ActorRef> kActor[] = {
    {"id", "As the trace names it.", text, [](JsonWriter& out, const watch::ActorRef& ref) { out.value(ref.id); }},
    {"type", "", [] { return one_of(trace::words<trace::Category>()); },
     [](JsonWriter& out, const watch::ActorRef& ref) { out.value(trace::to_word(ref.type)); }},
    {"role", "sut: the system under test.",
     [] { return one_of(std::initializer_list<std::string_view>{"sut", "npc"}); },
     [](JsonWriter& out, const watch::ActorRef& ref) { out.value(role_of(ref)); }},
};

constexpr Member<LeftOutAt> kLeftOut[] = {
    {"kind", "Of these issues.", text, [](JsonWriter& out, const LeftOutAt& of) { out.value(of.issues.kind); }},
    {"category", "", category, [](JsonWriter& out, const LeftOutAt& of) { out.value(to_word(of.issues.category)); }},
    {"severity", "", severity, [](JsonWriter& out, const LeftOutAt& of) { out.value(to_word(of.issues.severity)); }},
    {"checker", "Which raised them.", text,
     [](JsonWriter& out, const LeftOutAt& of) { out.value(check_of(of.run, of.issues.check).name); }},
    {"listed", "How many of them are listed: the first.", count,
     [](JsonWriter& out, const LeftOutAt& of) { out.value(of.issues.kept); }},
    {"left_out", "How many more there were.", count,
     [](JsonWriter& out, const LeftOutAt& of) { out.value(of.issues.left_out); }},
};

constexpr Member<watch::LogMessage> kMessage[] = {
    {"time", "In seconds.", seconds,
     [](JsonWriter& out, const watch::LogMessage& message) { out.value(to_seconds(message.time)); }},
    {"level", "", [] { return one_of(std::initializer_list<std::string_view>{"trace", "debug", "info", "warning"}); },
     [](JsonWriter& out, const watch::LogMessage& message) { out.value(message.level); }},
    {"checker", "The watcher, checker or modifier that said it; null: none did.", text_or_null,
     [](JsonWriter& out, const watch::LogMessage& message) { write_or_null(out, message.source); }},
    {"actor", "Whose it is: its id.", text_or_null,
     [](JsonWriter& out, const watch::LogMessage& message) { write_or_null(out, message.actor); }},
    {"text", "", text, [](JsonWriter& out, const watch::LogMessage& message) { out.value(message.text); }},
};

constexpr Member<IssueAt> kIssue[] = {
    {"id", "From 1, in the list's order.", [] { return Json{{"type", "integer"}, {"minimum", 1}}; },
     [](JsonWriter& out, const IssueAt& of) { out.value(of.id); }},
    {"time", "When it was raised, in seconds.", seconds,
     [](JsonWriter& out, const IssueAt& of) { out.value(to_seconds(of.issue.time)); }},
    {"kind", "What happened, in one word.", text, [](JsonWriter& out, const IssueAt& of) { out.value(of.issue.kind); }},
    {"category", "Whose fault: sut, other, or tool for the evaluation's own.", category,
     [](JsonWriter& out, const IssueAt& of) { out.value(to_word(of.issue.category)); }},
    {"severity", "", severity, [](JsonWriter& out, const IssueAt& of) { out.value(to_word(of.issue.severity)); }},
    {"original_severity", "If a rule changed it.", severity_or_null,
     [](JsonWriter& out, const IssueAt& of) {
       of.issue.original_severity ? out.value(to_word(*of.issue.original_severity)) : out.null();
     }},
    {"reason", "Why a rule changed it.", text_or_null,
     [](JsonWriter& out, const IssueAt& of) { write_or_null(out, of.issue.reason); }},
    {"checker", "Which raised it.", text,
     [](JsonWriter& out, const IssueAt& of) { out.value(check_of(of.run, of.issue.check).name); }},
    {"actor", "", actor, [](JsonWriter& out, const IssueAt& of) { write_actor(out, of.issue.actor); }},
    {"other_actor", "", actor_or_null, [](JsonWriter& out, const IssueAt& of) { write_actor(out, of.issue.other); }},
    {"driver", "In control of the actor when it began.", [] { return one_of(trace::words<trace::Driver>()); },
     [](JsonWriter& out, const IssueAt& of) { out.value(trace::to_word(of.issue.driver)); }},
    {"start", "Of its interval, in seconds.", seconds,
     [](JsonWriter& out, const IssueAt& of) { out.value(to_seconds(of.issue.start)); }},
    {"end", "Of its interval, in seconds.", seconds,
     [](JsonWriter& out, const IssueAt& of) { out.value(to_seconds(of.issue.end)); }},
    {"message", "One line for people.", text, [](JsonWriter& out, const IssueAt& of) { out.value(of.issue.message); }},
    {"details", "", text, [](JsonWriter& out, const IssueAt& of) { out.value(of.issue.details); }},
    {"notes", "What a reader should know before trusting it, one sentence each: an anomaly of the map nearby.", texts,
     [](JsonWriter& out, const IssueAt& of) { write_texts(out, of.issue.notes); }},
    {"metrics", "By name, as the checker declares them; SI, null for what does not exist.", metrics,
     [](JsonWriter& out, const IssueAt& of) { write_metrics(out, check_of(of.run, of.issue.check), of.issue.data); }},
};

constexpr Member<IntervalAt> kInterval[] = {
    {"watcher", "", text,
     [](JsonWriter& out, const IntervalAt& of) { out.value(check_of(of.run, of.interval.check).name); }},
    {"actor", "Its id.", text, [](JsonWriter& out, const IntervalAt& of) { out.value(of.interval.actor.id); }},
    {"other_actor", "Its id.", text_or_null,
     [](JsonWriter& out, const IntervalAt& of) { of.interval.other ? out.value(of.interval.other->id) : out.null(); }},
    {"start", "In seconds.", seconds,
     [](JsonWriter& out, const IntervalAt& of) { out.value(to_seconds(of.interval.start)); }},
    {"end", "In seconds.", seconds,
     [](JsonWriter& out, const IntervalAt& of) { out.value(to_seconds(of.interval.end)); }},
    {"ended_by", "", ended_by, [](JsonWriter& out, const IntervalAt& of) { out.value(to_word(of.interval.ended_by)); }},
    {"data", "By name, as the watcher declares them; SI, null for what does not exist.", metrics,
     [](JsonWriter& out, const IntervalAt& of) {
       write_metrics(out, check_of(of.run, of.interval.check), of.interval.data);
     }},
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

void write_metrics(JsonWriter& out, const watch::CheckInfo& check, const std::vector<watch::Value>& data) {
  out.begin_object();
  for (std::size_t i = 0; i < check.metrics.size(); ++i)
    write_metric(out, check.metrics[i].name, i < data.size() ? &data[i] : nullptr, check.metrics[i].unit);
  out.end_object();
}

void write_json(JsonWriter& out, const Json& json) {
  if (json.is_object()) {
    out.begin_object();
    for (const auto& [key, value] : json.items()) {
      out.key(key);
      write_json(out, value);
    }
    out.end_object();
  } else if (json.is_array()) {
    out.begin_array();
    for (const Json& value : json) write_json(out, value);
    out.end_array();
  } else {
    out.written(dumped(json, -1));
  }
}

std::string dumped(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace scrutineer::results::detail
