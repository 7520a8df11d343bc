#include "base/memory_limit.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace scrutineer {

MemoryLimit::MemoryLimit(std::uint64_t bytes) {
  ::getrlimit(RLIMIT_DATA, &before_);
  rlimit limit = before_;
  limit.rlim_cur = std::min<rlim_t>(bytes, before_.rlim_max);
  ::setrlimit(RLIMIT_DATA, &limit);
}

MemoryLimit::~MemoryLimit() { ::setrlimit(RLIMIT_DATA, &before_); }

std::optional<std::uint64_t> memory_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::nullopt;
  return limit.rlim_cur;
}

// Allocates nothing, because it is called when memory may be short.
std::uint64_t memory_in_use() {
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  std::array<char, 256> text{};
  const ssize_t size = ::read(file, text.data(), text.size() - 1);
  ::close(file);
  if (size <= 0) return 0;
  constexpr int kData = 5;  // the field "data" of the line, from 0
  char* at = text.data();
  std::uint64_t pages = 0;
  for (int i = 0; i <= kData; ++i) pages = std::strtoull(at, &at, 10);
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::optional<Problem> memory_problem() {
  const auto limit = memory_limit();
  if (!limit || memory_in_use() <= *limit / 5 * 4) return std::nullopt;
  return out_of_memory(limit);
}

Problem out_of_memory(std::optional<std::uint64_t> limit) {
  if (!limit) return {{}, "there is not enough memory"};
  return {{}, fmt::format("needs more than {} MB of memory (--max-memory)", *limit / 1'000'000)};
}

}  // namespace scrutineer
