// The functions that the program brings along, by name: what `intrinsic` expressions call. Made of the tables of facts
// (scene/facts.h) and of builtins (builtins.h).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "scene/facts.h"

namespace scrutineer::lang {

class Machine;

// What the first arguments must be for there to be an answer.
enum class AskedOf : std::uint8_t { nobody, actor, two_actors, text, list };

struct Intrinsic {
  std::string name;  // "physical_object.road_distance"
  std::uint32_t arguments = 0;
  // Null: the fact's value is what it gives, of the first argument.
  double (*function)(Machine& machine, const double* arguments) = nullptr;
  const scene::Fact* fact = nullptr;  // that it gives, or needs to exist; null: none
  // What is given instead where the actor is absent, or the text or list does not exist.
  AskedOf asked_of = AskedOf::nobody;
  double otherwise = 0.0;
};

// Sorted by name.
std::span<const Intrinsic> intrinsics();
// Its place; nothing: there is no such function.
std::optional<std::uint32_t> find_intrinsic(std::string_view name);

}  // namespace scrutineer::lang
