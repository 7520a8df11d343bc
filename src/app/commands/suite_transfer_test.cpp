// suite export, import, prune and check, as people call them.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/sqlite.h"
#include "kit/fake_world.h"
#include "kit/made_up_records.h"
#include "kit/scratch_folder.h"
#include "store/store.h"

namespace scrutineer::app {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class SuiteTransferTest : public testing::Test {
 protected:
  SuiteTransferTest() {
    const auto opened = store::open_store(nights_, store::OpenMode::create);
    EXPECT_FALSE(kit::write_made_up_suite(**opened, "night-1", {.count = 4, .night = 1}));
    EXPECT_FALSE(kit::write_made_up_suite(**opened, "night-2", {.count = 4, .night = 2}));
  }
  // With --store, and files in memory.
  Ran run(const std::string& command_line, const std::string& store) {
    return world_.run(words(command_line + " --store " + store));
  }

  kit::ScratchFolder scratch_;
  std::string nights_ = scratch_.file("nights.db"), other_ = scratch_.file("other.db");
  FakeWorld world_;
};

TEST_F(SuiteTransferTest, ASuiteGoesOutAndComesBack) {
  const Ran exported = run("suite export night-1 out", nights_);
  EXPECT_EQ(exported.code, 0) << exported.err;
  EXPECT_THAT(exported.out, AllOf(HasSubstr("night-1"), HasSubstr("10"), HasSubstr("out")));
  EXPECT_THAT(world_.files.content["out/runs.csv"], HasSubstr("suite/map_0/scenario_000/run_000000"));

  world_.folders.folders.insert("out");
  const Ran imported = run("suite import out --format json", other_);
  ASSERT_EQ(imported.code, 0) << imported.err;
  EXPECT_THAT(imported.out, AllOf(HasSubstr("night-1"), HasSubstr("\"written\": 4")));
  const auto store = store::open_store(other_, store::OpenMode::read);
  EXPECT_EQ((*store)->known((*(*store)->find_suite("night-1"))->id)->size(), 4U);

  EXPECT_THAT(run("suite import out --format json", other_).out, HasSubstr("\"known\": 4"));
  EXPECT_EQ(run("suite import out --as again", other_).code, 0);
}

TEST_F(SuiteTransferTest, AStoreGoesIntoAnother) {
  const Ran imported = run("suite import " + nights_, other_);
  EXPECT_EQ(imported.code, 0) << imported.err;
  EXPECT_THAT(imported.out, AllOf(HasSubstr("night-1"), HasSubstr("night-2"), HasSubstr("rules of triage")));
  EXPECT_EQ(run("suite show night-2", other_).code, 0) << "the program's own questions are answered";
}

TEST_F(SuiteTransferTest, OldSuitesAreRemoved) {
  const Ran dry = run("suite prune --keep-last 1 --dry-run", nights_);
  EXPECT_EQ(dry.code, 0) << dry.err;
  EXPECT_THAT(dry.out, AllOf(HasSubstr("would be removed"), HasSubstr("one of the last 1")));
  const auto store = store::open_store(nights_, store::OpenMode::read);
  EXPECT_EQ((*store)->suites()->size(), 2U);
  EXPECT_EQ(run("suite prune --keep-last 1", nights_).code, 0);
  EXPECT_EQ((*store)->suites()->size(), 1U);
}

TEST_F(SuiteTransferTest, AStoreIsChecked) {
  const Ran sound = world_.run({"suite", "check", nights_});
  EXPECT_EQ(sound.code, 0) << sound.err;
  EXPECT_THAT(sound.out, HasSubstr("sound"));
  ASSERT_FALSE(Sqlite::open(nights_, Sqlite::Mode::write)->run("DELETE FROM tests"));
  const Ran broken = world_.run({"suite", "check", nights_});
  EXPECT_EQ(broken.code, 1);
  EXPECT_THAT(broken.out, AllOf(HasSubstr("damaged"), HasSubstr("rows of table runs refer to tests that are not there"),
                                HasSubstr("scrutineer suite import")));
}

TEST_F(SuiteTransferTest, SaysWhatIsWrong) {
  world_.folders.folders.insert("full");
  world_.folders.files["full/x"] = "";
  struct Case {
    const char* name;
    std::string command_line, message;
  };
  const Case cases[] = {
      {"no such suite", "suite export night-3 out --store " + nights_, "night-3"},
      {"no such store", "suite export night-1 out --store no.db", "no.db: there is no such store"},
      {"a folder that is not empty", "suite export night-1 full --store " + nights_, "full: is not empty"},
      {"nothing to import", "suite import no.db --store " + other_, "no.db: there is no such store"},
      {"--as for several suites", "suite import " + nights_ + " --as x --store " + other_, "--as names one suite"},
      {"a label without a value", "suite prune --keep-last 1 --keep-label x --store " + nights_, "--keep-label"},
      {"how many to keep", "suite prune --store " + nights_, "--keep-last is required"},
      {"no store to check", "suite check no.db", "no.db: there is no such store"},
  };
  for (const Case& row : cases) {
    const Ran ran = world_.run(words(row.command_line));
    EXPECT_EQ(ran.code, 2) << row.name;
    EXPECT_THAT(ran.err, HasSubstr(row.message)) << row.name;
  }
}

}  // namespace
}  // namespace scrutineer::app
