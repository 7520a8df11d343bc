// What an invocation invokes, what an application applies, and with which arguments; calls of methods in behaviours.
#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/behaviour_names.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/intrinsics.h"

namespace scrutineer::lang::detail {
namespace {

bool is_of_kind(const TypeInfo& type, BehaviourKind kind) {
  const bool is_modifier = type.declaration->kind == syntax::TypeKind::modifier;
  return is_modifier == (kind == BehaviourKind::modifier);
}

// Of the behaviours of one name, the one of this actor; without an actor, the one that needs none. Null if there is
// none.
TypeInfo* declared_behaviour(const FunctionCompiler& code, const std::vector<TypeInfo*>& named, const Operand* actor,
                             BehaviourKind kind) {
  for (TypeInfo* type : named) {
    if (!is_of_kind(*type, kind)) continue;
    const bool is_global = type->declaration->name.names.size() == 1;
    if (actor == nullptr ? is_global : type->actor != nullptr && is_a(code.info_of(*actor), type->actor)) return type;
  }
  return nullptr;
}

// The actors whose behaviours need no path.
std::vector<const Operand*> actors_without_path(const BehaviourView& view, BehaviourKind kind) {
  std::vector<const Operand*> actors;
  if (view.modified && kind == BehaviourKind::modifier) actors.push_back(&*view.modified);
  if (view.actor) actors.push_back(&*view.actor);
  return actors;
}

// It may be there, but not for this actor.
std::string hint_for_elsewhere(const BehaviourView& view, std::string_view name, BehaviourKind kind) {
  const bool is_action = kind == BehaviourKind::action;
  const std::string_view other_kind = is_action ? "a modifier" : "no modifier";
  if (const auto other = view.behaviours.find(name); other != view.behaviours.end()) {
    const TypeInfo& type = *other->second.front();
    return is_of_kind(type, kind) ? fmt::format("there is `{}`", type.name)
                                  : fmt::format("`{}` is {}", type.name, other_kind);
  }
  const StandardBehaviour* same = is_action ? standard_action(name) : standard_modifier(name);
  if (same != nullptr) return fmt::format("it is one of `{}`", same->actor);
  const StandardBehaviour* namesake = is_action ? standard_modifier(name) : standard_action(name);
  return namesake != nullptr ? fmt::format("`{}` is {}", name, other_kind) : "";
}

std::string hint_for_behaviour(FunctionCompiler& code, const syntax::Name& name, const Operand* actor,
                               BehaviourKind kind) {
  if (!code.reporter.has_room_for_hints()) return {};
  const BehaviourView& view = *code.behaviour;
  const std::vector<const Operand*> actors =
      actor == nullptr ? actors_without_path(view, kind) : std::vector<const Operand*>{actor};
  std::vector<std::string_view> names;
  for (const auto& [known, types] : view.behaviours) {
    const auto is_there = [&](const Operand* of) { return declared_behaviour(code, types, of, kind) != nullptr; };
    if (std::ranges::any_of(actors, is_there) || (actor == nullptr && is_there(nullptr))) names.push_back(known);
  }
  for (const StandardBehaviour& known : kind == BehaviourKind::action ? standard_actions() : standard_modifiers())
    for (const Operand* of : actors)
      if (const TypeInfo* type = code.symbols.library_type(known.actor);
          type != nullptr && code.info_of(*of) != nullptr && is_a(code.info_of(*of), type))
        names.push_back(known.name);
  std::ranges::sort(names);
  std::string hint = code.reporter.suggestion(name.text, names);
  return hint.empty() ? hint_for_elsewhere(view, name.text, kind) : hint;
}

void report_unknown_behaviour(FunctionCompiler& code, const syntax::Name& name, const Operand* actor,
                              BehaviourKind kind) {
  const std::string_view what = kind == BehaviourKind::action ? "behaviour" : "modifier";
  const std::string hint = hint_for_behaviour(code, name, actor, kind);
  const TypeInfo* const type = actor == nullptr ? nullptr : code.info_of(*actor);
  if (type != nullptr)
    code.error(name.span, fmt::format("`{}` has no {} `{}`", type->name, what, name.text), hint);
  else if (actor != nullptr && actor->is<Value>())
    code.error(name.span, fmt::format("{} has no {} `{}`", code.types.describe(actor->type), what, name.text), hint);
  else if (actor != nullptr)
    code.error(name.span, fmt::format("only actors have a {}: this is none", what));
  else
    code.error(name.span, fmt::format("unknown {} `{}`", what, to_string(name)), hint);
}

// Any: it is not known.
Type standard_type(FunctionCompiler& code, std::string_view name) {
  if (name == "bool") return {TypeKind::truth};
  if (name == "int") return {TypeKind::integer};
  if (name == "float") return {TypeKind::number};
  if (name == "string") return {TypeKind::text};
  if (name == "physical_object") return code.types.type_of(*code.symbols.library_type(name));
  const auto& physical_types = code.passes.units.physical_types;
  const auto physical = physical_types.find(std::string(name));
  return physical == physical_types.end() ? Type{} : Type{TypeKind::number, kNone, physical->second};
}

// ---- methods ----

void check_values(FunctionCompiler& code, const std::vector<syntax::Argument>& arguments) {
  for (const syntax::Argument& argument : arguments) (void)check_expression(code, *argument.value);
}

Operand call_method_in_behaviour(FunctionCompiler& code, const std::vector<MethodInfo*>& candidates,
                                 const syntax::Name& name, const std::vector<syntax::Argument>& arguments) {
  if (candidates.size() == 1)
    check_arguments(code, name.text, candidates.front()->parameters, false, arguments);
  else
    check_values(code, arguments);
  return operand_of_type(candidates.front()->result);
}

Operand call_function_in_behaviour(FunctionCompiler& code, const syntax::Name& name,
                                   const std::vector<syntax::Argument>& arguments) {
  const BehaviourView& view = *code.behaviour;
  std::vector<std::string_view> names;
  bool is_open = is_in_open_behaviour(code);
  std::vector<TypeInfo*> types = {view.type};
  if (TypeInfo* const actor = view.actor ? code.info_of(*view.actor) : nullptr) types.push_back(actor);
  types.push_back(code.symbols.library_type("builtin"));
  for (TypeInfo* type : types) {
    const MemberInfo* known = find_member(*type, name.text);
    if (known != nullptr && known->kind == MemberKind::method)
      return call_method_in_behaviour(code, known->methods, name, arguments);
    is_open = is_open || has_standard_member(type, name.text);
    add_member_names(*type, names);
  }
  check_values(code, arguments);
  if (is_open || name.text == "sample" || generic_function(name.text) != nullptr) return {};
  for (const GenericFunction& function : generic_functions()) names.push_back(function.name);
  std::ranges::sort(names);
  code.error(name.span, fmt::format("unknown function `{}`", to_string(name)),
             code.reporter.suggestion(name.text, names));
  return {};
}

}  // namespace

Operand call_in_behaviour(FunctionCompiler& code, const syntax::CallExpression& source) {
  if (const auto* plain = std::get_if<syntax::NameExpression>(&source.callee->node))
    return call_function_in_behaviour(code, plain->name, source.arguments);
  const auto* access = std::get_if<syntax::MemberExpression>(&source.callee->node);
  if (access == nullptr) {
    code.error(source.callee->span, "only methods and functions can be called");
    return {};
  }
  const Operand object = check_expression(code, *access->object);
  const syntax::Name& name = access->member;
  TypeInfo* const type = object.is<Value>() ? code.info_of(object) : nullptr;
  const MemberInfo* known = type != nullptr ? find_member(*type, name.text) : nullptr;
  if (known != nullptr && known->kind == MemberKind::method)
    return call_method_in_behaviour(code, known->methods, name, source.arguments);
  // Of what a list holds, `it` is one.
  BehaviourView& view = *code.behaviour;
  const Operand it = view.it;
  if (object.type.kind == TypeKind::list) view.it = operand_of_type(code.types.element_of(object.type));
  if (object.is_unresolved()) view.it = {};
  check_values(code, source.arguments);
  view.it = it;
  if (type == nullptr || type->is_settings || type->kind == TypeClass::object || may_have_any_member(type) ||
      has_standard_member(type, name.text))
    return {};
  std::vector<std::string_view> names;
  add_member_names(*type, names);
  std::ranges::sort(names);
  code.error(name.span, fmt::format("`{}` has no method `{}`", type->name, name.text),
             code.reporter.suggestion(name.text, names));
  return {};
}

// ---- behaviours -----------------------------------------------------------------------------------------------------

Behaviour find_behaviour(FunctionCompiler& code, const syntax::CallExpression& call, BehaviourKind kind) {
  const auto* plain = std::get_if<syntax::NameExpression>(&call.callee->node);
  const auto* access = std::get_if<syntax::MemberExpression>(&call.callee->node);
  if (plain == nullptr && access == nullptr) {
    code.error(call.callee->span, "a behaviour is named by a path");
    return {};
  }
  const BehaviourView& view = *code.behaviour;
  const syntax::Name& name = plain != nullptr ? plain->name : access->member;
  const auto found = view.behaviours.find(name.text);
  const std::vector<TypeInfo*> named = found == view.behaviours.end() ? std::vector<TypeInfo*>() : found->second;
  const StandardBehaviour* const standard =
      kind == BehaviourKind::action ? standard_action(name.text) : standard_modifier(name.text);
  const auto of_actor = [&](const Operand& actor) -> Behaviour {
    const TypeInfo* const type = code.info_of(actor);
    if (actor.is_unresolved() || may_have_any_member(type)) return {true, nullptr, nullptr, actor};
    if (type == nullptr) return {};
    if (TypeInfo* declared = declared_behaviour(code, named, &actor, kind)) return {true, declared, nullptr, actor};
    const TypeInfo* const of = standard == nullptr ? nullptr : code.symbols.library_type(standard->actor);
    if (of != nullptr && is_a(type, of)) return {true, nullptr, standard, actor};
    return {};
  };
  if (access != nullptr) {
    const Operand actor = check_expression(code, *access->object);
    Behaviour result = of_actor(actor);
    if (!result.is_known) report_unknown_behaviour(code, name, &actor, kind);
    return result;
  }
  const std::vector<const Operand*> actors = actors_without_path(view, kind);
  for (const Operand* actor : actors)
    if (!actor->is_unresolved())
      if (Behaviour result = of_actor(*actor); result.is_known) return result;
  if (TypeInfo* type = declared_behaviour(code, named, nullptr, kind)) return {true, type, nullptr, {}};
  for (const Operand* actor : actors)
    if (actor->is_unresolved()) return of_actor(*actor);
  report_unknown_behaviour(code, name, nullptr, kind);
  return {};
}

void check_arguments(FunctionCompiler& code, const Behaviour& behaviour, const syntax::CallExpression& call) {
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
    check_arguments(code, type.declaration->name.names.back().text, parameters, may_have_any_member(&type),
                    call.arguments);
    return;
  }
  if (behaviour.standard == nullptr) {
    check_values(code, call.arguments);
    return;
  }
  for (const std::string_view name : parameters_of(*behaviour.standard))
    parameters.push_back({name, standard_type(code, type_of_parameter(*behaviour.standard, name)), nullptr, {}});
  check_arguments(code, behaviour.standard->name, parameters, false, call.arguments);
}

void check_arguments(FunctionCompiler& code, std::string_view callee, const std::vector<ParameterInfo>& parameters,
                     bool takes_others, const std::vector<syntax::Argument>& arguments) {
  std::vector<bool> is_given(parameters.size());
  std::size_t next = 0;
  for (const syntax::Argument& argument : arguments) {
    std::size_t place = next;
    if (argument.name) {
      const auto found = std::ranges::find(parameters, std::string_view(argument.name->text), &ParameterInfo::name);
      place = static_cast<std::size_t>(found - parameters.begin());
    } else {
      ++next;
    }
    if (place >= parameters.size()) {
      (void)check_expression(code, *argument.value);
      if (takes_others) continue;
      std::vector<std::string_view> names;
      names.reserve(parameters.size());
      for (const ParameterInfo& parameter : parameters) names.push_back(parameter.name);
      if (argument.name)
        code.error(argument.name->span, fmt::format("`{}` has no parameter `{}`", callee, argument.name->text),
                   code.reporter.suggestion(argument.name->text, names));
      else
        code.error(argument.span, fmt::format("`{}` takes {} argument{}", callee, parameters.size(),
                                              parameters.size() == 1 ? "" : "s"));
      continue;
    }
    if (is_given[place])
      code.error(argument.span, fmt::format("the parameter `{}` is given twice", parameters[place].name));
    is_given[place] = true;
    (void)check_typed(code, *argument.value, parameters[place].type, fmt::format("`{}`", parameters[place].name));
  }
}

}  // namespace scrutineer::lang::detail
