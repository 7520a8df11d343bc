#include "lang/syntax/lex.h"

#include <gtest/gtest.h>

#include <string>

#include "lang/syntax/print.h"

namespace scrutineer::lang::syntax {
namespace {

std::string tokens_of(const std::string& source) {
  Sources sources;
  return dump_tokens(sources, sources.add("test.osc", source));
}

TEST(Lex, SplitsLinesIntoTokens) {
  struct Case {
    const char* name;
    std::string source;
    const char* tokens;
  };
  const Case cases[] = {
      {"nothing", "", "1:1 end\n"},
      {"blank lines and comments", "  \n# x\n\t# y\n\f\n", "5:1 end\n"},
      {"no end of line", "a", "1:1 name a\n1:2 newline\n1:2 end\n"},
      {"ends of lines", "a\rb\r\nc\n",
       "1:1 name a\n1:2 newline\n2:1 name b\n2:2 newline\n3:1 name c\n3:2 newline\n4:1 end\n"},
      {"byte order mark",
       "\xEF\xBB\xBF"
       "a",
       "1:2 name a\n1:3 newline\n1:3 end\n"},
      {"indents", "a\n  b\n  c\n    d\ne",
       "1:1 name a\n1:2 newline\n2:3 indent\n2:3 name b\n2:4 newline\n3:3 name c\n3:4 newline\n4:5 indent\n4:5 name "
       "d\n4:6 newline\n"
       "5:1 dedent\n5:1 dedent\n5:1 name e\n5:2 newline\n5:2 end\n"},
      {"tabs go to multiples of 8", "a\n\tb\n        c\n   \td\n",
       "1:1 name a\n1:2 newline\n2:2 indent\n2:2 name b\n2:3 newline\n3:9 name c\n3:10 newline\n4:5 name d\n4:6 "
       "newline\n5:1 dedent\n5:1 end\n"},
      {"comment does not change the indent", "a\n  b\n# x\n  c\n",
       "1:1 name a\n1:2 newline\n2:3 indent\n2:3 name b\n2:4 newline\n4:3 name c\n4:4 newline\n5:1 dedent\n5:1 end\n"},
      {"joined by a backslash", "a \\\n   b\\\r\nc", "1:1 name a\n2:4 name b\n3:1 name c\n3:2 newline\n3:2 end\n"},
      {"joined by brackets", "(a,\nb [\n\n# x\n  c]) d",
       "1:1 symbol (\n1:2 name a\n1:3 symbol ,\n2:1 name b\n2:3 symbol [\n5:3 name c\n5:4 symbol ]\n5:5 symbol )\n5:7 "
       "name d\n5:8 "
       "newline\n5:8 end\n"},
      {"block comments", "a /* x\ny */ b\n/* z */\n  /* u */ c /**/\n",
       "1:1 name a\n2:6 name b\n2:7 newline\n4:11 indent\n4:11 name c\n4:17 newline\n5:1 dedent\n5:1 end\n"},
      {"names", "|a b| _x1 größe 变量 ||",
       "1:1 name |a b|\n1:7 name _x1\n1:11 name größe\n1:17 name 变量\n1:20 invalid ||\n1:22 newline\n1:22 end\n"},
      {"numbers", "12 0x1F .4 1e3 1.5E-2 0x 1e 3.x",
       "1:1 integer 12\n1:4 integer 0x1F\n1:9 real .4\n1:12 real 1e3\n1:16 real 1.5E-2\n1:23 integer 0\n1:24 name "
       "x\n1:26 integer 1\n1:27 name e\n"
       "1:29 integer 3\n1:30 symbol .\n1:31 name x\n1:32 newline\n1:32 end\n"},
      {"signs are symbols", "-3 a-3",
       "1:1 symbol -\n1:2 integer 3\n1:4 name a\n1:5 symbol -\n1:6 integer 3\n1:7 newline\n1:7 end\n"},
      {"dots of ranges come first", "[2..4] 1.5...6",
       "1:1 symbol [\n1:2 integer 2\n1:3 symbol ..\n1:5 integer 4\n1:6 symbol ]\n1:8 real 1.5\n1:11 symbol ..\n1:13 "
       "real .6\n1:15 newline\n1:15 end\n"},
      {"units", "60kph [30..]kph",
       "1:1 integer 60\n1:3 name kph\n1:7 symbol [\n1:8 integer 30\n1:10 symbol ..\n1:12 symbol ]\n1:13 name kph\n1:16 "
       "newline\n1:16 end\n"},
      {"longest symbols", "a->b=>c==d!=e<=f>=g::h!i",
       "1:1 name a\n1:2 symbol ->\n1:4 name b\n1:5 symbol =>\n1:7 name c\n1:8 symbol ==\n1:10 name d\n1:11 symbol "
       "!=\n1:13 name e\n1:14 symbol <=\n"
       "1:16 name f\n1:17 symbol >=\n1:19 name g\n1:20 symbol ::\n1:22 name h\n1:23 symbol !\n1:24 name i\n1:25 "
       "newline\n1:25 end\n"},
      {"strings", "'a' \"\" '''b\nc'''",
       "1:1 string begin '\n1:2 string text \"a\"\n1:3 string end '\n1:5 string begin \"\n1:6 string end \"\n1:8 "
       "string begin '''\n"
       "1:11 string text \"b\\nc\"\n2:2 string end '''\n2:5 newline\n2:5 end\n"},
      {"escapes", R"("a\"b\\" x)",
       "1:1 string begin \"\n1:2 string text \"a\\\\\\\"b\\\\\\\\\"\n1:8 string end \"\n1:10 name x\n1:11 "
       "newline\n1:11 end\n"},
      {"interpolation", R"x("a$(f("b", (c)))d")x",
       "1:1 string begin \"\n1:2 string text \"a\"\n1:3 interpolation begin $(\n1:5 name f\n1:6 symbol (\n1:7 string "
       "begin \"\n1:8 string text \"b\"\n"
       "1:9 string end \"\n1:10 symbol ,\n1:12 symbol (\n1:13 name c\n1:14 symbol )\n1:15 symbol )\n1:16 interpolation "
       "end )\n"
       "1:17 string text \"d\"\n1:18 string end \"\n1:19 newline\n1:19 end\n"},
      {"interpolation over lines", "\"\"\"$(a +\n b)\"\"\"",
       "1:1 string begin \"\"\"\n1:4 interpolation begin $(\n1:6 name a\n1:8 symbol +\n2:2 name b\n2:3 interpolation "
       "end )\n2:4 string end \"\"\"\n"
       "2:7 newline\n2:7 end\n"},
      {"a bracket that is never closed ends with the next line that cannot go on", "a:\n    (x\n    y z\n",
       "1:1 name a\n1:2 symbol :\n1:3 newline\n2:5 indent\n2:5 symbol (\n2:6 name x\n2:7 newline\n3:5 name y\n3:7 name "
       "z\n3:8 newline\n4:1 dedent\n4:1 end\n"},
      {"a bracket goes on with an operator", "(x\nand y)",
       "1:1 symbol (\n1:2 name x\n2:1 name and\n2:5 name y\n2:6 symbol )\n2:7 newline\n2:7 end\n"},
  };
  for (const Case& c : cases) EXPECT_EQ(tokens_of(c.source), c.tokens) << c.name;
}

}  // namespace
}  // namespace scrutineer::lang::syntax
