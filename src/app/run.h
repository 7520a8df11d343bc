// The program, in-process: what main() calls, and what tests call with a made-up outside world.
#pragma once

#include <iosfwd>
#include <span>
#include <string>

#include "run/outside.h"

namespace scrutineer::app {

struct Screen {
  std::ostream& out;
  std::ostream& err;
  bool colour_out = false;  // out is a terminal, and its owner wants colours
  bool colour_err = false;
};

// All that a command touches beyond its own memory.
struct Outside : run::Outside {
  Screen screen;
};

// Exit codes.
inline constexpr int kFine = 0;
inline constexpr int kFound = 1;         // evaluated, and something is wrong with what was evaluated
inline constexpr int kNotEvaluated = 2;  // bad input or usage

// `arguments` without the program's name. Returns the exit code.
int run(std::span<const std::string> arguments, Outside& outside);

}  // namespace scrutineer::app
