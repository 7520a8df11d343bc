#include "app/detail/terminal_progress.h"

#include <gmock/gmock.h>

#include <sstream>

#include "kit/no_threads.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;

TEST(TerminalProgress, ShowsOnlyWhatTakesLong) {
  std::ostringstream err;
  {
    TerminalProgress progress(err, std::chrono::hours(1));
    progress.begin("reading");
    progress.end();
  }
  EXPECT_EQ(err.str(), "");
}

TEST(TerminalProgress, IsSilentWhereThereIsNoThread) {
  std::ostringstream err;
  TerminalProgress progress(err, std::chrono::milliseconds(0));
  {
    const kit::NoThreads none;
    progress.begin("reading");
    progress.end();
  }
  EXPECT_EQ(err.str(), "");
}

TEST(TerminalProgress, ShowsNamesThatATerminalCanShow) {
  std::ostringstream err;
  TerminalProgress progress(err, std::chrono::milliseconds(0));
  progress.begin("reading \033[2J.csv");
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  progress.end();
  EXPECT_THAT(err.str(), HasSubstr("reading \\u001b[2J.csv ... "));
}

TEST(TerminalProgress, ShowsTheLatestWorkAndCleansUp) {
  std::ostringstream err;
  TerminalProgress progress(err, std::chrono::milliseconds(0));
  progress.begin("reading");
  progress.begin("drawing");
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  progress.end();
  progress.end();
  EXPECT_THAT(err.str(), HasSubstr("drawing ... "));
  EXPECT_THAT(err.str(), testing::EndsWith("\r\033[K"));
}

}  // namespace
}  // namespace scrutineer::app
