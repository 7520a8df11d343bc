// Source texts of the language and places in them.
//
//   Sources sources;
//   const FileIndex file = sources.add("config.osc", text);
//   const LineColumn at = sources[file].line_column(span.begin);
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace scrutineer::lang {

using FileIndex = std::uint32_t;

// A stretch of one file's bytes, [begin, end).
struct Span {
  FileIndex file = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;

  bool operator==(const Span&) const = default;
};

// From the start of the first to the end of the last; both are of one file.
constexpr Span join(Span first, Span last) { return {first.file, first.begin, last.end}; }

struct LineColumn {
  std::uint32_t line = 1;    // from 1
  std::uint32_t column = 1;  // from 1, in characters; a tab is one character

  bool operator==(const LineColumn&) const = default;
};

class SourceFile {
 public:
  SourceFile(std::string name, std::string text);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }
  std::string_view text(Span span) const;

  LineColumn line_column(std::uint32_t offset) const;
  std::uint32_t line_count() const { return static_cast<std::uint32_t>(line_starts_.size()); }
  // Without its end-of-line characters; `line` counts from 1.
  std::string_view line(std::uint32_t line) const;
  std::uint32_t line_start(std::uint32_t line) const { return line_starts_[line - 1]; }

 private:
  std::string name_;
  std::string text_;
  std::vector<std::uint32_t> line_starts_;  // a line ends with CR, LF or CR LF
};

// The files of one compilation. References stay valid as files are added.
class Sources {
 public:
  FileIndex add(std::string name, std::string text);
  const SourceFile& operator[](FileIndex file) const { return files_[file]; }
  std::size_t size() const { return files_.size(); }
  std::string_view text(Span span) const { return files_[span.file].text(span); }

 private:
  std::deque<SourceFile> files_;
};

}  // namespace scrutineer::lang
