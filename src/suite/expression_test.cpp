#include "suite/expression.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>

namespace scrutineer::suite {
namespace {

double metric(std::string_view name) {
  static const std::map<std::string_view, double> kMetrics{
      {"excess", 3.0}, {"limit", 20.0}, {"ttc.min", 1.5}, {"odd name", 7.0}};
  const auto found = kMetrics.find(name);
  return found == kMetrics.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

TEST(Expression, HoldsAsWritten) {
  struct Case {
    const char* text;
    bool holds;
  };
  const Case cases[] = {
      {"excess > 2", true},
      {"excess>3", false},
      {"excess >= 3 and limit < 20", false},
      {"excess >= 3 and limit <= 20", true},
      {"excess > 5 or limit = 20", true},
      {"not excess > 5", true},
      {"!(excess > 5)", true},
      {"excess != 3", false},
      {"2 + 3 * 4 == 14", true},
      {"(2 + 3) * 4 == 20", true},
      {"10 - 3 - 2 == 5", true},
      {"-excess < -2.5e0", true},
      {"limit / excess > 6.6 && limit/excess < 6.7", true},
      {"ttc.min < 2", true},
      {"`odd name` == 7", true},
      {"nowhere > 0", false},
      {"nowhere <= 0", false},
      {"nowhere != 0", false},
      {"not nowhere > 0", false},  // unknown
      {"not not nowhere > 0", false},
      {"nowhere", false},
      {"not nowhere", false},
      {"not (nowhere > 0 or excess > 5)", false},
      {"not (nowhere > 0 or excess > 2)", false},
      {"not (nowhere > 0 and excess > 2)", false},
      {"not (nowhere > 0 and excess > 5)", true},  // decided by excess
      {"not (excess > 5 and nowhere > 0)", true},
      {"nowhere > 0 or excess > 2", true},
      {"excess > 2 or nowhere > 0", true},
      {"nowhere > 0 and excess > 2", false},
      {"not nowhere - nowhere == 0", false},
      {"not 0 / 0 == 1", false},
      {"not (excess > 5 or limit < 20)", true},
      {"not (excess > 2 and limit == 20)", false},
      {"excess > 5 or excess > 2 and limit > 100", false},
      {"excess", true},
      {"android > 1 or excess > 1", true},
      {"1e-3 < 0.002", true},
  };
  for (const auto& [text, holds] : cases) {
    const auto parsed = Expression::parse(text);
    ASSERT_TRUE(parsed) << text << ": " << parsed.problem().message;
    EXPECT_EQ(parsed->holds(metric), holds) << text;
  }
}

TEST(Expression, SaysWhereItIsWrong) {
  struct Case {
    std::string text, problem;
  };
  const Case cases[] = {
      {"", "in ``, at the end: expected a number or the name of a metric"},
      {"a >", "in `a >`, at the end: expected a number or the name of a metric"},
      {"a > 5m", "in `a > 5m`, at \"5m\": expected a number without a unit, as metrics have theirs"},
      {"(a > 5", "in `(a > 5`, at the end: expected )"},
      {"a > 5 b", "in `a > 5 b`, at \"b\": expected an operator such as < or and"},
      {"a < b < c", "in `a < b < c`, at \"< c\": expected an operator such as < or and"},
      {"`a > 5", "in ``a > 5`, at \"`a > 5\": this ` has no other"},
      {"a > $", "in `a > $`, at \"$\": expected a number or the name of a metric"},
  };
  for (const auto& [text, problem] : cases) {
    const auto parsed = Expression::parse(text);
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.problem().message, problem) << text;
  }
  EXPECT_FALSE(Expression::parse(std::string(100'000, '(')));
  EXPECT_FALSE(Expression::parse(std::string(100'000, '-')));
  EXPECT_FALSE(Expression::parse(std::string(100'000, '!')));
}

TEST(Expression, KnowsItsMetrics) {
  EXPECT_THAT(Expression::parse("b > 1 and a > b and `c d` > 0")->names(), testing::ElementsAre("b", "a", "c d"));
}

}  // namespace
}  // namespace scrutineer::suite
