#include "trace/time_gaps.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace scrutineer::trace {

namespace {

constexpr std::size_t kMostLengths = 4096;

// A step so much longer than the usual one is a gap: already one missing frame makes it twice as long.
constexpr double kGapFactor = 1.5;

bool is_longer(const TimeGap& a, const TimeGap& b) {
  return std::tuple(a.end - a.start, b.frame) > std::tuple(b.end - b.start, a.frame);
}

}  // namespace

void StepCounts::add(Duration step) {
  least_ = total_ == 0 ? step : std::min(least_, step);
  most_ = total_ == 0 ? step : std::max(most_, step);
  ++total_;
  ++counts_[step.count() / quantum_ * quantum_];
  while (counts_.size() > kMostLengths) coarsen();
}

void StepCounts::coarsen() {
  quantum_ *= 10;
  std::map<std::int64_t, std::uint64_t> coarser;
  for (const auto& [length, count] : counts_) coarser[length / quantum_ * quantum_] += count;
  counts_ = std::move(coarser);
}

StepSummary StepCounts::summary() const {
  StepSummary summary{.least = least_, .median = least_, .most = most_};
  std::uint64_t before = 0;
  for (const auto& [length, count] : counts_) {
    before += count;
    if (2 * before < total_) continue;
    summary.median = std::clamp(Duration(length), least_, most_);
    break;
  }
  return summary;
}

std::uint64_t StepCounts::count_above(Duration step) const {
  std::uint64_t count = 0;
  for (auto it = counts_.upper_bound(step.count()); it != counts_.end(); ++it) count += it->second;
  return count;
}

void TimeGaps::add(const Frame& frame) {
  const std::optional<Time> before = std::exchange(last_, frame.time);
  if (!before) return;
  counts_.add(frame.time - *before);
  const TimeGap gap{.frame = frame.number, .start = *before, .end = frame.time};
  const bool is_full = longest_.size() >= most_kept_;
  if (is_full && !is_longer(gap, longest_.front())) return;
  if (is_full) {
    std::pop_heap(longest_.begin(), longest_.end(), is_longer);
    longest_.pop_back();
  }
  longest_.push_back(gap);
  std::push_heap(longest_.begin(), longest_.end(), is_longer);
}

std::optional<StepSummary> TimeGaps::steps() const {
  return counts_.empty() ? std::nullopt : std::optional(counts_.summary());
}

Duration TimeGaps::longer_than(Duration at_least) const {
  const auto usual = static_cast<double>(counts_.summary().median.count());
  return std::max(Duration(static_cast<std::int64_t>(kGapFactor * usual)), at_least - Duration(1));
}

std::uint64_t TimeGaps::count(Duration at_least) const {
  return counts_.empty() ? 0 : counts_.count_above(longer_than(at_least));
}

std::vector<TimeGap> TimeGaps::longest(Duration at_least) const {
  std::vector<TimeGap> gaps;
  if (counts_.empty()) return gaps;
  const Duration least = longer_than(at_least);
  for (const TimeGap& gap : longest_)
    if (gap.end - gap.start > least) gaps.push_back(gap);
  std::ranges::sort(gaps, {}, &TimeGap::frame);
  return gaps;
}

}  // namespace scrutineer::trace
