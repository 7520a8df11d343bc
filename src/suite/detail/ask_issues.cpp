// suite issues: worst first.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "suite/detail/ask.h"
#include "suite/triage.h"

namespace scrutineer::suite {
namespace {

using detail::Compared;

// Issues that are one row of the answer.
struct Group {
  watch::Severity severity = watch::Severity::ignore;
  std::size_t issues = 0, runs = 0, fresh = 0, changed = 0;
  std::uint32_t age = 0, worst = 0, last_run = 0xFFFF'FFFF;  // worst: place of the finding furthest beyond its limit
  double excess = -1.0;
  std::set<std::uint32_t> clusters;

  // Severity, then whether there are new ones, then how many runs, then how far beyond the limit.
  auto rank() const { return std::tuple(severity, fresh > 0, runs, excess); }
};

bool is_wanted(const Compared& compared, std::size_t place, const IssuesQuestion& question) {
  const Finding& finding = compared.now.findings[place];
  const store::Cluster& cluster = compared.now.clusters[finding.cluster].cluster;
  const watch::Severity severity = detail::severity_of(finding, compared.after_rules);
  const auto fits = [](const std::string& pattern, std::string_view text) {
    return pattern.empty() || matches_pattern(pattern, text);
  };
  if (severity == watch::Severity::ignore && question.severity != "ignore") return false;
  if (question.only_new && compared.comparison.statuses[place] != IssueStatus::fresh) return false;
  return fits(question.severity, watch::to_word(severity)) && fits(question.kind, cluster.kind) &&
         fits(question.checker, cluster.checker) && fits(question.category, cluster.category) &&
         fits(question.key, compared.now.runs[finding.run].key);
}

void count_in(Group& group, const Compared& compared, std::uint32_t place) {
  const Finding& finding = compared.now.findings[place];
  group.severity = std::max(group.severity, detail::severity_of(finding, compared.after_rules));
  const std::uint32_t count = finding.count(compared.after_rules);
  group.issues += count;
  group.runs += group.last_run != finding.run ? 1 : 0;
  group.last_run = finding.run;
  group.fresh += compared.comparison.statuses[place] == IssueStatus::fresh ? count : 0;
  group.changed += compared.comparison.statuses[place] == IssueStatus::changed ? count : 0;
  group.age = std::max(group.age, finding.age);
  group.clusters.insert(finding.cluster);
  if (finding.excess() <= group.excess) return;
  group.excess = finding.excess();
  group.worst = place;
}

std::string status_words(const Group& group, bool has_baseline) {
  if (!has_baseline) return group.fresh > 0 ? "new" : "";
  if (group.fresh == group.issues) return "new";
  std::string words;
  if (group.fresh > 0) words = fmt::format("{} new", group.fresh);
  if (group.changed > 0) words += fmt::format("{}{} changed", words.empty() ? "" : ", ", group.changed);
  return words.empty() ? "same" : words;
}

// What the store says of the one issue that a row shows.
struct Shown {
  std::string message, unit;
  double time = 0.0;
};

Result<Shown> read_shown(store::Store& store, std::int64_t run, std::int64_t number) {
  Shown shown;
  if (auto problem = store.query(
          "SELECT message, unit, time FROM issues WHERE run = ? AND number = ?", {run, number},
          [&](const store::Row& row) { shown = {std::string(row.text(0)), std::string(row.text(1)), row.number(2)}; }))
    return *problem;
  return shown;
}

// By cluster of the store: what rules say of its issues in this suite, in words.
Result<std::map<std::int64_t, std::string>> read_rulings(store::Store& store, std::int64_t suite) {
  const auto rules = read_rules(store);
  if (!rules) return rules.problem();
  std::map<std::int64_t, std::string> words;
  if (rules->empty()) return words;
  if (auto problem = store.query("SELECT DISTINCT i.cluster, h.rule FROM rule_hits h JOIN issues i ON i.run = h.run "
                                 "AND i.number = h.issue JOIN "
                                 "runs r ON r.id = h.run WHERE r.suite = ? ORDER BY i.cluster, h.rule",
                                 {suite}, [&](const store::Row& row) {
                                   const auto rule = std::ranges::find(*rules, row.integer(1), &Rule::id);
                                   if (rule == rules->end()) return;
                                   std::string& text = words[row.integer(0)];
                                   text += fmt::format("{}rule {}: {}", text.empty() ? "" : "; ", rule->id,
                                                       to_text(rule->action));
                                 }))
    return *problem;
  return words;
}

template <typename Key>
std::vector<std::pair<Key, Group>> ranked(std::map<Key, Group> groups, std::size_t top, std::size_t& left_out) {
  std::vector<std::pair<Key, Group>> sorted(std::make_move_iterator(groups.begin()),
                                            std::make_move_iterator(groups.end()));
  std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) { return b.second.rank() < a.second.rank(); });
  left_out = top > 0 && sorted.size() > top ? sorted.size() - top : 0;
  sorted.resize(sorted.size() - left_out);
  return sorted;
}

// The columns that all three tables end in: of the worst issue.
std::optional<Problem> add_worst(store::Store& store, const Compared& compared, const Group& group,
                                 std::vector<Cell>& row) {
  const Finding& worst = compared.now.findings[group.worst];
  const OverviewRun& run = compared.now.runs[worst.run];
  const auto shown = read_shown(store, run.id, worst.number);
  if (!shown) return shown.problem();
  row.insert(row.end(), {number_cell(worst.worst), number_cell(worst.limit), text_cell(shown->unit),
                         count_cell(group.age), text_cell(compared.now.suites[worst.first_seen]), run.key,
                         count_cell(worst.number), shown->time, text_cell(shown->message)});
  return std::nullopt;
}

// In a table by run the key is there already.
std::vector<AnswerColumn> worst_columns(const char* run_label, const char* message_label) {
  return {{"worst", "worst"},  {"limit", "limit"},      {"unit", "unit"},
          {"age", "age"},      {"first_seen", "since"}, {"worst_run", run_label},
          {"worst_issue", ""}, {"worst_time", "at s"},  {"message", message_label}};
}

// What the three tables differ in: which columns they have beside severity, status, counts and the worst issue.
struct GroupColumns {
  std::vector<AnswerColumn> first;  // after severity and status
  const char* run_label;            // of the worst issue's run and message; "": only for programs
  const char* message_label;
  std::vector<AnswerColumn> last = {};
};

// `first` and `last` give the cells of the columns of that name, by key and group.
template <typename Key, typename First, typename Last>
std::optional<Problem> add_table(store::Store& store, const Compared& compared, std::map<Key, Group> groups,
                                 std::size_t top, GroupColumns columns, First first, Last last, Answer& answer) {
  AnswerTable table{.name = "issues", .title = "", .columns = {{"severity", "severity"}, {"status", "status"}}};
  const auto add_columns = [&](std::vector<AnswerColumn> more) {
    std::ranges::move(more, std::back_inserter(table.columns));
  };
  add_columns(std::move(columns.first));
  add_columns({{"new", ""}, {"changed", ""}});
  add_columns(worst_columns(columns.run_label, columns.message_label));
  add_columns(std::move(columns.last));
  for (const auto& [key, group] : ranked(std::move(groups), top, table.left_out)) {
    std::vector<Cell> row{std::string(watch::to_word(group.severity)),
                          text_cell(status_words(group, compared.baseline_row.has_value()))};
    std::ranges::move(first(key, group), std::back_inserter(row));
    row.insert(row.end(), {count_cell(group.fresh), count_cell(group.changed)});
    if (auto problem = add_worst(store, compared, group, row)) return problem;
    std::ranges::move(last(key), std::back_inserter(row));
    table.rows.push_back(std::move(row));
  }
  answer.tables.push_back(std::move(table));
  return std::nullopt;
}

std::vector<Cell> no_cells(const auto&) { return {}; }

std::optional<Problem> by_cluster(store::Store& store, const Compared& compared,
                                  const std::vector<std::uint32_t>& wanted, std::size_t top, Answer& answer) {
  std::map<std::uint32_t, Group> groups;
  for (const std::uint32_t place : wanted) count_in(groups[compared.now.findings[place].cluster], compared, place);
  const auto rulings = read_rulings(store, compared.suite.id);
  if (!rulings) return rulings.problem();
  const auto first = [&](std::uint32_t cluster, const Group& group) -> std::vector<Cell> {
    const store::Cluster& entry = compared.now.clusters[cluster].cluster;
    return {entry.kind, entry.category, count_cell(group.runs), count_cell(group.issues)};
  };
  const auto last = [&](std::uint32_t cluster) -> std::vector<Cell> {
    const OverviewCluster& entry = compared.now.clusters[cluster];
    const auto ruling = rulings->find(entry.id);
    return {entry.cluster.id, ruling == rulings->end() ? Cell() : Cell(ruling->second), entry.cluster.normalised,
            entry.cluster.checker};
  };
  return add_table(store, compared, std::move(groups), top,
                   {.first = {{"kind", "kind"}, {"category", "of"}, {"runs", "runs"}, {"issues", "issues"}},
                    .run_label = "worst in",
                    .message_label = "",
                    .last = {{"cluster", "cluster"}, {"rules", "rules"}, {"normalised", "message"}, {"checker", ""}}},
                   first, last, answer);
}

std::optional<Problem> by_kind(store::Store& store, const Compared& compared, const std::vector<std::uint32_t>& wanted,
                               std::size_t top, Answer& answer) {
  using KindAndCategory = std::pair<std::string, std::string>;
  std::map<KindAndCategory, Group> groups;
  for (const std::uint32_t place : wanted) {
    const store::Cluster& cluster = compared.now.clusters[compared.now.findings[place].cluster].cluster;
    count_in(groups[{cluster.kind, cluster.category}], compared, place);
  }
  const auto first = [](const KindAndCategory& name, const Group& group) -> std::vector<Cell> {
    return {name.first, name.second, count_cell(group.runs), count_cell(group.issues),
            count_cell(group.clusters.size())};
  };
  return add_table(
      store, compared, std::move(groups), top,
      {.first =
           {{"kind", "kind"}, {"category", "of"}, {"runs", "runs"}, {"issues", "issues"}, {"clusters", "clusters"}},
       .run_label = "worst in",
       .message_label = "message"},
      first, no_cells<KindAndCategory>, answer);
}

std::optional<Problem> by_run(store::Store& store, const Compared& compared, const std::vector<std::uint32_t>& wanted,
                              std::size_t top, Answer& answer) {
  std::map<std::uint32_t, Group> groups;
  for (const std::uint32_t place : wanted) count_in(groups[compared.now.findings[place].run], compared, place);
  const auto first = [&](std::uint32_t place, const Group& group) -> std::vector<Cell> {
    const OverviewRun& run = compared.now.runs[place];
    return {run.key, std::string(run.word(compared.after_rules)), count_cell(group.issues),
            count_cell(group.clusters.size())};
  };
  return add_table(store, compared, std::move(groups), top,
                   {.first = {{"run", "run"}, {"verdict", "verdict"}, {"issues", "issues"}, {"clusters", "clusters"}},
                    .run_label = "",
                    .message_label = "message"},
                   first, no_cells<std::uint32_t>, answer);
}

}  // namespace

Result<Answer> ask_issues(store::Store& store, const IssuesQuestion& question) {
  Answer answer;
  const auto compared = detail::compared(store, question.suite, question.against, answer);
  if (!compared) return compared.problem();
  answer.title = compared->suite.name;
  answer.facts = {{"suite", compared->suite.name, "suite"},
                  {"baseline", compared->baseline_row ? Cell(compared->baseline_row->name) : Cell(),
                   compared->baseline_row ? "baseline" : ""},
                  {"severities_are", std::string(detail::which_verdict(compared->after_rules)), "severities"}};
  std::vector<std::uint32_t> wanted;
  for (std::uint32_t i = 0; i < compared->now.findings.size(); ++i)
    if (is_wanted(*compared, i, question)) wanted.push_back(i);
  const auto grouped = question.by == GroupBy::cluster ? by_cluster : question.by == GroupBy::kind ? by_kind : by_run;
  if (auto problem = grouped(store, *compared, wanted, question.top, answer)) return *problem;
  if (answer.tables.front().rows.empty())
    answer.notes.emplace_back(question.only_new ? "There is nothing new." : "There are no such issues.");
  return answer;
}

}  // namespace scrutineer::suite
