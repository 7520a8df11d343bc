#include <algorithm>

#include "base/text.h"
#include "lang/sema/detail/compilation.h"

namespace scrutineer::lang::detail {
namespace {

// Names may be of any length; nobody reads, or mistypes, such ones.
constexpr std::size_t kLongestMessage = 1'000;
constexpr std::size_t kLongestGuess = 100;

}  // namespace

void Compilation::error(Span span, std::string message, std::string hint, std::vector<Note> notes) {
  ++error_count;
  if (error_count > kMostErrors) return;
  // The line that declares the name could not be read, and that was told.
  if (!lost_names.empty() && lost_names.contains(sources.text(span))) return;
  if (message.size() > kLongestMessage) message = message.substr(0, kLongestMessage) + "...";
  diagnostics.push_back({Severity::error, span, std::move(message), std::move(hint), std::move(notes)});
}

void Compilation::warning(Span span, std::string message, std::string hint) {
  if (diagnostics.size() < 2 * kMostErrors)
    diagnostics.push_back({Severity::warning, span, std::move(message), std::move(hint), {}});
}

std::string Compilation::meant(std::string_view word, const std::vector<std::string_view>& candidates) const {
  if (!has_room_for_hints() || word.size() < 2 || word.size() > kLongestGuess) return {};
  const auto found = did_you_mean(word, candidates);
  return found && *found != word ? "did you mean `" + std::string(*found) + "`?" : "";
}

std::string qualified(std::string_view space, std::string_view name) {
  std::string text;
  text.reserve(space.size() + name.size() + 2);
  text += space;
  text += "::";
  text += name;
  return text;
}

std::uint32_t Compilation::text_place(std::string_view text) {
  const auto [found, is_new] = text_places.emplace(std::string(text), static_cast<std::uint32_t>(program.texts.size()));
  if (is_new) program.texts.emplace_back(text);
  return found->second;
}

std::uint32_t Compilation::intrinsic_place(std::string_view name, Span span) {
  const auto found = intrinsic_places.find(name);
  if (found != intrinsic_places.end()) return found->second;
  error(span, "`" + std::string(name) + "` is declared, but this program cannot compute it");
  return 0;
}

}  // namespace scrutineer::lang::detail
