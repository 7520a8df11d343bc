// For tests: the examples in the chapters of the standard.
#pragma once

#include <algorithm>
#include <array>
#include <regex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kit/seed_pieces.h"

namespace scrutineer::lang {

inline std::string without_common_indent(std::vector<std::string> lines) {
  std::size_t common = std::string::npos;
  for (const std::string& line : lines)
    if (!is_blank(line)) common = std::min(common, indent_of(line));
  std::string result;
  for (const std::string& line : lines) result += line.substr(std::min(common, line.size())) + "\n";
  return result;
}

// The text between lines of three backticks, without the numbers that the chapter's text refers to: `x: int   (1)`.
inline std::vector<std::string> code_blocks(const std::string& chapter) {
  static const std::regex kCallout(R"( +\(\d+\)$)");
  std::vector<std::string> blocks;
  std::vector<std::string> inside;
  bool is_open = false;
  for (const std::string& line : lines_of(chapter)) {
    if (line.find("```") != std::string::npos) {
      if (is_open) blocks.push_back(without_common_indent(std::exchange(inside, {})));
      is_open = !is_open;
    } else if (is_open) {
      inside.push_back(std::regex_replace(line, kCallout, ""));
    }
  }
  return blocks;
}

inline bool begins_declaration(const std::string& line) {
  constexpr std::array<std::string_view, 13> kWords = {"import ",   "namespace ", "export ", "type ",   "unit ",
                                                       "enum ",     "struct ",    "actor ",  "action ", "scenario ",
                                                       "modifier ", "extend ",    "global "};
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) { return line.starts_with(word); });
}

// Whole files, as opposed to members out of their type, grammar rules, forms with <placeholders> and parts left out.
inline bool is_whole_file(const std::string& block) {
  static const std::regex kForm(R"(::=|\.\.\.|…|<[a-z][A-Za-z _-]*>)");
  if (std::regex_search(block, kForm)) return false;
  bool has_declaration = false;
  for (const std::string& line : lines_of(block)) {
    if (is_blank(line) || line.starts_with(" ") || line.starts_with("#") || line.starts_with("]") ||
        line.starts_with(")"))
      continue;
    if (!begins_declaration(line)) return false;
    has_declaration = true;
  }
  return has_declaration;
}

// The definitions of actions in the standard choose by `if`, which is no part of its grammar.
inline bool has_pseudo_code(const std::string& block) {
  static const std::regex kChoice(R"(\n +(else )?if [^\n]*:\n)");
  return std::regex_search(block, kChoice);
}

}  // namespace scrutineer::lang
