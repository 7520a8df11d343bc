// What an invocation invokes, what an application applies, and with which arguments.
#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/names.h"

namespace scrutineer::lang::detail {
namespace {

using Kind = Meaning::Kind;

bool is_of_kind(const TypeInfo& type, BehaviourKind kind) {
  const bool is_modifier = type.declaration->kind == syntax::TypeKind::modifier;
  return is_modifier == (kind == BehaviourKind::modifier);
}

}  // namespace

TypeInfo* Names::declared(const std::vector<TypeInfo*>& named, const Meaning* actor, BehaviourKind kind) const {
  for (TypeInfo* type : named) {
    if (!is_of_kind(*type, kind)) continue;
    const bool is_global = type->declaration->name.names.size() == 1;
    if (actor == nullptr ? is_global : type->actor != nullptr && is_a(actor->info, type->actor)) return type;
  }
  return nullptr;
}

std::vector<const Meaning*> Names::actors_of(BehaviourKind kind) const {
  std::vector<const Meaning*> actors;
  if (sight.modified && kind == BehaviourKind::modifier) actors.push_back(&*sight.modified);
  if (sight.actor) actors.push_back(&*sight.actor);
  return actors;
}

Behaviour Names::behaviour(const syntax::CallExpression& call, BehaviourKind kind) {
  const auto* plain = std::get_if<syntax::NameExpression>(&call.callee->node);
  const auto* access = std::get_if<syntax::MemberExpression>(&call.callee->node);
  if (plain == nullptr && access == nullptr) {
    c_.error(call.callee->span, "a behaviour is named by a path");
    return {};
  }
  const syntax::Name& name = plain != nullptr ? plain->name : access->member;
  const auto found = behaviours_.find(name.text);
  const std::vector<TypeInfo*> named = found == behaviours_.end() ? std::vector<TypeInfo*>() : found->second;
  const StandardBehaviour* const standard =
      kind == BehaviourKind::action ? standard_action(name.text) : standard_modifier(name.text);
  const auto of_actor = [&](const Meaning& actor) -> Behaviour {
    if (actor.is_open() || may_have_any_member(actor.info)) return {true, nullptr, nullptr, actor};
    if (actor.info == nullptr) return {};
    if (TypeInfo* type = declared(named, &actor, kind)) return {true, type, nullptr, actor};
    const TypeInfo* const of = standard == nullptr ? nullptr : c_.library_type(standard->actor);
    if (of != nullptr && is_a(actor.info, of)) return {true, nullptr, standard, actor};
    return {};
  };
  if (access != nullptr) {
    const Meaning actor = expression(*access->object);
    const Behaviour result = of_actor(actor);
    if (!result.is_known) unknown_behaviour(name, &actor, kind);
    return result;
  }
  const std::vector<const Meaning*> actors = actors_of(kind);
  for (const Meaning* actor : actors)
    if (!actor->is_open())
      if (const Behaviour result = of_actor(*actor); result.is_known) return result;
  if (TypeInfo* type = declared(named, nullptr, kind)) return {true, type, nullptr, {}};
  for (const Meaning* actor : actors)
    if (actor->is_open()) return of_actor(*actor);
  unknown_behaviour(name, nullptr, kind);
  return {};
}

void Names::unknown_behaviour(const syntax::Name& name, const Meaning* actor, BehaviourKind kind) {
  const bool is_action = kind == BehaviourKind::action;
  const std::string what = is_action ? "behaviour" : "modifier";
  std::vector<std::string_view> names;
  std::string hint;
  if (c_.has_room_for_hints()) {
    const std::vector<const Meaning*> actors = actor == nullptr ? actors_of(kind) : std::vector{actor};
    for (const auto& [known, types] : behaviours_) {
      const auto is_there = [&](const Meaning* of) { return declared(types, of, kind) != nullptr; };
      if (std::ranges::any_of(actors, is_there) || (actor == nullptr && is_there(nullptr))) names.push_back(known);
    }
    for (const StandardBehaviour& known : is_action ? standard_actions() : standard_modifiers())
      for (const Meaning* of : actors)
        if (const TypeInfo* type = c_.library_type(known.actor);
            type != nullptr && of->info != nullptr && is_a(of->info, type))
          names.push_back(known.name);
    std::ranges::sort(names);
    hint = c_.meant(name.text, names);
    // It may be there, but not for this one.
    const auto other = behaviours_.find(name.text);
    if (hint.empty() && other != behaviours_.end()) {
      const TypeInfo& type = *other->second.front();
      hint = is_of_kind(type, kind) ? fmt::format("there is `{}`", type.name)
                                    : fmt::format("`{}` is {}", type.name, is_action ? "a modifier" : "no modifier");
    } else if (hint.empty()) {
      const StandardBehaviour* same = is_action ? standard_action(name.text) : standard_modifier(name.text);
      const StandardBehaviour* twin = is_action ? standard_modifier(name.text) : standard_action(name.text);
      if (same != nullptr)
        hint = fmt::format("it is one of `{}`", same->actor);
      else if (twin != nullptr)
        hint = fmt::format("`{}` is {}", name.text, is_action ? "a modifier" : "no modifier");
    }
  }
  if (actor != nullptr && actor->info != nullptr)
    c_.error(name.span, fmt::format("`{}` has no {} `{}`", actor->info->name, what, name.text), hint);
  else if (actor != nullptr && actor->kind == Kind::value)
    c_.error(name.span, fmt::format("{} has no {} `{}`", c_.describe(actor->type), what, name.text), hint);
  else if (actor != nullptr)
    c_.error(name.span, fmt::format("only actors have a {}: this is none", what));
  else
    c_.error(name.span, fmt::format("unknown {} `{}`", what, to_string(name)), hint);
}

Type Names::standard_type(std::string_view name) const {
  if (name == "bool") return {TypeKind::truth};
  if (name == "int") return {TypeKind::integer};
  if (name == "float") return {TypeKind::number};
  if (name == "string") return {TypeKind::text};
  if (name == "physical_object") return c_.type_of(*c_.library_type(name));
  const auto physical = c_.physical_types.find(std::string(name));
  return physical == c_.physical_types.end() ? Type{} : Type{TypeKind::number, kNone, physical->second};
}

void Names::arguments(const Behaviour& behaviour, const syntax::CallExpression& call) {
  std::vector<ParameterInfo> parameters;
  const Type time{TypeKind::number, kNone, kTime};
  if (behaviour.declared != nullptr) {
    const TypeInfo& type = *behaviour.declared;
    std::vector<const TypeInfo*> chain;
    for (const TypeInfo* at = &type; at != nullptr; at = at->base) chain.push_back(at);
    for (std::size_t i = chain.size(); i-- > 0;)
      for (const FieldInfo* field : chain[i]->fields)
        if (field->kind == syntax::FieldKind::parameter)
          parameters.push_back({field->name, field->type, nullptr, field->span});
    const bool has_duration = std::ranges::find(parameters, "duration", &ParameterInfo::name) != parameters.end();
    if (type.declaration->kind != syntax::TypeKind::modifier && !has_duration)
      parameters.push_back({"duration", time, nullptr, {}});
    arguments(type.declaration->name.names.back().text, parameters, may_have_any_member(&type), call.arguments);
    return;
  }
  if (behaviour.standard == nullptr) {
    values(call.arguments);
    return;
  }
  for (const std::string_view name : parameters_of(*behaviour.standard))
    parameters.push_back({name, standard_type(type_of_parameter(*behaviour.standard, name)), nullptr, {}});
  arguments(behaviour.standard->name, parameters, false, call.arguments);
}

}  // namespace scrutineer::lang::detail
