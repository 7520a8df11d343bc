// References as numbers. Texts, lists and structs lie far above any count, actors are numbered by first appearance,
// instances by declaration and actor. All are exact, and whoever uses one checks it first: a number that is none is an
// error of the instance that runs, nothing worse.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace scrutineer::lang {

inline constexpr double kNull = std::numeric_limits<double>::quiet_NaN();
// What is read of an actor or instance that is not there is null, too. It remembers why, so that a struct of an
// absent actor answers nothing, while to ask null itself is an error.
inline constexpr std::uint64_t kAbsentBits = 0x7FFA000000000000;
inline constexpr double kAbsent = std::bit_cast<double>(kAbsentBits);
constexpr bool is_absent(double value) { return std::bit_cast<std::uint64_t>(value) == kAbsentBits; }

inline constexpr double kFirstText = 0x1p50;
inline constexpr double kFirstList = 0x1p51;
inline constexpr double kFirstStruct = 0x1.8p51;
inline constexpr double kReferencesEnd = 0x1p52;

// The constant texts of a program are its first ones.
constexpr double text_handle(std::uint32_t text) { return kFirstText + text; }
constexpr double list_handle(std::uint32_t list) { return kFirstList + list; }
constexpr double struct_handle(std::uint32_t structure) { return kFirstStruct + structure; }

// Of the run's own instance: `actor` is kNoActor.
inline constexpr std::uint32_t kNoActor = 0xFFFFFFFF;
inline constexpr double kInstancesPerDeclaration = 0x1p32;
constexpr double instance_handle(std::uint32_t declaration, std::uint32_t actor) {
  return declaration * kInstancesPerDeclaration + actor;
}

// The number as an index below `end`; `end` itself: it is none.
constexpr std::uint32_t index_below(double value, std::uint32_t end) {
  if (!(value >= 0.0 && value < end)) return end;
  const auto index = static_cast<std::uint32_t>(value);
  return static_cast<double>(index) == value ? index : end;
}

}  // namespace scrutineer::lang
