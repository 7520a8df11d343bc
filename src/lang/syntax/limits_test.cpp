// Sources that no person writes: an error with a place, soon, and never a crash.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "lang/diagnostic.h"
#include "lang/syntax/parse.h"
#include "lang/syntax/print.h"

namespace scrutineer::lang::syntax {
namespace {

std::string repeated(int count, std::string_view part) {
  std::string result;
  for (int i = 0; i < count; ++i) result += part;
  return result;
}

std::string in_field(std::string_view value) { return fmt::format("extend a:\n    x: t = {}\n", value); }

std::string nested_ifs(int count) {
  std::string result = "on @e:\n";
  for (int i = 0; i < count; ++i) result += fmt::format("{:{}}if a:\n", "", i + 1);
  return result + fmt::format("{:{}}pass\n", "", count + 1);
}

std::string nested_compositions(int count) {
  std::string result = "scenario a:\n do serial:\n";
  for (int i = 0; i < count; ++i) result += fmt::format("{:{}}serial:\n", "", i + 2);
  return result + fmt::format("{:{}}x()\n", "", count + 2);
}

struct Outcome {
  std::string first;  // message with its place
  std::size_t errors;
};

Outcome outcome_of(const std::string& source) {
  Sources sources;
  std::vector<Diagnostic> diagnostics;
  const FileIndex file = sources.add("f.osc", source);
  const Tree tree = parse(sources, file, diagnostics);
  EXPECT_FALSE(print(tree).empty() && diagnostics.empty());
  if (diagnostics.empty()) return {"", 0};
  const std::string all = render(diagnostics, sources);
  return {all.substr(0, all.find('\n')), diagnostics.size()};
}

TEST(Limits, DeepNestingIsAnErrorWithAPlace) {
  constexpr int kDeep = 10'000;
  struct Case {
    const char* name;
    std::string source;
    const char* first;
  };
  const Case cases[] = {
      {"parentheses", in_field(repeated(kDeep, "(") + "1" + repeated(kDeep, ")")),
       "f.osc:2:511: error: nested more than 500 levels deep"},
      {"open parentheses", in_field(repeated(kDeep, "(")), "f.osc:2:511: error: nested more than 500 levels deep"},
      {"lists", in_field(repeated(kDeep, "[") + repeated(kDeep, "]")),
       "f.osc:2:511: error: nested more than 500 levels deep"},
      {"calls", in_field(repeated(kDeep, "f(") + repeated(kDeep, ")")),
       "f.osc:2:1010: error: nested more than 500 levels deep"},
      {"not", in_field(repeated(kDeep, "not ") + "a"), "f.osc:2:2004: error: nested more than 500 levels deep"},
      {"minus", in_field(repeated(kDeep, "- ") + "a"), "f.osc:2:1008: error: nested more than 500 levels deep"},
      {"conditions", in_field(repeated(kDeep, "a ? b : ") + "c"),
       "f.osc:2:4000: error: nested more than 500 levels deep"},
      {"sums", in_field("a" + repeated(kDeep, " + a")), "f.osc:2:12: error: nested more than 500 levels deep"},
      {"members", in_field("a" + repeated(kDeep, ".a")), "f.osc:2:12: error: nested more than 500 levels deep"},
      {"indices", in_field("a" + repeated(kDeep, "[1]")), "f.osc:2:12: error: nested more than 500 levels deep"},
      {"calls of calls", in_field("a" + repeated(kDeep, "()")), "f.osc:2:12: error: nested more than 500 levels deep"},
      {"strings", in_field(repeated(kDeep, "\"$(") + "a" + repeated(kDeep, ")\"")),
       "f.osc:2:1509: error: nested more than 500 levels deep"},
      {"ifs", nested_ifs(2'000), "f.osc:501:504: error: nested more than 500 levels deep"},
      {"compositions", nested_compositions(2'000), "f.osc:501:508: error: nested more than 500 levels deep"},
      {"list types", "extend a:\n    x: " + repeated(kDeep, "list of ") + "int\n",
       "f.osc:2:4008: error: nested more than 500 levels deep"},
  };
  for (const Case& c : cases) {
    const Outcome outcome = outcome_of(c.source);
    EXPECT_EQ(outcome.first, c.first) << c.name;
    EXPECT_EQ(outcome.errors, 1U) << c.name;
  }
}

TEST(Limits, DeepButAllowedNestingIsRead) {
  struct Case {
    const char* name;
    std::string source;
  };
  const Case cases[] = {
      {"parentheses", in_field(repeated(490, "(") + "1" + repeated(490, ")"))},
      {"sums", in_field("a" + repeated(490, " + a"))},
      {"ifs", nested_ifs(490)},
  };
  for (const Case& c : cases) EXPECT_EQ(outcome_of(c.source).first, "") << c.name;
}

TEST(Limits, HugeLinesAreReadInOnePass) {
  constexpr int kHuge = 10'000'000;
  struct Case {
    const char* name;
    std::string source;
    const char* first;
    std::size_t errors;
  };
  const Case cases[] = {
      {"name", "struct " + std::string(kHuge, 'a') + "\n", "", 0},
      {"number", in_field(std::string(kHuge, '1')), "f.osc:2:12: error: this number is too large", 1},
      {"string", in_field("\"" + std::string(kHuge, 'a') + "\""), "", 0},
      {"unclosed string", in_field("\"" + std::string(kHuge, 'a')), "f.osc:2:12: error: this string is never closed",
       1},
      {"list", in_field("[1" + repeated(kHuge / 3, ", 1") + "]"), "", 0},
      {"quotes", "struct a" + std::string(kHuge, '"') + "\n", "f.osc:1:10000005: error: this string is never closed",
       1},
      {"interpolations", "struct a" + repeated(kHuge / 3, "\"$("), "f.osc:1:9: error: this string is never closed", 1},
      {"open brackets", "struct a" + std::string(kHuge, '('),
       "f.osc:1:9: error: expected `:` or the end of the line, found `(`", 1},
      {"bars", "struct a" + std::string(kHuge, '|'), "f.osc:1:9: error: a name between bars has at least one character",
       100},
      {"comment opened again and again", "struct a " + repeated(kHuge / 3, "/* "),
       "f.osc:1:10: error: this comment is never closed", 1},
      {"bytes that are no text", "struct a" + std::string(kHuge, '\xFF'), "f.osc:1:9: error: byte 0xFF is not text", 1},
      {"NUL bytes", "struct a" + std::string(kHuge, '\0'), "f.osc:1:9: error: byte 0x00 is not text", 1},
      {"unknown characters", "struct a" + repeated(kHuge / 2, "§"), "f.osc:1:9: error: unexpected character `§`", 1},
      {"lines that are no declarations", repeated(kHuge / 4, "= 3\n"),
       "f.osc:1:1: error: expected a declaration, such as `struct`, `extend` or `import`, found `=`", 100},
      {"blanks", std::string(kHuge, ' ') + "struct a", "", 0},
      {"joined lines", "struct a\\\n" + repeated(kHuge / 2, "\\\n"), "", 0},
  };
  for (const Case& c : cases) {
    const Outcome outcome = outcome_of(c.source);
    EXPECT_EQ(outcome.first, c.first) << c.name;
    EXPECT_EQ(outcome.errors, c.errors) << c.name;
  }
}

TEST(Limits, TheLastOfTooManyErrorsSaysSo) {
  Sources sources;
  std::vector<Diagnostic> diagnostics;
  parse(sources, sources.add("f.osc", repeated(150, "= 3\n") + repeated(150, "§\n")), diagnostics);
  ASSERT_EQ(diagnostics.size(), 100U);
  EXPECT_EQ(diagnostics.back().message, "more than 99 errors; the rest is not shown");
}

}  // namespace
}  // namespace scrutineer::lang::syntax
