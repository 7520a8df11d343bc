#include "lang/sema/detail/members.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/behaviour_names.h"
#include "lang/sema/detail/conversion.h"
#include "lang/sema/detail/events.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/settings.h"

namespace scrutineer::lang::detail {
namespace {

Dimension dimension_of_unit(std::string_view unit) {
  struct Row {
    std::string_view unit;
    Dimension dimension;
  };
  static constexpr Row kRows[] = {{"m", kLength},   {"s", kTime},    {"m/s", kSpeed},        {"m/s^2", kAcceleration},
                                  {"m/s^3", kJerk}, {"rad", kAngle}, {"rad/s", kAngularRate}};
  for (const auto& [known, dimension] : kRows)
    if (known == unit) return dimension;
  return kPlainNumber;
}

Operand metric_of(FunctionCompiler& code, const CheckData& data, const syntax::Name& name, Span span) {
  const watch::CheckInfo& check = code.passes.library.checks[data.check].info;
  for (std::size_t i = 0; i < check.metrics.size(); ++i) {
    if (check.metrics[i].name != name.text) continue;
    Type type;
    if (!check.metrics[i].unit.empty()) type = {TypeKind::number, kNone, dimension_of_unit(check.metrics[i].unit)};
    Expression metric{ExpressionKind::metric, type, span};
    metric.index = static_cast<std::uint32_t>(i);
    return value_operand(code.make(std::move(metric)), type, span);
  }
  std::vector<std::string_view> names;
  names.reserve(check.metrics.size());
  for (const watch::MetricInfo& metric : check.metrics) names.push_back(metric.name);
  code.error(name.span, fmt::format("the intervals of `{}` have no `{}`", check.name, name.text),
             code.reporter.suggestion(name.text, names));
  return {};
}

// A parameter of the event; else it is a member of the instance that emitted it.
Operand member_of_event(FunctionCompiler& code, const Operand& object, const syntax::Name& name, Span span) {
  const NamedEvent& named = *object.as<NamedEvent>();
  for (std::size_t i = 0; i < named.event->parameters.size(); ++i) {
    const ParameterInfo& parameter = named.event->parameters[i];
    if (parameter.name == name.text)
      return cells_operand({ExpressionKind::instance_cell, named.instance, named.event->offsets[i]}, parameter.type,
                           span, nullptr);
  }
  return member_of(code, value_operand(named.instance, object.type, object.span), name, span);
}

// Of a watcher that says nothing of its data, one word is enough.
bool reports_missing_data(FunctionCompiler& code, const TypeInfo& type, const syntax::Name& name) {
  const TypeInfo* const watcher = code.around.object;
  if (&type != code.symbols.library_type("any_watcher_data") || watcher == nullptr || watcher->declaration == nullptr ||
      watcher->data != &type || watcher->declaration->data_type)
    return false;
  if (code.passes.watchers_without_data.insert(watcher).second)
    code.error(
        name.span, fmt::format("`{}` has no data of its own", watcher->name),
        fmt::format("write watcher modifier {}(my_data): with a struct that inherits any_watcher_data", watcher->name));
  return true;
}

void report_unknown_member(FunctionCompiler& code, const Operand& object, const syntax::Name& name) {
  TypeInfo* const type = code.info_of(object);
  if (may_have_any_member(type)) return;
  if (code.around.is_lenient && has_standard_member(type, name.text)) return;
  if (type == nullptr) {
    std::string hint;
    if (object.type.kind == TypeKind::number && code.passes.units.find(name.text) != nullptr)
      hint = fmt::format("write .as({})", name.text);
    // `vehicle` is an actor type, and a word of an enumeration.
    const std::string_view said = code.passes.sources.text(object.span);
    const TypeInfo* const named = object.type.kind == TypeKind::word ? code.symbols.library_type(said) : nullptr;
    if (named != nullptr && named->kind == TypeClass::actor)
      hint = fmt::format("`{}` is no actor but a type: write `actor`, `sut.car` or one of `traffic.physical_objects`",
                         said);
    code.error(name.span, fmt::format("{} has no member `{}`", code.types.describe(object.type), name.text), hint);
    return;
  }
  if (reports_missing_data(code, *type, name)) return;
  std::vector<std::string_view> names;
  if (code.reporter.has_room_for_hints()) {
    for (const TypeInfo* at = type; at != nullptr; at = at->base)
      for (const auto& [member, info] : at->members) names.push_back(member);
    if (type->data != nullptr) names.emplace_back("data");
    std::ranges::sort(names);
  }
  std::string hint = code.reporter.suggestion(name.text, names);
  if (const std::string elsewhere = code.symbols.in_other_namespace(*type, name); !elsewhere.empty()) hint = elsewhere;
  if (hint.empty() && type->kind == TypeClass::actor)
    for (const TypeInfo* other : code.types.actors)
      if (other != type && is_a(other, type) && other->members.contains(name.text))
        hint = fmt::format("a `{}` has one", other->name);
  if (is_interval_event(name.text) && (type->kind == TypeClass::object || object.is<CheckInstance>()))
    hint = fmt::format("`on @{}:` reacts to it",
                       code.passes.sources.text({name.span.file, object.span.begin, name.span.end}));
  const auto* const group = object.as<SettingsGroup>();
  code.error(name.span, fmt::format("`{}` has no member `{}`", group != nullptr ? group->path : type->name, name.text),
             hint);
}

// ---- settings ----

Operand config_value(FunctionCompiler& code, const Config& config, const syntax::Name& name, Span span) {
  const MemberInfo* known = find_member(*config.info, name.text);
  if (known == nullptr || known->kind != MemberKind::field) {
    report_unknown_member(code, {.what = config}, name);
    return {};
  }
  const FieldInfo& field = *known->field;
  const auto& values = code.passes.configuration.config_values;
  if (const auto set = values.find({config.field, &field}); set != values.end())
    return value_operand(code.constant(set->second, field.type, span), field.type, span);
  return value_operand(check_typed(code, *field.value, field.type, field.name), field.type, span);
}

Operand member_of_settings(FunctionCompiler& code, const Operand& object, std::string_view name, Span span) {
  const SettingsGroup& group = *object.as<SettingsGroup>();
  const MemberInfo* known = find_member(*group.info, name);
  if (known == nullptr) {
    syntax::Name unknown;
    unknown.text = name;
    unknown.span = {span.file, span.end - static_cast<std::uint32_t>(name.size()), span.end};
    report_unknown_member(code, object, unknown);
    return {};
  }
  const std::string path = fmt::format("{}.{}", group.path, name);
  if (known->kind == MemberKind::instance)
    return operand_without_type(
        CheckInstance{
            .info = known->instance->type, .path = path, .check = known->instance->check, .actor = group.actor},
        span);
  if (known->kind != MemberKind::field) return {};
  const FieldInfo& field = *known->field;
  TypeInfo* const info = code.types.info_of(field.type);
  if (info != nullptr && info->is_settings) {
    if (!field.is_library) return operand_without_type(Config{info, &field}, span);
    return operand_without_type(SettingsGroup{info, path, group.actor, group.declaration}, span);
  }
  if (!field.is_library) {
    const std::uint32_t cell = code.passes.configuration.config_cell(field, code.passes.program);
    return cells_operand({ExpressionKind::program_cell, kNone, cell}, field.type, span, &field);
  }
  return {.type = field.type,
          .span = span,
          .what = Setting{group.info, path, code.passes.tables.find_parameter(path), group.actor, group.declaration}};
}

// ---- instances ----

// The actor whose instance is meant: that of the object. None: it is the run's.
std::vector<ExpressionId> actor_of(FunctionCompiler& code, const Operand& object, Span span) {
  if (!object.is<Value>() && !object.is<Cells>()) return {};
  const ExpressionId base = value_of(code, object);
  const Expression& expression = code[base];
  if (object.type.kind == TypeKind::actor) return {base};
  if (expression.kind == ExpressionKind::instance_of) return expression.operands;
  if (expression.kind != ExpressionKind::own_instance)
    return {code.intrinsic("instance.actor", code.types.type_of(*code.symbols.library_type("physical_object")), {base},
                           span)};
  if (code.around.actor != nullptr && !code.around.actor->is_singleton) return {code.own_actor(span)};
  return {};
}

Operand named_instance(FunctionCompiler& code, const InstanceInfo& instance, std::vector<ExpressionId> actor,
                       Span span) {
  if (instance.is_broken) return {};
  if (instance.check != kNone)
    return operand_without_type(CheckInstance{.info = instance.type,
                                              .path = std::string(instance.name),
                                              .check = instance.check,
                                              .declaration = instance.is_library ? kNone : instance.declaration,
                                              .actor = actor.empty() ? kNone : actor.front()},
                                span);
  TypeInfo& type = instance.type != nullptr ? *instance.type : *code.passes.objects.ready_made.at(&instance);
  return instance_of(code, type, instance.declaration, std::move(actor), span);
}

}  // namespace

Operand member_of(FunctionCompiler& code, const Operand& object, const syntax::Name& name, Span span) {
  if (!code.makes_code()) return member_in_behaviour(code, object, name);
  if (object.is_unresolved()) return {};
  if (object.is<SettingsGroup>())
    return member_of_settings(code, object, name.text, name.span.file == span.file ? span : name.span);
  if (const auto* check = object.as<CheckInstance>()) return member_of_check(code, *check, object.span, name, span);
  if (const auto* data = object.as<CheckData>()) return metric_of(code, *data, name, span);
  if (object.is<NamedEvent>()) return member_of_event(code, object, name, span);
  if (const auto* config = object.as<Config>()) return config_value(code, *config, name, span);
  const bool has_members = object.is<Value>() || object.is<Cells>() || object.is<Singleton>();
  if (has_members && object.type.kind == TypeKind::any) return {};
  TypeInfo* const type = has_members ? code.info_of(object) : nullptr;
  if (type != nullptr) {
    if (const MemberInfo* known = code.symbols.visible_member(*type, name, *code.around.space))
      return declared_member(code, object, *known, span);
    const bool has_data = type->kind == TypeClass::object && type->data != nullptr;
    if (name.text == "data" && has_data && !object.is<Singleton>()) return data_of(code, object, *type, span);
  }
  report_unknown_member(code, object, name);
  return {};
}

Operand declared_member(FunctionCompiler& code, const Operand& object, const MemberInfo& member, Span span) {
  switch (member.kind) {
    case MemberKind::field:
      return field_of(code, object, *member.field, span);
    case MemberKind::method: {
      const std::string_view name = member.methods.front()->name;
      code.error(span, fmt::format("`{}` is a method", name), fmt::format("call it: {}()", name));
      return {};
    }
    case MemberKind::event:
      code.error(span, fmt::format("`{}` is an event, and no value", member.event->name),
                 fmt::format("`on @{}:` reacts to it", code.passes.sources.text(span)));
      return {};
    case MemberKind::instance:
      return named_instance(code, *member.instance, actor_of(code, object, span), span);
    case MemberKind::modifier:
      break;
  }
  return instance_of(code, *member.modifier, member.modifier->declaration_index, actor_of(code, object, span), span);
}

Operand instance_of(FunctionCompiler& code, TypeInfo& type, std::uint32_t declaration, std::vector<ExpressionId> actor,
                    Span span) {
  if (declaration == kNone) return {};
  const Type of = code.types.type_of(type);
  Expression expression{ExpressionKind::instance_of, of, span};
  expression.index = declaration;
  if (!code.passes.program.declarations[declaration].whom.empty()) expression.operands = std::move(actor);
  return value_operand(code.make(std::move(expression)), of, span);
}

namespace {

Operand field_of_actor(FunctionCompiler& code, const Operand& object, const FieldInfo& field, Span span) {
  TypeInfo* const info = code.types.info_of(field.type);
  const ExpressionId actor = value_of(code, object);
  if (info != nullptr && info->is_settings)
    return operand_without_type(SettingsGroup{.info = info, .path = std::string(field.name), .actor = actor}, span);
  if (!field.is_library)
    return cells_operand({ExpressionKind::actor_cell, actor, field.offset}, field.type, span, &field);
  if (info != nullptr && info->is_view) return value_operand(actor, field.type, span);
  const std::string computed = fmt::format("{}.{}", field.owner->name, field.name);
  return value_operand(code.intrinsic(computed, field.type, {actor}, span), field.type, span);
}

Operand field_of_struct(FunctionCompiler& code, const Operand& object, const FieldInfo& field, Span span) {
  CellAddress address = struct_cells(code, object);
  address.offset += field.offset;
  address.is_flat = false;
  Operand inner = cells_operand(address, field.type, span, &field);
  Cells& cells = *inner.as<Cells>();
  // Interval times are the engine's.
  if (field.is_library && field.owner->name == "any_watcher_data") cells.is_variable = false;
  cells.is_of_data = object.is<Cells>() && object.as<Cells>()->is_of_data;
  if (cells.is_of_data && !field.is_library) cells.is_variable = true;
  return inner;
}

}  // namespace

Operand field_of(FunctionCompiler& code, const Operand& object, const FieldInfo& field, Span span) {
  if (field.is_opaque) {
    if (!code.around.is_lenient)
      code.error(span, fmt::format("`{}` is of a type that only scenarios have", field.name),
                 "evaluation knows what domain.osc declares");
    return {};
  }
  if (object.is<Singleton>()) {
    TypeInfo* const info = code.types.info_of(field.type);
    if (info != nullptr && info->is_singleton) return singleton(*info, span);
    if (field.offset != kNone)
      return cells_operand({ExpressionKind::program_cell, kNone, field.offset}, field.type, span, &field);
    // What is set for the whole run: `top.profile`.
    const watch::AnyParameter* setting = code.passes.tables.find_parameter(std::string(field.name));
    if (setting != nullptr && field.owner->name == "top")
      return {.type = field.type, .span = span, .what = Setting{nullptr, std::string(field.name), setting}};
    const std::string computed = fmt::format("{}.{}", field.owner->name, field.name);
    return value_operand(code.intrinsic(computed, field.type, {}, span), field.type, span);
  }
  const bool is_struct = object.type.kind == TypeKind::structure;
  if (object.type.kind == TypeKind::actor || (is_struct && code.types.info_of(object.type)->is_view))
    return field_of_actor(code, object, field, span);
  if (is_struct) return field_of_struct(code, object, field, span);
  // An instance.
  const ExpressionId base = value_of(code, object);
  if (code[base].kind == ExpressionKind::own_instance)
    return cells_operand({ExpressionKind::own_cell, kNone, field.offset}, field.type, span, &field);
  return cells_operand({ExpressionKind::instance_cell, base, field.offset}, field.type, span, &field);
}

Operand member_of_check(FunctionCompiler& code, const CheckInstance& check, Span check_span, const syntax::Name& name,
                        Span span) {
  const watch::CheckInfo& info = code.passes.library.checks[check.check].info;
  if (name.text == "data") return operand_without_type(CheckData{check.info, check.check}, span);
  const MemberInfo* known = check.info == nullptr ? nullptr : find_member(*check.info, name.text);
  if (known == nullptr || known->kind != MemberKind::field) {
    report_unknown_member(code, operand_without_type(check, check_span), name);
    return {};
  }
  TypeInfo* const group = code.types.info_of(known->field->type);
  if (group != nullptr && group->is_settings)
    return operand_without_type(
        SettingsGroup{group, path_of_group(info, name.text).value_or(check.path), check.actor, check.declaration},
        span);
  const std::string path = fmt::format("{}.{}", info.name, name.text);
  const watch::AnyParameter* const parameter =
      parameter_named(info, name.text, code.passes.tables.find_parameter(path));
  return {.type = known->field->type,
          .span = span,
          .what = Setting{check.info, parameter != nullptr ? std::string(parameter->path) : path, parameter,
                          check.actor, check.declaration}};
}

CellAddress struct_cells(FunctionCompiler& code, const Operand& structure) {
  if (structure.is_flat()) return structure.as<Cells>()->at;
  return {ExpressionKind::struct_cell, value_of(code, structure), 0, true};
}

ExpressionId new_struct(FunctionCompiler& code, const Type& type, Span span) {
  Expression made{ExpressionKind::call, type, span};
  made.index = code.passes.methods.constructor_of(type);
  return code.make(std::move(made));
}

Operand data_of(FunctionCompiler& code, const Operand& instance, TypeInfo& type, Span span) {
  const ObjectType& object = code.passes.program.objects[type.index];
  return {.type = code.types.type_of(*type.data),
          .span = span,
          .what = Cells{.at = {ExpressionKind::data_cell, value_of(code, instance), object.data, true},
                        .is_of_data = true}};
}

}  // namespace scrutineer::lang::detail
