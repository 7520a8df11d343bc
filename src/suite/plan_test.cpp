#include "suite/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "kit/fake_folders.h"
#include "kit/fake_outside.h"

namespace scrutineer::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// Files that are in the files and in the folders alike.
struct Tree {
  explicit Tree(const std::map<std::string, std::string>& content) {
    for (const auto& [path, text] : content) {
      files.content[path] = text;
      folders.files[path] = text;
      for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
        folders.folders.insert(path.substr(0, slash));
    }
  }
  Result<Plan> plan(const PlanOptions& options) { return make_plan(options, outside); }

  run::FakeFiles files;
  results::FakeFolders folders;
  run::NoProgress progress;
  run::Outside outside{files, folders, progress};
};

std::vector<std::string> keys_of(const Plan& plan) {
  std::vector<std::string> keys;
  for (const PlannedRun& run : plan.runs) keys.push_back(run.key);
  return keys;
}

constexpr const char* kRun = R"({"trace": "run.csv", "map": "../town.xodr"})";

TEST(Plan, FindsRuns) {
  const std::map<std::string, std::string> tree = {
      {"night/b/run.json", kRun},
      {"night/a/run.json", kRun},
      {"night/a/other.json", kRun},
      {"night/a/run.osi", ""},
      {"night/bare/x.osi", ""},
      {"night/bare/y.osi", ""},
      {"night/bare/y.csv", ""},
      {"night/.hidden/run.json", kRun},
      {"night/result/run.json", kRun},
      {"night/result/coverage/runtime_data.json", ""},
      {"list.txt", "# two\nnight/a/run.json\n\n  night/b\n"},
  };
  struct Row {
    const char* name;
    PlanOptions options;
    std::vector<std::string> keys;
  };
  const Row rows[] = {
      {"a folder, without hidden ones and results", {.paths = {"night"}}, {"a/run.json", "b/run.json"}},
      {"a folder with a slash at its end", {.paths = {"night/"}}, {"a/run.json", "b/run.json"}},
      {"manifests, below what they have in common",
       {.paths = {"night/b/run.json", "night/a/other.json"}},
       {"a/other.json", "b/run.json"}},
      {"a list", {.paths = {"list.txt"}}, {"a/run.json", "b/run.json"}},
      {"a root of one's own", {.paths = {"night"}, .root = "."}, {"night/a/run.json", "night/b/run.json"}},
      {"an absolute root",
       {.paths = {"night"}, .root = std::filesystem::absolute("night").string()},
       {"a/run.json", "b/run.json"}},
      {"traces without a manifest, but not those beside one",
       {.paths = {"night"}, .pairs = {"*.osi=town.xodr"}},
       {"a/run.json", "b/run.json", "bare/x.osi", "bare/y.osi"}},
      {"traces of a folder",
       {.paths = {"night"}, .pairs = {"bare/*.csv=town.xodr"}},
       {"a/run.json", "b/run.json", "bare/y.csv"}},
      {"a trace by its name", {.paths = {"night/bare/x.osi"}, .pairs = {"*.osi=town.xodr"}}, {"x.osi"}},
  };
  for (const Row& row : rows) {
    const auto plan = Tree(tree).plan(row.options);
    ASSERT_TRUE(plan) << row.name << ": " << to_string(plan.problem());
    EXPECT_EQ(keys_of(*plan), row.keys) << row.name;
  }
}

TEST(Plan, ResolvesWhatARunNeeds) {
  const auto plan = Tree({{"n/a/run.json", kRun}, {"n/x.osi", ""}}).plan({.paths = {"n"}, .pairs = {"*.osi=m/t.xodr"}});
  ASSERT_TRUE(plan) << to_string(plan.problem());
  EXPECT_EQ(
      plan->runs[0],
      (PlannedRun{.key = "a/run.json", .manifest = "n/a/run.json", .trace = "n/a/run.csv", .map = "n/town.xodr"}));
  EXPECT_EQ(plan->runs[1], (PlannedRun{.key = "x.osi", .manifest = "", .trace = "n/x.osi", .map = "m/t.xodr"}));
}

TEST(Plan, MatchesByAttributes) {
  const std::map<std::string, std::string> tree = {
      {"n/1/run.json",
       R"({"trace": "t", "info": {"run": {"test_name": "cut_in", "seed": 7}}, "attributes": {"rain": true}})"},
      {"n/2/run.json",
       R"({"trace": "t", "info": {"run": {"test_name": "cut_in", "seed": 8}}, "attributes": {"rain": true}})"},
      {"n/3/run.json", R"({"trace": "t"})"},
      {"n/4/run.json", R"({"trace": )"},
  };
  const auto plan = Tree(tree).plan({.paths = {"n"}, .match_by = {"info.run.test_name", "run.seed", "rain"}});
  ASSERT_TRUE(plan) << to_string(plan.problem());
  EXPECT_THAT(keys_of(*plan), ElementsAre("3/run.json", "4/run.json", "cut_in/7/true", "cut_in/8/true"));
  EXPECT_EQ(plan->runs[0].unreadable, "n/3/run.json: has no info.run.test_name, which --match-by asks for");
  EXPECT_THAT(plan->runs[1].unreadable, HasSubstr("n/4/run.json:1:"));
}

TEST(Plan, SaysWhatIsWrong) {
  const std::map<std::string, std::string> tree = {
      {"n/1/run.json", R"({"trace": "t", "info": {"run": {"seed": 7}}})"},
      {"n/2/run.json", R"({"trace": "t", "info": {"run": {"seed": 7}}})"},
      {"empty/notes.txt", "n/7/run.json"},
      {"binary.bin", std::string("\0\1", 2)},
  };
  struct Row {
    const char* name;
    PlanOptions options;
    std::string problem;
  };
  const Row rows[] = {
      {"nothing there", {.paths = {"nowhere"}}, "nowhere: there is no such file or folder"},
      {"no runs", {.paths = {"empty"}}, "empty: no run.json was found; name bare traces with --pair '*.osi=MAP'"},
      {"a list's line",
       {.paths = {"empty/notes.txt"}},
       "empty/notes.txt:1: there is no file or folder empty/n/7/run.json"},
      {"no list",
       {.paths = {"binary.bin"}},
       "binary.bin: is neither a manifest (.json), a folder nor a list of paths, one to a line"},
      {"equal keys",
       {.paths = {"n"}, .match_by = {"run.seed"}},
       "1 key has more than one run; --match-by needs another attribute that tells them apart: "
       "7 (n/1/run.json, n/2/run.json)"},
      {"a run twice",
       {.paths = {"n/1/run.json", "n/1/run.json"}},
       "1 key has more than one run; name each run once: run.json (n/1/run.json, n/1/run.json)"},
      {"half a pair",
       {.paths = {"n"}, .pairs = {"*.osi"}},
       "--pair *.osi: expected GLOB=MAP, such as '*.osi=town.xodr'"},
  };
  for (const Row& row : rows) {
    const auto plan = Tree(tree).plan(row.options);
    ASSERT_FALSE(plan) << row.name;
    EXPECT_EQ(to_string(plan.problem()), row.problem) << row.name;
  }
}

TEST(Plan, MatchesGlobs) {
  struct Row {
    const char *glob, *path;
    bool matches;
  };
  const Row rows[] = {
      {"*.osi", "a/b/x.osi", true},     {"*.osi", "x.csv", false},
      {"a/*.osi", "a/x.osi", true},     {"a/*.osi", "a/b/x.osi", false},
      {"a/**/*.osi", "a/x.osi", true},  {"a/**/*.osi", "a/b/c/x.osi", true},
      {"**/x.osi", "x.osi", true},      {"**", "a/b", true},
      {"x?.osi", "x1.osi", true},       {"[ab].osi", "b.osi", true},
      {"a/**/*.osi", "b/x.osi", false},
  };
  for (const auto& [glob, path, matches] : rows) EXPECT_EQ(matches_glob(glob, path), matches) << glob << " " << path;
}

}  // namespace
}  // namespace scrutineer::suite
