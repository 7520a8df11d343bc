#include "trace/detail/short_decimal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "kit/random.h"

namespace scrutineer::trace {
namespace {

TEST(ShortDecimal, TakesPlainNumbersOnly) {
  struct Case {
    const char* text;
    bool is_taken;
  };
  const Case cases[] = {
      {"0", true},
      {"7", true},
      {"-7", true},
      {"-123456789012345", true},
      {"12.34", true},
      {"-0.00", true},
      {"0.1", true},
      {"-123.5", true},
      {"007", true},
      {"123456789012345", true},
      {"1.23456789012345", true},
      {"", false},
      {"-", false},
      {".", false},
      {"1.", false},
      {".5", false},
      {"-.5", false},
      {"+1", false},
      {"1e3", false},
      {"1.5e3", false},
      {"nan", false},
      {"inf", false},
      {" 1", false},
      {"1 ", false},
      {"1.2.3", false},
      {"0x10", false},
      {"1,5", false},
      {"--1", false},
      {"1-", false},
      {"1234567890123456", false},
      {"1.234567890123456", false},
  };
  for (const auto& [text, is_taken] : cases) {
    double value = 99.0;
    EXPECT_EQ(parse_short_decimal(text, value), is_taken) << text;
    EXPECT_EQ(value, is_taken ? std::strtod(text, nullptr) : 99.0) << text;
  }
  double value = 0.0;
  EXPECT_TRUE(parse_short_decimal("-0.00", value) && std::signbit(value));
}

// Whatever is taken is the nearest double, as the standard library has it.
TEST(ShortDecimal, IsExact) {
  kit::Random random(7);
  for (int i = 0; i < 200'000; ++i) {
    std::string text = random.uniform() < 0.5 ? "-" : "";
    const std::size_t count = 1 + random.index(15), point = 1 + random.index(count);
    for (std::size_t digit = 0; digit < count; ++digit) {
      if (digit == point) text += '.';
      text += static_cast<char>('0' + random.index(10));
    }
    double value = 0.0;
    ASSERT_TRUE(parse_short_decimal(text, value)) << text;
    ASSERT_EQ(value, std::strtod(text.c_str(), nullptr)) << text;
  }
}

}  // namespace
}  // namespace scrutineer::trace
