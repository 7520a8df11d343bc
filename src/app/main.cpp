#include <CLI/CLI.hpp>
#include <string>

#include "app/version.h"

namespace {

constexpr int kNotEvaluated = 2;  // exit code: bad usage or input

}  // namespace

int main(int argc, char** argv) {
  CLI::App program("Scrutineer evaluates drives of automated vehicles.", "scrutineer");
  program.set_version_flag("--version", "scrutineer " + std::string(scrutineer::app::version()));
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : kNotEvaluated;
  }
  return 0;
}
