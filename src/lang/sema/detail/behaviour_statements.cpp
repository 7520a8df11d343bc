// Events and statements of what never runs.
#include <fmt/format.h>

#include "base/overloaded.h"
#include "lang/sema/detail/behaviour_members.h"
#include "lang/sema/detail/expressions.h"

namespace scrutineer::lang::detail {
namespace {

void check_condition_of_event(FunctionCompiler& code, const syntax::EventCondition& condition) {
  const Type time{TypeKind::number, kNone, kTime};
  const bool is_time =
      condition.kind == syntax::ConditionKind::elapsed || condition.kind == syntax::ConditionKind::every;
  if (is_time)
    (void)check_typed(code, *condition.value, time, "the time");
  else
    (void)check_condition(code, *condition.value);
  if (condition.offset != nullptr) (void)check_typed(code, *condition.offset, time, "the offset");
}

void check_local(FunctionCompiler& code, const syntax::LocalVariable& variable) {
  const Type type = code.types.type_of(variable.type, *code.around.space);
  if (variable.value != nullptr)
    (void)check_typed(code, *variable.value, type, fmt::format("`{}`", variable.names.front().text));
  for (const syntax::Name& name : variable.names) code.behaviour->names.emplace_back(name.text, operand_of_type(type));
}

void check_for(FunctionCompiler& code, const syntax::ForStatement& loop) {
  const Operand list = check_expression(code, *loop.list);
  const bool is_list = list.type.kind == TypeKind::list;
  code.behaviour->names.emplace_back(loop.variable.text,
                                     is_list ? operand_of_type(code.types.element_of(list.type)) : Operand{});
  check_block(code, loop.body);
  code.behaviour->names.pop_back();
}

void check_if(FunctionCompiler& code, const syntax::IfStatement& choice) {
  for (const syntax::IfBranch& branch : choice.branches) {
    (void)check_condition(code, *branch.condition);
    check_block(code, branch.body);
  }
  check_block(code, choice.otherwise);
}

}  // namespace

void check_event(FunctionCompiler& code, const syntax::EventSpecification& specification,
                 const std::function<void()>& then) {
  auto& names = code.behaviour->names;
  const std::size_t before = names.size();
  Operand happened;
  if (specification.event != nullptr) happened = event_in_behaviour(code, *specification.event);
  if (specification.alias) names.emplace_back(specification.alias->text, happened);
  if (specification.condition) check_condition_of_event(code, *specification.condition);
  then();
  names.resize(before);
}

void check_emitted(FunctionCompiler& code, const syntax::EmitStatement& emitted) {
  const Operand happened = event_in_behaviour(code, *emitted.event);
  const auto* const named = happened.as<NamedEvent>();
  static const std::vector<ParameterInfo> kNoParameters;
  const bool is_known = named != nullptr && named->event != nullptr;
  check_arguments(code, code.passes.sources.text(emitted.event->span),
                  is_known ? named->event->parameters : kNoParameters, !is_known, emitted.arguments);
}

void check_assignment(FunctionCompiler& code, const syntax::Assignment& assignment) {
  const Operand target = check_expression(code, *assignment.target);
  (void)check_typed(code, *assignment.value, target.type,
                    fmt::format("`{}`", code.passes.sources.text(assignment.target->span)));
}

void check_block(FunctionCompiler& code, const std::vector<syntax::Statement>& block) {
  const std::size_t before = code.behaviour->names.size();
  for (const syntax::Statement& statement : block)
    std::visit(Overloaded{
                   [&](const syntax::Assignment& assignment) { check_assignment(code, assignment); },
                   [&](const syntax::CallStatement& called) { (void)check_expression(code, *called.call); },
                   [&](const syntax::EmitStatement& emitted) { check_emitted(code, emitted); },
                   [&](const syntax::LocalVariable& variable) { check_local(code, variable); },
                   [&](const syntax::IfStatement& choice) { check_if(code, choice); },
                   [&](const syntax::ForStatement& loop) { check_for(code, loop); },
                   [&](const syntax::WhileStatement& loop) {
                     (void)check_condition(code, *loop.condition);
                     check_block(code, loop.body);
                   },
                   [&](const syntax::ReturnStatement& returned) {
                     if (returned.value != nullptr) (void)check_expression(code, *returned.value);
                   },
                   [](const syntax::PassStatement&) {},
               },
               statement.node);
  code.behaviour->names.resize(before);
}

}  // namespace scrutineer::lang::detail
