#include "map/detail/polygon_union.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/plugin.h"

namespace scrutineer::map::detail {
namespace {

using Unite = decltype(scrutineer_union_of);

Unite& united_by() {
  if (&scrutineer_union_of != nullptr) return scrutineer_union_of;  // libraries for other programs bring it
  const auto plugin = plugin_function<Unite>(
      {.name = "scrutineer_geos",
       .function = "scrutineer_union_of",
       .what_to_do = "the areas of junctions need lib/scrutineer/scrutineer_geos.so, which comes with the program and "
                     "needs GEOS: install both again"});
  if (!plugin) throw std::runtime_error(to_string(plugin.problem()));
  return **plugin;
}

}  // namespace

UnionOfRings union_of(std::span<const Ring> rings) {
  static Unite& unite = united_by();
  UnionOfRings result;
  unite(rings, result);
  // Rings of one size by their place, so that the order does not depend on the library's.
  std::ranges::sort(result.outer, [](const Ring& a, const Ring& b) {
    const double size_a = signed_area(a), size_b = signed_area(b);
    if (size_a != size_b) return size_a > size_b;
    return std::pair(a.front().x, a.front().y) < std::pair(b.front().x, b.front().y);
  });
  return result;
}

}  // namespace scrutineer::map::detail
