#include "report/found.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/json.h"
#include "results/sample_result.h"

namespace scrutineer::report {
namespace {

using testing::HasSubstr;

TEST(Found, ReadsWhatResultsWrite) {
  const results::RunResult result = results::sample_result();
  const auto found = read_found(results::to_json(result), "out/coverage/runtime_data.json");
  ASSERT_TRUE(found) << to_string(found.problem());
  ASSERT_EQ(found->issues.size(), result.evaluation.issues.size());
  for (std::size_t i = 0; i < found->issues.size(); ++i) {
    const watch::Issue& wanted = result.evaluation.issues[i];
    EXPECT_EQ(found->issues[i].kind, wanted.kind);
    EXPECT_EQ(found->issues[i].actor, wanted.actor.id);
    EXPECT_EQ(found->issues[i].severity, wanted.severity);
    EXPECT_EQ(found->issues[i].start, wanted.start);
    EXPECT_EQ(found->issues[i].end, wanted.end);
    EXPECT_EQ(found->issues[i].other.has_value(), wanted.other.has_value());
  }
  EXPECT_EQ(found->frames, result.evaluation.frames);
}

TEST(Found, RefusesWhatIsNoResult) {
  struct Case {
    const char *name, *text;
  };
  const Case cases[] = {{"nothing", ""},
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
