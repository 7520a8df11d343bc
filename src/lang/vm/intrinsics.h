// The functions that the program brings along, by the names that the library declares: what `intrinsic` expressions
// call. sema's list of names (sema/intrinsics.h) and this one are the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace scrutineer::lang {

class Machine;

struct Intrinsic {
  std::string_view name;  // "physical_object.road_distance"
  std::uint32_t arguments = 0;
  // Null: `fact` is what it gives.
  double (*function)(Machine& machine, const double* arguments) = nullptr;
  // In scene/facts.h: what it gives, or what it needs to exist. Empty: nothing.
  std::string_view fact = {};
};

// Sorted by name.
std::span<const Intrinsic> intrinsics();
// Its place; nothing: there is no such function.
std::optional<std::uint32_t> find_intrinsic(std::string_view name);

}  // namespace scrutineer::lang
