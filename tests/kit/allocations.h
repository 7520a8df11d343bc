// Counts a test program's allocations, and can let one of them fail. To be included by one source of a test program,
// because it replaces operator new and delete for the whole program. The sanitizers have operators of their own; then
// SCRUTINEER_COUNTS_ALLOCATIONS is not defined.
#pragma once

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SCRUTINEER_COUNTS_ALLOCATIONS

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <new>

namespace scrutineer::kit {

inline std::atomic<std::size_t> allocations_made{0};

inline constexpr std::int64_t kNoAllocationFails = std::numeric_limits<std::int64_t>::max();
inline std::atomic<std::int64_t> allocations_before_failure{kNoAllocationFails};

inline void* allocate(std::size_t size, std::size_t alignment) {
  if (allocations_before_failure.fetch_sub(1, std::memory_order_relaxed) == 0) throw std::bad_alloc();
  allocations_made.fetch_add(1, std::memory_order_relaxed);
  const std::size_t rounded = (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
  void* memory = std::aligned_alloc(alignment, rounded);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace scrutineer::kit

// NOLINTBEGIN(misc-definitions-in-headers): replacements of these operators cannot be inline
void* operator new(std::size_t size) { return scrutineer::kit::allocate(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return scrutineer::kit::allocate(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return scrutineer::kit::allocate(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return scrutineer::kit::allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
// NOLINTEND(misc-definitions-in-headers)

#endif
