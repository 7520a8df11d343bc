// First pass: the files, parsed.
#pragma once

#include <deque>
#include <map>
#include <vector>

#include "lang/sema/analyse.h"
#include "lang/sema/detail/reporter.h"
#include "lang/syntax/tree.h"

namespace scrutineer::lang::detail {

struct LoadedFile {
  syntax::Tree tree;
  bool is_library = false;  // what the program brings along
};

struct LoadedFiles {
  std::deque<LoadedFile> files;           // imported ones before those that import them
  std::map<FileIndex, Span> imported_at;  // by which import each was found first
};

// The library and `roots`, with all that they import. Each file is loaded once, whatever paths lead to it.
LoadedFiles load(Sources& sources, const std::vector<FileIndex>& roots, const Library& library,
                 const OpenImport& open_import, Reporter& reporter);

// Adds to each diagnostic in an imported file by which imports the file was reached.
void add_import_chains(const LoadedFiles& loaded, std::vector<Diagnostic>& diagnostics);

}  // namespace scrutineer::lang::detail
