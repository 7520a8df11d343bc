// Whichever piece of memory is lacking, a union is what it should be, or nothing at all.
#include "map/detail/polygon_union.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <new>

#include "kit/allocations.h"

#ifdef SCRUTINEER_COUNTS_ALLOCATIONS
namespace scrutineer::map::detail {
namespace {

Ring box(double x, double y, double width, double height) {
  return {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
}

TEST(PolygonUnion, IsTheSameOrThrowsWhereMemoryIsLacking) {
  // A frame of four boxes, with a hole in its middle and a box in the hole.
  const std::vector<Ring> rings{box(0, 0, 10, 2), box(0, 8, 10, 2), box(0, 0, 2, 10), box(8, 0, 2, 10),
                                box(4, 4, 1, 1)};
  const UnionOfRings expected = union_of(rings);
  ASSERT_EQ(expected.outer.size(), 1U);
  std::int64_t lacking = 0, thrown = 0;
  for (;; ++lacking) {
    ASSERT_LT(lacking, 1'000'000);
    kit::allocations_before_failure = lacking;
    try {
      const UnionOfRings found = union_of(rings);
      const bool was_enough = kit::allocations_before_failure.exchange(kit::kNoAllocationFails) >= 0;
      EXPECT_EQ(found.outer, expected.outer) << lacking;
      EXPECT_EQ(found.filled, expected.filled) << lacking;
      if (was_enough) break;
    } catch (const std::bad_alloc&) {
      kit::allocations_before_failure = kit::kNoAllocationFails;
      ++thrown;
    }
  }
  EXPECT_GT(thrown, 100);
}

}  // namespace
}  // namespace scrutineer::map::detail
#endif
