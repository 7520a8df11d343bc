#include "suite/rescore.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "results/run_result.h"
#include "suite/detail/issue_rules.h"
#include "watch/settings.h"

namespace scrutineer::suite {

namespace {

const watch::KindInfo* find_kind(std::span<const watch::Check> checks, std::string_view name) {
  for (const watch::Check& check : checks)
    for (const watch::KindInfo& kind : check.info.kinds)
      if (kind.name == name) return &kind;
  return nullptr;
}

using SuiteJson = nlohmann::ordered_json;

// What the flags of the suite set. Those that are about its own checkers and parameters are none of the catalogue's.
void apply_flags(const SuiteJson& configuration, watch::Settings& settings) {
  if (!configuration.is_object()) return;
  for (const SuiteJson& setting : configuration.value("settings", SuiteJson::array())) {
    for (const auto& [kind, text] : setting.items()) {
      const std::string said = text.is_string() ? text.get<std::string>() : "";
      if (kind == "set") settings.set(said);
      if (kind == "enable") settings.enable(said);
      if (kind == "disable") settings.disable(said);
      if (kind == "severity") settings.severity(said);
      if (kind == "profile") settings.choose_profile(said);
    }
  }
  // A suite that was rescored itself, from one with this configuration.
  if (configuration.contains("configuration")) apply_flags(configuration["configuration"], settings);
  for (const SuiteJson& severity : configuration.value("severities", SuiteJson::array()))
    if (severity.is_string()) settings.severity(severity.get<std::string>());
}

// Does any check that may raise the kind watch the ego, or others?
bool is_looked_for(std::span<const watch::Check> checks, const watch::Settings& settings, std::string_view kind,
                   bool is_ego) {
  trace::ActorInfo car;
  car.category = trace::Category::car;
  return std::ranges::any_of(checks, [&](const watch::Check& check) {
    return std::ranges::find(check.info.kinds, kind, &watch::KindInfo::name) != check.info.kinds.end() &&
           settings.is_enabled(check.info, car, is_ego);
  });
}

}  // namespace

Rescorer::Rescorer() = default;
Rescorer::Rescorer(Rescorer&& other) noexcept = default;
Rescorer& Rescorer::operator=(Rescorer&& other) noexcept = default;
Rescorer::~Rescorer() = default;

Result<Rescorer> Rescorer::make(const std::vector<std::string>& severities, std::span<const watch::Check> checks) {
  const watch::Settings as_declared(checks);
  trace::ActorInfo car;
  car.category = trace::Category::car;
  Rescorer rescorer;
  for (const std::string& text : severities) {
    watch::Settings with(checks);
    if (const auto problem = with.severity(text)) return Problem{{}, fmt::format("--severity {}", problem->message)};
    const watch::KindInfo* const kind = find_kind(checks, std::string_view(text).substr(0, text.find('=')));
    if (kind == nullptr) continue;
    for (const bool is_ego : {true, false}) {
      if (text.ends_with(is_ego ? "@other" : "@sut")) continue;
      const watch::Severity wanted = with.severity(*kind, car, is_ego);
      const bool was_ignored = as_declared.severity(*kind, car, is_ego) == watch::Severity::ignore;
      if (was_ignored && wanted != watch::Severity::ignore)
        return Problem{{},
                       fmt::format("--severity {}: issues of {} of {} are ignored by default, so they are not in the "
                                   "store; evaluate the runs again: scrutineer suite run PATH... --severity {}",
                                   text, kind->name, is_ego ? "the ego" : "others", text)};
      Levels& levels = rescorer.levels_[std::string(kind->name)];
      (is_ego ? levels.sut : levels.other) = wanted;
    }
  }
  return rescorer;
}

std::optional<Problem> Rescorer::add_rules(std::shared_ptr<const run::Configuration> configuration) {
  auto rules = detail::IssueRules::make(std::move(configuration));
  if (!rules) return rules.problem();
  rules_ = *std::move(rules);
  return std::nullopt;
}

void Rescorer::apply(store::RunRecord& record) const {
  for (store::IssueRow& issue : record.issues) {
    const auto levels = levels_.find(issue.kind);
    if (levels == levels_.end() || !issue.original_severity.empty()) continue;
    const auto& wanted = issue.actor.role == "sut" ? levels->second.sut : levels->second.other;
    if (!wanted || issue.severity == watch::to_word(*wanted)) continue;
    issue.original_severity = std::exchange(issue.severity, std::string(watch::to_word(*wanted)));
    issue.reason = "suite rescore";
  }
  if (rules_)
    for (store::IssueRow& issue : record.issues) rules_->judge(issue);
  std::erase_if(record.issues, [](const store::IssueRow& issue) { return issue.severity == "ignore"; });
  std::set<std::string> clusters;
  for (const store::IssueRow& issue : record.issues) clusters.insert(issue.cluster);
  std::erase_if(record.clusters, [&](const store::Cluster& cluster) { return !clusters.contains(cluster.id); });
  if (record.run.outcome == store::Outcome::evaluated) record.run.verdict = verdict_of(record);
  record.run.verdict_after_rules.clear();
}

std::optional<Problem> find_unreported(const std::vector<std::string>& severities, std::span<const watch::Check> checks,
                                       const RescoredSuite& suite) {
  const watch::Settings by_default(checks);
  watch::Settings evaluated(checks);
  apply_flags(SuiteJson::parse(suite.configuration, nullptr, false), evaluated);
  trace::ActorInfo car;
  car.category = trace::Category::car;
  for (const std::string& text : severities) {
    watch::Settings wanted(checks);
    const watch::KindInfo* const kind = find_kind(checks, std::string_view(text).substr(0, text.find('=')));
    if (kind == nullptr || wanted.severity(text)) continue;
    for (const bool is_ego : {true, false}) {
      if (text.ends_with(is_ego ? "@other" : "@sut")) continue;
      // Manifests and configurations of runs may turn on what the flags do not.
      if (suite.reported.contains({std::string(kind->name), is_ego})) continue;
      if (wanted.severity(*kind, car, is_ego) == watch::Severity::ignore) continue;
      const bool is_ignored = evaluated.severity(*kind, car, is_ego) == watch::Severity::ignore;
      // A check that never watches others has not been turned off for them.
      const bool is_off = !is_looked_for(checks, evaluated, kind->name, is_ego) &&
                          (is_looked_for(checks, by_default, kind->name, is_ego) ||
                           !is_looked_for(checks, evaluated, kind->name, !is_ego));
      if (!is_ignored && !is_off) continue;
      return Problem{
          {},
          fmt::format("--severity {}: when the suite was evaluated, issues of {} of {} were {}, so they are "
                      "not in the store; evaluate the runs again: scrutineer suite run PATH... --severity {}",
                      text, kind->name, is_ego ? "the ego" : "others", is_off ? "not looked for" : "ignored", text)};
    }
  }
  return std::nullopt;
}

std::string verdict_of(const store::RunRecord& record) {
  using results::Verdict;
  const auto is_error = [](const store::IssueRow& issue) {
    return issue.severity == "error" || issue.severity == "error_continue";
  };
  Verdict verdict = record.run.complete && record.run.failed_checks == 0 ? Verdict::pass : Verdict::incomplete;
  for (const store::IssueRow& issue : record.issues) {
    if (!is_error(issue)) continue;
    if (issue.category == "sut") return std::string(to_word(Verdict::fail));
    verdict = Verdict::suspect;
  }
  return std::string(to_word(verdict));
}

}  // namespace scrutineer::suite
