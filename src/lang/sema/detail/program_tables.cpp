#include "lang/sema/detail/program_tables.h"

namespace scrutineer::lang::detail {

ProgramTables::ProgramTables(const Library& library, Program& program, Reporter& reporter)
    : program_(program), reporter_(reporter) {
  program.intrinsics.assign(library.intrinsics.begin(), library.intrinsics.end());
  for (std::size_t i = 0; i < library.intrinsics.size(); ++i)
    intrinsics_.emplace(library.intrinsics[i], static_cast<std::uint32_t>(i));
  for (const watch::SettingInfo& setting : library.settings.all())
    parameters_by_path_.emplace(setting.parameter->path, setting.parameter);
}

std::uint32_t ProgramTables::text(std::string_view text) {
  const auto [found, is_new] = texts_.emplace(std::string(text), static_cast<std::uint32_t>(program_.texts.size()));
  if (is_new) program_.texts.emplace_back(text);
  return found->second;
}

std::uint32_t ProgramTables::parameter(const watch::AnyParameter& parameter) {
  const auto [found, is_new] = parameters_.emplace(&parameter, static_cast<std::uint32_t>(program_.parameters.size()));
  if (is_new) program_.parameters.push_back(&parameter);
  return found->second;
}

std::uint32_t ProgramTables::intrinsic(std::string_view name, Span span) {
  if (const std::uint32_t* place = find_intrinsic(name)) return *place;
  reporter_.error(span, "`" + std::string(name) + "` is declared, but this program cannot compute it");
  return 0;
}

const std::uint32_t* ProgramTables::find_intrinsic(std::string_view name) const {
  const auto found = intrinsics_.find(name);
  return found == intrinsics_.end() ? nullptr : &found->second;
}

const watch::AnyParameter* ProgramTables::find_parameter(std::string_view path) const {
  const auto found = parameters_by_path_.find(path);
  return found == parameters_by_path_.end() ? nullptr : found->second;
}

}  // namespace scrutineer::lang::detail
