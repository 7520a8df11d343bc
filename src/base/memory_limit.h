// How much memory this process may use.
//
//   const MemoryLimit limit(500'000'000);            // while it lives, allocating more throws std::bad_alloc
//   if (auto problem = memory_problem()) ...         // little is left: time to stop in good order
//
// The limit is the system's own for a process's data (RLIMIT_DATA), so one that a shell or a batch system sets
// (ulimit -d) is heeded just the same.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <optional>

#include "base/result.h"

namespace scrutineer {

class MemoryLimit {
 public:
  explicit MemoryLimit(std::uint64_t bytes);
  ~MemoryLimit();
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  rlimit before_{};
};

// In bytes; nothing: the process has no limit.
std::optional<std::uint64_t> memory_limit();
// Bytes that count against the limit.
std::uint64_t memory_in_use();
// A problem if more than four fifths of the limit are used: the rest is needed to stop in good order. Nothing: less is
// used, or there is no limit.
std::optional<Problem> memory_problem();
// "needs more than 500 MB of memory (--max-memory)"
Problem out_of_memory(std::optional<std::uint64_t> limit);

}  // namespace scrutineer
