#include "lang/vm/detail/texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace scrutineer::lang::detail {
namespace {

using testing::ElementsAreArray;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinite = std::numeric_limits<double>::infinity();

TEST(Texts, CountCharacters) {
  struct Case {
    const char* name;
    std::string_view text;
    std::size_t expected;
  };
  const Case cases[] = {
      {"empty", "", 0}, {"plain", "abc", 3}, {"umlauts", "\xC3\xA4\xC3\xB6", 2}, {"beyond", "\xF0\x9F\x9A\x97!", 2}};
  for (const auto& [name, text, expected] : cases) EXPECT_EQ(characters(text), expected) << name;
}

TEST(Texts, HaveParts) {
  struct Case {
    const char* name;
    std::string_view text;
    double start, end;
    std::string_view expected;
  };
  const Case cases[] = {
      {"the whole", "abcd", 0, 4, "abcd"},
      {"the middle", "abcd", 1, 3, "bc"},
      {"from the end", "abcd", -3, -1, "bc"},
      {"beyond the end", "abcd", 2, 99, "cd"},
      {"before the beginning", "abcd", -99, 2, "ab"},
      {"the wrong way round", "abcd", 3, 1, ""},
      {"behind the end", "abcd", 9, 12, ""},
      {"whole characters", "\xC3\xA4\xC3\xB6x", 1, 2, "\xC3\xB6"},
      {"halves", "abcd", 1.9, 2.9, "b"},
      {"null", "abcd", kNone, 2, "ab"},
      {"infinite", "abcd", -kInfinite, kInfinite, "abcd"},
      {"nothing", "", 0, 1, ""},
  };
  for (const auto& [name, text, start, end, expected] : cases) EXPECT_EQ(substring(text, start, end), expected) << name;
}

TEST(Texts, AreSplit) {
  struct Case {
    const char* name;
    std::string_view text, separator;
    std::vector<std::string_view> expected;
  };
  const Case cases[] = {
      {"by commas", "a,b,c", ",", {"a", "b", "c"}},
      {"empty parts", ",a,", ",", {"", "a", ""}},
      {"by a longer one", "a--b-c", "--", {"a", "b-c"}},
      {"nothing to split", "abc", ",", {"abc"}},
      {"an empty text", "", ",", {""}},
      {"every character", "a\xC3\xA4z", "", {"a", "\xC3\xA4", "z"}},
      {"every character of none", "", "", {}},
  };
  for (const auto& [name, text, separator, expected] : cases)
    EXPECT_THAT(split(text, separator), ElementsAreArray(expected)) << name;
}

TEST(Texts, AreReplaced) {
  struct Case {
    const char* name;
    std::string_view text, old, with, expected;
  };
  const Case cases[] = {
      {"everywhere", "a.b.c", ".", "::", "a::b::c"},
      {"by nothing", "a.b.c", ".", "", "abc"},
      {"not again in what was put there", "aa", "a", "aa", "aaaa"},
      {"nothing", "abc", "x", "y", "abc"},
      {"the empty text", "abc", "", "y", "abc"},
  };
  for (const auto& [name, text, old, with, expected] : cases)
    EXPECT_EQ(replaced(text, old, with, 1000), expected) << name;
  EXPECT_LE(replaced(std::string(1000, 'a'), "a", std::string(100, 'b'), 500).size(), 600U);
}

TEST(Texts, AreChanged) {
  EXPECT_EQ(trimmed(" \t a b \n"), "a b");
  EXPECT_EQ(lower("Car 7 \xC3\x84"), "car 7 \xC3\x84");
  EXPECT_EQ(upper("Car 7 \xC3\xA4"), "CAR 7 \xC3\xA4");
}

TEST(Texts, AreNumbers) {
  struct Case {
    const char* name;
    std::string_view text;
    double number;
  };
  const Case cases[] = {
      {"whole", "12", 12.0},   {"negative", "-3", -3.0},  {"a fraction", "1.5", 1.5}, {"large", "1e3", 1000.0},
      {"a unit", "3m", kNone}, {"words", "three", kNone}, {"nothing", "", kNone},     {"too much", "1 2", kNone},
  };
  const auto is = [](double value, double expected) {
    return value == expected || (std::isnan(value) && std::isnan(expected));
  };
  for (const auto& [name, text, number] : cases)
    EXPECT_TRUE(is(to_float(text), number)) << name << ": " << to_float(text);
}

}  // namespace
}  // namespace scrutineer::lang::detail
