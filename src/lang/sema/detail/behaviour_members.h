// The members of what never runs. Each function looks at one, with what `code.behaviour` sees.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "lang/sema/detail/behaviour_names.h"

namespace scrutineer::lang::detail {

void check_member(FunctionCompiler& code, const syntax::Member& member);
void check_application(FunctionCompiler& code, const syntax::Application& application);
// `scenario fast inherits drive(kind == quick)`
void check_inheritance(FunctionCompiler& code, const syntax::Inheritance& inherits);
// The `with:` of a parameter or a behaviour, which is `it` there. `actor`: the one whose modifiers need no path.
void check_with(FunctionCompiler& code, const std::vector<syntax::Member>& members, const Operand& it,
                const std::optional<Operand>& actor);
void check_with_of_field(FunctionCompiler& code, const syntax::Field& field);

// `do` trees with their labels, behaviours and events (behaviour_trees.cpp).
void check_tree(FunctionCompiler& code, const syntax::DoDirective& directive);

// Events and statements (behaviour_statements.cpp). `then` looks at what follows the event and sees its name.
void check_event(FunctionCompiler& code, const syntax::EventSpecification& specification,
                 const std::function<void()>& then);
void check_emitted(FunctionCompiler& code, const syntax::EmitStatement& emitted);
void check_assignment(FunctionCompiler& code, const syntax::Assignment& assignment);
void check_block(FunctionCompiler& code, const std::vector<syntax::Statement>& block);

}  // namespace scrutineer::lang::detail
