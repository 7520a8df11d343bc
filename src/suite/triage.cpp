#include "suite/triage.h"

#include <fmt/format.h>

#include <algorithm>

namespace scrutineer::suite {
namespace {

using store::Database;
using store::Row;
using store::Value;

constexpr std::string_view kIgnoredLabels = "ignored_labels";

// NULL is what a rule does not say.
Value or_null(const std::string& text) { return text.empty() ? Value() : Value(std::string_view(text)); }

Rule rule_in(const Row& row) {
  const auto text = [&](int column) { return std::string(row.text(column)); };
  Rule rule{.id = row.integer(0)};
  rule.match = {.kind = text(1),
                .cluster = text(2),
                .checker = text(3),
                .severity = text(4),
                .attributes = unpacked(row.text(5)),
                .key = text(6),
                .where = text(7)};
  rule.action = {.assign = text(8),
                 .link = text(9),
                 .mark = mark_from_word(row.text(10)).value_or(Mark::none),
                 .severity = watch::severity_from_word(row.text(11)),
                 .comment = text(12)};
  rule.who = text(13);
  rule.made = text(14);
  rule.off_at = text(15);
  rule.off_by = text(16);
  return rule;
}

std::optional<Problem> insert_rule(Database& database, Rule& rule) {
  const std::string attributes = packed(rule.match.attributes), mark(to_word(rule.action.mark)),
                    severity(rule.action.severity ? watch::to_word(*rule.action.severity) : "");
  return database.query(
      "INSERT INTO rules (kind, cluster, checker, severity, attribute, run_key, expression, assign_to, link, mark, "
      "new_severity, comment, author, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
      {or_null(rule.match.kind), or_null(rule.match.cluster), or_null(rule.match.checker), or_null(rule.match.severity),
       or_null(attributes), or_null(rule.match.key), or_null(rule.match.where), or_null(rule.action.assign),
       or_null(rule.action.link), or_null(mark), or_null(severity), or_null(rule.action.comment),
       std::string_view(rule.who), std::string_view(rule.made)},
      [&](const Row& row) { rule.id = row.integer(0); });
}

}  // namespace

Result<std::vector<Rule>> read_rules(store::Store& store) {
  std::vector<Rule> rules;
  if (auto problem = store.query(
          "SELECT id, kind, cluster, checker, severity, attribute, run_key, expression, assign_to, link, mark, "
          "new_severity, comment, author, created, switched_off, switched_off_by FROM rules ORDER BY id",
          {}, [&](const Row& row) { rules.push_back(rule_in(row)); }))
    return *problem;
  return rules;
}

Result<Rule> add_rule(store::Store& store, Rule rule) {
  if (const auto matcher = RuleMatcher::make(rule); !matcher) return matcher.problem();
  if (rule.action == RuleAction{})
    return Problem{{}, "the rule does nothing: give --mark, --override, --assign, --link or --comment"};
  if (auto problem = store.transaction([&](Database& database) { return insert_rule(database, rule); }))
    return *problem;
  return rule;
}

std::optional<Problem> switch_off(store::Store& store, std::int64_t rule, const std::string& who,
                                  const std::string& when) {
  const auto rules = read_rules(store);
  if (!rules) return rules.problem();
  const auto found = std::ranges::find(*rules, rule, &Rule::id);
  if (found == rules->end()) return Problem{{.file = store.name()}, fmt::format("there is no rule {}", rule)};
  if (!found->is_on())
    return Problem{{.file = store.name()},
                   fmt::format("rule {} was switched off at {} by {}", rule, found->off_at, found->off_by)};
  return store.transaction([&](Database& database) {
    return database.run("UPDATE rules SET switched_off = ?, switched_off_by = ? WHERE id = ?",
                        {std::string_view(when), std::string_view(who), rule});
  });
}

Result<std::vector<Pin>> read_pins(store::Store& store) {
  std::vector<Pin> pins;
  if (auto problem =
          store.query("SELECT labels, suite, author, created FROM baselines ORDER BY labels", {}, [&](const Row& row) {
            pins.push_back({unpacked(row.text(0)), row.integer(1), std::string(row.text(2)), std::string(row.text(3))});
          }))
    return *problem;
  return pins;
}

std::optional<Problem> pin_baseline(store::Store& store, const Pin& pin) {
  const std::string labels = packed(pin.labels);
  return store.transaction([&](Database& database) -> std::optional<Problem> {
    if (auto problem = database.run("DELETE FROM baselines WHERE labels = ?", {std::string_view(labels)}))
      return problem;
    return database.run(
        "INSERT INTO baselines (labels, suite, author, created) VALUES (?, ?, ?, ?)",
        {std::string_view(labels), pin.suite, std::string_view(pin.author), std::string_view(pin.created)});
  });
}

Result<bool> unpin_baseline(store::Store& store, const Labels& labels) {
  const auto pins = read_pins(store);
  if (!pins) return pins.problem();
  if (std::ranges::find(*pins, labels, &Pin::labels) == pins->end()) return false;
  const std::string text = packed(labels);
  if (auto problem = store.transaction([&](Database& database) {
        return database.run("DELETE FROM baselines WHERE labels = ?", {std::string_view(text)});
      }))
    return *problem;
  return true;
}

Result<std::vector<std::string>> read_ignored_labels(store::Store& store) {
  std::vector<std::string> labels;
  if (auto problem = store.query("SELECT value FROM store_info WHERE name = ?", {kIgnoredLabels}, [&](const Row& row) {
        std::string_view text = row.text(0);
        while (!text.empty()) {
          const std::size_t end = std::min(text.find('\n'), text.size());
          labels.emplace_back(text.substr(0, end));
          text.remove_prefix(std::min(end + 1, text.size()));
        }
      }))
    return *problem;
  return labels;
}

std::optional<Problem> write_ignored_labels(store::Store& store, const std::vector<std::string>& labels) {
  const std::string text = fmt::format("{}", fmt::join(labels, "\n"));
  return store.transaction([&](Database& database) -> std::optional<Problem> {
    if (auto problem = database.run("DELETE FROM store_info WHERE name = ?", {kIgnoredLabels})) return problem;
    return database.run("INSERT INTO store_info (name, value) VALUES (?, ?)", {kIgnoredLabels, std::string_view(text)});
  });
}

}  // namespace scrutineer::suite
