#include "trace/detail/short_decimal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>

#include "kit/random.h"

namespace scrutineer::trace {
namespace {

// As in a file, where more follows.
bool parse(std::string text, double& value) {
  const std::size_t size = text.size();
  text += "\" y=\"1.5";
  return parse_short_decimal(std::string_view(text).substr(0, size), value);
}

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
      {".25", false},
      {"-.25", false},
      {"1.2.34", false},
      {"0.25", true},
      {"12345.67", true},
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
    EXPECT_EQ(parse(text, value), is_taken) << text;
    EXPECT_EQ(value, is_taken ? std::strtod(text, nullptr) : 99.0) << text;
  }
  double value = 0.0;
  EXPECT_TRUE(parse("-0.00", value) && std::signbit(value));
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
    ASSERT_TRUE(parse(text, value)) << text;
    ASSERT_EQ(value, std::strtod(text.c_str(), nullptr)) << text;
  }
}

// Texts of the letters of numbers in any order: taken are those of the form that the header tells, and no others.
TEST(ShortDecimal, TakesNothingElse) {
  const auto is_plain = [](std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1);
    const std::size_t point = text.find('.');
    const std::string_view whole = text.substr(0, point);
    const std::string_view decimals = point == text.npos ? "0" : text.substr(point + 1);
    const auto are_digits = [](std::string_view part) {
      return !part.empty() && part.find_first_not_of("0123456789") == part.npos;
    };
    return are_digits(whole) && are_digits(decimals) && whole.size() + (point == text.npos ? 0 : decimals.size()) <= 15;
  };
  constexpr std::string_view kLetters = "0123456789012345678901234567890123456789....-+e/:x \xB0\xAE";
  kit::Random random(11);
  int taken = 0;
  for (int i = 0; i < 300'000; ++i) {
    std::string text;
    const std::size_t size = random.index(18);
    for (std::size_t k = 0; k < size; ++k) text += kLetters[random.index(kLetters.size())];
    double value = 99.0;
    ASSERT_EQ(parse(text, value), is_plain(text)) << text;
    ASSERT_EQ(value, is_plain(text) ? std::strtod(text.c_str(), nullptr) : 99.0) << text;
    taken += is_plain(text) ? 1 : 0;
  }
  EXPECT_GT(taken, 10'000);
}

}  // namespace
}  // namespace scrutineer::trace
