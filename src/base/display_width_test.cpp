#include "base/display_width.h"

#include <gtest/gtest.h>

namespace scrutineer {
namespace {

TEST(DisplayWidth, CountsColumnsOfATerminal) {
  struct Case {
    const char* name;
    std::string_view text;
    std::size_t width;
  };
  const Case cases[] = {
      {"nothing", "", 0},
      {"ASCII", "car 7", 5},
      {"letters of two bytes", "Södra vägen", 11},
      {"Chinese", "车辆7", 5},
      {"kana", "トラック", 8},
      {"half-width kana", "\uFF84\uFF97\uFF6F\uFF78", 4},
      {"full-width letters", "\uFF21\uFF22", 4},
      {"Hangul", "버스", 4},
      {"Hangul, taken apart", "\u1107\u1165\u1109\u1173", 4},
      {"beyond U+FFFF", "\U00020000", 2},
      {"a car", "\U0001F697", 2},
      {"a letter and its mark", "e\u0301", 1},
      {"Thai", "รถที่", 3},
      {"Hebrew with a point", "\u05E9\u05C1", 1},
      {"nothing between two letters", "a\u200Bb", 2},
      {"Arabic letters", "\u0633\u064A", 2},
      {"an ellipsis", "\u2026", 1},
      {"a dash", "\u2014", 1},
      {"no UTF-8", "\xFF\xE8", 2},
  };
  for (const auto& [name, text, width] : cases) EXPECT_EQ(display_width(text), width) << name;
}

TEST(DisplayWidth, PadsToColumns) {
  EXPECT_EQ(padded("车", 4) + "|", "车  |");
  EXPECT_EQ(padded("ab", 4) + "|", "ab  |");
  EXPECT_EQ(padded("e\u0301", 2) + "|", "e\u0301 |");
  EXPECT_EQ(padded("longer", 4), "longer");
}

}  // namespace
}  // namespace scrutineer
