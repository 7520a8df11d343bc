// Records of runs that nobody drove, for tests and benchmarks of stores: as many as wanted, the same every time.
//
//   store.write(suite, kit::made_up_records({.first = 0, .count = 500, .night = 2}));
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "store/rows.h"
#include "store/store.h"

namespace scrutineer::kit {

struct MadeUpRecords {
  std::int64_t first = 0, count = 1;  // runs: the same number is the same test in every suite
  std::int64_t night = 1;             // values differ a little from night to night; some issues come and go
  int issues = 10, issue_metrics = 5, metrics = 10;
};

namespace made_up {

// Numbers that look random and are not.
inline std::uint64_t mixed(std::uint64_t value) {
  value += 0x9e3779b97f4a7c15U;
  value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
  value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
  return value ^ (value >> 31U);
}
inline double share(std::uint64_t value) { return static_cast<double>(mixed(value) >> 11U) * 0x1p-53; }

inline constexpr std::array<const char*, 10> kKinds{
    "speed_policy", "acceleration_policy", "ttc_policy",  "collision",        "road_departure",
    "lane_change",  "red_light",           "jerk_policy", "minimum_distance", "wrong_way"};
inline constexpr std::array<const char*, 4> kSeverities{"error", "error_continue", "warning", "info"};

inline store::IssueRow issue(std::uint64_t seed, std::int64_t number, std::int64_t night, int metrics) {
  const std::string kind = kKinds.at(mixed(seed) % kKinds.size());
  const bool is_ego = mixed(seed + 1) % 3 != 0;
  const double start = 20.0 * share(seed + 2);
  const double value = 10.0 + 40.0 * share(seed + 3) + 0.01 * share(seed + static_cast<std::uint64_t>(night));
  const std::string actor = is_ego ? "ego" : std::to_string(mixed(seed + 4) % 10);
  store::IssueRow row{
      .number = number,
      .time = start + 1.0,
      .start = start,
      .end = start + 1.0,
      .kind = kind,
      .category = is_ego ? "sut" : "other",
      .severity = kSeverities.at(mixed(seed + 5) % kSeverities.size()),
      .checker = kind,
      .actor = {actor, "car", is_ego ? "sut" : "npc"},
      .driver = is_ego ? "sut_driver" : "external_driver",
      .message = fmt::format("[{:.3f}s] Max. limit of {:.0f}kph of {} was exceeded. {} - {} - {} value: "
                             "{:.1f}kph (configurable as policy.max_{})",
                             start + 1.0, value - 5.0, kind, actor, is_ego ? "SUT" : "car",
                             is_ego ? "sut_driver" : "external_driver", value, kind),
      .worst = value,
      .limit = value - 5.0,
      .unit = "m/s"};
  for (int i = 0; i < metrics; ++i) row.metrics.push_back({fmt::format("{}_{}", kind, i), value + i, "m/s"});
  return row;
}

}  // namespace made_up

inline store::RunRecord made_up_record(std::int64_t run, const MadeUpRecords& wanted) {
  using made_up::mixed;
  using made_up::share;
  const auto seed = static_cast<std::uint64_t>(run) * 1'000;
  store::RunRecord record{.run = {.key = fmt::format("suite/map_{}/scenario_{:03}/run_{:06}", run % 5, run % 97, run),
                                  .content = fmt::format("{:016x}{:016x}", mixed(seed), mixed(seed + 1)),
                                  .manifest = fmt::format("suite/map_{}/run_{:06}/run.json", run % 5, run),
                                  .verdict = "pass",
                                  .complete = true,
                                  .duration = 20.0,
                                  .ego_km = 0.2 + 0.1 * share(seed),
                                  .frames = 200,
                                  .actors = 10,
                                  .wall_s = 0.05,
                                  .cpu_s = 0.05}};
  std::map<std::string, store::Cluster> clusters;
  for (int i = 0; i < wanted.issues; ++i) {
    // One in two hundred is there only every other night.
    const std::uint64_t issue_seed = seed + 20U * static_cast<std::uint64_t>(i + 1);
    if (mixed(issue_seed + 9) % 200 == 0 && (wanted.night + run) % 2 == 0) continue;
    record.issues.push_back(
        made_up::issue(issue_seed, std::ssize(record.issues) + 1, wanted.night, wanted.issue_metrics));
    store::IssueRow& issue = record.issues.back();
    store::Cluster cluster = store::cluster_of({.kind = issue.kind,
                                                .checker = issue.checker,
                                                .category = issue.category,
                                                .actor_id = issue.actor.id,
                                                .actor_role = issue.actor.role,
                                                .message = issue.message});
    issue.cluster = cluster.id;
    clusters.emplace(issue.cluster, std::move(cluster));
    if (issue.severity.starts_with("error")) record.run.verdict = issue.category == "sut" ? "fail" : "suspect";
  }
  record.run.verdict_after_rules = record.run.verdict;
  for (auto& [id, cluster] : clusters) record.clusters.push_back(std::move(cluster));
  for (int i = 0; i < wanted.metrics; ++i)
    record.metrics.push_back({fmt::format("comfort.metric_{:02}", i),
                              100.0 * share(seed + 500 + static_cast<std::uint64_t>(i)) +
                                  0.1 * share(seed + 600 + static_cast<std::uint64_t>(i + 50 * wanted.night)),
                              "m/s"});
  record.attributes = {{"info.run.seed", std::to_string(run)},
                       {"info.run.test_name", fmt::format("scenario_{:03}", run % 97)},
                       {"map.file", fmt::format("map_{}.xodr", run % 5)},
                       {"trace.format", "osi"}};
  return record;
}

// By key, as a store gives them back.
inline std::vector<store::RunRecord> made_up_records(const MadeUpRecords& wanted) {
  std::vector<store::RunRecord> records;
  for (std::int64_t run = wanted.first; run < wanted.first + wanted.count; ++run)
    records.push_back(made_up_record(run, wanted));
  std::ranges::sort(records, {}, [](const store::RunRecord& record) { return record.run.key; });
  return records;
}

// A whole suite of them, written in pieces and complete.
inline std::optional<Problem> write_made_up_suite(store::Store& store, const std::string& name, MadeUpRecords wanted,
                                                  std::int64_t at_once = 500) {
  const auto suite = store.make_suite({.name = name,
                                       .labels = {{"branch", "main"}},
                                       .created = fmt::format("2026-01-{:02}T00:00:00Z", wanted.night),
                                       .engine_version = "0.1.0",
                                       .configuration = "{}"});
  if (!suite) return suite.problem();
  const std::int64_t end = wanted.first + wanted.count;
  for (; wanted.first < end; wanted.first += wanted.count) {
    wanted.count = std::min(at_once, end - wanted.first);
    if (auto problem = store.write(suite->id, made_up_records(wanted))) return problem;
  }
  return store.set_state(suite->id, store::SuiteState::complete);
}

}  // namespace scrutineer::kit
