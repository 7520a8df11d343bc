// `do` trees of scenarios.
#include <fmt/format.h>

#include <algorithm>

#include "base/overloaded.h"
#include "lang/sema/detail/behaviour_members.h"
#include "lang/sema/detail/expressions.h"

namespace scrutineer::lang::detail {
namespace {

constexpr std::string_view kOverlaps[] = {"equal", "start", "end", "initial", "final", "inside", "full", "any"};

std::string_view word_of(syntax::CompositionOperator op) {
  switch (op) {
    case syntax::CompositionOperator::serial:
      return "serial";
    case syntax::CompositionOperator::one_of:
      return "one_of";
    case syntax::CompositionOperator::parallel:
      break;
  }
  return "parallel";
}

// `parallel(overlap: start)`
void check_overlap(FunctionCompiler& code, const syntax::Argument& argument) {
  const auto* named = std::get_if<syntax::NameExpression>(&argument.value->node);
  if (named != nullptr && std::ranges::find(kOverlaps, named->name.text) == std::end(kOverlaps))
    code.error(named->name.span, fmt::format("`{}` is no word of `overlap`", named->name.text),
               code.reporter.suggestion(named->name.text, {std::begin(kOverlaps), std::end(kOverlaps)}));
}

void check_composition_arguments(FunctionCompiler& code, const syntax::Composition& composition) {
  const Type time{TypeKind::number, kNone, kTime};
  std::vector<ParameterInfo> parameters = {{"duration", time, nullptr, {}}};
  const bool is_parallel = composition.op == syntax::CompositionOperator::parallel;
  if (is_parallel) {
    parameters.push_back({"start_to_start", time, nullptr, {}});
    parameters.push_back({"end_to_end", time, nullptr, {}});
  }
  std::vector<syntax::Argument> others;
  for (const syntax::Argument& argument : composition.arguments) {
    if (is_parallel && argument.name && argument.name->text == "overlap")
      check_overlap(code, argument);
    else
      others.push_back(argument);
  }
  check_arguments(code, word_of(composition.op), parameters, false, others);
}

void check_phase(FunctionCompiler& code, const syntax::DoMember& member);

void check_composition(FunctionCompiler& code, const syntax::Composition& composition, const syntax::DoMember& member) {
  check_composition_arguments(code, composition);
  std::vector<const syntax::Name*> labels;
  for (const syntax::DoMember& inner : composition.members) {
    if (!inner.label) continue;
    const auto same = std::ranges::find(labels, inner.label->text, &syntax::Name::text);
    if (same != labels.end())
      code.error(inner.label->span, fmt::format("there is a `{}` already", inner.label->text), {},
                 {{(*same)->span, "here"}});
    labels.push_back(&*inner.label);
  }
  code.behaviour->compositions.push_back(&composition);
  for (const syntax::DoMember& inner : composition.members) check_phase(code, inner);
  check_with(code, composition.with, {.what = Phase{&member}}, std::nullopt);
  code.behaviour->compositions.pop_back();
}

void check_invocation(FunctionCompiler& code, const syntax::Invocation& invocation) {
  const auto& call = std::get<syntax::CallExpression>(invocation.call->node);
  const Behaviour invoked = find_behaviour(code, call, BehaviourKind::action);
  if (invoked.is_known) check_arguments(code, invoked, call);
  const Operand it = invoked.declared == nullptr ? Operand{.what = Unresolved{invoked.standard}}
                                                 : operand_of_type(code.types, *invoked.declared);
  const bool is_global = invoked.declared != nullptr && invoked.declared->declaration->name.names.size() == 1;
  check_with(code, invocation.with, it, is_global ? std::nullopt : std::optional(invoked.actor));
}

void check_phase(FunctionCompiler& code, const syntax::DoMember& member) {
  std::visit(Overloaded{
                 [&](const syntax::Composition& composition) { check_composition(code, composition, member); },
                 [&](const syntax::Invocation& invocation) { check_invocation(code, invocation); },
                 [&](const syntax::Wait& wait) { check_event(code, wait.event, [] {}); },
                 [&](const syntax::EmitStatement& emitted) { check_emitted(code, emitted); },
                 [&](const syntax::CallStatement& called) { (void)check_expression(code, *called.call); },
             },
             member.node);
}

}  // namespace

void check_tree(FunctionCompiler& code, const syntax::DoDirective& directive) { check_phase(code, directive.root); }

}  // namespace scrutineer::lang::detail
