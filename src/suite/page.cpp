#include "suite/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/counted.h"
#include "suite/detail/ask.h"
#include "suite/detail/page_metrics.h"
#include "suite/triage.h"

namespace scrutineer::suite {
namespace {

using detail::Compared;

// What the store has of the runs of a suite, by their ids.
struct StoredRun {
  std::string manifest, folder, reason;
};

Result<std::map<std::int64_t, StoredRun>> read_stored_runs(store::Store& store, std::int64_t suite) {
  std::map<std::int64_t, StoredRun> runs;
  if (auto problem = store.query(
          "SELECT id, manifest, folder, reason FROM runs WHERE suite = ?", {suite}, [&](const store::Row& row) {
            runs[row.integer(0)] = {std::string(row.text(1)), std::string(row.text(2)), std::string(row.text(3))};
          }))
    return *problem;
  return runs;
}

PageRun page_run(const OverviewRun& run, StoredRun stored, bool after_rules, bool is_of_baseline) {
  return {.key = run.key,
          .verdict = std::string(run.word(after_rules)),
          .reason = std::move(stored.reason),
          .manifest = std::move(stored.manifest),
          .folder = std::move(stored.folder),
          .is_of_baseline = is_of_baseline};
}

std::string reached_words(const Finding& finding, std::string_view unit) {
  if (finding.worst != finding.worst) return {};
  std::string words = to_text(Cell(finding.worst));
  if (!unit.empty()) words += fmt::format(" {}", unit);
  if (finding.limit == finding.limit) words += fmt::format(", limit {}", to_text(Cell(finding.limit)));
  return words;
}

// Gives the findings of one suite their issues and messages. `places`: of page.findings, by run and cluster of the store.
using Places = std::map<std::pair<std::int64_t, std::int64_t>, std::pair<std::uint32_t, const Finding*>>;
std::optional<Problem> add_issues(store::Store& store, std::int64_t suite, const Places& places, SuitePage& page) {
  return store.query(
      "SELECT i.run, i.cluster, i.number, i.start_time, i.message, i.unit FROM issues i JOIN runs r ON r.id = i.run "
      "WHERE r.suite = ? ORDER BY i.run, i.number",
      {suite}, [&](const store::Row& row) {
        const auto place = places.find({row.integer(0), row.integer(1)});
        if (place == places.end()) return;
        const auto& [finding, source] = place->second;
        PageFinding& into = page.findings[finding];
        const PageIssue issue{row.integer(2), row.number(3)};
        if (issue.number != source->number) {
          into.issues.push_back(issue);
          return;
        }
        into.issues.insert(into.issues.begin(), issue);
        into.message = row.text(4);
        into.reached = reached_words(*source, row.text(5));
      });
}

class PageReader {
 public:
  PageReader(store::Store& store, const PageQuestion& question) : store_(store), question_(question) {}

  Result<SuitePage> read() {
    Answer notes;
    auto compared = detail::compared(store_, question_.suite, question_.against, notes);
    if (!compared) return compared.problem();
    compared_ = std::move(*compared);
    page_.suite = compared_.suite;
    page_.after_rules = compared_.after_rules;
    if (compared_.baseline_row) page_.baseline = compared_.baseline_row->name;
    if (auto problem = add_findings()) return *std::move(problem);
    if (auto problem = add_answers()) return *std::move(problem);
    auto attributes = detail::read_attributes(store_, compared_.suite.id, places_);
    if (!attributes) return attributes.problem();
    page_.attributes = std::move(*attributes);
    if (auto problem = add_numbers()) return *std::move(problem);
    rank_findings();
    return std::move(page_);
  }

 private:
  std::optional<Problem> add_findings() {
    auto stored = read_stored_runs(store_, compared_.suite.id);
    if (!stored) return stored.problem();
    for (const OverviewRun& run : compared_.now.runs) {
      places_[run.id] = static_cast<std::uint32_t>(page_.runs.size());
      page_.runs.push_back(page_run(run, std::move((*stored)[run.id]), compared_.after_rules, false));
    }
    Places now;
    for (std::size_t i = 0; i < compared_.now.findings.size(); ++i) {
      const Finding& finding = compared_.now.findings[i];
      add_finding(compared_.now, finding, finding.run, compared_.comparison.statuses[i], now);
    }
    if (auto problem = add_issues(store_, compared_.suite.id, now, page_)) return problem;
    return compared_.comparison.gone.empty() ? std::nullopt : add_gone();
  }

  std::optional<Problem> add_gone() {
    auto stored = read_stored_runs(store_, compared_.baseline_row->id);
    if (!stored) return stored.problem();
    std::map<std::uint32_t, std::uint32_t> runs;
    Places before;
    for (const std::uint32_t place : compared_.comparison.gone) {
      const Finding& finding = compared_.before.findings[place];
      if (detail::severity_of(finding, compared_.after_rules) == watch::Severity::ignore) continue;
      const auto [entry, is_new] = runs.try_emplace(finding.run, static_cast<std::uint32_t>(page_.runs.size()));
      const OverviewRun& run = compared_.before.runs[finding.run];
      if (is_new) page_.runs.push_back(page_run(run, (*stored)[run.id], compared_.after_rules, true));
      add_finding(compared_.before, finding, entry->second, IssueStatus::gone, before);
    }
    return add_issues(store_, compared_.baseline_row->id, before, page_);
  }

  void add_finding(const Overview& of, const Finding& finding, std::uint32_t run, IssueStatus status, Places& places) {
    const watch::Severity severity = detail::severity_of(finding, compared_.after_rules);
    if (severity == watch::Severity::ignore) {
      ignored_ += finding.issues;
      return;
    }
    const OverviewCluster& cluster = of.clusters[finding.cluster];
    const auto [entry, is_new] = clusters_.try_emplace(cluster.id, static_cast<std::uint32_t>(page_.clusters.size()));
    if (is_new) page_.clusters.push_back(cluster.cluster);
    places[{of.runs[finding.run].id, cluster.id}] = {static_cast<std::uint32_t>(page_.findings.size()), &finding};
    page_.findings.push_back({.run = run,
                              .cluster = entry->second,
                              .severity = severity,
                              .status = status,
                              .mark = finding.mark,
                              .age = finding.age,
                              .first_seen = of.suites.empty() ? std::string() : of.suites[finding.first_seen],
                              .excess = finding.excess()});
  }

  std::optional<Problem> add_answers() {
    auto show = ask_show(store_, {.suite = question_.suite, .against = question_.against});
    if (!show) return show.problem();
    page_.show = std::move(*show);
    if (ignored_ > 0)
      page_.show.notes.push_back(
          fmt::format("{} not shown: rules of triage say that they are no issues (scrutineer suite triage touched).",
                      counted(ignored_, "issue is", "issues are")));
    if (!compared_.baseline_row) return std::nullopt;
    constexpr std::size_t kMostRows = 200;
    auto diff = ask_diff(store_, {.before = page_.baseline,
                                  .now = compared_.suite.name,
                                  .as_evaluated = question_.against.as_evaluated,
                                  .min_change = question_.against.min_change,
                                  .top = kMostRows});
    if (!diff) return diff.problem();
    page_.diff = std::move(*diff);
    return std::nullopt;
  }

  // Trends are of the suites that are like this one.
  std::optional<Problem> add_numbers() {
    auto ignored = read_ignored_labels(store_);
    if (!ignored) return ignored.problem();
    if (question_.against.ignore_labels) *ignored = *question_.against.ignore_labels;
    std::vector<std::string> labels;
    for (const auto& [name, value] : compared_.suite.labels)
      if (std::ranges::find(*ignored, name) == ignored->end()) labels.push_back(name + "=" + value);
    for (const char* number : {"pass_rate", "errors", "new_errors", "issues", "km"}) {
      auto trend = ask_trend(store_, {.metric = number, .last = question_.last, .labels = labels});
      if (!trend) return trend.problem();
      page_.trends.push_back(std::move(*trend));
    }
    const auto suites = detail::suites_with(store_, labels, question_.last, true);
    if (!suites) return suites.problem();
    std::vector<std::int64_t> ids;
    for (const store::SuiteRow& suite : *suites) {
      ids.push_back(suite.id);
      page_.trend_suites.push_back(suite.name);
    }
    auto metrics = detail::read_page_metrics(store_, compared_.suite.id,
                                             compared_.baseline_row ? compared_.baseline_row->id : 0, ids, places_);
    if (!metrics) return metrics.problem();
    page_.metrics = std::move(*metrics);
    return std::nullopt;
  }

  // What is gone counts as the least grave.
  static int group_of(const PageFinding& finding) {
    return finding.status == IssueStatus::gone ? -1 : static_cast<int>(finding.severity);
  }
  static int newness(const PageFinding& finding) {
    return finding.status == IssueStatus::fresh ? 2 : finding.status == IssueStatus::changed ? 1 : 0;
  }

  void rank_findings() {
    struct Rank {
      bool has_new = false;
      std::size_t runs = 0;
      double excess = -1.0;

      auto value() const { return std::tuple(has_new, runs, excess); }
    };
    std::map<std::pair<int, std::uint32_t>, Rank> ranks;
    for (const PageFinding& finding : page_.findings) {
      Rank& rank = ranks[{group_of(finding), finding.cluster}];
      rank.has_new = rank.has_new || finding.status == IssueStatus::fresh;
      ++rank.runs;
      rank.excess = std::max(rank.excess, finding.excess);
    }
    std::ranges::sort(page_.findings, [&](const PageFinding& a, const PageFinding& b) {
      if (group_of(a) != group_of(b)) return group_of(a) > group_of(b);
      if (a.cluster != b.cluster) {
        const auto of_a = ranks[{group_of(a), a.cluster}].value(), of_b = ranks[{group_of(b), b.cluster}].value();
        if (of_a != of_b) return of_a > of_b;
        return page_.clusters[a.cluster].id < page_.clusters[b.cluster].id;
      }
      if (newness(a) != newness(b)) return newness(a) > newness(b);
      if (a.excess != b.excess) return a.excess > b.excess;
      return page_.runs[a.run].key < page_.runs[b.run].key;
    });
  }

  store::Store& store_;
  const PageQuestion& question_;
  Compared compared_;
  SuitePage page_;
  std::map<std::int64_t, std::uint32_t> places_;    // of runs, by the store's ids
  std::map<std::int64_t, std::uint32_t> clusters_;  // likewise
  std::size_t ignored_ = 0;                         // issues
};

}  // namespace

Result<SuitePage> read_page(store::Store& store, const PageQuestion& question) {
  return PageReader(store, question).read();
}

}  // namespace scrutineer::suite
