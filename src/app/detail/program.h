// The whole command line, made of the rows of all commands: what parses it, completes it and documents it.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "app/detail/command.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own name
class App;
}

namespace scrutineer::app {

struct Program {
  Program();
  // Only with the options of commands that these words may call: to declare those of all takes longer than many a
  // command does. What it refuses, the whole program explains.
  explicit Program(std::span<const std::string> words);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  std::unique_ptr<CLI::App> parser;
  Command::Start chosen;  // by the words that were parsed

 private:
  explicit Program(const std::span<const std::string>* words);
};

}  // namespace scrutineer::app
