// Texts, intrinsics and parameters of built-in checks by their places in the program.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "lang/sema/analyse.h"
#include "lang/sema/detail/reporter.h"

namespace scrutineer::lang::detail {

class ProgramTables {
 public:
  ProgramTables(const Library& library, Program& program, Reporter& reporter);

  std::uint32_t text(std::string_view text);
  std::uint32_t parameter(const watch::AnyParameter& parameter);
  // Reports one that is declared, but not known to the program.
  std::uint32_t intrinsic(std::string_view name, Span span);

  const std::uint32_t* find_intrinsic(std::string_view name) const;        // null: there is none
  const watch::AnyParameter* find_parameter(std::string_view path) const;  // likewise

 private:
  Program& program_;
  Reporter& reporter_;
  std::unordered_map<std::string_view, std::uint32_t> intrinsics_;
  std::unordered_map<std::string, std::uint32_t> texts_;
  std::unordered_map<std::string_view, const watch::AnyParameter*> parameters_by_path_;
  std::unordered_map<const watch::AnyParameter*, std::uint32_t> parameters_;
};

}  // namespace scrutineer::lang::detail
