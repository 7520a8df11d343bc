// Parameters of users' watchers as settings of the engine.
#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/instances.h"
#include "lang/sema/detail/surroundings.h"
#include "watch/parameter_text.h"

namespace scrutineer::lang::detail {
namespace {

std::optional<watch::ValueType> setting_type(const Type& type) {
  using watch::ValueType;
  if (type.kind == TypeKind::truth) return ValueType::truth;
  if (type.kind == TypeKind::integer) return ValueType::integer;
  if (type.kind == TypeKind::word) return ValueType::word;
  if (type.kind != TypeKind::number) return std::nullopt;
  for (const ValueType known : {ValueType::number, ValueType::length, ValueType::time, ValueType::speed,
                                ValueType::acceleration, ValueType::jerk, ValueType::angle, ValueType::angular_speed})
    if (watch::dimension_of(known) == type.dimension) return known;
  return std::nullopt;
}

// The last of the values that sets the field without keeping it; null: none does. Nothing: it is kept, or not the same
// for everybody.
std::optional<const FieldValue*> set_in(const FieldValues* values, const FieldInfo& field) {
  const FieldValue* last = nullptr;
  if (values == nullptr) return last;
  for (const FieldValue& value : *values) {
    if (!value.inside.empty() || value.offset != field.offset) continue;
    if (value.strength == syntax::KeepStrength::hard || value.is_range || value.only != nullptr) return std::nullopt;
    last = &value;
  }
  return last;
}

template <typename Key>
const FieldValues* values_of(const std::unordered_map<Key, FieldValues>& all, Key key) {
  const auto found = all.find(key);
  return found == all.end() ? nullptr : &found->second;
}

// What the parameter has before the run begins; nothing: that is no constant, or not the same for everybody.
std::optional<double> constant_of(FunctionCompiler& code, TypeInfo& type, const FieldInfo& field,
                                  std::uint32_t declaration,
                                  const std::unordered_map<const FieldInfo*, ExpressionId>& arguments) {
  const Configuration& configuration = code.passes.configuration;
  const auto by_instance = set_in(values_of(configuration.values_of_declaration, declaration), field);
  if (!by_instance) return std::nullopt;
  const FieldValue* set = *by_instance;
  const auto given = arguments.find(&field);
  for (const TypeInfo* at = &type; at != nullptr; at = at->base) {
    const auto by_type = set_in(values_of(configuration.values_of_type, at), field);
    if (!by_type) return std::nullopt;
    if (set == nullptr && given == arguments.end()) set = *by_type;
  }
  if (set == nullptr && given != arguments.end()) return code.folded(given->second);
  const syntax::Expression* value = set != nullptr ? set->value : field.value;
  if (value == nullptr) return set != nullptr && set->truth ? 1.0 : 0.0;
  FunctionCompiler probe(code.passes, {.space = set != nullptr ? set->space : field.space}, "parameter", field.span);
  enter_object(probe, type);
  return probe.folded(check_typed(probe, *value, field.type, fmt::format("`{}`", field.name)));
}

std::uint32_t add_setting(PassResults& passes, const FieldInfo& field, watch::ValueType type, double given,
                          std::uint32_t declaration) {
  Declaration& what = passes.program.declarations[declaration];
  auto made = std::make_shared<DeclaredParameter>();
  made->path = fmt::format("{}.{}", what.name, field.name);
  made->meaning = comment_at(passes.sources, field.span);
  if (type == watch::ValueType::word) made->word_texts = passes.types.enum_of(field.type)->words;
  made->words.assign(made->word_texts.begin(), made->word_texts.end());
  made->index = static_cast<std::uint32_t>(passes.program.parameters.size());
  made->is_of_run = what.whom.empty();
  made->parameter.path = made->path;
  made->parameter.meaning = made->meaning;
  made->parameter.type = type;
  made->parameter.fallback = given;
  made->parameter.words = made->words;
  what.parameters.push_back(made->index);
  passes.program.parameters.push_back(&made->parameter);
  passes.program.declared_parameters.push_back(std::move(made));
  return what.parameters.back();
}

}  // namespace

std::vector<const FieldInfo*> parameter_fields(const TypeInfo& type) {
  std::vector<const TypeInfo*> chain;
  for (const TypeInfo* at = &type; at != nullptr && at->kind == TypeClass::object; at = at->base) chain.push_back(at);
  std::vector<const FieldInfo*> fields;
  for (std::size_t i = chain.size(); i-- > 0;)
    for (const FieldInfo* field : chain[i]->fields)
      if (field->kind == syntax::FieldKind::parameter) fields.push_back(field);
  return fields;
}

void give_what_follows(FunctionCompiler& code, TypeInfo& type, std::set<std::string_view> changed) {
  if (changed.empty()) return;
  const Surroundings outer = code.around;
  const Operand self = value_operand(code.own_instance(type.span), code.types.type_of(type), type.span);
  for (const FieldStart& each : initial_order(code.passes, type)) {
    if (each.field == nullptr || changed.contains(each.field->name)) continue;
    if (!std::ranges::any_of(changed, [&](std::string_view name) { return each.may_read(name); })) continue;
    give_first_value(code, each, self, type);
    changed.insert(each.field->name);
  }
  code.around = outer;
}

void give_first_value(FunctionCompiler& code, const FieldStart& given, const Operand& self, TypeInfo& type) {
  code.around.levels.clear();
  if (given.field != nullptr)
    assign_field(code, {ExpressionKind::own_cell, kNone, given.field->offset}, *given.field, self, type);
  code.around.levels = {{&type, self}};
  for (const FieldValues& values : given.values) apply_values(code, values, {ExpressionKind::own_cell, kNone, 0});
}

void add_instance_settings(FunctionCompiler& code, TypeInfo& type, std::uint32_t declaration,
                           const std::unordered_map<const FieldInfo*, ExpressionId>& arguments) {
  for (const FieldInfo* field : parameter_fields(type)) {
    const auto value_type = setting_type(field->type);
    if (!value_type || field->name == "enabled" || field->name == "merge_gap") continue;
    const auto given = constant_of(code, type, *field, declaration, arguments);
    if (!given) continue;
    const std::uint32_t parameter = add_setting(code.passes, *field, *value_type, *given, declaration);
    const Span span = field->span;
    const CellAddress address{ExpressionKind::own_cell, kNone, field->offset};
    const auto setting = [&] {
      Expression expression{ExpressionKind::setting, field->type, span};
      expression.index = parameter;
      const bool is_of_run = code.passes.program.declarations[declaration].whom.empty();
      expression.operands = {is_of_run ? code.null(span) : code.own_actor(span)};
      return code.make(std::move(expression));
    };
    const ExpressionId is_same =
        code.operate(BinaryOperator::equal, kTruth, setting(), code.cell(address, 0, field->type, span), span);
    const ExpressionId is_set = code.intrinsic("builtin.is_defined", kTruth, {setting()}, span);
    Statement change{StatementKind::branch, span};
    change.value = code.operate(BinaryOperator::logical_and, kTruth, is_set, code.negate(is_same, span), span);
    change.body = code.collected([&] {
      code.assign_cell(address, 0, field->type, setting(), span);
      give_what_follows(code, type, {field->name});
    });
    code.add(std::move(change));
  }
}

}  // namespace scrutineer::lang::detail
