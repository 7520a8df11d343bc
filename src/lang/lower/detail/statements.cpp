// Statements.
#include <stdexcept>

#include "lang/lower/detail/function_lowering.h"

namespace scrutineer::lang::detail {

void FunctionLowering::lower(const std::vector<StatementId>& statements) {
  for (const StatementId id : statements) {
    const Statement& statement = program_.statements[id];
    go_to(statement.span);
    const BorrowedRegisters scope(*this);
    lower(statement);
  }
}

void FunctionLowering::lower_interval(const Statement& statement) {
  const bool starts = statement.kind == StatementKind::start_interval;
  const bool is_own_one = statement.value == kNone || is_own(statement.value);
  const bool is_dated = statement.target != kNone;
  if (is_own_one && is_dated) {
    emit(Opcode::start_own_since, value(statement.target), 0, 0);
  } else if (is_own_one) {
    emit(starts ? Opcode::start_own : Opcode::end_own, 0, 0, 0);
  } else if (is_dated) {
    const auto instance = value(statement.value);
    emit(Opcode::start_interval_since, instance, value(statement.target), 0);
  } else {
    emit(starts ? Opcode::start_interval : Opcode::end_interval, value(statement.value), 0, 0);
  }
}

void FunctionLowering::lower(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::evaluate:
      value(statement.value);
      return;
    case StatementKind::assign:
      lower_assignment(statement);
      return;
    case StatementKind::branch: {
      if (const auto known = folded_(statement.value)) {
        lower(holds(*known) ? statement.body : statement.otherwise);
        return;
      }
      Jumps otherwise;
      jump_when(statement.value, false, otherwise);
      lower(statement.body);
      if (statement.otherwise.empty()) {
        land(otherwise);
        return;
      }
      const std::size_t over = jump(Opcode::jump);
      land(otherwise);
      lower(statement.otherwise);
      land(over);
      return;
    }
    case StatementKind::repeat_while: {
      const std::uint32_t top = here();
      Jumps exit;
      jump_when(statement.value, false, exit);
      lower(statement.body);
      go_to(statement.span);
      emit(Opcode::loop, 0, 0, top);
      land(exit);
      return;
    }
    case StatementKind::repeat_for: {
      const Register list = list_and_place(statement.value);
      each(list, statement.local, [&] {
        lower(statement.body);
        go_to(statement.span);
      });
      return;
    }
    case StatementKind::return_value:
      if (statement.value == kNone) {
        emit(Opcode::leave, 0, 0, 0);
      } else {
        emit(Opcode::give_back, value(statement.value), 0, 0);
      }
      return;
    case StatementKind::emit:
      if (statement.value == kNone || is_own(statement.value)) {
        emit(Opcode::emit, 0, 0, statement.index);
      } else {
        emit(Opcode::emit_of, value(statement.value), 0, statement.index);
      }
      return;
    case StatementKind::start_interval:
    case StatementKind::end_interval:
      return lower_interval(statement);
    case StatementKind::set_run_mode: {
      const bool is_check = statement.declaration == kNone;
      const std::uint32_t whose = is_check ? statement.check : statement.declaration;
      if (statement.value == kNone) {
        emit(is_check ? Opcode::set_check_mode_of_all : Opcode::set_mode_of_all, 0, statement.index, whose);
      } else {
        emit(is_check ? Opcode::set_check_mode : Opcode::set_mode, value(statement.value), statement.index, whose);
      }
      return;
    }
  }
}

void FunctionLowering::lower_assignment(const Statement& statement) {
  const Expression& target = expression(statement.target);
  if (target.kind == ExpressionKind::local) {
    lower_into(statement.value, target.index);
    return;
  }
  const Register what = value(statement.value);
  go_to(statement.span);
  switch (target.kind) {
    case ExpressionKind::program_cell:
      emit(Opcode::store_program, what, 0, target.index);
      return;
    case ExpressionKind::own_cell:
      emit(Opcode::store_own, what, 0, target.index);
      return;
    case ExpressionKind::instance_cell:
    case ExpressionKind::data_cell: {
      const bool is_data = target.kind == ExpressionKind::data_cell;
      if (is_own(target.operands[0])) {
        emit(is_data ? Opcode::store_own_data : Opcode::store_own, what, 0, target.index);
      } else {
        emit(is_data ? Opcode::store_data : Opcode::store_instance, what, value(target.operands[0]), target.index);
      }
      return;
    }
    case ExpressionKind::actor_cell:
      emit(Opcode::store_actor, what, value(target.operands[0]), target.index);
      return;
    case ExpressionKind::struct_cell:
      emit(Opcode::store_struct, what, value(target.operands[0]), target.index);
      return;
    default:
      throw std::logic_error("assignment to what is neither a variable nor a cell");
  }
}

}  // namespace scrutineer::lang::detail
