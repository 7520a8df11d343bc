#include "store/record.h"

#include <gmock/gmock.h>

#include <string>

#include "kit/sample_result.h"
#include "results/formats.h"

namespace scrutineer::store {
namespace {

using results::hostile_result;
using results::small_result;
using testing::Contains;
using testing::HasSubstr;

std::string as_json(const results::RunResult& result) { return results::json_format().write(result, {}); }

TEST(Record, HoldsWhatTheResultSays) {
  const RunRecord record = record_of(small_result(), {.keeps_intervals = true});
  EXPECT_EQ(record.run.verdict, "fail");
  EXPECT_EQ(record.run.frames, 246);
  EXPECT_EQ(record.run.duration, 12.25);
  ASSERT_EQ(record.issues.size(), 3U);
  const IssueRow& issue = record.issues.front();
  EXPECT_EQ(issue.kind, "speed_policy");
  EXPECT_EQ(issue.original_severity, "error");
  EXPECT_EQ(issue.worst, 45.0);
  EXPECT_EQ(issue.unit, "m/s");
  EXPECT_EQ(issue.metrics.size(), 3U);
  EXPECT_EQ(record.issues[1].notes, "within 20 m of an anomaly of the map: map.zig_zag, road 12, s 30.1 m");
  EXPECT_EQ(record.issues[1].worst, std::nullopt);
  EXPECT_EQ(record.clusters.size(), 3U);
  EXPECT_THAT(record.metrics, Contains(MetricRow{"distance_driven", 240.5, "m"}));
  EXPECT_THAT(record.kpis, Contains(KpiRow{"nearness.most", "total", true, std::string("7")}));
  EXPECT_THAT(record.kpis, Contains(KpiRow{"nearness.duration", "7", false, 1.25}));
  EXPECT_THAT(record.attributes, Contains(AttributeRow{"info.model.dut_name", "sut_driver"}));
  EXPECT_THAT(record.attributes, Contains(AttributeRow{"map.file", "town.xodr"}));
  EXPECT_FALSE(record.intervals.empty());
  EXPECT_TRUE(record_of(small_result()).intervals.empty());
}

TEST(Record, IsTheSameFromAFile) {
  struct Case {
    const char* name;
    results::RunResult result;
  };
  const Case cases[] = {{"small", small_result()}, {"hostile", hostile_result()}, {"empty", results::empty_result()}};
  for (const Case& row : cases) {
    const auto from_file =
        record_of_json(as_json(row.result), "runtime_data.json", results::sample_checks(), {.keeps_intervals = true});
    ASSERT_TRUE(from_file) << row.name << ": " << to_string(from_file.problem());
    EXPECT_EQ(*from_file, record_of(row.result, {.keeps_intervals = true})) << row.name;
  }
}

TEST(Record, SaysWhichCheckFailed) {
  results::RunResult result = results::empty_result();
  for (const char* name : {"speed_policy", "ttc_policy"})
    result.evaluation.checks.push_back(
        {.name = name, .state = watch::CheckOutcome::State::failed, .reason = "there is not enough memory"});
  const RunRow run = record_of(result).run;
  EXPECT_TRUE(run.complete);
  EXPECT_EQ(run.verdict, "incomplete");
  EXPECT_EQ(run.failed_checks, 2);
  EXPECT_EQ(run.reason, "speed_policy failed: there is not enough memory");
}

TEST(Record, RefusesOtherFiles) {
  struct Case {
    const char* name;
    std::string content;
  };
  const Case cases[] = {
      {"no JSON", "{"},
      {"another JSON", "[]"},
      {"a part is missing", "{\"complete\": true}"},
      {"a number beyond all numbers", as_json(small_result()).replace(as_json(small_result()).find("246"), 3, "1e30")},
      {"a wrong type", as_json(small_result()).replace(as_json(small_result()).find("246"), 3, "\"x\"")},
  };
  for (const Case& row : cases) {
    const auto record = record_of_json(row.content, "runtime_data.json", {});
    ASSERT_FALSE(record) << row.name;
    EXPECT_EQ(record.problem().place.file, "runtime_data.json") << row.name;
    EXPECT_THAT(record.problem().message, HasSubstr("is no result of a run")) << row.name;
  }
}

}  // namespace
}  // namespace scrutineer::store
