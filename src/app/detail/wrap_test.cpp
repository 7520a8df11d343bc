#include "app/detail/wrap.h"

#include <gtest/gtest.h>

namespace scrutineer::app {
namespace {

TEST(Wrapped, BreaksAtBlanks) {
  struct Case {
    const char* name;
    const char* text;
    WrapOptions options;
    const char* expected;
  };
  const Case cases[] = {
      {"nothing", "", {}, ""},
      {"blanks only", " \n ", {}, ""},
      {"one word", "word", {}, "word\n"},
      {"fits exactly", "four four", {.width = 9}, "four four\n"},
      {"one too many", "four four", {.width = 8}, "four\nfour\n"},
      {"the indent counts", "four four", {.indent = "  ", .width = 10}, "  four\n  four\n"},
      {"a word wider than all", "a incomprehensible b", {.width = 4}, "a\nincomprehensible\nb\n"},
      {"lines are joined", "one\ntwo", {}, "one two\n"},
      {"paragraphs stay", "one\ntwo\n\nthree", {.indent = "  "}, "  one two\n\n  three\n"},
      {"several blank lines are one", "one\n\n\n\ntwo\n\n", {}, "one\n\ntwo\n"},
      {"a list",
       "These:\n\n- one two\n  three\n- four\n\nfive",
       {.width = 9},
       "These:\n\n- one two\n  three\n- four\n\nfive\n"},
      {"a list right behind its sentence", "These:\n- one\n- two", {}, "These:\n- one\n- two\n"},
      {"a list, indented", "- one two", {.indent = "  ", .width = 8}, "  - one\n    two\n"},
      {"rows",
       "  add NAME   one two\n             three\n  off        four",
       {.width = 17},
       "  add NAME   one\n             two\n             three\n  off        four\n"},
      {"an indented line that is no row", "  one two", {}, "one two\n"},
      {"backticks go", "a `b.c` d", {}, "a b.c d\n"},
      {"backticks have no width", "`abc` de", {.width = 6}, "abc de\n"},
      {"names are bold", "a `b.c` d", {.colour = true}, "a \033[1mb.c\033[0m d\n"},
      {"letters count, not bytes", "\xC3\xA4\xC3\xA4 \xC3\xA4", {.width = 4}, "\xC3\xA4\xC3\xA4 \xC3\xA4\n"},
  };
  for (const Case& c : cases) EXPECT_EQ(wrapped(c.text, c.options), c.expected) << c.name;
}

}  // namespace
}  // namespace scrutineer::app
