#include "base/text.h"
#include "lang/sema/detail/pass_results.h"

namespace scrutineer::lang::detail {

std::string comment_at(const Sources& sources, Span span) {
  const SourceFile& file = sources[span.file];
  const std::uint32_t line = file.line_column(span.begin).line;
  std::string comment;
  for (std::uint32_t before = line; before-- > 1;) {
    const std::string_view text = trim(file.line(before));
    if (!text.starts_with('#')) break;
    const std::string_view words = trim(
        text.substr(text.find_first_not_of('#') == std::string_view::npos ? text.size() : text.find_first_not_of('#')));
    comment = std::string(words) + (comment.empty() || words.empty() ? "" : " ") + comment;
  }
  if (!comment.empty()) return comment;
  const std::string_view rest = file.line(line);
  const std::uint32_t start = file.line_start(line);
  if (span.end < start || span.end - start > rest.size()) return {};
  const std::string_view behind = rest.substr(span.end - start);
  const auto hash = behind.rfind('#');
  if (hash == std::string_view::npos || behind.find('"') != std::string_view::npos) return {};
  return std::string(trim(behind.substr(hash + 1)));
}

}  // namespace scrutineer::lang::detail
