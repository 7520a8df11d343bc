// Names in what never runs: scenarios, actions, modifiers. Each is looked up, and its type compared where it is known;
// no code is made of it.
#pragma once

#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "lang/library/standard_behaviours.h"
#include "lang/sema/detail/function_compiler.h"

namespace scrutineer::lang::detail {

enum class BehaviourKind : std::uint8_t { action, modifier };  // scenarios are invoked like actions

// The behaviours that the program declares, by the last part of their names.
using BehaviourIndex = std::unordered_map<std::string_view, std::vector<TypeInfo*>>;
BehaviourIndex index_behaviours(SymbolTable& symbols);

// What is seen at one place of a behaviour.
struct BehaviourView {
  const BehaviourIndex& behaviours;
  TypeInfo* type = nullptr;
  std::optional<Operand> actor = {};     // of the behaviour; nothing: it has none
  std::optional<Operand> modified = {};  // whose invocation a `with` stands behind: its modifiers need no path
  std::vector<const syntax::Composition*> compositions = {};     // around it, the outermost first
  std::vector<std::pair<std::string_view, Operand>> names = {};  // `as` names, parameters of methods, variables
  Operand it = {};
  bool sees_it = false;  // members of `it` need no path: constraints in `with`

  using Phases = std::unordered_map<std::string_view, const syntax::DoMember*>;
  std::unordered_map<const syntax::Composition*, Phases> phases = {};  // of those that were looked into, by label
  std::unordered_set<const syntax::DoMember*> busy = {};  // labels that are looked at: `a: a.b.drive()` names itself
};

// Parts of the expression checker. `code.behaviour` is not null.
Operand name_in_behaviour(FunctionCompiler& code, const syntax::Name& name, const Type* hint);
Operand member_in_behaviour(FunctionCompiler& code, const Operand& object, const syntax::Name& name);
Operand event_in_behaviour(FunctionCompiler& code, const syntax::Expression& path);
Operand call_in_behaviour(FunctionCompiler& code, const syntax::CallExpression& source);  // behaviour_calls.cpp

// A value of which only the type is known.
Operand operand_of_type(const Type& type);
Operand operand_of_type(TypeTable& types, TypeInfo& type);

// What an invocation invokes, or a modifier's application applies.
struct Behaviour {
  bool is_known = false;
  TypeInfo* declared = nullptr;                 // null: the standard's, or not known what
  const StandardBehaviour* standard = nullptr;  // null: declared, or not known what
  Operand actor = {};
};
// Reports one that there is not.
Behaviour find_behaviour(FunctionCompiler& code, const syntax::CallExpression& call, BehaviourKind kind);
void check_arguments(FunctionCompiler& code, const Behaviour& behaviour, const syntax::CallExpression& call);
void check_arguments(FunctionCompiler& code, std::string_view callee, const std::vector<ParameterInfo>& parameters,
                     bool takes_others, const std::vector<syntax::Argument>& arguments);

// Is what the behaviour's type or its actor inherit not known?
bool is_in_open_behaviour(const FunctionCompiler& code);
void add_member_names(const TypeInfo& type, std::vector<std::string_view>& names);
// `start`, `end`, `fail`.
bool is_event_of_behaviours(std::string_view name);

}  // namespace scrutineer::lang::detail
