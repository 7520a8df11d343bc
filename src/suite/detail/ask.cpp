#include "suite/detail/ask.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "base/text.h"
#include "suite/finish.h"
#include "suite/triage.h"

namespace scrutineer::suite {

Result<store::SuiteRow> suite_named(store::Store& store, const std::string& name) {
  auto suites = store.suites();
  if (!suites) return suites.problem();
  const auto found = std::ranges::find(*suites, name, &store::SuiteRow::name);
  if (found != suites->end()) return std::move(*found);
  std::vector<std::string_view> names;
  for (const store::SuiteRow& suite : *suites) names.push_back(suite.name);
  const auto near = did_you_mean(name, names);
  std::string hint = "; it has none";
  if (near)
    hint = fmt::format("; did you mean \"{}\"?", printable(*near));
  else if (!names.empty())
    hint = fmt::format("; the last one is \"{}\" (scrutineer suite list shows all)", printable(names.back()));
  return Problem{{.file = store.name()}, fmt::format("there is no suite \"{}\"{}", printable(name), hint)};
}

namespace detail {
namespace {

// The suite that this one is compared with; nothing: there is none.
Result<std::optional<store::SuiteRow>> baseline_of(store::Store& store, const store::SuiteRow& suite,
                                                   const Against& against, Answer& answer) {
  if (!against.baseline.empty()) {
    auto named = suite_named(store, against.baseline);
    if (!named) return named.problem();
    return std::optional(std::move(*named));
  }
  const auto suites = store.suites();
  if (!suites) return suites.problem();
  const auto pins = read_pins(store);
  if (!pins) return pins.problem();
  auto ignored = read_ignored_labels(store);
  if (!ignored) return ignored.problem();
  if (against.ignore_labels) *ignored = *against.ignore_labels;
  if (const store::SuiteRow* chosen = choose_baseline(suite, *suites, *pins, *ignored)) {
    for (const Pin& pin : *pins)
      if (pin.suite == chosen->id)
        answer.notes.push_back(
            fmt::format("{} is the baseline that {} pinned.", printable(chosen->name), printable(pin.author)));
    return std::optional(*chosen);
  }
  const bool is_first =
      history_of(suite, *suites, std::vector<std::string>{}).empty() && suites->front().id == suite.id;
  answer.notes.push_back(
      is_first ? "There is no earlier suite to compare with."
               : fmt::format(
                     "No complete suite before it has the same labels ({}); name one with --baseline, or leave labels "
                     "out with --ignore-labels.",
                     suite.labels.empty() ? "none" : printable(to_text(suite.labels))));
  return std::optional<store::SuiteRow>();
}

}  // namespace

Result<Compared> compared(store::Store& store, const std::string& name, const Against& against, Answer& answer) {
  auto suite = suite_named(store, name);
  if (!suite) return suite.problem();
  Compared result{.suite = std::move(*suite), .after_rules = !against.as_evaluated};
  auto now = read_overview(store, result.suite);
  if (!now) return now.problem();
  result.now = std::move(*now);
  if (result.suite.state != store::SuiteState::complete)
    answer.notes.push_back(fmt::format("The suite is {}: more runs may come, and ages are not known.",
                                       store::to_word(result.suite.state)));
  auto baseline = baseline_of(store, result.suite, against, answer);
  if (!baseline) return baseline.problem();
  result.baseline_row = std::move(*baseline);
  if (!result.baseline_row) {
    result.comparison = alone(result.now);
    return result;
  }
  auto before = read_overview(store, *result.baseline_row);
  if (!before) return before.problem();
  result.before = std::move(*before);
  result.comparison = compare(result.before, result.now,
                              {.moved = {.min_change = against.min_change}, .after_rules = result.after_rules});
  return result;
}

Result<std::vector<store::SuiteRow>> suites_with(store::Store& store, const std::vector<std::string>& labels,
                                                 std::size_t last, bool only_complete) {
  Labels wanted;
  for (const std::string& text : labels) {
    auto label = read_label(text);
    if (!label) return label.problem();
    wanted.insert(std::move(*label));
  }
  auto suites = store.suites();
  if (!suites) return suites.problem();
  std::erase_if(*suites, [&](const store::SuiteRow& suite) {
    if (only_complete && suite.state != store::SuiteState::complete) return true;
    return !std::ranges::all_of(wanted, [&](const auto& label) {
      const auto found = suite.labels.find(label.first);
      return found != suite.labels.end() && found->second == label.second;
    });
  });
  if (last > 0 && suites->size() > last)
    suites->erase(suites->begin(), suites->end() - static_cast<std::ptrdiff_t>(last));
  return suites;
}

watch::Severity severity_of(const Finding& finding, bool after_rules) {
  return after_rules ? finding.after_rules : finding.severity;
}

std::string percent(double share, int decimals) { return fmt::format("{:.{}f} %", share * 100.0, decimals); }

std::string_view which_verdict(bool after_rules) { return after_rules ? "after rules" : "as evaluated"; }

void keep_top(AnswerTable& table, std::size_t top) {
  if (top == 0 || table.rows.size() <= top) return;
  table.left_out += table.rows.size() - top;
  table.rows.resize(top);
}

VerdictCounts count_verdicts(const Overview& overview, bool after_rules) {
  VerdictCounts counts{.runs = overview.runs.size()};
  for (const OverviewRun& run : overview.runs) {
    if (run.outcome != store::Outcome::evaluated) {
      ++counts.not_evaluated;
      continue;
    }
    ++counts.evaluated;
    switch (after_rules ? run.after_rules : run.verdict) {
      case RunVerdict::pass:
        ++counts.pass;
        break;
      case RunVerdict::fail:
        ++counts.fail;
        break;
      case RunVerdict::suspect:
        ++counts.suspect;
        break;
      case RunVerdict::incomplete:
      case RunVerdict::none:
        ++counts.incomplete;
        break;
    }
  }
  return counts;
}

}  // namespace detail
}  // namespace scrutineer::suite
