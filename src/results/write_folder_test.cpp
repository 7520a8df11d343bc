#include "results/write_folder.h"

#include <gmock/gmock.h>

#include "kit/fake_folders.h"
#include "kit/sample_result.h"
#include "results/formats.h"

namespace scrutineer::results {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<ResultFile> files_of(const std::string& content) {
  return {{"run.json", content}, {"issues.csv", content}, {std::string(kResultFile), content}};
}

std::optional<Problem> write(FakeFolders& folders, const std::string& content) {
  auto folder = ResultFolder::open("out", folders);
  if (!folder) return folder.problem();
  return folder->write(files_of(content));
}

std::vector<std::string> paths(const FakeFolders& folders) {
  std::vector<std::string> all;
  for (const auto& [path, content] : folders.files) all.push_back(path);
  return all;
}

// A result is there, and all of it is of one making.
bool is_whole(const FakeFolders& folders, const std::string& content) {
  const char* const names[] = {"out/run.json", "out/issues.csv", "out/coverage/runtime_data.json"};
  return std::ranges::all_of(names, [&](const char* name) {
    const auto found = folders.files.find(name);
    return found != folders.files.end() && found->second == content;
  });
}
bool has_result(const FakeFolders& folders) { return folders.files.contains("out/coverage/runtime_data.json"); }

TEST(ResultFolder, HoldsAllFilesOfAResult) {
  FakeFolders folders;
  auto folder = ResultFolder::open("some/where/out/", folders);
  ASSERT_TRUE(folder);
  EXPECT_FALSE(folder->write(files_of(small_result())));
  std::vector<std::string> expected{"some/where/out/run.json"};
  for (const ResultFormat& format : result_formats())
    if (!format.file.empty()) expected.push_back("some/where/out/" + std::string(format.file));
  EXPECT_THAT(paths(folders), testing::UnorderedElementsAreArray(expected));
  EXPECT_THAT(paths(folders), testing::IsSupersetOf({"some/where/out/coverage/runtime_data.json",
                                                     "some/where/out/issues.csv", "some/where/out/junit.xml"}));
  EXPECT_FALSE(folders.folders.contains("some/where/out/.scrutineer-writing"));
}

TEST(ResultFolder, HasOneWriterAtATime) {
  FakeFolders folders;
  auto first = ResultFolder::open("out", folders);
  ASSERT_TRUE(first);
  {
    const auto second = ResultFolder::open("out", folders);
    ASSERT_FALSE(second);
    EXPECT_EQ(to_string(second.problem()), "out: somebody else is writing to it");
  }
  EXPECT_FALSE(first->write(files_of("first")));
  EXPECT_TRUE(is_whole(folders, "first")) << "the second one must not touch what the first one writes";
  const ResultFolder moved = *std::move(first);
  EXPECT_FALSE(ResultFolder::open("out", folders)) << "it is held until its writer goes";
}

TEST(ResultFolder, TakesOnlyWhatMayBeReplaced) {
  struct Case {
    const char* name;
    std::vector<std::string> files, folders;
    const char* problem;  // empty: it is taken
  };
  const Case cases[] = {
      {"nothing there", {}, {}, ""},
      {"an empty folder", {}, {"out"}, ""},
      {"a former result",
       {"out/run.json", "out/junit.xml", "out/coverage/runtime_data.json"},
       {"out", "out/coverage"},
       ""},
      {"an interrupted one",
       {"out/run.json", "out/.scrutineer-writing/issues.csv"},
       {"out", "out/.scrutineer-writing"},
       ""},
      {"a result beside which a report was being written",
       {"out/run.json", "out/coverage/runtime_data.json", "out/.scrutineer-writing.aB3xYz"},
       {"out", "out/coverage"},
       ""},
      {"only a file that was being written", {"out/.scrutineer-writing.aB3xYz"}, {"out"}, ""},
      {"somebody's manifest, and a file that was being written",
       {"out/run.json", "out/.scrutineer-writing.aB3xYz"},
       {"out"},
       "out: is not replaced: it holds \"run.json\" but no result; name a new or empty folder"},
      {"somebody's file that is called almost so",
       {"out/.scrutineer-writings", "out/coverage/runtime_data.json"},
       {"out", "out/coverage"},
       "out: is not replaced: it holds \".scrutineer-writings\", which is no part of a result; name a new or empty "
       "folder"},
      {"somebody's copy of a report",
       {"out/report.html.backup", "out/coverage/runtime_data.json"},
       {"out", "out/coverage"},
       "out: is not replaced: it holds \"report.html.backup\", which is no part of a result; name a new or empty "
       "folder"},
      {"a file", {"out"}, {}, "out: is a file; a folder is wanted for the result"},
      {"somebody's files",
       {"out/thesis.tex"},
       {"out"},
       "out: is not replaced: it holds \"thesis.tex\", which is no part of a result; name a new or empty folder"},
      {"a result and somebody's file",
       {"out/coverage/runtime_data.json", "out/notes.txt"},
       {"out", "out/coverage"},
       "out: is not replaced: it holds \"notes.txt\", which is no part of a result; name a new or empty folder"},
      {"somebody's coverage",
       {"out/coverage/runtime_data.json", "out/coverage/lcov.info"},
       {"out", "out/coverage"},
       "out: is not replaced: it holds \"coverage/lcov.info\", which is no part of a result; name a new or empty "
       "folder"},
      {"somebody's manifest",
       {"out/run.json"},
       {"out"},
       "out: is not replaced: it holds \"run.json\" but no result; name a new or empty folder"},
  };
  for (const auto& [name, files, made, expected] : cases) {
    FakeFolders folders;
    for (const std::string& file : files) folders.files[file] = "old";
    folders.folders.insert(made.begin(), made.end());
    const FakeFolders before = folders;
    const auto problem = write(folders, "new");
    EXPECT_EQ(problem ? to_string(*problem) : "", expected) << name;
    if (problem) {
      EXPECT_EQ(folders.files, before.files) << name;
    } else {
      EXPECT_TRUE(is_whole(folders, "new")) << name;
      EXPECT_EQ(folders.files.size(), 3U) << name;  // what a former result had beyond that is gone
    }
  }
}

TEST(ResultFolder, LeavesNothingWhereNothingWasWritten) {
  FakeFolders folders;
  {
    ASSERT_TRUE(ResultFolder::open("out", folders));
  }
  EXPECT_TRUE(folders.files.empty());
  EXPECT_THAT(folders.folders, ElementsAre(""));
}

TEST(ResultFolder, SaysAtOnceThatItCannotWrite) {
  FakeFolders folders;
  folders.folders.insert("out");
  folders.unwritable.insert("out");
  const auto folder = ResultFolder::open("out", folders);
  ASSERT_FALSE(folder);
  EXPECT_THAT(to_string(folder.problem()), HasSubstr("Permission denied"));
}

// Whether the writer was killed at that change, counted from now; it may be done before.
bool killed_at(FakeFolders& folders, int change, const std::string& content) {
  folders.killed_at = folders.changes + change;
  bool killed = false;
  try {
    const auto problem = write(folders, content);
    EXPECT_FALSE(problem) << "change " << change << ": " << to_string(*problem);
  } catch (const FakeFolders::Killed&) {
    killed = true;
  }
  folders.revive();
  return killed;
}

TEST(ResultFolder, IsWholeOrNotThereWheneverItIsKilled) {
  for (const bool replaces : {false, true}) {
    int kills = 0, old_ones = 0, none = 0, new_ones = 0;
    for (int at = 0;; ++at) {
      FakeFolders folders;
      if (replaces) {
        ASSERT_FALSE(write(folders, "old"));
      }
      if (!killed_at(folders, at, "new")) break;
      ++kills;
      const bool is_old = is_whole(folders, "old"), is_new = is_whole(folders, "new");
      EXPECT_TRUE(!has_result(folders) || is_old || is_new) << "killed at change " << at;
      none += has_result(folders) ? 0 : 1;
      old_ones += is_old ? 1 : 0;
      new_ones += is_new ? 1 : 0;
      EXPECT_FALSE(write(folders, "next")) << "killed at change " << at;
      EXPECT_TRUE(is_whole(folders, "next")) << "killed at change " << at;
    }
    EXPECT_GE(kills, 8);
    EXPECT_GT(none, 0);
    EXPECT_GT(new_ones, 0);
    EXPECT_EQ(old_ones > 0, replaces);
  }
}

// What a killed one leaves is ours to replace, also after the next was killed while it cleaned up, or never wrote.
TEST(ResultFolder, IsTakenAgainHoweverOftenItWasKilled) {
  const auto after_first_kill = [](int at) {
    FakeFolders folders;
    return std::pair(killed_at(folders, at, "first"), folders);
  };
  for (int first = 0; after_first_kill(first).first; ++first) {
    for (int second = 0;; ++second) {
      FakeFolders folders = after_first_kill(first).second;
      const bool killed = killed_at(folders, second, "second");
      {
        EXPECT_TRUE(ResultFolder::open("out", folders)) << first << ", " << second;
      }
      EXPECT_FALSE(write(folders, "next")) << first << ", " << second;
      EXPECT_TRUE(is_whole(folders, "next")) << first << ", " << second;
      if (!killed) break;
    }
  }
}

TEST(ResultFolder, IsWholeOrNotThereWhenMemoryIsLacking) {
  for (const bool replaces : {false, true}) {
    int thrown = 0;
    for (int at = 0;; ++at) {
      FakeFolders folders;
      if (replaces) {
        ASSERT_FALSE(write(folders, "old"));
      }
      folders.lacks_memory_at = folders.changes + at;
      try {
        ASSERT_FALSE(write(folders, "new"));
        EXPECT_TRUE(is_whole(folders, "new")) << at;
        if (folders.changes <= folders.lacks_memory_at) break;  // it did not come to that change
      } catch (const std::bad_alloc&) {
        ++thrown;
        const bool is_old = is_whole(folders, "old"), is_new = is_whole(folders, "new");
        EXPECT_TRUE(is_old || is_new || paths(folders).empty()) << at << ": " << testing::PrintToString(paths(folders));
        EXPECT_FALSE(write(folders, "next")) << at;
      }
    }
    EXPECT_GE(thrown, 6);
  }
}

TEST(ResultFolder, IsWholeOrNotThereWhenTheDiskIsFull) {
  for (const bool replaces : {false, true}) {
    for (int at = 0;; ++at) {
      FakeFolders folders;
      if (replaces) {
        ASSERT_FALSE(write(folders, "old"));
      }
      folders.fails_at = folders.changes + at;
      const auto problem = write(folders, "new");
      if (!problem) {
        EXPECT_TRUE(is_whole(folders, "new")) << at;
        if (folders.changes <= folders.fails_at) break;  // it did not come to that change
        continue;                                        // only tidying up failed
      }
      EXPECT_THAT(to_string(*problem), HasSubstr("No space left on device")) << at;
      EXPECT_TRUE(replaces ? !has_result(folders) || is_whole(folders, "old") : !has_result(folders)) << at;
    }
  }
}

}  // namespace
}  // namespace scrutineer::results
