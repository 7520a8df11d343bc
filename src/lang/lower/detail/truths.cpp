// Operators, and jumps that depend on truths.
#include <utility>

#include "lang/lower/detail/function_lowering.h"
#include "lang/lower/fold.h"

namespace scrutineer::lang::detail {
namespace {

Opcode value_opcode(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::add:
      return Opcode::add;
    case BinaryOperator::subtract:
      return Opcode::subtract;
    case BinaryOperator::multiply:
      return Opcode::multiply;
    case BinaryOperator::divide:
      return Opcode::divide;
    case BinaryOperator::modulo:
      return Opcode::modulo;
    case BinaryOperator::less:
    case BinaryOperator::greater:
      return Opcode::less;
    case BinaryOperator::less_equal:
    case BinaryOperator::greater_equal:
      return Opcode::less_equal;
    case BinaryOperator::equal:
      return Opcode::equal;
    default:
      return Opcode::differ;
  }
}

// The one for whole numbers.
Opcode whole_opcode(Opcode opcode) {
  switch (opcode) {
    case Opcode::add:
      return Opcode::add_whole;
    case Opcode::subtract:
      return Opcode::subtract_whole;
    case Opcode::multiply:
      return Opcode::multiply_whole;
    case Opcode::divide:
      return Opcode::divide_whole;
    case Opcode::modulo:
      return Opcode::modulo_whole;
    case Opcode::less:
      return Opcode::less_whole;
    case Opcode::less_equal:
      return Opcode::less_equal_whole;
    case Opcode::equal:
      return Opcode::equal_whole;
    case Opcode::differ:
      return Opcode::differ_whole;
    case Opcode::jump_less:
      return Opcode::jump_less_whole;
    case Opcode::jump_less_equal:
      return Opcode::jump_less_equal_whole;
    case Opcode::jump_equal:
      return Opcode::jump_equal_whole;
    case Opcode::jump_differ:
      return Opcode::jump_differ_whole;
    case Opcode::unless_less:
      return Opcode::unless_less_whole;
    case Opcode::unless_less_equal:
      return Opcode::unless_less_equal_whole;
    case Opcode::unless_equal:
      return Opcode::unless_equal_whole;
    case Opcode::unless_differ:
      return Opcode::unless_differ_whole;
    default:
      return opcode;
  }
}

bool is_swapped(BinaryOperator op) { return op == BinaryOperator::greater || op == BinaryOperator::greater_equal; }

bool is_logic(BinaryOperator op) { return op >= BinaryOperator::logical_and; }

bool is_text(BinaryOperator op) { return op == BinaryOperator::text_equal || op == BinaryOperator::text_not_equal; }

}  // namespace

bool FunctionLowering::compares_references(const Expression& what) const {
  const auto op = static_cast<BinaryOperator>(what.index);
  if (op != BinaryOperator::equal && op != BinaryOperator::not_equal) return false;
  return is_reference(expression(what.operands[0]).type) || is_reference(expression(what.operands[1]).type);
}

bool FunctionLowering::is_whole(const Expression& what) const {
  return expression(what.operands[0]).type.kind == TypeKind::integer &&
         expression(what.operands[1]).type.kind == TypeKind::integer;
}

void FunctionLowering::lower_binary(const Expression& what, Register into) {
  const auto op = static_cast<BinaryOperator>(what.index);
  if (is_logic(op)) {
    lower_logic(what, into);
    return;
  }
  Register left = value(what.operands[0]);
  Register right = value(what.operands[1]);
  if (is_text(op)) {
    emit(Opcode::text_equal, into, left, right);
    if (op == BinaryOperator::text_not_equal) emit(Opcode::logical_not, into, into, 0);
    return;
  }
  if (compares_references(what)) {
    emit(Opcode::same, into, left, right);
    if (op == BinaryOperator::not_equal) emit(Opcode::logical_not, into, into, 0);
    return;
  }
  if (is_swapped(op)) std::swap(left, right);
  emit(is_whole(what) ? whole_opcode(value_opcode(op)) : value_opcode(op), into, left, right);
}

void FunctionLowering::lower_logic(const Expression& what, Register into) {
  Jumps when_false;
  jump_when(what, false, when_false);
  emit(Opcode::copy, into, constant(1.0), 0);
  const std::size_t over = jump(Opcode::jump);
  land(when_false);
  emit(Opcode::copy, into, constant(0.0), 0);
  land(over);
}

void FunctionLowering::lower_conditional(const Expression& what, Register into) {
  if (const auto known = folded_(what.operands[0])) {
    lower_into(what.operands[holds(*known) ? 1 : 2], into);
    return;
  }
  Jumps otherwise;
  jump_when(what.operands[0], false, otherwise);
  lower_into(what.operands[1], into);
  const std::size_t over = jump(Opcode::jump);
  land(otherwise);
  lower_into(what.operands[2], into);
  land(over);
}

void FunctionLowering::jump_when(ExpressionId id, bool sense, Jumps& jumps) {
  if (const auto known = folded_(id)) {
    if (holds(*known) == sense) jumps.push_back(jump(Opcode::jump));
    return;
  }
  const Expression& what = expression(id);
  const Span outer = go_to(what.span);
  const BorrowedRegisters scope(*this);
  if (what.kind == ExpressionKind::unary && static_cast<UnaryOperator>(what.index) == UnaryOperator::logical_not) {
    jump_when(what.operands[0], !sense, jumps);
  } else if (what.kind == ExpressionKind::binary && !compares_references(what)) {
    jump_when(what, sense, jumps);
  } else if (what.kind == ExpressionKind::interval_is_open && is_own(what.operands[0])) {
    jumps.push_back(jump(sense ? Opcode::jump_if_open : Opcode::jump_unless_open));
  } else {
    jumps.push_back(jump(sense ? Opcode::jump_if : Opcode::jump_unless, value(id)));
  }
  go_to(outer);
}

void FunctionLowering::jump_when(const Expression& what, bool sense, Jumps& jumps) {
  const auto op = static_cast<BinaryOperator>(what.index);
  if (!is_logic(op)) {
    jump_when_compared(what, op, sense, jumps);
    return;
  }
  // a and b, not (not a or not b); a implies b is not a or b.
  const bool decides = op == BinaryOperator::logical_or;  // this truth of the left side is the whole's
  const bool left_sense = op == BinaryOperator::implies ? false : decides;
  const bool whole = op != BinaryOperator::logical_and;  // what the whole is once the left side decides
  if (whole == sense) {
    jump_when(what.operands[0], left_sense, jumps);
    jump_when(what.operands[1], sense, jumps);
    return;
  }
  Jumps decided;
  jump_when(what.operands[0], left_sense, decided);
  jump_when(what.operands[1], sense, jumps);
  land(decided);
}

void FunctionLowering::jump_when_compared(const Expression& what, BinaryOperator op, bool sense, Jumps& jumps) {
  if (is_text(op) || op < BinaryOperator::less) {
    const Register truth = take();
    lower_binary(what, truth);
    jumps.push_back(jump(sense ? Opcode::jump_if : Opcode::jump_unless, truth));
    return;
  }
  Register left = value(what.operands[0]);
  Register right = value(what.operands[1]);
  if (is_swapped(op)) std::swap(left, right);
  Opcode opcode = Opcode::jump_less;
  switch (value_opcode(op)) {
    case Opcode::less:
      opcode = sense ? Opcode::jump_less : Opcode::unless_less;
      break;
    case Opcode::less_equal:
      opcode = sense ? Opcode::jump_less_equal : Opcode::unless_less_equal;
      break;
    case Opcode::equal:
      opcode = sense ? Opcode::jump_equal : Opcode::unless_equal;
      break;
    default:
      opcode = sense ? Opcode::jump_differ : Opcode::unless_differ;
      break;
  }
  jumps.push_back(jump(is_whole(what) ? whole_opcode(opcode) : opcode, left, right));
}

}  // namespace scrutineer::lang::detail
