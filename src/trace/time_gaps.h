// The steps of time from frame to frame: how long they usually are, and where one is much longer, because frames are missing.
//
//   TimeGaps gaps(1000);
//   for (each frame) gaps.add(frame);
//   for (const TimeGap& gap : gaps.longest()) use(gap.start, gap.end);
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/time.h"
#include "trace/frame.h"

namespace scrutineer::trace {

struct StepSummary {
  Duration least{}, median{}, most{};
  // But for what is lost where clocks are rounded.
  bool is_constant() const { return most - least <= std::chrono::microseconds(1); }
};

// A step of time that is much longer than the usual one.
struct TimeGap {
  std::uint64_t frame = 0;  // the one after it
  Time start{}, end{};
};

// How often each length of a step came. Beyond 4096 different lengths they are rounded, to as little as need be.
class StepCounts {
 public:
  void add(Duration step);
  bool empty() const { return total_ == 0; }
  StepSummary summary() const;
  std::uint64_t count_above(Duration step) const;

 private:
  void coarsen();

  std::map<std::int64_t, std::uint64_t> counts_;  // by nanoseconds, rounded to the quantum
  std::int64_t quantum_ = 1;
  std::uint64_t total_ = 0;
  Duration least_{}, most_{};
};

class TimeGaps {
 public:
  // Lists are cut there; counts go on.
  explicit TimeGaps(std::size_t most_kept) : most_kept_(most_kept) {}

  void add(const Frame& frame);  // each of the run, in order

  std::optional<StepSummary> steps() const;  // nothing: there are no two frames
  // Of steps that are much longer than the usual one, and no shorter than that.
  std::uint64_t count(Duration at_least = {}) const;
  std::vector<TimeGap> longest(Duration at_least = {}) const;  // in the order of time

 private:
  Duration longer_than(Duration at_least) const;

  std::size_t most_kept_;
  StepCounts counts_;
  std::vector<TimeGap> longest_;  // a heap, the shortest of them first
  std::optional<Time> last_;
};

}  // namespace scrutineer::trace
