// What the files declare: types, enumerations, fields, methods, events, instances. The passes fill these in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "lang/sema/program.h"
#include "lang/syntax/tree.h"

namespace scrutineer::lang::detail {

struct TypeInfo;

// The namespace of everything built in. It is visible everywhere; declarations of users come first.
inline constexpr std::string_view kStandardNamespace = "std";

// The namespace that is in force at a declaration.
struct Namespace {
  std::string name;  // "": the global one
  std::vector<std::string> used;
};

// What one `export` adds to the namespace that is in force there.
struct ExportInfo {
  const Namespace* space = nullptr;
  std::optional<std::string> from;  // the namespace before `::`
  std::string name;                 // empty: everything
};

struct EnumInfo {
  std::string name;
  Span span;
  bool is_library = false;
  std::vector<std::string> words;                              // by place
  std::vector<std::uint64_t> values;                           // by place
  std::unordered_map<std::string_view, std::uint32_t> places;  // of words and their other spellings
  std::uint32_t index = kNone;                                 // in Program::enums, once it is used
};

struct FieldInfo {
  std::string_view name;
  Span span;
  syntax::FieldKind kind = syntax::FieldKind::parameter;
  const syntax::Field* syntax = nullptr;
  const syntax::Expression* value = nullptr;  // null: none
  TypeInfo* owner = nullptr;                  // null: a global
  const Namespace* space = nullptr;
  bool is_library = false;
  Type type;
  bool is_opaque = false;        // of a type of the standard that only scenarios need
  std::uint32_t offset = kNone;  // in its owner's cells
};

struct ParameterInfo {
  std::string_view name;
  Type type;
  const syntax::Expression* value = nullptr;  // the default; null: none
  Span span;
};

// A method, including what `is also` and `is only` changed.
struct MethodInfo {
  std::string_view name;
  Span span;
  TypeInfo* owner = nullptr;
  const Namespace* space = nullptr;
  bool is_library = false;
  std::vector<ParameterInfo> parameters;
  Type result;                                // nothing: none
  std::vector<const syntax::Method*> bodies;  // run one after the other
  std::string intrinsic;                      // of external ones of the library
  const Namespace* named_in = nullptr;        // of a method that replaces another: the namespace of that one
  bool is_another = false;                    // only shares the name with an inherited method of another namespace
  bool is_compiled = false;
};

struct EventInfo {
  std::string_view name;
  Span span;
  TypeInfo* owner = nullptr;
  const Namespace* space = nullptr;
  const syntax::EventDeclaration* syntax = nullptr;
  std::vector<ParameterInfo> parameters;
  std::uint32_t index = kNone;         // in ObjectType::events
  std::vector<std::uint32_t> offsets;  // of the parameters, in the emitting instance
};

// `watcher x is T(...)`.
struct InstanceInfo {
  std::string_view name;
  Span span;
  TypeInfo* owner = nullptr;
  const Namespace* space = nullptr;
  const syntax::Instance* syntax = nullptr;
  TypeInfo* type = nullptr;           // null: ready-made, or unknown
  std::uint32_t check = kNone;        // a built-in one, in Library::checks
  bool is_library = false;            // the catalogue's own
  bool is_broken = false;             // there is no such type: an error was reported
  std::uint32_t declaration = kNone;  // in Program::declarations
};

enum class MemberKind : std::uint8_t { field, method, event, instance, modifier };

struct MemberInfo {
  MemberKind kind = MemberKind::field;
  Span span;
  FieldInfo* field = nullptr;
  std::vector<MethodInfo*> methods;
  EventInfo* event = nullptr;
  InstanceInfo* instance = nullptr;
  TypeInfo* modifier = nullptr;  // `global modifier vehicle.zones` is a member of vehicle
};

// The members that one declaration or extension adds to a type.
struct Part {
  const std::vector<syntax::Member>* members = nullptr;
  const Namespace* space = nullptr;
  Span span;
  bool is_library = false;
  const syntax::TypeDeclaration* repetition = nullptr;  // by which a user wrote out a built-in type again
};

// `extend car.physical:` changes only that part of the type.
struct NestedPart {
  std::vector<const syntax::Name*> path;  // below the type
  Part part;
  bool repeats_library = false;  // a group of built-in checks that a user wrote out again
};

enum class TypeClass : std::uint8_t {
  structure,
  actor,
  object,     // watcher modifiers and global modifiers: what runs
  behaviour,  // scenarios, actions, other modifiers: never run
};

struct TypeInfo {
  std::string name;  // "zone_data", "npc_vehicle.zones"
  TypeClass kind = TypeClass::structure;
  Span span;
  const Namespace* space = nullptr;
  bool is_library = false;
  bool is_view = false, is_singleton = false, is_settings = false;
  bool is_open = false;  // its base is unknown, or known only to scenarios: it may have any member
  bool is_watcher = false, is_global = false;
  bool is_anonymous = false;     // holds the `on` blocks that stand directly in an actor or a singleton
  bool repeats_library = false;  // a group of built-in checks that a user wrote out again: adds nothing
  const syntax::TypeDeclaration* declaration = nullptr;
  TypeInfo* base = nullptr;
  TypeInfo* actor = nullptr;    // of `vehicle.zones`: vehicle
  std::uint32_t check = kNone;  // a built-in one, in Library::checks
  std::vector<Part> parts;      // in the order of the files
  std::vector<NestedPart> nested;
  std::unordered_map<std::string_view, MemberInfo> members;  // of this type itself
  std::vector<FieldInfo*> fields;                            // in order
  std::vector<EventInfo*> events;
  std::vector<InstanceInfo*> instances;
  std::vector<MethodInfo*> methods;

  std::uint32_t index = kNone;  // in Program::structs, actors or objects
  enum class State : std::uint8_t { untouched, busy, done } layout = State::untouched;
  int depth = 0;                            // of a struct: how deep others lie in it
  std::size_t made = 1;                     // of a struct: how many structs are created with it, itself included
  TypeInfo* data = nullptr;                 // of a watcher
  std::uint32_t declaration_index = kNone;  // of a global modifier, or of what stands directly in an actor's extension
};

// A member of the type or of those that it inherits from; null: there is none.
const MemberInfo* find_member(const TypeInfo& type, std::string_view name);
bool is_a(const TypeInfo* type, const TypeInfo* base);
// Is it one of the structs that `top.info` consists of? Users may write these out again.
bool is_of_info(std::string_view name);
bool may_have_any_member(const TypeInfo* type);
// Does the standard give the type, or one of its bases, a member of this name that only scenarios need?
bool has_standard_member(const TypeInfo* type, std::string_view name);

}  // namespace scrutineer::lang::detail
