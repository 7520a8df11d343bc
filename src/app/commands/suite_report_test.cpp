// The page of a suite, from the command line to the file.
#include <gmock/gmock.h>

#include <filesystem>
#include <sstream>

#include "kit/fake_world.h"
#include "kit/run_writers.h"
#include "kit/scratch_folder.h"
#include "kit/suite_nights.h"
#include "report/page.h"
#include "run/real_files.h"
#include "run/real_folders.h"
#include "suite/generator.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;
using testing::Not;

class SuiteReport : public testing::Test {
 protected:
  void SetUp() override {
    if (report::suite_template().empty()) GTEST_SKIP() << "built without npm";
  }
  // "@" begins paths in the folder.
  Ran run(std::string_view command_line) {
    std::vector<std::string> all = words(command_line);
    for (std::string& word : all)
      if (word.starts_with('@')) word = scratch_.file(word.substr(1));
    std::ostringstream out, err;
    Outside outside{{files_, folders_, progress_}, {out, err, false, false}};
    const int code = app::run(all, outside);
    return {code, out.str(), err.str()};
  }
  void generate(int runs) {
    const suite::Generator generator({.runs = runs, .maps = 2});
    const auto put = [&](const suite::GeneratedFile& file) {
      const std::filesystem::path path = std::filesystem::path(scratch_.file("night")) / file.path;
      std::filesystem::create_directories(path.parent_path());
      kit::write_file(path, file.content);
    };
    for (const suite::GeneratedFile& file : generator.maps()) put(file);
    for (int run = 0; run < runs; ++run)
      for (const suite::GeneratedFile& file : generator.run(run)) put(file);
  }
  std::size_t count_reports() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(scratch_.file("s.db.runs")))
      count += entry.path().filename() == "report.html" ? 1 : 0;
    return count;
  }

  kit::ScratchFolder scratch_;
  run::RealFiles files_;
  run::RealFolders folders_;
  run::NoProgress progress_;
};

TEST_F(SuiteReport, IsMadeWhenTheSuiteIsDoneWithTheReportsOfItsWorstRuns) {
  generate(24);
  const Ran first =
      run("suite run @night --store @s.db --name n --jobs 2 --keep folders --report @page --run-reports 1");
  EXPECT_EQ(first.code, kFine) << first.err;
  EXPECT_THAT(first.out, HasSubstr("page/index.html: "));
  EXPECT_THAT(first.out, HasSubstr("; 1 report of runs made; "));
  EXPECT_EQ(count_reports(), 1U);
  EXPECT_TRUE(std::filesystem::exists(scratch_.file("page/index.html")));
  const Ran all = run("suite report n --store @s.db -o @page");
  EXPECT_EQ(all.code, kFine) << all.err;
  EXPECT_THAT(all.out, Not(HasSubstr("no report yet")));
  EXPECT_GT(count_reports(), 1U);
  EXPECT_THAT(run("suite report n --store @s.db -o @page").out, Not(HasSubstr("made"))) << "they are there";
}

TEST_F(SuiteReport, SaysWhatIsWrong) {
  {
    auto store = store::open_store(scratch_.file("s.db"), store::OpenMode::create);
    ASSERT_TRUE(store);
    kit::write_nights(**store, 2);
  }
  std::filesystem::create_directory(scratch_.file("site"));
  kit::write_file(scratch_.file("site/index.html"), "my own page");
  struct Case {
    const char *name, *command, *message;
  };
  const Case cases[] = {
      {"no such suite", "suite report nigth-2 --store @s.db -o @page", "did you mean \"night-2\"?"},
      {"no such baseline", "suite report night-2 --store @s.db -o @page --baseline none", "there is no suite \"none\""},
      {"no store", "suite report night-2 --store @none.db -o @page", "none.db"},
      {"no folder", "suite report night-2 --store @s.db", "-o"},
      {"somebody's page in the folder", "suite report night-2 --store @s.db -o @site", "is not replaced"},
      {"a file in the folder's place", "suite report night-2 --store @s.db -o @s.db", "s.db"},
  };
  for (const Case& row : cases) {
    const Ran ran = run(row.command);
    EXPECT_EQ(ran.code, kNotEvaluated) << row.name << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(row.message)) << row.name;
  }
  EXPECT_FALSE(std::filesystem::exists(scratch_.file("page")));
  EXPECT_EQ(*files_.read(scratch_.file("site/index.html")), "my own page");
  EXPECT_EQ(run("suite report night-2 --store @s.db -o @page").code, kFine);
  EXPECT_EQ(run("suite report night-2 --store @s.db -o @page").code, kFine) << "ours is replaced";
}

}  // namespace
}  // namespace scrutineer::app
