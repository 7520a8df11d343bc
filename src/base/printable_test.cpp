#include "base/printable.h"

#include <gtest/gtest.h>

namespace scrutineer {
namespace {

TEST(Printable, LeavesNothingThatATerminalWouldObey) {
  struct Case {
    const char* name;
    std::string text, expected;
  };
  const Case cases[] = {
      {"plain", "actor 7", "actor 7"},
      {"empty", "", ""},
      {"umlauts",
       "Stra\xC3\x9F"
       "e",
       "Stra\xC3\x9F"
       "e"},
      {"lines", "a\r\n\tb", "a\\r\\n\\tb"},
      {"escape", "\033[2J", "\\u001b[2J"},
      {"delete and nothing", std::string("\x7F\0", 2), "\\u007f\\u0000"},
      {"C1", "\xC2\x9B", "\\u009b"},
      {"no UTF-8", "\xFF\xC3", "\xEF\xBF\xBD\xEF\xBF\xBD"},
      {"right to left", "\u202Egpj.exe", "\\u202egpj.exe"},
      {"isolates and marks", "\u2066a\u2069\u200F\u061C", "\\u2066a\\u2069\\u200f\\u061c"},
      {"line and paragraph", "a\u2028b\u2029", "a\\u2028b\\u2029"},
      {"a byte order mark", "\uFEFFid", "\\ufeffid"},
      {"words written from right to left", "\u05E9\u05DC", "\u05E9\u05DC"},
      {"long", "0123456789abc", "0123456..."},
      {"just fits", "0123456789", "0123456789"},
      {"long, of more than bytes",
       "\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F",
       "\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F..."},
      {"wide ones", "车车车车车车", "车车车..."},
      {"wide ones that just fit", "车车车车车", "车车车车车"},
      {"a wide one that would end beyond", "012345678车", "0123456..."},
      {"marks take no room", "e\u0301234567890", "e\u0301234567890"},
      {"and stay with their letter", "0123456\u0301789ab", "0123456\u0301..."},
      {"unless there are too many",
       "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301",
       "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301..."},
  };
  for (const auto& [name, text, expected] : cases) EXPECT_EQ(printable(text, 10), expected) << name;
}

TEST(Printable, TellsCharactersApart) {
  struct Case {
    const char* name;
    std::string text;
    std::size_t characters;
  };
  const Case cases[] = {
      {"plain", "car 7", 5},
      {"of two bytes", "\u00DF\u00DF", 2},
      {"a line end takes two", "a\nb", 4},
      {"an escape takes six", "\033", 6},
      {"a backslash takes one", "\\", 1},
      {"no UTF-8", "\xFF", 1},
      {"a wide one", "车", 1},
      {"with its mark", "e\u0301", 1},
      {"a mark alone", "\u0301", 1},
      {"many marks", "e\u0301\u0301\u0301\u0301\u0301", 2},
  };
  for (const auto& [name, text, characters] : cases) EXPECT_EQ(printable_characters(text).size(), characters) << name;
}

}  // namespace
}  // namespace scrutineer
