// suite list and suite show.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "base/counted.h"
#include "suite/detail/ask.h"
#include "suite/finish.h"
#include "suite/statistics.h"

namespace scrutineer::suite {
namespace {

using detail::Compared;
using detail::count_verdicts;
using detail::percent;
using detail::VerdictCounts;

// Issues of one sort: of a category, a kind, a checker.
struct Tally {
  std::size_t issues = 0, errors = 0, warnings = 0, runs = 0, fresh = 0, changed = 0, gone = 0;
  std::uint32_t last_run = 0xFFFF'FFFF;
};

// The tallies of a suite's clusters under their names. A million findings have few clusters, so each is looked up once.
template <typename Name, typename NameOf>
class TallyOfCluster {
 public:
  TallyOfCluster(const Overview& overview, const NameOf& name_of, std::map<Name, Tally>& tallies)
      : overview_(overview), name_of_(name_of), tallies_(tallies), found_(overview.clusters.size(), nullptr) {}

  Tally& operator[](std::size_t cluster) {
    Tally*& found = found_[cluster];
    if (found == nullptr) found = &tallies_[name_of_(overview_.clusters[cluster].cluster)];
    return *found;
  }

 private:
  const Overview& overview_;
  const NameOf& name_of_;
  std::map<Name, Tally>& tallies_;
  std::vector<Tally*> found_;
};

// Counts every issue of the suite and of its baseline under what `name_of` calls its cluster.
template <typename NameOf>
auto tallied(const Compared& compared, NameOf name_of) {
  using Name = decltype(name_of(compared.now.clusters.front().cluster));
  std::map<Name, Tally> tallies;
  TallyOfCluster<Name, NameOf> of_now(compared.now, name_of, tallies), of_before(compared.before, name_of, tallies);
  for (std::size_t i = 0; i < compared.now.findings.size(); ++i) {
    const Finding& finding = compared.now.findings[i];
    const watch::Severity severity = detail::severity_of(finding, compared.after_rules);
    if (severity == watch::Severity::ignore) continue;
    Tally& tally = of_now[finding.cluster];
    const std::uint32_t count = finding.count(compared.after_rules);
    tally.issues += count;
    tally.errors += finding.errors(compared.after_rules);
    tally.warnings += severity == watch::Severity::warning ? count : 0;
    tally.runs += tally.last_run != finding.run ? 1 : 0;
    tally.last_run = finding.run;
    tally.fresh += compared.comparison.statuses[i] == IssueStatus::fresh ? count : 0;
    tally.changed += compared.comparison.statuses[i] == IssueStatus::changed ? count : 0;
  }
  for (const std::uint32_t place : compared.comparison.gone) {
    const Finding& finding = compared.before.findings[place];
    if (detail::severity_of(finding, compared.after_rules) == watch::Severity::ignore) continue;
    of_before[finding.cluster].gone += finding.count(compared.after_rules);
  }
  return tallies;
}

void add_status(std::vector<Cell>& row, const Tally& tally, bool has_baseline) {
  for (const std::size_t count : {tally.fresh, tally.changed, tally.gone})
    row.push_back(has_baseline ? count_cell(count) : Cell());
}

void add_verdicts(const Compared& compared, Answer& answer) {
  AnswerTable table{
      .name = "verdicts",
      .title = fmt::format("Verdicts ({})", detail::which_verdict(compared.after_rules)),
      .columns = {{"verdict", "verdict"}, {"runs", "runs"}, {"share", "share", true}, {"baseline_runs", "baseline"}}};
  std::map<std::string_view, std::pair<std::size_t, std::size_t>> counts;
  for (const OverviewRun& run : compared.now.runs) ++counts[run.word(compared.after_rules)].first;
  for (const OverviewRun& run : compared.before.runs) ++counts[run.word(compared.after_rules)].second;
  for (const auto& [word, count] : counts)
    table.rows.push_back({std::string(word), count_cell(count.first),
                          compared.now.runs.empty()
                              ? Cell()
                              : Cell(static_cast<double>(count.first) / static_cast<double>(compared.now.runs.size())),
                          compared.baseline_row ? count_cell(count.second) : Cell()});
  answer.tables.push_back(std::move(table));
}

void add_pass_rate(const Compared& compared, Answer& answer) {
  const VerdictCounts counts = count_verdicts(compared.now, compared.after_rules);
  const Range range = wilson(counts.pass, counts.evaluated);
  const double rate =
      counts.evaluated == 0 ? kNoValue : static_cast<double>(counts.pass) / static_cast<double>(counts.evaluated);
  answer.facts.push_back({"runs", count_cell(counts.runs), "runs",
                          counts.not_evaluated == 0
                              ? to_text(count_cell(counts.runs))
                              : fmt::format("{}, {} of them not evaluated", to_text(count_cell(counts.runs)),
                                            to_text(count_cell(counts.not_evaluated)))});
  answer.facts.push_back({"not_evaluated", count_cell(counts.not_evaluated)});
  answer.facts.push_back({"verdicts_are", std::string(detail::which_verdict(compared.after_rules))});
  answer.facts.push_back({"pass_rate", number_cell(rate), "pass rate",
                          counts.evaluated == 0
                              ? "no run was evaluated"
                              : fmt::format("{} of {} evaluated runs, {}; with 95 % confidence {} to {}",
                                            to_text(count_cell(counts.pass)), to_text(count_cell(counts.evaluated)),
                                            percent(rate), percent(range.low), percent(range.high))});
  answer.facts.push_back({"pass_rate_low", number_cell(range.low)});
  answer.facts.push_back({"pass_rate_high", number_cell(range.high)});
}

double km_of(const Overview& overview) {
  double km = 0.0;
  for (const OverviewRun& run : overview.runs) km += std::isnan(run.km) ? 0.0 : run.km;
  return km;
}

void add_distances(const Compared& compared, Answer& answer) {
  double seconds = 0.0;
  std::size_t unknown = 0;
  for (const OverviewRun& run : compared.now.runs) {
    seconds += run.duration;
    unknown += run.outcome == store::Outcome::evaluated && std::isnan(run.km) ? 1 : 0;
  }
  const double km = km_of(compared.now);
  answer.facts.push_back({"hours", seconds / 3600.0, "driven",
                          fmt::format("{} h, {} km", number_text(seconds / 3600.0), number_text(km))});
  answer.facts.push_back({"km", km});
  if (unknown > 0)
    answer.notes.push_back(
        fmt::format("Of {} it is not known how far the ego drove; rates per km leave out their distance.",
                    counted(unknown, "run", "runs")));
  const double relevant = compared.now.relevant_s;
  if (!std::isnan(relevant) && seconds > 0.0)
    answer.facts.push_back({"relevant_share", relevant / seconds, "relevant",
                            fmt::format("{} of the time somebody was near the ego", percent(relevant / seconds))});
}

std::string rate_words(std::size_t events, double km) {
  const Range range = poisson(events);
  const auto rate = [&](double count) { return number_text(1000.0 * count / km); };
  return fmt::format("{} per 1,000 km; with 95 % confidence {} to {}", rate(static_cast<double>(events)),
                     rate(range.low), rate(range.high));
}

void add_rates(std::vector<Cell>& row, std::size_t events, double km) {
  const Range range = poisson(events);
  for (const double value : {static_cast<double>(events), range.low, range.high})
    row.push_back(km > 0.0 ? Cell(1000.0 * value / km) : Cell());
}

void add_kinds(const Compared& compared, const std::vector<std::string>& events, Answer& answer) {
  using Name = std::tuple<std::string, std::string>;
  auto tallies = tallied(compared, [](const store::Cluster& cluster) { return Name(cluster.kind, cluster.category); });
  for (const std::string& kind : events)
    if (std::ranges::none_of(tallies, [&](const auto& entry) { return std::get<0>(entry.first) == kind; }))
      tallies[Name(kind, "sut")];
  AnswerTable table{.name = "kinds",
                    .title = "Issues by kind, and how many to expect per 1,000 km (95 %)",
                    .columns = {{"kind", "kind"},
                                {"category", "of"},
                                {"errors", "errors"},
                                {"warnings", "warnings"},
                                {"issues", "issues"},
                                {"runs", "runs"},
                                {"new", "new"},
                                {"changed", "changed"},
                                {"gone", "gone"},
                                {"per_1000_km", "per 1,000 km"},
                                {"per_1000_km_low", "from"},
                                {"per_1000_km_high", "to"}}};
  std::vector<std::pair<Name, Tally>> sorted(tallies.begin(), tallies.end());
  std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) {
    return std::tuple(b.second.errors, b.second.fresh, b.second.issues) <
           std::tuple(a.second.errors, a.second.fresh, a.second.issues);
  });
  const double km = km_of(compared.now);
  std::size_t errors_of_ego = 0;
  for (const auto& [name, tally] : sorted) {
    if (std::get<1>(name) == "sut") errors_of_ego += tally.errors;
    std::vector<Cell> row{std::get<0>(name),          std::get<1>(name),        count_cell(tally.errors),
                          count_cell(tally.warnings), count_cell(tally.issues), count_cell(tally.runs)};
    add_status(row, tally, compared.baseline_row.has_value());
    add_rates(row, tally.issues, km);
    table.rows.push_back(std::move(row));
  }
  answer.facts.push_back(
      {"errors_of_ego", count_cell(errors_of_ego), km > 0.0 ? "errors of the ego" : "",
       km > 0.0 ? fmt::format("{}, {}", to_text(count_cell(errors_of_ego)), rate_words(errors_of_ego, km)) : ""});
  const Range range = poisson(errors_of_ego);
  answer.facts.push_back(
      {"errors_of_ego_per_1000_km", km > 0.0 ? Cell(1000.0 * static_cast<double>(errors_of_ego) / km) : Cell()});
  answer.facts.push_back({"errors_of_ego_per_1000_km_low", km > 0.0 ? Cell(1000.0 * range.low / km) : Cell()});
  answer.facts.push_back({"errors_of_ego_per_1000_km_high", km > 0.0 ? Cell(1000.0 * range.high / km) : Cell()});
  answer.tables.push_back(std::move(table));
}

template <typename NameOf>
void add_tally(const Compared& compared, std::string name, std::string title, std::string column, NameOf name_of,
               Answer& answer) {
  AnswerTable table{.name = std::move(name),
                    .title = std::move(title),
                    .columns = {{column, column},
                                {"errors", "errors"},
                                {"warnings", "warnings"},
                                {"issues", "issues"},
                                {"runs", "runs"},
                                {"new", "new"},
                                {"changed", "changed"},
                                {"gone", "gone"}}};
  for (const auto& [value, tally] : tallied(compared, name_of)) {
    std::vector<Cell> row{value, count_cell(tally.errors), count_cell(tally.warnings), count_cell(tally.issues),
                          count_cell(tally.runs)};
    add_status(row, tally, compared.baseline_row.has_value());
    table.rows.push_back(std::move(row));
  }
  answer.tables.push_back(std::move(table));
}

std::optional<Problem> add_attribute(store::Store& store, const Compared& compared, const std::string& attribute,
                                     Answer& answer) {
  std::map<std::int64_t, const OverviewRun*> runs;
  for (const OverviewRun& run : compared.now.runs) runs[run.id] = &run;
  struct Counts {
    std::size_t runs = 0, evaluated = 0, pass = 0;
  };
  std::map<std::string, Counts> by_value;
  if (auto problem = store.query(
          "SELECT a.run, a.value FROM attributes a JOIN runs r ON r.id = a.run JOIN names n ON n.id = a.name WHERE "
          "r.suite = ? AND n.name = ?",
          {compared.suite.id, std::string_view(attribute)}, [&](const store::Row& row) {
            const auto run = runs.find(row.integer(0));
            if (run == runs.end()) return;
            Counts& counts = by_value[std::string(row.text(1))];
            ++counts.runs;
            counts.evaluated += run->second->outcome == store::Outcome::evaluated ? 1 : 0;
            counts.pass += run->second->word(compared.after_rules) == "pass" ? 1 : 0;
          }))
    return problem;
  if (by_value.empty()) answer.notes.push_back(fmt::format("No run has the attribute {}.", attribute));
  AnswerTable table{.name = "attribute_" + attribute,
                    .title = "Runs by " + attribute,
                    .columns = {{"value", attribute},
                                {"runs", "runs"},
                                {"pass", "pass"},
                                {"pass_rate", "pass rate", true},
                                {"pass_rate_low", "from", true},
                                {"pass_rate_high", "to", true}}};
  for (const auto& [value, counts] : by_value) {
    const Range range = wilson(counts.pass, counts.evaluated);
    table.rows.push_back({value, count_cell(counts.runs), count_cell(counts.pass),
                          counts.evaluated == 0
                              ? Cell()
                              : Cell(static_cast<double>(counts.pass) / static_cast<double>(counts.evaluated)),
                          range.low, range.high});
  }
  answer.tables.push_back(std::move(table));
  return std::nullopt;
}

}  // namespace

Result<Answer> ask_show(store::Store& store, const ShowQuestion& question) {
  Answer answer;
  const auto compared = detail::compared(store, question.suite, question.against, answer);
  if (!compared) return compared.problem();
  const store::SuiteRow& suite = compared->suite;
  answer.title = suite.name;
  answer.facts = {{"suite", suite.name, "suite"},
                  {"created", text_cell(suite.created), "created"},
                  {"state", std::string(store::to_word(suite.state)), "state"},
                  {"labels", text_cell(to_text(suite.labels)), suite.labels.empty() ? "" : "labels"},
                  {"engine_version", text_cell(suite.engine_version), suite.engine_version.empty() ? "" : "engine"},
                  {"baseline", compared->baseline_row ? Cell(compared->baseline_row->name) : Cell(),
                   compared->baseline_row ? "baseline" : ""}};
  add_pass_rate(*compared, answer);
  add_distances(*compared, answer);
  add_verdicts(*compared, answer);
  add_kinds(*compared, question.events, answer);
  add_tally(
      *compared, "categories", "Issues by whose they are", "category",
      [](const store::Cluster& cluster) { return cluster.category; }, answer);
  add_tally(
      *compared, "checkers", "Issues by checker", "checker",
      [](const store::Cluster& cluster) { return cluster.checker; }, answer);
  for (const std::string& attribute : question.attributes)
    if (auto problem = add_attribute(store, *compared, attribute, answer)) return *problem;
  return answer;
}

Result<Answer> ask_list(store::Store& store, const ListQuestion& question) {
  const auto suites = detail::suites_with(store, question.labels, question.last, false);
  if (!suites) return suites.problem();
  Answer answer{.title = "suites"};
  AnswerTable table{.name = "suites",
                    .title = "",
                    .columns = {{"name", "suite"},
                                {"created", "created"},
                                {"state", "state"},
                                {"runs", "runs"},
                                {"pass", "pass"},
                                {"fail", "fail"},
                                {"suspect", "suspect"},
                                {"incomplete", "incomplete"},
                                {"not_evaluated", "not evaluated"},
                                {"issues", "issues"},
                                {"labels", "labels"}}};
  for (auto suite = suites->rbegin(); suite != suites->rend(); ++suite) {
    const auto overview = read_overview(store, *suite);
    if (!overview) return overview.problem();
    const VerdictCounts counts = count_verdicts(*overview, true);
    std::size_t issues = 0;
    for (const Finding& finding : overview->findings)
      issues += finding.after_rules == watch::Severity::ignore ? 0 : finding.count(true);
    table.rows.push_back({suite->name, text_cell(suite->created), std::string(store::to_word(suite->state)),
                          count_cell(counts.runs), count_cell(counts.pass), count_cell(counts.fail),
                          count_cell(counts.suspect), count_cell(counts.incomplete), count_cell(counts.not_evaluated),
                          count_cell(issues), text_cell(to_text(suite->labels))});
  }
  if (table.rows.empty())
    answer.notes.push_back("There are no suites here yet; scrutineer suite run makes one.");
  else
    answer.notes.push_back("Verdicts are those after rules.");
  answer.tables.push_back(std::move(table));
  return answer;
}

}  // namespace scrutineer::suite
