// The commands that ask a store, from the command line to what is printed.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "kit/fake_world.h"
#include "kit/scratch_folder.h"
#include "kit/suite_nights.h"
#include "suite/triage.h"

namespace scrutineer::app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

class SuiteQuestions : public testing::Test {
 protected:
  void SetUp() override {
    auto store = store::open_store(place(), store::OpenMode::create);
    ASSERT_TRUE(store) << to_string(store.problem());
    ASSERT_EQ(suite::write_ignored_labels(**store, {"night", "sut"}), std::nullopt);
    kit::write_nights(**store, 2);
    kit::write_night(**store, 3, {.sut = "2"});
  }
  std::string place() const { return scratch_.file("nights.db"); }
  // The words of "suite ...", and the store.
  Ran suite(const std::string& command_line) {
    std::vector<std::string> all = words("suite " + command_line);
    all.insert(all.end(), {"--store", place()});
    return world_.run(all);
  }

  kit::ScratchFolder scratch_;
  FakeWorld world_;
};

TEST_F(SuiteQuestions, EachIsAnsweredInEveryFormat) {
  struct Case {
    const char *command, *text, *table, *csv;
  };
  const Case cases[] = {
      {"list", "night-3  2026-11-03T02:00:00Z  complete", "suites", "name,created,state,"},
      {"show night-3", "pass rate ", "verdicts", "verdict,runs,share,"},
      {"issues night-3", "new ", "issues", "severity,status,kind,"},
      {"issues night-3 --by run --new", "test/02", "issues", "severity,status,run,"},
      {"issues night-3 --by kind", "road_departure", "issues", "severity,status,kind,"},
      {"worst night-3 speed.max", "Runs with the largest values", "worst", "run,value,"},
      {"hist night-3 speed.max", "█", "bins", "from,to,count\n"},
      {"trend pass_rate", "█", "trend", "suite,created,value,"},
      {"trend speed.max --last 2", "median", "trend", "suite,created,count,"},
      {"diff night-2 night-3", "Verdicts that changed", "verdicts", "run,before,now\n"},
      {"flaky --same sut", "test/01", "flaky", "run,runs,changes,"},
      {"triage list", "There are no rules", "rules", "id,on,match,"},
      {"triage touched night-3", "No rule touched", "touched", "rule,run,issue,"},
      {"baseline list", "None is pinned", "baselines", "suite,for,who,"},
  };
  for (const Case& row : cases) {
    const Ran text = suite(row.command);
    EXPECT_EQ(text.code, kFine) << row.command << text.err;
    EXPECT_THAT(text.out, HasSubstr(row.text)) << row.command;
    EXPECT_EQ(text.err, "") << row.command;
    const Ran json = suite(std::string(row.command) + " --format json");
    EXPECT_TRUE(nlohmann::json::parse(json.out).at(row.table).is_array()) << row.command;
    EXPECT_THAT(suite(std::string(row.command) + " --format csv").out, StartsWith(row.csv)) << row.command;
    EXPECT_EQ(
        world_.run(words("suite " + std::string(row.command).substr(0, std::string(row.command).find(' ')) + " --help"))
            .code,
        kFine);
  }
}

TEST_F(SuiteQuestions, CsvIsTheTableThatIsAskedFor) {
  EXPECT_THAT(suite("diff night-2 night-3 --format csv --table issues").out, StartsWith("status,severity,run,"));
  const Ran wrong = suite("diff night-2 night-3 --format csv --table isues");
  EXPECT_EQ(wrong.code, kNotEvaluated);
  EXPECT_THAT(wrong.err, HasSubstr("there are verdicts, issues, metrics, single_runs"));
}

TEST_F(SuiteQuestions, SayWhatIsWrong) {
  struct Case {
    const char *command, *message;
  };
  const Case cases[] = {
      {"show nigth-3", "there is no suite \"nigth-3\"; did you mean \"night-3\"?"},
      {"show night-3 --baseline nite", "there is no suite \"nite\""},
      {"worst night-3 sped.max", "did you mean \"speed.max\"?"},
      {"list --label branch", "expected NAME=VALUE, such as branch=main"},
      {"triage off 7", "there is no rule 7"},
      {"triage off x", "expected the number of a rule"},
      {"triage apply", "this needs the name of a suite"},
      {"triage add --kind a", "the rule does nothing: give --mark, --override, --assign, --link or --comment"},
      {"triage add --mark known", "the rule would touch every issue"},
      {"triage add --where a> --mark known", "expected a number or the name of a metric"},
      {"baseline pin", "pin needs the name of a suite"},
      {"baseline unpin", "nothing is pinned for all suites"},
      {"gate night-3", "nothing is asked for"},
      {"gate night-3 --bound speed", "--bound \"speed\": expected METRIC:QUANTILE>=NUMBER"},
      {"gate night-3 --file none.json", "none.json"},
  };
  for (const Case& row : cases) {
    const Ran ran = suite(row.command);
    EXPECT_EQ(ran.code, kNotEvaluated) << row.command;
    EXPECT_THAT(ran.err, HasSubstr(row.message)) << row.command;
    EXPECT_EQ(ran.out, "") << row.command;
  }
  EXPECT_EQ(world_.run(words("suite list --store " + scratch_.file("none.db"))).code, kNotEvaluated);
}

TEST_F(SuiteQuestions, TheGateBreaksWithExitCodeOneAndWritesItsFiles) {
  world_.files.content["gate.json"] = R"({"max_new_errors": 0, "min_pass_rate": 0.5})";
  const Ran broken = suite("gate night-3 --file gate.json --markdown gate.md --junit gate.xml");
  EXPECT_EQ(broken.code, kFound) << broken.err;
  EXPECT_THAT(broken.out, HasSubstr("test/02: error road_departure"));
  EXPECT_THAT(world_.files.content["gate.md"], HasSubstr("## Failed: night-3"));
  EXPECT_THAT(world_.files.content["gate.xml"], HasSubstr("<testcase classname=\"night-3\" name=\"test/02\""));
  EXPECT_EQ(suite("gate night-3 --file gate.json --max-new-errors 1").code, kFine) << "flags come on top";
}

TEST_F(SuiteQuestions, RulesAreMadeAppliedAndSwitchedOff) {
  const Ran made = suite("triage add --kind road_departure --mark not_an_issue --link BUG-1 --by ada");
  EXPECT_EQ(made.code, kFine) << made.err;
  EXPECT_THAT(made.out, StartsWith("rule 1: kind = road_departure: not_an_issue, BUG-1\n"));
  EXPECT_THAT(suite("gate night-3 --max-new-errors 0").out, HasSubstr("broken")) << "not applied yet";
  EXPECT_THAT(suite("triage apply night-3").out, HasSubstr("touch 1 of its issues"));
  EXPECT_EQ(suite("gate night-3 --max-new-errors 0").code, kFine);
  EXPECT_EQ(suite("gate night-3 --max-new-errors 0 --as-evaluated").code, kFound);
  EXPECT_THAT(suite("triage touched night-3").out, HasSubstr("test/02"));
  EXPECT_THAT(suite("triage add --where largest>1 --mark known").out,
              HasSubstr("Nothing in the store has a metric \"largest\" so far"));
  EXPECT_EQ(suite("triage off 2").code, kFine);
  EXPECT_EQ(suite("triage off 1 --by bob").code, kFine);
  EXPECT_THAT(suite("triage list").out, HasSubstr("There are no rules"));
  EXPECT_THAT(suite("triage list --all").out, HasSubstr("bob"));
}

// It is kept, because what it is about may come.
TEST_F(SuiteQuestions, ARuleThatTouchesNothingSoFarSaysSo) {
  struct Case {
    const char* match;
    std::string said;  // empty: nothing
  };
  const std::string until = ": until then the rule touches nothing.\n";
  const Case cases[] = {
      {"--kind road_departure", ""},
      {"--kind road_*", ""},
      {"--kind road_departur",
       "The store knows no kind \"road_departur\" so far (did you mean \"road_departure\"?)" + until},
      {"--checker nosuch", "The store knows no checker \"nosuch\" so far" + until},
      {"--cluster 0123456789abcdef", "The store knows no cluster \"0123456789abcdef\" so far" + until},
      {"--run test/*", ""},
      {"--run tset/*", "The store knows no run \"tset/*\" so far" + until},
      {"--attribute nosuch=1", "The store knows no attribute \"nosuch\" so far" + until},
  };
  for (const auto& [match, said] : cases) {
    const Ran ran = suite("triage add --mark known " + std::string(match));
    EXPECT_EQ(ran.code, kFine) << match << ran.err;
    if (said.empty())
      EXPECT_THAT(ran.out, testing::Not(HasSubstr("so far"))) << match;
    else
      EXPECT_THAT(ran.out, HasSubstr(said)) << match;
  }
}

TEST_F(SuiteQuestions, BaselinesArePinned) {
  EXPECT_EQ(suite("baseline pin night-1 --for branch=main --by ada").code, kFine);
  EXPECT_THAT(suite("show night-3").out, HasSubstr("night-1 is the baseline that ada pinned."));
  EXPECT_THAT(suite("baseline").out, HasSubstr("branch=main"));
  EXPECT_EQ(suite("baseline unpin --for branch=main").code, kFine);
  EXPECT_THAT(suite("show night-3").out, HasSubstr("baseline           night-2"));
  EXPECT_EQ(suite("baseline ignore-labels none").code, kFine);
  EXPECT_THAT(suite("show night-3").out, HasSubstr("No complete suite before it has the same labels"));
}

TEST_F(SuiteQuestions, ColoursAreForTerminals) {
  std::vector<std::string> all = words("suite show night-3 --store");
  all.push_back(place());
  EXPECT_THAT(world_.run(all, true).out, HasSubstr("\x1b["));
  EXPECT_THAT(world_.run(all, false).out, testing::Not(HasSubstr("\x1b")));
}

}  // namespace
}  // namespace scrutineer::app
