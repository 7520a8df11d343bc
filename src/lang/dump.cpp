#include "lang/dump.h"

#include "lang/syntax/parse.h"
#include "lang/syntax/print.h"

namespace scrutineer::lang {

std::string dump_tokens(const Sources& sources, FileIndex file) { return syntax::dump_tokens(sources, file); }

std::string dump_tree(const Sources& sources, FileIndex file, std::vector<Diagnostic>& diagnostics) {
  return syntax::dump_tree(syntax::parse(sources, file, diagnostics));
}

}  // namespace scrutineer::lang
