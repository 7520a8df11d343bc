#include "lang/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "kit/data.h"
#include "kit/run_program.h"
#include "lang/syntax/parse.h"
#include "lang/syntax/print.h"

namespace scrutineer::lang {
namespace {

using kit::compiled;
using kit::Ran;
using kit::run;
using kit::two_cars;

using testing::HasSubstr;
using testing::Not;

const std::map<std::string, std::string> kImports = {{"other.osc", "global imported_limit: int = 42\n"}};

// All that a run tells: what was logged, intervals, issues, values of the run.
std::string told(const Ran& ran) {
  std::ostringstream lines;
  for (const std::string& message : ran.messages()) lines << message << '\n';
  const watch::Evaluation& evaluation = ran.evaluation;
  for (const watch::IntervalRecord& record : evaluation.intervals) {
    const watch::CheckInfo& check = *evaluation.infos[record.check];
    lines << check.name << " of " << record.actor.id << " by " << to_word(record.ended_by);
    for (std::size_t i = 0; i < record.data.size(); ++i)
      lines << ", " << check.metrics[i].name << "=" << Ran::text(record.data[i]);
    lines << '\n';
  }
  for (const watch::Issue& issue : evaluation.issues)
    lines << issue.kind << " of " << issue.actor.id << ", " << to_word(issue.severity) << ": " << issue.details << '\n';
  for (const watch::InfoValue& value : evaluation.info) lines << value.path << " = " << Ran::text(value.value) << '\n';
  return lines.str();
}

std::string with_slip(const Construct& construct) {
  std::string text(construct.example);
  const std::size_t at = text.find(construct.right);
  EXPECT_NE(at, std::string::npos) << construct.name;
  return text.replace(at, construct.right.size(), construct.wrong);
}

void expect_parsed(const Construct& construct) {
  Sources sources;
  std::vector<Diagnostic> diagnostics;
  const syntax::Tree tree = syntax::parse(sources, sources.add("my.osc", std::string(construct.example)), diagnostics);
  EXPECT_EQ(render(diagnostics, sources), "") << construct.name;
  EXPECT_FALSE(tree.declarations.empty()) << construct.name;
  const syntax::Tree again = syntax::parse(sources, sources.add("printed.osc", syntax::print(tree)), diagnostics);
  EXPECT_EQ(render(diagnostics, sources), "") << construct.name;
  EXPECT_TRUE(syntax::same_tree(tree, again)) << construct.name << ":\n" << syntax::print(tree);
}

void expect_checked(const Construct& construct) {
  const Compilation right = compiled(construct.example, kImports);
  EXPECT_EQ(render(right.diagnostics, *right.sources), "") << construct.name;
  ASSERT_FALSE(construct.right.empty()) << construct.name;
  EXPECT_FALSE(compiled(with_slip(construct), kImports).program.has_value()) << construct.name << ": a slip is taken";
}

TEST(Coverage, EveryClaimHolds) {
  const std::string otherwise = told(run("", two_cars()));
  for (const Construct& construct : constructs()) {
    expect_parsed(construct);
    if (construct.level == Construct::Level::parsed) {
      EXPECT_EQ(compiled(construct.example, kImports).program.has_value(), true) << construct.name;
      continue;
    }
    expect_checked(construct);
    if (construct.level != Construct::Level::run) continue;
    ASSERT_FALSE(construct.shows.empty()) << construct.name;
    EXPECT_THAT(otherwise, Not(HasSubstr(construct.shows))) << construct.name << ": shows nothing";
    EXPECT_THAT(told(run(construct.example, two_cars(), nullptr, kImports)), HasSubstr(construct.shows))
        << construct.name;
  }
}

TEST(Coverage, NamesEachConstructOnce) {
  std::set<std::string_view> names;
  for (const Construct& construct : constructs()) EXPECT_TRUE(names.insert(construct.name).second) << construct.name;
}

TEST(Coverage, NamesEveryProductionOfTheStandard) {
  SCRUTINEER_NEEDS_DATA();
  const auto chapter = kit::data_dir() / ".." / "standards" / "openscenario-dsl" / "language-syntax.md";
  if (!std::filesystem::exists(chapter)) GTEST_SKIP() << "the standard's chapters are not there";
  const std::string text = kit::read_text(chapter);
  const std::regex rule(R"(\n([A-Za-z][A-Za-z-]*) ::=)");
  std::set<std::string> of_standard, named;
  for (std::sregex_iterator i(text.begin(), text.end(), rule), end; i != end; ++i) of_standard.insert((*i)[1]);
  for (const Construct& construct : constructs()) {
    std::istringstream productions{std::string(construct.productions)};
    for (std::string production; productions >> production;) named.insert(production);
  }
  EXPECT_GE(of_standard.size(), 160U);
  EXPECT_EQ(named, of_standard);
}

TEST(Coverage, PageIsUpToDate) {
  EXPECT_EQ(kit::read_text(kit::source_dir() / "docs" / "osc2_coverage.md"), osc2_coverage_markdown())
      << "docs/osc2_coverage.md is stale; refresh it with: build/scrutineer docs --write docs";
}

TEST(Coverage, PageHasARowForEachConstruct) {
  const std::string page = osc2_coverage_markdown();
  EXPECT_THAT(page, HasSubstr("\n| `\\|any name\\|` | run | `identifier` |\n"));
  std::size_t rows = 0;
  for (const char* word : {" | run | ", " | checked | ", " | parsed | "})
    for (std::size_t at = page.find(word); at != std::string::npos; at = page.find(word, at + 1)) ++rows;
  EXPECT_EQ(rows, constructs().size());
}

}  // namespace
}  // namespace scrutineer::lang
