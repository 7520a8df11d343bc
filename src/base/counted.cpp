#include "base/counted.h"

#include <fmt/format.h>

namespace scrutineer {

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  if (count == 1 || !many.empty()) return fmt::format("{} {}", count, count == 1 ? one : many);
  return fmt::format("{} {}s", count, one);
}

}  // namespace scrutineer
