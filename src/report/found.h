// What a result found, as far as a report must know it to choose what to keep and to draw.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "results/run_result.h"
#include "results/triage.h"
#include "watch/check.h"
#include "watch/issue.h"

namespace scrutineer::report {

struct FoundIssue {
  int id = 0;
  std::string checker, kind;
  watch::Category category = watch::Category::other;
  watch::Severity severity = watch::Severity::info;
  std::string actor;
  std::optional<std::string> other;
  Time start{}, end{};
  std::optional<Time> decided = {};  // when the vehicle passed the line that it is about
  std::string message;
  std::vector<std::pair<std::string, double>> numbers;  // metrics that are numbers
  std::string signal = {}, signal_road = {};            // of the map, that it is about; empty: none

  // What a picture shows.
  Time moment() const { return decided.value_or(start); }
  bool operator==(const FoundIssue&) const = default;
};

// An interval: also watchers have pictures, which raise no issue.
struct FoundInterval {
  std::string watcher, actor;
  Time start{}, end{};
  bool operator==(const FoundInterval&) const = default;
};

struct Found {
  std::vector<FoundIssue> issues;
  std::vector<FoundInterval> intervals;
  std::string trace_file;
  std::uint64_t frames = 0;
  Time end{};
  std::string title;  // the test's name, else the trace's
  bool operator==(const Found&) const = default;
};

// From runtime_data.json; `file` is what problems call it.
Result<Found> read_found(std::string_view result, const std::string& file);
// The same of a result that is still in memory, so that its file need not be parsed.
Found found_of(const results::RunResult& result);

// In which order and which together people should see them: places in Found::issues. The checks say which metrics are
// values and limits. The names in it are those of `found`.
results::Triage triage_of(const Found& found, std::span<const watch::Check> checks);

}  // namespace scrutineer::report
