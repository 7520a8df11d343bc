// The program between pipes and devices.

#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "base/sha256.h"
#include "kit/data.h"
#include "kit/paths.h"
#include "kit/real_program.h"
#include "kit/run_writers.h"
#include "report/report.h"

namespace scrutineer::app {
namespace {

namespace fs = std::filesystem;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class Streams : public testing::Test {
 protected:
  Streams() {
    fs::copy_file(kit::source_dir() / "examples/maps/town.xodr", folder.path() / "town.xodr");
    fs::copy_file(kit::source_dir() / "examples/runs/town.csv", folder.path() / "town.csv");
  }
  // The exit code of an evaluation of that run.
  void SetUp() override {
    code = run("$scrutineer check --map town.xodr --trace town.csv --out plain");
    ASSERT_TRUE(code == 0 || code == 1) << code << text("err");
  }
  int run(const std::string& line) { return kit::shell(line + " >/dev/null 2>err", folder.path()); }
  std::string text(const char* file) { return kit::read_text(folder.path() / file); }

  const kit::TemporaryFolder folder;
  int code = 0;
};

TEST_F(Streams, AreReadOnceAndHashedMeanwhile) {
  struct Case {
    const char* name;
    const char* line;
    const char* trace;  // what run.json calls it
  };
  const Case cases[] = {
      {"a pipe", "cat town.csv | $scrutineer check --map town.xodr --trace /dev/stdin --out out", "/dev/stdin"},
      {"packed", "gzip -c town.csv | $scrutineer check --map town.xodr --trace /dev/stdin --out out", "/dev/stdin"},
      {"a file", "$scrutineer check --map town.xodr --trace /dev/stdin --out out < town.csv", "../town.csv"},
      {"a pipe by name",
       "mkfifo named; (cat town.csv > named &) ; $scrutineer check --map town.xodr --trace named --out out",
       "../named"},
  };
  for (const auto& [name, line, trace] : cases) {
    fs::remove_all(folder.path() / "out");
    ASSERT_EQ(run(line), code) << name << text("err");
    EXPECT_THAT(text("out/run.json"), HasSubstr("\"trace\": \"" + std::string(trace) + "\"")) << name;
    EXPECT_EQ(text("out/issues.csv"), text("plain/issues.csv")) << name;
    if (std::string_view(name) != "packed") {
      EXPECT_THAT(text("out/run.json"), HasSubstr(sha256_hex(text("town.csv")))) << name;
    }
  }
}

TEST_F(Streams, GiveAReportThatCannotBeMadeAgain) {
  if (report::page_template().empty()) GTEST_SKIP() << "built without npm";
  ASSERT_EQ(run("cat town.csv | $scrutineer check --map town.xodr --trace /dev/stdin --out out --report"), code)
      << text("err");
  EXPECT_THAT(text("err"), HasSubstr("this report cannot be made a second time"));
  ASSERT_EQ(run("$scrutineer report out < /dev/null"), 0) << text("err");
  EXPECT_THAT(text("err"), HasSubstr("There is no top view"));
}

TEST_F(Streams, ThatNobodyReadsKeepNothingFromBeingWritten) {
  if (report::page_template().empty()) GTEST_SKIP() << "built without npm";
  ASSERT_EQ(run("($scrutineer check --map town.xodr --trace town.csv --out out --report --verbosity full 2>said; "
                "echo $? > code) | true"),
            0);
  EXPECT_EQ(text("code"), std::to_string(code) + "\n") << text("said");
  EXPECT_THAT(text("said"), Not(HasSubstr("cannot write")));
  EXPECT_GT(text("out/report.html").size(), 10'000U);
  EXPECT_TRUE(fs::exists(folder.path() / "out/coverage/runtime_data.json"));
}

TEST_F(Streams, ThatAreFullAreAnError) {
  for (const char* command : {"--help", "--version", "check --help", "list checkers", "map info town.xodr",
                              "check --map town.xodr --trace town.csv --format json"}) {
    EXPECT_EQ(kit::shell("$scrutineer " + std::string(command) + " >/dev/full 2>err", folder.path()), 2) << command;
    EXPECT_THAT(text("err"), EndsWith("scrutineer: cannot write to the standard output\n")) << command;
  }
}

}  // namespace
}  // namespace scrutineer::app
