#include "lang/compile.h"

#include <algorithm>
#include <stdexcept>

#include "lang/lower/dump.h"
#include "lang/lower/lower.h"
#include "lang/lower/verify.h"
#include "lang/sema/analyse.h"
#include "lang/vm/image.h"
#include "lang/vm/intrinsics.h"
#include "lang/vm/program_run.h"
#include "lang/vm/runner.h"

namespace scrutineer::lang {

Compiled::Compiled(std::shared_ptr<const Image> image, std::span<const watch::Check> catalogue)
    : image_(std::move(image)), checks_(make_checks(image_, catalogue)) {}

std::optional<Problem> Compiled::apply(watch::Settings& settings) const {
  const Program& program = image_->program;
  for (const SettingAssignment& assignment : program.settings) {
    if (auto problem = settings.set(assignment.path, assignment.scope, assignment.value)) {
      if (image_->sources != nullptr && assignment.span.file < image_->sources->size()) {
        const SourceFile& file = (*image_->sources)[assignment.span.file];
        const LineColumn at = file.line_column(assignment.span.begin);
        problem->place = {.file = file.name(), .line = at.line, .column = at.column};
      }
      return problem;
    }
  }
  for (const ObjectType& object : program.objects)
    for (const Handler& handler : object.handlers)
      if (handler.check != kNone) settings.ask_for(program.texts[handler.check]);
  // A kind that code names is watched even if it is to be ignored: a rule may want to see it.
  for (const Expression& expression : program.expressions) {
    if (expression.kind != ExpressionKind::constant || expression.type.kind != TypeKind::word) continue;
    const EnumType& words = program.enums[expression.type.index];
    if (words.name != "issue_kind") continue;
    const auto place = static_cast<std::size_t>(expression.number);
    if (place < words.words.size()) settings.name_kind(words.words[place]);
  }
  return std::nullopt;
}

std::unique_ptr<watch::Companion> Compiled::start() const { return std::make_unique<ProgramRun>(image_); }

std::string Compiled::bytecode() const { return dump_bytecode(image_->code, image_->program, *image_->sources); }
std::string Compiled::types() const { return dump_types(image_->program); }

Compilation compile(std::span<const SourceText> files, const CompileOptions& options) {
  auto sources = std::make_shared<Sources>();
  std::vector<FileIndex> indices;
  for (const SourceText& file : files) indices.push_back(sources->add(file.name, file.text));

  const auto settings = std::make_shared<const watch::Settings>(options.catalogue);
  std::vector<std::string_view> names;
  for (const Intrinsic& intrinsic : intrinsics()) names.push_back(intrinsic.name);
  const OpenImport no_import = [](const std::string&) -> Result<std::string> {
    return Problem{{}, "files cannot be imported here"};
  };
  Analysis analysis = analyse(*sources, indices, {options.catalogue, *settings, names, options.import_folders},
                              options.open_import ? options.open_import : no_import);
  Compilation result;
  result.diagnostics = std::move(analysis.diagnostics);
  result.sources = sources;
  if (has_errors(result.diagnostics)) return result;
  Code code = lower(analysis.program, result.diagnostics);
  if (has_errors(result.diagnostics)) return result;
  if (const auto problem = verify(code, analysis.program))
    throw std::logic_error("bytecode that cannot be run: " + *problem);
  // Parameters that all checks have (NAME.enabled) are the settings': they live as long as the program that reads them.
  struct Kept {
    std::shared_ptr<const watch::Settings> settings;
    std::shared_ptr<const Image> image;
  };
  const auto kept = std::make_shared<const Kept>(
      Kept{settings, make_image(std::move(analysis.program), std::move(code), std::move(sources))});
  result.program.emplace(std::shared_ptr<const Image>(kept, kept->image.get()), options.catalogue);
  return result;
}

}  // namespace scrutineer::lang
