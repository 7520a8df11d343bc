// The program killed at any moment leaves no result or a whole one, and whatever it leaves, the next command works.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <thread>

#include "kit/data.h"
#include "kit/paths.h"
#include "kit/random.h"
#include "kit/real_program.h"
#include "kit/run_writers.h"
#include "report/report.h"

namespace scrutineer::app {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> check(const fs::path& out, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments{"check",
                                     "--map",
                                     (kit::source_dir() / "examples/maps/town.xodr").string(),
                                     "--trace",
                                     (kit::source_dir() / "examples/runs/town.csv").string(),
                                     "--out",
                                     out.string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

// Everything below the folder, but for what is hidden: of us nothing hidden may stay.
std::string leftovers(const fs::path& folder) {
  std::string names;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().filename().string().starts_with('.')) names += entry.path().filename().string() + ' ';
  return names;
}

class Killed : public testing::Test {
 protected:
  Killed() : out(folder.path() / "result"), result(out / "coverage/runtime_data.json") {}
  void SetUp() override {
    ASSERT_TRUE(fs::exists(kit::program())) << "the build of this test builds the program, too";
    code = kit::finished(kit::start_program(check(out)));
    ASSERT_TRUE(code == 0 || code == 1) << code;
    whole = kit::read_text(result);
  }

  // How long it takes.
  static std::chrono::duration<double> timed(const std::vector<std::string>& arguments) {
    const auto began = std::chrono::steady_clock::now();
    kit::finished(kit::start_program(arguments));
    return std::chrono::steady_clock::now() - began;
  }
  // Kills the command at a random moment so many times, and looks what is there after each.
  void kill_often(const std::vector<std::string>& arguments, int times, const std::function<void(int)>& look) {
    std::chrono::duration<double> whole_time = timed(arguments);
    kit::Random random(11);
    int killed = 0;
    for (int i = 0; i < times; ++i) {
      const pid_t child = kit::start_program(arguments);
      std::this_thread::sleep_for(whole_time * random.uniform(0.3, 1.1));
      ::kill(child, SIGKILL);
      int status = 0;
      ::waitpid(child, &status, 0);
      if (WIFSIGNALED(status))
        ++killed;
      else
        whole_time *= 0.8;  // it was quicker this time: what else ran while it was timed may be over
      look(i);
      if (HasFatalFailure()) return;
    }
    EXPECT_GT(killed, 0);
  }

  const kit::TemporaryFolder folder;
  fs::path out, result;
  std::string whole;
  int code = 0;
};

TEST_F(Killed, CheckLeavesNoResultOrAWholeOne) {
  kill_often(check(out), 50, [&](int i) {
    if (fs::exists(result)) {
      ASSERT_EQ(kit::read_text(result), whole) << "round " << i;
    }
    // Sometimes over a former result, sometimes into an empty place.
    if (i % 3 == 0) fs::remove_all(out);
  });
}

TEST_F(Killed, CheckIsFollowedByOneThatWorks) {
  kill_often(check(out, {"--report"}), 15, [&](int i) {
    ASSERT_EQ(kit::finished(kit::start_program(check(out))), code) << "round " << i;
    ASSERT_EQ(kit::read_text(result), whole) << "round " << i;
    ASSERT_EQ(leftovers(out), "") << "round " << i;
  });
}

TEST_F(Killed, ReportIsFollowedByCommandsThatWork) {
  if (report::page_template().empty()) GTEST_SKIP() << "built without npm";
  kill_often({"report", out.string()}, 10, [&](int i) {
    const std::vector<std::string> next = i % 2 == 0 ? std::vector<std::string>{"report", out.string()} : check(out);
    ASSERT_EQ(kit::finished(kit::start_program(next)), i % 2 == 0 ? 0 : code) << "round " << i;
    ASSERT_EQ(leftovers(out), "") << "round " << i;
  });
}

}  // namespace
}  // namespace scrutineer::app
