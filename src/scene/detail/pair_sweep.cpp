#include "scene/detail/pair_sweep.h"

#include <limits>
#include <utility>

namespace scrutineer::scene::detail {

namespace {

// Half a right angle's half away from x, y and what lies between them: streets mostly run that way, and all bodies on a
// street across the axis would be beside each other.
constexpr double kCos = 0.92387953251128674, kSin = 0.38268343236508977;

double along_first(const Circle& circle) { return kCos * circle.x + kSin * circle.y; }
double along_second(const Circle& circle) { return kCos * circle.y - kSin * circle.x; }

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

}  // namespace

void PairSweep::sort(std::span<const Circle> circles) {
  Extent first, second;
  for (const Circle& circle : circles) {
    first.add(along_first(circle));
    second.add(along_second(circle));
  }
  const bool is_along_second = second.high - second.low > first.high - first.low;
  const bool is_known = entries_.size() == circles.size() && is_along_second == is_along_second_;
  is_along_second_ = is_along_second;
  entries_.resize(circles.size());
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    Entry& entry = entries_[i];
    if (!is_known) entry.index = i;
    const Circle& circle = circles[entry.index];
    const double on_first = along_first(circle), on_second = along_second(circle);
    const double along = is_along_second ? on_second : on_first;
    entry.begin = along - circle.radius;
    entry.end = along + circle.radius;
    entry.across = is_along_second ? on_first : on_second;
    entry.radius = circle.radius;
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
