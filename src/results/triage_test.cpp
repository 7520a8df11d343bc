#include "results/triage.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "kit/sample_result.h"

namespace scrutineer::results {
namespace {

using testing::ElementsAre;
using watch::Category;
using watch::Severity;

IssueToTriage issue(std::string_view kind, std::string_view actor, double start, double lasts = 1.0) {
  return {.kind = kind, .actor = actor, .start = at_seconds(start), .end = at_seconds(start + lasts)};
}

IssueToTriage of(Category category, Severity severity, IssueToTriage issue) {
  issue.category = category;
  issue.severity = severity;
  return issue;
}

IssueToTriage beyond(double limit, double value, IssueToTriage issue) {
  issue.limit = limit;
  issue.value = value;
  return issue;
}

TEST(Triage, PutsWhatMattersMostFirst) {
  struct Case {
    const char* name;
    IssueToTriage later, sooner;  // in which they are given
  };
  const auto ego = Category::sut, other = Category::other, tool = Category::tool;
  const auto info = Severity::info, warning = Severity::warning, error = Severity::error;
  const Case cases[] = {
      {"the ego before others", of(other, error, issue("a", "1", 1)), of(ego, info, issue("b", "0", 2))},
      {"others before the tool", of(tool, error, issue("a", "1", 1)), of(other, info, issue("b", "2", 2))},
      {"a collision before errors", of(other, error, issue("speed", "1", 1)),
       of(other, error, issue("collision", "2", 2))},
      {"a collision that a rule made a warning", of(ego, error, issue("speed", "0", 1)),
       of(ego, warning, issue("collision_in_sut_control", "0", 2))},
      {"errors before warnings", of(other, warning, issue("a", "1", 1)), of(other, error, issue("b", "1", 2))},
      {"warnings before infos", of(other, info, issue("a", "1", 1)), of(other, warning, issue("b", "1", 2))},
      {"far beyond the limit before a little", beyond(50, 55, issue("a", "1", 1)), beyond(2, 1, issue("b", "1", 2))},
      {"both levels of errors by how far", of(other, error, beyond(50, 55, issue("a", "1", 1))),
       of(other, Severity::error_continue, beyond(2, 1, issue("b", "1", 2)))},
      {"what has no limit before matters of degree", beyond(50, 90, issue("a", "1", 1)), issue("b", "1", 2)},
      {"beyond a limit of 0 by how much", beyond(0, -0.2, issue("a", "1", 1)), beyond(0, -3, issue("b", "1", 2))},
      {"the earlier of equals", issue("a", "1", 2), issue("b", "1", 1)},
  };
  for (const auto& [name, later, sooner] : cases) {
    const IssueToTriage given[] = {later, sooner};
    const Triage triage = triaged(given);
    ASSERT_EQ(triage.rows.size(), 2U) << name;
    EXPECT_EQ(triage.rows[0].first(), 1U) << name;
    const IssueToTriage swapped[] = {sooner, later};
    EXPECT_EQ(triaged(swapped).rows[0].first(), 0U) << name;
  }
}

TEST(Triage, FoldsIssuesOfOneKindAndActor) {
  const IssueToTriage given[] = {
      beyond(10, 11, issue("speed", "1", 5, 2)),
      beyond(10, 13, issue("speed", "1", 8, 4)),
      beyond(10, 12, issue("speed", "1", 1, 1)),
      beyond(10, 15, issue("speed", "2", 3, 1)),
      of(Category::other, Severity::info, beyond(10, 99, issue("speed", "1", 4, 1))),
  };
  const Triage triage = triaged(given);
  ASSERT_EQ(triage.rows.size(), 3U);
  EXPECT_THAT(triage.rows[0].issues, ElementsAre(3));  // furthest beyond
  const TriageRow& folded = triage.rows[1];
  EXPECT_THAT(folded.issues, ElementsAre(2, 0, 1));
  EXPECT_EQ(folded.first(), 2U);
  EXPECT_EQ(folded.worst, 1U);
  EXPECT_EQ(folded.actors, 1U);
  EXPECT_EQ(folded.total, *from_seconds(7));
  EXPECT_THAT(triage.rows[2].issues, ElementsAre(4));  // of another severity
}

TEST(Triage, FoldsAKindOfManyActors) {
  for (const std::size_t actors : {kMostActorsApart, kMostActorsApart + 1}) {
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < actors; ++i) ids.push_back(std::to_string(i));
    std::vector<IssueToTriage> given;
    for (std::size_t i = 0; i < actors; ++i) {
      given.push_back(beyond(10, 11, issue("speed", ids[i], 20.0 - static_cast<double>(i))));
      given.push_back(beyond(10, 12 + static_cast<double>(i), issue("speed", ids[i], 40.0)));
    }
    const Triage triage = triaged(given);
    if (actors == kMostActorsApart) {
      EXPECT_EQ(triage.rows.size(), actors);
      continue;
    }
    ASSERT_EQ(triage.rows.size(), 1U);
    EXPECT_EQ(triage.rows[0].actors, actors);
    EXPECT_EQ(triage.rows[0].count(), 2 * actors);
    EXPECT_EQ(given[triage.rows[0].first()].actor, ids.back());
    EXPECT_EQ(given[triage.rows[0].worst].value, 12.0 + static_cast<double>(actors - 1));
    EXPECT_EQ(triage.rows[0].total, *from_seconds(2.0 * static_cast<double>(actors)));
  }
}

TEST(Triage, CountsKindsWhoeversTheyAreWithCollisionsFirst) {
  const IssueToTriage given[] = {
      of(Category::sut, Severity::warning, beyond(10, 11, issue("braking", "0", 1))),
      of(Category::sut, Severity::error, beyond(10, 11, issue("speed", "0", 1))),
      of(Category::other, Severity::info, beyond(10, 17, issue("speed", "1", 2))),
      of(Category::other, Severity::info, beyond(10, 12, issue("speed", "1", 3))),
      of(Category::other, Severity::error, issue("collision", "2", 9)),
  };
  const Triage triage = triaged(given);
  ASSERT_EQ(triage.kinds.size(), 3U);
  EXPECT_EQ(triage.kinds[0].kind, "collision");
  EXPECT_EQ(triage.kinds[1].kind, "speed");  // as grave as the gravest of them
  EXPECT_EQ(triage.kinds[1].count, 3U);
  EXPECT_EQ(triage.kinds[1].actors, 2U);
  EXPECT_EQ(triage.kinds[1].worst, 2U);
  EXPECT_EQ(triage.kinds[2].kind, "braking");
}

// A hundred stops at signs must not bury one red light.
TEST(Triage, PutsTheRarerOfEqualsFirst) {
  std::vector<IssueToTriage> given;
  for (const char* id : {"1", "2", "3", "4", "5"}) given.push_back(issue("stop_at_sign", id, 1));
  given.push_back(issue("stop_at_light", "9", 7));
  const Triage triage = triaged(given);
  ASSERT_EQ(triage.rows.size(), 2U);
  EXPECT_EQ(given[triage.rows[0].first()].kind, "stop_at_light");
}

TEST(Triage, KnowsCollisions) {
  for (const char* kind : {"collision", "collision_in_sut_control"}) EXPECT_TRUE(is_collision(kind)) << kind;
  for (const char* kind : {"", "one_vehicle_in_two_parts", "collisions", "near_collision"})
    EXPECT_FALSE(is_collision(kind)) << kind;
}

TEST(Triage, OfResultsTakesEveryIssueOnce) {
  for (const auto& [name, result] : sample_results()) {
    const std::vector<IssueToTriage> issues = issues_to_triage(result.evaluation);
    const Triage triage = triaged(issues);
    std::vector<std::size_t> shown;
    for (const TriageRow& row : triage.rows) shown.insert(shown.end(), row.issues.begin(), row.issues.end());
    std::ranges::sort(shown);
    ASSERT_EQ(shown.size(), result.evaluation.issues.size()) << name;
    for (std::size_t i = 0; i < shown.size(); ++i) EXPECT_EQ(shown[i], i) << name;
  }
}

}  // namespace
}  // namespace scrutineer::results
