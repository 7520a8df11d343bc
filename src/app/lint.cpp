// scrutineer lint: what is wrong with configuration files, without a run. scrutineer lang dump: what the compiler sees.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "app/commands.h"
#include "app/configuration.h"
#include "checks/catalogue.h"
#include "lang/dump.h"

namespace scrutineer::app {

namespace {

std::string to_json(const lang::Compilation& made) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const auto place = [&](lang::Span span) {
    const lang::SourceFile& file = (*made.sources)[span.file];
    const lang::LineColumn from = file.line_column(span.begin), to = file.line_column(span.end);
    return nlohmann::ordered_json{{"file", file.name()},
                                  {"line", from.line},
                                  {"column", from.column},
                                  {"end_line", to.line},
                                  {"end_column", to.column}};
  };
  for (const lang::Diagnostic& diagnostic : made.diagnostics) {
    nlohmann::ordered_json json = place(diagnostic.span);
    json["severity"] = diagnostic.severity == lang::Severity::error ? "error" : "warning";
    json["message"] = diagnostic.message;
    if (!diagnostic.hint.empty()) json["hint"] = diagnostic.hint;
    for (const lang::Note& note : diagnostic.notes) {
      nlohmann::ordered_json told = place(note.span);
      told["message"] = note.message;
      json["notes"].push_back(std::move(told));
    }
    list.push_back(std::move(json));
  }
  return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace

int lint(const LintOptions& options, Outside& outside) {
  const std::vector<watch::Check> checks = checks::catalogue();
  const Compiling compiling = compile_files(options.files, checks, outside);
  if (compiling.problem) return refuse(outside, *compiling.problem);
  const lang::Compilation& made = compiling.made;
  if (options.format == Format::json) {
    outside.screen.out << to_json(made);
  } else {
    outside.screen.out << lang::render(made.diagnostics, *made.sources);
    if (made.diagnostics.empty())
      outside.screen.out << fmt::format("{}: nothing is wrong\n", fmt::join(options.files, ", "));
  }
  return made.program ? kFine : kNotEvaluated;
}

int lang_dump(const LangDumpOptions& options, Outside& outside) {
  using Stage = LangDumpOptions::Stage;
  if (options.stage == Stage::tokens || options.stage == Stage::tree) {
    auto text = outside.files.read(options.file);
    if (!text) return refuse(outside, text.problem());
    lang::Sources sources;
    const lang::FileIndex file = sources.add(options.file, *std::move(text));
    if (options.stage == Stage::tokens) {
      outside.screen.out << lang::dump_tokens(sources, file);
      return kFine;
    }
    std::vector<lang::Diagnostic> diagnostics;
    outside.screen.out << lang::dump_tree(sources, file, diagnostics);
    outside.screen.err << lang::render(diagnostics, sources);
    return lang::has_errors(diagnostics) ? kNotEvaluated : kFine;
  }
  const auto configuration = read_configuration({options.file}, outside);
  if (!configuration) return kNotEvaluated;
  outside.screen.out << (options.stage == Stage::types ? configuration->program->types()
                                                       : configuration->program->bytecode());
  return kFine;
}

}  // namespace scrutineer::app
