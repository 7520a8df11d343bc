// Labels, names, members, events.
#include "lang/sema/detail/names.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/library/standard_names.h"

namespace scrutineer::lang::detail {
namespace {

using Kind = Meaning::Kind;

constexpr std::string_view kEvents[] = {"start", "end", "fail"};

}  // namespace

bool is_event_of_behaviours(std::string_view name) { return std::ranges::find(kEvents, name) != std::end(kEvents); }

BehaviourIndex index_behaviours(Compilation& c) {
  BehaviourIndex index;
  for (TypeInfo& type : c.types) {
    const auto* declaration = type.declaration;
    if (declaration == nullptr || declaration->kind == syntax::TypeKind::structure ||
        declaration->kind == syntax::TypeKind::actor)
      continue;
    index[declaration->name.names.back().text].push_back(&type);
  }
  return index;
}

Meaning Names::meaning_of(const Type& type) const {
  if (type.kind == TypeKind::any || type.kind == TypeKind::nothing) return {};
  return {.kind = Kind::value, .type = type, .info = c_.info_of(type)};
}

Meaning Names::meaning_of(TypeInfo& type) const {
  Meaning meaning{.kind = Kind::value, .type = {}, .info = &type};
  // A struct that nothing holds has no place in the program: it gets none here.
  if (type.kind != TypeClass::structure || type.index != kNone) meaning.type = c_.type_of(type);
  return meaning;
}

bool Names::is_open_here() const {
  if (may_have_any_member(sight.type)) return true;
  return sight.actor && (sight.actor->is_open() || may_have_any_member(sight.actor->info));
}

bool has_standard_member(const TypeInfo* type, std::string_view name) {
  for (const TypeInfo* at = type; at != nullptr; at = at->base)
    if (at->is_library && is_standard_member(at->name, name)) return true;
  return false;
}

// ---- labels ---------------------------------------------------------------------------------------------------------

namespace {

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

}  // namespace

const syntax::DoMember* Names::phase_in(const syntax::Composition& composition, std::string_view name) {
  const auto [known, is_new] = phases_.try_emplace(&composition);
  if (is_new)
    for (const syntax::DoMember* phase : phases_of(composition)) known->second.emplace(phase->label->text, phase);
  const auto found = known->second.find(name);
  return found == known->second.end() ? nullptr : found->second;
}

std::optional<Meaning> Names::label(std::string_view name) {
  for (std::size_t i = sight.around.size(); i-- > 0;)
    if (const auto* found = phase_in(*sight.around[i], name)) return Meaning{.kind = Kind::phase, .phase = found};
  return label_of(*sight.type, name);
}

// Of its tree, or of a modifier that it applies.
std::optional<Meaning> Names::label_of(const TypeInfo& type, std::string_view name) {
  const auto in_tree = [&](const syntax::DoMember& root) -> const syntax::DoMember* {
    if (root.label) return root.label->text == name ? &root : nullptr;
    const auto* composition = std::get_if<syntax::Composition>(&root.node);
    return composition == nullptr ? nullptr : phase_in(*composition, name);
  };
  for (const TypeInfo* at = &type; at != nullptr; at = at->base)
    for (const Part& part : at->parts)
      for (const syntax::Member& member : *part.members) {
        if (const auto* tree = std::get_if<syntax::DoDirective>(&member.node)) {
          if (const auto* found = in_tree(tree->root)) return Meaning{.kind = Kind::phase, .phase = found};
        } else if (const auto* applied = std::get_if<syntax::Application>(&member.node)) {
          if (applied->label && applied->label->text == name) return Meaning{};
        }
      }
  return std::nullopt;
}

// Of an invocation: what it invokes.
Meaning Names::behaviour_of(const syntax::DoMember& phase) {
  const auto* invocation = std::get_if<syntax::Invocation>(&phase.node);
  if (invocation == nullptr || !busy_.insert(&phase).second) return {};
  // What is wrong with it is reported where it stands.
  const std::size_t diagnostics = c_.diagnostics.size(), errors = c_.error_count;
  const Behaviour invoked = behaviour(std::get<syntax::CallExpression>(invocation->call->node), BehaviourKind::action);
  c_.diagnostics.resize(diagnostics);
  c_.error_count = errors;
  busy_.erase(&phase);
  return invoked.declared == nullptr ? Meaning{} : meaning_of(*invoked.declared);
}

Meaning Names::member_of_phase(const syntax::DoMember& phase, const syntax::Name& name) {
  const auto* composition = std::get_if<syntax::Composition>(&phase.node);
  if (composition == nullptr) return member(behaviour_of(phase), name);
  if (const auto* found = phase_in(*composition, name.text)) return {.kind = Kind::phase, .phase = found};
  if (is_event_of_behaviours(name.text) || name.text == "duration") return {};
  std::vector<std::string_view> names(std::begin(kEvents), std::end(kEvents));
  for (const syntax::DoMember* known : phases_of(*composition)) names.push_back(known->label->text);
  c_.error(name.span, fmt::format("`{}` has no part `{}`", phase.label->text, name.text), c_.meant(name.text, names));
  return {};
}

// ---- names ----------------------------------------------------------------------------------------------------------

Meaning Names::name(const syntax::Name& name, const Type* hint) {
  const std::string& text = name.text;
  for (std::size_t i = sight.names.size(); i-- > 0;)
    if (sight.names[i].first == text) return sight.names[i].second;
  if (hint != nullptr && hint->kind == TypeKind::word && !name.space && c_.enum_of(*hint)->places.contains(text))
    if (const MemberInfo* known = find_member(*sight.type, text);
        known == nullptr || known->kind != MemberKind::field || known->field->type != *hint)
      return meaning_of(*hint);
  if (text == "it") return sight.it;
  if (text == "self") return meaning_of(*sight.type);
  if (const auto known = own_member(name)) return *known;
  if (const FieldInfo* global = c_.find_global(name, *sight.space)) return meaning_of(global->type);
  if (const auto known = label(text)) return *known;
  return word(name, hint);
}

// Of `it`, the behaviour, its actor.
std::optional<Meaning> Names::own_member(const syntax::Name& name) {
  if (sight.sees_it && sight.it.kind == Kind::value && sight.it.info != nullptr) {
    TypeInfo& it = *sight.it.info;
    if (const MemberInfo* known = c_.visible_member(it, name, *sight.space)) return member_of(*known);
    if (has_standard_member(&it, name.text)) return Meaning{};
  }
  if (const MemberInfo* known = c_.visible_member(*sight.type, name, *sight.space)) return member_of(*known);
  if (name.text == "actor") {
    if (sight.actor) return sight.actor;
    c_.error(name.span, fmt::format("`{}` has no actor", sight.type->name), "declare it as `actor_type.name`");
    return Meaning{};
  }
  if (sight.actor && sight.actor->info != nullptr) {
    TypeInfo& actor = *sight.actor->info;
    if (const MemberInfo* known = c_.visible_member(actor, name, *sight.space)) return member_of(*known);
    if (has_standard_member(&actor, name.text)) return Meaning{};
  }
  return std::nullopt;
}

// What no field, label or global is: a word of an enumeration, a unit, a type.
Meaning Names::word(const syntax::Name& name, const Type* hint) {
  const std::string& text = name.text;
  const bool is_of_library = hint != nullptr && hint->kind == TypeKind::word && c_.enum_of(*hint)->is_library;
  if (is_of_library && is_standard_word(text)) return {};
  if (const auto words = c_.enums_by_word.find(text); words != c_.enums_by_word.end() && !name.space)
    return words->second.size() == 1 && !is_standard_word(text) ? meaning_of(c_.type_of(*words->second.front()))
                                                                : Meaning{};
  if (is_standard_word(text) || text == "duration" || text == "math" || is_event_of_behaviours(text)) return {};
  if (TypeInfo* type = c_.find_type(name, *sight.space)) return meaning_of(*type);
  if (is_standard_name(text) || is_open_here()) return {};
  if (const auto unit = c_.find_unit(text))
    return {.kind = Kind::value, .type = {TypeKind::number, kNone, unit->dimension}};
  if (sight.sees_it && sight.it.is_open()) {
    if (sight.it.standard == nullptr) return {};
    const auto parameters = parameters_of(*sight.it.standard);
    if (std::ranges::find(parameters, text) != parameters.end()) return {};
  }
  unknown_name(name);
  return {};
}

void Names::unknown_name(const syntax::Name& name) {
  std::vector<std::string_view> names;
  if (c_.has_room_for_hints()) {
    names = {"actor", "it", "self"};
    for (const auto& [known, meaning] : sight.names) names.push_back(known);
    for (const auto* composition : sight.around)
      for (const auto* known : phases_of(*composition)) names.push_back(known->label->text);
    if (sight.sees_it && sight.it.standard != nullptr)
      for (const std::string_view known : parameters_of(*sight.it.standard)) names.push_back(known);
    if (sight.sees_it && sight.it.info != nullptr) add_members(*sight.it.info, names);
    add_members(*sight.type, names);
    if (sight.actor && sight.actor->info != nullptr) add_members(*sight.actor->info, names);
    for (const FieldInfo* global : c_.globals) names.push_back(global->name);
    for (const auto& [word, types] : c_.enums_by_word) names.push_back(word);
    std::ranges::sort(names);
  }
  c_.error(name.span, fmt::format("unknown name `{}`", to_string(name)), c_.meant(name.text, names));
}

void Names::add_members(const TypeInfo& type, std::vector<std::string_view>& names) const {
  for (const TypeInfo* at = &type; at != nullptr; at = at->base)
    for (const auto& [member, info] : at->members) names.push_back(member);
}

// ---- members --------------------------------------------------------------------------------------------------------

Meaning Names::member_of(const MemberInfo& member) const {
  switch (member.kind) {
    case MemberKind::field: {
      const FieldInfo& field = *member.field;
      if (field.type.kind != TypeKind::any) return meaning_of(field.type);
      // Behaviours are no type of the program, but have members.
      const syntax::TypeReference& reference = field.syntax->type;
      TypeInfo* const declared = c_.find_type(reference.name, *field.space);
      return declared == nullptr || !reference.containers.empty() ? Meaning{} : meaning_of(*declared);
    }
    case MemberKind::modifier:
      return meaning_of(*member.modifier);
    case MemberKind::event:
      return {.kind = Kind::event, .event = member.event};
    case MemberKind::method:
    case MemberKind::instance:
      break;
  }
  return {};
}

Meaning Names::member(const Meaning& object, const syntax::Name& name) {
  switch (object.kind) {
    case Kind::open:
      return {};
    case Kind::phase:
      return member_of_phase(*object.phase, name);
    case Kind::event: {
      std::vector<std::string_view> names;
      if (object.event != nullptr)
        for (const ParameterInfo& parameter : object.event->parameters) {
          if (parameter.name == name.text) return meaning_of(parameter.type);
          names.push_back(parameter.name);
        }
      c_.error(name.span, fmt::format("the event has no parameter `{}`", name.text), c_.meant(name.text, names));
      return {};
    }
    case Kind::value:
      break;
  }
  if (object.info == nullptr) {
    c_.error(name.span, fmt::format("{} has no member `{}`", c_.describe(object.type), name.text));
    return {};
  }
  TypeInfo& type = *object.info;
  if (const MemberInfo* known = c_.visible_member(type, name, *sight.space)) return member_of(*known);
  if (type.kind == TypeClass::behaviour) {
    if (is_event_of_behaviours(name.text)) return {.kind = Kind::event};
    if (name.text == "duration") return {};
    if (name.text == "actor") return type.actor == nullptr ? Meaning{} : meaning_of(*type.actor);
    if (const auto found = label_of(type, name.text)) return *found;
  }
  // Settings and watchers have more than their members; scenarios do nothing with them.
  if (type.is_settings || type.kind == TypeClass::object) return {};
  if (may_have_any_member(&type) || has_standard_member(&type, name.text)) return {};
  std::vector<std::string_view> names;
  if (c_.has_room_for_hints()) {
    add_members(type, names);
    std::ranges::sort(names);
  }
  c_.error(name.span, fmt::format("`{}` has no member `{}`", type.name, name.text), c_.meant(name.text, names));
  return {};
}

// ---- events ---------------------------------------------------------------------------------------------------------

Meaning Names::event(const syntax::Expression& path) {
  const auto of = [&](TypeInfo& type, std::string_view event) -> const MemberInfo* {
    const MemberInfo* known = find_member(type, event);
    return known != nullptr && known->kind == MemberKind::event ? known : nullptr;
  };
  const auto add_events = [](const TypeInfo& type, std::vector<std::string_view>& names) {
    for (const TypeInfo* at = &type; at != nullptr; at = at->base)
      for (const EventInfo* known : at->events) names.push_back(known->name);
  };
  if (const auto* plain = std::get_if<syntax::NameExpression>(&path.node)) {
    const std::string& text = plain->name.text;
    std::vector<std::string_view> names(std::begin(kEvents), std::end(kEvents));
    if (const MemberInfo* known = of(*sight.type, text)) return {.kind = Kind::event, .event = known->event};
    if (is_event_of_behaviours(text)) return {.kind = Kind::event};
    add_events(*sight.type, names);
    if (sight.actor && sight.actor->info != nullptr) {
      TypeInfo& actor = *sight.actor->info;
      if (const MemberInfo* known = of(actor, text)) return {.kind = Kind::event, .event = known->event};
      add_events(actor, names);
    }
    if (!is_open_here()) c_.error(plain->name.span, fmt::format("unknown event `{}`", text), c_.meant(text, names));
    return {};
  }
  const auto* access = std::get_if<syntax::MemberExpression>(&path.node);
  if (access == nullptr) {
    c_.error(path.span, "an event is named by a path");
    return {};
  }
  const Meaning object = expression(*access->object);
  const std::string& text = access->member.text;
  const Meaning whole = object.kind == Kind::phase ? behaviour_of(*object.phase) : object;
  std::vector<std::string_view> names;
  if (object.kind == Kind::phase || (whole.info != nullptr && whole.info->kind == TypeClass::behaviour)) {
    if (is_event_of_behaviours(text)) return {.kind = Kind::event};
    names.assign(std::begin(kEvents), std::end(kEvents));
  }
  const bool is_composition =
      object.kind == Kind::phase && std::holds_alternative<syntax::Composition>(object.phase->node);
  if (whole.is_open() && !is_composition) return {};
  if (whole.info != nullptr) {
    if (const MemberInfo* known = of(*whole.info, text)) return {.kind = Kind::event, .event = known->event};
    // Watchers, settings and what exists once have events of their own.
    if (whole.info->kind == TypeClass::object || whole.info->is_settings || may_have_any_member(whole.info)) return {};
    add_events(*whole.info, names);
  }
  c_.error(access->member.span, fmt::format("`{}` has no event `{}`", c_.sources.text(access->object->span), text),
           c_.meant(text, names));
  return {};
}

}  // namespace scrutineer::lang::detail
