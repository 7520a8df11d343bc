// Can this bytecode be run without reading or writing anything that is not its own? Whatever the answer rests on is in
// the code and the program; what only shows when it runs (null, a place in a list), the machine checks.
#pragma once

#include <optional>
#include <string>

#include "lang/lower/code.h"
#include "lang/sema/program.h"

namespace scrutineer::lang {

// What is wrong, with function and instruction: "on_clock: 3 add: register 9 of 7". Nothing: the machine may run it.
std::optional<std::string> verify(const Code& code, const Program& program);

}  // namespace scrutineer::lang
