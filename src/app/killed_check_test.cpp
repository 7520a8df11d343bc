// The program killed at any moment leaves no result or a whole one.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "kit/data.h"
#include "kit/paths.h"
#include "kit/random.h"
#include "kit/run_writers.h"

namespace scrutineer::app {
namespace {

namespace fs = std::filesystem;

fs::path program() { return fs::read_symlink("/proc/self/exe").parent_path() / "scrutineer"; }

// Started without a shell, its output thrown away.
pid_t start(const std::string& out) {
  const std::string map = (kit::source_dir() / "examples/maps/town.xodr").string();
  const std::string trace = (kit::source_dir() / "examples/runs/town.csv").string();
  const pid_t child = ::fork();
  if (child != 0) return child;
  const int nothing = ::open("/dev/null", O_WRONLY);
  ::dup2(nothing, STDOUT_FILENO);
  ::dup2(nothing, STDERR_FILENO);
  ::execl(program().c_str(), "scrutineer", "check", "--map", map.c_str(), "--trace", trace.c_str(), "--out",
          out.c_str(), nullptr);
  ::_exit(127);
}

TEST(KilledCheck, LeavesNoResultOrAWholeOne) {
  ASSERT_TRUE(fs::exists(program())) << "the build of this test builds the program, too";
  const kit::TemporaryFolder folder;
  const fs::path out = folder.path() / "result", result = out / "coverage/runtime_data.json";
  int status = 0;
  const auto began = std::chrono::steady_clock::now();
  ::waitpid(start(out.string()), &status, 0);
  const auto whole_time = std::chrono::steady_clock::now() - began;
  ASSERT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) != 127);
  const std::string whole = kit::read_text(result);
  fs::remove_all(out);

  kit::Random random(11);
  int killed = 0, left = 0;
  for (int i = 0; i < 50; ++i) {
    const pid_t child = start(out.string());
    std::this_thread::sleep_for(whole_time * random.uniform(0.3, 1.1));
    ::kill(child, SIGKILL);
    ::waitpid(child, &status, 0);
    killed += WIFSIGNALED(status) ? 1 : 0;
    if (!fs::exists(result)) continue;
    ++left;
    ASSERT_EQ(kit::read_text(result), whole) << "round " << i;
    // Sometimes over a former result, sometimes into an empty place.
    if (i % 3 == 0) fs::remove_all(out);
  }
  EXPECT_GT(killed, 0);
  RecordProperty("killed", killed);
  RecordProperty("left_a_result", left);
}

}  // namespace
}  // namespace scrutineer::app
