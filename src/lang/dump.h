// What the first passes of the compiler see in a file, as text for people. Compiled::types() and Compiled::bytecode()
// (compile.h) show the later ones.
#pragma once

#include <string>
#include <vector>

#include "lang/diagnostic.h"
#include "lang/source.h"

namespace scrutineer::lang {

// One token per line with its place: `3:5 name keep`.
std::string dump_tokens(const Sources& sources, FileIndex file);

// One node of the tree per line, children indented below their parent. Adds what is wrong to `diagnostics`; the text
// shows what is right.
std::string dump_tree(const Sources& sources, FileIndex file, std::vector<Diagnostic>& diagnostics);

}  // namespace scrutineer::lang
