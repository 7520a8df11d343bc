#include <algorithm>
#include <array>

#include "watch/engine.h"

namespace scrutineer::watch {

std::string_view to_word(CheckOutcome::State state) {
  constexpr std::array<std::string_view, 3> kWords{"completed", "skipped", "failed"};
  return kWords[static_cast<std::size_t>(state)];
}

std::size_t Evaluation::count(Severity severity) const {
  return static_cast<std::size_t>(std::ranges::count(issues, severity, &Issue::severity));
}

std::size_t Evaluation::count(Severity severity, Category category) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      issues, [&](const Issue& issue) { return issue.severity == severity && issue.category == category; }));
}

}  // namespace scrutineer::watch
