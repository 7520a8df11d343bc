// Files and their imports: each once, those imported before those that import them.
#include <algorithm>
#include <filesystem>

#include "lang/library.h"
#include "lang/sema/detail/compilation.h"
#include "lang/syntax/parse.h"

namespace scrutineer::lang::detail {
namespace {

class Loader {
 public:
  Loader(Compilation& compilation, const OpenImport& open_import) : c_(compilation), open_import_(open_import) {}

  void load(FileIndex file, bool is_library) {
    const std::string name = std::filesystem::path(c_.sources[file].name()).lexically_normal().string();
    if (!is_library && !loaded_.insert(name).second) return;
    chain_.push_back(name);
    Compilation::File parsed{syntax::parse(c_.sources, file, c_.diagnostics), is_library, {}};
    for (const syntax::Declaration& declaration : parsed.tree.declarations)
      if (const auto* import = std::get_if<syntax::Import>(&declaration.node)) load(*import, declaration.span, name);
    c_.files.push_back(std::move(parsed));
    chain_.pop_back();
  }

 private:
  void load(const syntax::Import& import, Span span, const std::string& from) {
    if (!import.file) {
      // The standard's own libraries are always there.
      if (import.name.names.front().text != "osc")
        c_.error(import.name.span, "there is no library `" + to_string(import.name) + "`",
                 "files are imported by their path: import \"file.osc\"");
      return;
    }
    std::string_view text = *import.file;
    if (text.starts_with("file://")) text.remove_prefix(7);
    const std::string path = (std::filesystem::path(from).parent_path() / text).lexically_normal().string();
    if (const auto first = std::ranges::find(chain_, path); first != chain_.end()) {
      std::string chain;
      for (auto at = first; at != chain_.end(); ++at) chain += *at + " -> ";
      c_.error(span, "the file imports itself: " + chain + path);
      return;
    }
    if (loaded_.contains(path)) return;
    if (chain_.size() > kDeepestImport) {
      c_.error(span, "imports are nested too deeply");
      return;
    }
    const Result<std::string> content = open_import_(path);
    if (!content) {
      c_.error(span, "cannot import \"" + *import.file + "\": " + content.problem().message);
      return;
    }
    const FileIndex file = c_.sources.add(path, *content);
    c_.imported_at.emplace(file, span);
    load(file, false);
  }

  static constexpr std::size_t kDeepestImport = 200;
  Compilation& c_;
  const OpenImport& open_import_;
  std::set<std::string> loaded_;
  std::vector<std::string> chain_;
};

}  // namespace

void Compilation::load(const std::vector<FileIndex>& roots, const OpenImport& open_import) {
  Loader loader(*this, open_import);
  loader.load(sources.add("<domain>", std::string(domain_library())), true);
  loader.load(sources.add("<checkers>", checker_library(library.checks, library.settings)), true);
  for (const FileIndex root : roots) loader.load(root, false);
  error_count = static_cast<std::size_t>(
      std::ranges::count(diagnostics, Severity::error, [](const Diagnostic& known) { return known.severity; }));
}

// What is wrong in an imported file says by which way it was imported.
void Compilation::add_import_chains() {
  for (Diagnostic& diagnostic : diagnostics) {
    FileIndex file = diagnostic.span.file;
    for (auto at = imported_at.find(file); at != imported_at.end(); at = imported_at.find(file)) {
      diagnostic.notes.push_back({at->second, "imported here"});
      file = at->second.file;
    }
  }
}

}  // namespace scrutineer::lang::detail
