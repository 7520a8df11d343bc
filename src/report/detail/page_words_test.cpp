#include "report/detail/page_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "kit/paths.h"

namespace scrutineer::report::detail {
namespace {

// SCRUTINEER_WRITE_GOLDEN=1 makes this test write the page's words anew.
TEST(PageWords, ThePageHasThoseOfTheProgram) {
  const auto path = kit::source_dir() / "web/src/data/words.ts";
  if (std::getenv("SCRUTINEER_WRITE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << page_words();
  std::ostringstream known;
  known << std::ifstream(path, std::ios::binary).rdbuf();
  EXPECT_EQ(known.str(), page_words());
}

TEST(PageWords, HoldWhatIsDrawnInItsOwnWay) {
  for (const char* word : {"\"traffic light\"", "\"stop sign\"", "\"red_yellow\"", "\"sidewalk\"", "\"person\""})
    EXPECT_THAT(page_words(), testing::HasSubstr(word));
}

}  // namespace
}  // namespace scrutineer::report::detail
