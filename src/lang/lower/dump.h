// Bytecode for people to read.
//
//   fast.on_clock (0 parameters, 4 registers)
//     fast.osc:7: if actor.state.speed > limit:
//        0  own_actor         r0 =
//        1  fact              r0 = r0, speed
//        ...
#pragma once

#include <string>

#include "lang/lower/code.h"
#include "lang/sema/program.h"
#include "lang/source.h"

namespace scrutineer::lang {

std::string dump_bytecode(const Code& code, const Program& program, const Sources& sources);

}  // namespace scrutineer::lang
