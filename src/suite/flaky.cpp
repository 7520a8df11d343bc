#include "suite/flaky.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace scrutineer::suite {
namespace {

// One run of a test, by places.
struct Seen {
  std::size_t suite;
  std::size_t run;
};

// What must be equal for two results to be expected to be.
using Expectation = std::vector<std::string>;

std::set<std::string> clusters_of(const Overview& overview, std::size_t run) {
  std::set<std::string> codes;
  for (const Finding& finding : overview.of_run(run)) codes.insert(overview.clusters[finding.cluster].cluster.id);
  return codes;
}

Expectation group_of(const FlakySuite& suite, const OverviewRun& run, const FlakyOptions& options) {
  if (options.same.empty()) return {std::to_string(run.content)};
  Expectation group;
  for (const std::string& label : options.same) {
    const auto found = suite.labels.find(label);
    group.push_back(found == suite.labels.end() ? std::string() : "=" + found->second);
  }
  return group;
}

// Looks at the runs of one test that should agree, the older first.
void look_at(std::span<const FlakySuite> suites, const std::vector<Seen>& group, bool after_rules, FlakyTest& test,
             std::set<std::string>& unsteady) {
  if (group.size() < 2) return;
  std::string_view last_word;
  std::set<std::string> last_clusters, every, always;
  for (std::size_t i = 0; i < group.size(); ++i) {
    const Overview& overview = *suites[group[i].suite].overview;
    const OverviewRun& run = overview.runs[group[i].run];
    const std::string_view word = run.word(after_rules);
    std::set<std::string> clusters = clusters_of(overview, group[i].run);
    ++test.runs;
    ++test.verdicts[std::string(word)];
    if (i > 0 && (word != last_word || clusters != last_clusters)) {
      ++test.changes;
      test.last_change = overview.name;
    }
    every.insert(clusters.begin(), clusters.end());
    if (i == 0) always = clusters;
    std::erase_if(always, [&](const std::string& code) { return !clusters.contains(code); });
    last_word = word;
    last_clusters = std::move(clusters);
  }
  std::ranges::set_difference(every, always, std::inserter(unsteady, unsteady.end()));
}

}  // namespace

std::vector<FlakyTest> flaky(std::span<const FlakySuite> suites, const FlakyOptions& options) {
  // Runs are sorted by test in every suite, so tests are met in order without keeping all of them.
  std::vector<std::size_t> next(suites.size(), 0);
  std::vector<FlakyTest> found;
  while (true) {
    const OverviewRun* first = nullptr;
    for (std::size_t s = 0; s < suites.size(); ++s) {
      const auto& runs = suites[s].overview->runs;
      if (next[s] < runs.size() && (first == nullptr || runs[next[s]].test < first->test)) first = &runs[next[s]];
    }
    if (first == nullptr) break;
    const std::int64_t number = first->test;
    FlakyTest test{.key = first->key};
    std::map<Expectation, std::vector<Seen>> groups;
    for (std::size_t s = 0; s < suites.size(); ++s) {
      const auto& runs = suites[s].overview->runs;
      if (next[s] >= runs.size() || runs[next[s]].test != number) continue;
      groups[group_of(suites[s], runs[next[s]], options)].push_back({s, next[s]});
      ++next[s];
    }
    std::set<std::string> unsteady;
    for (const auto& [group, seen] : groups) look_at(suites, seen, options.after_rules, test, unsteady);
    if (test.changes == 0) continue;
    test.clusters.assign(unsteady.begin(), unsteady.end());
    found.push_back(std::move(test));
  }
  std::ranges::sort(found, [](const FlakyTest& a, const FlakyTest& b) {
    return std::tie(b.changes, a.key) < std::tie(a.changes, b.key);
  });
  return found;
}

}  // namespace scrutineer::suite
