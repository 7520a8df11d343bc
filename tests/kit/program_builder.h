// Typed programs of the language put together by hand, for tests of what comes after names and types.
//
//   ProgramBuilder make;
//   const auto fast = make.binary(BinaryOperator::greater, make.intrinsic("object_state.speed", {make.own_actor()}),
//                                 make.number(10.0));
//   const auto watcher =
//       make.object({.name = "fast", .has_intervals = true, .condition = make.returning("fast", fast)});
//   make.declaration({.name = "vehicle.fast", .object = watcher, .whom = {ProgramBuilder::type("vehicle")}});
//   const Program program = make.program();
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/sema/program.h"
#include "lang/vm/intrinsics.h"

namespace scrutineer::kit {

class ProgramBuilder {
 public:
  using Ids = std::vector<std::uint32_t>;

  // Of everything made from now on: a line of the first file.
  void at(std::uint32_t begin, std::uint32_t end = 0) { span_ = {0, begin, end}; }

  // ---- expressions ----
  lang::ExpressionId number(double value, lang::TypeKind kind = lang::TypeKind::number) {
    lang::Expression made = expression(lang::ExpressionKind::constant, kind);
    made.number = value;
    return add(std::move(made));
  }
  lang::ExpressionId truth(bool value) { return number(value ? 1.0 : 0.0, lang::TypeKind::truth); }
  lang::ExpressionId text(std::string_view value) {
    return simple(lang::ExpressionKind::text_constant, text_index(value), {}, lang::TypeKind::text);
  }
  lang::ExpressionId null() { return simple(lang::ExpressionKind::null, 0, {}, lang::TypeKind::null); }
  lang::ExpressionId local(std::uint32_t index, lang::TypeKind kind = lang::TypeKind::number) {
    return simple(lang::ExpressionKind::local, index, {}, kind);
  }
  lang::ExpressionId own_cell(std::uint32_t offset, lang::TypeKind kind = lang::TypeKind::number) {
    return simple(lang::ExpressionKind::own_cell, offset, {}, kind);
  }
  lang::ExpressionId data_cell(std::uint32_t offset) {
    return simple(lang::ExpressionKind::data_cell, offset, {own_instance()});
  }
  lang::ExpressionId data_cell_of(lang::ExpressionId instance, std::uint32_t offset) {
    return simple(lang::ExpressionKind::data_cell, offset, {instance});
  }
  lang::ExpressionId instance_cell(lang::ExpressionId instance, std::uint32_t offset) {
    return simple(lang::ExpressionKind::instance_cell, offset, {instance});
  }
  lang::ExpressionId actor_cell(lang::ExpressionId actor, std::uint32_t offset) {
    return simple(lang::ExpressionKind::actor_cell, offset, {actor});
  }
  lang::ExpressionId program_cell(std::uint32_t offset, lang::TypeKind kind = lang::TypeKind::number) {
    return simple(lang::ExpressionKind::program_cell, offset, {}, kind);
  }
  lang::ExpressionId own_instance() {
    return simple(lang::ExpressionKind::own_instance, 0, {}, lang::TypeKind::instance);
  }
  lang::ExpressionId own_actor() { return simple(lang::ExpressionKind::own_actor, 0, {}, lang::TypeKind::actor); }
  lang::ExpressionId instance_of(std::uint32_t declaration, Ids actor) {
    return simple(lang::ExpressionKind::instance_of, declaration, std::move(actor), lang::TypeKind::instance);
  }
  lang::ExpressionId metric(std::uint32_t index, lang::TypeKind kind = lang::TypeKind::number) {
    return simple(lang::ExpressionKind::metric, index, {}, kind);
  }
  lang::ExpressionId is_open() {
    return simple(lang::ExpressionKind::interval_is_open, 0, {own_instance()}, lang::TypeKind::truth);
  }
  lang::ExpressionId logical_not(lang::ExpressionId of) {
    return simple(lang::ExpressionKind::unary, static_cast<std::uint32_t>(lang::UnaryOperator::logical_not), {of},
                  lang::TypeKind::truth);
  }
  lang::ExpressionId negate(lang::ExpressionId of) {
    return simple(lang::ExpressionKind::unary, static_cast<std::uint32_t>(lang::UnaryOperator::negate), {of});
  }
  lang::ExpressionId binary(lang::BinaryOperator op, lang::ExpressionId left, lang::ExpressionId right) {
    const bool is_number = op < lang::BinaryOperator::less;
    return simple(lang::ExpressionKind::binary, static_cast<std::uint32_t>(op), {left, right},
                  is_number ? lang::TypeKind::number : lang::TypeKind::truth);
  }
  lang::ExpressionId conditional(lang::ExpressionId condition, lang::ExpressionId then, lang::ExpressionId otherwise) {
    return simple(lang::ExpressionKind::conditional, 0, {condition, then, otherwise});
  }
  lang::ExpressionId call(lang::FunctionId function, Ids arguments) {
    return simple(lang::ExpressionKind::call, function, std::move(arguments));
  }
  lang::ExpressionId intrinsic(std::string_view name, Ids arguments, lang::TypeKind kind = lang::TypeKind::number) {
    const auto index = lang::find_intrinsic(name);
    if (!index) throw std::runtime_error("no intrinsic " + std::string(name));
    return simple(lang::ExpressionKind::intrinsic, *index, std::move(arguments), kind);
  }
  lang::ExpressionId list(Ids elements) {
    return simple(lang::ExpressionKind::list, 0, std::move(elements), lang::TypeKind::list);
  }
  lang::ExpressionId element(lang::ExpressionId of, lang::ExpressionId place) {
    return simple(lang::ExpressionKind::element, 0, {of, place});
  }
  lang::ExpressionId fold(lang::ListFold kind, lang::ExpressionId of, std::uint32_t local, lang::ExpressionId body) {
    lang::Expression made = expression(lang::ExpressionKind::list_fold, lang::TypeKind::number);
    made.index = static_cast<std::uint32_t>(kind);
    made.operands = {of, body};
    made.local = local;
    return add(std::move(made));
  }
  // Parts in a row; numbers with the unit named, empty: none.
  lang::ExpressionId texts(const std::vector<std::pair<lang::ExpressionId, std::string>>& parts) {
    lang::Expression made = expression(lang::ExpressionKind::text, lang::TypeKind::text);
    for (const auto& [part, unit] : parts) {
      made.operands.push_back(part);
      made.formats.push_back({program_.expressions[part].type, unit});
    }
    return add(std::move(made));
  }
  lang::ExpressionId setting(const watch::AnyParameter& parameter, lang::ExpressionId actor) {
    program_.parameters.push_back(&parameter);
    return simple(lang::ExpressionKind::setting, static_cast<std::uint32_t>(program_.parameters.size() - 1), {actor});
  }

  // ---- statements ----
  lang::StatementId evaluate(lang::ExpressionId value) { return with_value(lang::StatementKind::evaluate, value); }
  lang::StatementId assign(lang::ExpressionId target, lang::ExpressionId value) {
    lang::Statement made = statement(lang::StatementKind::assign);
    made.target = target;
    made.value = value;
    return add(std::move(made));
  }
  lang::StatementId branch(lang::ExpressionId condition, Ids body, Ids otherwise = {}) {
    lang::Statement made = statement(lang::StatementKind::branch);
    made.value = condition;
    made.body = std::move(body);
    made.otherwise = std::move(otherwise);
    return add(std::move(made));
  }
  lang::StatementId repeat_while(lang::ExpressionId condition, Ids body) {
    lang::Statement made = statement(lang::StatementKind::repeat_while);
    made.value = condition;
    made.body = std::move(body);
    return add(std::move(made));
  }
  lang::StatementId repeat_for(std::uint32_t local, lang::ExpressionId of, Ids body) {
    lang::Statement made = statement(lang::StatementKind::repeat_for);
    made.value = of;
    made.local = local;
    made.body = std::move(body);
    return add(std::move(made));
  }
  lang::StatementId give_back(lang::ExpressionId value) { return with_value(lang::StatementKind::return_value, value); }
  lang::StatementId emit(std::uint32_t event) {
    lang::Statement made = statement(lang::StatementKind::emit);
    made.index = event;
    return add(std::move(made));
  }
  lang::StatementId start_interval(lang::ExpressionId of = lang::kNone) {
    return with_value(lang::StatementKind::start_interval, of);
  }
  lang::StatementId end_interval(lang::ExpressionId of = lang::kNone) {
    return with_value(lang::StatementKind::end_interval, of);
  }
  lang::StatementId set_run_mode(std::uint32_t declaration, lang::ExpressionId actor, bool frozen) {
    lang::Statement made = statement(lang::StatementKind::set_run_mode);
    made.declaration = declaration;
    made.value = actor;
    made.index = frozen ? 1 : 0;
    return add(std::move(made));
  }
  lang::StatementId set_check_mode(std::string_view check, lang::ExpressionId actor, bool frozen) {
    lang::Statement made = statement(lang::StatementKind::set_run_mode);
    made.check = text_index(check);
    made.value = actor;
    made.index = frozen ? 1 : 0;
    return add(std::move(made));
  }

  // ---- what runs ----
  lang::FunctionId function(std::string name, Ids body, std::uint32_t locals = 0, std::uint32_t parameters = 0) {
    lang::Function made;
    made.name = std::move(name);
    made.span = span_;
    made.body = std::move(body);
    made.locals = locals;
    made.parameters = parameters;
    program_.functions.push_back(std::move(made));
    return static_cast<lang::FunctionId>(program_.functions.size() - 1);
  }
  lang::FunctionId returning(std::string name, lang::ExpressionId value, std::uint32_t locals = 0) {
    return function(std::move(name), {give_back(value)}, locals);
  }
  std::uint32_t object(lang::ObjectType made) { return added(program_.objects, std::move(made)); }
  std::uint32_t declaration(lang::Declaration made) { return added(program_.declarations, std::move(made)); }
  std::uint32_t structure(lang::StructType made) { return added(program_.structs, std::move(made)); }
  std::uint32_t enumeration(lang::EnumType made) { return added(program_.enums, std::move(made)); }
  std::uint32_t text_index(std::string_view value) { return added(program_.texts, std::string(value)); }

  static watch::Scope type(std::string word) { return {watch::Scope::Kind::type, std::move(word)}; }
  static watch::Scope role(std::string word) { return {watch::Scope::Kind::role, std::move(word)}; }

  lang::Program& program() { return program_; }

 private:
  template <typename T>
  static std::uint32_t added(std::vector<T>& all, T made) {
    all.push_back(std::move(made));
    return static_cast<std::uint32_t>(all.size() - 1);
  }
  lang::Expression expression(lang::ExpressionKind kind, lang::TypeKind type) const {
    lang::Expression made;
    made.kind = kind;
    made.type.kind = type;
    if (type == lang::TypeKind::word) made.type.index = 0;
    made.span = span_;
    return made;
  }
  lang::ExpressionId simple(lang::ExpressionKind kind, std::uint32_t index, Ids operands,
                            lang::TypeKind type = lang::TypeKind::number) {
    lang::Expression made = expression(kind, type);
    made.index = index;
    made.operands = std::move(operands);
    return add(std::move(made));
  }
  lang::Statement statement(lang::StatementKind kind) const {
    lang::Statement made;
    made.kind = kind;
    made.span = span_;
    return made;
  }
  lang::StatementId with_value(lang::StatementKind kind, lang::ExpressionId value) {
    lang::Statement made = statement(kind);
    made.value = value;
    return add(std::move(made));
  }
  lang::ExpressionId add(lang::Expression made) { return added(program_.expressions, std::move(made)); }
  lang::StatementId add(lang::Statement made) { return added(program_.statements, std::move(made)); }

  lang::Program program_;
  lang::Span span_{0, 0, 0};
};

}  // namespace scrutineer::kit
