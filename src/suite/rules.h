// Rules: what people decided about issues once, for every later suite.
//
// A rule says which issues it is about (all that it names must hold) and what to do with them. Rules are applied in the
// order in which they were made; where several say the same of one issue, the last wins. They are switched off, never
// deleted, so that it stays known why a suite was judged as it was.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/rows.h"
#include "suite/expression.h"
#include "watch/issue.h"

namespace scrutineer::suite {

enum class Mark : std::uint8_t { none, known, expected, not_an_issue, fresh };
std::string_view to_word(Mark mark);  // fresh: "new"; none: ""
std::optional<Mark> mark_from_word(std::string_view word);
bool is_known(Mark mark);  // to people: known, or expected

// Empty: any. Texts with * and ? are patterns.
struct RuleMatch {
  std::string kind, cluster, checker, severity;
  std::map<std::string, std::string> attributes = {};  // of the run, by name
  std::string key = {};                                // of the run
  std::string where = {};                              // an expression over the issue's and the run's metrics

  bool operator==(const RuleMatch&) const = default;
};

// Empty: it leaves that as it is.
struct RuleAction {
  std::string assign, link;
  Mark mark = Mark::none;
  std::optional<watch::Severity> severity = {};
  std::string comment = {};

  bool operator==(const RuleAction&) const = default;
};

struct Rule {
  std::int64_t id = 0;
  RuleMatch match;
  RuleAction action;
  std::string who, made = {};            // when: ISO 8601
  std::string off_by = {}, off_at = {};  // empty: it is on

  bool is_on() const { return off_at.empty(); }
  bool operator==(const Rule&) const = default;
};

// "kind = speed_limit, run = town/*, where excess > 2"; "every issue" where it names nothing.
std::string to_text(const RuleMatch& match);
// "not_an_issue, assigned to ada, BUG-12"
std::string to_text(const RuleAction& action);

// Whether the text fits the pattern: * is any text, ? any one character, \ takes away the meaning of what follows.
bool matches_pattern(std::string_view pattern, std::string_view text);

// A rule made ready to be asked: its words are known and its expression is read.
class RuleMatcher {
 public:
  // A problem says what is wrong in the rule.
  static Result<RuleMatcher> make(const Rule& rule);

  bool matches_run(std::string_view key, const std::map<std::string, std::string>& attributes) const;
  // Of a run that it matches.
  bool matches(const store::IssueRow& issue, std::span<const store::MetricRow> run_metrics) const;

  const Rule& rule() const { return rule_; }
  bool needs_attributes() const { return !rule_.match.attributes.empty(); }
  bool needs_metrics() const { return where_.has_value(); }

 private:
  RuleMatcher(Rule rule, std::optional<Expression> where) : rule_(std::move(rule)), where_(std::move(where)) {}

  Rule rule_;
  std::optional<Expression> where_;
};

// What the rules make of one issue.
struct Ruling {
  watch::Severity severity = watch::Severity::info;  // ignore: it is not an issue
  Mark mark = Mark::none;
  std::string assigned, link, comment;
  std::vector<std::int64_t> rules;  // that touched it, in order

  bool operator==(const Ruling&) const = default;
};
// `touching`: those that match the issue, in the order in which they were made.
Ruling ruling_of(const store::IssueRow& issue, std::span<const Rule* const> touching);

// An issue as verdicts look at it.
struct JudgedIssue {
  std::string_view category;
  watch::Severity severity = watch::Severity::info;
};
// By the same words as of a single run: fail, suspect, incomplete or pass. Empty of a run that was not evaluated.
std::string verdict_after_rules(const store::RunRow& run, std::span<const JudgedIssue> issues);

}  // namespace scrutineer::suite
