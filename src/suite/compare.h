// Compares two suites: which issues are new, gone or changed, and which runs have another verdict.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "suite/noise.h"
#include "suite/overview.h"

namespace scrutineer::suite {

// Of the issues of one cluster in one run key, against the baseline.
enum class IssueStatus : std::uint8_t {
  fresh,    // the baseline has none of that cluster in that key (or a rule says so)
  same,     //
  changed,  // the baseline has them, and the worst value has moved by more than its noise
  gone,     // only the baseline has them, and the run was evaluated
};
std::string_view to_word(IssueStatus status);  // fresh: "new"

struct RunPair {
  std::uint32_t before = 0, now = 0;  // places in Overview::runs

  bool operator==(const RunPair&) const = default;
};
struct FindingPair {
  std::uint32_t before = 0, now = 0;  // places in Overview::findings

  bool operator==(const FindingPair&) const = default;
};

struct Comparison {
  std::vector<IssueStatus> statuses;                 // of every finding of now, in their order
  std::vector<std::uint32_t> gone;                   // findings of before
  std::vector<FindingPair> changed;                  // those that have both
  std::vector<RunPair> verdicts;                     // runs whose verdicts differ, also if one was not evaluated
  std::vector<std::uint32_t> only_before, only_now;  // runs that the other suite does not have
  std::size_t in_both = 0;                           // runs
};

struct CompareOptions {
  MovedOptions moved = {};
  bool after_rules = true;  // the verdicts
};

// Both suites must be of one store, because ids of the store tell which tests and clusters are the same.
Comparison compare(const Overview& before, const Overview& now, const CompareOptions& options = {});

// For a suite without a baseline: every finding is `same`, unless a rule marks it as new.
Comparison alone(const Overview& now);

}  // namespace scrutineer::suite
