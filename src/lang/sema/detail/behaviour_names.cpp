#include "lang/sema/detail/behaviour_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/library/standard_names.h"
#include "lang/sema/detail/expressions.h"

namespace scrutineer::lang::detail {
namespace {

constexpr std::string_view kEvents[] = {"start", "end", "fail"};

// What a composition shows: its labels, and those of unlabelled parts.
void add_phases(const syntax::Composition& composition, std::vector<const syntax::DoMember*>& phases) {
  for (const syntax::DoMember& member : composition.members) {
    if (member.label)
      phases.push_back(&member);
    else if (const auto* inner = std::get_if<syntax::Composition>(&member.node))
      add_phases(*inner, phases);
  }
}

std::vector<const syntax::DoMember*> phases_of(const syntax::Composition& composition) {
  std::vector<const syntax::DoMember*> phases;
  add_phases(composition, phases);
  return phases;
}

// ---- labels ----

const syntax::DoMember* phase_in(BehaviourView& view, const syntax::Composition& composition, std::string_view name) {
  const auto [known, is_new] = view.phases.try_emplace(&composition);
  if (is_new)
    for (const syntax::DoMember* phase : phases_of(composition)) known->second.emplace(phase->label->text, phase);
  const auto found = known->second.find(name);
  return found == known->second.end() ? nullptr : found->second;
}

// A label of its tree, or of a modifier that it applies.
std::optional<Operand> label_of(BehaviourView& view, const TypeInfo& type, std::string_view name) {
  const auto in_tree = [&](const syntax::DoMember& root) -> const syntax::DoMember* {
    if (root.label) return root.label->text == name ? &root : nullptr;
    const auto* composition = std::get_if<syntax::Composition>(&root.node);
    return composition == nullptr ? nullptr : phase_in(view, *composition, name);
  };
  for (const TypeInfo* at = &type; at != nullptr; at = at->base)
    for (const Part& part : at->parts)
      for (const syntax::Member& member : *part.members) {
        if (const auto* tree = std::get_if<syntax::DoDirective>(&member.node)) {
          if (const auto* found = in_tree(tree->root)) return Operand{.what = Phase{found}};
        } else if (const auto* applied = std::get_if<syntax::Application>(&member.node)) {
          if (applied->label && applied->label->text == name) return Operand{};
        }
      }
  return std::nullopt;
}

std::optional<Operand> label(BehaviourView& view, std::string_view name) {
  for (std::size_t i = view.compositions.size(); i-- > 0;)
    if (const auto* found = phase_in(view, *view.compositions[i], name)) return Operand{.what = Phase{found}};
  return label_of(view, *view.type, name);
}

// Of an invocation: what it invokes. What is wrong with it is reported where it stands.
Operand behaviour_of(FunctionCompiler& code, const syntax::DoMember& phase) {
  const auto* invocation = std::get_if<syntax::Invocation>(&phase.node);
  if (invocation == nullptr || !code.behaviour->busy.insert(&phase).second) return {};
  Behaviour invoked;
  {
    const Unreported unreported(code.reporter);
    invoked = find_behaviour(code, std::get<syntax::CallExpression>(invocation->call->node), BehaviourKind::action);
  }
  code.behaviour->busy.erase(&phase);
  return invoked.declared == nullptr ? Operand{} : operand_of_type(code.types, *invoked.declared);
}

Operand member_of_phase(FunctionCompiler& code, const syntax::DoMember& phase, const syntax::Name& name) {
  const auto* composition = std::get_if<syntax::Composition>(&phase.node);
  if (composition == nullptr) return member_in_behaviour(code, behaviour_of(code, phase), name);
  if (const auto* found = phase_in(*code.behaviour, *composition, name.text)) return {.what = Phase{found}};
  if (is_event_of_behaviours(name.text) || name.text == "duration") return {};
  std::vector<std::string_view> names(std::begin(kEvents), std::end(kEvents));
  for (const syntax::DoMember* known : phases_of(*composition)) names.push_back(known->label->text);
  code.error(name.span, fmt::format("`{}` has no part `{}`", phase.label->text, name.text),
             code.reporter.suggestion(name.text, names));
  return {};
}

// ---- names ----

Operand declared_member_in_behaviour(FunctionCompiler& code, const MemberInfo& member) {
  switch (member.kind) {
    case MemberKind::field: {
      const FieldInfo& field = *member.field;
      if (field.type.kind != TypeKind::any) return operand_of_type(field.type);
      // Behaviours are no type of the program, but have members.
      const syntax::TypeReference& reference = field.syntax->type;
      TypeInfo* const declared = code.symbols.find_type(reference.name, *field.space);
      return declared == nullptr || !reference.containers.empty() ? Operand{} : operand_of_type(code.types, *declared);
    }
    case MemberKind::modifier:
      return operand_of_type(code.types, *member.modifier);
    case MemberKind::event:
      return Operand{.what = NamedEvent{member.event}};
    case MemberKind::method:
    case MemberKind::instance:
      break;
  }
  return {};
}

// Of `it`, the behaviour, its actor.
std::optional<Operand> own_member(FunctionCompiler& code, const syntax::Name& name) {
  const BehaviourView& view = *code.behaviour;
  if (view.sees_it && code.info_of(view.it) != nullptr) {
    TypeInfo& it = *code.info_of(view.it);
    if (const MemberInfo* known = code.symbols.visible_member(it, name, *code.around.space))
      return declared_member_in_behaviour(code, *known);
    if (has_standard_member(&it, name.text)) return Operand{};
  }
  if (const MemberInfo* known = code.symbols.visible_member(*view.type, name, *code.around.space))
    return declared_member_in_behaviour(code, *known);
  if (name.text == "actor") {
    if (view.actor) return view.actor;
    code.error(name.span, fmt::format("`{}` has no actor", view.type->name), "declare it as `actor_type.name`");
    return Operand{};
  }
  if (view.actor && code.info_of(*view.actor) != nullptr) {
    TypeInfo& actor = *code.info_of(*view.actor);
    if (const MemberInfo* known = code.symbols.visible_member(actor, name, *code.around.space))
      return declared_member_in_behaviour(code, *known);
    if (has_standard_member(&actor, name.text)) return Operand{};
  }
  return std::nullopt;
}

void report_unknown_in_behaviour(FunctionCompiler& code, const syntax::Name& name) {
  const BehaviourView& view = *code.behaviour;
  std::vector<std::string_view> names;
  if (code.reporter.has_room_for_hints()) {
    names = {"actor", "it", "self"};
    for (const auto& [known, operand] : view.names) names.push_back(known);
    for (const auto* composition : view.compositions)
      for (const auto* known : phases_of(*composition)) names.push_back(known->label->text);
    if (const auto* it = view.it.as<Unresolved>(); view.sees_it && it != nullptr && it->invoked != nullptr)
      for (const std::string_view known : parameters_of(*it->invoked)) names.push_back(known);
    if (const TypeInfo* it = code.info_of(view.it); view.sees_it && it != nullptr) add_member_names(*it, names);
    add_member_names(*view.type, names);
    if (view.actor)
      if (const TypeInfo* actor = code.info_of(*view.actor)) add_member_names(*actor, names);
    for (const FieldInfo* global : code.symbols.globals) names.push_back(global->name);
    for (const auto& [word, types] : code.symbols.enums_by_word) names.push_back(word);
    std::ranges::sort(names);
  }
  code.error(name.span, fmt::format("unknown name `{}`", to_string(name)), code.reporter.suggestion(name.text, names));
}

// Constraints in the `with:` of a standard behaviour may name its parameters. Nothing is known of other behaviours.
bool may_be_parameter_of_it(const BehaviourView& view, std::string_view name) {
  const auto* const it = view.it.as<Unresolved>();
  if (!view.sees_it || it == nullptr) return false;
  if (it->invoked == nullptr) return true;
  const auto parameters = parameters_of(*it->invoked);
  return std::ranges::find(parameters, name) != parameters.end();
}

// What no field, label or global is: a word of an enumeration, a unit, a type.
Operand word_in_behaviour(FunctionCompiler& code, const syntax::Name& name, const Type* hint) {
  const std::string& text = name.text;
  const bool is_of_library = hint != nullptr && hint->kind == TypeKind::word && code.types.enum_of(*hint)->is_library;
  if (is_of_library && is_standard_word(text)) return {};
  const auto words = code.symbols.enums_by_word.find(text);
  if (words != code.symbols.enums_by_word.end() && !name.space) {
    const bool is_only_one = words->second.size() == 1 && !is_standard_word(text);
    return is_only_one ? operand_of_type(code.types.type_of(*words->second.front())) : Operand{};
  }
  if (is_standard_word(text) || text == "duration" || text == "math" || is_event_of_behaviours(text)) return {};
  if (TypeInfo* type = code.symbols.find_type(name, *code.around.space)) return operand_of_type(code.types, *type);
  if (is_standard_name(text) || is_in_open_behaviour(code)) return {};
  if (const Unit* const unit = code.passes.units.find(text))
    return operand_of_type({TypeKind::number, kNone, unit->dimension});
  if (!may_be_parameter_of_it(*code.behaviour, text)) report_unknown_in_behaviour(code, name);
  return {};
}

// ---- events ----

const EventInfo* find_event(const TypeInfo& type, std::string_view name) {
  const MemberInfo* known = find_member(type, name);
  return known != nullptr && known->kind == MemberKind::event ? known->event : nullptr;
}

void add_event_names(const TypeInfo& type, std::vector<std::string_view>& names) {
  for (const TypeInfo* at = &type; at != nullptr; at = at->base)
    for (const EventInfo* known : at->events) names.push_back(known->name);
}

// `on @start`
Operand event_by_name(FunctionCompiler& code, const syntax::Name& name) {
  const BehaviourView& view = *code.behaviour;
  std::vector<std::string_view> names(std::begin(kEvents), std::end(kEvents));
  if (const EventInfo* event = find_event(*view.type, name.text)) return {.what = NamedEvent{event}};
  if (is_event_of_behaviours(name.text)) return {.what = NamedEvent{}};
  add_event_names(*view.type, names);
  if (const TypeInfo* actor = view.actor ? code.info_of(*view.actor) : nullptr) {
    if (const EventInfo* event = find_event(*actor, name.text)) return {.what = NamedEvent{event}};
    add_event_names(*actor, names);
  }
  if (!is_in_open_behaviour(code))
    code.error(name.span, fmt::format("unknown event `{}`", name.text), code.reporter.suggestion(name.text, names));
  return {};
}

}  // namespace

bool is_event_of_behaviours(std::string_view name) { return std::ranges::find(kEvents, name) != std::end(kEvents); }

BehaviourIndex index_behaviours(SymbolTable& symbols) {
  BehaviourIndex index;
  for (TypeInfo& type : symbols.types) {
    const auto* declaration = type.declaration;
    if (declaration == nullptr || declaration->kind == syntax::TypeKind::structure ||
        declaration->kind == syntax::TypeKind::actor)
      continue;
    index[declaration->name.names.back().text].push_back(&type);
  }
  return index;
}

Operand operand_of_type(const Type& type) {
  if (type.kind == TypeKind::any || type.kind == TypeKind::nothing) return {};
  return value_operand(kNone, type, {});
}

Operand operand_of_type(TypeTable& types, TypeInfo& type) {
  Operand operand{.what = Value{.info = &type}};
  // An unused struct has no index in the program, and must not get one here.
  if (type.kind != TypeClass::structure || type.index != kNone) operand.type = types.type_of(type);
  return operand;
}

bool is_in_open_behaviour(const FunctionCompiler& code) {
  const BehaviourView& view = *code.behaviour;
  if (may_have_any_member(view.type)) return true;
  return view.actor && (view.actor->is_unresolved() || may_have_any_member(code.info_of(*view.actor)));
}

void add_member_names(const TypeInfo& type, std::vector<std::string_view>& names) {
  for (const TypeInfo* at = &type; at != nullptr; at = at->base)
    for (const auto& [member, info] : at->members) names.push_back(member);
}

Operand name_in_behaviour(FunctionCompiler& code, const syntax::Name& name, const Type* hint) {
  BehaviourView& view = *code.behaviour;
  const std::string& text = name.text;
  for (std::size_t i = view.names.size(); i-- > 0;)
    if (view.names[i].first == text) return view.names[i].second;
  if (hint != nullptr && hint->kind == TypeKind::word && !name.space &&
      code.types.enum_of(*hint)->places.contains(text))
    if (const MemberInfo* known = find_member(*view.type, text);
        known == nullptr || known->kind != MemberKind::field || known->field->type != *hint)
      return operand_of_type(*hint);
  if (text == "it") return view.it;
  if (text == "self") return operand_of_type(code.types, *view.type);
  if (const auto known = own_member(code, name)) return *known;
  if (const FieldInfo* global = code.symbols.find_global(name, *code.around.space))
    return operand_of_type(global->type);
  if (const auto known = label(view, text)) return *known;
  return word_in_behaviour(code, name, hint);
}

Operand member_in_behaviour(FunctionCompiler& code, const Operand& object, const syntax::Name& name) {
  if (object.is_unresolved()) return {};
  if (const auto* phase = object.as<Phase>()) return member_of_phase(code, *phase->part, name);
  if (const auto* named = object.as<NamedEvent>()) {
    std::vector<std::string_view> names;
    if (named->event != nullptr)
      for (const ParameterInfo& parameter : named->event->parameters) {
        if (parameter.name == name.text) return operand_of_type(parameter.type);
        names.push_back(parameter.name);
      }
    code.error(name.span, fmt::format("the event has no parameter `{}`", name.text),
               code.reporter.suggestion(name.text, names));
    return {};
  }
  TypeInfo* const type = code.info_of(object);
  if (type == nullptr) {
    code.error(name.span, fmt::format("{} has no member `{}`", code.types.describe(object.type), name.text));
    return {};
  }
  if (const MemberInfo* known = code.symbols.visible_member(*type, name, *code.around.space))
    return declared_member_in_behaviour(code, *known);
  if (type->kind == TypeClass::behaviour) {
    if (is_event_of_behaviours(name.text)) return {.what = NamedEvent{}};
    if (name.text == "duration") return {};
    if (name.text == "actor") return type->actor == nullptr ? Operand{} : operand_of_type(code.types, *type->actor);
    if (const auto found = label_of(*code.behaviour, *type, name.text)) return *found;
  }
  // Settings and watchers have more than their members; scenarios do nothing with them.
  if (type->is_settings || type->kind == TypeClass::object) return {};
  if (may_have_any_member(type) || has_standard_member(type, name.text)) return {};
  std::vector<std::string_view> names;
  if (code.reporter.has_room_for_hints()) {
    add_member_names(*type, names);
    std::ranges::sort(names);
  }
  code.error(name.span, fmt::format("`{}` has no member `{}`", type->name, name.text),
             code.reporter.suggestion(name.text, names));
  return {};
}

Operand event_in_behaviour(FunctionCompiler& code, const syntax::Expression& path) {
  if (const auto* plain = std::get_if<syntax::NameExpression>(&path.node)) return event_by_name(code, plain->name);
  const auto* access = std::get_if<syntax::MemberExpression>(&path.node);
  if (access == nullptr) {
    code.error(path.span, "an event is named by a path");
    return {};
  }
  const Operand object = check_expression(code, *access->object);
  const std::string& text = access->member.text;
  const auto* const phase = object.as<Phase>();
  const Operand whole = phase != nullptr ? behaviour_of(code, *phase->part) : object;
  const TypeInfo* const type = code.info_of(whole);
  std::vector<std::string_view> names;
  if (phase != nullptr || (type != nullptr && type->kind == TypeClass::behaviour)) {
    if (is_event_of_behaviours(text)) return {.what = NamedEvent{}};
    names.assign(std::begin(kEvents), std::end(kEvents));
  }
  const bool is_composition = phase != nullptr && std::holds_alternative<syntax::Composition>(phase->part->node);
  if (whole.is_unresolved() && !is_composition) return {};
  if (type != nullptr) {
    if (const EventInfo* event = find_event(*type, text)) return {.what = NamedEvent{event}};
    // Watchers, settings and what exists once have events of their own.
    if (type->kind == TypeClass::object || type->is_settings || may_have_any_member(type)) return {};
    add_event_names(*type, names);
  }
  code.error(access->member.span,
             fmt::format("`{}` has no event `{}`", code.passes.sources.text(access->object->span), text),
             code.reporter.suggestion(text, names));
  return {};
}

}  // namespace scrutineer::lang::detail
