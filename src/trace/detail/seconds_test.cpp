#include "trace/detail/seconds.h"

#include <gtest/gtest.h>

namespace scrutineer::trace {
namespace {

using namespace std::chrono_literals;

TEST(Seconds, AreReadToTheNanosecond) {
  struct Case {
    const char* text;
    std::optional<Duration> expected;
  };
  const Case cases[] = {
      {"0", 0ns},
      {"0.1", 100ms},
      {"12.34", 12'340ms},
      {"-0.05", -50ms},
      {"5.", 5s},
      {"1e-3", 1ms},
      {"+2", 2s},
      {"1700000000.123456789", 1'700'000'000'123'456'789ns},  // a double would be off by 100 ns
      {"0.0000000014", 1ns},
      {"0.0000000015", 2ns},
      {"0.9999999999", 1s},
      {"9000000000.5", 9'000'000'000'500ms},
      {"99999999999", std::nullopt},
      {"99999999999999999999999999", std::nullopt},
      {"", std::nullopt},
      {"-", std::nullopt},
      {".", std::nullopt},
      {"1,5", std::nullopt},
      {"1.5s", std::nullopt},
      {"nan", std::nullopt},
      {"inf", std::nullopt},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(parse_time(text), expected) << text;
}

TEST(Seconds, AreReadFromOtherUnits) {
  struct Case {
    const char* text;
    TimeUnit unit;
    std::optional<Duration> expected;
  };
  const Case cases[] = {
      {"1500", TimeUnit::ms, 1'500ms},
      {"33.333333", TimeUnit::ms, 33'333'333ns},
      {"33.3333335", TimeUnit::ms, 33'333'334ns},
      {"1700000000123", TimeUnit::ms, 1'700'000'000'123ms},
      {"1700000000123456", TimeUnit::us, 1'700'000'000'123'456us},
      {"1700000000123456789", TimeUnit::ns, 1'700'000'000'123'456'789ns},
      {"99.6", TimeUnit::ns, 100ns},
      {"-2.5", TimeUnit::us, -2'500ns},
      {"1e3", TimeUnit::ms, 1s},
      {"1700000000123456789", TimeUnit::us, std::nullopt},
      {"99999999999999999999", TimeUnit::ns, std::nullopt},
      {"abc", TimeUnit::ms, std::nullopt},
  };
  for (const auto& [text, unit, expected] : cases) EXPECT_EQ(parse_time(text, unit), expected) << text;
}

TEST(Seconds, SayWhichUnitWouldFit) {
  struct Case {
    const char* text;
    TimeUnit unit;
    const char* expected;
  };
  const Case cases[] = {
      {"abc", TimeUnit::s, "time must be seconds, found \"abc\""},
      {"abc", TimeUnit::us, "time must be microseconds, found \"abc\""},
      {"1700000000123", TimeUnit::s,
       "time must be seconds, found \"1700000000123\", which is beyond 292 years (--time-unit ms if it is "
       "milliseconds)"},
      {"1700000000123456789", TimeUnit::s,
       "time must be seconds, found \"1700000000123456789\", which is beyond 292 years (--time-unit ns if it is "
       "nanoseconds)"},
  };
  for (const auto& [text, unit, expected] : cases) EXPECT_EQ(bad_time("time", text, unit), expected);
}

}  // namespace
}  // namespace scrutineer::trace
