#include "app/detail/suite_progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "app/detail/max_memory.h"
#include "kit/fake_folders.h"
#include "kit/fake_outside.h"

namespace scrutineer::app {
namespace {

suite::SuiteProgress halfway() {
  suite::SuiteProgress progress{.done = 120, .all = 300, .not_evaluated = 2, .seconds = 5.0, .rate = 24.2};
  progress.seconds_left = 7.4;
  progress.workers = {{"bend/0012", 1.24}, {"avenue/0003", 0.4}, {"snake/0009", 0.1}};
  return progress;
}

TEST(SuiteReporter, SaysHowFarASuiteIs) {
  EXPECT_EQ(
      to_text(halfway(), 2),
      "120 of 300 runs, 24 a second, 8 s left, 2 not evaluated; bend/0012 (1.2 s), avenue/0003 (0.4 s) and 1 more");
  suite::SuiteProgress begun{.done = 0, .all = 300};
  EXPECT_EQ(to_text(begun, 2), "0 of 300 runs");
  begun.trouble = "nights.db: is locked";
  EXPECT_EQ(to_text(begun, 2), "0 of 300 runs; waiting: nights.db: is locked");
  suite::SuiteProgress slow{.done = 1, .all = 10, .rate = 0.4};
  slow.seconds_left = 36'000.0;
  EXPECT_EQ(to_text(slow, 2), "1 of 10 runs, 0.4 a second, 10 h 0 min left");
  EXPECT_EQ(
      to_json(halfway()),
      R"({"done":120,"all":300,"not_evaluated":2,"seconds":5.0,"rate":24.2,"seconds_left":8.0,"workers":[)"
      R"({"run":"bend/0012","seconds":1.24},{"run":"avenue/0003","seconds":0.4},{"run":"snake/0009","seconds":0.1}]})");
}

TEST(SuiteReporter, TellsInItsOwnTime) {
  struct Row {
    const char* name;
    ProgressStyle style;
    bool is_terminal;
    int lines;  // of a minute, with news five times a second
    bool uses_progress;
  };
  const Row rows[] = {
      {"a line every ten seconds", ProgressStyle::automatic, false, 5, false},
      {"one line on a terminal", ProgressStyle::automatic, true, 0, true},
      {"an object each second", ProgressStyle::json, true, 60, false},
      {"nothing", ProgressStyle::none, false, 0, false},
  };
  for (const Row& row : rows) {
    run::FakeFiles files;
    results::FakeFolders folders;
    run::FakeProgress shown;
    std::ostringstream out, err;
    Outside outside{{files, folders, shown}, {out, err, false, false}};
    SuiteReporter reporter(row.style, row.is_terminal, outside);
    for (int tick = 0; tick < 300; ++tick) {
      suite::SuiteProgress progress = halfway();
      progress.seconds = 0.2 * tick;
      reporter.show(progress);
    }
    const std::string text = err.str();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), row.lines) << row.name;
    EXPECT_EQ(!shown.begun.empty(), row.uses_progress) << row.name;
  }
}

TEST(SuiteInputs, ReadAmountsOfMemory) {
  struct Row {
    const char* text;
    std::optional<std::uint64_t> bytes;
  };
  const Row rows[] = {{"500MB", 500'000'000},    {"2GB", 2'000'000'000}, {"1GiB", 1'073'741'824},
                      {"1.5 gb", 1'500'000'000}, {"300", 300'000'000},   {"4M", 4'000'000},
                      {"0", std::nullopt},       {"-1GB", std::nullopt}, {"lots", std::nullopt},
                      {"nanGB", std::nullopt},   {"", std::nullopt},     {"1e30GB", std::nullopt}};
  for (const auto& [text, bytes] : rows) {
    const auto read = parse_memory(text);
    EXPECT_EQ(read ? std::optional(*read) : std::nullopt, bytes) << text;
  }
}

}  // namespace
}  // namespace scrutineer::app
