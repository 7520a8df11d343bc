// From source text to tokens.
//
// Keywords are names here: which names are keywords depends on where they stand, and that the parser knows. A string is
// `string_begin`, then texts and interpolations (`interpolation_begin`, tokens, `interpolation_end`), then
// `string_end`.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lang/diagnostic.h"
#include "lang/source.h"

namespace scrutineer::lang::syntax {

enum class TokenKind : std::uint8_t {
  end_of_file,
  newline,  // the end of a logical line
  indent,
  dedent,
  invalid,  // reported already
  name,
  integer,
  real,
  string_begin,
  string_text,
  interpolation_begin,
  interpolation_end,
  string_end,
  left_parenthesis,
  right_parenthesis,
  left_bracket,
  right_bracket,
  comma,
  colon,
  double_colon,
  assign,
  at,
  question,
  exclamation,
  dot,
  dot_dot,
  arrow,
  implies,
  equal,
  not_equal,
  less,
  less_or_equal,
  greater,
  greater_or_equal,
  plus,
  minus,
  star,
  slash,
  percent,
};

// "name", "`->`", "the end of the line": for messages and dumps.
std::string_view describe(TokenKind kind);

struct Token {
  TokenKind kind = TokenKind::end_of_file;
  bool has_space_before = false;  // `60kph` is one value, `60 kph` is not
  bool has_bars = false;          // `|any name|`, never a keyword
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

// More errors than this are not reported: they come from a file that is no source text.
inline constexpr std::size_t kMostDiagnostics = 100;

// Ends with end_of_file, every line with newline, every indent has its dedent. Errors are added to `diagnostics`.
std::vector<Token> lex(const SourceFile& file, FileIndex index, std::vector<Diagnostic>& diagnostics);

}  // namespace scrutineer::lang::syntax
