#include "map/check_baseline.h"

#include <gmock/gmock.h>

namespace scrutineer::map {
namespace {

Finding finding(const char* rule, const char* road, double s, double measured) {
  Finding finding;
  finding.rule = rule;
  finding.road_id = road;
  finding.s = s;
  finding.measured = measured;
  finding.message = "is\todd\n";
  return finding;
}

CheckReport report_of(std::vector<Finding> findings) {
  CheckReport report;
  report.file = "maps/town.xodr";
  report.outcomes.push_back({.findings = std::move(findings)});
  return report;
}

TEST(Baseline, LeavesOutWhatItKnows) {
  const auto baseline = read_baseline(
      baseline_of({report_of({finding("map.zig_zag", "1", 10.2, 50.0), finding("map.zig_zag", "2", 0.0, 50.0)})}),
      "known.txt");
  ASSERT_TRUE(baseline) << to_string(baseline.problem());
  struct Case {
    const char* name;
    std::vector<Finding> now;
    std::size_t left;
  };
  const Case cases[] = {
      {"the same", {finding("map.zig_zag", "1", 10.2, 50.0), finding("map.zig_zag", "2", 0.0, 50.0)}, 0},
      {"measured anew", {finding("map.zig_zag", "1", 10.4, 61.0)}, 0},
      {"one more in the same place",
       {finding("map.zig_zag", "1", 10.2, 50.0), finding("map.zig_zag", "1", 10.3, 50.0)},
       1},
      {"elsewhere on the road", {finding("map.zig_zag", "1", 30.0, 50.0)}, 1},
      {"another road", {finding("map.zig_zag", "3", 10.2, 50.0)}, 1},
      {"another rule", {finding("map.lane_kink", "1", 10.2, 50.0)}, 1},
  };
  for (const Case& c : cases) {
    CheckReport report = report_of(c.now);
    baseline->accept(report);
    EXPECT_EQ(report.count(), c.left) << c.name;
    EXPECT_EQ(report.accepted, c.now.size() - c.left) << c.name;
  }
}

TEST(Baseline, SaysWhatIsWrongInAFile) {
  struct Case {
    const char* name;
    const char* text;
    const char* message;
  };
  const Case cases[] = {
      {"empty", "", "known.txt: is empty"},
      {"something else", "<OpenDRIVE/>\n", "known.txt:1: is no baseline"},
      {"a torn line", "# scrutineer map check baseline 1\ntown.xodr\tmap.zig_zag\n", "known.txt:2: wanted file, rule"},
  };
  for (const Case& c : cases) {
    const auto baseline = read_baseline(c.text, "known.txt");
    ASSERT_FALSE(baseline) << c.name;
    EXPECT_THAT(to_string(baseline.problem()), testing::HasSubstr(c.message)) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::map
