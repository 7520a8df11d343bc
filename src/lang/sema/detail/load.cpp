#include "lang/sema/detail/load.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "lang/library.h"
#include "lang/syntax/parse.h"

namespace scrutineer::lang::detail {
namespace {

// The standard's own: what of them is known is always there.
constexpr std::string_view kStandardLibraries[] = {"osc.standard", "osc.standard.all", "osc.standard.types",
                                                   "osc.standard.domain"};

// The path that a URI of a file means; what is no URI is a path.
std::string path_of(std::string_view uri) {
  constexpr std::string_view kScheme = "file:";
  if (!uri.starts_with(kScheme)) return std::string(uri);
  uri.remove_prefix(kScheme.size());
  if (uri.starts_with("//")) {  // and a host, which is this one
    uri.remove_prefix(2);
    uri.remove_prefix(std::min(uri.find('/'), uri.size()));
  }
  std::string path;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned code = 0;
    const char* const digits = uri.data() + i + 1;
    if (uri[i] == '%' && i + 2 < uri.size() && std::from_chars(digits, digits + 2, code, 16).ptr == digits + 2) {
      path += static_cast<char>(code);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

class Loader {
 public:
  Loader(Sources& sources, const Library& library, const OpenImport& open_import, Reporter& reporter)
      : sources_(sources), library_(library), open_import_(open_import), reporter_(reporter) {}

  void load(FileIndex file, bool is_library) {
    const std::string name = std::filesystem::path(sources_[file].name()).lexically_normal().string();
    if (!is_library && (!paths_.insert(name).second || !is_new(std::string(sources_[file].text())))) return;
    ++depth_;
    LoadedFile parsed{syntax::parse(sources_, file, reporter_.diagnostics), is_library};
    for (const std::string& lost : parsed.tree.lost_names) reporter_.lost_names.insert(lost);
    for (const syntax::Declaration& declaration : parsed.tree.declarations)
      if (const auto* import = std::get_if<syntax::Import>(&declaration.node)) load(*import, declaration.span, name);
    loaded_.files.push_back(std::move(parsed));
    --depth_;
  }

  LoadedFiles finish() { return std::move(loaded_); }

 private:
  void load(const syntax::Import& import, Span span, const std::string& from) {
    if (!import.file) {
      load_library(import, span, from);
      return;
    }
    const auto path = (std::filesystem::path(from).parent_path() / path_of(*import.file)).lexically_normal();
    if (const auto problem = open(path.string(), span))
      reporter_.error(span, "cannot import \"" + *import.file + "\": " + problem->message);
  }

  // `import a.b`: a/b.osc beside the file, or in one of the folders for libraries.
  void load_library(const syntax::Import& import, Span span, const std::string& from) {
    const std::string name = to_string(import.name);
    if (import.name.names.front().text == "osc") {
      if (std::ranges::find(kStandardLibraries, name) == std::end(kStandardLibraries))
        reporter_.warning(import.name.span, fmt::format("the standard has no library `{}`: nothing is imported", name),
                          "write import osc.standard.all");
      return;
    }
    std::filesystem::path file;
    for (const syntax::Name& part : import.name.names) file /= part.text;
    file += ".osc";
    std::vector<std::filesystem::path> folders = {std::filesystem::path(from).parent_path()};
    folders.insert(folders.end(), library_.import_folders.begin(), library_.import_folders.end());
    for (const std::filesystem::path& folder : folders)
      if (!open((folder / file).lexically_normal().string(), span)) return;
    reporter_.error(import.name.span, fmt::format("there is no library `{}`", name),
                    fmt::format("it would be {} beside this file{}", file.string(),
                                library_.import_folders.empty()
                                    ? ", or in a folder of --lang-path"
                                    : fmt::format(", or in {}", fmt::join(library_.import_folders, ", "))));
  }

  // A problem with the file; nothing if it is loaded, now or earlier.
  std::optional<Problem> open(const std::string& path, Span span) {
    if (paths_.contains(path)) return std::nullopt;
    if (depth_ > kDeepestImport) return Problem{{}, "imports are nested too deeply"};
    const Result<std::string> content = open_import_(path);
    if (!content) return content.problem();
    if (contents_.contains(*content)) {
      paths_.insert(path);
      return std::nullopt;
    }
    const FileIndex file = sources_.add(path, *content);
    loaded_.imported_at.emplace(file, span);
    load(file, false);
    return std::nullopt;
  }

  // One file may be reached by several paths: as the standard proposes, it is known by what is in it.
  bool is_new(std::string content) { return contents_.insert(std::move(content)).second; }

  static constexpr std::size_t kDeepestImport = 200;
  Sources& sources_;
  const Library& library_;
  const OpenImport& open_import_;
  Reporter& reporter_;
  LoadedFiles loaded_;
  std::set<std::string> paths_;  // of those loaded
  std::set<std::string> contents_;
  std::size_t depth_ = 0;
};

}  // namespace

LoadedFiles load(Sources& sources, const std::vector<FileIndex>& roots, const Library& library,
                 const OpenImport& open_import, Reporter& reporter) {
  Loader loader(sources, library, open_import, reporter);
  loader.load(sources.add("<domain>", std::string(domain_library())), true);
  loader.load(sources.add("<checkers>", checker_library(library.checks, library.settings)), true);
  for (const FileIndex root : roots) loader.load(root, false);
  reporter.count_errors();
  return loader.finish();
}

void add_import_chains(const LoadedFiles& loaded, std::vector<Diagnostic>& diagnostics) {
  for (Diagnostic& diagnostic : diagnostics) {
    FileIndex file = diagnostic.span.file;
    for (auto at = loaded.imported_at.find(file); at != loaded.imported_at.end(); at = loaded.imported_at.find(file)) {
      diagnostic.notes.push_back({at->second, "imported here"});
      file = at->second.file;
    }
  }
}

}  // namespace scrutineer::lang::detail
