#include "results/detail/issue_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "base/display_width.h"
#include "base/printable.h"
#include "base/text.h"
#include "results/detail/text_parts.h"
#include "results/triage.h"

namespace scrutineer::results::detail {

namespace {

using watch::Category;
using watch::Severity;

constexpr std::size_t kColumns = 7;
constexpr std::array<std::string_view, kColumns> kTitles{"severity", "began", "lasted", "actor",
                                                         "issue",    "worst", "limit"};
// Numbers end below each other.
constexpr bool is_number(std::size_t column) { return column == 1 || column == 2; }

struct Line {
  std::optional<Severity> severity;  // nothing: the table's head, or a note
  std::vector<Cell> cells;
  std::string note;
  bool is_collision = false;
};

// The smallest screen that the text is made for.
constexpr std::size_t kScreenColumns = 80, kScreenLines = 24;

// How many lines of a screen the text takes; colours take no room.
std::size_t lines_on_screen(std::string_view text) {
  std::size_t lines = 0, width = 0;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find_first_of("\033\n"), text.size());
    width += display_width(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const bool is_line_end = text.front() == '\n';
    if (is_line_end) lines += std::max<std::size_t>(1, (std::exchange(width, 0) + kScreenColumns - 1) / kScreenColumns);
    text.remove_prefix(is_line_end ? 1 : std::min(text.find('m'), text.size() - 1) + 1);
  }
  return lines;
}

struct TableText {
  std::string text;
  std::optional<std::size_t> collision_end;  // where the first collision's line ends; nothing: there is no collision
};

std::string at_time(Time time) { return fmt::format("{:.3f} s", to_seconds(time)); }

// Empty for a single frame, which lasts 0 s.
std::string lasted(Duration total) {
  const double seconds = to_seconds(total);
  return seconds > 0.0 ? rounded(seconds, seconds < 1.0 ? 2 : 1) + " s" : "";
}

class IssueText {
 public:
  IssueText(const RunResult& result, const TextOptions& options)
      : evaluation_(result.evaluation),
        options_(options),
        issues_(issues_to_triage(result.evaluation)),
        triage_(triaged(issues_)) {}

  // The first collision must be on the first screen. If the ego's issues leave no room for it, the collisions of others
  // come before them, and the summary above lists only as many kinds as fit.
  std::string text(std::string_view before) const {
    const TableText usual = table(false);
    if (is_full()) return usual.text;
    const auto fits = [&](const std::string& above, const TableText& table) {
      const std::string upto = above + table.text.substr(0, table.collision_end.value_or(0));
      return !table.collision_end || lines_on_screen(before) + lines_on_screen(upto) < kScreenLines;
    };
    if (const std::string above = summary(kMostKinds); fits(above, usual)) return above + usual.text;
    const TableText collisions_first = table(true);
    std::size_t kinds = kMostKinds;
    while (kinds > 1 && !fits(summary(kinds), collisions_first)) --kinds;
    return summary(kinds) + collisions_first.text;
  }

 private:
  const watch::Issue& issue(std::size_t place) const { return evaluation_.issues[place]; }
  bool is_full() const { return options_.verbosity == TextOptions::Verbosity::full; }

  ShownMetric metric(std::size_t place, watch::MetricRole role) const {
    return shown_metric(*evaluation_.infos[issue(place).check], issue(place).data, role);
  }

  // What the check says of it in a word, then the value: "at fault, 3.5 m/s (12.6 km/h)".
  std::string verdict_and_value(std::size_t place) const {
    std::string value = amount(metric(place, watch::MetricRole::value));
    const ShownMetric verdict = metric(place, watch::MetricRole::verdict);
    const auto* word = verdict.value != nullptr ? std::get_if<std::string>(verdict.value) : nullptr;
    if (word == nullptr || word->empty()) return value;
    std::string said = *word;
    std::ranges::replace(said, '_', ' ');
    return said + (value.empty() ? "" : ", ") + value;
  }

  // ---- by kind ----

  // ", worst 7.2 m/s (25.9 km/h) over", without a limit ", up to 3.5 m/s (12.6 km/h)"; empty: nothing of it can be measured.
  std::string worst_of(const TriageKind& kind) const {
    const IssueToTriage& worst = issues_[kind.worst];
    const ShownMetric value = metric(kind.worst, watch::MetricRole::value);
    if (!worst.value) return {};
    const std::string extent = amount(excess_of(worst), value.info->unit);
    if (!worst.limit) return ", up to " + extent;
    const bool is_under = std::abs(*worst.value) < std::abs(*worst.limit);
    return fmt::format(", worst {} {}", extent, is_under ? "under" : "over");
  }

  // With those that are not listed: the line above counts them, too.
  std::size_t all_of(const TriageKind& kind) const {
    std::size_t count = kind.count;
    for (const watch::IssuesLeftOut& more : evaluation_.issues_left_out)
      if (more.kind == kind.kind) count += more.left_out;
    return count;
  }

  // Behind the count of all: "1: veh31 car at 46.800 s, 14.08 m/s (50.7 km/h)", "475 in 61 actors, worst 7.2 m/s (25.9
  // km/h) over", "12400, listed are 1400 in 31 actors". Whose the others are, and how bad, nobody knows any more.
  std::string said_of(const TriageKind& kind) const {
    const bool are_all_listed = all_of(kind) == kind.count;
    if (kind.count > 1)
      return fmt::format("{} in {}{}", are_all_listed ? "" : fmt::format(", listed are {}", kind.count),
                         counted(kind.actors, "actor", "actors"), worst_of(kind));
    const watch::Issue& one = issue(kind.worst);
    const std::string value = verdict_and_value(kind.worst);
    return fmt::format("{}: {} at {}{}{}", are_all_listed ? "" : ", listed is 1", actors_of(one), at_time(one.start),
                       value.empty() ? "" : ", ", value);
  }

  // Where every kind came once, or all are in one row, there is nothing to sum up.
  bool has_summary() const {
    if (!evaluation_.issues_left_out.empty()) return true;
    return triage_.rows.size() > 1 && issues_.size() > triage_.kinds.size();
  }

  std::string summary(std::size_t most_kinds) const {
    if (!has_summary()) return {};
    std::size_t widest_kind = 0, widest_count = 0;
    for (const TriageKind& kind : triage_.kinds) {
      widest_kind = std::max(widest_kind, cell(kind.kind).width);
      widest_count = std::max(widest_count, std::to_string(all_of(kind)).size());
    }
    std::string text = "\n" + inked(options_.colour, Ink::dim, "By kind:") + "\n";
    std::size_t left = triage_.kinds.size();
    for (const TriageKind& kind : triage_.kinds) {
      if (left + most_kinds == triage_.kinds.size()) break;
      --left;
      const Cell name = cell(kind.kind);
      text += fmt::format("  {}{}  {:>{}}{}\n", name.text, std::string(widest_kind - name.width, ' '), all_of(kind),
                          widest_count, said_of(kind));
    }
    if (left > 0) text += fmt::format("  ... and {}\n", counted(left, "more kind", "more kinds"));
    return text;
  }

  // ---- the table ----

  static std::string actors_of(const watch::Issue& one) {
    return one.other ? actor_words(one.actor) + ", " + actor_words(*one.other) : actor_words(one.actor);
  }

  std::string actors_of(const TriageRow& row) const {
    const watch::Issue& first = issue(row.first());
    if (row.actors > 1) return counted(row.actors, "actor", "actors");
    const bool same_other = first.other && std::ranges::all_of(row.issues, [&](std::size_t one) {
                              return issue(one).other == first.other;
                            });
    return same_other ? actors_of(first) : actor_words(first.actor);
  }

  Line line_of(const TriageRow& row) const {
    const watch::Issue& first = issue(row.first());
    Line line{.severity = first.severity, .cells = {}, .note = {}, .is_collision = is_collision(first.kind)};
    const std::string actors = actors_of(row);
    Cell kind = cell(first.kind);
    if (row.count() > 1) {
      const std::string times = fmt::format(" x {}", row.count());
      kind = {kind.text + times, kind.width + times.size()};
    }
    std::string worst = verdict_and_value(row.worst);
    if (row.actors > 1) worst += (worst.empty() ? "by " : " by ") + cell(issue(row.worst).actor.id).text;
    if (row.count() > 1) worst += (worst.empty() ? "at " : " at ") + at_time(issue(row.worst).start);
    line.cells = {cell(to_word(first.severity)),
                  cell(at_time(first.start)),
                  cell(lasted(row.total)),
                  // Ids are shortened already; what else is in there is short.
                  {actors, display_width(actors)},
                  std::move(kind),
                  {worst, display_width(worst)},
                  cell(amount(metric(row.worst, watch::MetricRole::limit)))};
    return line;
  }

  // A line for the row, with what a reader should know before trusting it.
  void add(const TriageRow& row, std::vector<Line>& lines) const {
    lines.push_back(line_of(row));
    const auto note = [&](const std::string& text) { lines.push_back({.severity = {}, .cells = {}, .note = text}); };
    if (is_full()) {
      const watch::Issue& one = issue(row.first());
      const bool was_known_later = one.time > one.start && one.time != one.end;
      note("  " + printable(one.message) + (was_known_later ? "; raised at " + at_time(one.time) : ""));
    }
    const auto noted = std::ranges::find_if(row.issues, [&](std::size_t one) { return !issue(one).notes.empty(); });
    if (noted == row.issues.end()) return;
    for (const std::string& text : issue(*noted).notes) note("  " + printable(text));
  }

  template <typename IsWanted>
  std::vector<Line> lines_of(IsWanted is_wanted) const {
    std::vector<Line> lines;
    std::size_t shown = 0, left = 0;
    for (const TriageRow& row : triage_.rows) {
      if (!is_wanted(issue(row.first()))) continue;
      if (is_full()) {
        for (const std::size_t one : row.issues)
          add({.issues = {one}, .worst = one, .actors = 1, .total = issue(one).end - issue(one).start}, lines);
      } else if (shown == options_.most_rows) {
        left += row.count();
      } else {
        ++shown;
        add(row, lines);
      }
    }
    if (left > 0)
      lines.push_back({.severity = {},
                       .cells = {},
                       .note = fmt::format("... and {} more; all are in {}", left, printable(options_.all_are_in))});
    return lines;
  }

  static std::string_view title_of(Category category) {
    return category == Category::sut     ? "Of the ego:"
           : category == Category::other ? "Of others:"
                                         : "Of the evaluation itself:";
  }

  std::vector<Line> all_lines(bool collisions_first) const {
    std::vector<Line> lines(1);
    for (const std::string_view title : kTitles) lines.front().cells.push_back(cell(title));
    const bool only_ego =
        std::ranges::all_of(evaluation_.issues, [](const watch::Issue& one) { return one.category == Category::sut; });
    const auto add_group = [&](std::string_view title, const auto& is_wanted) {
      std::vector<Line> group = lines_of(is_wanted);
      if (group.empty()) return;
      if (!only_ego) lines.push_back({.severity = {}, .cells = {}, .note = std::string(title)});
      std::ranges::move(group, std::back_inserter(lines));
    };
    const auto is_ahead = [&](const watch::Issue& one) {
      return collisions_first && one.category == Category::other && is_collision(one.kind);
    };
    add_group("Collisions of others:", is_ahead);
    for (const Category category : kCategories)
      add_group(title_of(category),
                [&](const watch::Issue& one) { return one.category == category && !is_ahead(one); });
    return lines;
  }

  TableText table(bool collisions_first) const {
    const std::vector<Line> lines = all_lines(collisions_first);
    std::array<std::size_t, kColumns> widths{};
    for (const Line& line : lines)
      for (std::size_t i = 0; i < line.cells.size(); ++i) widths.at(i) = std::max(widths.at(i), line.cells[i].width);
    TableText table{.text = "\n", .collision_end = {}};
    for (const Line& line : lines) {
      table.text += drawn(line, widths) + "\n";
      if (line.is_collision && !table.collision_end) table.collision_end = table.text.size();
    }
    return table;
  }

  std::string drawn(const Line& line, const std::array<std::size_t, kColumns>& widths) const {
    std::string text;
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      const std::string gap(widths.at(i) - line.cells[i].width, ' ');
      const bool is_severity = i == 0 && line.severity;
      const std::string shown =
          is_severity ? inked(options_.colour, ink_of(*line.severity), line.cells[i].text) : line.cells[i].text;
      text += (i > 0 ? "  " : "") + (is_number(i) ? gap + shown : shown + gap);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    return line.severity ? text : inked(options_.colour, Ink::dim, text + line.note);
  }

  // A part of the first screen, on which the table begins.
  static constexpr std::size_t kMostKinds = 10;

  const watch::Evaluation& evaluation_;
  const TextOptions& options_;
  const std::vector<IssueToTriage> issues_;
  const Triage triage_;
};

}  // namespace

std::string issue_text(const RunResult& result, const TextOptions& options, std::string_view before) {
  return result.evaluation.issues.empty() ? std::string() : IssueText(result, options).text(before);
}

}  // namespace scrutineer::results::detail
