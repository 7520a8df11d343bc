#include "lang/sema/analyse.h"

#include "lang/sema/detail/behaviours.h"
#include "lang/sema/detail/initial_order.h"
#include "lang/sema/detail/link.h"
#include "lang/sema/detail/pass_results.h"
#include "lang/sema/detail/plots.h"
#include "lang/sema/detail/records.h"

namespace scrutineer::lang {
namespace detail {
namespace {

// The last pass: the functions of the program. Fills passes.program.
void compile(PassResults& passes) {
  compile_objects(passes);
  compile_initials(passes);
  passes.methods.compile_constructors();
  passes.methods.check_uncalled();
  passes.methods.check_unused_structs();
  check_behaviours(passes);
  add_info(passes);
  passes.methods.compile_constructors();
  add_raised_kinds(passes);
  report_silent_checkers(passes);
  report_what_never_runs(passes);
  add_limits_of_declarations(passes);
  report_arguments_without_effect(passes);
}

}  // namespace
}  // namespace detail

Analysis analyse(Sources& sources, const std::vector<FileIndex>& files, const Library& library,
                 const OpenImport& open_import) {
  Analysis analysis;
  Program& program = analysis.program;
  detail::Reporter reporter(sources);
  detail::ProgramTables tables(library, program, reporter);

  const detail::LoadedFiles loaded = detail::load(sources, files, library, open_import, reporter);
  const detail::Units units = detail::declare_units(loaded, program, reporter);
  detail::SymbolTable symbols = detail::declare(loaded, units, reporter);
  detail::TypeTable types = detail::link(symbols, units, library, program, reporter);
  detail::Layout layout = detail::lay_out(symbols, types, program, reporter);
  detail::PassResults passes{sources, library, reporter, loaded, units, symbols, types, layout, program, tables};
  passes.objects = detail::declare_objects(passes);
  detail::configure(passes);
  detail::check_cycles(passes);
  detail::compile(passes);
  program.issue_kinds = std::move(symbols.user_issue_kinds);

  if (reporter.error_count() > detail::kMostErrors) {
    Diagnostic& last = reporter.diagnostics.back();
    last.notes.push_back({last.span, "there are more errors than are shown"});
  }
  detail::add_import_chains(loaded, reporter.diagnostics);
  analysis.diagnostics = reporter.sorted();
  return analysis;
}

}  // namespace scrutineer::lang
