// The tables of what the program brings along for the language, beside the facts (scene/facts.h): how each is declared,
// which function answers, what it needs and what it means.
//
//   {.owner = "physical_object",
//    .declaration = "def get_ttc(other: physical_object, horizon: time = 10s) -> time",
//    .function = SCRUTINEER_GIVES(machine.scene().relations.ttc(...)),
//    .needs = fact("ttc"),
//    .meaning = "Until both bodies overlap if they keep velocity and heading."},
//
// One more is one row in a source of vm/builtins/, or in a new one there that has a function `BuiltinRows ..._builtins()`.
// Its member of the library (`scrutineer lang library`), its number of arguments, what is answered for actors that
// are not there, reasons for skipped checks and docs/builtins.md follow from the row.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lang/sema/intrinsics.h"
#include "scene/facts.h"

namespace scrutineer::lang {

class Machine;

struct Builtin {
  std::string_view owner;  // whose member it is: a type of domain.osc
  // As OSC2 declares it: "var age: time", "def distance(other: physical_object) -> length". Without `var` or `def` it is
  // a function that no declaration could type, with all of its arguments: "contains(list, x) -> bool".
  std::string_view declaration;
  std::string_view name = {};  // of a second overload: by which the program tells it from the first
  double (*function)(Machine& machine, const double* arguments) = nullptr;  // null: `gives` answers
  const scene::Fact* gives = nullptr;              // whose value is the answer, of the first argument
  const scene::Fact* needs = nullptr;              // must exist for there to be an answer; null: nothing
  std::optional<GenericRule> rule = std::nullopt;  // of functions that are called plainly: abs(x)
  std::string_view meaning = {};                   // a sentence; only what no user calls may have none
};

using BuiltinRows = std::span<const Builtin>;
std::vector<BuiltinRows> builtin_tables();  // one per source; written by CMake

// All of them.
std::span<const Builtin> builtins();

// A declaration in its parts.
struct Signature {
  std::string_view name;        // "distance"
  std::string_view parameters;  // "other: physical_object"
  std::string_view type;        // "length"; empty: none
  bool is_field = false, is_method = false;
};
Signature signature_of(std::string_view declaration);

// Is the fact a field of `object_state`, or of a view of its own ("local_speed.lon")?
bool is_field(const scene::Fact& fact);
// How the language types the fact: "speed", "bool"; "float" where it has no type for the unit.
std::string_view type_name(const scene::Fact& fact);

}  // namespace scrutineer::lang
