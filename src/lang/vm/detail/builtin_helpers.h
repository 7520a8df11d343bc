// What the functions behind builtins share. `a` are the arguments, the receiver first.
#pragma once

#include <cstdint>

#include "lang/lower/handles.h"
#include "lang/vm/machine.h"

// A function of one expression, of `machine` and `a`.
#define SCRUTINEER_GIVES(expression)                                     \
  [](Machine& machine, const double* a) -> double {                      \
    return static_cast<void>(machine), static_cast<void>(a), expression; \
  }

namespace scrutineer::lang::detail {

constexpr double truth(bool value) { return value ? 1.0 : 0.0; }

template <typename Enum>
double word(Enum value) {
  return static_cast<double>(static_cast<int>(value));
}

// The word at that place.
template <typename Enum>
[[gnu::always_inline]] inline Enum choice(double value, std::uint32_t count) {
  const std::uint32_t place = index_below(value, count);
  if (place == count) Machine::fail("null access: there is no such word");
  return static_cast<Enum>(place);
}

// In the order of domain.osc.
enum class Route : std::uint8_t { on_road, on_lane };
inline Route route(double value) { return choice<Route>(value, 2); }

// Null: nobody.
inline double handle_of(const Machine& machine, scene::Slot slot) {
  return slot.valid() ? static_cast<double>(machine.scene().actors.id(slot).index()) : kNull;
}
inline const trace::ActorInfo& info_of(Machine& machine, double actor) {
  return machine.scene().actors.info(machine.slot(actor));
}
inline const trace::ActorState& state_of(Machine& machine, double actor) {
  return machine.scene().actors.state(machine.slot(actor));
}
inline watch::View view_of(const Machine& machine, double actor) {
  return {machine.context(), machine.scene(), machine.slot(actor)};
}

}  // namespace scrutineer::lang::detail
