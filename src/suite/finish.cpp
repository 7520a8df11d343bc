#include "suite/finish.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "base/printable.h"
#include "suite/baseline.h"
#include "suite/detail/build_overview.h"
#include "suite/detail/sql.h"
#include "suite/triage.h"

namespace scrutineer::suite {
namespace {

using store::Database;
using store::Row;
using store::RowSink;
using store::SuiteRow;
using store::Value;

struct NoiseOfMetric {
  std::int64_t test = 0, name = 0;
  Noise noise;
};

// One value of a metric, and in which of the suites.
struct Sample {
  std::int64_t test = 0, name = 0;
  std::size_t suite = 0;
  double value = 0.0;
};

// Of runs this many at once: all suites' metrics of them are in memory.
constexpr std::size_t kTestsAtOnce = 2'000;

// ---- noise ----------------------------------------------------------------------------------------------------------

std::optional<Problem> read_samples(store::Store& store, std::span<const SuiteRow* const> history,
                                    std::int64_t first_test, std::int64_t last_test, std::vector<Sample>& samples) {
  std::map<std::int64_t, std::size_t> place;
  std::vector<Value> values;
  for (std::size_t i = 0; i < history.size(); ++i) {
    place[history[i]->id] = i;
    values.emplace_back(history[i]->id);
  }
  values.emplace_back(first_test);
  values.emplace_back(last_test);
  return store.query(
      fmt::format("SELECT r.test, m.name, r.suite, m.value FROM runs r JOIN metrics m ON m.run = r.id WHERE "
                  "r.suite IN {} AND r.test >= ? AND r.test <= ? AND r.complete = 1 AND m.value IS NOT NULL",
                  detail::marks(history.size())),
      values, [&](const Row& row) {
        samples.push_back({row.integer(0), row.integer(1), place[row.integer(2)], row.number(3)});
      });
}

void learn_from(std::vector<Sample>& samples, std::vector<NoiseOfMetric>& found) {
  std::ranges::sort(samples, [](const Sample& a, const Sample& b) {
    return std::tie(a.test, a.name, a.suite) < std::tie(b.test, b.name, b.suite);
  });
  std::vector<double> values;
  for (std::size_t begin = 0; begin < samples.size();) {
    std::size_t end = begin;
    values.clear();
    for (; end < samples.size() && samples[end].test == samples[begin].test && samples[end].name == samples[begin].name;
         ++end)
      values.push_back(samples[end].value);
    const Noise noise = learn_noise(values);
    if (noise.is_learned()) found.push_back({samples[begin].test, samples[begin].name, noise});
    begin = end;
  }
}

Result<std::vector<NoiseOfMetric>> noise_of_metrics(store::Store& store, const Overview& now,
                                                    std::span<const SuiteRow* const> history) {
  std::vector<NoiseOfMetric> found;
  if (history.size() <= kFewestDifferences) return found;
  std::vector<Sample> samples;
  for (std::size_t begin = 0; begin < now.runs.size(); begin += kTestsAtOnce) {
    const std::size_t last = std::min(begin + kTestsAtOnce, now.runs.size()) - 1;
    samples.clear();
    if (auto problem = read_samples(store, history, now.runs[begin].test, now.runs[last].test, samples))
      return *problem;
    // Earlier suites may have had tests between these that this one has not.
    std::erase_if(samples, [&](const Sample& sample) {
      return !std::ranges::binary_search(now.runs, sample.test, {}, &OverviewRun::test);
    });
    learn_from(samples, found);
  }
  return found;
}

// ---- what is kept ---------------------------------------------------------------------------------------------------

// Ids only ever grow, so both together tell whether any run was written since.
struct RunsMark {
  std::int64_t count = 0, last = 0;
  bool operator==(const RunsMark&) const = default;
};

RunsMark mark_of(const Overview& overview) {
  RunsMark mark{.count = static_cast<std::int64_t>(overview.runs.size())};
  for (const OverviewRun& run : overview.runs) mark.last = std::max(mark.last, run.id);
  return mark;
}

Result<std::optional<Overview>> read_kept(store::Store& store, const SuiteRow& suite) {
  std::vector<std::string> parts;
  if (auto problem = store.query_bytes("SELECT content FROM overviews WHERE suite = ? ORDER BY part", {suite.id},
                                       [&](std::string_view part) { parts.emplace_back(part); }))
    return *problem;
  RunsMark mark;
  if (auto problem = store.query("SELECT count(*), max(id) FROM runs WHERE suite = ?", {suite.id},
                                 [&](const Row& row) { mark = {row.integer(0), row.integer(1)}; }))
    return *problem;
  auto overview = unpack(std::vector<std::string_view>(parts.begin(), parts.end()));
  // Written by another version, or before runs were added: the caller makes it again.
  if (!overview || mark_of(*overview) != mark) return std::optional<Overview>();
  overview->name = suite.name;
  return std::optional(std::move(*overview));
}

std::optional<Problem> write_verdicts(Database& database, const Overview& overview, std::int64_t suite) {
  if (auto problem = database.run("UPDATE runs SET verdict_after_rules = verdict WHERE suite = ?", {suite}))
    return problem;
  for (const OverviewRun& run : overview.runs) {
    if (run.after_rules == run.verdict) continue;
    if (auto problem =
            database.run("UPDATE runs SET verdict_after_rules = ? WHERE id = ?", {to_word(run.after_rules), run.id}))
      return problem;
  }
  return std::nullopt;
}

std::optional<Problem> write_hits(Database& database, const std::vector<detail::RuleHit>& hits, std::int64_t suite) {
  if (auto problem = database.run("DELETE FROM rule_hits WHERE run IN (SELECT id FROM runs WHERE suite = ?)", {suite}))
    return problem;
  return database.append("rule_hits", "rule, run, issue", [&](RowSink& sink) {
    for (const detail::RuleHit& hit : hits) sink.add(std::array<Value, 3>{hit.rule, hit.run, hit.issue});
  });
}

std::optional<Problem> write_noise(Database& database, const Overview& overview,
                                   const std::vector<NoiseOfMetric>& noise, std::int64_t suite) {
  if (overview.runs.empty() || noise.empty()) return std::nullopt;
  // Tests of other suites lie between this one's, and keep theirs.
  if (auto problem = database.run("DELETE FROM noise WHERE test IN (SELECT test FROM runs WHERE suite = ?)", {suite}))
    return problem;
  return database.append("noise", "test, name, samples, deviation", [&](RowSink& sink) {
    for (const NoiseOfMetric& one : noise)
      sink.add(std::array<Value, 4>{one.test, one.name, static_cast<std::int64_t>(one.noise.differences),
                                    one.noise.deviation});
  });
}

std::optional<Problem> write_overview(Database& database, const Overview& overview, std::int64_t suite) {
  if (auto problem = database.run("DELETE FROM overviews WHERE suite = ?", {suite})) return problem;
  const std::vector<std::string> parts = pack(overview);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (auto problem = database.run("INSERT INTO overviews (suite, part, content) VALUES (?, ?, ?)",
                                    {suite, static_cast<std::int64_t>(i), store::Bytes{parts[i]}}))
      return problem;
  return std::nullopt;
}

// Ages and noise, from the suites before.
std::optional<Problem> add_history(store::Store& store, Overview& now, std::span<const SuiteRow* const> history) {
  if (history.size() > kMostDifferences + 1) history = history.last(kMostDifferences + 1);
  std::vector<Overview> earlier;
  earlier.reserve(history.size());
  for (const SuiteRow* suite : history) {
    auto overview = read_overview(store, *suite);
    if (!overview) return overview.problem();
    earlier.push_back(std::move(*overview));
  }
  add_ages(now, earlier.empty() ? nullptr : &earlier.back());
  std::vector<const Overview*> pointers;
  pointers.reserve(earlier.size());
  for (const Overview& one : earlier) pointers.push_back(&one);
  add_noise(now, pointers);
  return std::nullopt;
}

}  // namespace

std::optional<Problem> finish_suite(store::Store& store, std::int64_t suite) {
  const auto suites = store.suites();
  if (!suites) return suites.problem();
  const auto row = std::ranges::find(*suites, suite, &SuiteRow::id);
  if (row == suites->end())
    return Problem{{.file = store.name()}, fmt::format("there is no suite with the id {}", suite)};
  const auto rules = read_rules(store);
  if (!rules) return rules.problem();
  const auto ignored = read_ignored_labels(store);
  if (!ignored) return ignored.problem();

  auto built = detail::build_overview(store, *row, *rules);
  if (!built) return built.problem();
  const auto history = history_of(*row, *suites, *ignored);
  if (auto problem = add_history(store, built->overview, history)) return problem;
  const std::span<const SuiteRow* const> newest =
      std::span(history).last(std::min(history.size(), kMostDifferences + 1));
  const auto noise = noise_of_metrics(store, built->overview, newest);
  if (!noise) return noise.problem();

  return store.transaction([&](Database& database) -> std::optional<Problem> {
    if (auto problem = write_verdicts(database, built->overview, suite)) return problem;
    if (auto problem = write_hits(database, built->hits, suite)) return problem;
    if (auto problem = write_noise(database, built->overview, *noise, suite)) return problem;
    if (auto problem = write_overview(database, built->overview, suite)) return problem;
    return database.run("UPDATE suites SET state = ? WHERE id = ?",
                        {store::to_word(store::SuiteState::complete), suite});
  });
}

Result<Overview> read_overview(store::Store& store, const SuiteRow& suite) {
  if (suite.state == store::SuiteState::complete) {
    auto kept = read_kept(store, suite);
    if (!kept) return kept.problem();
    if (*kept) return std::move(**kept);
  }
  const auto rules = read_rules(store);
  if (!rules) return rules.problem();
  auto built = detail::build_overview(store, suite, *rules);
  if (!built) return built.problem();
  return std::move(built->overview);
}

}  // namespace scrutineer::suite
