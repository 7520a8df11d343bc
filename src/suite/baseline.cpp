#include "suite/baseline.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "base/text.h"

namespace scrutineer::suite {
namespace {

std::string joined(const Labels& labels, std::string_view between) {
  std::string text;
  for (const auto& [name, value] : labels) text += fmt::format("{}{}={}", text.empty() ? "" : between, name, value);
  return text;
}

}  // namespace

std::string to_text(const Labels& labels) { return joined(labels, ", "); }
std::string packed(const Labels& labels) { return joined(labels, "\n"); }

Labels unpacked(std::string_view text) {
  Labels labels;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t equals = std::min(line.find('='), line.size());
    labels.emplace(line.substr(0, equals), line.substr(std::min(equals + 1, line.size())));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return labels;
}

Result<std::pair<std::string, std::string>> read_label(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0 || text.find('\n') != std::string_view::npos)
    return Problem{{}, fmt::format("\"{}\": expected NAME=VALUE, such as branch=main", printable(text))};
  return std::pair(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
}

bool are_alike(const Labels& a, const Labels& b, std::span<const std::string> ignored) {
  const auto without = [&](Labels labels) {
    for (const std::string& name : ignored) labels.erase(name);
    return labels;
  };
  return without(a) == without(b);
}

std::vector<const store::SuiteRow*> history_of(const store::SuiteRow& suite, std::span<const store::SuiteRow> suites,
                                               std::span<const std::string> ignored) {
  std::vector<const store::SuiteRow*> history;
  for (const store::SuiteRow& earlier : suites) {
    if (earlier.id == suite.id) break;
    if (earlier.state == store::SuiteState::complete && are_alike(earlier.labels, suite.labels, ignored))
      history.push_back(&earlier);
  }
  return history;
}

const store::SuiteRow* choose_baseline(const store::SuiteRow& suite, std::span<const store::SuiteRow> suites,
                                       std::span<const Pin> pins, std::span<const std::string> ignored) {
  const Pin* best = nullptr;
  for (const Pin& pin : pins) {
    if (pin.suite == suite.id) continue;
    const bool fits = std::ranges::all_of(pin.labels, [&](const auto& label) {
      const auto found = suite.labels.find(label.first);
      return found != suite.labels.end() && found->second == label.second;
    });
    if (fits && (best == nullptr || pin.labels.size() > best->labels.size())) best = &pin;
  }
  if (best != nullptr) {
    const auto found = std::ranges::find(suites, best->suite, &store::SuiteRow::id);
    if (found != suites.end()) return &*found;
  }
  const auto history = history_of(suite, suites, ignored);
  return history.empty() ? nullptr : history.back();
}

}  // namespace scrutineer::suite
