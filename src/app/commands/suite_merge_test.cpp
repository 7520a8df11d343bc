// The commands that take suites apart, bring them together, and judge what is stored anew, on real files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "app/run.h"
#include "kit/data.h"
#include "kit/real_night.h"
#include "store/store.h"

namespace scrutineer::app {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(SuiteMerge, DoesNotCompleteAStoppedSuiteOfWhichSomeRunsWerePlanned) {
  RealNight night(6);
  const struct {
    const char *name, *command;
    int code;
    const char* said;
  } steps[] = {
      {"plan", "suite plan @night --name n --shards 3 --out @plan", kFine, ""},
      {"one shard", "suite shard @plan 0 --progress none", kFine, "2 evaluated"},
      {"merge", "suite merge @plan --store @s.db", kNotEvaluated, "missing of shard 1"},
      {"plan of one run", "suite plan @night/avenue/0000/run.json --root @night --name n --shards 1 --out @one", kFine,
       ""},
      {"its shard", "suite shard @one 0 --progress none", kFine, "1 evaluated"},
      {"its merge", "suite merge @one --store @s.db", kNotEvaluated,
       "n was not complete, and 1 run that the store has is not among those named here"},
      {"gate", "suite gate n --store @s.db --max-errors *=100", kNotEvaluated, "not complete"},
  };
  for (const auto& [name, command, code, said] : steps) {
    const Ran ran = night.run(command);
    EXPECT_EQ(ran.code, code) << name << ran.out << ran.err;
    EXPECT_THAT(ran.out + ran.err, HasSubstr(said)) << name;
  }
}

TEST(SuiteShard, DoesAllThatARunDoes) {
  RealNight night;
  Ran ran = night.run("suite plan @night --name n --shards 3 --out @plan");
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("12 runs in 3 shards"));
  EXPECT_THAT(night.run("suite shard @plan 3").err, HasSubstr("there is no shard 3: the plan has 0 to 2"));
  EXPECT_EQ(night.run("suite shard @plan 0 --progress none").code, kFine);
  EXPECT_EQ(night.run("suite shard @plan 2 --progress none").code, kFine);
  ran = night.run("suite merge @plan --store @s.db");
  EXPECT_EQ(ran.code, kNotEvaluated);
  EXPECT_THAT(ran.err, HasSubstr("missing of shard 1 (4 of 4 runs)"));
  EXPECT_THAT(night.run("suite watch @plan --once").out, HasSubstr("8 of 12 runs, 2 of 3 shards complete"));
  EXPECT_THAT(night.run("suite shard @plan 0").out, HasSubstr("shard 0: complete already"));
  EXPECT_EQ(night.run("suite shard @plan 1 --progress none").code, kFine);
  EXPECT_EQ(night.run("suite merge @plan --store @s.db").code, kFine);
  // The same suite from there on.
  EXPECT_THAT(night.run("suite run @night --store @s.db --name n").out,
              ContainsRegex("n: 0 runs evaluated in [0-9.]+ s; 12 unchanged"));
}

// The shard itself is done: a scheduler must not start it again. The merge says what a run of the suite would say.
TEST(SuiteShard, NamesWhatCouldNotBeEvaluated) {
  RealNight night(4);
  night.put("avenue/0000/run.json", R"({"trace": "nothing.csv"})");
  constexpr const char* kNamed = "\n  1 run could not be evaluated:\n    avenue/0000/run.json: ";
  struct Row {
    const char *name, *command;
    int code;
    std::string said;
  };
  const Row rows[] = {
      {"plan", "suite plan @night --name n --shards 1 --out @plan", kFine, "4 runs in 1 shard"},
      {"shard", "suite shard @plan 0", kFine, std::string("shard 0: 3 evaluated, 0 done before, 0 left") + kNamed},
      {"shard again", "suite shard @plan 0", kFine, std::string("shard 0: complete already") + kNamed},
      {"shard again, as a table", "suite shard @plan 0 --format csv", kFine, "\n0,0,3,0,1\n"},
      {"merge", "suite merge @plan --store @s.db", kFound, std::string("4 of them new") + kNamed},
      {"merge again", "suite merge @plan --store @s.db", kFound, std::string("0 of them new") + kNamed},
      {"merge as a table", "suite merge @plan --store @s.db --format csv", kFound, ",4,4,0,0,1\n"},
      {"shard into a store", "suite shard @plan 0 --store @other.db", kFine,
       std::string("shard 0: 3 evaluated, 0 done before, 0 left") + kNamed},
      {"shard into a store again", "suite shard @plan 0 --store @other.db", kFine,
       std::string("shard 0: 0 evaluated, 3 done before, 0 left") + kNamed},
  };
  for (const Row& row : rows) {
    const Ran ran = night.run(std::string(row.command) +
                              (row.name == std::string_view("plan") || std::string_view(row.name).starts_with("merge")
                                   ? ""
                                   : " --progress none"));
    EXPECT_EQ(ran.code, row.code) << row.name << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(row.said)) << row.name;
  }
}

TEST(SuiteShard, EvaluatesAgainWhatWasCutOff) {
  RealNight night(6);
  ASSERT_EQ(night.run("suite plan @night --name n --shards 1 --out @plan").code, kFine);
  ASSERT_EQ(night.run("suite shard @plan 0 --progress none").code, kFine);
  const std::string file = night.folder.file("plan/results/0000.runs");
  std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
  EXPECT_THAT(night.run("suite merge @plan --store @s.db").err, HasSubstr("missing of shard 0"));
  const Ran ran = night.run("suite shard @plan 0 --progress none");
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("was cut short after"));
  EXPECT_EQ(night.run("suite merge @plan --store @s.db").code, kFine);
}

// The way out that the manual names for runs that could not be evaluated, and then a merge that comes once more.
TEST(SuiteMerge, LeavesWhatWasEvaluatedAgainSince) {
  RealNight night(3);
  const std::string mended = kit::read_text(night.folder.path() / "night/avenue/0000/run.json");
  night.put("avenue/0000/run.json", R"({"trace": "nothing.csv"})");
  const struct {
    const char *name, *command;
    int code;
    const char* said;
  } steps[] = {
      {"plan", "suite plan @night --name n --shards 1 --out @plan", kFine, ""},
      {"shard", "suite shard @plan 0 --progress none", kFine, "shard 0: 2 evaluated"},
      {"merge", "suite merge @plan --store @s.db", kFound, "3 of them new"},
      {"mended", "suite run @night --name n --store @s.db --retry-failed", kFine, "n: 1 run evaluated"},
      {"merge again", "suite merge @plan --store @s.db", kFine, "n: 3 of 3 runs are in"},
      {"and again", "suite merge @plan --store @s.db", kFine, "0 of them new"},
      {"nothing is lost", "suite run @night --name n --store @s.db", kFine, "3 unchanged"},
  };
  for (const auto& [name, command, code, said] : steps) {
    if (name == std::string_view("mended")) night.put("avenue/0000/run.json", mended);
    const Ran ran = night.run(command);
    EXPECT_EQ(ran.code, code) << name << ran.out << ran.err;
    EXPECT_THAT(ran.out, HasSubstr(said)) << name;
  }
}

// A run changed while its shard was stopped: the shard's file has two records of it.
TEST(SuiteMerge, TakesTheLaterOfTwoRecords) {
  RealNight night(3);
  ASSERT_EQ(night.run("suite plan @night --name n --shards 1 --out @plan").code, kFine);
  ASSERT_EQ(night.run("suite shard @plan 0 --progress none").code, kFine);
  const std::string file = night.folder.file("plan/results/0000.runs");
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 5);  // within the mark of its end
  night.put("avenue/0000/run.json", R"({"trace": "run.csv", "map": "../../maps/avenue.xodr", "fail_on": "sut"})");
  ASSERT_THAT(night.run("suite shard @plan 0 --progress none").out, HasSubstr("1 evaluated, 2 done before, 0 left"));
  for (const char* time : {"first", "again"}) {
    const Ran ran = night.run("suite merge @plan --store @s.db");
    EXPECT_EQ(ran.code, kFine) << time << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("n: 3 of 3 runs are in")) << time;
  }
  EXPECT_THAT(night.run("suite run @night --name n --store @s.db").out, HasSubstr("3 unchanged"));
}

// A store that has the suite in an earlier state gets what the shards found since.
TEST(SuiteMerge, ReplacesWhatIsOlder) {
  RealNight night(2);
  ASSERT_EQ(night.run("suite run @night --name n --store @s.db").code, kFine);
  night.put("avenue/0000/run.json", R"({"trace": "nothing.csv"})");
  ASSERT_EQ(night.run("suite plan @night --name n --shards 1 --out @plan").code, kFine);
  ASSERT_EQ(night.run("suite shard @plan 0 --progress none").code, kFine);
  const Ran ran = night.run("suite merge @plan --store @s.db");
  EXPECT_EQ(ran.code, kFound) << "it cannot be evaluated any more";
  EXPECT_THAT(ran.out, HasSubstr("1 of them new"));
}

TEST(SuiteShard, WritesStraightIntoAStore) {
  RealNight night(6);
  ASSERT_EQ(night.run("suite plan @night --name n --shards 2 --out @plan").code, kFine);
  EXPECT_EQ(night.run("suite shard @plan 0 --store @s.db --progress none").code, kFine);
  EXPECT_EQ(night.run("suite merge @plan --store @s.db").code, kNotEvaluated);
  EXPECT_EQ(night.run("suite shard @plan 1 --store @s.db --progress none").code, kFine);
  EXPECT_EQ(night.run("suite merge @plan --store @s.db").code, kFine);
}

TEST(SuiteRescore, ChangesVerdictsWithoutTheTraces) {
  RealNight night(60);
  ASSERT_EQ(night.run("suite run @night --store @s.db --name n").code, kFine);
  std::filesystem::remove_all(night.folder.file("night"));
  const Ran ran = night.run("suite rescore n --as mild --store @s.db --severity speed_limit=warning");
  EXPECT_EQ(ran.code, kFine) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("mild: rescored from n with speed_limit=warning; the verdicts of"));
  EXPECT_THAT(ran.out, Not(HasSubstr("of 0 runs")));
  EXPECT_THAT(night.run("suite rescore n --as mild --store @s.db --severity speed_limit=warning").err,
              HasSubstr("mild"));
  night.put("rule.osc",
            "on @top.new_issue if issues.curr.category == other:\n    call issues.curr.modify(info, \"not ours\")\n");
  night.put("more.osc", "extend car.policy:\n    keep(min_acceleration == -6mpsps)\n");
  EXPECT_EQ(night.run("suite rescore n --as ruled --store @s.db --config @night/rule.osc").code, kFine);
  EXPECT_THAT(night.run("suite rescore n --as other --store @s.db --config @night/more.osc").err,
              HasSubstr("the runs must be evaluated again"));
}

TEST(SuiteRescore, BeginsAnewAfterItWasInterrupted) {
  RealNight night(3);
  ASSERT_EQ(night.run("suite run @night --store @s.db --name n").code, kFine);
  const std::string command = "suite rescore n --as mild --store @s.db --severity speed_limit=warning";
  ASSERT_EQ(night.run(command).code, kFine);
  {
    const auto store = *store::open_store(night.folder.file("s.db"), store::OpenMode::write);
    const std::int64_t mild = (*store->find_suite("mild"))->id;
    ASSERT_FALSE(store->set_state(mild, store::SuiteState::running));
    ASSERT_FALSE(store->transaction(
        [&](store::Database& database) { return database.run("DELETE FROM runs WHERE suite = ?", {mild}); }));
  }
  const Ran again = night.run(command);
  EXPECT_EQ(again.code, kFine) << again.err;
  EXPECT_THAT(night.run("suite show mild --store @s.db").out, ContainsRegex("runs +3\n"));
  EXPECT_EQ(night.run(command).code, kNotEvaluated) << "a whole one stays";
}

TEST(SuiteRescore, ContentIsThatOfTheFilesAndNotOfTheirNames) {
  RealNight night(4);
  ASSERT_EQ(night.run("suite run @night --store @s.db --name n").code, kFine);
  const std::string rule = "on @top.new_issue if issues.curr.category == other:\n    call issues.curr.modify(";
  night.put("a/rule.osc", "import \"shared.osc\"\n" + rule + "info, \"\")\n");
  night.put("a/shared.osc", rule + "warning, \"\")\n");
  const auto content_as = [&](const std::string& as, const std::string& folder) {
    const Ran ran = night.run("suite rescore n --as " + as + " --store @s.db --config @night/" + folder + "/rule.osc");
    EXPECT_EQ(ran.code, kFine) << ran.err;
    auto store = *store::open_store(night.folder.file("s.db"), store::OpenMode::read);
    return store->known((*store->find_suite(as))->id)->front().content;
  };
  const std::string first = content_as("first", "a");
  std::filesystem::copy(night.folder.path() / "night/a", night.folder.path() / "night/b");
  EXPECT_EQ(content_as("copied", "b"), first) << "the same files elsewhere";
  night.put("a/shared.osc", rule + "error, \"\")\n");
  const std::string second = content_as("imported", "a");
  EXPECT_NE(second, first) << "what is imported is another one";
  night.put("b/rule.osc", rule + "warning, \"\")\n");
  EXPECT_NE(content_as("named", "b"), first) << "the file itself is another one";
}

}  // namespace
}  // namespace scrutineer::app
