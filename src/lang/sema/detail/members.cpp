// `object.member`: fields, computed facts, views, settings, instances and their data.
#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/body.h"

namespace scrutineer::lang::detail {
namespace {

std::string_view last_part(std::string_view path) {
  const auto dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

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

}  // namespace

Operand Body::member(const Operand& object, const syntax::Name& name, Span span) {
  const std::string& text = name.text;
  switch (object.kind) {
    case Operand::Kind::nothing:
      return {};
    case Operand::Kind::settings:
      return child_setting(object, text, name.span.file == span.file ? span : name.span);
    case Operand::Kind::check:
      return check_member(object, name, span);
    case Operand::Kind::metrics: {
      const auto& metrics = c.library.checks[object.check].info.metrics;
      for (std::size_t i = 0; i < metrics.size(); ++i) {
        if (metrics[i].name != text) continue;
        Type type;
        if (!metrics[i].unit.empty()) type = {TypeKind::number, kNone, dimension_of_unit(metrics[i].unit)};
        Expression metric{ExpressionKind::metric, type, span};
        metric.index = static_cast<std::uint32_t>(i);
        return value_operand(make(std::move(metric)), type, span);
      }
      std::vector<std::string_view> names;
      names.reserve(metrics.size());
      for (const watch::MetricInfo& metric : metrics) names.push_back(metric.name);
      c.error(name.span,
              fmt::format("the intervals of `{}` have no `{}`", c.library.checks[object.check].info.name, text),
              c.meant(text, names));
      return {};
    }
    case Operand::Kind::event: {
      for (std::size_t i = 0; i < object.event->parameters.size(); ++i) {
        const ParameterInfo& parameter = object.event->parameters[i];
        if (parameter.name == text)
          return place_operand({ExpressionKind::instance_cell, object.value, object.event->offsets[i]}, parameter.type,
                               span, nullptr);
      }
      // Else it is the instance that emitted the event.
      return member(value_operand(object.value, object.type, object.span), name, span);
    }
    case Operand::Kind::config:
      return config_value(*object.config, text, name.span, span);
    case Operand::Kind::singleton:
      if (const MemberInfo* known = c.visible_member(*object.info, name, *around.space))
        return member_of_type(object, *object.info, *known, span);
      unknown_member(object, name);
      return {};
    case Operand::Kind::value:
    case Operand::Kind::place:
      break;
    case Operand::Kind::range:
    case Operand::Kind::setting:
    case Operand::Kind::word:
      unknown_member(object, name);
      return {};
  }
  if (object.type.kind == TypeKind::any) return {};
  TypeInfo* const type = c.info_of(object.type);
  if (type == nullptr) {
    unknown_member(object, name);
    return {};
  }
  if (const MemberInfo* known = c.visible_member(*type, name, *around.space))
    return member_of_type(object, *type, *known, span);
  if (text == "data" && type->kind == TypeClass::object && type->data != nullptr) return data_of(object, *type, span);
  unknown_member(object, name);
  return {};
}

void Body::unknown_member(const Operand& object, const syntax::Name& name) {
  TypeInfo* const type = object.info != nullptr ? object.info : c.info_of(object.type);
  if (may_have_any_member(type)) return;
  if (around.is_lenient && has_standard_member(type, name.text)) return;
  if (type == nullptr) {
    std::string hint;
    if (object.type.kind == TypeKind::number && c.find_unit(name.text)) hint = fmt::format("write .as({})", name.text);
    c.error(name.span, fmt::format("{} has no member `{}`", c.describe(object.type), name.text), hint);
    return;
  }
  // Of a watcher that says nothing of its data, one word is enough.
  if (const TypeInfo* const watcher = around.object; type == c.library_type("any_watcher_data") && watcher != nullptr &&
                                                     watcher->declaration != nullptr && watcher->data == type &&
                                                     !watcher->declaration->data_type) {
    if (c.without_data.insert(watcher).second)
      c.error(name.span, fmt::format("`{}` has no data of its own", watcher->name),
              fmt::format("write watcher modifier {}(my_data): with a struct that inherits any_watcher_data",
                          watcher->name));
    return;
  }
  std::vector<std::string_view> names;
  if (c.has_room_for_hints()) {
    for (const TypeInfo* at = type; at != nullptr; at = at->base)
      for (const auto& [member, info] : at->members) names.push_back(member);
    if (type->data != nullptr) names.emplace_back("data");
    std::ranges::sort(names);
  }
  std::string hint = c.meant(name.text, names);
  if (const std::string elsewhere = c.in_other_space(*type, name); !elsewhere.empty()) hint = elsewhere;
  if (hint.empty() && type->kind == TypeClass::actor)
    for (const TypeInfo* other : c.actor_infos)
      if (other != type && is_a(other, type) && other->members.contains(name.text))
        hint = fmt::format("a `{}` has one", other->name);
  if (is_interval_event(name.text) && (type->kind == TypeClass::object || object.kind == Operand::Kind::check))
    hint = fmt::format("`on @{}:` reacts to it", c.sources.text({name.span.file, object.span.begin, name.span.end}));
  const bool is_settings = object.kind == Operand::Kind::settings;
  c.error(name.span,
          fmt::format("`{}` has no member `{}`", is_settings ? std::string(object.path) : type->name, name.text), hint);
}

Operand Body::member_of_type(const Operand& object, TypeInfo& type, const MemberInfo& member, Span span) {
  switch (member.kind) {
    case MemberKind::field:
      return field_of(object, *member.field, span);
    case MemberKind::method: {
      const std::string_view name = member.methods.front()->name;
      c.error(span, fmt::format("`{}` is a method", name), fmt::format("call it: {}()", name));
      return {};
    }
    case MemberKind::event:
      c.error(span, fmt::format("`{}` is an event, and no value", member.event->name),
              fmt::format("`on @{}:` reacts to it", c.sources.text(span)));
      return {};
    case MemberKind::instance:
    case MemberKind::modifier:
      break;
  }
  (void)type;
  // Whose instance: the actor of the object.
  std::vector<ExpressionId> actor;
  if (object.kind == Operand::Kind::value || object.kind == Operand::Kind::place) {
    const ExpressionId base = value(object);
    const Expression& expression = c.program.expressions[base];
    if (object.type.kind == TypeKind::actor)
      actor = {base};
    else if (expression.kind == ExpressionKind::instance_of)
      actor = expression.operands;
    else if (expression.kind == ExpressionKind::own_instance && around.actor != nullptr && !around.actor->is_singleton)
      actor = {own_actor(span)};
    else if (expression.kind != ExpressionKind::own_instance)
      actor = {intrinsic("instance.actor", c.type_of(*c.library_type("physical_object")), {base}, span)};
  }
  if (member.kind == MemberKind::modifier)
    return instance_of(*member.modifier, member.modifier->declaration_index, actor, span);
  const InstanceInfo& instance = *member.instance;
  if (instance.is_broken) return {};
  if (instance.check != kNone) {
    Operand operand;
    operand.kind = Operand::Kind::check;
    operand.type = {TypeKind::nothing};
    operand.span = span;
    operand.info = instance.type;
    operand.path = instance.name;
    operand.check = instance.check;
    operand.declaration = instance.is_library ? kNone : instance.declaration;
    operand.actor = actor.empty() ? kNone : actor.front();
    return operand;
  }
  if (instance.type == nullptr) return instance_of(*c.ready_made.at(&instance), instance.declaration, actor, span);
  return instance_of(*instance.type, instance.declaration, actor, span);
}

Operand Body::instance_of(TypeInfo& type, std::uint32_t declaration, std::vector<ExpressionId> actor, Span span) {
  if (declaration == kNone) return {};
  const Type of = c.type_of(type);
  Expression expression{ExpressionKind::instance_of, of, span};
  expression.index = declaration;
  if (!c.program.declarations[declaration].whom.empty()) expression.operands = std::move(actor);
  return value_operand(make(std::move(expression)), of, span);
}

Operand Body::field_of(const Operand& object, const FieldInfo& field, Span span) {
  if (field.is_opaque) {
    if (!around.is_lenient)
      c.error(span, fmt::format("`{}` is of a type that only scenarios have", field.name),
              "evaluation knows what domain.osc declares");
    return {};
  }
  TypeInfo* const info = c.info_of(field.type);
  const std::string qualified_name = fmt::format("{}.{}", field.owner->name, field.name);
  if (object.kind == Operand::Kind::singleton) {
    if (info != nullptr && info->is_singleton) return singleton(*info, span);
    if (field.offset != kNone)
      return place_operand({ExpressionKind::program_cell, kNone, field.offset}, field.type, span, &field);
    return value_operand(intrinsic(qualified_name, field.type, {}, span), field.type, span);
  }
  if (object.type.kind == TypeKind::actor ||
      (object.type.kind == TypeKind::structure && c.info_of(object.type)->is_view)) {
    const ExpressionId actor = value(object);
    if (info != nullptr && info->is_settings) {
      Operand operand;
      operand.kind = Operand::Kind::settings;
      operand.type = {TypeKind::nothing};
      operand.span = span;
      operand.info = info;
      operand.path = field.name;
      operand.actor = actor;
      return operand;
    }
    if (!field.is_library)
      return place_operand({ExpressionKind::actor_cell, actor, field.offset}, field.type, span, &field);
    if (info != nullptr && info->is_view) return value_operand(actor, field.type, span);
    return value_operand(intrinsic(qualified_name, field.type, {actor}, span), field.type, span);
  }
  if (object.type.kind == TypeKind::structure) {
    Place place = cells_of(object);
    place.offset += field.offset;
    place.is_flat = false;
    Operand inner = place_operand(place, field.type, span, &field);
    // Interval times are the engine's.
    if (field.is_library && field.owner->name == "any_watcher_data") inner.is_variable = false;
    inner.is_of_data = object.is_of_data;
    if (object.is_of_data && !field.is_library) inner.is_variable = true;
    return inner;
  }
  // An instance.
  const ExpressionId base = value(object);
  if (c.program.expressions[base].kind == ExpressionKind::own_instance)
    return place_operand({ExpressionKind::own_cell, kNone, field.offset}, field.type, span, &field);
  return place_operand({ExpressionKind::instance_cell, base, field.offset}, field.type, span, &field);
}

Place Body::cells_of(const Operand& structure) {
  if (structure.kind == Operand::Kind::place && structure.place.is_flat) return structure.place;
  return {ExpressionKind::struct_cell, value(structure), 0, true};
}

ExpressionId Body::construct(const Type& type, Span span) {
  Expression made{ExpressionKind::call, type, span};
  made.index = c.constructor_of(type);
  return make(std::move(made));
}

Operand Body::data_of(const Operand& instance, TypeInfo& type, Span span) {
  const ObjectType& object = c.program.objects[type.index];
  Operand data = place_operand({ExpressionKind::data_cell, value(instance), object.data, true}, c.type_of(*type.data),
                               span, nullptr);
  data.is_variable = false;
  data.is_of_data = true;
  return data;
}

// ---- settings -------------------------------------------------------------------------------------------------------

bool Body::has_member(const Operand& object, std::string_view name) {
  return object.info != nullptr && find_member(*object.info, name) != nullptr;
}

Operand Body::child_setting(const Operand& group, std::string_view name, Span span) {
  const MemberInfo* known = find_member(*group.info, name);
  if (known == nullptr) {
    syntax::Name unknown;
    unknown.text = name;
    unknown.span = {span.file, span.end - static_cast<std::uint32_t>(name.size()), span.end};
    unknown_member(group, unknown);
    return {};
  }
  if (known->kind == MemberKind::instance) {
    Operand check;
    check.kind = Operand::Kind::check;
    check.type = {TypeKind::nothing};
    check.span = span;
    check.info = known->instance->type;
    check.path = group.path + "." + std::string(name);
    check.check = known->instance->check;
    check.actor = group.actor;
    return check;
  }
  if (known->kind != MemberKind::field) return {};
  Operand child = group;
  child.span = span;
  child.path += '.';
  child.path += name;
  TypeInfo* const info = c.info_of(known->field->type);
  if (info != nullptr && info->is_settings) {
    child.info = info;
    if (!known->field->is_library) {
      child.kind = Operand::Kind::config;
      child.config = known->field;
    }
    return child;
  }
  if (!known->field->is_library)
    return place_operand({ExpressionKind::program_cell, kNone, c.config_cell(*known->field)}, known->field->type, span,
                         known->field);
  child.kind = Operand::Kind::setting;
  child.type = known->field->type;
  const auto parameter = c.parameters_by_path.find(child.path);
  child.parameter = parameter == c.parameters_by_path.end() ? nullptr : parameter->second;
  return child;
}

Operand Body::check_member(const Operand& check, const syntax::Name& name, Span span) {
  const watch::CheckInfo& info = c.library.checks[check.check].info;
  if (name.text == "data") {
    Operand data = check;
    data.kind = Operand::Kind::metrics;
    data.span = span;
    return data;
  }
  const MemberInfo* known = check.info == nullptr ? nullptr : find_member(*check.info, name.text);
  if (known == nullptr || known->kind != MemberKind::field) {
    unknown_member(check, name);
    return {};
  }
  Operand child = check;
  child.span = span;
  TypeInfo* const group = c.info_of(known->field->type);
  if (group != nullptr && group->is_settings) {
    child.kind = Operand::Kind::settings;
    child.info = group;
    for (const watch::AnyParameter* parameter : info.parameters) {
      // The group by its name in the parameter's path; configs of the ego are known without `ego_`.
      for (const std::string& part : {"." + name.text + ".", ".ego_" + name.text + "."}) {
        const std::string path = "." + std::string(parameter->path);
        const auto at = path.find(part);
        if (at != std::string::npos) child.path = path.substr(1, at + part.size() - 2);
      }
    }
    return child;
  }
  child.kind = Operand::Kind::setting;
  child.type = known->field->type;
  child.path = fmt::format("{}.{}", info.name, name.text);
  if (const auto implied = c.parameters_by_path.find(child.path); implied != c.parameters_by_path.end())
    child.parameter = implied->second;
  for (const watch::AnyParameter* parameter : info.parameters)
    if (last_part(parameter->path) == name.text) child.parameter = parameter;
  if (child.parameter != nullptr) child.path = child.parameter->path;
  return child;
}

Operand Body::config_value(const FieldInfo& config, std::string_view name, Span name_span, Span span) {
  TypeInfo* const type = c.info_of(config.type);
  const MemberInfo* known = find_member(*type, name);
  if (known == nullptr || known->kind != MemberKind::field) {
    Operand object;
    object.kind = Operand::Kind::config;
    object.info = type;
    syntax::Name unknown;
    unknown.text = name;
    unknown.span = name_span;
    unknown_member(object, unknown);
    return {};
  }
  const FieldInfo& field = *known->field;
  if (const auto set = c.config_values.find({&config, &field}); set != c.config_values.end())
    return value_operand(constant(set->second.value, field.type, span), field.type, span);
  return value_operand(typed(*field.value, field.type, field.name), field.type, span);
}

}  // namespace scrutineer::lang::detail
