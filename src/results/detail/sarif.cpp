#include "results/detail/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "results/detail/shape.h"
#include "results/formats.h"
#include "trace/words.h"

namespace scrutineer::results {

namespace {

using detail::Json;
using State = watch::CheckOutcome::State;

std::string_view level_of(watch::Severity severity) {
  if (is_error(severity)) return "error";
  return severity == watch::Severity::warning ? "warning" : severity == watch::Severity::info ? "note" : "none";
}

Json text(std::string_view content) { return {{"text", content}}; }

// A path as a URI reference: what is neither unreserved nor a slash is percent-encoded. "a:b" alone would be read as a
// scheme, so colons are encoded too.
std::string uri_of(std::string_view path) {
  std::string uri;
  for (const char c : path) {
    const bool stays = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("-._~/").find(c) != std::string_view::npos;
    uri += stays ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

Json rule_of(const watch::CheckInfo& check) {
  Json rule{{"id", check.name}};
  if (!check.summary.empty()) rule["shortDescription"] = text(check.summary);
  if (!check.doc.empty()) rule["fullDescription"] = text(check.doc);
  if (!check.remedy.empty()) rule["help"] = text(check.remedy);
  if (!check.kinds.empty()) {
    // The ego's; a result's own level has the last word.
    const watch::KindInfo& gravest = *std::ranges::max_element(check.kinds, {}, &watch::KindInfo::sut);
    rule["defaultConfiguration"] = {{"level", level_of(gravest.sut)}};
  }
  return rule;
}

Json result_of(const detail::IssueAt& at) {
  const watch::Issue& issue = at.issue;
  Json json{{"ruleId", at.run.evaluation.infos[issue.check]->name},
            {"ruleIndex", issue.check},
            {"level", level_of(issue.severity)},
            {"message", text(issue.message)}};
  Json location{{"physicalLocation", {{"artifactLocation", {{"uri", uri_of(at.run.trace.file)}}}}}};
  Json actors = Json::array({{{"name", issue.actor.id}, {"kind", trace::to_word(issue.actor.type)}}});
  if (issue.other) actors.push_back({{"name", issue.other->id}, {"kind", trace::to_word(issue.other->type)}});
  location["logicalLocations"] = std::move(actors);
  json["locations"] = Json::array({std::move(location)});
  // The rest as runtime_data.json has it.
  Json properties = detail::written(detail::issue_members(), at);
  properties.erase("message");
  json["properties"] = std::move(properties);
  return json;
}

Json notification(std::string_view level, std::string_view message) {
  return {{"level", level}, {"message", text(message)}};
}

Json invocation_of(const RunResult& result) {
  Json notifications = Json::array();
  if (!result.is_complete()) notifications.push_back(notification("error", *result.incomplete_reason));
  for (const std::string& words : watch::left_out_words(result.evaluation))
    notifications.push_back(notification("warning", words));
  for (std::uint32_t check = 0; check < result.evaluation.checks.size(); ++check) {
    const watch::CheckOutcome& outcome = result.evaluation.checks[check];
    if (outcome.state == State::completed) continue;
    Json json = notification(outcome.state == State::failed ? "error" : "note",
                             fmt::format("{} was {}: {}", outcome.name, to_word(outcome.state), outcome.reason));
    json["associatedRule"] = {{"id", outcome.name}, {"index", check}};
    notifications.push_back(std::move(json));
  }
  Json invocation{{"executionSuccessful", exit_code(result) != 2}, {"exitCode", exit_code(result)}};
  if (!notifications.empty()) invocation["toolExecutionNotifications"] = std::move(notifications);
  return invocation;
}

// One run of the log: the issues of these categories.
Json run_of(const RunResult& result, std::string_view id, std::initializer_list<watch::Category> categories) {
  Json rules = Json::array(), results = Json::array();
  for (const auto& check : result.evaluation.infos) rules.push_back(rule_of(*check));
  for (const watch::Category category : categories)
    for (std::size_t i = 0; i < result.evaluation.issues.size(); ++i)
      if (const watch::Issue& issue = result.evaluation.issues[i]; issue.category == category)
        results.push_back(result_of({result, issue, i + 1}));
  Json driver{{"name", "scrutineer"}, {"version", result.engine_version}, {"rules", std::move(rules)}};
  Json run{{"tool", {{"driver", std::move(driver)}}}};
  run["automationDetails"] = {{"id", id}};
  run["invocations"] = Json::array({invocation_of(result)});
  run["results"] = std::move(results);
  run["properties"] = {{"verdict", to_word(verdict(result))}};
  return run;
}

}  // namespace

std::string to_sarif(const RunResult& result) {
  using watch::Category;
  Json runs = Json::array({run_of(result, "ego", {Category::sut})});
  const bool has_others = std::ranges::any_of(
      result.evaluation.issues, [](const watch::Issue& issue) { return issue.category != Category::sut; });
  if (has_others) runs.push_back(run_of(result, "others", {Category::other, Category::tool}));
  const Json log{
      {"$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs", std::move(runs)}};
  return detail::dumped(log, 2) + "\n";
}

ResultFormat sarif_result_format() {
  return {.name = "sarif",
          .words = "SARIF for tools that show findings",
          .file = "results.sarif",
          .write = plainly<to_sarif>,
          .turn = 50};
}

}  // namespace scrutineer::results
