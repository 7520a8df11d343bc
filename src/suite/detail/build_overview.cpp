#include "suite/detail/build_overview.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "suite/detail/sql.h"

namespace scrutineer::suite::detail {
namespace {

using store::Row;

// What the overview has no place for, but verdicts after rules need.
struct RunState {
  bool complete = false;
  std::int64_t failed_checks = 0;
  bool is_whole() const { return complete && failed_checks == 0; }
};

std::uint64_t beginning_of_hash(std::string_view hex) {
  std::uint64_t value = 0;
  const char* const begin = hex.data();
  std::from_chars(begin, begin + std::min<std::size_t>(hex.size(), 16), value, 16);
  return value;
}

class OverviewBuilder {
 public:
  OverviewBuilder(store::Store& store, const store::SuiteRow& suite) : store_(store), suite_(suite) {
    built_.overview.name = suite.name;
    built_.overview.suites = {suite.name};
  }

  Result<BuiltOverview> build(std::span<const Rule> rules) {
    for (const auto step :
         {&OverviewBuilder::read_runs, &OverviewBuilder::read_clusters, &OverviewBuilder::read_relevance})
      if (auto problem = (this->*step)()) return *problem;
    if (auto problem = prepare(rules)) return *problem;
    if (auto problem = read_issues()) return *problem;
    merge_findings();
    judge_runs();
    return std::move(built_);
  }

 private:
  std::optional<Problem> read_runs() {
    return store_.query(
        "SELECT r.id, r.test, t.key, r.content, r.verdict, r.outcome, r.duration, r.ego_km, r.complete, "
        "r.failed_checks "
        "FROM runs r JOIN tests t ON t.id = r.test WHERE r.suite = ? ORDER BY r.test",
        {suite_.id}, [&](const Row& row) {
          place_of_run_[row.integer(0)] = static_cast<std::uint32_t>(built_.overview.runs.size());
          built_.overview.runs.push_back(
              {.id = row.integer(0),
               .test = row.integer(1),
               .key = std::string(row.text(2)),
               .content = beginning_of_hash(row.text(3)),
               .verdict = verdict_from_word(row.text(4)),
               .outcome = store::outcome_from_word(row.text(5)).value_or(store::Outcome::evaluated),
               .duration = row.number(6),
               .km = row.is_null(7) ? kNoValue : row.number(7)});
          states_.push_back({row.integer(8) != 0, row.integer(9)});
          OverviewRun& run = built_.overview.runs.back();
          run.broke_off = run.outcome == store::Outcome::evaluated && !states_.back().is_whole();
        });
  }

  std::optional<Problem> read_relevance() {
    return store_.query(
        "SELECT sum(m.value) FROM metrics m JOIN runs r ON r.id = m.run JOIN names n ON n.id = m.name WHERE r.suite = "
        "? "
        "AND n.name = 'scenario_relevance.union_total_zone_duration'",
        {suite_.id}, [&](const Row& row) { built_.overview.relevant_s = row.is_null(0) ? kNoValue : row.number(0); });
  }

  // All of the store: which of them the suite has is known when its issues are read.
  std::optional<Problem> read_clusters() {
    return store_.query(
        "SELECT id, code, kind, checker, category, roles, normalised FROM clusters ORDER BY id", {},
        [&](const Row& row) {
          place_of_cluster_[row.integer(0)] = static_cast<std::uint32_t>(clusters_.size());
          clusters_.push_back({row.integer(0),
                               {std::string(row.text(1)), std::string(row.text(2)), std::string(row.text(3)),
                                std::string(row.text(4)), std::string(row.text(5)), std::string(row.text(6))}});
        });
  }

  // ---- rules --------------------------------------------------------------------------------------------------------

  std::optional<Problem> prepare(std::span<const Rule> rules) {
    for (const Rule& rule : rules) {
      if (!rule.is_on()) continue;
      auto matcher = RuleMatcher::make(rule);
      // A rule that cannot be read was made by a newer version; it must not be left out silently.
      if (!matcher)
        return Problem{{.file = store_.name()}, fmt::format("rule {}: {}", rule.id, matcher.problem().message)};
      matchers_.push_back(std::move(*matcher));
    }
    if (std::ranges::any_of(matchers_, &RuleMatcher::needs_attributes))
      if (auto problem = read_attributes()) return problem;
    if (std::ranges::any_of(matchers_, &RuleMatcher::needs_metrics)) return read_metrics();
    return std::nullopt;
  }

  std::optional<Problem> read_attributes() {
    attributes_.resize(built_.overview.runs.size());
    return store_.query(
        "SELECT a.run, n.name, a.value FROM attributes a JOIN runs r ON r.id = a.run JOIN names n ON n.id = a.name "
        "WHERE r.suite = ?",
        {suite_.id},
        [&](const Row& row) { attributes_[place_of_run_.at(row.integer(0))][std::string(row.text(1))] = row.text(2); });
  }

  std::optional<Problem> read_metrics() {
    std::vector<std::string> names;
    for (const RuleMatcher& matcher : matchers_)
      if (const auto parsed = Expression::parse(matcher.rule().match.where))
        names.insert(names.end(), parsed->names().begin(), parsed->names().end());
    const auto values = values_of(names);
    const std::string list = marks(names.size());
    if (auto problem = store_.query(fmt::format("SELECT m.run, n.name, m.value FROM metrics m JOIN runs r ON r.id = "
                                                "m.run JOIN names n ON n.id = m.name "
                                                "WHERE r.suite = ? AND m.value IS NOT NULL AND n.name IN {}",
                                                list),
                                    with(suite_.id, values), [&](const Row& row) {
                                      run_metrics_[row.integer(0)].push_back({std::string(row.text(1)), row.number(2)});
                                    }))
      return problem;
    return store_.query(
        fmt::format(
            "SELECT m.run, m.issue, n.name, m.value FROM issue_metrics m JOIN runs r ON r.id = m.run JOIN names n ON "
            "n.id = m.name WHERE r.suite = ? AND m.value IS NOT NULL AND n.name IN {}",
            list),
        with(suite_.id, values), [&](const Row& row) {
          issue_metrics_[{row.integer(0), row.integer(1)}].push_back({std::string(row.text(2)), row.number(3)});
        });
  }

  // Which of the rules are about the run at this place.
  const std::vector<const RuleMatcher*>& rules_of_run(std::uint32_t run) {
    if (last_run_ == run) return rules_of_last_run_;
    static const std::map<std::string, std::string> kNone;
    last_run_ = run;
    rules_of_last_run_.clear();
    for (const RuleMatcher& matcher : matchers_)
      if (matcher.matches_run(built_.overview.runs[run].key, attributes_.empty() ? kNone : attributes_[run]))
        rules_of_last_run_.push_back(&matcher);
    return rules_of_last_run_;
  }

  void apply_rules(Finding& finding, std::int64_t run, std::int64_t number) {
    const auto& matchers = rules_of_run(finding.run);
    if (matchers.empty()) return;
    const store::Cluster& cluster = clusters_[finding.cluster].cluster;
    store::IssueRow issue;
    issue.kind = cluster.kind;
    issue.checker = cluster.checker;
    issue.cluster = cluster.id;
    issue.severity = watch::to_word(finding.severity);
    if (const auto found = issue_metrics_.find({run, number}); found != issue_metrics_.end())
      issue.metrics = found->second;
    std::span<const store::MetricRow> of_run;
    if (const auto found = run_metrics_.find(run); found != run_metrics_.end()) of_run = found->second;
    std::vector<const Rule*> touching;
    for (const RuleMatcher* matcher : matchers) {
      if (!matcher->matches(issue, of_run)) continue;
      touching.push_back(&matcher->rule());
      built_.hits.push_back({matcher->rule().id, run, number});
    }
    const Ruling ruling = ruling_of(issue, touching);
    finding.after_rules = ruling.severity;
    finding.mark = ruling.mark;
  }

  // ---- issues -------------------------------------------------------------------------------------------------------

  std::optional<Problem> read_issues() {
    std::int64_t last_id = 0;
    std::uint32_t last_place = 0;
    return store_.query(
        "SELECT i.run, i.number, i.cluster, i.severity, i.worst_value, i.limit_value FROM issues i JOIN runs r ON r.id "
        "= "
        "i.run WHERE r.suite = ?",
        {suite_.id}, [&](const Row& row) {
          const std::int64_t run = row.integer(0);
          if (run != last_id) {
            last_place = place_of_run_.at(run);
            last_id = run;
          }
          const auto severity = static_cast<watch::Severity>(std::clamp<std::int64_t>(row.integer(3), 0, 4));
          Finding finding{.run = last_place,
                          .cluster = place_of_cluster_.at(row.integer(2)),
                          .severity = severity,
                          .after_rules = severity,
                          .number = static_cast<std::uint32_t>(row.integer(1)),
                          .worst = row.is_null(4) ? kNoValue : row.number(4),
                          .limit = row.is_null(5) ? kNoValue : row.number(5)};
          if (!matchers_.empty()) apply_rules(finding, run, row.integer(1));
          built_.overview.findings.push_back(finding);
        });
  }

  static bool is_worse(const Finding& a, const Finding& b) {
    if (a.excess() != b.excess()) return a.excess() > b.excess();
    const double one = std::isnan(a.worst) ? -1.0 : std::abs(a.worst),
                 two = std::isnan(b.worst) ? -1.0 : std::abs(b.worst);
    return one != two ? one > two : a.number < b.number;
  }

  // Together they are marked not_an_issue only if both are, and known or expected only if both are one of these.
  static Mark merged(Mark a, Mark b) {
    if (a == Mark::not_an_issue || b == Mark::not_an_issue) return a == Mark::not_an_issue ? b : a;
    if (a == Mark::fresh || b == Mark::fresh) return Mark::fresh;
    return a == Mark::none ? a : b;
  }

  static std::uint32_t ignored_of(const Finding& finding) {
    return finding.after_rules == watch::Severity::ignore ? finding.issues : finding.ignored;
  }
  static std::uint32_t known_errors_of(const Finding& finding) {
    return finding.errors(true) - finding.unknown_errors(true);
  }

  static Finding merged(const Finding& a, const Finding& b) {
    Finding both = is_worse(b, a) ? b : a;
    both.issues = a.issues + b.issues;
    both.severity = std::max(a.severity, b.severity);
    both.after_rules = std::max(a.after_rules, b.after_rules);
    both.mark = merged(a.mark, b.mark);
    both.not_errors = both.not_errors_after_rules = both.ignored = both.known_errors = 0;
    if (both.errors(false) > 0) both.not_errors = both.issues - a.errors(false) - b.errors(false);
    if (both.errors(true) > 0) both.not_errors_after_rules = both.issues - a.errors(true) - b.errors(true);
    if (both.after_rules != watch::Severity::ignore) both.ignored = ignored_of(a) + ignored_of(b);
    if (!is_known(both.mark)) both.known_errors = known_errors_of(a) + known_errors_of(b);
    return both;
  }

  void merge_findings() {
    auto& findings = built_.overview.findings;
    std::ranges::sort(findings, [](const Finding& a, const Finding& b) {
      if (a.run != b.run) return a.run < b.run;
      return a.cluster != b.cluster ? a.cluster < b.cluster : a.number < b.number;
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < findings.size(); ++i) {
      const bool is_more =
          kept > 0 && findings[kept - 1].run == findings[i].run && findings[kept - 1].cluster == findings[i].cluster;
      if (is_more)
        findings[kept - 1] = merged(findings[kept - 1], findings[i]);
      else
        findings[kept++] = findings[i];
    }
    findings.resize(kept);
    keep_own_clusters();
  }

  void keep_own_clusters() {
    std::vector<std::uint32_t> place(clusters_.size(), 0);
    for (const Finding& finding : built_.overview.findings) place[finding.cluster] = 1;
    for (std::size_t i = 0; i < clusters_.size(); ++i) {
      if (place[i] == 0) continue;
      place[i] = static_cast<std::uint32_t>(built_.overview.clusters.size());
      built_.overview.clusters.push_back(std::move(clusters_[i]));
    }
    for (Finding& finding : built_.overview.findings) finding.cluster = place[finding.cluster];
  }

  void judge_runs() {
    const Overview& overview = built_.overview;
    auto finding = overview.findings.begin();
    for (std::uint32_t i = 0; i < overview.runs.size(); ++i) {
      OverviewRun& run = built_.overview.runs[i];
      std::vector<JudgedIssue> issues;
      bool is_touched = false;
      for (; finding != overview.findings.end() && finding->run == i; ++finding) {
        issues.push_back({overview.clusters[finding->cluster].cluster.category, finding->after_rules});
        is_touched = is_touched || finding->after_rules != finding->severity;
      }
      // A run that no rule changed keeps its verdict, even if that does not follow from its issues.
      run.after_rules = run.verdict;
      if (!is_touched) continue;
      const store::RunRow row{.key = run.key,
                              .complete = states_[i].complete,
                              .outcome = run.outcome,
                              .failed_checks = states_[i].failed_checks};
      run.after_rules = verdict_from_word(verdict_after_rules(row, issues));
    }
  }

  store::Store& store_;
  const store::SuiteRow& suite_;
  BuiltOverview built_;
  std::vector<RunState> states_;
  std::unordered_map<std::int64_t, std::uint32_t> place_of_run_, place_of_cluster_;
  std::vector<OverviewCluster> clusters_;
  std::vector<RuleMatcher> matchers_;
  std::vector<std::map<std::string, std::string>> attributes_;  // by the place of the run; empty: no rule needs them
  std::map<std::int64_t, std::vector<store::MetricRow>> run_metrics_;
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<store::MetricRow>> issue_metrics_;
  std::uint32_t last_run_ = 0xFFFF'FFFF;
  std::vector<const RuleMatcher*> rules_of_last_run_;
};

}  // namespace

Result<BuiltOverview> build_overview(store::Store& store, const store::SuiteRow& suite, std::span<const Rule> rules) {
  return OverviewBuilder(store, suite).build(rules);
}

}  // namespace scrutineer::suite::detail
