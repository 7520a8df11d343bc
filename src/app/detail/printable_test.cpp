#include "app/detail/printable.h"

#include <gtest/gtest.h>

namespace scrutineer::app {
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
      {"escape", "\033[2J", "\\x1b[2J"},
      {"delete and nothing", std::string("\x7F\0", 2), "\\x7f\\x00"},
      {"C1", "\xC2\x9B", "\\x9b"},
      {"no UTF-8", "\xFF\xC3", "\\xff\\xc3"},
      {"long", "0123456789abc", "0123456..."},
      {"just fits", "0123456789", "0123456789"},
      {"long, of more than bytes",
       "\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F",
       "\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F\xC3\x9F..."},
  };
  for (const auto& [name, text, expected] : cases) EXPECT_EQ(printable(text, 10), expected) << name;
}

}  // namespace
}  // namespace scrutineer::app
