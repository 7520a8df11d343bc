// The parts of the table of constructs.
#pragma once

#include <span>

#include "lang/coverage.h"

namespace scrutineer::lang::detail {

std::span<const Construct> standard_declarations();
std::span<const Construct> standard_behaviour();
std::span<const Construct> dialect();

}  // namespace scrutineer::lang::detail
