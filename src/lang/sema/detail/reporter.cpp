#include "lang/sema/detail/reporter.h"

#include <algorithm>

#include "base/text.h"

namespace scrutineer::lang::detail {
namespace {

// Names can be of any length: long messages are cut, and long names get no suggestions.
constexpr std::size_t kLongestMessage = 1'000;
constexpr std::size_t kLongestGuess = 100;

}  // namespace

void Reporter::error(Span span, std::string message, std::string hint, std::vector<Note> notes) {
  ++error_count_;
  if (error_count_ > kMostErrors) return;
  if (!lost_names.empty() && lost_names.contains(sources.text(span))) return;
  if (message.size() > kLongestMessage) message = message.substr(0, kLongestMessage) + "...";
  diagnostics.push_back({Severity::error, span, std::move(message), std::move(hint), std::move(notes)});
}

void Reporter::warning(Span span, std::string message, std::string hint) {
  if (diagnostics.size() < 2 * kMostErrors)
    diagnostics.push_back({Severity::warning, span, std::move(message), std::move(hint), {}});
}

void Reporter::count_errors() {
  error_count_ = static_cast<std::size_t>(
      std::ranges::count(diagnostics, Severity::error, [](const Diagnostic& known) { return known.severity; }));
}

std::string Reporter::suggestion(std::string_view word, const std::vector<std::string_view>& candidates) const {
  if (!has_room_for_hints() || word.size() < 2 || word.size() > kLongestGuess) return {};
  const auto found = did_you_mean(word, candidates);
  return found && *found != word ? "did you mean `" + std::string(*found) + "`?" : "";
}

std::vector<Diagnostic> Reporter::sorted() {
  std::ranges::stable_sort(diagnostics, {}, [](const Diagnostic& diagnostic) {
    return std::pair(diagnostic.span.file, diagnostic.span.begin);
  });
  // Code that is compiled for two instances reports the same mistake twice.
  const auto repeated = std::ranges::unique(
      diagnostics, [](const Diagnostic& a, const Diagnostic& b) { return a.span == b.span && a.message == b.message; });
  diagnostics.erase(repeated.begin(), repeated.end());
  return std::move(diagnostics);
}

}  // namespace scrutineer::lang::detail
