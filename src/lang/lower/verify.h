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

// How many registers the row of an instruction has whose c is this; 0 where there is no such thing.
std::uint32_t row_length(const Code& code, Operand kind, std::uint16_t value);

}  // namespace scrutineer::lang
