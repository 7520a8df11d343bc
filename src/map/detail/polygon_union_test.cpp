// Whichever piece of memory is lacking, a union is what it should be, or nothing at all.
#include "map/detail/polygon_union.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

// The sanitizers have operators of their own.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
namespace {
constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();
std::atomic<std::int64_t> allocations_left{kNever};  // then one fails

void* given(std::size_t size, std::size_t alignment) {
  if (allocations_left.fetch_sub(1, std::memory_order_relaxed) == 0) throw std::bad_alloc();
  const std::size_t rounded = (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, rounded);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
}  // namespace

void* operator new(std::size_t size) { return given(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return given(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return given(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return given(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

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
    allocations_left = lacking;
    try {
      const UnionOfRings found = union_of(rings);
      const bool was_enough = allocations_left.exchange(kNever) >= 0;
      EXPECT_EQ(found.outer, expected.outer) << lacking;
      EXPECT_EQ(found.filled, expected.filled) << lacking;
      if (was_enough) break;
    } catch (const std::bad_alloc&) {
      allocations_left = kNever;
      ++thrown;
    }
  }
  EXPECT_GT(thrown, 100);
}

}  // namespace
}  // namespace scrutineer::map::detail
#endif
