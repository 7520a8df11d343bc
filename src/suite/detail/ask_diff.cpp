// suite diff: two suites, run by run.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

#include "base/counted.h"
#include "suite/detail/ask.h"
#include "suite/finish.h"

namespace scrutineer::suite {
namespace {

using store::Row;

// A metric of one run that is not what it was.
struct Moved {
  std::uint32_t before = 0, now = 0;  // places of the runs
  std::int64_t name = 0;
  double then = kNoValue, value = kNoValue, threshold = 0.0;
  Noise noise;

  // How many times its noise; what is there in one of them only comes first.
  double rank() const {
    if (std::isnan(then) || std::isnan(value)) return std::numeric_limits<double>::infinity();
    return std::abs(value - then) / std::max(threshold, std::numeric_limits<double>::min());
  }
};

// By test and metric. All of a suite at once: a million of them are 24 MB.
struct MetricOfTest {
  std::int64_t test = 0, name = 0;
  double value = 0.0;

  auto key() const { return std::pair(test, name); }
};

Result<std::vector<MetricOfTest>> read_metrics(store::Store& store, const Overview& overview, std::int64_t suite) {
  std::unordered_map<std::int64_t, std::int64_t> test_of;
  test_of.reserve(overview.runs.size());
  for (const OverviewRun& run : overview.runs) test_of.emplace(run.id, run.test);
  std::vector<MetricOfTest> metrics;
  if (auto problem = store.query("SELECT m.run, m.name, m.value FROM metrics m JOIN runs r ON r.id = m.run WHERE "
                                 "r.suite = ? AND m.value IS NOT NULL",
                                 {suite}, [&](const Row& row) {
                                   if (const auto test = test_of.find(row.integer(0)); test != test_of.end())
                                     metrics.push_back({test->second, row.integer(1), row.number(2)});
                                 }))
    return *problem;
  std::ranges::sort(metrics, {}, &MetricOfTest::key);
  return metrics;
}

struct Differing {
  MetricOfTest then, now;
};

// The metrics of both that are not equal. What only one of them has is NaN in the other.
std::vector<Differing> differing(const std::vector<MetricOfTest>& before, const std::vector<MetricOfTest>& now) {
  std::vector<Differing> found;
  auto a = before.begin(), b = now.begin();
  while (a != before.end() || b != now.end()) {
    if (b == now.end() || (a != before.end() && a->key() < b->key())) {
      found.push_back({*a, {a->test, a->name, kNoValue}});
      ++a;
    } else if (a == before.end() || b->key() < a->key()) {
      found.push_back({{b->test, b->name, kNoValue}, *b});
      ++b;
    } else {
      if (a->value != b->value) found.push_back({*a, *b});
      ++a;
      ++b;
    }
  }
  return found;
}

// By test: only those of runs that both have, and that ran to their end in both.
struct RunsOfBoth {
  std::map<std::int64_t, RunPair> pairs;
  std::size_t broke_off = 0;  // so many did not
};
RunsOfBoth runs_of_both(const Overview& before, const Overview& now) {
  RunsOfBoth found;
  std::uint32_t a = 0;
  for (std::uint32_t b = 0; b < now.runs.size(); ++b) {
    while (a < before.runs.size() && before.runs[a].test < now.runs[b].test) ++a;
    if (a == before.runs.size()) break;
    // A run that could not be evaluated has no metrics; the table of verdicts shows it already.
    const bool are_evaluated =
        before.runs[a].outcome == store::Outcome::evaluated && now.runs[b].outcome == store::Outcome::evaluated;
    if (before.runs[a].test != now.runs[b].test || !are_evaluated) continue;
    // The metrics of a run that broke off are those of a part of it.
    if (before.runs[a].broke_off || now.runs[b].broke_off)
      ++found.broke_off;
    else
      found.pairs.emplace_hint(found.pairs.end(), now.runs[b].test, RunPair{a, b});
  }
  return found;
}

Result<std::map<std::pair<std::int64_t, std::int64_t>, Noise>> read_noise(store::Store& store,
                                                                          const std::vector<Differing>& differences) {
  std::map<std::pair<std::int64_t, std::int64_t>, Noise> noise;
  if (differences.empty()) return noise;
  if (auto problem = store.query("SELECT test, name, samples, deviation FROM noise WHERE test >= ? AND test <= ?",
                                 {differences.front().now.test, differences.back().now.test}, [&](const Row& row) {
                                   noise.emplace_hint(noise.end(), std::pair(row.integer(0), row.integer(1)),
                                                      Noise{static_cast<std::size_t>(row.integer(2)), row.number(3)});
                                 }))
    return *problem;
  return noise;
}

class Differ {
 public:
  Differ(store::Store& store, const DiffQuestion& question, const store::SuiteRow& row_before,
         const store::SuiteRow& row_now, Overview before, Overview now)
      : store_(store),
        question_(question),
        row_before_(row_before),
        row_now_(row_now),
        before_(std::move(before)),
        now_(std::move(now)),
        comparison_(compare(before_, now_,
                            {.moved = {.min_change = question.min_change}, .after_rules = !question.as_evaluated})) {}

  Result<Answer> answer() {
    answer_.title = before_.name + " and " + now_.name;
    add_facts();
    add_verdicts();
    add_issues();
    if (question_.with_metrics)
      if (auto problem = add_metrics()) return *problem;
    add_single_runs();
    for (AnswerTable& table : answer_.tables) detail::keep_top(table, question_.top);
    return std::move(answer_);
  }

 private:
  bool after_rules() const { return !question_.as_evaluated; }

  void add_facts() {
    std::size_t fresh = 0, changed = 0, gone = 0;
    for (std::size_t i = 0; i < now_.findings.size(); ++i) {
      fresh += comparison_.statuses[i] == IssueStatus::fresh ? now_.findings[i].count(after_rules()) : 0;
      changed += comparison_.statuses[i] == IssueStatus::changed ? now_.findings[i].count(after_rules()) : 0;
    }
    for (const std::uint32_t place : comparison_.gone) gone += before_.findings[place].count(after_rules());
    answer_.facts = {
        {"before", before_.name, "before"},
        {"now", now_.name, "now"},
        {"runs_in_both", count_cell(comparison_.in_both), "runs in both"},
        {"verdicts_are", std::string(detail::which_verdict(after_rules())), "verdicts"},
        {"verdicts_changed", count_cell(comparison_.verdicts.size())},
        {"new", count_cell(fresh), "issues", fmt::format("{} new, {} gone, {} changed", fresh, gone, changed)},
        {"gone", count_cell(gone)},
        {"changed", count_cell(changed)}};
  }

  void add_verdicts() {
    AnswerTable table{.name = "verdicts",
                      .title = "Verdicts that changed",
                      .columns = {{"run", "run"}, {"before", "before"}, {"now", "now"}}};
    // What got worse comes first.
    const auto rank = [](std::string_view word) {
      return word == "pass" ? 0 : word == "incomplete" ? 1 : word == "suspect" ? 2 : word == "fail" ? 3 : 4;
    };
    auto pairs = comparison_.verdicts;
    std::ranges::stable_sort(pairs, {}, [&](const RunPair& pair) {
      return rank(before_.runs[pair.before].word(after_rules())) - rank(now_.runs[pair.now].word(after_rules()));
    });
    for (const RunPair& pair : pairs)
      table.rows.push_back({now_.runs[pair.now].key, std::string(before_.runs[pair.before].word(after_rules())),
                            std::string(now_.runs[pair.now].word(after_rules()))});
    answer_.tables.push_back(std::move(table));
  }

  struct IssueLine {
    IssueStatus status;
    const Overview* overview;  // that has it
    const Finding* finding;
    const Finding* then;  // null: it is not there before
  };

  void add_issues() {
    std::vector<IssueLine> lines;
    std::map<std::uint32_t, std::uint32_t> then_of;
    for (const FindingPair& pair : comparison_.changed) then_of[pair.now] = pair.before;
    for (std::uint32_t i = 0; i < now_.findings.size(); ++i) {
      if (comparison_.statuses[i] == IssueStatus::same) continue;
      const auto then = then_of.find(i);
      lines.push_back({comparison_.statuses[i], &now_, &now_.findings[i],
                       then == then_of.end() ? nullptr : &before_.findings[then->second]});
    }
    for (const std::uint32_t place : comparison_.gone)
      lines.push_back({IssueStatus::gone, &before_, &before_.findings[place], nullptr});
    std::ranges::stable_sort(lines, [&](const IssueLine& a, const IssueLine& b) {
      const auto rank = [](IssueStatus status) {
        return status == IssueStatus::fresh ? 0 : status == IssueStatus::changed ? 1 : 2;
      };
      if (rank(a.status) != rank(b.status)) return rank(a.status) < rank(b.status);
      const auto one = detail::severity_of(*a.finding, after_rules()),
                 two = detail::severity_of(*b.finding, after_rules());
      return one != two ? one > two : a.finding->excess() > b.finding->excess();
    });
    AnswerTable table{.name = "issues",
                      .title = "Issues that are new, changed or gone",
                      .columns = {{"status", "status"},
                                  {"severity", "severity"},
                                  {"run", "run"},
                                  {"kind", "kind"},
                                  {"category", "of"},
                                  {"issues", "issues"},
                                  {"before", "before"},
                                  {"now", "now"},
                                  {"noise", "noise"},
                                  {"limit", "limit"},
                                  {"mark", ""},
                                  {"cluster", "cluster"},
                                  {"normalised", "message"}}};
    for (const IssueLine& line : lines) {
      const Finding& finding = *line.finding;
      const store::Cluster& cluster = line.overview->clusters[finding.cluster].cluster;
      const bool is_gone = line.status == IssueStatus::gone;
      const double then = line.then != nullptr ? line.then->worst : is_gone ? finding.worst : kNoValue;
      table.rows.push_back(
          {std::string(to_word(line.status)), std::string(watch::to_word(detail::severity_of(finding, after_rules()))),
           line.overview->runs[finding.run].key, cluster.kind, cluster.category,
           count_cell(finding.count(after_rules())), number_cell(then), is_gone ? Cell() : number_cell(finding.worst),
           line.then != nullptr
               ? number_cell(threshold(then, finding.worst, finding.noise, {.min_change = question_.min_change}))
               : Cell(),
           number_cell(finding.limit), text_cell(to_word(finding.mark)), cluster.id, cluster.normalised});
    }
    answer_.tables.push_back(std::move(table));
  }

  Result<std::vector<Moved>> moved() {
    const auto then = read_metrics(store_, before_, row_before_.id), value = read_metrics(store_, now_, row_now_.id);
    if (!then) return then.problem();
    if (!value) return value.problem();
    const auto differences = differing(*then, *value);
    const auto noise = read_noise(store_, differences);
    if (!noise) return noise.problem();
    const auto [pairs, broke_off] = runs_of_both(before_, now_);
    broke_off_ = broke_off;
    std::vector<Moved> moved;
    for (const Differing& one : differences) {
      const auto pair = pairs.find(one.now.test);
      if (pair == pairs.end()) continue;
      const auto learned = noise->find({one.now.test, one.now.name});
      Moved candidate{pair->second.before,
                      pair->second.now,
                      one.now.name,
                      one.then.value,
                      one.now.value,
                      0.0,
                      learned == noise->end() ? Noise{} : learned->second};
      const MovedOptions options{.min_change = question_.min_change};
      const bool has_both = !std::isnan(candidate.then) && !std::isnan(candidate.value);
      if (has_both && !has_moved(candidate.then, candidate.value, candidate.noise, options)) continue;
      if (has_both) candidate.threshold = threshold(candidate.then, candidate.value, candidate.noise, options);
      without_history_ += candidate.noise.is_learned() ? 0 : 1;
      moved.push_back(candidate);
    }
    std::ranges::stable_sort(moved, [](const Moved& a, const Moved& b) { return a.rank() > b.rank(); });
    return moved;
  }

  std::optional<Problem> add_metrics() {
    const auto found = moved();
    if (!found) return found.problem();
    std::map<std::int64_t, std::pair<std::string, std::string>> names;
    if (auto problem = store_.query("SELECT id, name, unit FROM names", {}, [&](const Row& row) {
          names[row.integer(0)] = {std::string(row.text(1)), std::string(row.text(2))};
        }))
      return problem;
    AnswerTable table{.name = "metrics",
                      .title = "Metrics that moved by more than their noise",
                      .columns = {{"run", "run"},
                                  {"metric", "metric"},
                                  {"before", "before"},
                                  {"now", "now"},
                                  {"unit", "unit"},
                                  {"change", "change"},
                                  {"noise", "noise"},
                                  {"times_noise", "times"},
                                  {"learned_from", "learned from"}}};
    const std::size_t shown = question_.top == 0 ? found->size() : std::min(question_.top, found->size());
    for (std::size_t i = 0; i < shown; ++i) {
      const Moved& one = (*found)[i];
      const auto& [name, unit] = names[one.name];
      const bool has_both = std::isfinite(one.rank());
      table.rows.push_back({now_.runs[one.now].key, name, number_cell(one.then), number_cell(one.value),
                            text_cell(unit), has_both ? Cell(one.value - one.then) : Cell(),
                            has_both ? Cell(one.threshold) : Cell(), has_both ? Cell(one.rank()) : Cell(),
                            count_cell(one.noise.differences)});
    }
    table.left_out = found->size() - shown;
    answer_.facts.push_back({"metrics_moved", count_cell(found->size()), "metrics",
                             fmt::format("{} moved by more than their noise", found->size())});
    if (without_history_ > 0)
      answer_.notes.push_back(fmt::format(
          "Of {} the noise is not known, as fewer than {} earlier differences are: what counts there is a "
          "change of {} alone.",
          counted(without_history_, "metric", "metrics"), kFewestDifferences, detail::percent(question_.min_change)));
    if (broke_off_ > 0)
      answer_.notes.push_back(
          fmt::format("The metrics of {} are not compared, because {} not evaluated to the end in both suites.",
                      counted(broke_off_, "run", "runs"), broke_off_ == 1 ? "it was" : "they were"));
    answer_.tables.push_back(std::move(table));
    return std::nullopt;
  }

  void add_single_runs() {
    AnswerTable table{.name = "single_runs",
                      .title = "Runs that only one of them has",
                      .columns = {{"run", "run"}, {"suite", "only in"}, {"verdict", "verdict"}}};
    for (const std::uint32_t run : comparison_.only_before)
      table.rows.push_back({before_.runs[run].key, before_.name, std::string(before_.runs[run].word(after_rules()))});
    for (const std::uint32_t run : comparison_.only_now)
      table.rows.push_back({now_.runs[run].key, now_.name, std::string(now_.runs[run].word(after_rules()))});
    answer_.tables.push_back(std::move(table));
  }

  store::Store& store_;
  const DiffQuestion& question_;
  const store::SuiteRow &row_before_, &row_now_;
  const Overview before_, now_;
  const Comparison comparison_;
  std::size_t without_history_ = 0;
  std::size_t broke_off_ = 0;  // runs whose metrics are not compared
  Answer answer_;
};

}  // namespace

Result<Answer> ask_diff(store::Store& store, const DiffQuestion& question) {
  const auto row_before = suite_named(store, question.before), row_now = suite_named(store, question.now);
  if (!row_before) return row_before.problem();
  if (!row_now) return row_now.problem();
  auto before = read_overview(store, *row_before), now = read_overview(store, *row_now);
  if (!before) return before.problem();
  if (!now) return now.problem();
  return Differ(store, question, *row_before, *row_now, std::move(*before), std::move(*now)).answer();
}

}  // namespace scrutineer::suite
