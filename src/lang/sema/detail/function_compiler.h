// One function in the making, with the names that its code sees.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/sema/detail/code_builder.h"
#include "lang/sema/detail/operand.h"
#include "lang/sema/detail/pass_results.h"

namespace scrutineer::lang::detail {

struct BehaviourView;

// Names of one level: the members of `self`.
struct NameLevel {
  TypeInfo* type = nullptr;
  Operand self;
};

// What the code that is compiled belongs to.
struct Surroundings {
  const Namespace* space = nullptr;
  std::vector<NameLevel> levels = {};  // the innermost first
  TypeInfo* actor = nullptr;           // the type of `actor`; null: there is none
  TypeInfo* object = nullptr;          // whose instance runs: its data, events, intervals; null: none
  std::optional<Operand> it = {};
  std::optional<Operand> outer = {};  // of an instance: what holds it
  struct Alias {                      // of the event: `on @x as y`
    std::string_view name;
    Operand operand;
  };
  std::vector<Alias> aliases = {};
  bool is_lenient = false;             // says nothing of fields that only scenarios have
  bool may_assign_parameters = false;  // while values are given to a new instance
};

// expressions.h and statements.h compile into one; so do the headers that they name.
class FunctionCompiler : public FunctionBuilder {
 public:
  FunctionCompiler(PassResults& pass_results, Surroundings surroundings, std::string name, Span span);
  // One that checks what never runs, and makes no code.
  FunctionCompiler(PassResults& pass_results, const Namespace& space, BehaviourView& view);

  std::uint32_t add_local(std::string_view name, const Type& type, Span span);
  ExpressionId own_instance(Span span);  // the one that runs
  ExpressionId own_actor(Span span);     // its actor
  void error(Span span, std::string message, std::string hint = {}, std::vector<Note> notes = {});
  // The type whose members the operand has; null: it has none.
  TypeInfo* info_of(const Operand& operand) const;

  PassResults& passes;
  Reporter& reporter;
  SymbolTable& symbols;
  TypeTable& types;
  Surroundings around;
  Type result_type{TypeKind::nothing};  // of the function
  BehaviourView* behaviour = nullptr;   // of what never runs: what is seen there; null: it makes code
};

}  // namespace scrutineer::lang::detail
