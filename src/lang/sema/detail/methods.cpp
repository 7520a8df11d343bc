#include "lang/sema/detail/methods.h"

#include <fmt/format.h>

#include <algorithm>

#include "lang/sema/detail/assignments.h"
#include "lang/sema/detail/expressions.h"
#include "lang/sema/detail/members.h"
#include "lang/sema/detail/records.h"
#include "lang/sema/detail/statements.h"

namespace scrutineer::lang::detail {
namespace {

constexpr std::size_t kMostVersions = 10'000;

std::string function_name(const MethodInfo& method) { return method.owner->name + "." + std::string(method.name); }

// What the method is called on, with a parameter for it where the version has one.
Operand receiver_of(FunctionCompiler& code, const MethodVersion& version, TypeInfo& self_type) {
  const Span span = version.method->span;
  if (version.type.kind == TypeKind::nothing) return singleton(*version.method->owner, span);
  if (version.space != ExpressionKind::null) {
    CellAddress address{version.space, kNone, version.offset, true};
    if (version.has_base) {
      const std::uint32_t local = code.add_local({}, version.base_type, span);
      address.base = code.cell({ExpressionKind::local, kNone, local}, 0, version.base_type, span);
    }
    Operand self = cells_operand(address, version.type, span, nullptr);
    self.as<Cells>()->is_of_data = version.space == ExpressionKind::data_cell;
    return self;
  }
  if (version.is_own) {
    code.around.object = &self_type;
    code.around.actor = self_type.actor;
    if (code.around.actor == nullptr && self_type.is_watcher)
      code.around.actor = code.symbols.library_type("physical_object");
    return value_operand(code.own_instance(span), version.type, span);
  }
  const std::uint32_t local = code.add_local({}, version.type, span);
  Operand self = cells_operand({ExpressionKind::local, kNone, local}, version.type, span, nullptr);
  self.as<Cells>()->is_variable = false;
  return self;
}

}  // namespace

FunctionId Methods::function_of(const MethodVersion& version) {
  Program& program = passes_.program;
  MethodInfo& method = *version.method;
  const auto key = version.key();
  if (const auto known = versions_.find(key); known != versions_.end()) return known->second;
  const auto id = static_cast<FunctionId>(program.functions.size());
  program.functions.emplace_back();
  versions_.emplace(key, id);
  method.is_compiled = true;
  if (versions_.size() > kMostVersions) {
    passes_.reporter.error(method.span, "there are too many versions of methods");
    return id;
  }

  // What it calls is compiled after it, not within it: chains of calls may be of any length.
  pending_.emplace_back(id, version);
  if (is_compiling_) return id;
  is_compiling_ = true;
  while (!pending_.empty()) {
    const auto [next, what] = pending_.back();
    pending_.pop_back();
    compile(next, what);
  }
  is_compiling_ = false;
  return id;
}

void Methods::compile(FunctionId id, const MethodVersion& version) {
  const MethodInfo& method = *version.method;
  TypeInfo& owner = *method.owner;
  const bool has_own_type = owner.kind == TypeClass::actor ||
                            (passes_.types.is_struct(version.type) && version.space == ExpressionKind::null);
  if (has_own_type && !version.is_chosen)
    if (const std::vector<MethodInfo*> overrides = overrides_of(method); !overrides.empty()) {
      choose_override(id, version, overrides);
      return;
    }
  FunctionCompiler code(passes_, {.space = method.space}, function_name(method), method.span);
  TypeInfo* self_type = passes_.types.info_of(version.type);
  if (self_type == nullptr) self_type = &owner;
  const Operand self = receiver_of(code, version, *self_type);
  code.around.levels.push_back({self_type, self});
  code.around.it = self;
  for (const ParameterInfo& parameter : method.parameters)
    code.add_local(parameter.name, parameter.type, parameter.span);
  code.end_parameters();
  code.result_type = method.result;
  for (const syntax::Method* part : method.bodies) {
    if (const auto* expression = std::get_if<syntax::ExpressionBody>(&part->body))
      code.add_return(check_typed(code, *expression->value, method.result, fmt::format("`{}`", method.name)),
                      expression->value->span);
    else if (const auto* block = std::get_if<syntax::StatementBody>(&part->body))
      compile_statements(code, block->statements);
    else
      code.error(part->name.span, fmt::format("`{}` is external, and this program does not know it", method.name));
  }
  code.finish_into(id, method.result);
}

std::vector<MethodInfo*> Methods::overrides_of(const MethodInfo& method) const {
  std::vector<MethodInfo*> overrides;
  std::vector<TypeInfo*> infos = method.owner->kind == TypeClass::actor ? passes_.types.actors : passes_.types.structs;
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
void Methods::choose_override(FunctionId id, const MethodVersion& version, const std::vector<MethodInfo*>& overrides) {
  MethodInfo& method = *version.method;
  const Span span = method.span;
  FunctionCompiler code(passes_, {.space = method.space}, function_name(method), span);
  std::vector<ExpressionId> operands = {
      code.cell({ExpressionKind::local, kNone, code.add_local({}, version.type, span)}, 0, version.type, span)};
  for (const ParameterInfo& parameter : method.parameters) {
    const std::uint32_t first = code.add_local(parameter.name, parameter.type, span);
    for (std::uint32_t i = 0; i < cells_of(parameter.type); ++i)
      operands.push_back(code.cell({ExpressionKind::local, kNone, first}, i, parameter.type, span));
  }
  code.end_parameters();
  const auto call = [&](MethodInfo& chosen) {
    MethodVersion other = version;
    other.method = &chosen;
    other.type = passes_.types.type_of(*chosen.owner);
    other.is_chosen = true;
    Expression expression{ExpressionKind::call, method.result, span};
    expression.index = function_of(other);
    expression.operands = operands;
    const ExpressionId result = code.make(std::move(expression));
    const bool has_result = method.result.kind != TypeKind::nothing;
    Statement statement{has_result ? StatementKind::return_value : StatementKind::evaluate, span};
    statement.value = result;
    code.add(std::move(statement));
    if (!has_result) code.add({StatementKind::return_value, span});
  };
  for (MethodInfo* chosen : overrides) {
    Statement branch{StatementKind::branch, span};
    branch.value = method.owner->kind == TypeClass::actor
                       ? code.intrinsic("physical_object.is_a", kTruth,
                                        {operands.front(), code.constant(chosen->owner->index, kInteger, span)}, span)
                       : code.is_of_type(operands.front(), passes_.types.type_of(*chosen->owner), span);
    branch.body = code.collected([&] { call(*chosen); });
    code.add(std::move(branch));
  }
  call(method);
  code.finish_into(id, method.result);
}

// ---- constructors ---------------------------------------------------------------------------------------------------

FunctionId Methods::constructor_of(const Type& type) {
  Program& program = passes_.program;
  const auto [known, is_new] = constructors_.emplace(type.index, static_cast<FunctionId>(program.functions.size()));
  if (is_new) {
    const TypeInfo& info = *passes_.types.info_of(type);
    Function& function = program.functions.emplace_back();
    function.name = "new " + info.name;
    function.span = info.span;
    pending_constructors_.push_back(type.index);
  }
  return known->second;
}

void Methods::compile_constructors() {
  while (!pending_constructors_.empty()) {
    const std::uint32_t structure = pending_constructors_.back();
    pending_constructors_.pop_back();
    compile_constructor(structure);
  }
}

void Methods::compile_constructor(std::uint32_t structure) {
  const Type type{TypeKind::structure, structure};
  const TypeInfo& info = *passes_.types.info_of(type);
  FunctionCompiler code(passes_, {.space = info.space, .may_assign_parameters = true}, "new " + info.name, info.span);
  code.end_parameters();
  const CellAddress self{ExpressionKind::local, kNone, code.add_local({}, type, info.span)};
  Expression made{ExpressionKind::new_struct, type, info.span};
  made.index = structure;
  code.assign_cell(self, 0, type, code.make(std::move(made)), info.span);
  assign_initial(code, struct_cells(code, cells_operand(self, type, info.span, nullptr)), type, info.span);
  code.add_return(code.cell(self, 0, type, info.span), info.span);
  passes_.program.structs[structure].make = constructors_.at(structure);
  code.finish_into(constructors_.at(structure), type);
}

// ---- what nobody calls or makes -------------------------------------------------------------------------------------

Methods::CodeSize Methods::code_size() const {
  const Program& program = passes_.program;
  return {program.functions.size(), program.statements.size(), program.expressions.size()};
}

void Methods::forget(const CodeSize& before) {
  Program& program = passes_.program;
  // Methods that were called for the first time go with it.
  std::erase_if(versions_, [&](const auto& known) { return known.second >= before.functions; });
  std::erase_if(pending_constructors_, [&](std::uint32_t type) { return constructors_.at(type) >= before.functions; });
  std::erase_if(constructors_, [&](const auto& known) { return known.second >= before.functions; });
  program.functions.resize(before.functions);
  program.statements.resize(before.statements);
  program.expressions.resize(before.expressions);
}

// What the fields of a struct begin with is looked at even if no such struct exists.
void Methods::check_unused_structs() {
  for (std::size_t i = 0; i < passes_.types.structs.size(); ++i) {
    TypeInfo& type = *passes_.types.structs[i];
    if (type.is_view || type.is_singleton || type.is_settings || type.parts.empty()) continue;
    if (type.parts.size() == 1 && type.parts.front().is_library) continue;
    const CodeSize before = code_size();
    FunctionCompiler code(passes_, {.space = type.space}, type.name, type.span);
    const Type of = passes_.types.type_of(type);
    const CellAddress address{ExpressionKind::program_cell, kNone, 0, true};
    for (const FieldInfo* field : type.fields)
      if (field->value != nullptr && !field->is_library)
        assign_field(code, {address.space, kNone, field->offset}, *field,
                     cells_operand(address, of, type.span, nullptr), type);
    check_records(passes_, type);
    forget(before);
  }
}

void Methods::check_uncalled() {
  for (std::size_t i = 0; i < passes_.symbols.methods.size(); ++i) {
    MethodInfo& method = passes_.symbols.methods[i];
    if (method.is_library || method.is_compiled || method.bodies.empty() || method.owner == nullptr) continue;
    if (method.owner->kind == TypeClass::behaviour || method.owner->is_settings) continue;
    const auto is_external = [](const syntax::Method* part) {
      return std::holds_alternative<syntax::ExternalBody>(part->body);
    };
    if (std::ranges::any_of(method.bodies, is_external)) continue;
    const CodeSize before = code_size();
    MethodVersion version;
    version.method = &method;
    if (!method.owner->is_singleton) version.type = receiver_type(*method.owner);
    if (version.type.kind == TypeKind::instance) version.is_own = true;
    if (version.type.kind == TypeKind::any) continue;
    (void)function_of(version);
    forget(before);
  }
}

Type Methods::receiver_type(TypeInfo& owner) {
  if (owner.name == "string") return {TypeKind::text};
  if (owner.name == "int") return {TypeKind::integer};
  if (owner.name == "float") return {TypeKind::number};
  if (owner.name == "bool") return {TypeKind::truth};
  return passes_.types.type_of(owner);
}

}  // namespace scrutineer::lang::detail
