// scrutineer lint: what is wrong with configuration files, without a run. scrutineer lang dump: what the compiler sees.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "app/detail/command.h"
#include "app/detail/shared_options.h"
#include "app/detail/words.h"
#include "base/printable.h"
#include "checks/catalogue.h"

namespace scrutineer::app {

namespace {

struct LintOptions {
  std::vector<std::string> files, lang_path;
  Format format = Format::text;
};

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

int lint(const LintOptions& options, Outside& outside) {
  const std::vector<watch::Check> checks = checks::catalogue();
  const run::Compiling compiling = run::compile_files(options.files, checks, outside, options.lang_path);
  if (compiling.problem) return refuse(outside, *compiling.problem);
  const lang::Compilation& made = compiling.made;
  if (options.format == Format::json) {
    outside.screen.out << to_json(made);
  } else {
    outside.screen.out << lang::render(made.diagnostics, *made.sources);
    if (made.diagnostics.empty())
      outside.screen.out << fmt::format("{}: nothing is wrong\n",
                                        printable(fmt::format("{}", fmt::join(options.files, ", "))));
  }
  return made.program ? kFine : kNotEvaluated;
}

void add_options(Options& options, LintOptions& values) {
  options.add("FILE", values.files, "Files in OpenSCENARIO DSL, compiled together").required();
  add_lang_path(options, values.lang_path);
  add_text_or_json(options, values.format);
}

}  // namespace

Command lint_command() {
  return {.name = "lint",
          .turn = 100,
          .summary = "Find mistakes in configuration files; exit code 2 if there are any",
          .example = "scrutineer lint examples/config/tailgating.osc",
          .declare = declare<LintOptions, add_options, lint>};
}

}  // namespace scrutineer::app
