#include "run/real_folders.h"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "kit/random.h"
#include "kit/sample_result.h"
#include "results/write_folder.h"

namespace scrutineer::run {
namespace {

namespace fs = std::filesystem;
using results::ResultFile;
using results::ResultFolder;
using testing::HasSubstr;

class RealFoldersTest : public testing::Test {
 protected:
  RealFoldersTest() : scratch(fs::temp_directory_path() / ("scrutineer_folders_" + std::to_string(::getpid()))) {
    fs::create_directories(scratch);
  }
  ~RealFoldersTest() override { fs::remove_all(scratch); }

  static std::string read(const fs::path& path) {
    std::ostringstream content;
    content << std::ifstream(path, std::ios::binary).rdbuf();
    return content.str();
  }

  fs::path scratch;
  RealFolders folders;
};

// Every file says which making it is of.
std::vector<ResultFile> files_of(int making) {
  const std::string content = std::to_string(making) + std::string(200'000, ' ') + std::to_string(making);
  std::vector<ResultFile> files = results::files_of({}, content);
  for (ResultFile& file : files) file.content = content;
  return files;
}

TEST_F(RealFoldersTest, DoWhatTheyShould) {
  const std::string folder = scratch / "a/b", file = scratch / "a/b/file";
  EXPECT_EQ(*folders.look(folder), RealFolders::Found::nothing);
  EXPECT_FALSE(folders.make_folder(folder));
  EXPECT_FALSE(folders.make_folder(folder));
  EXPECT_EQ(*folders.look(folder), RealFolders::Found::folder);
  EXPECT_FALSE(folders.write(file, "abc"));
  EXPECT_EQ(*folders.look(file), RealFolders::Found::file);
  EXPECT_EQ(*folders.sha256(file), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_FALSE(folders.rename(file, file + "2"));
  EXPECT_FALSE(folders.sync(folder));
  EXPECT_THAT(*folders.names(folder), testing::ElementsAre("file2"));
  EXPECT_EQ(*folders.canonical(folder + "/../b/./file2"), *folders.canonical(file + "2"));
  EXPECT_FALSE(folders.remove(folder));
  EXPECT_FALSE(folders.remove(folder));
  EXPECT_EQ(*folders.look(folder), RealFolders::Found::nothing);
}

// Neither is in the way of whoever looks through a folder.
TEST_F(RealFoldersTest, TakeALinkThatLeadsNowhereAsNothing) {
  for (const char* target : {"nowhere", "itself"}) {
    fs::create_symlink(target, scratch / "itself");
    const auto found = folders.look(scratch / "itself");
    ASSERT_TRUE(found) << target << found.problem().message;
    EXPECT_EQ(*found, RealFolders::Found::nothing) << target;
    fs::remove(scratch / "itself");
  }
}

TEST_F(RealFoldersTest, SayWhatDoesNotWork) {
  const std::string file = scratch / "file", below = scratch / "file/below", gone = scratch / "gone";
  EXPECT_FALSE(folders.write(file, ""));
  struct Case {
    const char* name;
    std::optional<Problem> problem;
    const char* expected;
  };
  const auto problem_of = [](const auto& result) { return result ? std::optional<Problem>() : result.problem(); };
  const Case cases[] = {
      {"a file below a file", folders.write(below, ""), "/file/below: cannot write: Not a directory"},
      {"a folder below a file", folders.make_folder(below), "/file/below: cannot make this folder: Not a directory"},
      {"names in nothing", problem_of(folders.names(gone)), "/gone: cannot open: No such file or directory"},
      {"renaming nothing", folders.rename(gone, file), "/file: cannot write: No such file or directory"},
      {"syncing nothing", folders.sync(gone), "/gone: cannot write: No such file or directory"},
      {"hashing nothing", problem_of(folders.sha256(gone)), "/gone: cannot open: No such file or directory"},
      {"hashing a folder", problem_of(folders.sha256(scratch)), "cannot read: Is a directory"},
      {"a full disk", folders.write("/dev/full", "abc"), "/dev/full: cannot write: No space left on device"},
  };
  for (const auto& [name, problem, expected] : cases) {
    ASSERT_TRUE(problem) << name;
    EXPECT_THAT(to_string(*problem), HasSubstr(expected)) << name;
  }
}

TEST_F(RealFoldersTest, HaveOneWriterAtATime) {
  auto first = folders.lock(scratch);
  ASSERT_TRUE(first) << to_string(first.problem());
  const auto second = folders.lock(scratch);
  ASSERT_FALSE(second);
  EXPECT_THAT(to_string(second.problem()), HasSubstr("somebody else is writing to it"));
  first->reset();
  EXPECT_TRUE(folders.lock(scratch));
  EXPECT_THAT(to_string(folders.lock(scratch / "gone").problem()), HasSubstr("/gone: cannot open"));
}

// A process that writes one result after another, killed 50 times at a moment of chance: there is no result, or a
// whole one of one making.
TEST_F(RealFoldersTest, ResultsAreWholeOrNotThereHoweverOftenTheirWriterIsKilled) {
  const fs::path out = scratch / "out";
  kit::Random random(7);
  // Disks differ: a writer gets the time for up to three results.
  const auto begin = std::chrono::steady_clock::now();
  {
    auto folder = ResultFolder::open(scratch / "timed", folders);
    ASSERT_TRUE(folder && !folder->write(files_of(0)));
  }
  const auto one = std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - begin);
  const auto longest = static_cast<std::size_t>(3 * one.count() + 1000);
  int whole = 0;
  for (int kill = 0; kill < 50; ++kill) {
    const pid_t writer = ::fork();
    ASSERT_GE(writer, 0);
    if (writer == 0) {
      for (int making = 0;; ++making) {
        auto folder = ResultFolder::open(out, folders);
        if (!folder || folder->write(files_of(making))) ::_exit(1);
      }
    }
    std::this_thread::sleep_for(std::chrono::microseconds(random.index(longest)));
    ::kill(writer, SIGKILL);
    int status = 0;
    ::waitpid(writer, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status)) << "the writer met a problem";
    if (!fs::exists(out / results::kResultFile)) continue;
    ++whole;
    const std::string content = read(out / results::kResultFile);
    const int making = std::stoi(content);
    for (const ResultFile& file : files_of(making))
      ASSERT_TRUE(read(out / file.name) == file.content) << file.name << " of making " << making;
  }
  EXPECT_GT(whole, 0);
  // The last word has a writer that nobody kills.
  auto folder = ResultFolder::open(out, folders);
  ASSERT_TRUE(folder) << to_string(folder.problem());
  EXPECT_FALSE(folder->write(files_of(1)));
  std::set<std::string> expected;
  for (const ResultFile& file : files_of(1)) expected.insert(file.name.substr(0, file.name.find('/')));
  EXPECT_THAT(*folders.names(out), testing::ElementsAreArray(expected));
}

TEST_F(RealFoldersTest, KnowWhatCannotBeReadAgain) {
  std::ofstream(scratch / "file") << "text";
  ASSERT_EQ(::mkfifo((scratch / "pipe").c_str(), 0600), 0);
  struct Case {
    const char* name;
    std::string path;
    bool is_stream;
  };
  const Case cases[] = {
      {"a file", (scratch / "file").string(), false},
      {"a folder", scratch.string(), false},
      {"nothing", (scratch / "nothing").string(), false},
      {"a pipe", (scratch / "pipe").string(), true},
      {"a device", "/dev/null", true},
  };
  for (const auto& [name, path, is_stream] : cases) {
    EXPECT_EQ(folders.is_stream(path), is_stream) << name;
    if (!is_stream) continue;
    const auto hash = folders.sha256(path);  // must not wait for somebody who writes
    ASSERT_FALSE(hash) << name;
    EXPECT_THAT(to_string(hash.problem()), HasSubstr("is a pipe or a device, which cannot be read again")) << name;
  }
}

}  // namespace
}  // namespace scrutineer::run
