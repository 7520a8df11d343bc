// What is wrong with a command line, in our words: what the library that reads it says is not for people.
#pragma once

#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own name
class App;
class ParseError;
}  // namespace CLI

namespace scrutineer::app {

// One line, which ends with where to read on. `program` is as far as its words were read.
std::string usage_problem(const CLI::App& program, const CLI::ParseError& error);

}  // namespace scrutineer::app
