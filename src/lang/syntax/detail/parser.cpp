#include "lang/syntax/detail/parser.h"

#include <fmt/format.h>

#include "lang/syntax/parse.h"

namespace scrutineer::lang::syntax {
namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 28U;

}  // namespace

Tree Parser::run() {
  tree_.file = index_;
  lines(tree_.declarations, [this] { return declaration(); });
  return std::move(tree_);
}

Tree parse(const Sources& sources, FileIndex file, std::vector<Diagnostic>& diagnostics) {
  const SourceFile& source = sources[file];
  if (source.text().size() > kLargestFile) {
    diagnostics.push_back(
        {Severity::error,
         {file, 0, 0},
         fmt::format("the file has {} bytes, more than the {} that are read", source.text().size(), kLargestFile),
         {},
         {}});
    return {};
  }
  const std::size_t first = diagnostics.size();
  std::vector<Token> tokens = lex(source, file, diagnostics);
  Tree tree = Parser(source, file, std::move(tokens), diagnostics).run();

  const auto own = diagnostics.begin() + static_cast<std::ptrdiff_t>(first);
  std::stable_sort(own, diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.span.begin < b.span.begin; });
  if (diagnostics.size() - first > kMostDiagnostics) {
    diagnostics.resize(first + kMostDiagnostics);
    diagnostics.back().message = fmt::format("more than {} errors; the rest is not shown", kMostDiagnostics - 1);
  }
  return tree;
}

}  // namespace scrutineer::lang::syntax
