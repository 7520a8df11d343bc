#include "run/configuration.h"

#include <fmt/format.h>

#include "checks/catalogue.h"
#include "run/detail/setting_effects.h"
#include "trace/recognise.h"

namespace scrutineer::run {

namespace {

std::optional<Problem> apply(const trace::ManifestSetting& setting, watch::Settings& settings) {
  switch (setting.kind) {
    case trace::ManifestSetting::Kind::set:
      return settings.set(setting.text);
    case trace::ManifestSetting::Kind::enable:
      return settings.enable(setting.text);
    case trace::ManifestSetting::Kind::disable:
      return settings.disable(setting.text);
    case trace::ManifestSetting::Kind::severity:
      return settings.severity(setting.text);
    case trace::ManifestSetting::Kind::profile:
      return settings.choose_profile(setting.text);
  }
  return std::nullopt;
}

std::shared_ptr<Configuration> with_catalogue() {
  auto configuration = std::make_shared<Configuration>();
  configuration->catalogue = checks::catalogue();
  configuration->checks = configuration->catalogue;
  return configuration;
}

Result<watch::Settings> own_settings(const Configuration& configuration) {
  watch::Settings settings(configuration.checks);
  if (configuration.program)
    if (auto problem = configuration.program->apply(settings)) return *std::move(problem);
  return settings;
}

std::shared_ptr<const Configuration> completed(std::shared_ptr<Configuration> configuration) {
  configuration->settings = own_settings(*configuration);
  if (*configuration->settings) configuration->contradiction = detail::contradiction(**configuration->settings);
  return configuration;
}

}  // namespace

std::shared_ptr<const Configuration> catalogue_only() { return completed(with_catalogue()); }

Compiling compile_files(const std::vector<std::string>& files, std::span<const watch::Check> catalogue,
                        Outside& outside, const std::vector<std::string>& lang_path) {
  Compiling compiling;
  std::vector<lang::SourceText> texts;
  for (const std::string& file : files) {
    auto text = outside.files.read(file);
    if (!text) {
      compiling.problem = text.problem();
      return compiling;
    }
    const trace::Recognised found = trace::recognise(std::string_view(*text).substr(0, trace::kDecisiveSize), file);
    if (found.kind != trace::FileKind::configuration && !found.title.empty()) {
      compiling.problem = Problem{{.file = file},
                                  fmt::format("is {}, not a configuration: those are OpenSCENARIO DSL, .osc files",
                                              found.kind == trace::FileKind::run ? "a run" : found.title)};
      return compiling;
    }
    texts.push_back({file, *std::move(text)});
  }
  compiling.made =
      lang::compile(texts, {.catalogue = catalogue,
                            .open_import = [&](const std::string& path) { return outside.files.read(path); },
                            .import_folders = lang_path});
  return compiling;
}

Configured read_configuration(const std::vector<std::string>& files, Outside& outside,
                              const std::vector<std::string>& lang_path) {
  auto configuration = with_catalogue();
  if (files.empty()) return {.configuration = completed(std::move(configuration)), .problem = {}, .diagnostics = {}};
  Compiling compiling = compile_files(files, configuration->catalogue, outside, lang_path);
  Configured configured;
  configured.problem = std::move(compiling.problem);
  if (configured.problem) return configured;
  if (!compiling.made.diagnostics.empty())
    configured.diagnostics = lang::render(compiling.made.diagnostics, *compiling.made.sources);
  if (!compiling.made.program) return configured;
  configuration->program = *std::move(compiling.made.program);
  const std::vector<watch::Check>& added = configuration->program->checks();
  configuration->checks.insert(configuration->checks.end(), added.begin(), added.end());
  configured.configuration = completed(std::move(configuration));
  return configured;
}

Result<watch::Settings> settings_for(const Configuration& configuration, const trace::Manifest& manifest) {
  Result<watch::Settings> settings = *configuration.settings;
  if (!settings) return settings;
  if (manifest.settings.empty()) {
    if (configuration.contradiction) return *configuration.contradiction;
    return settings;
  }
  for (const trace::ManifestSetting& setting : manifest.settings) {
    const auto problem = apply(setting, *settings);
    if (!problem) continue;
    const bool is_flag = setting.place.file.empty();
    return Problem{setting.place, fmt::format("{}{} {}", is_flag ? "--" : "", to_word(setting.kind), problem->message)};
  }
  if (auto problem = detail::contradiction(*settings)) return *std::move(problem);
  return settings;
}

}  // namespace scrutineer::run
