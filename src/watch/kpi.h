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
  std::string_view key;      // in results: "total"
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
};

struct KpiInterval {
  std::string_view watcher;         // its name
  const ActorRef* actor = nullptr;  // the same pointer for the same actor
  Time start{}, end{};
};

struct KpiResult {
  struct Row {
    ActorRef actor;
    std::vector<Value> values;  // in the order of KpiInfo::of_actors
  };
  std::vector<Row> actors;                 // who had an interval, by uid
  std::vector<std::vector<Value>> totals;  // by KpiInfo::totals, then KpiInfo::of_totals
  std::string line;                        // the gist for people, without a line's end
};

struct Kpi {
  KpiInfo info;
  // The intervals in the order in which they ended, and how long the run was.
  std::function<KpiResult(std::span<const KpiInterval> intervals, Duration run)> compute;
};

// Of one run. It is not there where its watchers were turned off, failed, or could not judge anybody.
struct KpiOutcome {
  std::shared_ptr<const Kpi> kpi;
  KpiResult result;
};

}  // namespace scrutineer::watch
