#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/counted.h"
#include "watch/engine.h"

namespace scrutineer::watch {

namespace {

// "errors of others"
std::string whose(Severity severity, Category category) {
  constexpr std::array<std::string_view, 5> kMany{"ignored", "infos", "warnings", "errors", "errors"};
  constexpr std::array<std::string_view, 3> kWhose{"the ego", "others", "the evaluation itself"};
  return fmt::format("{} of {}", kMany.at(static_cast<std::size_t>(severity)),
                     kWhose.at(static_cast<std::size_t>(category)));
}

template <typename Counts>
std::size_t counted_of(const Evaluation& evaluation, const Counts& counts) {
  auto count = static_cast<std::size_t>(std::ranges::count_if(evaluation.issues, counts));
  for (const IssuesLeftOut& more : evaluation.issues_left_out)
    if (counts(more)) count += more.left_out;
  return count;
}

}  // namespace

std::string_view to_word(CheckOutcome::State state) {
  constexpr std::array<std::string_view, 3> kWords{"completed", "skipped", "failed"};
  return kWords[static_cast<std::size_t>(state)];
}

std::size_t Evaluation::count(Severity severity) const {
  return counted_of(*this, [&](const auto& issue) { return issue.severity == severity; });
}

std::size_t Evaluation::count(Severity severity, Category category) const {
  return counted_of(*this, [&](const auto& issue) { return issue.severity == severity && issue.category == category; });
}

std::vector<std::string> left_out_words(const Evaluation& evaluation) {
  std::vector<std::string> words;
  words.reserve(evaluation.issues_left_out.size());
  for (const IssuesLeftOut& issues : evaluation.issues_left_out)
    words.push_back(fmt::format("of {} issues {} ({}) only the first {} are listed; verdict and counts are of all",
                                issues.kept + issues.left_out, issues.kind, whose(issues.severity, issues.category),
                                issues.kept));
  for (const CheckOutcome& check : evaluation.checks)
    if (check.intervals_left_out > 0)
      words.push_back(fmt::format("{} of {} {} not listed: there were too many",
                                  counted(check.intervals_left_out, "interval", "intervals"), check.name,
                                  check.intervals_left_out == 1 ? "is" : "are"));
  if (evaluation.events_left_out > 0)
    words.push_back(fmt::format(
        "{} not told while the run went on: there were too many in one frame",
        evaluation.events_left_out == 1 ? "1 event was" : fmt::format("{} events were", evaluation.events_left_out)));
  return words;
}

}  // namespace scrutineer::watch
