// Which of many records holds at a place: the last one in the file that begins there or before. Records need not stand in
// order, and those without a number hold nowhere.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace scrutineer::map::rules {

class HoldingRecords {
 public:
  HoldingRecords() = default;
  template <typename Records, typename Begin>
  HoldingRecords(const Records& records, Begin begin_of) {
    std::size_t count = 0;
    for (const auto& record : records) {
      const double begin = begin_of(record);
      if (!std::isnan(begin)) last_.emplace_back(begin, count);
      ++count;
    }
    if (!std::ranges::is_sorted(last_)) std::ranges::sort(last_);
    for (std::size_t i = 1; i < last_.size(); ++i) last_[i].second = std::max(last_[i].second, last_[i - 1].second);
  }

  // Its place in the list; nothing: all begin later, or s is no number.
  std::optional<std::size_t> at(double s) const {
    if (std::isnan(s)) return std::nullopt;
    const auto after = std::ranges::upper_bound(last_, s, {}, &std::pair<double, std::size_t>::first);
    return after == last_.begin() ? std::nullopt : std::optional(std::prev(after)->second);
  }

 private:
  std::vector<std::pair<double, std::size_t>> last_;  // by begin: the last in the file of all that begin up to there
};

}  // namespace scrutineer::map::rules
