#include "report/found.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "results/run_result.h"

namespace scrutineer::report {
namespace {

using Json = nlohmann::json;

Time time_of(const Json& seconds) { return Time(from_seconds(seconds.get<double>()).value_or(Duration{})); }

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
  issue.id = json.at("id").get<int>();
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

}  // namespace

Result<Found> read_found(std::string_view result, const std::string& file) {
  // What another program wrote may hold anything: every access is checked, and whatever is amiss is one problem.
  try {
    const Json json = Json::parse(result);
    Found found;
    for (const Json& issue : json.at("issues")) found.issues.push_back(issue_of(issue));
    for (const Json& interval : json.value("intervals", Json::array()))
      found.intervals.push_back({interval.at("watcher").get<std::string>(), interval.at("actor").get<std::string>(),
                                 time_of(interval.at("start")), time_of(interval.at("end"))});
    const Json& trace = json.at("trace");
    found.trace_file = trace.at("file").get<std::string>();
    found.frames = trace.at("frames").get<std::uint64_t>();
    found.end = time_of(trace.at("end"));
    found.title = found.trace_file.substr(found.trace_file.find_last_of('/') + 1);
    const Json& run = json.at("info").at("run");
    if (const auto name = run.find("test_name"); name != run.end() && name->is_string())
      found.title = name->get<std::string>();
    return found;
  } catch (const Json::exception&) {
    return Problem{{.file = file},
                   "is no result of this program's version; make it anew: scrutineer check RUN --out DIR"};
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
