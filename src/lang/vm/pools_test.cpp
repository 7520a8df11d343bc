#include "lang/vm/pools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace scrutineer::lang {
namespace {

using testing::ElementsAre;
using testing::Optional;
using testing::Pointee;

const std::vector<std::string> kConstants{"first", "second"};

void sweep(Pools& pools, const std::vector<double>& cells) {
  const std::array<std::span<const double>, 1> roots{cells};
  pools.sweep(roots);
}

TEST(Pools, FindOnlyWhatTheyHold) {
  Pools pools(kConstants);
  const double text = pools.add_text("made"), list = pools.add_list(std::array{1.0, 2.0});
  struct Case {
    const char* name;
    double handle;
    const char* text;  // null: none
    bool is_list;
  };
  const Case cases[] = {
      {"a constant", text_handle(1), "second", false},
      {"a text that was made", text, "made", false},
      {"a list", list, nullptr, true},
      {"behind the last text", text + 1.0, nullptr, false},
      {"behind the last list", list + 1.0, nullptr, false},
      {"between two texts", text_handle(0) + 0.5, nullptr, false},
      {"null", kNull, nullptr, false},
      {"a plain number", 1.0, nullptr, false},
      {"a negative number", -1.0, nullptr, false},
      {"more than any handle", 0x1p60, nullptr, false},
      {"infinity", std::numeric_limits<double>::infinity(), nullptr, false},
  };
  for (const auto& [name, handle, expected, is_list] : cases) {
    const std::string* found = pools.find_text(handle);
    EXPECT_EQ(found != nullptr, expected != nullptr) << name;
    if (found != nullptr && expected != nullptr) {
      EXPECT_EQ(*found, expected) << name;
    }
    EXPECT_EQ(pools.find_list(handle).has_value(), is_list) << name;
  }
}

TEST(Pools, AppendToLists) {
  Pools pools({});
  const double list = pools.add_list({});
  pools.append(list, 3.0);
  pools.append(list, 4.0);
  EXPECT_THAT(pools.find_list(list), Optional(ElementsAre(3.0, 4.0)));
  pools.append(list + 1.0, 5.0);  // there is none
  EXPECT_EQ(pools.lists(), 1U);
}

TEST(Pools, ContinueListsWithoutChangingThem) {
  Pools pools({});
  const double one = pools.add_list(std::array{1.0});
  const double two = pools.continue_list(one, 2.0), three = pools.continue_list(two, 3.0);
  const double other = pools.continue_list(one, 4.0), none = pools.continue_list(kNull, 5.0);
  EXPECT_THAT(pools.find_list(one), Optional(ElementsAre(1.0)));
  EXPECT_THAT(pools.find_list(two), Optional(ElementsAre(1.0, 2.0)));
  EXPECT_THAT(pools.find_list(three), Optional(ElementsAre(1.0, 2.0, 3.0)));
  EXPECT_THAT(pools.find_list(other), Optional(ElementsAre(1.0, 4.0)));
  EXPECT_THAT(pools.find_list(none), Optional(ElementsAre(5.0)));
  // One that stays keeps what it shares with those that go.
  const double text = pools.add_text("kept"), with_text = pools.continue_list(two, text);
  sweep(pools, {two, with_text});
  EXPECT_EQ(pools.lists(), 2U);
  EXPECT_THAT(pools.find_list(two), Optional(ElementsAre(1.0, 2.0)));
  EXPECT_THAT(pools.find_list(with_text), Optional(ElementsAre(1.0, 2.0, text)));
  EXPECT_THAT(pools.find_text(text), Pointee(std::string("kept")));
  EXPECT_EQ(pools.find_list(three), std::nullopt);
  EXPECT_THAT(pools.find_list(pools.continue_list(two, 6.0)), Optional(ElementsAre(1.0, 2.0, 6.0)));
}

// As far as can be counted: what is looked at in sweeps, for each that is made.
TEST(Pools, LetListsGrowWithoutLookingAtThemAllTheTime) {
  Pools pools({});
  double list = pools.add_list({});
  std::size_t looked_at = 0, most_lists = 0;
  constexpr std::size_t kFrames = 300'000;
  for (std::size_t frame = 0; frame < kFrames; ++frame) {
    list = pools.continue_list(list, 1.0);
    most_lists = std::max(most_lists, pools.lists());
    if (!pools.wants_sweep()) continue;
    sweep(pools, {list});
    looked_at += frame + 1;
  }
  EXPECT_EQ(pools.find_list(list)->size(), kFrames);
  EXPECT_LT(looked_at, 20 * kFrames);
  EXPECT_LE(most_lists, Pools::kMost / 8 + 2);
}

// However many are kept, there is room for a frame's before the next sweep.
TEST(Pools, SweepInTimeThoughMostIsKept) {
  Pools pools({});
  std::vector<double> kept;
  for (std::uint32_t i = 0; i < Pools::kMost * 3 / 4; ++i) kept.push_back(pools.add_list({}));
  sweep(pools, kept);
  for (std::uint32_t i = 0; i < Pools::kMost; ++i) {
    ASSERT_NO_THROW(pools.add_list({})) << i;
    if (pools.wants_sweep()) sweep(pools, kept);
  }
}

TEST(Pools, KeepWhatCellsReferTo) {
  Pools pools(kConstants);
  const double kept = pools.add_text("kept"), lost = pools.add_text("lost"), inside = pools.add_text("inside");
  const double inner = pools.add_list(std::array{inside}), outer = pools.add_list(std::array{inner, 7.0});
  const double lost_list = pools.add_list(std::array{lost});
  sweep(pools, {kept, outer, kNull, 12.0});
  EXPECT_THAT(pools.find_text(kept), Pointee(std::string("kept")));
  EXPECT_THAT(pools.find_text(inside), Pointee(std::string("inside")));
  EXPECT_THAT(pools.find_list(outer), Optional(ElementsAre(inner, 7.0)));
  EXPECT_THAT(pools.find_list(inner), Optional(ElementsAre(inside)));
  EXPECT_EQ(pools.find_text(lost), nullptr);
  EXPECT_EQ(pools.find_list(lost_list), std::nullopt);
  EXPECT_THAT(pools.find_text(text_handle(0)), Pointee(std::string("first")));
  // What is free is taken again.
  EXPECT_EQ(pools.add_text("next"), lost);
  EXPECT_EQ(pools.add_list({}), lost_list);
}

TEST(Pools, SweepListsThatHoldEachOther) {
  Pools pools({});
  const double one = pools.add_list({}), two = pools.add_list(std::array{one});
  pools.append(one, two);
  sweep(pools, {one});
  EXPECT_EQ(pools.lists(), 2U);
  sweep(pools, {});
  EXPECT_EQ(pools.lists(), 0U);
}

TEST(Pools, DoNotGrowWhileARunGoesOnAsBefore) {
  Pools pools(kConstants);
  std::size_t most = 0;
  double last = kNull;
  for (int frame = 0; frame < 100; ++frame) {
    if (pools.wants_sweep()) sweep(pools, {last});
    for (int i = 0; i < 100; ++i) last = pools.add_text("text " + std::to_string(i));
    most = std::max(most, pools.texts());
  }
  EXPECT_LT(most, 2000U);
  EXPECT_THAT(pools.find_text(last), Pointee(std::string("text 99")));
}

TEST(Pools, RefuseWhatHasNoBounds) {
  struct Case {
    const char* name;
    void (*work)(Pools&);
    const char* message;
  };
  const Case cases[] = {
      {"a long text", [](Pools& pools) { pools.add_text(std::string(Pools::kLongestText + 1, 'x')); },
       "a text of 1000001 bytes"},
      {"a long list", [](Pools& pools) { pools.add_list(std::vector<double>(Pools::kLongestList + 1)); },
       "a list of 1000001 elements"},
      {"a list that grows without end",
       [](Pools& pools) {
         const double list = pools.add_list(std::vector<double>(Pools::kLongestList));
         pools.append(list, 1.0);
       },
       "a list of more than 1000000 elements"},
      {"one that is continued without end",
       [](Pools& pools) { pools.continue_list(pools.add_list(std::vector<double>(Pools::kLongestList)), 1.0); },
       "a list of 1000001 elements"},
      {"many texts",
       [](Pools& pools) {
         for (std::uint32_t i = 0; i <= Pools::kMost; ++i) pools.add_text("");
       },
       "too many texts"},
      {"many lists",
       [](Pools& pools) {
         for (std::uint32_t i = 0; i <= Pools::kMost; ++i) pools.add_list({});
       },
       "too many lists"},
      {"many bytes",
       [](Pools& pools) {
         const std::string text(Pools::kLongestText, 'x');
         for (std::size_t i = 0; i <= Pools::kMostBytes / Pools::kLongestText; ++i) pools.add_text(text);
       },
       "too many texts, lists and structs in one frame"},
  };
  for (const auto& [name, work, message] : cases) {
    Pools pools(kConstants);
    try {
      work(pools);
      ADD_FAILURE() << name << ": nothing was thrown";
    } catch (const PoolFull& full) {
      EXPECT_STREQ(full.what(), message) << name;
    }
  }
}

// Each change of a list makes a new one.
TEST(Pools, SweepAFewLargeListsInTime) {
  Pools pools({});
  const std::vector<double> many(100'000, 1.0);
  double last = kNull;
  for (int frame = 0; frame < 1000; ++frame) {
    ASSERT_NO_THROW(last = pools.add_list(many)) << frame;
    const std::vector cells{last};
    const std::span<const double> roots[] = {cells};
    if (pools.wants_sweep()) pools.sweep(roots);
  }
  EXPECT_LT(pools.lists(), 100U);
}

TEST(Pools, KeepStructsThatAreReachedThroughOthers) {
  Pools pools({});
  const double first = pools.add_struct(3, 2), second = pools.add_struct(4, 1), lost = pools.add_struct(5, 1);
  EXPECT_EQ(pools.find_struct(first)->type, 3U);
  EXPECT_EQ(pools.find_struct(first)->cells.size(), 2U);
  EXPECT_EQ(pools.find_struct(kNull), nullptr);
  EXPECT_EQ(pools.find_struct(first + 7), nullptr);
  EXPECT_EQ(pools.find_list(first), std::nullopt);
  pools.find_struct(first)->cells = {pools.add_list(std::vector{second}), 1.0};
  pools.find_struct(second)->cells = {first};  // back to where it is held
  const double text = pools.add_text("kept");
  pools.find_struct(first)->cells[1] = text;
  const std::vector cells{first};
  const std::span<const double> roots[] = {cells};
  pools.sweep(roots);
  EXPECT_EQ(pools.structs(), 2U);
  EXPECT_EQ(pools.find_struct(lost), nullptr);
  EXPECT_EQ(*pools.find_text(text), "kept");
  EXPECT_EQ(pools.add_struct(6, 1), lost);  // its place is taken again
  pools.sweep({});
  EXPECT_EQ(pools.structs(), 0U);
  EXPECT_EQ(pools.lists(), 0U);
}

}  // namespace
}  // namespace scrutineer::lang
