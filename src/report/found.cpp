#include "report/found.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>

#include "base/json_whole.h"
#include "base/utf8.h"

namespace scrutineer::report {
namespace {

using Json = nlohmann::json;

Time time_of(double seconds) { return Time(from_seconds(seconds).value_or(Duration{})); }
Time time_of(const Json& seconds) { return time_of(seconds.get<double>()); }

watch::Category category_of(const std::string& word) {
  const auto found = std::ranges::find(results::kCategories, word, [](watch::Category of) { return to_word(of); });
  return found == std::end(results::kCategories) ? watch::Category::other : *found;
}

// approach_junction tells at which signal it was decided, and when the vehicle passed its line.
void take_junction(const Json& metrics, FoundIssue& issue) {
  const auto value = [&](const char* name) {
    const auto metric = metrics.find(name);
    return metric == metrics.end() ? Json() : metric->at("value");
  };
  if (const Json time = value("decision_time"); time.is_number()) issue.decided = time_of(time);
  if (const Json id = value("signal"), road = value("signal_road"); id.is_string() && road.is_string()) {
    issue.signal = id.get<std::string>();
    issue.signal_road = road.get<std::string>();
  }
}

FoundIssue issue_of(const Json& json) {
  FoundIssue issue;
  issue.id = whole_number<int>(json.at("id"));
  issue.checker = json.at("checker").get<std::string>();
  issue.kind = json.at("kind").get<std::string>();
  issue.severity = watch::severity_from_word(json.at("severity").get<std::string>()).value_or(watch::Severity::info);
  issue.category = category_of(json.at("category").get<std::string>());
  issue.actor = json.at("actor").at("id").get<std::string>();
  if (const Json& other = json.at("other_actor"); !other.is_null()) issue.other = other.at("id").get<std::string>();
  issue.start = time_of(json.at("start"));
  issue.end = time_of(json.at("end"));
  issue.message = json.at("message").get<std::string>();
  for (const auto& [name, metric] : json.at("metrics").items())
    if (metric.at("value").is_number()) issue.numbers.emplace_back(name, metric.at("value").get<double>());
  take_junction(json.at("metrics"), issue);
  return issue;
}

// As it would be read from the result's file, which is valid UTF-8 whatever names are.
std::string as_written(const std::string& text) {
  if (valid_utf8(text) == text) return text;
  return Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace)).get<std::string>();
}
Time as_written(Time time) { return time_of(to_seconds(time)); }

FoundIssue issue_of(const results::RunResult& result, std::size_t place) {
  const watch::Issue& from = result.evaluation.issues[place];
  const watch::CheckInfo& check = *result.evaluation.infos[from.check];
  FoundIssue issue;
  issue.id = static_cast<int>(place) + 1;
  issue.checker = as_written(std::string(check.name));
  issue.kind = as_written(from.kind);
  issue.severity = from.severity;
  issue.category = from.category;
  issue.actor = as_written(from.actor.id);
  if (from.other) issue.other = as_written(from.other->id);
  issue.start = as_written(from.start);
  issue.end = as_written(from.end);
  issue.message = as_written(from.message);
  std::map<std::string_view, const watch::Value*> values;  // by name, as the file's are
  for (std::size_t i = 0; i < check.metrics.size() && i < from.data.size(); ++i)
    values[check.metrics[i].name] = &from.data[i];
  const auto value = [&](std::string_view name) -> const watch::Value* {
    const auto found = values.find(name);
    return found == values.end() ? nullptr : found->second;
  };
  for (const auto& [name, held] : values)
    if (const auto* number = std::get_if<double>(held); number != nullptr && std::isfinite(*number))
      issue.numbers.emplace_back(as_written(std::string(name)), *number);
  if (const double* time = std::get_if<double>(value("decision_time")); time != nullptr && std::isfinite(*time))
    issue.decided = time_of(*time);
  const auto *id = std::get_if<std::string>(value("signal")), *road = std::get_if<std::string>(value("signal_road"));
  if (id != nullptr && road != nullptr) {
    issue.signal = as_written(*id);
    issue.signal_road = as_written(*road);
  }
  return issue;
}

std::string file_name(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

}  // namespace

Found found_of(const results::RunResult& result) {
  const watch::Evaluation& evaluation = result.evaluation;
  Found found;
  found.issues.reserve(evaluation.issues.size());
  for (std::size_t i = 0; i < evaluation.issues.size(); ++i) found.issues.push_back(issue_of(result, i));
  found.intervals.reserve(evaluation.intervals.size());
  for (const watch::IntervalRecord& interval : evaluation.intervals)
    found.intervals.push_back({as_written(std::string(evaluation.infos[interval.check]->name)),
                               as_written(interval.actor.id), as_written(interval.start), as_written(interval.end)});
  found.trace_file = as_written(result.trace.file);
  found.frames = evaluation.frames;
  found.end = as_written(evaluation.end);
  found.title = file_name(found.trace_file);
  const JsonMember* run = result.info.find("run");
  const JsonMember* name = run == nullptr ? nullptr : run->value.find("test_name");
  if (name != nullptr && name->value.kind == JsonValue::Kind::text) found.title = as_written(name->value.text);
  return found;
}

Result<Found> read_found(std::string_view result, const std::string& file) {
  const Problem not_ours{{.file = file},
                         "is no result of this program's version; make it anew: scrutineer check RUN --out DIR"};
  // What another program wrote may hold anything: every access is checked, and whatever is amiss is one problem.
  try {
    const Json json = Json::parse(result);
    if (whole_number<int>(json.at("schema_version")) > results::kSchemaVersion)
      return not_ours;  // earlier ones hold all of this
    Found found;
    for (const Json& issue : json.at("issues")) found.issues.push_back(issue_of(issue));
    for (const Json& interval : json.value("intervals", Json::array()))
      found.intervals.push_back({interval.at("watcher").get<std::string>(), interval.at("actor").get<std::string>(),
                                 time_of(interval.at("start")), time_of(interval.at("end"))});
    const Json& trace = json.at("trace");
    found.trace_file = trace.at("file").get<std::string>();
    found.frames = whole_number<std::uint64_t>(trace.at("frames"));
    found.end = time_of(trace.at("end"));
    found.title = file_name(found.trace_file);
    const Json& run = json.at("info").at("run");
    if (const auto name = run.find("test_name"); name != run.end() && name->is_string())
      found.title = name->get<std::string>();
    return found;
  } catch (const Json::exception&) {
    return not_ours;
  }
}

results::Triage triage_of(const Found& found, std::span<const watch::Check> checks) {
  std::vector<results::IssueToTriage> issues;
  issues.reserve(found.issues.size());
  for (const FoundIssue& issue : found.issues) {
    const auto check =
        std::ranges::find_if(checks, [&](const watch::Check& one) { return one.info.name == issue.checker; });
    const auto number = [&](watch::MetricRole role) -> std::optional<double> {
      if (check == checks.end()) return std::nullopt;
      for (const watch::MetricInfo& metric : check->info.metrics)
        if (metric.role == role)
          for (const auto& [name, value] : issue.numbers)
            if (name == metric.name) return value;
      return std::nullopt;
    };
    issues.push_back({.kind = issue.kind,
                      .actor = issue.actor,
                      .category = issue.category,
                      .severity = issue.severity,
                      .start = issue.start,
                      .end = issue.end,
                      .value = number(watch::MetricRole::value),
                      .limit = number(watch::MetricRole::limit)});
  }
  return results::triaged(issues);
}

}  // namespace scrutineer::report
