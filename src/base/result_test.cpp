#include "base/result.h"

#include <gtest/gtest.h>

#include <memory>

namespace scrutineer {
namespace {

TEST(Place, NamesWhatIsKnown) {
  struct Case {
    const char* name;
    Place place;
    const char* expected;
  };
  const Case cases[] = {
      {"nothing", {}, ""},
      {"file", {.file = "town.xodr"}, "town.xodr"},
      {"line", {.file = "town.xodr", .line = 118}, "town.xodr:118"},
      {"column", {.file = "my.osc", .line = 3, .column = 14}, "my.osc:3:14"},
      {"column without a line", {.file = "my.osc", .column = 14}, "my.osc"},
      {"byte", {.file = "run.osi", .byte = 4711}, "run.osi: byte 4711"},
      {"first byte", {.file = "run.osi", .byte = 0}, "run.osi: byte 0"},
      {"frame", {.file = "run.osi", .frame = 12}, "run.osi: frame 12"},
      {"frame and byte", {.file = "run.osi", .byte = 4711, .frame = 12}, "run.osi: frame 12, byte 4711"},
      {"frame of no file", {.frame = 12}, "frame 12"},
  };
  for (const auto& [name, place, expected] : cases) EXPECT_EQ(to_string(place), expected) << name;
}

TEST(Problem, SaysWhereFirst) {
  EXPECT_EQ(to_string(Problem{{.file = "town.xodr", .line = 118}, "length is missing"}),
            "town.xodr:118: length is missing");
  EXPECT_EQ(to_string(Problem{{}, "length is missing"}), "length is missing");
}

TEST(Problem, IsOneLineWhateverItQuotes) {
  using namespace std::string_literals;
  struct Case {
    const char* name;
    std::string message;
    const char* expected;
  };
  const Case cases[] = {
      {"plain", R"(found "a\b")", R"(found "a\b")"},
      {"lines", "a\nb\r\tc", R"(a\nb\r\tc)"},
      {"control characters", "\x00\x1b[1m"s, R"(\u0000\u001b[1m)"},
      {"what turns the direction, and C1", "\u202Ea\u009B", R"(\u202ea\u009b)"},
      {"words of other tongues", "Gr\u00fc\u00dfe", "Gr\u00fc\u00dfe"},
      {"bytes that are no text",
       "a\xff"
       "b",
       "a\uFFFDb"},
      {"nothing", "", ""},
  };
  for (const auto& [name, message, expected] : cases) EXPECT_EQ(to_string(Problem{{}, message}), expected) << name;
}

Result<int> half(int number) {
  if (number % 2 != 0) return Problem{{}, "odd"};
  return number / 2;
}

TEST(Result, HoldsAValueOrAProblem) {
  const Result<int> good = half(8);
  ASSERT_TRUE(good);
  EXPECT_EQ(*good, 4);
  const Result<int> bad = half(7);
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.problem().message, "odd");
}

TEST(Result, GivesItsValueAway) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(3);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 3);
}

TEST(Result, ReachesIntoItsValue) {
  Result<std::string> text = std::string("abc");
  text->push_back('d');
  *text += 'e';
  EXPECT_EQ(text->size(), 5u);
  EXPECT_EQ(*text, "abcde");
}

}  // namespace
}  // namespace scrutineer
