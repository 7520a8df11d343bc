#include "suite/answer.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace scrutineer::suite {
namespace {

Answer sample() {
  return {.title = "night",
          .facts = {{"suite", std::string("night \"1\"\n")}, {"pass_rate", 0.5}, {"km", Cell()}},
          .tables = {{.name = "issues",
                      .title = "Issues",
                      .columns = {{"kind", "kind"}, {"count", "issues"}, {"worst", "worst"}, {"new", "new"}},
                      .rows = {{std::string("a,b"), std::int64_t{3}, 0.1, true},
                               {std::string("=1+1"), std::int64_t{0}, Cell(), false}},
                      .left_out = 4},
                     {.name = "empty", .title = "Nothing", .columns = {{"a", "a"}}}},
          .notes = {"one note"}};
}

TEST(Answer, IsJson) {
  const auto json = nlohmann::json::parse(to_json(sample()));
  EXPECT_EQ(json.at("suite"), "night \"1\"\n");
  EXPECT_TRUE(json.at("km").is_null());
  EXPECT_EQ(json.at("issues").size(), 2U);
  EXPECT_EQ(json.at("issues")[0].at("count"), 3);
  EXPECT_EQ(json.at("issues")[0].at("new"), true);
  EXPECT_TRUE(json.at("issues")[1].at("worst").is_null());
  EXPECT_EQ(json.at("issues_left_out"), 4);
  EXPECT_TRUE(json.at("empty").empty());
  EXPECT_EQ(json.at("notes")[0], "one note");
  EXPECT_TRUE(nlohmann::json::parse(to_json({.title = "nothing"})).is_object());
}

TEST(Answer, IsCsv) {
  EXPECT_EQ(to_csv(sample().tables[0]), "kind,count,worst,new\n\"a,b\",3,0.1,true\n'=1+1,0,,false\n");
  EXPECT_EQ(to_csv(sample().tables[1]), "a\n");
}

TEST(Answer, ShowsNumbersInFewDigits) {
  struct Case {
    Cell cell;
    const char* text;
  };
  const Case cases[] = {{Cell(), ""},
                        {0.123456, "0.1235"},
                        {12345.678, "12,346"},
                        {std::int64_t{1234567}, "1,234,567"},
                        {true, "yes"},
                        {99.99999, "100"},
                        {1842.1, "1,842"},
                        {999.96, "1,000"},
                        {-1842.1, "-1,842"},
                        {-999.0, "-999"},
                        {0.0, "0"},
                        {0.00001234, "0.00001234"},
                        {2.5e20, "2.5e+20"},
                        {1e-12, "1e-12"},
                        {std::int64_t{-123456}, "-123,456"}};
  for (const auto& [cell, text] : cases) EXPECT_EQ(to_text(cell), text);
  EXPECT_EQ(to_text(0.93333, {.name = "share", .label = "share", .is_share = true}), "93.3 %");
  EXPECT_EQ(to_text(0.93333, {.name = "value", .label = "value"}), "0.9333");
  EXPECT_EQ(to_text(Cell(), {.name = "share", .label = "share", .is_share = true}), "");
  EXPECT_EQ(number_cell(std::numeric_limits<double>::infinity()), Cell());
}

}  // namespace
}  // namespace scrutineer::suite
