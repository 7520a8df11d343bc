#include "kit/rule_testing.h"

namespace scrutineer::map::rules {
namespace {

using kit::Road;

Road elevated(double a, double b, double second_s, double second_a) {
  Road road;
  road.elevation =
      fmt::format(R"(<elevation s="0" a="{}" b="{}" c="0" d="0"/><elevation s="{}" a="{}" b="{}" c="0" d="0"/>)", a, b,
                  second_s, second_a, b);
  return road;
}

TEST(Redundancy, IsNotedOncePerRoadAndKind) {
  Road lines;
  lines.plan = kit::line(0, 0, 0, 0, 50) + kit::line(50, 50, 0, 0, 50);
  Road jump = lines;
  jump.plan = kit::line(0, 0, 0, 0, 50) + kit::line(50, 50, 1, 0, 50);
  const kit::RuleCase cases[] = {
      // The same slope goes on, far along the road.
      {"elevation",
       "performance.avoid_redundant_info",
       "I",
       {elevated(10.0, 0.1, 90.0, 19.0)},
       {elevated(10.0, 0.1, 90.0, 19.00001)},
       {Road{}}},
      {"lines", "performance.avoid_redundant_info", "I", {lines}, {jump}, {Road{}}},
  };
  for (const kit::RuleCase& c : cases) expect(c);

  Road many;
  many.elevation = "";
  for (int i = 0; i < 40; ++i) many.elevation += fmt::format(R"(<elevation s="{}" a="1" b="0" c="0" d="0"/>)", i);
  const RuleOutcome outcome = kit::outcome_of("performance.avoid_redundant_info", kit::map_text(4, {many}));
  ASSERT_EQ(outcome.findings.size(), 1U);
  EXPECT_EQ(outcome.findings[0].count, 39U);
}

TEST(Redundancy, CountsWhatIsThere) {
  const RuleOutcome outcome = kit::outcome_of("statistic", kit::map_text(4, {Road{}, Road{.id = "2"}}));
  EXPECT_TRUE(outcome.findings.empty());
  ASSERT_GE(outcome.metadata.size(), 3U);
  EXPECT_EQ(outcome.metadata[0], (std::pair<std::string, std::string>{"roads", "2"}));
  EXPECT_EQ(outcome.metadata[2], (std::pair<std::string, std::string>{"length in m", "200"}));
}

}  // namespace
}  // namespace scrutineer::map::rules
