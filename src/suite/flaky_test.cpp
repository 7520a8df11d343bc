#include "suite/flaky.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/suite_overviews.h"

namespace scrutineer::suite {
namespace {

using store::Outcome;

TEST(Flaky, FindsTestsThatChangeThoughNothingElseDoes) {
  struct Night {
    kit::OverviewTest test;
    std::map<std::string, std::string> labels = {};
  };
  struct Case {
    const char* name;
    std::vector<Night> nights;
    std::vector<std::string> same;
    std::vector<FlakyTest> expected;
  };
  const kit::OverviewTest passes{.test = 1},
      fails{.test = 1, .findings = {{.cluster = 5}}, .verdict = RunVerdict::fail},
      fails_otherwise{.test = 1, .findings = {{.cluster = 5}, {.cluster = 6}}, .verdict = RunVerdict::fail},
      edited{.test = 1, .findings = {{.cluster = 5}}, .verdict = RunVerdict::fail, .content = 2},
      lost{.test = 1, .verdict = RunVerdict::none, .outcome = Outcome::timeout};
  const std::map<std::string, std::string> one{{"sut", "1"}, {"night", "a"}}, two{{"sut", "2"}}, unlabelled;
  const Case cases[] = {
      {"steady", {{passes}, {passes}, {passes}}, {}, {}},
      {"a suite alone", {{passes}}, {}, {}},
      {"another verdict",
       {{passes}, {fails}, {passes}},
       {},
       {{"test/1", 3, 2, {{"fail", 1}, {"pass", 2}}, {"c5"}, "night-3"}}},
      {"another cluster", {{fails}, {fails_otherwise}}, {}, {{"test/1", 2, 1, {{"fail", 2}}, {"c6"}, "night-2"}}},
      {"a run that is lost now and then",
       {{passes}, {lost}},
       {},
       {{"test/1", 2, 1, {{"pass", 1}, {"timeout", 1}}, {}, "night-2"}}},
      {"the content changed", {{passes}, {edited}}, {}, {}},
      {"by labels, whatever the content",
       {{passes, one}, {edited, one}},
       {"sut"},
       {{"test/1", 2, 1, {{"fail", 1}, {"pass", 1}}, {"c5"}, "night-2"}}},
      {"another version", {{passes, one}, {edited, two}}, {"sut"}, {}},
      {"versions in turn, each steady", {{passes, one}, {fails, two}, {passes, one}, {fails, two}}, {"sut"}, {}},
      {"a label that is missing is a value, too", {{passes, unlabelled}, {fails, one}}, {"sut"}, {}},
  };
  for (const Case& row : cases) {
    std::vector<Overview> overviews;
    std::vector<FlakySuite> suites;
    overviews.reserve(row.nights.size());
    for (const Night& night : row.nights) {
      overviews.push_back(kit::overview("night-" + std::to_string(overviews.size() + 1), {night.test}));
      suites.push_back({&overviews.back(), night.labels});
    }
    EXPECT_EQ(flaky(suites, {.same = row.same}), row.expected) << row.name;
  }
}

TEST(Flaky, ListsTheWorstFirst) {
  const auto night = [](const char* name, bool one, bool two) {
    return kit::overview(name, {{.test = 1, .verdict = one ? RunVerdict::fail : RunVerdict::pass},
                                {.test = 2, .verdict = two ? RunVerdict::fail : RunVerdict::pass}});
  };
  const Overview a = night("a", false, false), b = night("b", true, true), c = night("c", true, false);
  const FlakySuite suites[] = {{&a}, {&b}, {&c}};
  const auto found = flaky(suites, {});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].key, "test/2");
  EXPECT_EQ(found[1].key, "test/1");
}

}  // namespace
}  // namespace scrutineer::suite
