// Whole numbers of JSON that anybody may have written. nlohmann's own get<int>() converts any number: of 1.5 it makes 1, of
// -1 a very large one, and of 1e30 whatever the processor makes of it.
//
//   try { frames = whole_number<std::int64_t>(json.at("frames")); } catch (const Json::exception&) { ... }
//
// This header does not include nlohmann's, which is large.
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>

namespace scrutineer {

// Throws Json::type_error where it is none, or beyond the type's range.
template <std::integral Whole, typename Json>
Whole whole_number(const Json& json) {
  if (json.is_number_unsigned()) {
    const auto number = json.template get<std::uint64_t>();
    if (std::in_range<Whole>(number)) return static_cast<Whole>(number);
  } else if (json.is_number_integer()) {
    const auto number = json.template get<std::int64_t>();
    if (std::in_range<Whole>(number)) return static_cast<Whole>(number);
  }
  throw Json::type_error::create(302, "a whole number was expected", &json);
}

}  // namespace scrutineer
