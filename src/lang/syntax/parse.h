// From source text to tree.
#pragma once

#include <vector>

#include "lang/diagnostic.h"
#include "lang/source.h"
#include "lang/syntax/tree.h"

namespace scrutineer::lang::syntax {

// Adds what is wrong to `diagnostics`, in the order of the text, several per file. The tree holds what is right.
Tree parse(const Sources& sources, FileIndex file, std::vector<Diagnostic>& diagnostics);

}  // namespace scrutineer::lang::syntax
