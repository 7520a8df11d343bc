#include "checks/detail/range_words.h"

#include <fmt/format.h>

#include <cmath>

#include "watch/person_words.h"
#include "watch/wording.h"

namespace scrutineer::checks {

using watch::acceleration_words;
using watch::speed_words;

std::string speed_beyond(double speed, double limit, bool above, std::string_view may) {
  if (speed >= 0.0)
    return fmt::format("drove {}, {} than the {} that it {}", speed_words(speed), above ? "faster" : "slower",
                       speed_words(limit), may);
  std::string backwards = "drove backwards at " + speed_words(-speed);
  if (limit >= 0.0) return backwards;
  return fmt::format("{}, faster than the {} that it {}", backwards, speed_words(-limit), may);
}

double speed_over_step(double before, double now) { return std::isnan(before) ? now : 0.5 * (before + now); }

std::string acceleration_beyond(double acceleration, double limit, bool above, std::string_view may, double speed) {
  const bool is_negative = acceleration < 0.0;
  // What stands cannot brake.
  const bool reversing = speed < 0.0 || (speed == 0.0 && is_negative);
  const std::string_view what = reversing     ? is_negative ? "accelerated backwards" : "braked while reversing"
                                : is_negative ? "braked"
                                              : "accelerated";
  const std::string did = fmt::format("{} at {}", what, acceleration_words(std::abs(acceleration)));
  // A limit on the other side of 0 cannot be said as more or less of the same.
  if (is_negative != (limit < 0.0) && limit != 0.0)
    return fmt::format("{}, where its acceleration {} be {} {}", did, may, above ? "at most" : "at least",
                       acceleration_words(limit));
  const bool is_harder = above != is_negative;
  return fmt::format("{}, {} than the {} that it {}", did, is_harder ? "harder" : "less hard",
                     acceleration_words(std::abs(limit)), may);
}

}  // namespace scrutineer::checks
