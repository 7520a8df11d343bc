// The page of a suite: what is new, what is worse, what to look at first, as one file that opens from disk.
//
//   auto data = read_page(store, {.suite = "night-17"});
//   for (PageRun& run : data->runs) run.report = ...;      // where reports of runs are, as seen from the page
//   write(suite_page(*data));
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "store/store.h"
#include "suite/answer.h"
#include "suite/compare.h"
#include "suite/overview.h"
#include "suite/questions.h"
#include "suite/statistics.h"

namespace scrutineer::suite {

struct PageQuestion {
  std::string suite;
  Against against = {};
  std::size_t last = 30;  // suites that trends show; 0: all
};

struct PageRun {
  std::string key, verdict;  // "pass", "timeout"
  std::string reason = {}, manifest = {}, folder = {};
  bool is_of_baseline = false;  // only there for what is gone
  std::string report = {};      // the path of its report as seen from the page; empty: there is none
};

struct PageIssue {
  std::int64_t number = 0;
  double start = 0.0;  // s

  bool operator==(const PageIssue&) const = default;
};

// The issues of one cluster in one run.
struct PageFinding {
  std::uint32_t run = 0, cluster = 0;  // places in SuitePage
  watch::Severity severity = watch::Severity::info;
  IssueStatus status = IssueStatus::same;
  Mark mark = Mark::none;
  std::uint32_t age = 1;
  std::string first_seen = {};
  double excess = 0.0;
  std::string message = {}, reached = {};  // of the issue that is furthest beyond its limit: "16.2 m/s, limit 13.9"
  std::vector<PageIssue> issues = {};      // that one first
};

struct PageAttribute {
  std::string name;
  std::vector<std::string> values;  // all that there are, sorted
  std::vector<std::uint32_t> runs;  // by place of the run: place in values + 1; 0: it has none
};

struct PageMetric {
  std::string name, unit;
  bool is_of_issues = false;
  std::optional<Summary> now, before;
  std::vector<Bin> bins;                                   // of now and before together ...
  std::vector<std::size_t> now_counts, before_counts;      // ... and how many each has in them
  std::vector<std::pair<std::uint32_t, double>> smallest;  // place in runs and value
  std::vector<std::pair<std::uint32_t, double>> largest;
  std::vector<std::optional<Summary>> trend;  // by place in SuitePage::trend_suites
};

struct SuitePage {
  store::SuiteRow suite;
  std::string baseline;  // empty: there is none
  bool after_rules = true;
  Answer show;
  std::optional<Answer> diff;
  std::vector<Answer> trends;  // of the suite's own numbers
  std::vector<PageRun> runs;
  std::vector<store::Cluster> clusters;
  // Worst first: by severity (what is gone last), then cluster, then run; new ones lead among equals.
  std::vector<PageFinding> findings;
  std::vector<PageAttribute> attributes;
  std::vector<std::string> trend_suites;
  std::vector<PageMetric> metrics;
};

Result<SuitePage> read_page(store::Store& store, const PageQuestion& question);

std::string suite_page(const SuitePage& page);

}  // namespace scrutineer::suite
