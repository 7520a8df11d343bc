// The functions that the program brings along, by the names that the library declares: what `intrinsic` expressions
// call. sema's list of names (sema/intrinsics.h) and this one are the same.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace scrutineer::lang {

class Machine;

// What the first arguments must be for there to be an answer.
enum class AskedOf : std::uint8_t { nobody, actor, two_actors, text, list };

struct Intrinsic {
  std::string_view name;  // "physical_object.road_distance"
  std::uint32_t arguments = 0;
  // Null: `fact` is what it gives.
  double (*function)(Machine& machine, const double* arguments) = nullptr;
  // In scene/facts.h: what it gives, or what it needs to exist. Empty: nothing.
  std::string_view fact = {};
  // Who is absent, or a text or list that does not exist, is not asked: what is given instead.
  AskedOf asked_of = AskedOf::nobody;
  double otherwise = 0.0;
};

// Sorted by name.
std::span<const Intrinsic> intrinsics();
// Its place; nothing: there is no such function.
std::optional<std::uint32_t> find_intrinsic(std::string_view name);

}  // namespace scrutineer::lang
