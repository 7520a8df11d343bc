#include "watch/issue.h"

#include <gtest/gtest.h>

namespace scrutineer::watch {
namespace {

TEST(Issue, HasWords) {
  EXPECT_EQ(to_word(Severity::ignore), "ignore");
  EXPECT_EQ(to_word(Severity::error_continue), "error_continue");
  EXPECT_EQ(to_word(Severity::error), "error");
  EXPECT_EQ(to_word(Category::sut), "sut");
  EXPECT_EQ(to_word(Category::other), "other");
  EXPECT_EQ(to_word(Category::tool), "tool");
  EXPECT_EQ(to_word(EndedBy::condition), "condition");
  EXPECT_EQ(to_word(EndedBy::run_end), "run_end");
  EXPECT_EQ(to_word(EndedBy::actor_gone), "actor_gone");
  EXPECT_EQ(to_word(EndedBy::relocation), "relocation");
  EXPECT_EQ(to_word(EndedBy::frozen), "frozen");
  EXPECT_EQ(to_word(EndedBy::not_entered), "not_entered");
}

TEST(Issue, ReadsSeveritiesBack) {
  for (const std::string_view word : severity_words()) {
    const auto severity = severity_from_word(word);
    ASSERT_TRUE(severity) << word;
    EXPECT_EQ(to_word(*severity), word);
  }
  for (const std::string_view word : {"", "warn", "Error", "error "}) EXPECT_FALSE(severity_from_word(word)) << word;
}

TEST(Issue, OrdersSeverities) {
  EXPECT_LT(Severity::ignore, Severity::info);
  EXPECT_LT(Severity::info, Severity::warning);
  EXPECT_LT(Severity::warning, Severity::error_continue);
  EXPECT_LT(Severity::error_continue, Severity::error);
}

}  // namespace
}  // namespace scrutineer::watch
