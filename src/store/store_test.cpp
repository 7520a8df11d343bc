#include "store/store.h"

#include <gmock/gmock.h>

#include <fstream>
#include <string>
#include <vector>

#include "kit/each_store.h"
#include "kit/scratch_folder.h"

namespace scrutineer::store {
namespace {

using namespace std::string_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using kit::full_record;
using kit::plain_record;

class StoreTest : public kit::EachStore {};
SCRUTINEER_WITH_EACH_STORE(StoreTest);

TEST_P(StoreTest, KeepsSuites) {
  const auto store = open();
  const auto second = store->make_suite({.name = "b", .created = "2026-02-01T00:00:00Z"});
  const auto first = store->make_suite({.name = "a",
                                        .labels = {{"branch", "main"}, {"sut", "1.2"}},
                                        .created = "2026-01-01T00:00:00Z",
                                        .engine_version = "0.1",
                                        .configuration = "{}"});
  ASSERT_TRUE(first && second);
  EXPECT_THAT(*store->suites(), ElementsAre(*first, *second));
  EXPECT_EQ(**store->find_suite("a"), *first);
  EXPECT_EQ(*store->find_suite("c"), std::nullopt);
  EXPECT_THAT(store->make_suite({.name = "a"}).problem().message, HasSubstr("there is a suite \"a\" already"));

  ASSERT_FALSE(store->set_state(first->id, SuiteState::complete));
  EXPECT_EQ((*store->find_suite("a"))->state, SuiteState::complete);
}

TEST_P(StoreTest, GivesBackWhatWasWritten) {
  const std::vector<RunRecord> records{full_record("a"), plain_record("b", "2")};
  std::int64_t suite = 0;
  {
    const auto store = open();
    suite = store->make_suite({.name = "night"})->id;
    ASSERT_FALSE(store->write(suite, records));
    EXPECT_EQ(content(*store, suite), records);
  }
  EXPECT_EQ(content(*open(OpenMode::read), suite), records) << "opened again";
}

TEST_P(StoreTest, KnowsWhatIsThere) {
  const auto store = open();
  const auto suite = store->make_suite({.name = "night"})->id;
  EXPECT_THAT(*store->known(suite), IsEmpty());
  RunRecord crashed = plain_record("a", "1");
  crashed.run.outcome = Outcome::crashed;
  crashed.run.verdict = "";
  ASSERT_FALSE(store->write(suite, std::vector{plain_record("b", "2"), crashed}));
  EXPECT_THAT(*store->known(suite),
              ElementsAre(KnownRun{"a", "1", Outcome::crashed, ""}, KnownRun{"b", "2", Outcome::evaluated, "pass"}));
}

TEST_P(StoreTest, ReplacesARunThatIsWrittenAgain) {
  const auto store = open();
  const auto suite = store->make_suite({.name = "night"})->id;
  const auto other = store->make_suite({.name = "other"})->id;
  ASSERT_FALSE(store->write(suite, std::vector{full_record("a"), full_record("b")}));
  ASSERT_FALSE(store->write(other, std::vector{full_record("a")}));
  ASSERT_FALSE(store->write(suite, std::vector{plain_record("a", "new")}));
  EXPECT_THAT(content(*store, suite), ElementsAre(plain_record("a", "new"), full_record("b")));
  EXPECT_THAT(content(*store, other), ElementsAre(full_record("a"))) << "another suite's run of the key";
  for (const char* table : {"issues", "kpis", "intervals", "messages"}) EXPECT_GT(count(*store, table), 0) << table;

  ASSERT_FALSE(store->write(suite, std::vector{plain_record("b", "new")}));
  ASSERT_FALSE(store->remove_suite(other));
  for (const char* table :
       {"issues", "issue_metrics", "metrics", "kpis", "attributes", "intervals", "interval_metrics", "messages"})
    EXPECT_EQ(count(*store, table), 0) << table;
  EXPECT_EQ(count(*store, "runs"), 2);
}

TEST_P(StoreTest, WritesAllOrNothing) {
  const auto store = open();
  const auto suite = store->make_suite({.name = "night"})->id;
  EXPECT_THAT(store->write(suite, std::vector{plain_record("a", "1"), plain_record("a", "2")})->message,
              HasSubstr("two runs have the key \"a\""));
  RunRecord wrong = full_record("b");
  wrong.issues.push_back(wrong.issues.front());  // the same number twice
  EXPECT_TRUE(store->write(suite, std::vector{plain_record("a", "1"), wrong}));
  EXPECT_THAT(*store->known(suite), IsEmpty());
  ASSERT_FALSE(store->write(suite, std::vector{plain_record("a", "1"), full_record("b")})) << "the store still works";
}

TEST_P(StoreTest, TakesTextsOfAnyKind) {
  const auto store = open();
  const auto suite = store->make_suite({.name = "night"})->id;
  RunRecord record = full_record("a\tb\\c\n'd'?\"e\r");
  record.issues.front().message = "zero \0, no character \xff."s;
  ASSERT_FALSE(store->write(suite, std::vector{record}));
  record.issues.front().message = "zero \xEF\xBF\xBD, no character \xEF\xBF\xBD.";
  EXPECT_THAT(content(*store, suite), ElementsAre(record));
}

TEST_P(StoreTest, AnswersQuestionsInSql) {
  const auto store = open();
  const auto suite = store->make_suite({.name = "night"})->id;
  ASSERT_FALSE(store->write(suite, std::vector{full_record("a"), plain_record("b", "2")}));
  std::vector<std::string> rows;
  ASSERT_FALSE(store->query("SELECT run_key, severity, worst_value FROM v_issues WHERE suite = ? AND worst_value > ?",
                            {std::string_view("night"), 4.0}, [&](const Row& row) {
                              rows.push_back(std::string(row.text(0)) + " " + std::string(row.text(1)) + " " +
                                             std::to_string(row.number(2)));
                            }));
  EXPECT_THAT(rows, ElementsAre("a error 4.500000"));
  EXPECT_TRUE(store->query("SELECT nonsense", {}, [](const Row&) {}));
}

TEST(OpenStore, RefusesWhatIsNoStore) {
  const kit::ScratchFolder scratch;
  std::ofstream(scratch.file("text.db")) << std::string(5000, 'x');
  struct Case {
    const char* name;
    std::string place;
    OpenMode mode;
    const char* message;
  };
  const Case cases[] = {
      {"not there", scratch.file("no.db"), OpenMode::read, "there is no such store"},
      {"a folder", scratch.path().string(), OpenMode::create, "is a folder"},
      {"another file", scratch.file("text.db"), OpenMode::create, "is no SQLite database"},
  };
  for (const Case& row : cases) {
    const auto store = open_store(row.place, row.mode);
    ASSERT_FALSE(store) << row.name;
    EXPECT_THAT(store.problem().message, HasSubstr(row.message)) << row.name;
    EXPECT_EQ(store.problem().place.file, row.place) << row.name;
  }
}

}  // namespace
}  // namespace scrutineer::store
