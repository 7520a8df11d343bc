// For tests: the pieces of OSC2 in the documents of the shared folder.
#pragma once

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

namespace scrutineer::lang {

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

inline std::size_t indent_of(const std::string& line) { return std::min(line.find_first_not_of(' '), line.size()); }
inline bool is_blank(const std::string& line) { return indent_of(line) == line.size(); }

inline std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder,
                                                      const std::string& extension) {
  std::vector<std::filesystem::path> result;
  if (std::filesystem::exists(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == extension) result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

// Declarations among the seeds' prose, with everything indented below them.
inline std::vector<std::string> seed_pieces(const std::string& text) {
  static const std::regex kStart(R"(^ *((extend|struct|enum|on) [^ ].*[:\[]|global modifier [a-z_.]+:?)$)");
  const std::vector<std::string> lines = lines_of(text);
  std::vector<std::string> pieces;
  for (std::size_t i = 0; i < lines.size();) {
    if (!std::regex_match(lines[i], kStart)) {
      ++i;
      continue;
    }
    const std::size_t indent = indent_of(lines[i]);
    std::string piece;
    do piece += lines[i++] + "\n";
    while (i < lines.size() && (is_blank(lines[i]) || indent_of(lines[i]) > indent || lines[i].starts_with("]")));
    pieces.push_back(piece);
  }
  return pieces;
}

}  // namespace scrutineer::lang
