#include "map/detail/line_counter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace scrutineer::map::detail {
namespace {

TEST(LineCounter, CountsFromOne) {
  LineCounter lines("a\nb\n\nc");
  struct Case {
    const char* name;
    std::size_t offset;
    std::uint32_t line;
  };
  const Case cases[] = {
      {"first character", 0, 1},     {"a line's own end", 1, 1}, {"after it", 2, 2},
      {"an empty line", 4, 3},       {"last character", 5, 4},   {"past the end", 6, 4},
      {"far past the end", 1000, 4},
  };
  for (const Case& c : cases) EXPECT_EQ(lines.line_at(c.offset), c.line) << c.name;
  EXPECT_EQ(LineCounter("").line_at(0), 1u);
}

TEST(LineCounter, AgreesWithPlainCountingInLongTexts) {
  std::mt19937 random(7);
  std::string text(200'000, 'x');
  for (int i = 0; i < 5'000; ++i) text[random() % text.size()] = '\n';
  LineCounter lines(text);
  for (int i = 0; i < 300; ++i) {
    const std::size_t offset = random() % (text.size() + 1);
    const auto plain = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n');
    ASSERT_EQ(lines.line_at(offset), static_cast<std::uint32_t>(1 + plain)) << offset;
  }
}

}  // namespace
}  // namespace scrutineer::map::detail
