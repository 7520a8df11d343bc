#include "app/configuration.h"

#include <ostream>

#include "checks/catalogue.h"

namespace scrutineer::app {

Compiling compile_files(const std::vector<std::string>& files, std::span<const watch::Check> catalogue,
                        Outside& outside) {
  Compiling compiling;
  std::vector<lang::SourceText> texts;
  for (const std::string& file : files) {
    auto text = outside.files.read(file);
    if (!text) {
      compiling.problem = text.problem();
      return compiling;
    }
    texts.push_back({file, *std::move(text)});
  }
  compiling.made = lang::compile(texts, {.catalogue = catalogue, .open_import = [&](const std::string& path) {
                                           return outside.files.read(path);
                                         }});
  return compiling;
}

std::unique_ptr<const Configuration> read_configuration(const std::vector<std::string>& files, Outside& outside) {
  auto configuration = std::make_unique<Configuration>();
  configuration->catalogue = checks::catalogue();
  configuration->checks = configuration->catalogue;
  if (files.empty()) return configuration;
  Compiling compiling = compile_files(files, configuration->catalogue, outside);
  if (compiling.problem) {
    refuse(outside, *compiling.problem);
    return nullptr;
  }
  if (!compiling.made.diagnostics.empty())
    outside.screen.err << lang::render(compiling.made.diagnostics, *compiling.made.sources);
  if (!compiling.made.program) return nullptr;
  configuration->program = *std::move(compiling.made.program);
  const std::vector<watch::Check>& added = configuration->program->checks();
  configuration->checks.insert(configuration->checks.end(), added.begin(), added.end());
  return configuration;
}

}  // namespace scrutineer::app
