// Loops over lists, and what folds a list into one value.
#include <limits>

#include "lang/lower/detail/function_lowering.h"

namespace scrutineer::lang::detail {

Register FunctionLowering::list_and_place(ExpressionId list) {
  const Register first = take();
  const Register place = take();
  lower_into(list, first);
  emit(Opcode::copy, place, constant(0.0), 0);
  return first;
}

void FunctionLowering::lower_fold(const Expression& what, Register into) {
  const auto kind = static_cast<ListFold>(what.index);
  const Register list = list_and_place(what.operands[0]);
  const ExpressionId body = what.operands[1];
  const Register element = what.local;
  const Register result = take();  // aside: `into` may be a variable that the body reads
  switch (kind) {
    case ListFold::count:
    case ListFold::sum:
    case ListFold::average:
      lower_sum(kind, list, element, body, result);
      break;
    case ListFold::least:
    case ListFold::most:
      emit(Opcode::copy, result, constant(std::numeric_limits<double>::quiet_NaN()), 0);
      each(list, element, [&] {
        const BorrowedRegisters scope(*this);
        const bool is_whole = expression(body).type.kind == TypeKind::integer;
        const Opcode least = is_whole ? Opcode::least_whole : Opcode::least,
                     most = is_whole ? Opcode::most_whole : Opcode::most;
        emit(kind == ListFold::least ? least : most, result, result, value(body));
      });
      break;
    case ListFold::any:
    case ListFold::all:
    case ListFold::first:
    case ListFold::first_index:
      lower_search(kind, list, element, body, result);
      break;
    case ListFold::filter:
    case ListFold::map:
      emit(Opcode::list, result, next_free(), 0);
      each(list, element, [&] {
        const BorrowedRegisters scope(*this);
        if (kind == ListFold::map) {
          emit(Opcode::append, result, value(body), 0);
          return;
        }
        Jumps skip;
        jump_when(body, false, skip);
        emit(Opcode::append, result, element, 0);
        land(skip);
      });
      break;
  }
  emit(Opcode::copy, into, result, 0);
}

void FunctionLowering::lower_sum(ListFold kind, Register list, Register element, ExpressionId body, Register result) {
  emit(Opcode::copy, result, constant(0.0), 0);
  each(list, element, [&] {
    const BorrowedRegisters scope(*this);
    if (kind != ListFold::count) {
      const bool is_whole = expression(body).type.kind == TypeKind::integer;
      emit(is_whole ? Opcode::add_whole : Opcode::add, result, result, value(body));
      return;
    }
    Jumps skip;
    jump_when(body, false, skip);
    emit(Opcode::add, result, result, constant(1.0));
    land(skip);
  });
  if (kind != ListFold::average) return;
  emit(Opcode::to_number, result, result, 0);
  emit(Opcode::divide, result, result, list + 1);  // 0 / 0 does not exist
}

void FunctionLowering::lower_search(ListFold kind, Register list, Register element, ExpressionId body,
                                    Register result) {
  Jumps found;
  each(list, element, [&] {
    const BorrowedRegisters scope(*this);
    jump_when(body, kind != ListFold::all, found);
  });
  const double none = kind == ListFold::any           ? 0.0
                      : kind == ListFold::all         ? 1.0
                      : kind == ListFold::first_index ? -1.0
                                                      : std::numeric_limits<double>::quiet_NaN();
  emit(Opcode::copy, result, constant(none), 0);
  const std::size_t over = jump(Opcode::jump);
  land(found);
  if (kind == ListFold::first) {
    emit(Opcode::copy, result, element, 0);
  } else if (kind == ListFold::first_index) {
    emit(Opcode::subtract, result, list + 1, constant(1.0));
  } else {
    emit(Opcode::copy, result, constant(kind == ListFold::any ? 1.0 : 0.0), 0);
  }
  land(over);
}

}  // namespace scrutineer::lang::detail
