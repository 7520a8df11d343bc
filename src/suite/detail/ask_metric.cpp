// suite worst, suite hist and suite trend: one metric.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/printable.h"
#include "base/text.h"
#include "suite/detail/ask.h"
#include "suite/finish.h"
#include "suite/statistics.h"

namespace scrutineer::suite {
namespace {

using store::Row;

std::optional<Problem> query_metric(store::Store& store, std::int64_t suite, const std::string& metric, bool of_issues,
                                    MetricValues& found) {
  const std::string sql = fmt::format(
      "SELECT m.run, {}, m.value, n.unit FROM runs r JOIN {} m ON m.run = r.id JOIN names n ON n.id = m.name WHERE "
      "r.suite = ? AND n.name = ? AND m.value IS NOT NULL",
      of_issues ? "m.issue" : "0", of_issues ? "issue_metrics" : "metrics");
  return store.query(sql, {suite, std::string_view(metric)}, [&](const Row& row) {
    found.values.push_back({row.integer(0), row.integer(1), row.number(2)});
    found.unit = row.text(3);
    found.is_of_issues = of_issues;
  });
}

// Every metric of the store that is a number somewhere.
Result<std::set<std::string>> metric_names(store::Store& store) {
  std::set<std::string> names;
  for (const char* sql :
       {"SELECT name FROM names WHERE id IN (SELECT DISTINCT name FROM metrics WHERE value IS NOT NULL)",
        "SELECT name FROM names WHERE id IN (SELECT DISTINCT name FROM issue_metrics WHERE value IS NOT NULL)"})
    if (auto problem = store.query(sql, {}, [&](const Row& row) { names.emplace(row.text(0)); })) return *problem;
  return names;
}

Problem no_such_metric(store::Store& store, const std::string& metric) {
  const auto names = metric_names(store);
  if (!names) return names.problem();
  const std::vector<std::string_view> views(names->begin(), names->end());
  std::string hint;
  if (const auto near = did_you_mean(metric, views))
    hint = fmt::format("; did you mean \"{}\"?", printable(*near));
  else if (!views.empty())
    hint = fmt::format("; there are {}{}",
                       fmt::join(std::span(views).first(std::min<std::size_t>(views.size(), 10)), ", "),
                       views.size() > 10 ? " and others" : "");
  return Problem{{.file = store.name()}, fmt::format("no run has a metric \"{}\"{}", printable(metric), hint)};
}

std::string with_unit(double value, const std::string& unit) {
  return to_text(Cell(value)) + (unit.empty() ? "" : " " + unit);
}

void add_summary(const Summary& summary, const std::string& unit, Answer& answer) {
  answer.facts.push_back({"count", count_cell(summary.count), "values"});
  const std::pair<const char*, double> values[] = {{"min", summary.low},       {"p5", summary.p5},
                                                   {"median", summary.median}, {"mean", summary.mean},
                                                   {"p95", summary.p95},       {"max", summary.high}};
  for (const auto& [name, value] : values) answer.facts.push_back({name, value, name, with_unit(value, unit)});
}

std::vector<double> numbers_of(const MetricValues& metric) {
  std::vector<double> numbers;
  numbers.reserve(metric.values.size());
  for (const auto& one : metric.values) numbers.push_back(one.value);
  return numbers;
}

void add_metric_facts(const store::SuiteRow& suite, const std::string& metric, const MetricValues& values,
                      Answer& answer) {
  answer.title = metric;
  answer.facts = {{"suite", suite.name, "suite"},
                  {"metric", metric, "metric"},
                  {"unit", text_cell(values.unit), values.unit.empty() ? "" : "unit"},
                  {"of", std::string(values.is_of_issues ? "issues" : "runs"), "of"}};
}

// What suites are asked for that is no metric of runs.
struct SuiteNumber {
  std::string_view name;
  double (*of)(const Overview&);
  bool is_share = false;
};

double share_passed(const Overview& overview) {
  const auto counts = detail::count_verdicts(overview, true);
  return counts.evaluated == 0 ? kNoValue : static_cast<double>(counts.pass) / static_cast<double>(counts.evaluated);
}
double count_runs(const Overview& overview) { return static_cast<double>(overview.runs.size()); }
double count_errors(const Overview& overview) {
  std::size_t count = 0;
  for (const Finding& finding : overview.findings) count += finding.errors(true);
  return static_cast<double>(count);
}
double count_new_errors(const Overview& overview) {
  std::size_t count = 0;
  for (const Finding& finding : overview.findings) count += finding.age == 1 ? finding.errors(true) : 0;
  return static_cast<double>(count);
}
double count_all_issues(const Overview& overview) {
  std::size_t count = 0;
  for (const Finding& finding : overview.findings)
    count += finding.after_rules >= watch::Severity::info ? finding.count(true) : 0;
  return static_cast<double>(count);
}
double count_km(const Overview& overview) {
  double km = 0.0;
  for (const OverviewRun& run : overview.runs) km += run.km == run.km ? run.km : 0.0;
  return km;
}
constexpr SuiteNumber kSuiteNumbers[] = {{"pass_rate", share_passed, true}, {"runs", count_runs},
                                         {"errors", count_errors},          {"new_errors", count_new_errors},
                                         {"issues", count_all_issues},      {"km", count_km}};

}  // namespace

Result<MetricValues> read_metric(store::Store& store, std::int64_t suite, const std::string& metric) {
  MetricValues found;
  for (const bool of_issues : {false, true}) {
    if (auto problem = query_metric(store, suite, metric, of_issues, found)) return *problem;
    if (!found.values.empty()) break;
  }
  return found;
}

Result<Answer> ask_worst(store::Store& store, const MetricQuestion& question) {
  const auto suite = suite_named(store, question.suite);
  if (!suite) return suite.problem();
  auto metric = read_metric(store, suite->id, question.metric);
  if (!metric) return metric.problem();
  if (metric->values.empty()) return no_such_metric(store, question.metric);
  Answer answer;
  add_metric_facts(*suite, question.metric, *metric, answer);
  std::ranges::sort(metric->values, [&](const auto& a, const auto& b) {
    if (a.value != b.value) return question.lowest ? a.value < b.value : a.value > b.value;
    return std::pair(a.run, a.issue) < std::pair(b.run, b.issue);
  });
  AnswerTable table{.name = "worst",
                    .title = fmt::format("{} with the {} values", metric->is_of_issues ? "Issues" : "Runs",
                                         question.lowest ? "smallest" : "largest"),
                    .columns = {{"run", "run"},
                                {"value", question.metric + (metric->unit.empty() ? "" : ", " + metric->unit)},
                                {"issue", metric->is_of_issues ? "issue" : ""},
                                {"verdict", "verdict"},
                                {"manifest", ""},
                                {"folder", ""}}};
  const std::size_t shown = question.top == 0 ? metric->values.size() : std::min(question.top, metric->values.size());
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& one = metric->values[i];
    if (auto problem = store.query("SELECT t.key, r.verdict_after_rules, r.verdict, r.manifest, r.folder FROM runs r "
                                   "JOIN tests t ON t.id = r.test WHERE r.id = ?",
                                   {one.run}, [&](const Row& row) {
                                     table.rows.push_back({std::string(row.text(0)), one.value,
                                                           one.issue == 0 ? Cell() : Cell(one.issue),
                                                           text_cell(row.is_null(1) ? row.text(2) : row.text(1)),
                                                           text_cell(row.text(3)), text_cell(row.text(4))});
                                   }))
      return *problem;
  }
  table.left_out = metric->values.size() - shown;
  answer.tables.push_back(std::move(table));
  return answer;
}

Result<Answer> ask_hist(store::Store& store, const MetricQuestion& question) {
  const auto suite = suite_named(store, question.suite);
  if (!suite) return suite.problem();
  const auto metric = read_metric(store, suite->id, question.metric);
  if (!metric) return metric.problem();
  if (metric->values.empty()) return no_such_metric(store, question.metric);
  Answer answer;
  add_metric_facts(*suite, question.metric, *metric, answer);
  const std::vector<double> numbers = numbers_of(*metric);
  add_summary(*summary(numbers), metric->unit, answer);
  AnswerTable table{.name = "bins", .title = "", .columns = {{"from", "from"}, {"to", "to"}, {"count", "count"}}};
  const auto bins = histogram(numbers, question.bins);
  for (const Bin& bin : bins) table.rows.push_back({bin.from, bin.to, count_cell(bin.count)});
  answer.tables.push_back(std::move(table));
  return answer;
}

Result<Answer> ask_trend(store::Store& store, const TrendQuestion& question) {
  const auto suites = detail::suites_with(store, question.labels, question.last, true);
  if (!suites) return suites.problem();
  Answer answer{.title = question.metric, .facts = {{"metric", question.metric, "metric"}}};
  if (suites->empty()) {
    answer.notes.emplace_back("There is no complete suite with these labels.");
    answer.tables.push_back({.name = "trend", .title = "", .columns = {{"suite", "suite"}}});
    return answer;
  }
  const auto* number = std::ranges::find(kSuiteNumbers, question.metric, &SuiteNumber::name);
  if (number != std::end(kSuiteNumbers)) {
    AnswerTable table{.name = "trend",
                      .title = "",
                      .columns = {{"suite", "suite"},
                                  {"created", "created"},
                                  {"value", question.metric, number->is_share},
                                  {"labels", "labels"}}};
    for (const store::SuiteRow& suite : *suites) {
      const auto overview = read_overview(store, suite);
      if (!overview) return overview.problem();
      table.rows.push_back(
          {suite.name, text_cell(suite.created), number_cell(number->of(*overview)), text_cell(to_text(suite.labels))});
    }
    answer.tables.push_back(std::move(table));
    return answer;
  }
  AnswerTable table{.name = "trend",
                    .title = "",
                    .columns = {{"suite", "suite"},
                                {"created", "created"},
                                {"count", "values"},
                                {"min", "min"},
                                {"p5", "p5"},
                                {"median", "median"},
                                {"mean", "mean"},
                                {"p95", "p95"},
                                {"max", "max"},
                                {"labels", "labels"}}};
  std::string unit;
  for (const store::SuiteRow& suite : *suites) {
    const auto metric = read_metric(store, suite.id, question.metric);
    if (!metric) return metric.problem();
    if (!metric->unit.empty()) unit = metric->unit;
    std::vector<Cell> row{suite.name, text_cell(suite.created), count_cell(metric->values.size())};
    if (const auto found = summary(numbers_of(*metric)))
      row.insert(row.end(), {found->low, found->p5, found->median, found->mean, found->p95, found->high});
    else
      row.resize(row.size() + 6);
    row.push_back(text_cell(to_text(suite.labels)));
    table.rows.push_back(std::move(row));
  }
  if (std::ranges::all_of(table.rows, [](const auto& row) { return row[2] == count_cell(0); }))
    return no_such_metric(store, question.metric);
  answer.facts.push_back({"unit", text_cell(unit), unit.empty() ? "" : "unit"});
  answer.tables.push_back(std::move(table));
  return answer;
}

}  // namespace scrutineer::suite
