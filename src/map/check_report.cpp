#include "map/check_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/counted.h"
#include "base/printable.h"
#include "base/text.h"

namespace scrutineer::map {
namespace {

constexpr std::size_t kMostRoads = 10;  // of one rule in a list for people

// A limit of 1e-6 m must not read as 0.
std::string amount(double value, std::string_view unit) {
  const int decimals = unit == "deg" ? 1 : 3;
  if (std::abs(value) < 1e-9) value = 0.0;
  const std::string number =
      value != 0.0 && std::abs(value) < 0.001 ? fmt::format("{:.2g}", value) : rounded(value, decimals);
  return unit.empty() ? number : fmt::format("{} {}", number, unit);
}

std::string element_of(const Finding& finding) {
  if (!finding.road_id.empty()) return "road " + finding.road_id;
  if (!finding.junction_id.empty()) return "junction " + finding.junction_id;
  return finding.xpath;
}

struct Numbered {
  std::size_t number;  // as on the drawing of the map
  const Finding* finding;
};

// The findings of one rule as lists of those on the same road or junction, the list with the worst first.
std::vector<std::vector<Numbered>> by_element(const RuleOutcome& outcome, std::size_t first_number) {
  std::vector<std::vector<Numbered>> lists;
  std::map<std::string, std::size_t> known;
  for (const Finding& finding : outcome.findings) {
    const auto [place, is_new] = known.try_emplace(element_of(finding), lists.size());
    if (is_new) lists.emplace_back();
    lists[place->second].push_back({first_number++, &finding});
  }
  return lists;
}

std::string line_of(const CheckReport& report, const Numbered& entry) {
  const Finding& finding = *entry.finding;
  std::string text = fmt::format("  {}. {}", entry.number, to_string(finding.level));
  if (finding.line > 0) text += fmt::format(": {}:{}", printable(report.file), finding.line);
  const std::string place = place_text(finding);
  text += fmt::format(": {}{}{}", printable(place), place.empty() ? "" : ": ", printable(what_text(finding)));
  if (finding.count > 1) text += fmt::format(" ({} times)", finding.count);
  return text + "\n";
}

std::size_t sum_of(const std::vector<Numbered>& list) {
  std::size_t sum = 0;
  for (const Numbered& entry : list) sum += entry.finding->count;
  return sum;
}

std::string findings_text(const CheckReport& report, const RuleOutcome& outcome, std::size_t first_number, bool all) {
  auto lists = by_element(outcome, first_number);
  // Notes of a rule that has worse to say are only counted, as those of other rules are.
  std::size_t notes = 0;
  if (!all && *outcome.worst() != Level::information) {
    const auto is_note = [](const Numbered& entry) { return entry.finding->level == Level::information; };
    for (auto& list : lists) {
      for (const Numbered& entry : list) notes += is_note(entry) ? entry.finding->count : 0;
      std::erase_if(list, is_note);
    }
    std::erase_if(lists, [](const auto& list) { return list.empty(); });
  }
  std::string text = fmt::format("{} ({}, {}): {}\n", outcome.rule.id(), to_string(*outcome.worst()),
                                 counted(outcome.count(), "finding", "findings"), outcome.rule.title);
  std::size_t shown_roads = 0, left_out = 0, left_out_roads = 0;
  for (const auto& list : lists) {
    if (all) {
      for (const Numbered& entry : list) text += line_of(report, entry);
    } else if (shown_roads < kMostRoads) {
      ++shown_roads;
      text += line_of(report, list.front());
      if (list.size() > 1)
        text += fmt::format("     and {} more on {}\n", sum_of(list) - list.front().finding->count,
                            printable(element_of(*list.front().finding)));
    } else {
      left_out += sum_of(list);
      ++left_out_roads;
    }
  }
  if (left_out > 0) text += fmt::format("     and {} more in {} other places\n", left_out, left_out_roads);
  if (notes > 0) text += fmt::format("     and {} (--all lists them)\n", counted(notes, "note", "notes"));
  if (outcome.skipped_elements > 0)
    text += fmt::format("     {} could not be judged, first {}\n",
                        counted(outcome.skipped_elements, "element", "elements"), printable(outcome.first_skipped));
  return text;
}

// Rules that were not run, those with the same reason together.
std::string skipped_text(const CheckReport& report, CheckStatus status, bool all) {
  std::map<std::string, std::vector<std::string_view>> by_reason;
  for (const RuleOutcome& outcome : report.outcomes)
    if (outcome.status == status) by_reason[outcome.reason].push_back(outcome.rule.id());
  std::string text;
  for (const auto& [reason, ids] : by_reason) {
    const std::string names =
        all || ids.size() <= 3 ? fmt::format("{}", fmt::join(ids, ", ")) : counted(ids.size(), "rule", "rules");
    text += fmt::format("{}: {}: {}\n", status == CheckStatus::error ? "failed" : "skipped", names, printable(reason));
  }
  return text;
}

}  // namespace

std::string counts_text(const CheckReport& report) {
  return fmt::format("{}, {}, {}", counted(report.count(Level::error), "error", "errors"),
                     counted(report.count(Level::warning), "warning", "warnings"),
                     counted(report.count(Level::information), "note", "notes"));
}

std::string place_text(const Finding& finding) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (!finding.junction_id.empty()) add("junction " + finding.junction_id);
  if (!finding.road_id.empty()) add("road " + finding.road_id);
  if (finding.lane_number) add(fmt::format("lane {}", *finding.lane_number));
  if (std::isfinite(finding.s)) add(fmt::format("s {:.2f}", finding.s));
  if (finding.has_place()) text += fmt::format(" ({:.2f}, {:.2f})", finding.x, finding.y);
  return text.empty() ? finding.xpath : text;
}

std::string what_text(const Finding& finding) {
  std::string text = finding.message;
  const std::string limit = std::isfinite(finding.threshold) ? amount(finding.threshold, finding.unit) : "";
  if (std::isfinite(finding.measured)) {
    std::string measured = amount(finding.measured, finding.unit);
    // What is beyond its limit must not read as if it were at it.
    if (measured == limit && finding.measured != finding.threshold)
      measured = fmt::format("{:.9g} {}", finding.measured, finding.unit);
    text += ": " + measured;
  }
  if (!limit.empty()) text += fmt::format(" (limit {})", limit);
  return text;
}

std::string to_text(const CheckReport& report, const TextOptions& options) {
  std::string text, notes;
  std::size_t number = 1;
  for (const RuleOutcome* outcome : report.ranked()) {
    if (outcome->findings.empty()) continue;
    if (options.all || outcome->worst() != Level::information) {
      text += findings_text(report, *outcome, number, options.all);
    } else {
      notes += fmt::format("{}{} {}", notes.empty() ? "notes: " : ", ", outcome->rule.id(), outcome->count());
    }
    number += outcome->findings.size();
  }
  text += skipped_text(report, CheckStatus::error, true);
  text += skipped_text(report, CheckStatus::skipped, options.all);
  if (!notes.empty()) text += notes + " (--all lists them)\n";
  if (report.problem) text += fmt::format("no road network can be built: {}\n", printable(to_string(*report.problem)));
  const auto completed = std::ranges::count(report.outcomes, CheckStatus::completed, &RuleOutcome::status);
  text += fmt::format("{}: {} ({} of {} completed)", printable(report.file), counts_text(report), completed,
                      counted(report.outcomes.size(), "rule", "rules"));
  if (report.accepted > 0) text += fmt::format("; {} accepted by the baseline", report.accepted);
  return text + "\n";
}

}  // namespace scrutineer::map
