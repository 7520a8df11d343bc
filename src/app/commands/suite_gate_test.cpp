// suite gate, from the command line to its exit code and files: when it passes, when not, and when nobody can tell.

#include <gmock/gmock.h>

#include "kit/fake_world.h"
#include "kit/scratch_folder.h"
#include "kit/suite_nights.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;

class SuiteGate : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = store::open_store(place(), store::OpenMode::create);
    ASSERT_TRUE(opened) << to_string(opened.problem());
    kit::write_night(**opened, 1);
    add_suite(**opened, "lost", {lost("a/run.json"), lost("b/run.json")}, store::SuiteState::complete);
    add_suite(**opened, "empty", {}, store::SuiteState::complete);
    for (const auto state : {store::SuiteState::running, store::SuiteState::cancelled})
      add_suite(**opened, std::string(to_word(state)), {kit::night_record(0, 1, false), kit::night_record(2, 1, false)},
                state);
  }
  static store::RunRecord lost(const std::string& key) {
    return {
        .run = {.key = key, .content = "0", .reason = "gone.csv: cannot open", .outcome = store::Outcome::unreadable}};
  }
  static void add_suite(store::Store& store, const std::string& name, const std::vector<store::RunRecord>& records,
                        store::SuiteState state) {
    const auto suite = store.make_suite({.name = name, .created = "2026-11-09T02:00:00Z"});
    ASSERT_TRUE(suite);
    ASSERT_EQ(store.write(suite->id, records), std::nullopt);
    ASSERT_EQ(suite::finish_suite(store, suite->id), std::nullopt);
    ASSERT_EQ(store.set_state(suite->id, state), std::nullopt);
  }
  std::string place() const { return scratch_.file("nights.db"); }
  Ran gate(const std::string& command_line) {
    std::vector<std::string> all = words("suite gate " + command_line);
    all.insert(all.end(), {"--store", place()});
    return world_.run(all);
  }

  kit::ScratchFolder scratch_;
  FakeWorld world_;
};

TEST_F(SuiteGate, ItsFilesSayWhatItsExitCodeSays) {
  struct Row {
    const char *name, *command;
    int code;
    std::string heading, error;
  };
  const Row rows[] = {
      {"all hold", "night-1 --max-errors 9", kFine, "## Passed: night-1", ""},
      {"one does not", "night-1 --max-errors 0", kFound, "## Failed: night-1", ""},
      {"no run was evaluated", "lost --max-errors 0 --max-new-errors 0 --max-not-evaluated 9", kNotEvaluated,
       "## Not judged: lost",
       "lost could not be judged: no run was evaluated to its end; the first of 2: a/run.json: unreadable: "
       "gone.csv: cannot open"},
      {"no runs", "empty --max-errors 0", kNotEvaluated, "## Not judged: empty",
       "empty could not be judged: the suite has no runs"},
      {"shards are missing", "running --max-errors 9", kNotEvaluated, "## Not judged: running",
       "running could not be judged: the suite is running, not complete: it has 2 runs so far"},
      {"shards are missing, and there are errors", "running --max-errors 0", kNotEvaluated, "## Not judged: running",
       "running could not be judged: the suite is running, not complete: it has 2 runs so far"},
      {"it was stopped", "cancelled --max-errors 9", kNotEvaluated, "## Not judged: cancelled",
       "cancelled could not be judged: the suite is cancelled, not complete: it has 2 runs so far"},
  };
  for (const Row& row : rows) {
    const Ran ran = gate(std::string(row.command) + " --markdown gate.md --junit gate.xml");
    EXPECT_EQ(ran.code, row.code) << row.name << ran.err;
    EXPECT_THAT(ran.err, HasSubstr(row.error)) << row.name;
    EXPECT_EQ(ran.err.empty(), row.error.empty()) << row.name;
    EXPECT_THAT(world_.files.content["gate.md"], HasSubstr(row.heading)) << row.name;
    const std::string& xml = world_.files.content["gate.xml"];
    EXPECT_EQ(xml.find("type=\"not judged\"") != std::string::npos, row.code == kNotEvaluated) << row.name;
    const bool breaks = xml.find("type=\"gate\"") != std::string::npos;
    EXPECT_TRUE(row.code == kNotEvaluated || breaks == (row.code == kFound)) << row.name;
  }
  EXPECT_THAT(gate("lost --max-errors 0 --format json").out, HasSubstr("\"judged\": false"));
  EXPECT_THAT(gate("lost --max-errors 0").out, HasSubstr("gate      not judged\nbecause   no run was evaluated"));
}

// A run that was lost says why.
TEST_F(SuiteGate, NamesReasons) {
  const Ran ran = gate("lost --max-not-evaluated 0 --junit gate.xml");
  EXPECT_THAT(ran.out, HasSubstr("runs not evaluated  a/run.json: unreadable: gone.csv: cannot open"));
  EXPECT_THAT(world_.files.content["gate.xml"], HasSubstr("message=\"unreadable: gone.csv: cannot open\""));
}

TEST_F(SuiteGate, RefusesWhatWouldAlwaysHold) {
  world_.files.content["kind.json"] = R"({"max_errors": {"speed_limit": 9, "road_deprature": 0}})";
  struct Row {
    const char *name, *command, *message;
  };
  const Row rows[] = {
      {"below 0", "--max-new-errors -1", "--max-new-errors: takes a whole number from 0 to 1000000000, found \"-1\""},
      {"below 0, lost runs", "--max-not-evaluated -1", "--max-not-evaluated: takes a whole number from 0 to"},
      {"beyond all numbers", "--max-not-evaluated 99999999999999999999999", "found \"99999999999999999999999\""},
      {"in sixteens", "--max-new-errors 0x10", "--max-new-errors: takes a whole number"},
      {"in eights", "--max-new-errors 010", "--max-new-errors: takes a whole number"},
      {"no number", "--max-new-errors=", "--max-new-errors"},
      {"errors below 0", "--max-errors -1", "--max-errors \"-1\": expected KIND=NUMBER"},
      {"errors of a kind below 0", "--max-errors collision=-1", "--max-errors \"collision=-1\": expected KIND=NUMBER"},
      {"a kind that was misspelt", "--max-errors speed_limt=0",
       "--max-errors speed_limt=0: there is no kind of issue \"speed_limt\"; did you mean \"speed_limit\"?"},
      {"a kind that was misspelt in a file", "--file kind.json",
       "kind.json:1:35: there is no kind of issue \"road_deprature\"; did you mean \"road_departure\"?"},
      {"its own criteria", "--file kind.json --junit kind.json", "kind.json is read from, so it cannot be written to"},
      {"both files in one", "--max-errors 9 --junit a --markdown a", "a would be written twice"},
      {"a pattern of kinds", "--max-errors speed*=0", "there is no kind of issue \"speed*\"; name each kind"},
  };
  for (const Row& row : rows) {
    const Ran ran = gate("night-1 " + std::string(row.command));
    EXPECT_EQ(ran.code, kNotEvaluated) << row.name << ran.out;
    EXPECT_THAT(ran.err, HasSubstr(row.message)) << row.name;
    EXPECT_EQ(ran.out, "") << row.name;
  }
}

// Numbers of other commands that wrapped around, or stood for another one.
TEST_F(SuiteGate, SoDoOtherCommands) {
  const std::string store = " --store " + place();
  const std::string commands[] = {
      "suite report night-1 -o page --last -1" + store,
      "suite report night-1 -o page --run-reports -1" + store,
      "suite report night-1 -o page --run-reports 0x10" + store,
      "suite run runs --name n --run-reports 99999999999999999999999" + store,
      "suite generate made --seed -1",
      "suite generate made --broken -1",
      "suite generate made --runs 99999999999999999999999",
      "suite triage touched night-1 --rule -1" + store,
      "suite run runs --name n --jobs -1" + store,
      "suite run runs --name n --timeout -1" + store,
      "suite plan runs --name n --out plan --shards 0x10",
      "suite issues night-1 --top -1" + store,
      "suite list --last -1" + store,
      "suite prune --keep-last -1" + store,
  };
  for (const std::string& command : commands) {
    const Ran ran = world_.run(words(command));
    EXPECT_EQ(ran.code, kNotEvaluated) << command;
    EXPECT_THAT(ran.err, testing::ContainsRegex("--[a-z-]+:? takes a (whole )?number from")) << command;
  }
}

}  // namespace
}  // namespace scrutineer::app
