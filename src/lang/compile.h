// From configuration files to checks and settings: the one door to the language.
//
//   Compilation made = compile({{"my.osc", text}}, {.catalogue = checks, .open_import = read});
//   if (!made.program) { std::cerr << render(made.diagnostics, *made.sources); return 2; }
//   const Compiled& program = *made.program;
//   std::vector<watch::Check> all = checks;
//   append(all, program.checks());                         // after the catalogue
//   watch::Settings settings(all);
//   if (auto problem = program.apply(settings)) ...
//   const auto companion = program.start();                // one for each evaluation
//   watch::evaluate(all, settings, {.trace = ..., .companion = companion.get()});
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "lang/diagnostic.h"
#include "lang/source.h"
#include "watch/check.h"
#include "watch/companion.h"
#include "watch/settings.h"

namespace scrutineer::lang {

struct Image;

struct SourceText {
  std::string name;  // as the user named the file
  std::string text;
};

struct CompileOptions {
  std::span<const watch::Check> catalogue;  // must outlive what is compiled
  // The text of a file that another one imports, by its path: what the import says, from the folder of that file. None:
  // imports are errors.
  std::function<Result<std::string>(const std::string& path)> open_import = {};
  std::vector<std::string> import_folders = {};  // where `import a.b` looks for a/b.osc, beside the file's own folder
};

// A compiled configuration: never changes, may be run any number of times, also at once.
class Compiled {
 public:
  explicit Compiled(std::shared_ptr<const Image> image, std::span<const watch::Check> catalogue);

  // Its watchers, checkers and modifiers, and its instances of the catalogue's. They go behind the catalogue's.
  const std::vector<watch::Check>& checks() const { return checks_; }
  // What it sets, and which kinds of issues its rules name. The settings must be those of all checks.
  std::optional<Problem> apply(watch::Settings& settings) const;
  // What its checks run beside.
  std::unique_ptr<watch::Companion> start() const;

  std::string bytecode() const;  // for people to read
  std::string types() const;     // the typed program, likewise

 private:
  std::shared_ptr<const Image> image_;
  std::vector<watch::Check> checks_;
};

struct Compilation {
  std::shared_ptr<const Sources> sources;  // the files, those that they import, and the library's
  std::vector<Diagnostic> diagnostics;     // in the order of the files
  std::optional<Compiled> program;         // nothing: there are errors
};

Compilation compile(std::span<const SourceText> files, const CompileOptions& options);

}  // namespace scrutineer::lang
