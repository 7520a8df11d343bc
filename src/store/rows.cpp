#include "store/rows.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace scrutineer::store {

namespace {

constexpr std::array<std::string_view, 3> kStates{"running", "complete", "cancelled"};
constexpr std::array<std::string_view, 5> kOutcomes{"evaluated", "unreadable", "crashed", "timeout", "out_of_memory"};

template <typename Enum, std::size_t count>
std::optional<Enum> from_word(const std::array<std::string_view, count>& words, std::string_view word) {
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return std::nullopt;
  return static_cast<Enum>(found - words.begin());
}

}  // namespace

std::string_view to_word(SuiteState state) { return kStates.at(static_cast<std::size_t>(state)); }
std::optional<SuiteState> suite_state_from_word(std::string_view word) { return from_word<SuiteState>(kStates, word); }
std::string_view to_word(Outcome outcome) { return kOutcomes.at(static_cast<std::size_t>(outcome)); }
std::optional<Outcome> outcome_from_word(std::string_view word) { return from_word<Outcome>(kOutcomes, word); }

}  // namespace scrutineer::store
