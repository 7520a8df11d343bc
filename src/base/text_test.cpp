#include "base/text.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>

namespace scrutineer {
namespace {

using Limits = std::numeric_limits<double>;

TEST(Text, Trims) {
  struct Case {
    std::string_view text, expected;
  };
  const Case cases[] = {{"", ""}, {" ", ""}, {"a", "a"}, {" a b ", "a b"}, {"\t\r\na\n", "a"}};
  for (const auto& [text, expected] : cases) EXPECT_EQ(trim(text), expected) << text;
}

TEST(Text, IgnoresCase) {
  struct Case {
    const char *name, *a, *b;
    bool equal, contains;
  };
  const Case cases[] = {
      {"same", "stopline", "stopline", true, true},
      {"other case", "StopLine", "stopLINE", true, true},
      {"part", "My StopLine 3", "stopline", false, true},
      {"longer", "stop", "stopline", false, false},
      {"nothing in something", "stop", "", false, true},
      {"letters beyond ASCII are themselves", "\xC3\x84", "\xC3\xA4", false, false},
      {"not letters", "a[", "a{", false, false},
  };
  for (const auto& [name, a, b, equal, contains] : cases) {
    EXPECT_EQ(equals_ignoring_case(a, b), equal) << name;
    EXPECT_EQ(contains_ignoring_case(a, b), contains) << name;
  }
  EXPECT_EQ(to_lower("Town10HD \xC3\x84"), "town10hd \xC3\x84");
}

TEST(Text, ParsesNumbers) {
  struct Case {
    const char* text;
    std::optional<double> expected;
  };
  const Case cases[] = {
      {"1.5", 1.5},
      {"-3", -3.0},
      {"+3", 3.0},
      {" 1e-3\n", 1e-3},
      {"2.7245446351316485e+01", 27.245446351316485},
      {"0.0000000000000000e+0", 0.0},
      {"0.0000000000000000e+00", 0.0},
      {"0.0000000000000000", 0.0},
      {"0.00000000000000000", 0.0},
      {"0.0000000000000000e-0", 0.0},
      {"0.0000000000000000e+1", 0.0},
      {"0.0000000000000001e+0", 1e-16},
      {"0.00000000000000001", 1e-17},
      {"0.0000000000000000e+", {}},
      {"0.0000000000000000e", {}},
      {"0.0000000000000000x", {}},
      {"-1.0959999561309814e+1", -10.959999561309814},
      {"1.7976931348623157e+308", Limits::max()},
      {"1.7976931348623159e+308", Limits::infinity()},
      {"-4.9406564584124654e-324", -5e-324},
      {"9.9999999999999999e-01", 1.0},
      {"1.2345678901234567e+1234", Limits::infinity()},
      {"1.2345678901234567e+", {}},
      {"1.2345678901234567e+1x", {}},
      {"1.234567890123x567e+01", {}},
      {"1.23456789012345.7e+01", {}},
      {"12.345678901234567e+01", 123.45678901234567},
      {".5", 0.5},
      {"1.", 1.0},
      {"007", 7.0},
      {"1e999", Limits::infinity()},
      {"1e-999", 0.0},
      {"-inf", -Limits::infinity()},
      {"", {}},
      {" ", {}},
      {"+", {}},
      {"-", {}},
      {"+-3", {}},
      {"--3", {}},
      {"1,5", {}},
      {"3m", {}},
      {"1 2", {}},
      {"1e", {}},
      {"0x10", {}},
      {"1.5.2", {}},
      {"one", {}},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(parse_number(text), expected) << '"' << text << '"';
  ASSERT_TRUE(parse_number("NaN"));
  EXPECT_TRUE(std::isnan(*parse_number("NaN")));
}

// As programs write numbers of maps.
TEST(Text, ParsesLongDecimalsExactly) {
  std::mt19937_64 random(3);
  EXPECT_TRUE(std::signbit(*parse_number("-0.0000000000000000e+00")));
  EXPECT_FALSE(std::signbit(*parse_number("0.0000000000000000e-00")));
  for (int i = 0; i < 100'000; ++i) {
    std::string text = random() % 2 == 0 ? "" : "-";
    text += std::to_string(random() % 10) + ".";
    for (int k = 0; k < 16; ++k) text += static_cast<char>('0' + random() % 10);
    const auto power = static_cast<int>(i % 10 == 0 ? random() % 400 : random() % 20);
    text += fmt::format("e{}{:0{}}", random() % 2 == 0 ? '+' : '-', power, 1 + i % 3);
    const double expected = std::strtod(text.c_str(), nullptr);
    ASSERT_EQ(parse_number(text), expected) << text;
  }
}

TEST(Text, ParsesIntegers) {
  struct Case {
    const char* text;
    std::optional<long long> expected;
  };
  const Case cases[] = {
      {"0", 0},
      {"-12", -12},
      {"+12", 12},
      {" 12 ", 12},
      {"9223372036854775807", std::numeric_limits<long long>::max()},
      {"9223372036854775808", {}},
      {"1.0", {}},
      {"1e3", {}},
      {"+-1", {}},
      {"", {}},
      {"a", {}},
      {"12a", {}},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(parse_integer(text), expected) << '"' << text << '"';
}

TEST(Text, ShortestReadsBack) {
  struct Case {
    double value;
    const char* expected;
  };
  const Case cases[] = {
      {0.1, "0.1"}, {1e-9, "1e-09"}, {250.0, "250"}, {-0.5, "-0.5"}, {1.0 / 3.0, "0.3333333333333333"}};
  for (const auto& [value, expected] : cases) EXPECT_EQ(shortest(value), expected);
  for (const double value : {1e300, 5e-324, 123456789.123456789, 2.0 / 3.0, -1e-17, Limits::max()})
    EXPECT_EQ(parse_number(shortest(value)), value);
}

TEST(Text, RoundsForPeople) {
  struct Case {
    double value;
    int decimals;
    const char* expected;
  };
  const Case cases[] = {
      {2.5, 2, "2.5"},
      {2.0, 2, "2"},
      {0.125, 2, "0.12"},
      {1234.5678, 1, "1234.6"},
      {1200.0, 0, "1200"},
      {-0.001, 2, "0"},
      {-1.0, 3, "-1"},
      {0.0, 0, "0"},
      {100.0, 2, "100"},
      {99.999, 2, "100"},
      {1e21, 1, "1000000000000000000000"},
  };
  for (const auto& [value, decimals, expected] : cases) EXPECT_EQ(rounded(value, decimals), expected);
}

TEST(Text, GuessesWhatWasMeant) {
  constexpr std::array<std::string_view, 4> kWords{"limit", "min_duration", "max_speed", "side"};
  struct Case {
    const char* name;
    std::string_view word;
    std::optional<std::string_view> expected;
  };
  const Case cases[] = {
      {"the word itself", "limit", "limit"},    {"a letter missing", "limt", "limit"},
      {"a letter too many", "limiit", "limit"}, {"another letter", "linit", "limit"},
      {"two swapped", "ilmit", "limit"},        {"two swapped in capitals", "ILMIT", "limit"},
      {"other case", "Max_Speed", "max_speed"}, {"several slips in a long word", "min_durtaoin", "min_duration"},
      {"another word", "colour", std::nullopt}, {"nothing like it", "xy", std::nullopt},
  };
  for (const auto& [name, word, expected] : cases) EXPECT_EQ(did_you_mean(word, kWords), expected) << name;
  EXPECT_EQ(did_you_mean("limit", {}), std::nullopt);
}

TEST(Text, EscapesForXmlAndJson) {
  using namespace std::string_literals;
  const std::string sharp_s = "\xC3\x9F", car = "\xF0\x9F\x9A\x97", unknown = "\xEF\xBF\xBD";
  struct Case {
    const char* name;
    std::string text, xml, json;
  };
  const Case cases[] = {
      {"plain", "Main St", "Main St", "Main St"},
      {"markup", "<a & b>", "&lt;a &amp; b&gt;", "<a & b>"},
      {"quotes", "\"it's\"", "&quot;it&apos;s&quot;", "\\\"it's\\\""},
      {"backslash", "a\\b", "a\\b", "a\\\\b"},
      {"lines", "a\tb\r\nc", "a&#9;b&#13;&#10;c", "a\\tb\\r\\nc"},
      {"control characters", "\x01\0"s, unknown + unknown, "\\u0001\\u0000"},
      {"what a terminal obeys", "\x7F\u009B\u202E", "&#x7f;&#x9b;&#x202e;", "\x7F\u009B\u202E"},
      {"two bytes", "Stra" + sharp_s + "e", "Stra" + sharp_s + "e", "Stra" + sharp_s + "e"},
      {"four bytes", car, car, car},
      {"Latin-1", "Stra\xDF", "Stra" + unknown, "Stra" + unknown},
      {"cut off", "a\xC3", "a" + unknown, "a" + unknown},
      {"overlong", "\xC0\xAF", unknown + unknown, unknown + unknown},
      {"half a surrogate pair", "\xED\xA0\x80", unknown + unknown + unknown, unknown + unknown + unknown},
      {"no character of XML", "\xEF\xBF\xBF", unknown, "\xEF\xBF\xBF"},
      {"beyond Unicode", "\xF5\x80", unknown + unknown, unknown + unknown},
  };
  for (const auto& [name, text, xml, json] : cases) {
    EXPECT_EQ(xml_escaped(text), xml) << name;
    EXPECT_EQ(json_escaped(text), json) << name;
  }
}

TEST(Text, MakesCellsThatNoSpreadsheetTakesForFormulas) {
  struct Case {
    const char* name;
    const char *text, *cell;
  };
  const Case cases[] = {
      {"plain", "car 7", "car 7"},
      {"empty", "", ""},
      {"a formula", "=1+1", "'=1+1"},
      {"a formula with a comma", "=cmd(a,b)", "\"'=cmd(a,b)\""},
      {"a plus", "+car", "'+car"},
      {"a minus", "-car", "'-car"},
      {"an at sign", "@car", "'@car"},
      {"a tab", "\t=1", "'\t=1"},
      {"a carriage return", "\r=1", "\"'\r=1\""},
      {"a number", "-12.5", "-12.5"},
      {"a number with a plus", "+3", "+3"},
      {"almost a number", "-12+3", "'-12+3"},
      {"inside", "a=1", "a=1"},
      {"quotes", "say \"hi\"", "\"say \"\"hi\"\"\""},
      {"lines", "a\nb", "\"a\nb\""},
  };
  for (const auto& [name, text, cell] : cases) EXPECT_EQ(csv_cell(text), cell) << name;
}

}  // namespace
}  // namespace scrutineer
