#include "lang/source.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"

namespace scrutineer::lang {
namespace {

std::vector<std::uint32_t> starts_of_lines(std::string_view text) {
  std::vector<std::uint32_t> starts = {0};
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool carriage_return_alone = text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
    if (text[i] == '\n' || carriage_return_alone) starts.push_back(static_cast<std::uint32_t>(i + 1));
  }
  return starts;
}

}  // namespace

SourceFile::SourceFile(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)), line_starts_(starts_of_lines(text_)) {}

std::string_view SourceFile::text(Span span) const {
  return std::string_view(text_).substr(span.begin, span.end - span.begin);
}

LineColumn SourceFile::line_column(std::uint32_t offset) const {
  offset = std::min(offset, static_cast<std::uint32_t>(text_.size()));
  const auto next = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<std::uint32_t>(next - line_starts_.begin());
  std::string_view before = std::string_view(text_).substr(line_start(line), offset - line_start(line));
  std::uint32_t column = 1;
  while (!before.empty()) {
    before.remove_prefix(std::max<std::size_t>(utf8_length(before), 1));
    ++column;
  }
  return {line, column};
}

std::string_view SourceFile::line(std::uint32_t line) const {
  const std::uint32_t begin = line_start(line);
  const std::size_t end = line < line_count() ? line_starts_[line] : text_.size();
  std::string_view content = std::string_view(text_).substr(begin, end - begin);
  while (!content.empty() && (content.back() == '\n' || content.back() == '\r')) content.remove_suffix(1);
  return content;
}

FileIndex Sources::add(std::string name, std::string text) {
  files_.emplace_back(std::move(name), std::move(text));
  return static_cast<FileIndex>(files_.size() - 1);
}

}  // namespace scrutineer::lang
