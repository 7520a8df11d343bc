// The standard's own examples and the seeds' configuration pieces, read from the shared folder beside the repository.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "kit/data.h"
#include "kit/seed_pieces.h"
#include "kit/standard_blocks.h"
#include "lang/diagnostic.h"
#include "lang/syntax/parse.h"
#include "lang/syntax/print.h"

namespace scrutineer::lang::syntax {
namespace {

namespace fs = std::filesystem;

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
