// The standard's own examples and the seeds' configuration pieces, read from the shared folder beside the repository.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <regex>
#include <string>
#include <vector>

#include "kit/data.h"
#include "lang/seed_pieces.h"
#include "lang/syntax/diagnostic.h"
#include "lang/syntax/parse.h"
#include "lang/syntax/print.h"

namespace scrutineer::lang::syntax {
namespace {

namespace fs = std::filesystem;

std::string without_common_indent(std::vector<std::string> lines) {
  std::size_t common = std::string::npos;
  for (const std::string& line : lines)
    if (!is_blank(line)) common = std::min(common, indent_of(line));
  std::string result;
  for (const std::string& line : lines) result += line.substr(std::min(common, line.size())) + "\n";
  return result;
}

// The text between lines of three backticks, without the numbers that the chapter's text refers to: `x: int   (1)`.
std::vector<std::string> code_blocks(const std::string& chapter) {
  static const std::regex kCallout(R"( +\(\d+\)$)");
  std::vector<std::string> blocks;
  std::vector<std::string> inside;
  bool is_open = false;
  for (const std::string& line : lines_of(chapter)) {
    if (line.find("```") != std::string::npos) {
      if (is_open) blocks.push_back(without_common_indent(std::exchange(inside, {})));
      is_open = !is_open;
    } else if (is_open) {
      inside.push_back(std::regex_replace(line, kCallout, ""));
    }
  }
  return blocks;
}

bool begins_declaration(const std::string& line) {
  constexpr std::array<std::string_view, 13> kWords = {"import ",   "namespace ", "export ", "type ",   "unit ",
                                                       "enum ",     "struct ",    "actor ",  "action ", "scenario ",
                                                       "modifier ", "extend ",    "global "};
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) { return line.starts_with(word); });
}

// Whole files, as opposed to members out of their type, grammar rules, forms with <placeholders> and parts left out.
bool is_whole_file(const std::string& block) {
  static const std::regex kForm(R"(::=|\.\.\.|…|<[a-z][A-Za-z _-]*>)");
  if (std::regex_search(block, kForm)) return false;
  bool has_declaration = false;
  for (const std::string& line : lines_of(block)) {
    if (is_blank(line) || line.starts_with(" ") || line.starts_with("#") || line.starts_with("]") ||
        line.starts_with(")"))
      continue;
    if (!begins_declaration(line)) return false;
    has_declaration = true;
  }
  return has_declaration;
}

// The definitions of actions in the standard choose by `if`, which is no part of its grammar.
bool has_pseudo_code(const std::string& block) {
  static const std::regex kChoice(R"(\n +(else )?if [^\n]*:\n)");
  return std::regex_search(block, kChoice);
}

// What does not parse and why: it breaks the grammar of the chapter "Language structure and syntax".
struct Exception {
  const char* chapter;
  const char* part;  // of the block
  const char* reason;
};
constexpr Exception kExceptions[] = {
    {"Semantics", "other_vehicle.two_phases\n", "a behavior invoked without parentheses, and a blank before a unit"},
    {"actions", "until: @event1", "`until` with a colon"},
    {"dm-actions-and-modifiers", "do drive() with: speed(speed, at: end)", "a `with` block on the line that opens it"},
    {"entity", "    for v in g.vehicles:", "a loop over constraints"},
    {"expressions-main", "inherits vehicle(emergency_vehicle: true)", "an inheritance condition with a colon"},
    {"extending-the-domain-model", "    action jump:", "an action declared inside an actor"},
    {"extending-the-domain-model", "    action request_acc_mode:", "an action declared inside an actor"},
    {"extending-the-domain-model", "actor horse: animal:", "inheritance written with a colon"},
    {"extending-the-domain-model",
     "actor emergency_vehicle: vehicle(is_emergency:true):", "inheritance written with a colon"},
    {"extending-the-domain-model", "actor vehicle;", "a semicolon"},
    {"parameter-distribution", "    vehicle1: vehicle\n", "members without the first line of their scenario"},
    {"scenario-abstraction", "car1.drive(duration: 24s) with:", "a `with` block that is not indented"},
    {"types", "actor car inherits vehicle (vehicle_category == car):\n\n", "a colon without a block"},
};

TEST(Standard, ExamplesThatAreWholeFilesParse) {
  SCRUTINEER_NEEDS_DATA();
  const auto chapters = files_below(kit::data_dir() / ".." / "standards" / "openscenario-dsl", ".md");
  if (chapters.empty()) GTEST_SKIP() << "the standard's chapters are not there";
  std::map<std::string, int> used;
  int parsed = 0;
  int pseudo_code = 0;
  for (const fs::path& chapter : chapters) {
    for (const std::string& block : code_blocks(kit::read_text(chapter))) {
      if (!is_whole_file(block)) continue;
      if (has_pseudo_code(block)) {
        ++pseudo_code;
        continue;
      }
      Sources sources;
      std::vector<Diagnostic> diagnostics;
      const Tree tree = parse(sources, sources.add(chapter.filename(), block), diagnostics);
      const auto* exception = std::find_if(std::begin(kExceptions), std::end(kExceptions), [&](const Exception& e) {
        return chapter.stem() == e.chapter && block.find(e.part) != std::string::npos;
      });
      if (exception != std::end(kExceptions)) {
        ++used[exception->part];
        EXPECT_FALSE(diagnostics.empty()) << chapter.stem() << " parses now: " << exception->part;
        continue;
      }
      EXPECT_EQ(render(diagnostics, sources), "") << block;
      ++parsed;
      const Tree again = parse(sources, sources.add("printed", print(tree)), diagnostics);
      EXPECT_EQ(render(diagnostics, sources), "") << print(tree);
      EXPECT_TRUE(same_tree(tree, again)) << block;
    }
  }
  for (const Exception& exception : kExceptions)
    EXPECT_GT(used[exception.part], 0) << exception.chapter << ": " << exception.part;
  RecordProperty("parsed", parsed);
  EXPECT_GE(parsed, 100);
  EXPECT_LE(pseudo_code, 25);
}

TEST(Seeds, EveryPieceParsesAsWritten) {
  SCRUTINEER_NEEDS_DATA();
  const auto documents = files_below(kit::data_dir() / ".." / "seeds", ".txt");
  if (documents.empty()) GTEST_SKIP() << "the seeds are not there";
  int parsed = 0;
  for (const fs::path& document : documents) {
    for (const std::string& piece : seed_pieces(kit::read_text(document))) {
      Sources sources;
      std::vector<Diagnostic> diagnostics;
      const Tree tree = parse(sources, sources.add(document.filename(), piece), diagnostics);
      EXPECT_EQ(render(diagnostics, sources), "") << piece;
      EXPECT_EQ(tree.declarations.size(), 1U) << piece;
      const Tree again = parse(sources, sources.add("printed", print(tree)), diagnostics);
      EXPECT_TRUE(same_tree(tree, again)) << piece;
      ++parsed;
    }
  }
  EXPECT_GE(parsed, 18);
}

}  // namespace
}  // namespace scrutineer::lang::syntax
