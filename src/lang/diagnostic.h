// What is wrong with a source text, where, and what would be right.
//
//   config.osc:3:15: error: expected an expression, found `)`
//       keep(x == )
//                 ^
//   config.osc:1:8: note: the struct begins here
//   ...
#pragma once

#include <span>
#include <string>
#include <vector>

#include "lang/source.h"

namespace scrutineer::lang {

enum class Severity : std::uint8_t { error, warning };

struct Note {
  Span span;
  std::string message;

  bool operator==(const Note&) const = default;
};

struct Diagnostic {
  Severity severity = Severity::error;
  Span span;
  std::string message;  // one line, no full stop: "expected `:`, found the end of the line"
  std::string hint;     // what to write instead, one line; empty: nothing to say
  std::vector<Note> notes;

  bool operator==(const Diagnostic&) const = default;
};

bool has_errors(std::span<const Diagnostic> diagnostics);

// The lines shown above, each ended by a newline. A hint follows the caret as "    hint: ...".
std::string render(const Diagnostic& diagnostic, const Sources& sources);
std::string render(std::span<const Diagnostic> diagnostics, const Sources& sources);

}  // namespace scrutineer::lang
