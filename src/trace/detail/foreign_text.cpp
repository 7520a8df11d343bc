#include "trace/detail/foreign_text.h"

namespace scrutineer::trace {

// A byte order mark alone may be the length of a binary message: the characters behind it must be of a plain text, too.
// Without a mark, only those are looked at.
std::optional<std::string> utf16_problem(std::string_view head) {
  constexpr std::size_t kCharacters = 8;
  const bool has_little_mark = head.starts_with("\xFF\xFE"), has_big_mark = head.starts_with("\xFE\xFF");
  if (has_little_mark || has_big_mark) head.remove_prefix(2);
  if (head.size() < 2 * kCharacters) return std::nullopt;
  const auto is_plain = [](char c) { return (c >= ' ' && c <= '~') || c == '\t' || c == '\r' || c == '\n'; };
  bool is_little = !has_big_mark, is_big = !has_little_mark;
  for (std::size_t i = 0; i < 2 * kCharacters; i += 2) {
    is_little = is_little && is_plain(head[i]) && head[i + 1] == '\0';
    is_big = is_big && head[i] == '\0' && is_plain(head[i + 1]);
  }
  if (!is_little && !is_big) return std::nullopt;
  return "is UTF-16 text: save it as UTF-8 (iconv -f UTF-16 -t UTF-8)";
}

}  // namespace scrutineer::trace
