// What an expression of the sources stands for: a value, cells that hold one, or one of the things that have members
// but no value.
#pragma once

#include <string>
#include <type_traits>
#include <variant>

#include "lang/sema/detail/cell_address.h"
#include "lang/sema/detail/symbols.h"

namespace scrutineer::lang {
struct StandardBehaviour;
}

namespace scrutineer::lang::detail {

// An error was already reported, or only scenarios know what it is. No further errors follow from it.
struct Unresolved {
  const StandardBehaviour* invoked = nullptr;  // an invocation of this; null: of none
};

// A value in one cell: numbers, texts, actors, instances, views.
struct Value {
  ExpressionId id = kNone;
  std::string unit = {};       // of `x.as(kph)`: in texts it is printed ...
  ExpressionId in_si = kNone;  // ... as this, with the unit
  TypeInfo* info = nullptr;    // without code: whose members it has; null: those of its type
};

// Fields and variables, structs among them.
struct Cells {
  CellAddress at;
  const FieldInfo* field = nullptr;  // that holds it; null: a local
  bool is_variable = false;          // may be assigned while the run goes on
  bool is_of_data = false;           // a watcher's data, or a part of it
};

// A range that is written out: two values.
struct Bounds {
  ExpressionId low = kNone, high = kNone;
};

// A thing that exists once: top, sut.
struct Singleton {
  TypeInfo* info = nullptr;
};

// A group of parameters of built-in checks: car.physical.
struct SettingsGroup {
  TypeInfo* info = nullptr;
  std::string path = {};
  ExpressionId actor = kNone;         // whose; kNone: the root's
  std::uint32_t declaration = kNone;  // of an instance of a check: that one's
};

// One parameter of a built-in check.
struct Setting {
  TypeInfo* info = nullptr;  // of the group or check that it is of
  std::string path = {};
  const watch::AnyParameter* parameter = nullptr;  // null: there is none of that path
  ExpressionId actor = kNone;
  std::uint32_t declaration = kNone;
};

// A user's own config struct, which holds constants.
struct Config {
  TypeInfo* info = nullptr;
  const FieldInfo* field = nullptr;
};

// A built-in check of an actor, or a user's instance of one.
struct CheckInstance {
  TypeInfo* info = nullptr;
  std::string path = {};              // as it is written
  std::uint32_t check = kNone;        // in Library::checks
  std::uint32_t declaration = kNone;  // of an instance
  ExpressionId actor = kNone;
};

// Its `data`: the metrics of its intervals.
struct CheckData {
  TypeInfo* info = nullptr;  // of the check
  std::uint32_t check = kNone;
};

// An event as `as` names it. Without code only its parameters are known.
struct NamedEvent {
  const EventInfo* event = nullptr;  // null: without parameters
  ExpressionId instance = kNone;     // that emitted it
};

// A word of several enumerations: which one is meant depends on where it stands.
struct AmbiguousWord {};

// A labelled part of a `do` tree. Only in what never runs.
struct Phase {
  const syntax::DoMember* part = nullptr;
};

struct Operand {
  Type type = {};
  Span span = {};
  std::variant<Unresolved, Value, Cells, Bounds, Singleton, SettingsGroup, Setting, Config, CheckInstance, CheckData,
               NamedEvent, AmbiguousWord, Phase>
      what = {};
  // The name, if some enumeration has such a word too: it is used if the place turns out to want a word.
  const syntax::Name* word = nullptr;

  template <typename Kind>
  bool is() const {
    return std::holds_alternative<Kind>(what);
  }
  template <typename Kind>
  const Kind* as() const {
    return std::get_if<Kind>(&what);
  }
  template <typename Kind>
  Kind* as() {
    return std::get_if<Kind>(&what);
  }
  bool is_unresolved() const { return is<Unresolved>(); }
  bool is_error() const { return is_unresolved() || (type.kind == TypeKind::any && !is<AmbiguousWord>()); }
  bool is_flat() const { return is<Cells>() && as<Cells>()->at.is_flat; }
  // Of what is no value, but has members: its type.
  TypeInfo* info() const {
    return std::visit(
        [](const auto& kind) -> TypeInfo* {
          if constexpr (requires { kind.info; })
            return kind.info;
          else
            return nullptr;
        },
        what);
  }
};

inline constexpr Type kTruth{TypeKind::truth};
inline constexpr Type kInteger{TypeKind::integer};

inline Operand value_operand(ExpressionId value, const Type& type, Span span) {
  return {.type = type, .span = span, .what = Value{.id = value}};
}

inline Operand cells_operand(const CellAddress& at, const Type& type, Span span, const FieldInfo* field) {
  const bool is_variable = field == nullptr || field->kind == syntax::FieldKind::variable;
  return {.type = type, .span = span, .what = Cells{.at = at, .field = field, .is_variable = is_variable}};
}

// Of what has no type.
template <typename Kind>
Operand operand_without_type(Kind what, Span span) {
  return {.type = {TypeKind::nothing}, .span = span, .what = std::move(what)};
}

inline Operand singleton(TypeInfo& type, Span span) { return operand_without_type(Singleton{&type}, span); }

}  // namespace scrutineer::lang::detail
