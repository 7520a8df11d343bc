// From source texts to the typed program: names, types, units, settings.
//
//   Sources sources;
//   const FileIndex file = sources.add("my.osc", text);
//   const Analysis analysis = analyse(sources, {file}, library, open_import);
//   if (has_errors(analysis.diagnostics)) std::cerr << render(analysis.diagnostics, sources);
//
// In passes, each with a result of its own (detail/pass_results.h): files are loaded, names declared, what they refer to
// linked, fields laid out, settings made, code compiled. So the order of declarations is free. A name that cannot be
// resolved is reported once, and nothing that follows from it.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lang/diagnostic.h"
#include "lang/sema/program.h"
#include "lang/source.h"
#include "watch/check.h"
#include "watch/settings.h"

namespace scrutineer::lang {

// What the program brings along. All of it must outlive the Program.
struct Library {
  std::span<const watch::Check> checks;
  const watch::Settings& settings;               // of these checks
  std::span<const std::string_view> intrinsics;  // names; their places are those of ExpressionKind::intrinsic
  std::vector<std::string> import_folders = {};  // where `import a.b` looks for a/b.osc, beside the file's own folder
};

// The text of a file that another one imports, by its path: what the import says, from the folder of that file.
using OpenImport = std::function<Result<std::string>(const std::string& path)>;

struct Analysis {
  Program program;  // complete only if there are no errors
  std::vector<Diagnostic> diagnostics;
};

// Adds imported files, and the texts of the library, to `sources`.
Analysis analyse(Sources& sources, const std::vector<FileIndex>& files, const Library& library,
                 const OpenImport& open_import);

// As users write it: "length", "list of vehicle".
std::string type_name(const Program& program, const Type& type);

// The program as text: types with their cells, what runs with its statements, settings.
std::string dump_types(const Program& program);

}  // namespace scrutineer::lang
