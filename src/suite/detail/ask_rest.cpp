// suite flaky, and what triage and baseline list.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/printable.h"
#include "suite/detail/ask.h"
#include "suite/finish.h"
#include "suite/flaky.h"
#include "suite/triage.h"

namespace scrutineer::suite {

using store::Row;

Result<Answer> ask_flaky(store::Store& store, const FlakyQuestion& question) {
  const auto rows = detail::suites_with(store, question.labels, question.last, true);
  if (!rows) return rows.problem();
  std::vector<Overview> overviews;
  std::vector<FlakySuite> suites;
  overviews.reserve(rows->size());
  for (const store::SuiteRow& row : *rows) {
    auto overview = read_overview(store, row);
    if (!overview) return overview.problem();
    overviews.push_back(std::move(*overview));
    suites.push_back({&overviews.back(), row.labels});
  }
  const auto found = flaky(suites, {.same = question.same, .after_rules = question.after_rules});
  std::map<std::string, std::string> kinds;
  for (const Overview& overview : overviews)
    for (const OverviewCluster& cluster : overview.clusters) kinds[cluster.cluster.id] = cluster.cluster.kind;
  Answer answer{
      .title = "flaky",
      .facts = {{"suites", count_cell(suites.size()), "suites looked at"},
                {"same",
                 question.same.empty() ? Cell(std::string("content"))
                                       : Cell(fmt::format("{}", fmt::join(question.same, ", "))),
                 "what should agree",
                 question.same.empty() ? "runs with equal content"
                                       : fmt::format("runs of suites with equal {}", fmt::join(question.same, ", "))},
                {"flaky", count_cell(found.size()), "flaky"}}};
  AnswerTable table{.name = "flaky",
                    .title = "",
                    .columns = {{"run", "run"},
                                {"runs", "runs"},
                                {"changes", "changes"},
                                {"verdicts", "verdicts"},
                                {"last_change", "last in"},
                                {"kinds", "comes and goes"},
                                {"clusters", ""}}};
  for (const FlakyTest& test : found) {
    std::string verdicts;
    for (const auto& [word, count] : test.verdicts)
      verdicts += fmt::format("{}{} {}", verdicts.empty() ? "" : ", ", count, word);
    std::set<std::string> unsteady;
    for (const std::string& code : test.clusters) unsteady.insert(kinds[code]);
    table.rows.push_back({test.key, count_cell(test.runs), count_cell(test.changes), verdicts, test.last_change,
                          text_cell(fmt::format("{}", fmt::join(unsteady, ", "))),
                          text_cell(fmt::format("{}", fmt::join(test.clusters, " ")))});
  }
  if (suites.size() < 2) answer.notes.emplace_back("Only complete suites are looked at, and it takes two of them.");
  answer.tables.push_back(std::move(table));
  return answer;
}

Result<Answer> ask_rules(store::Store& store, bool also_off) {
  const auto rules = read_rules(store);
  if (!rules) return rules.problem();
  std::map<std::int64_t, std::pair<std::int64_t, std::int64_t>> touched;
  if (auto problem =
          store.query("SELECT h.rule, count(*), count(DISTINCT r.suite) FROM rule_hits h JOIN runs r ON r.id = h.run "
                      "GROUP BY h.rule",
                      {}, [&](const Row& row) { touched[row.integer(0)] = {row.integer(1), row.integer(2)}; }))
    return *problem;
  Answer answer{.title = "rules"};
  AnswerTable table{.name = "rules",
                    .title = "",
                    .columns = {{"id", "rule"},
                                {"on", "on"},
                                {"match", "issues"},
                                {"action", "what it does"},
                                {"issues", "touched"},
                                {"suites", "in suites"},
                                {"who", "made by"},
                                {"made", "at"},
                                {"off_by", "off by"},
                                {"off_at", "off at"}}};
  for (const Rule& rule : *rules)
    if (rule.is_on() || also_off)
      table.rows.push_back({rule.id, rule.is_on(), to_text(rule.match), to_text(rule.action), touched[rule.id].first,
                            touched[rule.id].second, text_cell(rule.who), text_cell(rule.made), text_cell(rule.off_by),
                            text_cell(rule.off_at)});
  if (table.rows.empty()) answer.notes.emplace_back("There are no rules; scrutineer suite triage add makes one.");
  answer.tables.push_back(std::move(table));
  return answer;
}

Result<Answer> ask_touched(store::Store& store, const std::string& suite_name, std::optional<std::int64_t> rule,
                           std::size_t top) {
  const auto suite = suite_named(store, suite_name);
  if (!suite) return suite.problem();
  Answer answer{.title = suite->name, .facts = {{"suite", suite->name, "suite"}}};
  AnswerTable table{.name = "touched",
                    .title = "",
                    .columns = {{"rule", "rule"},
                                {"run", "run"},
                                {"issue", "issue"},
                                {"severity", "severity"},
                                {"kind", "kind"},
                                {"action", "what it does"},
                                {"message", "message"}}};
  const auto rules = read_rules(store);
  if (!rules) return rules.problem();
  if (auto problem = store.query("SELECT h.rule, t.key, h.issue, i.severity, c.kind, i.message FROM rule_hits h JOIN "
                                 "runs r ON r.id = h.run JOIN tests t ON t.id = "
                                 "r.test JOIN issues i ON i.run = h.run AND i.number = h.issue JOIN clusters c ON c.id "
                                 "= i.cluster WHERE r.suite = ? ORDER BY "
                                 "h.rule, t.key, h.issue",
                                 {suite->id}, [&](const Row& row) {
                                   if (rule && row.integer(0) != *rule) return;
                                   if (top > 0 && table.rows.size() >= top) {
                                     ++table.left_out;
                                     return;
                                   }
                                   const auto found = std::ranges::find(*rules, row.integer(0), &Rule::id);
                                   table.rows.push_back({row.integer(0), std::string(row.text(1)), row.integer(2),
                                                         std::string(watch::to_word(static_cast<watch::Severity>(
                                                             std::clamp<std::int64_t>(row.integer(3), 0, 4)))),
                                                         std::string(row.text(4)),
                                                         found == rules->end() ? Cell() : Cell(to_text(found->action)),
                                                         std::string(row.text(5))});
                                 }))
    return *problem;
  if (table.rows.empty())
    answer.notes.emplace_back(
        "No rule touched an issue of it. Rules are applied when a suite completes; scrutineer suite triage apply does "
        "it now.");
  answer.tables.push_back(std::move(table));
  return answer;
}

Result<Answer> ask_baselines(store::Store& store) {
  const auto pins = read_pins(store);
  if (!pins) return pins.problem();
  const auto suites = store.suites();
  if (!suites) return suites.problem();
  const auto ignored = read_ignored_labels(store);
  if (!ignored) return ignored.problem();
  Answer answer{.title = "baselines",
                .facts = {{"ignored_labels", text_cell(fmt::format("{}", fmt::join(*ignored, ", "))), "ignored labels",
                           ignored->empty() ? "none" : ""}}};
  AnswerTable table{.name = "baselines",
                    .title = "",
                    .columns = {{"suite", "suite"}, {"for", "for suites with"}, {"who", "pinned by"}, {"made", "at"}}};
  for (const Pin& pin : *pins) {
    const auto suite = std::ranges::find(*suites, pin.suite, &store::SuiteRow::id);
    table.rows.push_back({suite == suites->end() ? Cell() : Cell(suite->name),
                          pin.labels.empty() ? std::string("any labels") : to_text(pin.labels), text_cell(pin.author),
                          text_cell(pin.created)});
  }
  if (table.rows.empty())
    answer.notes.emplace_back(
        "None is pinned: a suite is compared with the last complete one before it that has the same labels but for the "
        "ignored ones.");
  answer.tables.push_back(std::move(table));
  return answer;
}

}  // namespace scrutineer::suite
