// The second pass: what declarations refer to. Bases, actors, the types of fields and methods.
#include <algorithm>

#include "lang/library/standard_names.h"
#include "lang/sema/detail/compilation.h"

namespace scrutineer::lang::detail {
namespace {

constexpr int kDeepestInheritance = 200;
constexpr std::string_view kReadyMade[] = {"while_w", "upon_w", "passive_w"};

bool same_types(const std::vector<ParameterInfo>& a, const std::vector<ParameterInfo>& b) {
  return std::ranges::equal(a, b, [](const ParameterInfo& x, const ParameterInfo& y) { return x.type == y.type; });
}

}  // namespace

void Compilation::link() {
  // Index places first: fields may be of any type.
  for (TypeInfo& type : types)
    if (type.kind == TypeClass::object) {
      type.index = static_cast<std::uint32_t>(program.objects.size());
      object_infos.push_back(&type);
      program.objects.emplace_back().name = type.name;
      program.objects.back().span = type.span;
    }
  link_bases();
  for (std::size_t i = 0; i < types.size(); ++i)
    if (types[i].kind == TypeClass::actor && !types[i].is_singleton) add_actor(types[i]);
  // Those that exist once are no actors of the run, but their type is asked for all the same.
  for (TypeInfo& type : types)
    if (type.kind == TypeClass::actor && type.is_singleton) type.kind = TypeClass::structure;
  for (std::size_t i = 0; i < library.checks.size(); ++i)
    if (TypeInfo* type = library_type(library.checks[i].info.name); type != nullptr && type->kind == TypeClass::object)
      type->check = static_cast<std::uint32_t>(i);
  for (std::size_t i = 0; i < types.size(); ++i) collect_members(types[i]);
  for (FieldInfo* global : globals) global->type = type_of(global->syntax->type, *global->space);
}

// Bases before what inherits from them.
void Compilation::add_actor(TypeInfo& type) {
  if (type.index != kNone) return;
  if (type.base != nullptr && type.base->kind == TypeClass::actor) add_actor(*type.base);
  type.index = static_cast<std::uint32_t>(program.actors.size());
  program.actors.push_back({type.name, type.base == nullptr ? kNone : type.base->index, {}, 0, kNone});
  actor_infos.push_back(&type);
}

void Compilation::link_bases() {
  for (TypeInfo& type : types) {
    if (type.declaration == nullptr) continue;
    if (type.declaration->name.names.size() > 1) {
      const syntax::Name& actor = type.declaration->name.names.front();
      type.actor = find_type(actor, *type.space);
      if (type.actor == nullptr && is_standard_name(actor.text)) {
        type.kind = TypeClass::behaviour;
      } else if (type.actor == nullptr) {
        error(actor.span, "unknown type `" + actor.text + "`", meant(actor.text, all_type_names()));
        if (type.kind == TypeClass::object) type.parts.clear();  // of whom it speaks is not known
      } else if (type.actor->kind != TypeClass::actor) {
        error(actor.span, "`" + actor.text + "` is no actor");
      }
    }
    if (!type.declaration->inherits) continue;
    const syntax::Path& name = type.declaration->inherits->base;
    type.base = find_type(name, *type.space);
    if (type.base == nullptr && name.names.size() == 1 && type.actor != nullptr)
      if (const auto near =
              types_by_name.find(qualified(type.space->name, type.actor->name + "." + name.names[0].text));
          near != types_by_name.end())
        type.base = near->second;  // a behaviour of the same actor
    if (type.base == nullptr && is_standard_name(name.names.back().text)) {
      type.is_open = true;
    } else if (type.base == nullptr) {
      error(name.span, "unknown type `" + to_string(name) + "`", meant(to_string(name), all_type_names()));
      type.is_open = true;
    } else if (type.base->kind != type.kind && !type.is_library) {
      error(name.span, "`" + type.name + "` cannot inherit from `" + type.base->name + "`: it is of another kind");
      type.base = nullptr;
    }
  }
  TypeInfo* const view = library_type("view");
  TypeInfo* const singleton = library_type("singleton");
  TypeInfo* const settings = library_type("settings");
  for (TypeInfo& type : types) {
    int depth = 0;
    for (TypeInfo* at = type.base; at != nullptr; at = at->base) {
      if (at != &type && ++depth <= kDeepestInheritance) continue;
      error(type.span, at == &type ? "`" + type.name + "` inherits from itself"
                                   : "`" + type.name + "` inherits through more than 200 types");
      type.base = nullptr;
      break;
    }
    type.is_view = is_a(&type, view) && &type != view;
    type.is_singleton = is_a(&type, singleton) && &type != singleton;
    type.is_settings = is_a(&type, settings) && &type != settings;
  }
}

void Compilation::collect_members(TypeInfo& type) {
  if (type.kind == TypeClass::object && type.actor != nullptr && type.declaration->name.names.size() == 2) {
    // `global modifier vehicle.zones` is a member of every vehicle.
    const syntax::Name& name = type.declaration->name.names.back();
    const MemberInfo* known = find_member(*type.actor, name.text);
    const bool is_group = known != nullptr && known->kind == MemberKind::field && known->field->is_library;
    const bool is_check = known != nullptr && known->kind == MemberKind::instance && known->instance->is_library;
    if (is_group) {
      // Built-in checks, written out once more as users know them: what else stands there belongs to that group.
      type.repeats_library = true;
      for (const Part& part : type.parts) type.actor->nested.push_back({{&name}, part, true});
      type.parts.clear();
    } else if (known != nullptr && !is_check) {
      error(name.span, "`" + type.actor->name + "` has a `" + name.text + "` already", {}, {{known->span, "here"}});
    } else {
      MemberInfo& member = type.actor->members[name.text];
      member.kind = MemberKind::modifier;
      member.span = type.span;
      member.modifier = &type;
    }
  }
  if (type.is_watcher) {
    type.data = library_type("any_watcher_data");
    if (type.declaration->data_type) {
      const Type data = type_of(*type.declaration->data_type, *type.space);
      TypeInfo* const declared = info_of(data);
      if (data.kind == TypeKind::structure && is_a(declared, type.data))
        type.data = declared;
      else if (data.kind == TypeKind::any)
        type.data = &unknown_data();
      else {
        error(type.declaration->data_type->span, "the data of a watcher is a struct that inherits `any_watcher_data`",
              "write struct " + type.declaration->data_type->name.names.back().text + " inherits any_watcher_data:");
        type.data = &unknown_data();
      }
    }
  }
  for (std::size_t i = 0; i < type.parts.size(); ++i) {
    const Part part = type.parts[i];
    for (const syntax::Member& member : *part.members) add_member(type, part, member);
  }
}

// Stands for data of an unknown type.
TypeInfo& Compilation::unknown_data() {
  TypeInfo& made = types.emplace_back();
  made.name = "any_watcher_data";
  made.base = library_type("any_watcher_data");
  made.space = types.front().space;
  made.is_library = true;
  made.is_open = true;
  return made;
}

void Compilation::add_member(TypeInfo& type, const Part& part, const syntax::Member& member) {
  Type of;
  const auto taken = [&](const syntax::Name& name) {
    const MemberInfo* known = find_member(type, name.text);
    if (known == nullptr) return false;
    // A field that is inherited from a type of another namespace has another name in full.
    if (!type.members.contains(name.text) && known->kind == MemberKind::field && !known->field->is_library &&
        known->field->space->name != part.space->name)
      return false;
    const bool is_same = (part.is_repetition || (type.is_library && is_of_info(type.name))) &&
                         known->kind == MemberKind::field && known->field->is_library &&
                         converts(of, known->field->type);
    if (!is_same)
      error(name.span, "`" + type.name + "` has a `" + name.text + "` already", {}, {{known->span, "here"}});
    return true;
  };
  if (const auto* field = std::get_if<syntax::Field>(&member.node)) {
    const std::size_t errors = error_count;
    const Type field_type = of = type_of(field->type, *part.space);
    const bool is_opaque = field_type.kind == TypeKind::any && error_count == errors;
    for (const syntax::Name& name : field->names) {
      if (taken(name)) continue;
      FieldInfo& info = fields.emplace_back();
      info.name = name.text;
      info.span = name.span;
      info.kind = field->kind;
      info.syntax = field;
      info.value = field->sample ? field->sample->initial : field->value;
      info.owner = &type;
      info.space = part.space;
      info.is_library = part.is_library;
      info.type = field_type;
      info.is_opaque = is_opaque;
      type.fields.push_back(&info);
      MemberInfo& added = type.members[name.text];
      added.kind = MemberKind::field;
      added.span = name.span;
      added.field = &info;
    }
  } else if (const auto* method = std::get_if<syntax::Method>(&member.node)) {
    add_method(type, part, *method);
  } else if (const auto* event = std::get_if<syntax::EventDeclaration>(&member.node)) {
    std::vector<ParameterInfo> parameters = parameters_of(event->parameters, *part.space);
    if (taken(event->name)) return;
    EventInfo& info = events.emplace_back();
    info.name = event->name.text;
    info.span = event->name.span;
    info.owner = &type;
    info.space = part.space;
    info.syntax = event;
    info.parameters = std::move(parameters);
    type.events.push_back(&info);
    MemberInfo& added = type.members[event->name.text];
    added.kind = MemberKind::event;
    added.span = event->name.span;
    added.event = &info;
  } else if (const auto* instance = std::get_if<syntax::Instance>(&member.node)) {
    if (taken(instance->name)) return;
    InstanceInfo& info = instances.emplace_back();
    info.name = instance->name.text;
    info.span = instance->name.span;
    info.owner = &type;
    info.space = part.space;
    info.syntax = instance;
    info.is_library = part.is_library;
    find_watcher(info);
    type.instances.push_back(&info);
    MemberInfo& added = type.members[instance->name.text];
    added.kind = MemberKind::instance;
    added.span = instance->name.span;
    added.instance = &info;
  }
}

void Compilation::find_watcher(InstanceInfo& instance) {
  const syntax::Path& name = instance.syntax->type;
  TypeInfo* const type = find_type(name, *instance.space);
  if (type != nullptr && type->kind == TypeClass::object && type->is_watcher) {
    instance.type = type;
    instance.check = type->check;
    return;
  }
  if (type == nullptr && name.names.size() == 1 &&
      std::ranges::find(kReadyMade, name.names.front().text) != std::end(kReadyMade))
    return;
  std::string hint;
  if (type == nullptr) {
    std::vector<std::string_view> names(std::begin(kReadyMade), std::end(kReadyMade));
    for (const TypeInfo& known : types)
      if (known.is_watcher) names.push_back(known.name);
    hint = meant(to_string(name), names);
  }
  error(name.span,
        type == nullptr ? "unknown watcher `" + to_string(name) + "`" : "`" + to_string(name) + "` is no watcher",
        hint);
  instance.is_broken = true;
}

std::vector<ParameterInfo> Compilation::parameters_of(const std::vector<syntax::Parameter>& parameters,
                                                      const Space& space) {
  std::vector<ParameterInfo> infos;
  infos.reserve(parameters.size());
  for (const syntax::Parameter& parameter : parameters)
    infos.push_back({parameter.name.text, type_of(parameter.type, space), parameter.value, parameter.span});
  return infos;
}

void Compilation::add_method(TypeInfo& type, const Part& part, const syntax::Method& method) {
  std::vector<ParameterInfo> parameters = parameters_of(method.parameters, *part.space);
  const Type result = method.result ? type_of(*method.result, *part.space) : Type{TypeKind::nothing};
  MethodInfo* same = nullptr;
  const MemberInfo* known = find_member(type, method.name.text);
  if (known != nullptr) {
    if (known->kind != MemberKind::method) {
      error(method.name.span, "`" + type.name + "` has a `" + method.name.text + "` already", {},
            {{known->span, "here"}});
      return;
    }
    for (MethodInfo* candidate : known->methods)
      if (same_types(candidate->parameters, parameters)) same = candidate;
  }
  // Without `only` or `also`, what another namespace calls the same is another method.
  const bool is_another = same != nullptr && same->owner != &type && !same->is_library &&
                          method.qualifier == syntax::MethodQualifier::none && same->space->name != part.space->name;
  const bool has_body = !std::holds_alternative<syntax::UndefinedBody>(method.body);
  if (same != nullptr && same->owner == &type) {
    if (method.qualifier == syntax::MethodQualifier::none && (!same->bodies.empty() || !same->intrinsic.empty())) {
      error(method.name.span, "`" + method.name.text + "` is declared already", "write `is also` or `is only`",
            {{same->span, "here"}});
      return;
    }
    if (method.qualifier == syntax::MethodQualifier::only) {
      same->bodies.clear();
      same->intrinsic.clear();
    }
    if (has_body) same->bodies.push_back(&method);
    return;
  }
  MethodInfo& info = methods.emplace_back();
  info.name = method.name.text;
  info.span = method.name.span;
  info.owner = &type;
  info.space = part.space;
  info.is_library = part.is_library;
  info.parameters = std::move(parameters);
  info.result = result;
  info.is_another = is_another;
  if (same != nullptr && !is_another) info.named_in = same->named_in != nullptr ? same->named_in : same->space;
  if (same != nullptr && method.qualifier == syntax::MethodQualifier::also) info.bodies = same->bodies;
  if (const auto* external = std::get_if<syntax::ExternalBody>(&method.body); external != nullptr && part.is_library) {
    info.intrinsic = type.name + "." + method.name.text;
    if (!external->arguments.empty())
      if (const auto* text = std::get_if<syntax::StringLiteral>(&external->arguments.front().value->node))
        if (!text->parts.empty()) info.intrinsic = text->parts.front().text;
  } else if (has_body) {
    info.bodies.push_back(&method);
  }
  type.methods.push_back(&info);
  MemberInfo& member = type.members[method.name.text];
  if (member.methods.empty()) {
    member.kind = MemberKind::method;
    member.span = method.name.span;
    // Other overloads of a base stay visible.
    if (known != nullptr)
      for (MethodInfo* other : known->methods)
        if (other != same) member.methods.push_back(other);
  }
  member.methods.push_back(&info);
}

}  // namespace scrutineer::lang::detail
