#include "results/detail/sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "base/json_writer.h"
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

void write_actor(JsonWriter& out, const watch::ActorRef& actor) {
  out.begin_object();
  out.member("name", actor.id);
  out.member("kind", trace::to_word(actor.type));
  out.end_object();
}

void write_location(JsonWriter& out, const watch::Issue& issue, std::string_view uri) {
  out.begin_object();
  out.key("physicalLocation");
  out.begin_object();
  out.key("artifactLocation");
  out.begin_object();
  out.member("uri", uri);
  out.end_object();
  out.end_object();
  out.key("logicalLocations");
  out.begin_array();
  write_actor(out, issue.actor);
  if (issue.other) write_actor(out, *issue.other);
  out.end_array();
  out.end_object();
}

void write_result(JsonWriter& out, const detail::IssueAt& at, std::string_view uri) {
  const watch::Issue& issue = at.issue;
  out.begin_object();
  out.member("ruleId", at.run.evaluation.infos[issue.check]->name);
  out.member("ruleIndex", issue.check);
  out.member("level", level_of(issue.severity));
  out.key("message");
  out.begin_object();
  out.member("text", issue.message);
  out.end_object();
  out.key("locations");
  out.begin_array();
  write_location(out, issue, uri);
  out.end_array();
  out.key("properties");  // the rest as runtime_data.json has it
  detail::write_object(out, detail::issue_members(), at, "message");
  out.end_object();
}

Json notification(std::string_view level, std::string_view message) {
  return {{"level", level}, {"message", text(message)}};
}

Json invocation_of(const RunResult& result) {
  Json notifications = Json::array();
  if (!result.is_complete()) notifications.push_back(notification("error", *result.incomplete_reason));
  const std::vector<std::string> left_out = watch::left_out_words(result.evaluation);
  for (const std::string& note : all_notes(result)) {
    const bool is_warning = std::ranges::find(left_out, note) != left_out.end();
    notifications.push_back(notification(is_warning ? "warning" : "note", note));
  }
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
void write_run(JsonWriter& out, const RunResult& result, std::string_view id,
               std::initializer_list<watch::Category> categories) {
  Json rules = Json::array();
  for (const auto& check : result.evaluation.infos) rules.push_back(rule_of(*check));
  const std::string uri = uri_of(result.trace.file);
  out.begin_object();
  out.key("tool");
  detail::write_json(out, {{"driver", {{"name", "scrutineer"}, {"version", result.engine_version}, {"rules", rules}}}});
  out.key("automationDetails");
  detail::write_json(out, {{"id", id}});
  out.key("invocations");
  detail::write_json(out, Json::array({invocation_of(result)}));
  out.key("results");
  out.begin_array();
  for (const watch::Category category : categories)
    for (std::size_t i = 0; i < result.evaluation.issues.size(); ++i)
      if (const watch::Issue& issue = result.evaluation.issues[i]; issue.category == category)
        write_result(out, {result, issue, i + 1}, uri);
  out.end_array();
  out.key("properties");
  detail::write_json(out, {{"verdict", to_word(verdict(result))}});
  out.end_object();
}

}  // namespace

std::string to_sarif(const RunResult& result) {
  using watch::Category;
  const bool has_others = std::ranges::any_of(
      result.evaluation.issues, [](const watch::Issue& issue) { return issue.category != Category::sut; });
  JsonWriter out(2);
  out.begin_object();
  out.member("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json");
  out.member("version", "2.1.0");
  out.key("runs");
  out.begin_array();
  write_run(out, result, "ego", {Category::sut});
  if (has_others) write_run(out, result, "others", {Category::other, Category::tool});
  out.end_array();
  out.end_object();
  return out.text() + "\n";
}

ResultFormat sarif_result_format() {
  return {.name = "sarif",
          .words = "SARIF for tools that show findings",
          .file = "results.sarif",
          .write = plainly<to_sarif>,
          .turn = 50};
}

}  // namespace scrutineer::results
