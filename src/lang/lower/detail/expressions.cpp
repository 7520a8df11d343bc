// Expressions and texts.
#include <algorithm>
#include <optional>
#include <stdexcept>
#include <utility>

#include "lang/lower/detail/function_lowering.h"
#include "lang/vm/intrinsics.h"
#include "scene/facts.h"

namespace scrutineer::lang::detail {
namespace {

const Unit* find_unit(const Program& program, std::string_view name) {
  for (const auto& declared : program.units)
    if (declared->name == name) return &declared->unit;
  return scrutineer::find_unit(name);
}

TextPart part_of(const Program& program, const Format& format) {
  if (!format.unit.empty()) return {format.type, find_unit(program, format.unit)};
  if (format.type.kind != TypeKind::number || format.type.dimension == kPlainNumber) return {format.type, nullptr};
  for (const std::string_view name : units_of(format.type.dimension)) {
    const Unit* unit = scrutineer::find_unit(name);
    if (unit->to_si(1.0) == 1.0) return {format.type, unit};
  }
  // Of a dimension that only users name, the SI unit if they declare it, else the first that they do.
  const Unit* first = nullptr;
  for (const auto& declared : program.units) {
    if (declared->unit.dimension != format.type.dimension) continue;
    if (declared->unit.to_si(1.0) == 1.0) return {format.type, &declared->unit};
    if (first == nullptr) first = &declared->unit;
  }
  return {format.type, first};
}

// A constant text is a part without a value; its type says which.
TextPart constant_text(std::uint32_t text) { return {{TypeKind::nothing, text, {}}, nullptr}; }

}  // namespace

Register FunctionLowering::value(ExpressionId id) {
  if (const auto known = folded_(id)) return constant(*known);
  const Expression& what = expression(id);
  if (what.kind == ExpressionKind::local) return what.index;
  const Register into = take();
  lower_into(id, into);
  return into;
}

void FunctionLowering::lower_into(ExpressionId id, Register into) {
  const Expression& what = expression(id);
  const Span outer = go_to(what.span);
  const BorrowedRegisters scope(*this);
  if (const auto known = folded_(id)) {
    emit(Opcode::copy, into, constant(*known), 0);
  } else {
    lower_computed(what, into);
  }
  go_to(outer);
}

Register FunctionLowering::row(const std::vector<ExpressionId>& values) {
  std::vector<std::optional<double>> known;
  known.reserve(values.size());
  for (const ExpressionId value : values) known.push_back(folded_(value));
  if (std::ranges::any_of(known, [](const auto& value) { return value.has_value(); })) {
    const Register first = row_with_constants(known);
    for (std::size_t i = 0; i < values.size(); ++i)
      if (!known[i]) lower_into(values[i], first + static_cast<Register>(i));
    return first;
  }
  const Register first = next_free();
  for (std::size_t i = 0; i < values.size(); ++i) take();
  for (std::size_t i = 0; i < values.size(); ++i) lower_into(values[i], first + static_cast<Register>(i));
  return first;
}

// long: a case for each kind of expression, all of them short
void FunctionLowering::lower_computed(const Expression& what, Register into) {
  const auto& operands = what.operands;
  switch (what.kind) {
    case ExpressionKind::constant:
    case ExpressionKind::null:
    case ExpressionKind::text_constant:
      return;  // were folded
    case ExpressionKind::local:
      emit(Opcode::copy, into, what.index, 0);
      return;
    case ExpressionKind::program_cell:
      emit(Opcode::load_program, into, 0, what.index);
      return;
    case ExpressionKind::own_cell:
      emit(Opcode::load_own, into, 0, what.index);
      return;
    case ExpressionKind::instance_cell:
      if (is_own(operands[0])) {
        emit(Opcode::load_own, into, 0, what.index);
      } else {
        emit(Opcode::load_instance, into, value(operands[0]), what.index);
      }
      return;
    case ExpressionKind::data_cell:
      if (is_own(operands[0])) {
        emit(Opcode::load_own_data, into, 0, what.index);
      } else {
        emit(Opcode::load_data, into, value(operands[0]), what.index);
      }
      return;
    case ExpressionKind::actor_cell:
      emit(Opcode::load_actor, into, value(operands[0]), what.index);
      return;
    case ExpressionKind::struct_cell:
      emit(Opcode::load_struct, into, value(operands[0]), what.index);
      return;
    case ExpressionKind::new_struct:
      emit(Opcode::new_struct, into, 0, what.index);
      return;
    case ExpressionKind::struct_is:
      emit(Opcode::struct_is, into, value(operands[0]), what.index);
      return;
    case ExpressionKind::metric:
      emit(Opcode::metric, into, 0, what.index);
      return;
    case ExpressionKind::own_instance:
      emit(Opcode::own_instance, into, 0, 0);
      return;
    case ExpressionKind::own_actor:
      emit(Opcode::own_actor, into, 0, 0);
      return;
    case ExpressionKind::instance_of:
      if (operands.empty()) {
        emit(Opcode::instance_of_run, into, 0, what.index);
      } else {
        emit(Opcode::instance_of, into, value(operands[0]), what.index);
      }
      return;
    case ExpressionKind::unary:
      lower_unary(what, into);
      return;
    case ExpressionKind::binary:
      lower_binary(what, into);
      return;
    case ExpressionKind::conditional:
      lower_conditional(what, into);
      return;
    case ExpressionKind::call:
      emit_after_row(Opcode::call, into, operands, what.index);
      return;
    case ExpressionKind::intrinsic:
      lower_intrinsic(what, into);
      return;
    case ExpressionKind::text:
      lower_text(what, into);
      return;
    case ExpressionKind::list:
      emit_after_row(Opcode::list, into, operands, static_cast<std::uint32_t>(operands.size()));
      return;
    case ExpressionKind::element: {
      const Register list = value(operands[0]);
      emit(Opcode::element, into, list, value(operands[1]));
      return;
    }
    case ExpressionKind::list_fold:
      lower_fold(what, into);
      return;
    case ExpressionKind::setting:
      emit(Opcode::setting, into, value(operands[0]), what.index);
      return;
    case ExpressionKind::interval_is_open:
      if (is_own(operands[0])) {
        emit(Opcode::own_is_open, into, 0, 0);
      } else {
        emit(Opcode::is_open, into, value(operands[0]), 0);
      }
      return;
  }
}

void FunctionLowering::lower_unary(const Expression& what, Register into) {
  const Register operand = value(what.operands[0]);
  switch (static_cast<UnaryOperator>(what.index)) {
    case UnaryOperator::negate:
      if (what.type.kind == TypeKind::integer) {
        emit(Opcode::subtract_whole, into, constant(0.0), operand);
      } else {
        emit(Opcode::negate, into, operand, 0);
      }
      return;
    case UnaryOperator::logical_not:
      emit(Opcode::logical_not, into, operand, 0);
      return;
    case UnaryOperator::to_number:
      emit(Opcode::to_number, into, operand, 0);
      return;
  }
}

void FunctionLowering::emit_after_row(Opcode opcode, Register into, const std::vector<ExpressionId>& operands,
                                      std::uint32_t c) {
  const Register first = row(operands);
  emit(opcode, into, first, c);
}

void FunctionLowering::lower_intrinsic(const Expression& what, Register into) {
  const Intrinsic& intrinsic = intrinsics()[what.index];
  if (what.operands.size() != intrinsic.arguments)
    throw std::logic_error(std::string(intrinsic.name) + " takes " + std::to_string(intrinsic.arguments) +
                           " arguments");
  static const auto kEgo = find_intrinsic("sut.car");
  if (kEgo == what.index) {
    emit(Opcode::ego, into, 0, 0);
    return;
  }
  if (intrinsic.function != nullptr) {
    emit_after_row(Opcode::intrinsic, into, what.operands, what.index);
    return;
  }
  const auto place = static_cast<std::uint32_t>(intrinsic.fact - scene::facts().data());
  if (expression(what.operands[0]).kind == ExpressionKind::own_actor) {
    emit(intrinsic.fact->kept != nullptr ? Opcode::own_motion : Opcode::own_fact, into, 0, place);
  } else {
    emit(Opcode::fact, into, value(what.operands[0]), place);
  }
}

std::uint32_t FunctionLowering::text_parts(std::vector<TextPart> parts) {
  code_.texts.push_back(std::move(parts));
  return static_cast<std::uint32_t>(code_.texts.size() - 1);
}

void FunctionLowering::lower_text(const Expression& what, Register into) {
  std::vector<TextPart> parts;
  std::vector<ExpressionId> values;
  for (std::size_t i = 0; i < what.operands.size(); ++i) {
    const Expression& operand = expression(what.operands[i]);
    if (operand.kind == ExpressionKind::text_constant) {
      parts.push_back(constant_text(operand.index));
      continue;
    }
    values.push_back(what.operands[i]);
    parts.push_back(part_of(program_, i < what.formats.size() ? what.formats[i] : Format{operand.type, {}}));
  }
  const Register first = row(values);
  emit(Opcode::text, into, first, text_parts(std::move(parts)));
}

}  // namespace scrutineer::lang::detail
