// Methods as functions. A method is compiled for each way in which its receiver is reached: actors, structs and other
// instances are the first parameter, the own instance is known, and a watcher's data is cells at a fixed offset of one.
#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/body.h"

namespace scrutineer::lang::detail {
namespace {

constexpr std::size_t kMostVersions = 10'000;

}  // namespace

Operand Body::invoke(const Operand* receiver, MethodInfo& method, const std::vector<ExpressionId>& arguments,
                     Span span) {
  std::vector<ExpressionId> operands;
  const bool has_receiver = receiver != nullptr && receiver->kind != Operand::Kind::singleton;
  if (!method.intrinsic.empty()) {
    if (has_receiver) operands.push_back(value(*receiver));
    operands.insert(operands.end(), arguments.begin(), arguments.end());
    return value_operand(intrinsic(method.intrinsic, method.result, std::move(operands), span), method.result, span);
  }
  if (method.bodies.empty()) {
    c.error(span, fmt::format("`{}` has no body", method.name), {}, {{method.span, "declared here"}});
    return {};
  }
  Compilation::MethodVersion version;
  version.method = &method;
  if (has_receiver) {
    version.type = receiver->type;
    if (receiver->kind == Operand::Kind::place && receiver->place.is_flat) {
      version.space = receiver->place.space;
      version.offset = receiver->place.offset;
      version.has_base = receiver->place.base != kNone;
      if (version.has_base) operands.push_back(receiver->place.base);
      if (receiver->place.base != kNone) version.base_type = c.program.expressions[receiver->place.base].type;
    } else {
      const ExpressionId self = value(*receiver);
      version.is_own = c.program.expressions[self].kind == ExpressionKind::own_instance;
      if (!version.is_own) operands.push_back(self);
    }
    // One version serves all types that inherit the method.
    const bool is_struct = c.is_struct(version.type) && version.space == ExpressionKind::null;
    if (version.type.kind == TypeKind::actor || version.type.kind == TypeKind::instance || is_struct)
      version.type = version.is_own ? version.type : c.type_of(*method.owner);
  }
  Expression call{ExpressionKind::call, method.result, span};
  call.index = c.compiled(version);
  operands.insert(operands.end(), arguments.begin(), arguments.end());
  call.operands = std::move(operands);
  if (method.result.kind == TypeKind::range) {
    c.error(span,
            fmt::format("`{}` returns {}: only single values can be returned", method.name, c.describe(method.result)));
    return {};
  }
  return value_operand(make(std::move(call)), method.result, span);
}

FunctionId Compilation::compiled(const MethodVersion& version) {
  MethodInfo& method = *version.method;
  const auto key = version.key();
  if (const auto known = method_versions.find(key); known != method_versions.end()) return known->second;
  const auto id = static_cast<FunctionId>(program.functions.size());
  program.functions.emplace_back();
  method_versions.emplace(key, id);
  method.is_compiled = true;
  if (method_versions.size() > kMostVersions) {
    error(method.span, "there are too many versions of methods");
    return id;
  }

  // What it calls is compiled after it, not within it: chains of calls may be of any length.
  pending_methods.emplace_back(id, version);
  if (compiles_methods) return id;
  compiles_methods = true;
  while (!pending_methods.empty()) {
    const auto [next, what] = pending_methods.back();
    pending_methods.pop_back();
    compile_method(next, what);
  }
  compiles_methods = false;
  return id;
}

void Compilation::compile_method(FunctionId id, const MethodVersion& version) {
  MethodInfo& method = *version.method;
  TypeInfo& owner = *method.owner;
  const bool has_own_type =
      owner.kind == TypeClass::actor || (is_struct(version.type) && version.space == ExpressionKind::null);
  if (has_own_type && !version.is_chosen)
    if (const std::vector<MethodInfo*> overrides = overrides_of(method); !overrides.empty()) {
      choose_override(id, version, overrides);
      return;
    }
  Surroundings around;
  around.space = method.space;
  Body body(*this, std::move(around), owner.name + "." + std::string(method.name), method.span);
  Operand self;
  TypeInfo* self_type = info_of(version.type);
  if (self_type == nullptr) self_type = &owner;
  if (version.type.kind == TypeKind::nothing) {  // what exists once
    self = body.singleton(owner, method.span);
  } else if (version.space != ExpressionKind::null) {
    Place place{version.space, kNone, version.offset, true};
    if (version.has_base) {
      const std::uint32_t local = body.add_local({}, version.base_type, method.span);
      place.base = body.cell({ExpressionKind::local, kNone, local}, 0, version.base_type, method.span);
    }
    self = body.place_operand(place, version.type, method.span, nullptr);
    self.is_variable = true;
    self.is_of_data = version.space == ExpressionKind::data_cell;
  } else if (version.is_own) {
    body.around.object = self_type;
    body.around.actor = self_type->actor;
    if (body.around.actor == nullptr && self_type->is_watcher) body.around.actor = library_type("physical_object");
    self = body.value_operand(body.own_instance(method.span), version.type, method.span);
  } else {
    const std::uint32_t local = body.add_local({}, version.type, method.span);
    self = body.place_operand({ExpressionKind::local, kNone, local}, version.type, method.span, nullptr);
    self.is_variable = false;
  }
  body.around.scopes.push_back({self_type, self});
  body.around.it = self;
  for (const ParameterInfo& parameter : method.parameters)
    body.add_local(parameter.name, parameter.type, parameter.span);
  body.end_parameters();
  body.result_type = method.result;
  for (const syntax::Method* part : method.bodies) {
    if (const auto* expression = std::get_if<syntax::ExpressionBody>(&part->body)) {
      Statement statement{StatementKind::return_value, expression->value->span};
      statement.value = body.typed(*expression->value, method.result, fmt::format("`{}`", method.name));
      body.add(std::move(statement));
    } else if (const auto* block = std::get_if<syntax::StatementBody>(&part->body)) {
      body.statements(block->statements);
    } else {
      error(part->name.span, fmt::format("`{}` is external, and this program does not know it", method.name));
    }
  }
  body.finish_into(id, method.result);
}

// What types of actors or structs that inherit the method have instead: roles first, then the most special types.
std::vector<MethodInfo*> Compilation::overrides_of(const MethodInfo& method) const {
  std::vector<MethodInfo*> overrides;
  std::vector<TypeInfo*> infos = method.owner->kind == TypeClass::actor ? actor_infos : struct_infos;
  const auto generation = [](const TypeInfo* type) {
    int bases = 0;
    for (; type->base != nullptr; type = type->base) ++bases;
    return bases;
  };
  if (method.owner->kind == TypeClass::structure) std::ranges::stable_sort(infos, {}, generation);
  for (std::size_t i = infos.size(); i-- > 0;) {
    const TypeInfo& type = *infos[i];
    if (&type == method.owner || !is_a(&type, method.owner)) continue;
    const auto member = type.members.find(method.name);
    if (member == type.members.end()) continue;
    for (MethodInfo* other : member->second.methods) {
      const bool has_same_types =
          std::ranges::equal(other->parameters, method.parameters,
                             [](const ParameterInfo& a, const ParameterInfo& b) { return a.type == b.type; });
      if (other->owner == &type && has_same_types && other->result == method.result && !other->is_another)
        overrides.push_back(other);
    }
  }
  const auto is_role = [](const MethodInfo* chosen) {
    return chosen->owner->name == "sut_vehicle" || chosen->owner->name == "npc_vehicle";
  };
  std::ranges::stable_partition(overrides, is_role);
  return overrides;
}

// A function that looks at the actor or struct, and calls what its type has.
void Compilation::choose_override(FunctionId id, const MethodVersion& version,
                                  const std::vector<MethodInfo*>& overrides) {
  MethodInfo& method = *version.method;
  const Span span = method.span;
  Surroundings around;
  around.space = method.space;
  Body body(*this, std::move(around), method.owner->name + "." + std::string(method.name), span);
  std::vector<ExpressionId> operands = {
      body.cell({ExpressionKind::local, kNone, body.add_local({}, version.type, span)}, 0, version.type, span)};
  for (const ParameterInfo& parameter : method.parameters) {
    const std::uint32_t first = body.add_local(parameter.name, parameter.type, span);
    for (std::uint32_t i = 0; i < cells_of(parameter.type); ++i)
      operands.push_back(body.cell({ExpressionKind::local, kNone, first}, i, parameter.type, span));
  }
  body.end_parameters();
  const auto call = [&](MethodInfo& chosen) {
    MethodVersion other = version;
    other.method = &chosen;
    other.type = type_of(*chosen.owner);
    other.is_chosen = true;
    Expression expression{ExpressionKind::call, method.result, span};
    expression.index = compiled(other);
    expression.operands = operands;
    const ExpressionId result = body.make(std::move(expression));
    Statement statement{method.result.kind == TypeKind::nothing ? StatementKind::evaluate : StatementKind::return_value,
                        span};
    statement.value = result;
    body.add(std::move(statement));
    if (method.result.kind == TypeKind::nothing) body.add({StatementKind::return_value, span});
  };
  for (MethodInfo* chosen : overrides) {
    Statement branch{StatementKind::branch, span};
    const bool is_actor = method.owner->kind == TypeClass::actor;
    branch.value =
        is_actor
            ? body.intrinsic("physical_object.is_a", {TypeKind::truth},
                             {operands.front(), body.constant(chosen->owner->index, {TypeKind::integer}, span)}, span)
            : body.is_of_type(operands.front(), type_of(*chosen->owner), span);
    branch.body = body.collected([&] { call(*chosen); });
    body.add(std::move(branch));
  }
  call(method);
  body.finish_into(id, method.result);
}

FunctionId Compilation::constructor_of(const Type& type) {
  const auto [known, is_new] = constructors.emplace(type.index, static_cast<FunctionId>(program.functions.size()));
  if (is_new) {
    Function& function = program.functions.emplace_back();
    function.name = "new " + info_of(type)->name;
    function.span = info_of(type)->span;
    pending_constructors.push_back(type.index);
  }
  return known->second;
}

void Compilation::compile_constructors() {
  while (!pending_constructors.empty()) {
    const Type type{TypeKind::structure, pending_constructors.back()};
    pending_constructors.pop_back();
    TypeInfo& info = *info_of(type);
    Surroundings around;
    around.space = info.space;
    around.may_assign_parameters = true;
    Body body(*this, std::move(around), "new " + info.name, info.span);
    body.end_parameters();
    const Place self{ExpressionKind::local, kNone, body.add_local({}, type, info.span)};
    Expression made{ExpressionKind::new_struct, type, info.span};
    made.index = type.index;
    body.assign_cell(self, 0, type, body.make(std::move(made)), info.span);
    body.assign_initial(body.cells_of(body.place_operand(self, type, info.span, nullptr)), type, info.span);
    Statement result{StatementKind::return_value, info.span};
    result.value = body.cell(self, 0, type, info.span);
    body.add(std::move(result));
    program.structs[type.index].make = constructors.at(type.index);
    body.finish_into(constructors.at(type.index), type);
  }
}

// What the fields of a struct begin with is looked at even if no such struct exists.
void Compilation::check_unused_structs() {
  for (std::size_t i = 0; i < struct_infos.size(); ++i) {
    TypeInfo& type = *struct_infos[i];
    if (type.is_view || type.is_singleton || type.is_settings || type.parts.empty()) continue;
    if (type.parts.size() == 1 && type.parts.front().is_library) continue;
    const std::size_t functions = program.functions.size(), statements = program.statements.size(),
                      expressions = program.expressions.size();
    Surroundings around;
    around.space = type.space;
    Body body(*this, std::move(around), type.name, type.span);
    const Type of = type_of(type);
    const Place place{ExpressionKind::program_cell, kNone, 0, true};
    for (const FieldInfo* field : type.fields)
      if (field->value != nullptr && !field->is_library)
        body.assign_field({place.space, kNone, field->offset}, *field,
                          body.place_operand(place, of, type.span, nullptr), type);
    check_records(type);
    forget(functions, statements, expressions);
  }
}

void Compilation::forget(std::size_t functions, std::size_t statements, std::size_t expressions) {
  // Methods that were called for the first time go with it.
  std::erase_if(method_versions, [&](const auto& known) { return known.second >= functions; });
  std::erase_if(pending_constructors, [&](std::uint32_t type) { return constructors.at(type) >= functions; });
  std::erase_if(constructors, [&](const auto& known) { return known.second >= functions; });
  program.functions.resize(functions);
  program.statements.resize(statements);
  program.expressions.resize(expressions);
}

// Methods that nobody calls are looked at, too; nothing of them stays in the program.
void Compilation::check_uncalled_methods() {
  for (std::size_t i = 0; i < methods.size(); ++i) {
    MethodInfo& method = methods[i];
    if (method.is_library || method.is_compiled || method.bodies.empty() || method.owner == nullptr) continue;
    if (method.owner->kind == TypeClass::behaviour || method.owner->is_settings) continue;
    bool is_external = false;
    for (const syntax::Method* part : method.bodies)
      is_external = is_external || std::holds_alternative<syntax::ExternalBody>(part->body);
    if (is_external) continue;
    const std::size_t functions = program.functions.size(), statements = program.statements.size(),
                      expressions = program.expressions.size();
    MethodVersion version;
    version.method = &method;
    if (!method.owner->is_singleton) version.type = receiver_type(*method.owner);
    if (version.type.kind == TypeKind::instance) version.is_own = true;
    if (version.type.kind == TypeKind::any) continue;
    (void)compiled(version);
    forget(functions, statements, expressions);
  }
}

Type Compilation::receiver_type(TypeInfo& owner) {
  if (owner.name == "string") return {TypeKind::text};
  if (owner.name == "int") return {TypeKind::integer};
  if (owner.name == "float") return {TypeKind::number};
  if (owner.name == "bool") return {TypeKind::truth};
  return type_of(owner);
}

}  // namespace scrutineer::lang::detail
