#include "scene/detail/pair_sweep.h"

#include <limits>
#include <utility>

namespace scrutineer::scene::detail {

void PairSweep::sort(std::span<const Rect> rects) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Rect all{kInfinity, kInfinity, -kInfinity, -kInfinity};
  for (const Rect& rect : rects)
    all = {std::min(all.x_min, rect.x_min), std::min(all.y_min, rect.y_min), std::max(all.x_max, rect.x_max),
           std::max(all.y_max, rect.y_max)};
  const bool is_along_y = all.y_max - all.y_min > all.x_max - all.x_min;
  const bool is_known = entries_.size() == rects.size() && is_along_y == is_along_y_;
  is_along_y_ = is_along_y;
  entries_.resize(rects.size());
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    Entry& entry = entries_[i];
    if (!is_known) entry.index = i;
    const Rect& rect = rects[entry.index];
    entry.begin = is_along_y ? rect.y_min : rect.x_min;
    entry.end = is_along_y ? rect.y_max : rect.x_max;
    entry.low = is_along_y ? rect.x_min : rect.y_min;
    entry.high = is_along_y ? rect.x_max : rect.y_max;
  }
  if (!is_known || !sort_few()) std::ranges::sort(entries_, {}, &Entry::begin);
}

bool PairSweep::sort_few() {
  constexpr std::size_t kMost = 16;
  std::size_t left = kMost * entries_.size();
  for (std::size_t i = 1; i < entries_.size(); ++i) {
    for (std::size_t k = i; k > 0 && entries_[k].begin < entries_[k - 1].begin; --k) {
      if (left-- == 0) return false;
      std::swap(entries_[k], entries_[k - 1]);
    }
  }
  return true;
}

}  // namespace scrutineer::scene::detail
