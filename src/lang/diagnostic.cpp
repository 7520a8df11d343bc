#include "lang/diagnostic.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/display_width.h"
#include "base/printable.h"
#include "base/utf8.h"

namespace scrutineer::lang {
namespace {

// A line longer than this is shown in part: lines of machine-made files have no bounds.
constexpr std::size_t kShownBefore = 100;
constexpr std::size_t kShownAfter = 60;

// The characters of a line from `begin`, at most `most`, fit for a terminal: what cannot be shown becomes U+FFFD.
struct Shown {
  std::string text;
  std::string blanks;  // as wide as the text: tabs stay tabs
  std::size_t columns = 0;
};

Shown shown(std::string_view text) {
  Shown result;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const bool is_tab = text.front() == '\t';
    const bool is_shown = is_tab || (length > 0 && is_printable(utf8_code_point(text, length)));
    const std::string_view character = is_shown ? text.substr(0, length) : kReplacementCharacter;
    const std::size_t columns = is_tab ? 1 : display_width(character);
    result.text += character;
    result.blanks += is_tab ? "\t" : std::string(columns, ' ');
    result.columns += columns;
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return result;
}

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

std::string with_source(Span span, const SourceFile& file, LineColumn at) {
  const std::string_view line = file.line(at.line);
  const std::size_t begin = std::min<std::size_t>(span.begin - file.line_start(at.line), line.size());
  const std::size_t end = std::clamp<std::size_t>(span.end - file.line_start(at.line), begin, line.size());

  std::size_t from = begin > kShownBefore ? begin - kShownBefore : 0;
  while (from > 0 && from < begin && continues_character(line[from])) ++from;
  std::size_t to = std::min(line.size(), end > begin + kShownAfter ? begin + kShownAfter : end + kShownAfter);
  while (to < line.size() && to > begin && continues_character(line[to])) --to;

  const Shown before = shown(line.substr(from, begin - from));
  const Shown marked = shown(line.substr(begin, std::min(end, to) - begin));
  const Shown after = shown(line.substr(std::min(end, to), to - std::min(end, to)));
  const std::string_view left = from > 0 ? "..." : "";
  const std::string_view right = to < line.size() ? "..." : "";
  const std::string tail(marked.columns > 1 ? marked.columns - 1 : 0, '~');
  return fmt::format("{}{}{}{}{}\n{:{}}{}^{}\n", left, before.text, marked.text, after.text, right, "", left.size(),
                     before.blanks, tail);
}

std::string entry(Span span, std::string_view kind, std::string_view message, const Sources& sources) {
  const SourceFile& file = sources[span.file];
  const LineColumn at = file.line_column(span.begin);
  return fmt::format("{}:{}:{}: {}: {}\n{}", printable(file.name()), at.line, at.column, kind, printable(message),
                     with_source(span, file, at));
}

}  // namespace

bool has_errors(std::span<const Diagnostic> diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

std::string render(const Diagnostic& diagnostic, const Sources& sources) {
  std::string text =
      entry(diagnostic.span, diagnostic.severity == Severity::error ? "error" : "warning", diagnostic.message, sources);
  if (!diagnostic.hint.empty()) text += fmt::format("    hint: {}\n", printable(diagnostic.hint));
  for (const Note& note : diagnostic.notes) text += entry(note.span, "note", note.message, sources);
  return text;
}

std::string render(std::span<const Diagnostic> diagnostics, const Sources& sources) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) text += render(diagnostic, sources);
  return text;
}

}  // namespace scrutineer::lang
