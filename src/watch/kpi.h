// A key performance indicator: numbers about the whole run, of each actor and in total, made of the intervals of some
// watchers.
//
//   CheckInfo{.name = "ego_front_left_zone_limit_watcher_for_vehicle", ..., .kpi = relevance}
//
// The watchers name their KPI; the engine hands it their intervals when the run is over. What is declared here are its
// keys in results, its docs and its part of the schema.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "watch/check.h"
#include "watch/issue.h"

namespace scrutineer::watch {

// Over whom a KPI sums up.
struct KpiTotal {
  std::string_view key;      // in results: "total"; with a dot an object in an object: "by_type.following"
  std::string_view meaning;  // a sentence: who is among them
};

struct KpiInfo {
  std::string_view name;
  std::string_view summary;                // one sentence
  std::string_view doc;                    // how exactly
  std::string_view guide = {};             // the manual's page about it, below docs/
  std::vector<MetricInfo> of_actors = {};  // of each actor
  std::vector<MetricInfo> of_totals = {};  // of each total
  std::vector<KpiTotal> totals = {};       // the first is the run's own
  // Are its watchers only for it? Then lists show the KPI instead of them.
  bool hides_watchers = true;
};

struct KpiInterval {
  std::string_view watcher;         // its name
  const ActorRef* actor = nullptr;  // the same pointer for the same actor
  Time start{}, end{};
  std::span<const Value> data = {};  // in the order of the watcher's metrics
};

// What a KPI may know of the run beside intervals.
struct KpiRun {
  Duration duration{};
  double ego_metres = 0.0;  // driven, in the plane
};

struct KpiResult {
  struct Row {
    ActorRef actor;
    std::vector<Value> values;  // in the order of KpiInfo::of_actors
  };
  std::vector<Row> actors;                 // who had an interval, by uid
  std::vector<std::vector<Value>> totals;  // by KpiInfo::totals, then KpiInfo::of_totals
  std::string line;                        // the gist for people, without a line's end; empty: nothing to tell
};

struct Kpi {
  KpiInfo info;
  // The intervals in the order in which they ended.
  std::function<KpiResult(std::span<const KpiInterval> intervals, const KpiRun& run)> compute;
};

// Is the check shown under its KPI's name instead of its own?
inline bool is_hidden_by_kpi(const CheckInfo& check) { return check.kpi && check.kpi->info.hides_watchers; }

// Of one run. It is not there where its watchers were turned off, failed, or could not judge anybody.
struct KpiOutcome {
  std::shared_ptr<const Kpi> kpi;
  KpiResult result;
};

}  // namespace scrutineer::watch
