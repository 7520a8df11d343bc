#include "lang/coverage.h"

#include <fmt/format.h>

#include <array>

#include "lang/detail/constructs.h"

namespace scrutineer::lang {
namespace {

constexpr std::array<std::string_view, 3> kWords{"parsed", "checked", "run"};

std::size_t place(Construct::Level level) { return static_cast<std::size_t>(level); }

// A bar ends a cell of a table, even in code.
std::string in_cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '|') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string grammar(std::string_view productions) {
  std::string names;
  while (!productions.empty()) {
    const std::size_t end = std::min(productions.find(' '), productions.size());
    names += fmt::format("{}`{}`", names.empty() ? "" : ", ", productions.substr(0, end));
    productions.remove_prefix(std::min(end + 1, productions.size()));
  }
  return names;
}

}  // namespace

std::vector<Construct> constructs() {
  std::vector<Construct> all;
  for (const auto part : {detail::standard_declarations(), detail::standard_behaviour(), detail::dialect()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

std::string osc2_coverage_markdown() {
  const std::vector<Construct> all = constructs();
  std::array<int, kWords.size()> counts{};
  for (const Construct& construct : all) ++counts.at(place(construct.level));
  std::string out = fmt::format(R"(# What of OpenSCENARIO DSL is understood

<!-- Made by `scrutineer docs` from the table in src/lang/detail, whose every row a test holds against the compiler. -->

The language is OpenSCENARIO DSL 2.2.0 with the watchers, checkers and statements that evaluation needs
([how to use them](language.md)). A file that follows the standard's grammar is read, whatever it holds:

- **parsed**: read, with every position; nothing else looks at it, for an evaluation has no scenario to plan
- **checked**: names, types and units too; a slip is an error with its line and column
- **run**: compiled, and what it says happens in an evaluation

{} constructs are run, {} are checked, {} are parsed. Beside each are the productions of the standard's grammar that it is about;
all of them are in the tables.
)",
                                counts[2], counts[1], counts[0]);
  std::string_view group;
  for (const Construct& construct : all) {
    if (construct.group != group) {
      group = construct.group;
      const bool is_of_standard = !construct.productions.empty();
      out += fmt::format("\n## {}\n\n| construct | is | {} |\n|---|---|---|\n", group,
                         is_of_standard ? "grammar" : "note");
    }
    std::string last = grammar(construct.productions);
    if (!construct.note.empty()) last += fmt::format("{}{}", last.empty() ? "" : "; ", construct.note);
    out += fmt::format("| {} | {} | {} |\n", in_cell(construct.name), kWords.at(place(construct.level)), in_cell(last));
  }
  return out;
}

}  // namespace scrutineer::lang
