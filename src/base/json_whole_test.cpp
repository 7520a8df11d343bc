#include "base/json_whole.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

namespace scrutineer {
namespace {

using Json = nlohmann::json;

template <typename Whole>
std::optional<Whole> read(const char* text) {
  try {
    return whole_number<Whole>(Json::parse(text));
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

TEST(JsonWhole, TakesWholeNumbersInRangeAndNothingElse) {
  struct Case {
    const char* text;
    std::optional<int> as_int;
    std::optional<std::uint64_t> as_unsigned;
  };
  const Case cases[] = {
      {"0", 0, 0U},
      {"7", 7, 7U},
      {"-1", -1, std::nullopt},
      {"2147483647", 2147483647, 2147483647U},
      {"2147483648", std::nullopt, 2147483648U},
      {"-2147483648", std::numeric_limits<int>::min(), std::nullopt},
      {"-2147483649", std::nullopt, std::nullopt},
      {"18446744073709551615", std::nullopt, std::numeric_limits<std::uint64_t>::max()},
      {"1.0", std::nullopt, std::nullopt},
      {"1.5", std::nullopt, std::nullopt},
      {"1.5e30", std::nullopt, std::nullopt},
      {"true", std::nullopt, std::nullopt},
      {"\"1\"", std::nullopt, std::nullopt},
      {"null", std::nullopt, std::nullopt},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(read<int>(c.text), c.as_int) << c.text;
    EXPECT_EQ(read<std::uint64_t>(c.text), c.as_unsigned) << c.text;
  }
}

}  // namespace
}  // namespace scrutineer
