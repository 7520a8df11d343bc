// Any bytes as a source text: lexing and parsing them ends, without a crash, and what parses prints to the same tree.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kit/fuzz.h"
#include "lang/diagnostic.h"
#include "lang/syntax/parse.h"
#include "lang/syntax/print.h"

using namespace scrutineer;
using namespace scrutineer::lang;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Sources sources;
  std::vector<Diagnostic> diagnostics;
  const FileIndex file = sources.add("fuzz.osc", std::string(reinterpret_cast<const char*>(data), size));
  const syntax::Tree tree = syntax::parse(sources, file, diagnostics);
  const std::string messages = render(diagnostics, sources);
  syntax::dump_tokens(sources, file);
  const std::string dumped = syntax::dump_tree(tree);
  const std::string printed = syntax::print(tree);
  if (!diagnostics.empty()) return 0;

  const syntax::Tree again = syntax::parse(sources, sources.add("printed.osc", printed), diagnostics);
  kit::require(diagnostics.empty(), "the printed tree does not parse", printed + render(diagnostics, sources));
  kit::require(syntax::same_tree(tree, again), "the printed tree is another one",
               printed + dumped + "\n" + syntax::dump_tree(again));
  return 0;
}
