#include "base/id.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <concepts>
#include <unordered_set>
#include <vector>

namespace scrutineer {
namespace {

using AppleId = StrongId<struct AppleTag>;
using PearId = StrongId<struct PearTag>;

static_assert(!std::equality_comparable_with<AppleId, PearId>);
static_assert(!std::convertible_to<std::size_t, AppleId>);
static_assert(!std::convertible_to<AppleId, PearId>);
static_assert(sizeof(AppleId) == 4);

TEST(StrongId, IsNothingUntilItHasAnIndex) {
  EXPECT_FALSE(AppleId().valid());
  EXPECT_TRUE(AppleId(0).valid());
  EXPECT_EQ(AppleId(7).index(), 7u);
  EXPECT_EQ(AppleId(), AppleId());
  EXPECT_NE(AppleId(), AppleId(0));
}

TEST(StrongId, SortsByIndexAndNothingLast) {
  std::vector<AppleId> ids{AppleId(), AppleId(3), AppleId(0), AppleId(2)};
  std::ranges::sort(ids);
  EXPECT_EQ(ids, (std::vector<AppleId>{AppleId(0), AppleId(2), AppleId(3), AppleId()}));
}

TEST(StrongId, CanBeAKey) {
  const std::unordered_set<AppleId> ids{AppleId(1), AppleId(2), AppleId(1)};
  EXPECT_EQ(ids.size(), 2u);
  EXPECT_TRUE(ids.contains(AppleId(2)));
  EXPECT_FALSE(ids.contains(AppleId()));
}

}  // namespace
}  // namespace scrutineer
