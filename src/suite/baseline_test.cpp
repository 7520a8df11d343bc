#include "suite/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace scrutineer::suite {
namespace {

using store::SuiteRow;
using store::SuiteState;

TEST(Baseline, IsTheLastCompleteSuiteWithTheSameLabelsUnlessPinned) {
  const Labels main{{"branch", "main"}}, side{{"branch", "side"}};
  const auto night = [](std::int64_t id, Labels labels, SuiteState state = SuiteState::complete) {
    return SuiteRow{.id = id, .name = "s" + std::to_string(id), .labels = std::move(labels), .state = state};
  };
  const auto with_night = [](Labels labels, const char* name) {
    labels["night"] = name;
    return labels;
  };
  struct Case {
    const char* name;
    std::vector<SuiteRow> suites;  // as they were created; the last one is asked about unless `asked` says
    std::vector<Pin> pins;
    std::vector<std::string> ignored;
    std::int64_t expected;  // 0: none
    std::int64_t asked = 0;
  };
  const Case cases[] = {
      {"the first suite", {night(1, main)}, {}, {}, 0},
      {"the one before", {night(1, main), night(2, main), night(3, main)}, {}, {}, 2},
      {"later ones do not count", {night(1, main), night(2, main), night(3, main)}, {}, {}, 1, 2},
      {"other labels", {night(1, main), night(2, side), night(3, main)}, {}, {}, 1},
      {"not complete",
       {night(1, main), night(2, main, SuiteState::cancelled), night(3, main, SuiteState::running), night(4, main)},
       {},
       {},
       1},
      {"a label that differs", {night(1, with_night(main, "1")), night(2, with_night(main, "2"))}, {}, {}, 0},
      {"a label that is ignored", {night(1, with_night(main, "1")), night(2, with_night(main, "2"))}, {}, {"night"}, 1},
      {"only one of them has it", {night(1, main), night(2, with_night(main, "2"))}, {}, {"night"}, 1},
      {"pinned for all", {night(1, main), night(2, main), night(3, side)}, {{{}, 1}}, {}, 1},
      {"pinned for others", {night(1, main), night(2, main), night(3, main)}, {{side, 1}}, {}, 2},
      {"the pin with more labels",
       {night(1, main), night(2, main), night(3, main), night(4, main)},
       {{{}, 1}, {main, 2}},
       {},
       2},
      {"pinned itself", {night(1, main), night(2, main)}, {{{}, 2}}, {}, 1},
      {"pinned although it came later", {night(1, main), night(2, main), night(3, main)}, {{{}, 3}}, {}, 3, 2},
      {"what was pinned is not there any more", {night(1, main), night(2, main)}, {{{}, 77}}, {}, 1},
  };
  for (const Case& row : cases) {
    const SuiteRow& asked = row.asked == 0 ? row.suites.back() : row.suites[static_cast<std::size_t>(row.asked - 1)];
    const SuiteRow* found = choose_baseline(asked, row.suites, row.pins, row.ignored);
    EXPECT_EQ(found == nullptr ? 0 : found->id, row.expected) << row.name;
  }
}

TEST(Labels, AreWrittenAndReadBack) {
  const Labels labels{{"branch", "main"}, {"empty", ""}, {"odd", "a=b"}};
  EXPECT_EQ(unpacked(packed(labels)), labels);
  EXPECT_EQ(unpacked(""), Labels{});
  EXPECT_EQ(to_text(labels), "branch=main, empty=, odd=a=b");
  EXPECT_EQ(*read_label("a=b=c"), std::pair(std::string("a"), std::string("b=c")));
  for (const char* wrong : {"a", "=b", "", "a=b\nc"}) EXPECT_FALSE(read_label(wrong)) << wrong;
}

}  // namespace
}  // namespace scrutineer::suite
