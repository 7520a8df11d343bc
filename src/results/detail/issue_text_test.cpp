#include "results/detail/issue_text.h"

#include <gmock/gmock.h>

#include "kit/sample_result.h"

namespace scrutineer::results::detail {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using watch::Category;
using watch::Severity;

// So many of each kind, of eight actors.
RunResult of_kinds(const std::vector<std::pair<std::string, std::size_t>>& kinds) {
  std::size_t all = 0;
  for (const auto& [kind, count] : kinds) all += count;
  RunResult result = large_result(all);
  std::size_t place = 0;
  for (const auto& [kind, count] : kinds) {
    for (std::size_t i = 0; i < count; ++i) {
      watch::Issue& issue = result.evaluation.issues[place++];
      const std::size_t number = i % 8;
      issue.kind = kind;
      issue.actor = {"veh" + std::to_string(number), static_cast<int>(number) + 2, trace::Category::car, false};
      issue.category = Category::other;
      issue.severity = Severity::error;
    }
  }
  return result;
}

TEST(IssueText, CountsWhatIsNotListed) {
  struct Case {
    const char* name;
    std::vector<std::pair<std::string, std::size_t>> listed;
    std::vector<watch::IssuesLeftOut> left_out;
    const char* text;  // how it begins
  };
  const auto more = [](const char* kind, Category category, std::size_t count) {
    return watch::IssuesLeftOut{kSpeedPolicy, kind, category, Severity::error, 1, count};
  };
  const Case cases[] = {
      {"all are listed",
       {{"fast", 40}, {"zz", 16}},
       {},
       "\nBy kind:\n"
       "  zz    16 in 8 actors, worst 3.33 m/s (12 km/h) over\n"
       "  fast  40 in 8 actors, worst 3.33 m/s (12 km/h) over\n\n"},
      {"not all of one kind",
       {{"fast", 40}, {"zz", 16}},
       {more("fast", Category::other, 11'000)},
       "\nBy kind:\n"
       "  zz       16 in 8 actors, worst 3.33 m/s (12 km/h) over\n"
       "  fast  11040, listed are 40 in 8 actors, worst 3.33 m/s (12 km/h) over\n\n"},
      {"of the ego and of others",
       {{"fast", 40}, {"zz", 16}},
       {more("fast", Category::sut, 3), more("fast", Category::other, 20), more("zz", Category::other, 1)},
       "\nBy kind:\n"
       "  zz    17, listed are 16 in 8 actors, worst 3.33 m/s (12 km/h) over\n"
       "  fast  63, listed are 40 in 8 actors, worst 3.33 m/s (12 km/h) over\n\n"},
      {"only one row",
       {{"fast", 40}},
       {more("fast", Category::other, 100)},
       "\nBy kind:\n  fast  140, listed are 40 in 8 actors, worst 3.33 m/s (12 km/h) over\n\n"},
      {"one is listed",
       {{"fast", 1}},
       {more("fast", Category::other, 41)},
       "\nBy kind:\n  fast  42, listed is 1: veh0 car at 0.000 s, 45 m/s (162 km/h)\n\n"},
      {"one row, and all are listed", {{"fast", 40}}, {}, "\nseverity "},
      {"one of each kind, and all are listed", {{"fast", 1}, {"zz", 1}}, {}, "\nseverity "},
  };
  for (const auto& [name, listed, left_out, text] : cases) {
    RunResult result = of_kinds(listed);
    result.evaluation.issues_left_out = left_out;
    EXPECT_THAT(issue_text(result, {}, ""), StartsWith(text)) << name;
  }
}

TEST(IssueText, SumsUpNothingWhereEveryIssueIsShown) {
  RunResult result = of_kinds({{"fast", 40}});
  result.evaluation.issues_left_out = {{kSpeedPolicy, "fast", Category::other, Severity::error, 40, 100}};
  const std::string text = issue_text(result, {.verbosity = TextOptions::Verbosity::full}, "");
  EXPECT_THAT(text, StartsWith("\nseverity "));
  EXPECT_THAT(text, testing::Not(HasSubstr("By kind")));
}

}  // namespace
}  // namespace scrutineer::results::detail
