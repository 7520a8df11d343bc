// Every file of two results, byte by byte: tests/results/small and tests/results/hostile. When a change is meant,
// SCRUTINEER_WRITE_GOLDEN=1 makes this test write them anew, and the difference is there to be read.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "kit/paths.h"
#include "kit/sample_result.h"
#include "results/text.h"
#include "results/write_folder.h"

namespace scrutineer::results {
namespace {

namespace fs = std::filesystem;

TEST(Golden, FilesAreByteForByteTheSame) {
  const bool writes = std::getenv("SCRUTINEER_WRITE_GOLDEN") != nullptr;
  struct Case {
    const char* name;
    RunResult result;
  };
  const Case cases[] = {{"small", small_result()}, {"hostile", hostile_result()}};
  for (const auto& [name, result] : cases) {
    std::vector<ResultFile> files = files_of(result);
    files.push_back({"text.txt", to_text(result, {})});
    for (const ResultFile& file : files) {
      const fs::path path = kit::source_dir() / "tests/results" / name / file.name;
      if (writes) {
        fs::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << file.content;
      }
      std::ostringstream expected;
      expected << std::ifstream(path, std::ios::binary).rdbuf();
      EXPECT_EQ(file.content, expected.str()) << name << ": " << file.name;
    }
  }
}

}  // namespace
}  // namespace scrutineer::results
