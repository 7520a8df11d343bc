#include "suite/ask_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "kit/scratch_folder.h"
#include "kit/suite_nights.h"
#include "suite/questions.h"
#include "suite/triage.h"

namespace scrutineer::suite {
namespace {

using testing::HasSubstr;

class AskJson : public testing::Test {
 protected:
  void SetUp() override {
    auto opened = store::open_store(scratch_.file("nights.db"), store::OpenMode::create);
    ASSERT_TRUE(opened) << to_string(opened.problem());
    store_ = *std::move(opened);
    ASSERT_EQ(write_ignored_labels(*store_, {"night", "sut"}), std::nullopt);
    kit::write_nights(*store_, 10);
    kit::write_night(*store_, 11, {.sut = "2"});
  }
  std::string json(const std::string& question) {
    const auto answer = ask(*store_, question);
    return answer ? to_json(*answer) : to_string(answer.problem());
  }

  kit::ScratchFolder scratch_;
  std::unique_ptr<store::Store> store_;
};

template <typename Asked>
std::string json_of(const Result<Asked>& answer) {
  EXPECT_TRUE(answer) << to_string(answer.problem());
  return answer ? to_json(*answer) : "";
}

// With what the options of the commands say, none of them left at its default.
TEST_F(AskJson, AnswersAsTheCommandsDo) {
  const Against against{
      .baseline = "night-9", .ignore_labels = {{"night", "sut"}}, .as_evaluated = true, .min_change = 0.5};
  const std::string against_json =
      R"("baseline": "night-9", "ignore_labels": ["night", "sut"], "as_evaluated": true, "min_change": 0.5)";
  const auto gate = ask_gate(
      *store_, {.suite = "night-11", .criteria = {.max_new_errors = 0, .min_pass_rate = 0.5}, .against = against});
  ASSERT_TRUE(gate);
  struct Case {
    const char* name;
    std::string question, expected;
  };
  const Case cases[] = {
      {"list", R"({"question": "list", "labels": ["sut=1"], "last": 3})",
       json_of(ask_list(*store_, {.labels = {"sut=1"}, .last = 3}))},
      {"show",
       R"({"question": "show", "suite": "night-11", "attributes": ["map"], "events": ["collision"], )" + against_json +
           "}",
       json_of(ask_show(*store_,
                        {.suite = "night-11", .against = against, .events = {"collision"}, .attributes = {"map"}}))},
      {"issues",
       R"({"question": "issues", "suite": "night-11", "new": true, "by": "run", "severity": "e*", "kind": "*", "checker": "road*",
           "category": "sut", "run": "test/0*", "top": 2, )" +
           against_json + "}",
       json_of(ask_issues(*store_, {.suite = "night-11",
                                    .against = against,
                                    .by = GroupBy::run,
                                    .only_new = true,
                                    .severity = "e*",
                                    .kind = "*",
                                    .checker = "road*",
                                    .category = "sut",
                                    .key = "test/0*",
                                    .top = 2}))},
      {"worst", R"({"question": "worst", "suite": "night-11", "metric": "speed.max", "top": 3, "lowest": true})",
       json_of(ask_worst(*store_, {.suite = "night-11", .metric = "speed.max", .top = 3, .lowest = true}))},
      {"hist", R"({"question": "hist", "suite": "night-11", "metric": "speed.max", "bins": 4})",
       json_of(ask_hist(*store_, {.suite = "night-11", .metric = "speed.max", .bins = 4}))},
      {"trend", R"({"question": "trend", "metric": "pass_rate", "last": 4, "labels": ["sut=1"]})",
       json_of(ask_trend(*store_, {.metric = "pass_rate", .last = 4, .labels = {"sut=1"}}))},
      {"diff",
       R"({"question": "diff", "before": "night-10", "now": "night-11", "metrics": false, "as_evaluated": true, "min_change": 0.2, "top": 1})",
       json_of(ask_diff(*store_, {.before = "night-10",
                                  .now = "night-11",
                                  .as_evaluated = true,
                                  .with_metrics = false,
                                  .min_change = 0.2,
                                  .top = 1}))},
      {"flaky", R"({"question": "flaky", "last": 5, "same": ["sut"], "labels": ["branch=main"], "after_rules": true})",
       json_of(ask_flaky(*store_, {.last = 5, .same = {"sut"}, .labels = {"branch=main"}, .after_rules = true}))},
      {"gate",
       R"({"question": "gate", "suite": "night-11", "criteria": {"max_new_errors": 0, "min_pass_rate": 0.5}, )" +
           against_json + "}",
       to_json(gate->answer)},
      {"rules", R"({"question": "rules", "also_off": true})", json_of(ask_rules(*store_, true))},
      {"touched", R"({"question": "touched", "suite": "night-11", "top": 5})",
       json_of(ask_touched(*store_, "night-11", std::nullopt, 5))},
      {"baselines", R"({"question": "baselines"})", json_of(ask_baselines(*store_))},
  };
  for (const Case& c : cases) EXPECT_EQ(json(c.question), c.expected) << c.name;
  EXPECT_EQ(question_names().size(), std::size(cases)) << "there is a question without a row";
}

TEST_F(AskJson, RefusesWhatIsNoQuestion) {
  struct Case {
    const char* name;
    const char* question;
    const char* message;
  };
  const Case cases[] = {
      {"no JSON", "{", "question:1"},
      {"no object", "[]", "a question is an object"},
      {"no question", R"({"suite": "night-1"})", "a question is an object"},
      {"an unknown question", R"({"question": "isues"})", "did you mean \"issues\"?"},
      {"an unknown key", R"({"question": "show", "suit": "night-1", "suite": "night-1"})", "did you mean \"suite\"?"},
      {"a key of another question", R"({"question": "list", "bins": 3})", "there is no \"bins\" here"},
      {"no suite", R"({"question": "show"})", "\"suite\" is missing"},
      {"a suite that is no text", R"({"question": "show", "suite": 7})", "\"suite\" must be a text, found 7"},
      {"an unknown suite", R"({"question": "show", "suite": "nihgt-11"})", "night-11"},
      {"an unknown grouping", R"({"question": "issues", "suite": "night-1", "by": "day"})", "cluster, kind, run"},
      {"a negative count", R"({"question": "list", "last": -1})", "\"last\" must be at least 0"},
      {"a list with something else", R"({"question": "list", "labels": ["a=b", 1]})", "a list of texts, found 1"},
      {"no bars", R"({"question": "hist", "suite": "night-1", "metric": "speed.max", "bins": 0})", "1 to 1000"},
      {"a gate without criteria", R"({"question": "gate", "suite": "night-1"})", "\"criteria\" is missing"},
      {"a gate that asks for nothing", R"({"question": "gate", "suite": "night-1", "criteria": {}})",
       "\"criteria\" must be"},
      {"a wrong criterion", R"({"question": "gate", "suite": "night-1", "criteria": {"max_errrors": 1}})",
       "did you mean \"max_errors\"?"},
  };
  for (const Case& c : cases) EXPECT_THAT(json(c.question), HasSubstr(c.message)) << c.name;
}

}  // namespace
}  // namespace scrutineer::suite
