// Lowers one function. Its members by what they lower: expressions.cpp, truths.cpp, lists.cpp, statements.cpp.
#pragma once

#include <vector>

#include "lang/lower/detail/assembler.h"
#include "lang/lower/fold.h"

namespace scrutineer::lang::detail {

class FunctionLowering : private Assembler {
 public:
  FunctionLowering(const Program& program, const Function& function, Folding& folded, Code& code)
      : Assembler(function), program_(program), function_(function), folded_(folded), code_(code) {}

  CodeFunction run() {
    lower(function_.body);
    emit(Opcode::leave, 0, 0, 0);
    return finished();
  }

 private:
  // ---- expressions ----
  const Expression& expression(ExpressionId id) const { return program_.expressions[id]; }
  // Where the value is: in a register of its own, or where it lies anyway (a local, a constant).
  Register value(ExpressionId id);
  void lower_into(ExpressionId id, Register into);
  // The values in a row of registers, as calls want them.
  Register row(const std::vector<ExpressionId>& values);
  void lower_computed(const Expression& what, Register into);
  void lower_unary(const Expression& what, Register into);
  void emit_after_row(Opcode opcode, Register into, const std::vector<ExpressionId>& operands, std::uint32_t c);
  void lower_intrinsic(const Expression& what, Register into);
  bool is_own(ExpressionId instance) const {
    return program_.expressions[instance].kind == ExpressionKind::own_instance;
  }

  // ---- texts ----
  std::uint32_t text_parts(std::vector<TextPart> parts);
  void lower_text(const Expression& what, Register into);

  // ---- truths and operators ----
  bool compares_references(const Expression& what) const;
  bool is_whole(const Expression& what) const;  // an operator on two whole numbers
  void lower_binary(const Expression& what, Register into);
  // A truth as a value. It is put together aside: `into` may be a variable that the operands read.
  void lower_logic(const Expression& what, Register into);
  void lower_conditional(const Expression& what, Register into);
  // Jumps if the expression's truth is `sense`, goes on otherwise.
  void jump_when(ExpressionId id, bool sense, Jumps& jumps);
  // Of a binary operator.
  void jump_when(const Expression& what, bool sense, Jumps& jumps);
  void jump_when_compared(const Expression& what, BinaryOperator op, bool sense, Jumps& jumps);

  // ---- lists ----
  // Over the list, with the element in the local: `body` is asked to lower what happens with each.
  template <typename Body>
  void each(Register list_and_place, Register element, Body&& body) {
    const std::uint32_t top = here();
    const std::size_t exit = jump(Opcode::next, element, list_and_place);
    body();
    emit(Opcode::loop, 0, 0, top);
    land(exit);
  }
  Register list_and_place(ExpressionId list);
  void lower_fold(const Expression& what, Register into);
  void lower_sum(ListFold kind, Register list, Register element, ExpressionId body, Register result);
  void lower_search(ListFold kind, Register list, Register element, ExpressionId body, Register result);

  // ---- statements ----
  void lower(const std::vector<StatementId>& statements);
  void lower(const Statement& statement);
  void lower_interval(const Statement& statement);
  void lower_assignment(const Statement& statement);

  const Program& program_;
  const Function& function_;
  Folding& folded_;
  Code& code_;
};

}  // namespace scrutineer::lang::detail
