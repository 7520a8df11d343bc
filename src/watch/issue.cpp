#include "watch/issue.h"

#include <algorithm>
#include <array>

namespace scrutineer::watch {
namespace {

constexpr std::array<std::string_view, 5> kSeverities{"ignore", "info", "warning", "error_continue", "error"};
constexpr std::array<std::string_view, 3> kCategories{"sut", "other", "tool"};
constexpr std::array<std::string_view, 6> kEndings{"condition",  "run_end", "actor_gone",
                                                   "relocation", "frozen",  "not_entered"};

}  // namespace

std::string_view to_word(Severity severity) { return kSeverities[static_cast<std::size_t>(severity)]; }
std::string_view to_word(Category category) { return kCategories[static_cast<std::size_t>(category)]; }
std::string_view to_word(EndedBy ended_by) { return kEndings[static_cast<std::size_t>(ended_by)]; }
std::span<const std::string_view> severity_words() { return kSeverities; }

std::optional<Severity> severity_from_word(std::string_view word) {
  const auto found = std::ranges::find(kSeverities, word);
  if (found == kSeverities.end()) return std::nullopt;
  return static_cast<Severity>(found - kSeverities.begin());
}

}  // namespace scrutineer::watch
