// How much of what is found an evaluation keeps.
//
// Without limits memory would grow with the number of pairs of actors (400 that overlap are 79,800 collisions) and with
// the length of the run. What is left out is counted, and told in every result. The first are kept, in the order in
// which they were raised, so the same run keeps the same issues whatever threads do.
//
// Each kind has room of its own for each severity and category, and the first of them is always kept. So a verdict never
// depends on what was left out, and the traffic around the ego cannot crowd out what the ego did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "watch/issue.h"

namespace scrutineer::watch {

struct KeepLimits {
  std::size_t issues_of_kind = 1'000;      // of one severity and category
  std::size_t issues = 10'000;             // of the ego's in all, and as many of others'
  std::size_t intervals_of_check = 5'000;  // of the ego's, and as many of others'
  std::size_t intervals = 20'000;          // likewise in all
  std::size_t kpi_intervals = 200'000;     // of one watcher, from which its KPI is computed
  std::size_t events = 20'000;             // of one frame, beside those whose issue or interval is kept
};

// Of one kind, severity and category, of which not all were kept.
struct IssuesLeftOut {
  std::uint32_t check = 0;
  std::string kind;
  Category category = Category::other;
  Severity severity = Severity::error;
  std::size_t kept = 0, left_out = 0;

  bool operator==(const IssuesLeftOut&) const = default;
};

// Decides which issues and intervals are kept, and counts the others.
class Keeper {
 public:
  Keeper(const KeepLimits& limits, std::size_t checks) : limits_(limits), of_checks_(checks) {}

  bool keeps(const Issue& issue);
  bool keeps(const IntervalRecord& interval);
  bool keeps_for_kpi(std::uint32_t check);
  // In a frame that has so many events already.
  bool tells(std::size_t events);

  std::vector<IssuesLeftOut> issues_left_out() const;  // by kind, then category, then severity
  std::size_t intervals_left_out(std::uint32_t check) const { return of_checks_[check].intervals_left_out; }
  std::size_t kpi_intervals_left_out(std::uint32_t check) const { return of_checks_[check].kpi_intervals_left_out; }
  std::size_t events_left_out() const { return events_left_out_; }

 private:
  using Kind = std::tuple<std::string, Category, Severity, std::uint32_t>;  // the last is the check
  struct Count {
    std::size_t kept = 0, left_out = 0;
  };
  struct OfCheck {
    std::size_t of_ego = 0, of_others = 0, intervals_left_out = 0, for_kpi = 0, kpi_intervals_left_out = 0;
  };

  KeepLimits limits_;
  std::map<Kind, Count> kinds_;
  std::size_t issues_of_ego_ = 0, issues_of_others_ = 0, intervals_of_ego_ = 0, intervals_of_others_ = 0;
  std::vector<OfCheck> of_checks_;
  std::size_t events_left_out_ = 0;
};

}  // namespace scrutineer::watch
