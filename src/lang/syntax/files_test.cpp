// Every file in the language that comes with the program: examples, the library, built-in checks that are rewritten in it.
#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "kit/data.h"
#include "lang/diagnostic.h"
#include "lang/syntax/parse.h"
#include "lang/syntax/print.h"

namespace scrutineer::lang::syntax {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files() {
  std::vector<fs::path> found;
  for (const char* folder : {"examples", "src", "bench"})
    for (const auto& entry : fs::recursive_directory_iterator(kit::source_dir() / folder))
      if (entry.path().extension() == ".osc") found.push_back(entry.path());
  return found;
}

TEST(ShippedFiles, ArePrintedAsTheSameTree) {
  EXPECT_GE(files().size(), 8U);
  for (const fs::path& file : files()) {
    Sources sources;
    std::vector<Diagnostic> diagnostics;
    const Tree tree = parse(sources, sources.add(file.filename(), kit::read_text(file)), diagnostics);
    EXPECT_FALSE(tree.declarations.empty()) << file;
    const std::string printed = print(tree);
    const Tree again = parse(sources, sources.add("printed", printed), diagnostics);
    EXPECT_EQ(render(diagnostics, sources), "") << file;
    EXPECT_TRUE(same_tree(tree, again)) << file;
    EXPECT_EQ(print(again), printed) << file;
  }
}

}  // namespace
}  // namespace scrutineer::lang::syntax
