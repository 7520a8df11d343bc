// scrutineer lang dump: what the compiler's stages make of a file.

#include <ostream>

#include "app/detail/command.h"
#include "app/detail/shared_options.h"
#include "app/detail/words.h"
#include "lang/dump.h"

namespace scrutineer::app {

namespace {

enum class Stage : std::uint8_t { tokens, tree, types, bytecode };

struct LangDumpOptions {
  std::string file;
  std::vector<std::string> lang_path;
  Stage stage = Stage::tree;
};

int lang_dump(const LangDumpOptions& options, Outside& outside) {
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
  const auto configuration = configured({options.file}, outside, options.lang_path);
  if (!configuration) return kNotEvaluated;
  outside.screen.out << (options.stage == Stage::types ? configuration->program->types()
                                                       : configuration->program->bytecode());
  return kFine;
}

void add_options(Options& options, LangDumpOptions& values) {
  options.add("FILE", values.file, "A file in OpenSCENARIO DSL").required();
  options.choice<Stage>(
      "--stage", values.stage,
      {{"tokens", Stage::tokens}, {"tree", Stage::tree}, {"types", Stage::types}, {"bytecode", Stage::bytecode}},
      "The stage of the compiler; tree by default");
  add_lang_path(options, values.lang_path);
}

}  // namespace

Command lang_dump_command() {
  return {.name = "lang dump",
          .turn = 110,
          .summary = "What one stage of the compiler makes of a file",
          .example = "scrutineer lang dump --stage bytecode examples/config/tailgating.osc",
          .declare = declare<LangDumpOptions, add_options, lang_dump>};
}

}  // namespace scrutineer::app
