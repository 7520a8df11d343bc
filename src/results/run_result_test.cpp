#include "results/run_result.h"

#include <gmock/gmock.h>

#include "kit/sample_result.h"
#include "results/detail/shape.h"

namespace scrutineer::results {
namespace {

using watch::Category;
using watch::Severity;
using State = watch::CheckOutcome::State;

TEST(RunResult, HasAVerdictAndAnExitCode) {
  struct Found {
    Severity severity;
    Category category = Category::sut;
  };
  struct Case {
    const char* name;
    std::vector<Found> issues;
    State state;
    bool complete;
    Verdict verdict;
    int exit_code, exit_code_of_ego;  // the latter where only the ego's errors count
  };
  const Found ego_error{Severity::error}, other_error{Severity::error, Category::other},
      tool_error{Severity::error_continue, Category::tool};
  const Case cases[] = {
      {"nothing found", {}, State::completed, true, Verdict::pass, 0, 0},
      {"an info", {{Severity::info}}, State::completed, true, Verdict::pass, 0, 0},
      {"a warning", {{Severity::warning}}, State::completed, true, Verdict::pass, 0, 0},
      {"an error that goes on", {{Severity::error_continue}}, State::completed, true, Verdict::fail, 1, 1},
      {"an error", {{Severity::warning}, ego_error}, State::completed, true, Verdict::fail, 1, 1},
      {"another's error", {other_error}, State::completed, true, Verdict::suspect, 1, 0},
      {"another's warning", {{Severity::warning, Category::other}}, State::completed, true, Verdict::pass, 0, 0},
      {"the evaluation's error", {tool_error}, State::completed, true, Verdict::suspect, 1, 0},
      {"errors of all", {other_error, ego_error, tool_error}, State::completed, true, Verdict::fail, 1, 1},
      {"a skipped check", {}, State::skipped, true, Verdict::pass, 0, 0},
      {"a failed check", {}, State::failed, true, Verdict::incomplete, 2, 2},
      {"a failed check and an error", {ego_error}, State::failed, true, Verdict::fail, 2, 2},
      {"a failed check and another's error", {other_error}, State::failed, true, Verdict::suspect, 2, 2},
      {"a broken run", {}, State::completed, false, Verdict::incomplete, 2, 2},
      {"a broken run with an error", {ego_error}, State::completed, false, Verdict::fail, 2, 2},
      {"a broken run with another's error", {other_error}, State::completed, false, Verdict::suspect, 2, 2},
  };
  for (const Case& c : cases) {
    RunResult result = empty_result();
    result.evaluation.checks = {{.name = "one"}, {.name = "two", .state = c.state}};
    for (const Found& found : c.issues)
      result.evaluation.issues.push_back({.category = found.category, .severity = found.severity});
    if (!c.complete) result.incomplete_reason = "it broke off";
    EXPECT_EQ(verdict(result), c.verdict) << c.name;
    EXPECT_EQ(exit_code(result), c.exit_code) << c.name;
    result.fail_on = trace::FailOn::sut;
    EXPECT_EQ(verdict(result), c.verdict) << c.name;
    EXPECT_EQ(exit_code(result), c.exit_code_of_ego) << c.name;
  }
}

TEST(ResolvedInfo, HasEveryKeyWithItsInitialValue) {
  EXPECT_EQ(detail::dumped(detail::to_json(resolved_info({}, std::nullopt, "1.2.3")), -1),
            R"({"run":{"run_folder":null,"debug_mode":"none","replay_folder":null,"seed":null,"test_name":null,)"
            R"("start_time":null,"build_folder":null,)"
            R"("images":{"foretify_image":null,"simulator_image":null,"sut_images":null},"packages":null},)"
            R"("sim":{"connection_string":null,"simulator_name":null,"simulator_version":null},)"
            R"("model":{"dut_name":"ftx_driver","dut_version":"1.0","foretify_version":"1.2.3"}})");
}

TEST(ResolvedInfo, TakesWhatIsGiven) {
  struct Case {
    const char* name;
    const char* given;
    std::optional<trace::Driver> driver;
    const char* expected;  // a part of it
  };
  const Case cases[] = {
      {"who drives the ego", "{}", trace::Driver::sut_driver, R"("dut_name":"sut_driver")"},
      {"both", "{}", trace::Driver::hybrid_driver, R"("dut_name":"hybrid_driver")"},
      {"somebody else", "{}", trace::Driver::external_driver, R"("dut_name":"ftx_driver")"},
      {"a name", R"({"model": {"dut_name": "XYZ"}})", trace::Driver::sut_driver,
       R"("dut_name":"XYZ","dut_version":"1.0")"},
      {"a seed", R"({"run": {"seed": 17}})", std::nullopt, R"("seed":17,"test_name":null)"},
      {"a list", R"({"run": {"images": {"sut_images": ["a", "b"]}}})", std::nullopt, R"("sut_images":["a","b"]})"},
      {"the engine's version is the engine's", R"({"model": {"foretify_version": "24.1"}})", std::nullopt,
       R"("foretify_version":"1.2.3")"},
      {"an added key", R"({"sim": {"weather": "rain"}})", std::nullopt,
       R"("simulator_version":null,"weather":"rain"})"},
  };
  for (const auto& [name, given, driver, expected] : cases) {
    const auto parsed = parse_json(given, "run.json");
    ASSERT_TRUE(parsed) << name;
    EXPECT_THAT(detail::dumped(detail::to_json(resolved_info(*parsed, driver, "1.2.3")), -1),
                testing::HasSubstr(expected))
        << name;
  }
}

TEST(ResolvedInfo, TakesWhatAConfigurationSets) {
  const watch::InfoValue configured[] = {{"model.dut_name", std::string("XYZ")},
                                         {"model.dut_version", std::string("4.1")},
                                         {"mine.count", 3.0},
                                         {"mine.share", 0.25},
                                         {"mine.good", true},
                                         {"mine.none", std::nan("")}};
  // What the run's manifest says of this one run counts more.
  const auto given = parse_json(R"({"model": {"dut_version": "4.2"}})", "run.json");
  ASSERT_TRUE(given);
  const std::string text =
      detail::dumped(detail::to_json(resolved_info(*given, trace::Driver::sut_driver, "1.2.3", configured)), -1);
  EXPECT_THAT(text, testing::HasSubstr(R"("dut_name":"XYZ","dut_version":"4.2")"));
  EXPECT_THAT(text, testing::HasSubstr(R"("mine":{"count":3,"share":0.25,"good":true,"none":null})"));
}

TEST(RunMetrics, AreWhatAConfigurationAddsToTheInfoWithUnitAndText) {
  watch::Evaluation evaluation;
  evaluation.info = {{"model.dut_name", std::string("XYZ")}, {"top_speed", 36.0, "kph", "how fast"}, {"count", 3.0}};
  const std::vector<RunMetric> metrics = run_metrics(evaluation);
  ASSERT_EQ(metrics.size(), 2U);
  EXPECT_EQ(metrics[0].name, "top_speed");
  EXPECT_EQ(std::get<double>(metrics[0].value), 36.0);
  EXPECT_EQ(metrics[0].unit, "kph");
  EXPECT_EQ(metrics[0].text, "how fast");
  EXPECT_EQ(metrics[1].name, "count");
  EXPECT_EQ(metrics[1].unit, "");
}

}  // namespace
}  // namespace scrutineer::results
