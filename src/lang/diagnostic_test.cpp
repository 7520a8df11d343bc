#include "lang/diagnostic.h"

#include <gtest/gtest.h>

#include <string>

namespace scrutineer::lang {
namespace {

TEST(Diagnostic, ShowsTheLineWithACaret) {
  const std::string long_line = std::string(200, 'a') + "XY" + std::string(200, 'b');
  struct Case {
    const char* name;
    std::string source;
    std::uint32_t begin;
    std::uint32_t end;
    std::string expected;
  };
  const Case cases[] = {
      {"one character", "abc\ndef\n", 5, 6, "f.osc:2:2: error: bad\ndef\n ^\n"},
      {"several characters", "abc def\n", 4, 7, "f.osc:1:5: error: bad\nabc def\n    ^~~\n"},
      {"nothing", "abc\n", 3, 3, "f.osc:1:4: error: bad\nabc\n   ^\n"},
      {"the end of the file", "abc\n", 4, 4, "f.osc:2:1: error: bad\n\n^\n"},
      {"an empty file", "", 0, 0, "f.osc:1:1: error: bad\n\n^\n"},
      {"over several lines", "abc\ndef\n", 1, 6, "f.osc:1:2: error: bad\nabc\n ^~\n"},
      {"characters, not bytes", "grüße x\n", 8, 9, "f.osc:1:7: error: bad\ngrüße x\n      ^\n"},
      {"marked characters", "grüße x\n", 2, 6, "f.osc:1:3: error: bad\ngrüße x\n  ^~\n"},
      {"wide characters", "车辆 x\n", 7, 8, "f.osc:1:4: error: bad\n车辆 x\n     ^\n"},
      {"marked wide characters", "a 车辆\n", 2, 8, "f.osc:1:3: error: bad\na 车辆\n  ^~~~\n"},
      {"tabs stay", "\ta\tb\n", 3, 4, "f.osc:1:4: error: bad\n\ta\tb\n\t \t^\n"},
      {"carriage returns", "a\rb\r\nc", 5, 6, "f.osc:3:1: error: bad\nc\n^\n"},
      {"bytes that are no text",
       "a\xFF\x1B"
       "b",
       3, 4,
       "f.osc:1:4: error: bad\na\xEF\xBF\xBD\xEF\xBF\xBD"
       "b\n   ^\n"},
      {"a long line in part", long_line, 200, 202,
       "f.osc:1:201: error: bad\n..." + std::string(100, 'a') + "XY" + std::string(60, 'b') + "...\n" +
           std::string(103, ' ') + "^~\n"},
      {"a long span in part", std::string(500, 'a'), 0, 500,
       "f.osc:1:1: error: bad\n" + std::string(60, 'a') + "...\n^" + std::string(59, '~') + "\n"},
  };
  for (const Case& c : cases) {
    Sources sources;
    const FileIndex file = sources.add("f.osc", c.source);
    EXPECT_EQ(render({Severity::error, {file, c.begin, c.end}, "bad", "", {}}, sources), c.expected) << c.name;
  }
}

TEST(Diagnostic, ShowsHintAndNotes) {
  Sources sources;
  const FileIndex main = sources.add("main.osc", "import \"a.osc\"\n");
  const FileIndex imported = sources.add("a.osc", "struct a\nstruct a\n");
  const Diagnostic diagnostic = {Severity::warning,
                                 {imported, 16, 17},
                                 "a exists already",
                                 "write `extend a:`",
                                 {{{imported, 7, 8}, "the other one"}, {{main, 0, 14}, "imported from here"}}};
  EXPECT_EQ(render(diagnostic, sources),
            "a.osc:2:8: warning: a exists already\n"
            "struct a\n"
            "       ^\n"
            "    hint: write `extend a:`\n"
            "a.osc:1:8: note: the other one\n"
            "struct a\n"
            "       ^\n"
            "main.osc:1:1: note: imported from here\n"
            "import \"a.osc\"\n"
            "^~~~~~~~~~~~~~\n");
  EXPECT_FALSE(has_errors(std::vector{diagnostic}));
}

}  // namespace
}  // namespace scrutineer::lang
