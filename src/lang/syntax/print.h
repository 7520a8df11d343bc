// Trees and tokens as text.
#pragma once

#include <string>

#include "lang/source.h"
#include "lang/syntax/tree.h"

namespace scrutineer::lang::syntax {

// Source text that parses to the same tree, in one layout: comments are gone, indents are four blanks.
std::string print(const Tree& tree);
std::string print(const Expression& expression);
std::string print(const TypeReference& type);

// One node per line, children indented below their parent.
std::string dump_tree(const Tree& tree);

// One token per line with its place: `3:5 name keep`.
std::string dump_tokens(const Sources& sources, FileIndex file);

}  // namespace scrutineer::lang::syntax
