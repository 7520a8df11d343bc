#include "results/run_result.h"

#include <gmock/gmock.h>

#include "kit/sample_result.h"
#include "results/detail/shape.h"

namespace scrutineer::results {
namespace {

using watch::Severity;
using State = watch::CheckOutcome::State;

TEST(RunResult, HasAVerdictAndAnExitCode) {
  struct Case {
    const char* name;
    std::vector<Severity> issues;
    State state;
    bool complete;
    Verdict verdict;
    int exit_code;
  };
  const Case cases[] = {
      {"nothing found", {}, State::completed, true, Verdict::pass, 0},
      {"an info", {Severity::info}, State::completed, true, Verdict::pass, 0},
      {"a warning", {Severity::warning}, State::completed, true, Verdict::pass, 0},
      {"an error that goes on", {Severity::error_continue}, State::completed, true, Verdict::fail, 1},
      {"an error", {Severity::warning, Severity::error}, State::completed, true, Verdict::fail, 1},
      {"a skipped check", {}, State::skipped, true, Verdict::pass, 0},
      {"a failed check", {}, State::failed, true, Verdict::incomplete, 2},
      {"a failed check and an error", {Severity::error}, State::failed, true, Verdict::fail, 2},
      {"a broken run", {}, State::completed, false, Verdict::incomplete, 2},
      {"a broken run with an error", {Severity::error}, State::completed, false, Verdict::fail, 2},
  };
  for (const auto& [name, issues, state, complete, expected, code] : cases) {
    RunResult result = empty_result();
    result.evaluation.checks = {{.name = "one"}, {.name = "two", .state = state}};
    for (const Severity severity : issues) result.evaluation.issues.push_back({.severity = severity});
    if (!complete) result.incomplete_reason = "it broke off";
    EXPECT_EQ(verdict(result), expected) << name;
    EXPECT_EQ(exit_code(result), code) << name;
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

}  // namespace
}  // namespace scrutineer::results
