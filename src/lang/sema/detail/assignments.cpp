#include "lang/sema/detail/assignments.h"

#include <fmt/format.h>

#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/dimensions.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/initial_order.h"
#include "lang/sema/detail/members.h"

namespace scrutineer::lang::detail {
namespace {

// Assigns a reference. The data of a watcher ends with its interval, so it is copied instead.
void assign_struct(FunctionCompiler& code, const CellAddress& address, const Type& type, const Operand& from,
                   Span span) {
  const bool is_data = from.is_flat() && from.as<Cells>()->at.space != ExpressionKind::struct_cell;
  if (!is_data && !address.is_flat) {
    code.assign_cell(address, 0, type, converted(code, from, type, "the value"), span);
    return;
  }
  if (from.is_error()) return;
  if (!code.types.converts(from.type, type) || from.type.kind == TypeKind::null) {
    code.error(from.span,
               fmt::format("expected {}, found {}", code.types.describe(type), code.types.describe(from.type)));
    return;
  }
  if (!address.is_flat) code.assign_cell(address, 0, type, new_struct(code, from.type, span), span);
  const CellAddress into =
      address.is_flat ? address : struct_cells(code, cells_operand(address, from.type, span, nullptr));
  const CellAddress cells = struct_cells(code, from);
  const Type number{TypeKind::number};
  for (std::uint32_t i = 0; i < code.passes.program.structs[from.type.index].cells; ++i)
    code.assign_cell(into, i, number, code.cell(cells, i, number, span), span);
}

// What `set` and `keep` in the struct's own declaration and extensions give one of its fields.
void apply_struct_values(FunctionCompiler& code, const CellAddress& address, const Type& type,
                         const std::vector<FieldValues>& values) {
  if (values.empty()) return;
  Surroundings outer = code.around;
  TypeInfo* const info = code.types.info_of(type);
  const Operand self = cells_operand(address, type, info->span, nullptr);
  code.around.levels.insert(code.around.levels.begin(), NameLevel{info, self});
  for (const FieldValues& given : values) apply_values(code, given, address);
  code.around = std::move(outer);
}

void assign_fields(FunctionCompiler& code, const CellAddress& address, const Type& type, Span span) {
  TypeInfo& info = *code.types.info_of(type);
  for (const FieldStart& each : initial_order(code.passes, info)) {
    if (each.field != nullptr) {
      CellAddress inner = address;
      inner.offset += each.field->offset;
      inner.is_flat = false;
      assign_field(code, inner, *each.field, cells_operand(address, type, span, nullptr), info);
    }
    apply_struct_values(code, address, type, each.values);
  }
}

ExpressionId initial_value(FunctionCompiler& code, const Type& type, Span span) {
  switch (type.kind) {
    case TypeKind::truth:
    case TypeKind::integer:
    case TypeKind::number:
    case TypeKind::word:
      return code.constant(0.0, type, span);
    case TypeKind::text:
      return code.text_constant("", span);
    case TypeKind::list:
      return code.make({ExpressionKind::list, type, span});
    default:
      return code.null(span);
  }
}

CellAddress target_of(FunctionCompiler& code, const FieldValue& value, const CellAddress& base) {
  CellAddress address = base;
  address.is_flat = false;
  for (const std::uint32_t cell : value.inside) {
    address.offset += cell;
    address = {ExpressionKind::struct_cell, code.cell(address, 0, {TypeKind::number}, value.span), 0};
  }
  address.offset += value.offset;
  return address;
}

// A value outside of the range moves to the nearest bound.
void keep_value_in_range(FunctionCompiler& code, const FieldValue& value, const CellAddress& base) {
  const CellAddress address = target_of(code, value, base);
  const Type range = code.types.range_of(value.type);
  const auto bounds = bounds_of(code, check_expression(code, *value.value, &range), range, "the value");
  if (!bounds) return;
  const ExpressionId now = code.cell(address, 0, value.type, value.span);
  const ExpressionId least = code.intrinsic("math.max", value.type, {now, bounds->first}, value.span);
  code.assign_cell(address, 0, value.type, code.intrinsic("math.min", value.type, {least, bounds->second}, value.span),
                   value.span);
}

}  // namespace

bool may_assign(FunctionCompiler& code, const Operand& target) {
  if (target.is<Setting>() || target.is<SettingsGroup>() || target.is<Config>()) {
    code.error(target.span, "parameters of built-in checks are set before the run",
               "write `set` or `keep` in an `extend`, outside of `on`");
    return false;
  }
  const auto* const cells = target.as<Cells>();
  if (cells == nullptr) {
    code.error(target.span, fmt::format("`{}` cannot be changed", code.passes.sources.text(target.span)));
    return false;
  }
  if (!cells->is_variable && !code.around.may_assign_parameters) {
    const bool is_parameter = cells->field != nullptr && !cells->field->is_library;
    code.error(target.span,
               fmt::format("`{}` cannot be changed while the run goes on", code.passes.sources.text(target.span)),
               is_parameter ? "declare it with `var`" : "");
    return false;
  }
  return true;
}

void assign(FunctionCompiler& code, const Operand& target, const syntax::Expression& value, Span span) {
  if (target.is_unresolved())
    (void)check_expression(code, value);
  else if (may_assign(code, target))
    assign(code, target.as<Cells>()->at, target.type, value, span);
}

void assign(FunctionCompiler& code, const CellAddress& address, const Type& type, const syntax::Expression& value,
            Span span) {
  if (std::holds_alternative<syntax::NewExpression>(value.node)) {
    if (type.kind == TypeKind::structure)
      assign_initial(code, address, type, span);
    else if (type.kind != TypeKind::any)
      code.error(value.span, fmt::format("`new` makes structs, not {}", code.types.describe(type)));
  } else if (type.kind == TypeKind::range) {
    const auto bounds = bounds_of(code, check_expression(code, value, &type), type, "the value");
    if (!bounds) return;
    const Type element = code.types.element_of(type);
    code.assign_cell(address, 0, element, bound_of(code, *bounds, false, span), span);
    code.assign_cell(address, 1, element, bound_of(code, *bounds, true, span), span);
  } else if (code.types.is_struct(type)) {
    assign_struct(code, address, type, check_expression(code, value, &type), span);
  } else {
    code.assign_cell(address, 0, type, check_typed(code, value, type, "the value"), span);
  }
}

void assign_initial(FunctionCompiler& code, const CellAddress& address, const Type& type, Span span) {
  if (code.types.is_struct(type) && !address.is_flat) {
    code.assign_cell(address, 0, type, new_struct(code, type, span), span);
  } else if (code.types.is_struct(type)) {
    assign_fields(code, address, type, span);
  } else if (type.kind == TypeKind::range) {
    const Type element = code.types.element_of(type);
    code.assign_cell(address, 0, element, code.constant(0.0, element, span), span);
    code.assign_cell(address, 1, element, code.constant(0.0, element, span), span);
  } else {
    code.assign_cell(address, 0, type, initial_value(code, type, span), span);
  }
}

void assign_field(FunctionCompiler& code, const CellAddress& address, const FieldInfo& field, const Operand& self,
                  TypeInfo& self_type) {
  if (field.type.kind == TypeKind::any) return;
  if (field.value == nullptr) {
    assign_initial(code, address, field.type, field.span);
    return;
  }
  Surroundings inner = code.around;
  inner.space = field.space;
  inner.levels.insert(inner.levels.begin(), NameLevel{&self_type, self});
  std::swap(inner, code.around);
  assign(code, address, field.type, *field.value, field.span);
  std::swap(inner, code.around);
}

void apply_values(FunctionCompiler& code, const FieldValues& values, const CellAddress& base) {
  for (const bool hard : {false, true}) {
    for (const FieldValue& value : values) {
      if ((value.strength == syntax::KeepStrength::hard) != hard || value.is_range) continue;
      const CellAddress address = target_of(code, value, base);
      const Namespace* before = code.around.space;
      code.around.space = value.space;
      if (value.value == nullptr)
        code.assign_cell(address, 0, value.type, code.constant(value.truth ? 1.0 : 0.0, value.type, value.span),
                         value.span);
      else
        assign(code, address, value.type, *value.value, value.span);
      code.around.space = before;
    }
  }
  for (const FieldValue& value : values)
    if (value.is_range && is_number(value.type)) keep_value_in_range(code, value, base);
}

}  // namespace scrutineer::lang::detail
