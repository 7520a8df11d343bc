#include "suite/rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/printable.h"
#include "base/text.h"

namespace scrutineer::suite {
namespace {

constexpr std::array<std::pair<std::string_view, Mark>, 4> kMarks{
    {{"known", Mark::known}, {"expected", Mark::expected}, {"not_an_issue", Mark::not_an_issue}, {"new", Mark::fresh}}};

bool fits(const std::string& pattern, std::string_view text) {
  return pattern.empty() || matches_pattern(pattern, text);
}

double value_in(std::span<const store::MetricRow> metrics, std::string_view name, bool& found) {
  for (const store::MetricRow& metric : metrics) {
    if (metric.name != name) continue;
    const auto* number = std::get_if<double>(&metric.value);
    found = number != nullptr;
    return found ? *number : std::numeric_limits<double>::quiet_NaN();
  }
  return std::numeric_limits<double>::quiet_NaN();
}

bool is_error(watch::Severity severity) { return severity >= watch::Severity::error_continue; }

}  // namespace

std::string_view to_word(Mark mark) {
  for (const auto& [word, value] : kMarks)
    if (value == mark) return word;
  return "";
}

std::optional<Mark> mark_from_word(std::string_view word) {
  for (const auto& [known, value] : kMarks)
    if (known == word) return value;
  return std::nullopt;
}

bool is_known(Mark mark) { return mark == Mark::known || mark == Mark::expected; }

bool matches_pattern(std::string_view pattern, std::string_view text) {
  // Where the last * was, and what of the text it has taken so far: on a mismatch it takes one character more.
  std::size_t p = 0, t = 0, star = std::string_view::npos, taken = 0;
  while (t < text.size()) {
    const bool is_escaped = p + 1 < pattern.size() && pattern[p] == '\\';
    if (p < pattern.size() && !is_escaped && pattern[p] == '*') {
      star = p++;
      taken = t;
    } else if (is_escaped && pattern[p + 1] == text[t]) {
      p += 2;
      ++t;
    } else if (p < pattern.size() && !is_escaped && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++taken;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::string to_text(const RuleMatch& match) {
  std::string text;
  const auto add = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  };
  add("kind", match.kind);
  add("cluster", match.cluster);
  add("checker", match.checker);
  add("severity", match.severity);
  for (const auto& [name, value] : match.attributes) add(name, value);
  add("run", match.key);
  if (!match.where.empty()) text += (text.empty() ? "where " : ", where ") + match.where;
  return text.empty() ? "every issue" : text;
}

std::string to_text(const RuleAction& action) {
  std::string text{to_word(action.mark)};
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (action.severity) add("severity " + std::string(watch::to_word(*action.severity)));
  if (!action.assign.empty()) add("assigned to " + action.assign);
  if (!action.link.empty()) add(action.link);
  if (!action.comment.empty()) add("\"" + action.comment + "\"");
  return text;
}

Result<RuleMatcher> RuleMatcher::make(const Rule& rule) {
  const std::string& severity = rule.match.severity;
  if (!severity.empty() && severity.find_first_of("*?") == std::string::npos && !watch::severity_from_word(severity)) {
    const auto words = watch::severity_words();
    const auto near = did_you_mean(severity, words);
    return Problem{{},
                   fmt::format("there is no severity \"{}\"{}", printable(severity),
                               near ? fmt::format("; did you mean \"{}\"?", *near) : std::string())};
  }
  std::optional<Expression> where;
  if (!rule.match.where.empty()) {
    auto parsed = Expression::parse(rule.match.where);
    if (!parsed) return parsed.problem();
    where = *parsed;
  }
  return RuleMatcher(rule, std::move(where));
}

bool RuleMatcher::matches_run(std::string_view key, const std::map<std::string, std::string>& attributes) const {
  if (!fits(rule_.match.key, key)) return false;
  return std::ranges::all_of(rule_.match.attributes, [&](const auto& wanted) {
    const auto found = attributes.find(wanted.first);
    return found != attributes.end() && matches_pattern(wanted.second, found->second);
  });
}

bool RuleMatcher::matches(const store::IssueRow& issue, std::span<const store::MetricRow> run_metrics) const {
  const RuleMatch& match = rule_.match;
  if (!fits(match.kind, issue.kind) || !fits(match.cluster, issue.cluster) || !fits(match.checker, issue.checker) ||
      !fits(match.severity, issue.severity))
    return false;
  if (!where_) return true;
  return where_->holds([&](std::string_view name) {
    bool found = false;
    const double own = value_in(issue.metrics, name, found);
    return found ? own : value_in(run_metrics, name, found);
  });
}

Ruling ruling_of(const store::IssueRow& issue, std::span<const Rule* const> touching) {
  Ruling ruling{.severity = watch::severity_from_word(issue.severity).value_or(watch::Severity::info)};
  const auto take = [](std::string& into, const std::string& from) {
    if (!from.empty()) into = from;
  };
  for (const Rule* rule : touching) {
    const RuleAction& action = rule->action;
    take(ruling.assigned, action.assign);
    take(ruling.link, action.link);
    take(ruling.comment, action.comment);
    if (action.mark != Mark::none) ruling.mark = action.mark;
    if (action.severity) ruling.severity = *action.severity;
    ruling.rules.push_back(rule->id);
  }
  if (ruling.mark == Mark::not_an_issue) ruling.severity = watch::Severity::ignore;
  return ruling;
}

std::string verdict_after_rules(const store::RunRow& run, std::span<const JudgedIssue> issues) {
  if (run.outcome != store::Outcome::evaluated) return "";
  const auto errors_of = [&](bool is_ego) {
    return std::ranges::any_of(issues, [&](const JudgedIssue& issue) {
      return is_error(issue.severity) && (issue.category == "sut") == is_ego;
    });
  };
  if (errors_of(true)) return "fail";
  if (errors_of(false)) return "suspect";
  return run.complete && run.failed_checks == 0 ? "pass" : "incomplete";
}

}  // namespace scrutineer::suite
