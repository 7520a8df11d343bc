// The checks that there are: the catalogue's, and behind them those of configuration files in OpenSCENARIO DSL.
//
//   const Configured configured = read_configuration(files, outside);
//   std::cerr << configured.diagnostics;                            // errors and warnings, for people
//   if (!configured.configuration) return ...;
//   const auto settings = settings_for(*configured.configuration, manifest);
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lang/compile.h"
#include "run/outside.h"
#include "trace/manifest.h"
#include "watch/check.h"
#include "watch/settings.h"

namespace scrutineer::run {

// Never changes: any number of runs share it, also at once.
struct Configuration {
  std::vector<watch::Check> catalogue;
  std::vector<watch::Check> checks;       // all of them
  std::optional<lang::Compiled> program;  // nothing: there are no files
  // What the program sets; without a program, every default. Runs begin with a copy, since making one takes its time.
  std::optional<Result<watch::Settings>> settings;
  std::optional<Problem> contradiction;  // among these settings, unless the run sets others

  // What the program's checks run beside; null without one. One for each evaluation.
  std::unique_ptr<watch::Companion> start() const { return program ? program->start() : nullptr; }
};

std::shared_ptr<const Configuration> catalogue_only();

struct Configured {
  std::shared_ptr<const Configuration> configuration;  // null: it cannot be used
  std::optional<Problem> problem;                      // a file could not be read; otherwise `diagnostics` says why
  std::string diagnostics;                             // errors and warnings, each with its line and a caret
};
// `lang_path`: the folders in which `import a.b` finds a/b.osc, beside that of the file which imports it.
Configured read_configuration(const std::vector<std::string>& files, Outside& outside,
                              const std::vector<std::string>& lang_path = {});

// What the configuration sets, and over it what the manifest does.
Result<watch::Settings> settings_for(const Configuration& configuration, const trace::Manifest& manifest);

// The files compiled, without running anything.
struct Compiling {
  std::optional<Problem> problem;  // a file could not be read
  lang::Compilation made;
};
Compiling compile_files(const std::vector<std::string>& files, std::span<const watch::Check> catalogue,
                        Outside& outside, const std::vector<std::string>& lang_path = {});

}  // namespace scrutineer::run
