#include "report/found.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/utf8.h"
#include "kit/sample_result.h"
#include "results/formats.h"

namespace scrutineer::report {
namespace {

using testing::HasSubstr;

TEST(Found, ReadsWhatResultsWrite) {
  for (const auto& [name, result] : results::sample_results()) {
    const auto found =
        read_found(results::Documents(result).in(results::json_format()), "out/coverage/runtime_data.json");
    ASSERT_TRUE(found) << name << ": " << to_string(found.problem());
    EXPECT_EQ(found->frames, result.evaluation.frames) << name;
    ASSERT_EQ(found->issues.size(), result.evaluation.issues.size()) << name;
    for (std::size_t i = 0; i < found->issues.size(); ++i) {
      const watch::Issue& wanted = result.evaluation.issues[i];
      EXPECT_EQ(found->issues[i].kind, valid_utf8(wanted.kind)) << name;
      EXPECT_EQ(found->issues[i].actor, valid_utf8(wanted.actor.id)) << name;
      EXPECT_EQ(found->issues[i].severity, wanted.severity) << name;
      EXPECT_EQ(found->issues[i].category, wanted.category) << name;
      EXPECT_EQ(found->issues[i].start, wanted.start) << name;
      EXPECT_EQ(found->issues[i].end, wanted.end) << name;
      EXPECT_EQ(found->issues[i].other.has_value(), wanted.other.has_value()) << name;
    }
  }
}

TEST(Found, IsTheSameFromMemoryAndFromTheFile) {
  for (const auto& [name, result] : results::sample_results()) {
    const auto read = read_found(results::Documents(result).in(results::json_format()), "r.json");
    ASSERT_TRUE(read) << name << ": " << to_string(read.problem());
    EXPECT_TRUE(found_of(result) == *read) << name;
  }
}

TEST(Found, IsTheSameFromMemoryWhateverNamesAndNumbersAre) {
  struct Case {
    const char *name, *text;
    double number;
  };
  const Case cases[] = {
      {"ASCII", "a", 1.5},
      {"other letters", "\xC3\xA4\xE2\x82\xAC", 2.0},
      {"a byte of Latin 1", "stra\xDF\x65", 1e300},
      {"a character cut off", "x\xE2\x82", std::numeric_limits<double>::infinity()},
      {"one cut off by another", "\xF0\x9F\xE2\x82y", std::nan("")},
  };
  for (const auto& [name, text, number] : cases) {
    results::RunResult result = results::sample_results()[1].second;
    ASSERT_FALSE(result.evaluation.issues.empty()) << name;
    for (watch::Issue& issue : result.evaluation.issues) {
      issue.kind = issue.message = issue.actor.id = text;
      for (watch::Value& value : issue.data) value = number;
    }
    result.trace.file = text;
    const auto read = read_found(results::Documents(result).in(results::json_format()), "r.json");
    ASSERT_TRUE(read) << name << ": " << to_string(read.problem());
    EXPECT_TRUE(found_of(result) == *read) << name;
  }
}

// Pages and pictures are made of the file, text of the evaluation: both show the same order.
TEST(Found, IsTriagedLikeTheEvaluation) {
  for (const auto& [name, result] : results::sample_results()) {
    const auto found = read_found(results::Documents(result).in(results::json_format()), "r.json");
    ASSERT_TRUE(found) << name;
    const results::Triage wanted = results::triaged(results::issues_to_triage(result.evaluation));
    const results::Triage triage = triage_of(*found, results::sample_checks());
    ASSERT_EQ(triage.rows.size(), wanted.rows.size()) << name;
    for (std::size_t i = 0; i < wanted.rows.size(); ++i) {
      EXPECT_EQ(triage.rows[i].issues, wanted.rows[i].issues) << name;
      EXPECT_EQ(triage.rows[i].worst, wanted.rows[i].worst) << name;
    }
  }
}

TEST(Found, KnowsWhenAndAtWhichSignalItWasDecided) {
  const auto result = [](const std::string& metrics) {
    return R"({"schema_version": 2, "issues": [{"id": 1, "checker": "c", "kind": "k", "severity": "error", "category": "sut", "actor": {"id": "a"},
      "other_actor": null, "start": 2, "end": 9, "message": "", "metrics": )" +
           metrics + R"(}], "trace": {"file": "t", "frames": 1, "end": 9}, "info": {"run": {}}})";
  };
  struct Case {
    const char *name, *metrics;
    double moment;
    const char* signal;
  };
  const Case cases[] = {
      {"nothing of the kind", "{}", 2.0, ""},
      {"a red light", R"({"decision_time": {"value": 7.5}, "signal": {"value": "L"}, "signal_road": {"value": "r"}})",
       7.5, "L"},
      {"never reached", R"({"decision_time": {"value": null}, "signal": {"value": null}})", 2.0, ""},
  };
  for (const auto& [name, metrics, moment, signal] : cases) {
    const auto found = read_found(result(metrics), "r.json");
    ASSERT_TRUE(found) << name << ": " << to_string(found.problem());
    EXPECT_EQ(to_seconds(found->issues[0].moment()), moment) << name;
    EXPECT_EQ(found->issues[0].signal, signal) << name;
  }
}

TEST(Found, RefusesWhatIsNoResult) {
  struct Case {
    const char *name, *text;
  };
  const Case cases[] = {{"nothing", ""},
                        {"a later version",
                         R"({"schema_version": 99, "issues": [], "trace": {"file": "a", "frames": 1, "end": 0},
                             "info": {"run": {}}})"},
                        {"frames beyond all numbers",
                         R"({"schema_version": 2, "issues": [], "trace": {"file": "a", "frames": 1e30, "end": 0},
                             "info": {"run": {}}})"},
                        {"less than no frames",
                         R"({"schema_version": 2, "issues": [], "trace": {"file": "a", "frames": -1, "end": 0},
                             "info": {"run": {}}})"},
                        {"cut off", "{\"issues\": ["},
                        {"something else", "[1, 2]"},
                        {"without issues", "{}"},
                        {"issues that are none", "{\"issues\": [1], \"trace\": {}}"}};
  for (const auto& [name, text] : cases) {
    const auto found = read_found(text, "r.json");
    ASSERT_FALSE(found) << name;
    EXPECT_THAT(to_string(found.problem()), HasSubstr("r.json: is no result")) << name;
  }
}

}  // namespace
}  // namespace scrutineer::report
