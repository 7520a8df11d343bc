#include "base/utf8.h"

#include <gtest/gtest.h>

namespace scrutineer {
namespace {

TEST(Utf8, KnowsCharactersFromOtherBytes) {
  struct Case {
    const char* name;
    std::string_view text;
    std::size_t length;
    std::uint32_t code_point;
  };
  const Case cases[] = {
      {"nothing", "", 0, 0},
      {"a letter", "ab", 1, 'a'},
      {"two bytes", "\xC3\xA9!", 2, 0xE9},
      {"three bytes", "\xE2\x80\xAE", 3, 0x202E},
      {"four bytes", "\xF0\x9F\x9A\x97", 4, 0x1F697},
      {"the last of Unicode", "\xF4\x8F\xBF\xBF", 4, 0x10FFFF},
      {"beyond Unicode", "\xF4\x90\x80\x80", 0, 0},
      {"Latin-1", "\xE9t\xE9", 0, 0},
      {"cut off", "\xE2\x80", 0, 0},
      {"a longer form", "\xC0\xAF", 0, 0},
      {"half of a surrogate pair", "\xED\xA0\x80", 0, 0},
      {"a continuation alone", "\x80", 0, 0},
  };
  for (const auto& [name, text, length, code_point] : cases) {
    EXPECT_EQ(utf8_length(text), length) << name;
    EXPECT_EQ(length > 0 ? utf8_code_point(text, length) : 0, code_point) << name;
  }
}

TEST(Utf8, ReplacesWhatIsNone) {
  struct Case {
    const char* name;
    std::string_view text, expected;
  };
  const Case cases[] = {
      {"empty", "", ""},
      {"valid stays",
       "Stra\xC3\x9F"
       "e",
       "Stra\xC3\x9F"
       "e"},
      {"Latin-1",
       "Stra\xDF"
       "e",
       "Stra\xEF\xBF\xBD"
       "e"},
      {"cut off at the end", "ab\xE2\x80", "ab\xEF\xBF\xBD\xEF\xBF\xBD"},
      {"each byte", "\xFF\xFE", "\xEF\xBF\xBD\xEF\xBF\xBD"},
  };
  for (const auto& [name, text, expected] : cases) {
    EXPECT_EQ(valid_utf8(text), expected) << name;
    EXPECT_EQ(is_utf8(text), text == expected) << name;
  }
}

}  // namespace
}  // namespace scrutineer
