#include "base/angle.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>

namespace scrutineer {
namespace {

TEST(WrappedAngle, IsTheRemainderOfAFullTurnBitForBit) {
  constexpr double kPi = std::numbers::pi, kInfinity = std::numeric_limits<double>::infinity();
  const double beyond = std::nextafter(kPi, 4.0);
  for (const double angle : {0.0, -0.0, 1.0, -3.0, kPi, -kPi, beyond, -beyond, 2.0 * kPi, -2.0 * kPi, 3.0 * kPi,
                             -3.0 * kPi, 4.0, -5.0, 100.0, 1e300, 1e-310, kInfinity}) {
    const double wanted = std::remainder(angle, 2.0 * kPi), found = wrapped_angle(angle);
    if (std::isnan(wanted)) {
      EXPECT_TRUE(std::isnan(found)) << angle;
    } else {
      EXPECT_EQ(std::bit_cast<std::uint64_t>(found), std::bit_cast<std::uint64_t>(wanted)) << angle;
    }
  }
  EXPECT_TRUE(std::isnan(wrapped_angle(std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace
}  // namespace scrutineer
