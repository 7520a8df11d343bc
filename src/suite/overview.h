// The overview of a suite: its runs, and which clusters of issues each has. Questions about issues are answered from
// it, because it is read in one piece: for a complete suite the store keeps it, packed, beside the rows.
//
//   Overview night = ...;
//   add_ages(night, &the_suite_before);
//   const std::vector<std::string> parts = pack(night);
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/rows.h"
#include "suite/noise.h"
#include "suite/rules.h"
#include "watch/issue.h"

namespace scrutineer::suite {

enum class RunVerdict : std::uint8_t { none, pass, fail, suspect, incomplete };  // none: not evaluated
std::string_view to_word(RunVerdict verdict);                                    // none: ""
RunVerdict verdict_from_word(std::string_view word);                             // none of any other

inline constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

struct OverviewRun {
  std::int64_t id = 0, test = 0;  // in the store
  std::string key;
  std::uint64_t content = 0;  // the beginning of the hash
  RunVerdict verdict = RunVerdict::none, after_rules = RunVerdict::none;
  store::Outcome outcome = store::Outcome::evaluated;
  bool broke_off = false;  // evaluated, but not to its end; the verdict is incomplete unless there were errors before
  double duration = 0.0, km = kNoValue;

  // "pass", "timeout": what people are told of it.
  std::string_view word(bool is_after_rules) const;
};

struct OverviewCluster {
  std::int64_t id = 0;  // in the store
  store::Cluster cluster;
};

// The issues of one cluster in one run.
struct Finding {
  std::uint32_t run = 0, cluster = 0;  // places in Overview::runs and ::clusters
  watch::Severity severity = watch::Severity::info, after_rules = watch::Severity::info;  // of the worst of them
  Mark mark = Mark::none;
  std::uint32_t issues = 1;
  // Rules may touch only some of its issues. How many are not what the finding is; all 0: they are alike.
  std::uint32_t not_errors = 0, not_errors_after_rules = 0;  // of a finding that is an error
  std::uint32_t ignored = 0;                                 // by rules, of a finding that is not
  std::uint32_t known_errors = 0;                            // to people, of a finding that is not marked so
  std::uint32_t number = 1;                                  // of the issue that is furthest beyond its limit
  double worst = kNoValue, limit = kNoValue;                 // of that one
  Noise noise = {};                                          // of `worst`, learned from earlier suites
  std::uint32_t age = 1;                                     // in how many suites in a row
  std::uint32_t first_seen = 0;                              // place in Overview::suites

  // How many of its issues count at all, are errors, and are errors that nobody knows of or expects.
  std::uint32_t count(bool is_after_rules) const { return is_after_rules ? issues - ignored : issues; }
  std::uint32_t errors(bool is_after_rules) const;
  std::uint32_t unknown_errors(bool is_after_rules) const;

  // How far beyond its limit, as a share of it; 0 where it has none.
  double excess() const;
};

// A finding of a run that this suite did not evaluate, as of its last evaluation: its age goes on from there.
struct PausedFinding {
  std::int64_t test = 0, cluster = 0;  // in the store
  std::uint32_t age = 1, first_seen = 0;
};

struct Overview {
  std::string name;                       // of the suite
  std::vector<OverviewRun> runs;          // by test
  std::vector<OverviewCluster> clusters;  // by id
  std::vector<Finding> findings;          // by run, then cluster
  std::vector<std::string> suites;        // in which findings were first seen
  std::vector<PausedFinding> paused;      // by test, then cluster
  double relevant_s = kNoValue;           // how long somebody was near the ego, of all runs; NaN: nobody knows

  std::span<const Finding> of_run(std::size_t run) const;  // of the run at this place
};

// In how many suites in a row each finding is now. `before`: the suite before; null: there is none.
void add_ages(Overview& now, const Overview* before);

// The noise of the findings' worst values, from earlier suites, the oldest first.
void add_noise(Overview& now, std::span<const Overview* const> earlier);

// Pieces of bytes to be kept in this order. The first one says how many there are.
std::vector<std::string> pack(const Overview& overview);
// A problem: the bytes are not what pack() wrote, or of another version.
Result<Overview> unpack(std::span<const std::string_view> parts);

}  // namespace scrutineer::suite
