#include "lang/lower/lower.h"

#include "lang/lower/detail/function_lowering.h"

namespace scrutineer::lang {

Code lower(const Program& program, std::vector<Diagnostic>& diagnostics) {
  Code code;
  Folding folded(program);
  for (const Function& function : program.functions) {
    try {
      code.functions.push_back(detail::FunctionLowering(program, function, folded, code).run());
    } catch (const detail::TooLarge& problem) {
      diagnostics.push_back({.severity = Severity::error,
                             .span = problem.span,
                             .message = "the function " + function.name + " is too large: " + problem.what,
                             .hint = {},
                             .notes = {}});
      code.functions.push_back({});
    }
  }
  return code;
}

}  // namespace scrutineer::lang
