#include "base/memory_limit.h"

#include <gtest/gtest.h>

#include <new>
#include <vector>

namespace scrutineer {
namespace {

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

// Far from what the test itself needs, so that both sides of the limit are clear.
constexpr std::uint64_t kRoom = 400'000'000;

TEST(MemoryLimit, IsNearBeforeItIsReached) {
  struct Case {
    const char* name;
    std::size_t used;
    bool is_near;
  };
  constexpr Case kCases[] = {{"little", 1'000'000, false},
                             {"just below four fifths", kRoom / 5 * 3, false},
                             {"just above four fifths", kRoom / 10 * 9, true}};
  for (const auto& [name, used, is_near] : kCases) {
    const MemoryLimit limit(memory_in_use() + kRoom);
    std::vector<char> memory(used);
    const auto problem = memory_problem();
    // The limit counts from nothing, so what the test itself uses moves four fifths a little.
    EXPECT_EQ(problem.has_value(), is_near) << name;
  }
}

TEST(MemoryLimit, RefusesWhatIsBeyondIt) {
  // Taken, but not used: the machine need not have it.
  const auto take = [](std::size_t size) { ::operator delete(::operator new(size)); };
  {
    const MemoryLimit limit(memory_in_use() + kRoom);
    EXPECT_NO_THROW(take(kRoom / 2));
    EXPECT_THROW(take(kRoom * 2), std::bad_alloc);
  }
  EXPECT_NO_THROW(take(kRoom * 2)) << "the limit is over";
}

#endif

TEST(MemoryLimit, IsToldInWords) {
  EXPECT_EQ(to_string(out_of_memory(500'000'000)), "needs more than 500 MB of memory (--max-memory)");
  EXPECT_EQ(to_string(out_of_memory(std::nullopt)), "there is not enough memory");
}

}  // namespace
}  // namespace scrutineer
