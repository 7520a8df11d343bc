// The table of all facts: what each is called, what it means and what it needs.
//
//   const Fact* fact = find_fact("acceleration");
//   if (auto reason = why_missing(scene, slot, *fact)) skip(*reason);
//   else use(fact->value(scene, slot));
//
// Names of the language, reasons for skipped checks and docs/facts.md come from here.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "scene/scene.h"

namespace scrutineer::scene {

enum class FactScope : std::uint8_t { world, actor, pair };
// The motion that a fact rests on: reported, or so many differences away from what is.
enum class FactBasis : std::uint8_t { none, velocity, acceleration, yaw_rate, jerk };

struct Fact {
  std::string_view name;
  std::string_view type;  // "number", "truth", "place", "list" ...
  std::string_view unit;  // of numbers, SI; empty: none
  FactScope scope = FactScope::actor;
  bool needs_map = false;
  FactBasis basis = FactBasis::none;
  std::string_view meaning;
  // Of facts that are one number of one actor; null for others. NaN: does not exist now.
  double (*value)(Scene&, Slot) = nullptr;
};

std::span<const Fact> facts();
const Fact* find_fact(std::string_view name);  // null: there is none

// Why the fact can never exist for this actor, as one sentence without a full stop; nothing if it can.
std::optional<std::string> why_missing(const Scene& scene, Slot slot, const Fact& fact);

}  // namespace scrutineer::scene
