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
  for (const auto& [text, expected] : cases) EXPECT_EQ(parse_seconds(text), expected) << text;
}

}  // namespace
}  // namespace scrutineer::trace
