#include "lang/sema/detail/function_compiler.h"

namespace scrutineer::lang::detail {

FunctionCompiler::FunctionCompiler(PassResults& pass_results, Surroundings surroundings, std::string name, Span span)
    : FunctionBuilder(pass_results.program, pass_results.tables, true, std::move(name), span),
      passes(pass_results),
      reporter(pass_results.reporter),
      symbols(pass_results.symbols),
      types(pass_results.types),
      around(std::move(surroundings)) {}

FunctionCompiler::FunctionCompiler(PassResults& pass_results, const Namespace& space, BehaviourView& view)
    : FunctionBuilder(pass_results.program, pass_results.tables, false, {}, {}),
      passes(pass_results),
      reporter(pass_results.reporter),
      symbols(pass_results.symbols),
      types(pass_results.types),
      around({.space = &space}),
      behaviour(&view) {}

std::uint32_t FunctionCompiler::add_local(std::string_view name, const Type& type, Span span) {
  return FunctionBuilder::add_local(name, type, span, reporter);
}

ExpressionId FunctionCompiler::own_instance(Span span) {
  const Type type = around.object == nullptr ? Type{} : types.type_of(*around.object);
  return make({ExpressionKind::own_instance, type, span});
}

ExpressionId FunctionCompiler::own_actor(Span span) {
  const Type type = around.actor == nullptr ? Type{} : types.type_of(*around.actor);
  return make({ExpressionKind::own_actor, type, span});
}

void FunctionCompiler::error(Span span, std::string message, std::string hint, std::vector<Note> notes) {
  reporter.error(span, std::move(message), std::move(hint), std::move(notes));
}

TypeInfo* FunctionCompiler::info_of(const Operand& operand) const {
  TypeInfo* const own = operand.info();
  return own != nullptr ? own : types.info_of(operand.type);
}

}  // namespace scrutineer::lang::detail
