// For tests: programs in which every message stands beside the line that it is about.
//
//   const MarkedCase cases[] = {{"types", "struct a:\n    x: speeed  # expect error: unknown type `speeed` ...\n"}};
//   expect_errors(cases);
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kit/sema_kit.h"

namespace scrutineer::lang {

inline constexpr std::string_view kMark = "# expect error: ";

struct MarkedCase {
  const char* name;
  const char* source;  // what is wrong in a line stands behind kMark, several parted by " | "
};

inline std::vector<std::string> expected_in(const SourceFile& file) {
  std::vector<std::string> all;
  for (std::uint32_t line = 1; line <= file.line_count(); ++line) {
    const std::string_view text = file.line(line);
    const auto at = text.find(kMark);
    if (at == std::string_view::npos) continue;
    std::string_view rest = text.substr(at + kMark.size());
    for (;;) {
      const auto bar = rest.find(" | ");
      all.push_back(std::to_string(line) + ": " + std::string(rest.substr(0, bar)));
      if (bar == std::string_view::npos) break;
      rest.remove_prefix(bar + 3);
    }
  }
  std::ranges::sort(all);
  return all;
}

inline std::vector<std::string> found_in(const AnalysedText& text) {
  std::vector<std::string> all;
  for (const Diagnostic& diagnostic : text.analysis.diagnostics) {
    const LineColumn at = text.sources[diagnostic.span.file].line_column(diagnostic.span.begin);
    std::string message = std::to_string(at.line) + ": " + diagnostic.message;
    if (!diagnostic.hint.empty()) message += " (" + diagnostic.hint + ")";
    all.push_back(message);
  }
  std::ranges::sort(all);
  return all;
}

inline void expect_errors(std::span<const MarkedCase> cases) {
  for (const MarkedCase& c : cases) {
    const AnalysedText text = analysed(c.source);
    EXPECT_EQ(found_in(text), expected_in(text.sources[0])) << c.name;
  }
}

}  // namespace scrutineer::lang
