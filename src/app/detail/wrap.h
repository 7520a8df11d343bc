// Prose for a terminal.
//
//   out << wrapped(info.doc, {.indent = "  ", .colour = screen.colour_out});
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace scrutineer::app {

inline constexpr std::size_t kTextWidth = 100;  // columns

struct WrapOptions {
  std::string_view indent = "";
  std::size_t width = kTextWidth;
  bool colour = false;
};
// Paragraphs (blank lines stay between them) broken anew at blanks, each line with its newline. Items of a list ("- ..."),
// and rows that are indented ("  name   what it is"), keep lines of their own. What is `between backticks`, as in
// Markdown, is bold with colour and plain without.
std::string wrapped(std::string_view text, const WrapOptions& options);

}  // namespace scrutineer::app
