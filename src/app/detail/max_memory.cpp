#include "app/detail/max_memory.h"

#include <fmt/format.h>

#include <new>
#include <string_view>

#include "app/detail/words.h"
#include "base/memory_limit.h"
#include "base/text.h"

namespace scrutineer::app {

void add_max_memory(Options& options, std::string& size) {
  options.add("--max-memory", size,
              "Memory beyond which the evaluation is ended, with what was found so far: 500MB, 2GB", "SIZE");
}

Result<std::uint64_t> parse_memory(const std::string& size) {
  struct Unit {
    std::string_view name;
    double bytes;
  };
  constexpr Unit kUnits[] = {{"gib", 1024.0 * 1024.0 * 1024.0},
                             {"mib", 1024.0 * 1024.0},
                             {"gb", 1e9},
                             {"mb", 1e6},
                             {"g", 1e9},
                             {"m", 1e6},
                             {"", 1e6}};
  const std::string lower = to_lower(trim(size));
  for (const Unit& unit : kUnits) {
    if (!lower.ends_with(unit.name)) continue;
    const auto number = parse_number(std::string_view(lower).substr(0, lower.size() - unit.name.size()));
    if (!number || !(*number * unit.bytes >= 1e6) || *number * unit.bytes > 1e15) break;
    return static_cast<std::uint64_t>(*number * unit.bytes);
  }
  return Problem{{}, fmt::format("--max-memory {}: expected an amount of at least 1MB, such as 500MB or 2GB", size)};
}

int with_max_memory(const std::string& size, Outside& outside, const std::function<int()>& command) {
  if (size.empty()) return command();
  const auto bytes = parse_memory(size);
  if (!bytes) return refuse(outside, bytes.problem());
  try {
    const MemoryLimit limit(*bytes);
    return command();
  } catch (const std::bad_alloc&) {
    return refuse(outside, out_of_memory(*bytes));
  }
}

}  // namespace scrutineer::app
