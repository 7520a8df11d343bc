// The program, in-process: what main() calls, and what tests call with a made-up outside world.
#pragma once

#include <span>
#include <string>

#include "app/outside.h"

namespace scrutineer::app {

// `arguments` without the program's name. Returns the exit code.
int run(std::span<const std::string> arguments, Outside& outside);

}  // namespace scrutineer::app
