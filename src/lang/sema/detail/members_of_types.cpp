#include "lang/sema/detail/members_of_types.h"

#include <algorithm>

namespace scrutineer::lang::detail {
namespace {

constexpr std::string_view kReadyMade[] = {"while_w", "upon_w", "passive_w"};

bool same_types(const std::vector<ParameterInfo>& a, const std::vector<ParameterInfo>& b) {
  return std::ranges::equal(a, b, [](const ParameterInfo& x, const ParameterInfo& y) { return x.type == y.type; });
}

// Does it return whatever happens in it?
bool always_returns(const syntax::Method& method) {
  if (std::holds_alternative<syntax::ExpressionBody>(method.body)) return true;
  const auto* block = std::get_if<syntax::StatementBody>(&method.body);
  return block != nullptr && !block->statements.empty() &&
         std::holds_alternative<syntax::ReturnStatement>(block->statements.back().node);
}

// What of the method the library computes in C++; empty: nothing.
std::string intrinsic_of(const TypeInfo& type, const syntax::Method& method) {
  const auto* external = std::get_if<syntax::ExternalBody>(&method.body);
  if (external == nullptr) return {};
  if (!external->arguments.empty())
    if (const auto* text = std::get_if<syntax::StringLiteral>(&external->arguments.front().value->node))
      if (!text->parts.empty()) return text->parts.front().text;
  return type.name + "." + method.name.text;
}

}  // namespace

void MemberLinker::collect(TypeInfo& type) {
  if (type.kind == TypeClass::object && type.actor != nullptr && type.declaration->name.names.size() == 2)
    add_to_actor(type);
  if (type.is_watcher) find_data(type);
  for (std::size_t i = 0; i < type.parts.size(); ++i) {
    const Part part = type.parts[i];
    for (const syntax::Member& member : *part.members) {
      if (const auto* field = std::get_if<syntax::Field>(&member.node))
        add(type, part, *field);
      else if (const auto* method = std::get_if<syntax::Method>(&member.node))
        add(type, part, *method);
      else if (const auto* event = std::get_if<syntax::EventDeclaration>(&member.node))
        add(type, part, *event);
      else if (const auto* instance = std::get_if<syntax::Instance>(&member.node))
        add(type, part, *instance);
    }
  }
}

// `global modifier vehicle.zones` is a member of every vehicle.
void MemberLinker::add_to_actor(TypeInfo& type) {
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
    reporter_.error(name.span, "`" + type.actor->name + "` has a `" + name.text + "` already", {},
                    {{known->span, "here"}});
  } else {
    MemberInfo& member = type.actor->members[name.text];
    member.kind = MemberKind::modifier;
    member.span = type.span;
    member.modifier = &type;
  }
}

void MemberLinker::find_data(TypeInfo& watcher) {
  watcher.data = symbols_.library_type("any_watcher_data");
  if (!watcher.declaration->data_type) return;
  const syntax::TypeReference& written = *watcher.declaration->data_type;
  const Type data = types_.type_of(written, *watcher.space);
  TypeInfo* const declared = types_.info_of(data);
  if (data.kind == TypeKind::structure && is_a(declared, watcher.data)) {
    watcher.data = declared;
    return;
  }
  const TypeInfo* hiding = declared;  // a struct of the user's that is called like the built-in one
  while (hiding != nullptr && hiding->name != watcher.data->name) hiding = hiding->base;
  if (hiding != nullptr && !hiding->is_library)
    reporter_.error(written.span, "the data of a watcher is a struct that inherits the built-in `any_watcher_data`",
                    "give yours another name, or write `inherits std::any_watcher_data`",
                    {{hiding->span, "this one hides it"}});
  else if (data.kind != TypeKind::any)
    reporter_.error(written.span, "the data of a watcher is a struct that inherits `any_watcher_data`",
                    "write struct " + written.name.names.back().text + " inherits any_watcher_data:");
  watcher.data = &unknown_data();
}

// Stands for data of an unknown type.
TypeInfo& MemberLinker::unknown_data() {
  TypeInfo& made = symbols_.types.emplace_back();
  made.name = "any_watcher_data";
  made.base = symbols_.library_type("any_watcher_data");
  made.space = symbols_.types.front().space;
  made.is_library = true;
  made.is_open = true;
  return made;
}

bool MemberLinker::is_taken(const TypeInfo& type, const Part& part, const syntax::Name& name, const Type& field_type) {
  const MemberInfo* known = find_member(type, name.text);
  if (known == nullptr) return false;
  // A field that is inherited from a type of another namespace has another name in full.
  if (!type.members.contains(name.text) && known->kind == MemberKind::field && !known->field->is_library &&
      known->field->space->name != part.space->name)
    return false;
  const bool is_same = (part.repetition != nullptr || (type.is_library && is_of_info(type.name))) &&
                       known->kind == MemberKind::field && known->field->is_library &&
                       types_.converts(field_type, known->field->type);
  if (!is_same)
    reporter_.error(name.span, "`" + type.name + "` has a `" + name.text + "` already", {}, {{known->span, "here"}});
  return true;
}

void MemberLinker::add(TypeInfo& type, const Part& part, const syntax::Field& field) {
  const std::size_t errors = reporter_.error_count();
  const Type field_type = types_.type_of(field.type, *part.space);
  const bool is_opaque = field_type.kind == TypeKind::any && reporter_.error_count() == errors;
  for (const syntax::Name& name : field.names) {
    if (is_taken(type, part, name, field_type)) continue;
    FieldInfo& info = symbols_.fields.emplace_back();
    info.name = name.text;
    info.span = name.span;
    info.kind = field.kind;
    info.syntax = &field;
    info.value = field.sample ? field.sample->initial : field.value;
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
}

void MemberLinker::add(TypeInfo& type, const Part& part, const syntax::EventDeclaration& event) {
  std::vector<ParameterInfo> parameters = parameters_of(event.parameters, *part.space);
  if (is_taken(type, part, event.name, {})) return;
  EventInfo& info = symbols_.events.emplace_back();
  info.name = event.name.text;
  info.span = event.name.span;
  info.owner = &type;
  info.space = part.space;
  info.syntax = &event;
  info.parameters = std::move(parameters);
  type.events.push_back(&info);
  MemberInfo& added = type.members[event.name.text];
  added.kind = MemberKind::event;
  added.span = event.name.span;
  added.event = &info;
}

void MemberLinker::add(TypeInfo& type, const Part& part, const syntax::Instance& instance) {
  if (is_taken(type, part, instance.name, {})) return;
  InstanceInfo& info = symbols_.instances.emplace_back();
  info.name = instance.name.text;
  info.span = instance.name.span;
  info.owner = &type;
  info.space = part.space;
  info.syntax = &instance;
  info.is_library = part.is_library;
  find_watcher(info);
  type.instances.push_back(&info);
  MemberInfo& added = type.members[instance.name.text];
  added.kind = MemberKind::instance;
  added.span = instance.name.span;
  added.instance = &info;
}

void MemberLinker::find_watcher(InstanceInfo& instance) {
  const syntax::Path& name = instance.syntax->type;
  TypeInfo* const type = symbols_.find_type(name, *instance.space);
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
    for (const TypeInfo& known : symbols_.types)
      if (known.is_watcher) names.push_back(known.name);
    hint = reporter_.suggestion(to_string(name), names);
  }
  reporter_.error(
      name.span,
      type == nullptr ? "unknown watcher `" + to_string(name) + "`" : "`" + to_string(name) + "` is no watcher", hint);
  instance.is_broken = true;
}

std::vector<ParameterInfo> MemberLinker::parameters_of(const std::vector<syntax::Parameter>& parameters,
                                                       const Namespace& space) {
  std::vector<ParameterInfo> infos;
  infos.reserve(parameters.size());
  for (const syntax::Parameter& parameter : parameters)
    infos.push_back({parameter.name.text, types_.type_of(parameter.type, space), parameter.value, parameter.span});
  return infos;
}

void MemberLinker::add(TypeInfo& type, const Part& part, const syntax::Method& method) {
  std::vector<ParameterInfo> parameters = parameters_of(method.parameters, *part.space);
  const Type result = method.result ? types_.type_of(*method.result, *part.space) : Type{TypeKind::nothing};
  MethodInfo* same = nullptr;
  const MemberInfo* known = find_member(type, method.name.text);
  if (known != nullptr) {
    if (known->kind != MemberKind::method) {
      reporter_.error(method.name.span, "`" + type.name + "` has a `" + method.name.text + "` already", {},
                      {{known->span, "here"}});
      return;
    }
    for (MethodInfo* candidate : known->methods)
      if (same_types(candidate->parameters, parameters)) same = candidate;
  }
  if (same != nullptr && same->owner == &type) {
    add_body(*same, method);
    return;
  }
  // Without `only` or `also`, what another namespace calls the same is another method.
  const bool is_another = same != nullptr && !same->is_library && method.qualifier == syntax::MethodQualifier::none &&
                          same->space->name != part.space->name;
  MethodInfo& info = symbols_.methods.emplace_back();
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
  if (part.is_library) info.intrinsic = intrinsic_of(type, method);
  if (info.intrinsic.empty() && !std::holds_alternative<syntax::UndefinedBody>(method.body)) append_body(info, method);
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

// To a method of the same type.
void MemberLinker::add_body(MethodInfo& same, const syntax::Method& method) {
  if (method.qualifier == syntax::MethodQualifier::none && (!same.bodies.empty() || !same.intrinsic.empty())) {
    reporter_.error(method.name.span, "`" + method.name.text + "` is declared already", "write `is also` or `is only`",
                    {{same.span, "here"}});
    return;
  }
  if (method.qualifier == syntax::MethodQualifier::only) {
    same.bodies.clear();
    same.intrinsic.clear();
  }
  if (!std::holds_alternative<syntax::UndefinedBody>(method.body)) append_body(same, method);
}

void MemberLinker::append_body(MethodInfo& info, const syntax::Method& method) {
  if (!info.bodies.empty() && always_returns(*info.bodies.back()))
    reporter_.warning(method.name.span, "this never runs: `" + method.name.text + "` has returned before",
                      "write `is only` to replace it");
  info.bodies.push_back(&method);
}

}  // namespace scrutineer::lang::detail
