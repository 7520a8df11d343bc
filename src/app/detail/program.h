// The whole command line, made of the rows of all commands: what parses it, completes it and documents it.
#pragma once

#include <memory>

#include "app/detail/command.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own name
class App;
}

namespace scrutineer::app {

struct Program {
  Program();
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  std::unique_ptr<CLI::App> parser;
  Command::Start chosen;  // by the words that were parsed
};

}  // namespace scrutineer::app
