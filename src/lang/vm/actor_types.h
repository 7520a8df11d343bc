// Of which of a program's actor types an actor of the run is.
#pragma once

#include <cstdint>
#include <vector>

#include "lang/sema/program.h"
#include "trace/frame.h"

namespace scrutineer::lang {

// Places in Program::actors: bases before what inherits them, then its category (car), then its role (sut_vehicle).
std::vector<std::uint32_t> types_of(const Program& program, const trace::ActorInfo& actor, bool is_ego);

}  // namespace scrutineer::lang
