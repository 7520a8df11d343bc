#include "trace/detail/line_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "trace/detail/foreign_text.h"
#include "trace/detail/limits.h"

namespace scrutineer::trace {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

// Of what was read of the first line.
std::optional<Problem> LineReader::foreign_problem() const {
  const Place place{.file = file()};
  const std::string_view window = bytes_.window();
  if (auto message = utf16_problem(window)) return Problem{place, *std::move(message)};
  // A CR at the end of what is there may have its LF behind it.
  const bool has_lines = window.find('\n') != std::string_view::npos;
  if (has_lines || window.find('\r') >= std::max(window.size(), std::size_t{1}) - 1) return std::nullopt;
  return Problem{place, "has lines that end with CR alone: save it with LF or CR LF (tr '\\r' '\\n')"};
}

Result<bool> LineReader::next() {
  bytes_.advance(taken_);
  taken_ = 0;
  line_ = {};
  ++number_;
  for (std::size_t searched = 0;;) {
    const std::string_view window = bytes_.window();
    const std::size_t end = window.find('\n', searched);
    if (std::min(end, window.size()) > kLongestLine)
      return Problem{{.file = file(), .line = number_}, fmt::format("the line is longer than {} bytes", kLongestLine)};
    if (end != std::string_view::npos) {
      line_ = window.substr(0, end);
      taken_ = end + 1;
      break;
    }
    if (number_ == 1) {
      if (auto problem = foreign_problem()) return *std::move(problem);
    }
    searched = window.size();
    const auto more = bytes_.fill_block();
    if (!more) return more.problem();
    if (!*more) {  // the last line may lack its end
      line_ = bytes_.window();
      taken_ = line_.size();
      if (line_.empty()) return false;
      break;
    }
  }
  if (number_ == 1) {
    if (auto problem = foreign_problem()) return *std::move(problem);
  }
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  if (number_ == 1 && line_.starts_with(kByteOrderMark)) line_.remove_prefix(kByteOrderMark.size());
  return true;
}

}  // namespace scrutineer::trace
