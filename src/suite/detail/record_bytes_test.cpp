#include "suite/detail/record_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace scrutineer::suite::detail {
namespace {

store::RunRecord full_record() {
  store::RunRecord record;
  record.run = {.key = "a/run.json",
                .content = "c0",
                .manifest = "night/a/run.json",
                .folder = "kept/a",
                .verdict = "fail",
                .verdict_after_rules = "pass",
                .complete = true,
                .reason = "a reason",
                .outcome = store::Outcome::timeout,
                .failed_checks = 3,
                .duration = 12.5,
                .ego_km = 0.25,
                .frames = 126,
                .actors = 6,
                .wall_s = 0.01,
                .cpu_s = 0.02};
  record.issues.push_back({.number = 1,
                           .time = 1.0,
                           .start = 0.5,
                           .end = 2.0,
                           .kind = "speed_limit",
                           .category = "sut",
                           .severity = "error",
                           .original_severity = "warning",
                           .reason = "rule",
                           .checker = "speed_limit",
                           .actor = {"ego", "car", "sut"},
                           .other = store::ActorPart{"7", "truck", "npc"},
                           .driver = "sut_driver",
                           .message = "too fast, \"naïve\"\n",
                           .details = "d",
                           .notes = "n",
                           .cluster = "0123456789abcdef",
                           .worst = 20.0,
                           .limit = std::nullopt,
                           .unit = "m/s",
                           .metrics = {{"speed", 20.0, "m/s"}, {"road", std::string("12"), ""}, {"gap", {}, "m"}}});
  record.clusters.push_back({"0123456789abcdef", "speed_limit", "speed_limit", "sut", "sut,npc", "too fast"});
  record.metrics.push_back({"m", std::numeric_limits<double>::denorm_min(), "1"});
  record.kpis.push_back({"relevance.zones", "total", true, 4.0});
  record.attributes.push_back({"run.seed", "17"});
  record.intervals.push_back({1, "w", "ego", "7", 0.0, 1.0, "condition", {{"x", 1.0, ""}}});
  record.messages.push_back({1, 0.5, "info", "c", "ego", std::string("nul\0inside", 10)});
  return record;
}

TEST(RecordBytes, ComeBackAsTheyWere) {
  for (const store::RunRecord& record : {full_record(), store::RunRecord{}}) {
    const auto again = record_from_bytes(to_bytes(record));
    ASSERT_TRUE(again);
    EXPECT_EQ(*again, record);
  }
}

TEST(RecordBytes, AreRefusedWhenCutShortOrFollowedByMore) {
  const std::string bytes = to_bytes(full_record());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(record_from_bytes(std::string_view(bytes).substr(0, size))) << size;
  EXPECT_FALSE(record_from_bytes(bytes + '\0'));
}

TEST(RecordBytes, AreRefusedWhereAChoiceIsNone) {
  const store::RunRecord plain;
  const std::string bytes = to_bytes(plain);
  store::RunRecord other;
  other.run.outcome = store::Outcome::out_of_memory;
  const std::string last = to_bytes(other);
  const std::size_t outcome = static_cast<std::size_t>(std::ranges::mismatch(bytes, last).in1 - bytes.begin());
  EXPECT_TRUE(record_from_bytes(last));
  for (const char wrong : {'\5', '\x7f'}) {
    std::string damaged = bytes;
    damaged[outcome] = wrong;
    EXPECT_FALSE(record_from_bytes(damaged)) << static_cast<int>(wrong);
  }

  store::RunRecord with_metric;
  with_metric.metrics.push_back({"a", {}, ""});
  std::string metric = to_bytes(with_metric);
  const std::size_t kind = metric.find("\1a") + 2;  // behind the name and its length
  ASSERT_EQ(metric[kind], '\0');
  metric[kind] = '\3';
  EXPECT_FALSE(record_from_bytes(metric));
}

TEST(RecordBytes, AreRefusedWhereAnIssueNamesNoCluster) {
  store::RunRecord record = full_record();
  record.clusters.front().id = "0123456789abcdee";
  EXPECT_FALSE(record_from_bytes(to_bytes(record)));
  record.clusters.clear();
  EXPECT_FALSE(record_from_bytes(to_bytes(record)));
}

TEST(RecordBytes, DoNotMakeUsAllocateWhatIsNotThere) {
  EXPECT_FALSE(record_from_bytes(std::string(40, '\xff')));
  EXPECT_FALSE(record_from_bytes("\xff\xff\xff\xff\x7f"));
}

}  // namespace
}  // namespace scrutineer::suite::detail
