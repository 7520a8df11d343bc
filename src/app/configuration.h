// The checks that there are: the catalogue's, and behind them those of configuration files in OpenSCENARIO DSL.
//
//   const auto configuration = read_configuration(files, outside);
//   if (!configuration) return kNotEvaluated;             // what is wrong was said
//   watch::Settings settings(configuration->checks);
//   if (auto problem = configuration->apply(settings)) ...
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/outside.h"
#include "lang/compile.h"
#include "watch/check.h"
#include "watch/settings.h"

namespace scrutineer::app {

struct Configuration {
  std::vector<watch::Check> catalogue;
  std::vector<watch::Check> checks;       // all of them
  std::optional<lang::Compiled> program;  // nothing: there are no files

  std::optional<Problem> apply(watch::Settings& settings) const {
    return program ? program->apply(settings) : std::nullopt;
  }
  // What the program's checks run beside; null without one.
  std::unique_ptr<watch::Companion> start() const { return program ? program->start() : nullptr; }
};

// Errors and warnings go to the error stream, each with its line and a caret. Null: there are errors.
std::unique_ptr<const Configuration> read_configuration(const std::vector<std::string>& files, Outside& outside);

// The same without running anything.
struct Compiling {
  std::optional<Problem> problem;  // a file could not be read
  lang::Compilation made;
};
Compiling compile_files(const std::vector<std::string>& files, std::span<const watch::Check> catalogue,
                        Outside& outside);

}  // namespace scrutineer::app
