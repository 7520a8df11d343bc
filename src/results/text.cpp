#include "results/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "base/counted.h"
#include "base/printable.h"
#include "base/text.h"
#include "results/detail/issue_text.h"
#include "results/detail/text_parts.h"
#include "results/formats.h"

namespace scrutineer::results {

namespace {

using State = watch::CheckOutcome::State;
using watch::Category;
using watch::Severity;

using namespace detail;

// ---- the verdict ----------------------------------------------------------------------------------------------------

Ink ink_of(Verdict verdict) {
  return verdict == Verdict::pass ? Ink::green : verdict == Verdict::fail ? Ink::red : Ink::yellow;
}

// "1 error, 2 warnings"; empty: there is nothing.
std::string found(const watch::Evaluation& evaluation, Category category) {
  const auto count = [&](Severity severity) { return evaluation.count(severity, category); };
  const std::size_t errors = count(Severity::error) + count(Severity::error_continue);
  std::vector<std::string> parts;
  if (errors > 0) parts.push_back(counted(errors, "error", "errors"));
  if (const std::size_t warnings = count(Severity::warning); warnings > 0)
    parts.push_back(counted(warnings, "warning", "warnings"));
  if (const std::size_t infos = count(Severity::info); infos > 0) parts.push_back(counted(infos, "info", "infos"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// "1 error of the ego; 3 warnings of others"
std::string found(const watch::Evaluation& evaluation) {
  if (evaluation.issues.empty()) return "no issues";
  const std::string of_ego = found(evaluation, Category::sut);
  std::string text = (of_ego.empty() ? "no issues" : of_ego) + " of the ego";
  if (const std::string of_others = found(evaluation, Category::other); !of_others.empty())
    text += "; " + of_others + " of others";
  if (const std::string of_tool = found(evaluation, Category::tool); !of_tool.empty())
    text += "; " + of_tool + " of the evaluation itself";
  return text;
}

std::string verdict_line(const RunResult& result, bool colour) {
  const watch::Evaluation& evaluation = result.evaluation;
  const Verdict is = verdict(result);
  std::string word(to_word(is));
  std::ranges::transform(word, word.begin(), [](char c) { return static_cast<char>(c - 'a' + 'A'); });
  const std::string ego = evaluation.ego ? "ego " + cell(evaluation.ego->id).text : "no ego";
  return fmt::format("{}  {}: {} in {} s ({}, {}, {})\n", inked(colour, ink_of(is), word), printable(result.trace.file),
                     found(evaluation), rounded(to_seconds(evaluation.end), 3),
                     counted(evaluation.frames, "frame", "frames"), counted(evaluation.actors, "actor", "actors"), ego);
}

// ---- what was watched -----------------------------------------------------------------------------------------------

// Watchers raise no issues, so their line says how many intervals they had and how long these lasted.
std::string line_of(const watch::IntervalRecord& interval, const watch::CheckInfo& check) {
  std::vector<std::string> metrics;
  for (std::size_t i = 0; i < interval.data.size() && i < check.metrics.size(); ++i)
    if (const std::string value = amount({&check.metrics[i], &interval.data[i]}); !value.empty())
      metrics.push_back(fmt::format("{} {}", check.metrics[i].name, value));
  return printable(fmt::format("    {:.3f} s to {:.3f} s  {}{}{}", to_seconds(interval.start), to_seconds(interval.end),
                               actor_words(interval.actor), metrics.empty() ? "" : ": ", fmt::join(metrics, ", "))) +
         "\n";
}

// With the intervals themselves if all is to be told.
std::string watched(const watch::Evaluation& evaluation, bool colour, bool full) {
  struct Seen {
    std::size_t count = 0;
    Duration duration{};
    std::string lines;
  };
  std::vector<Seen> by_check(evaluation.infos.size());
  for (const watch::IntervalRecord& interval : evaluation.intervals) {
    Seen& seen = by_check[interval.check];
    ++seen.count;
    seen.duration += interval.end - interval.start;
    const watch::CheckInfo& info = *evaluation.infos[interval.check];
    if (full && info.kinds.empty() && !info.kpi) seen.lines += line_of(interval, info);
  }
  std::string text;
  for (std::size_t i = 0; i < by_check.size(); ++i) {
    const watch::CheckInfo& info = *evaluation.infos[i];
    if (by_check[i].count == 0 || !info.kinds.empty() || info.kpi) continue;
    text +=
        fmt::format("  {}: {}, {} s in all\n", printable(info.name),
                    counted(by_check[i].count, "interval", "intervals"), rounded(to_seconds(by_check[i].duration), 3)) +
        by_check[i].lines;
  }
  return text.empty() ? text : "\n" + inked(colour, Ink::dim, "Watched:") + "\n" + text;
}

// What a configuration keeps of the whole run.
std::string kept(const watch::Evaluation& evaluation, bool colour) {
  std::string text;
  for (const watch::InfoValue& info : evaluation.info) {
    const double* const number = std::get_if<double>(&info.value);
    if (number != nullptr && std::isnan(*number)) continue;  // it does not exist
    text += printable(fmt::format("  {}: {}{}{}{}", info.path, text_of(info.value), info.unit.empty() ? "" : " ",
                                  info.unit, info.text.empty() ? "" : "  (" + info.text + ")")) +
            "\n";
  }
  return text.empty() ? text : "\n" + inked(colour, Ink::dim, "Of the run:") + "\n" + text;
}

// ---- what could not be judged ---------------------------------------------------------------------------------------

// Checks with the same reason share a line; the watchers of a KPI appear under its name. Checks that a setting turned
// off are not listed: somebody wanted that.
std::string not_judged(const RunResult& result, State state, std::string_view title, Ink ink, bool colour) {
  std::vector<std::pair<std::string, std::vector<std::string>>> by_reason;
  for (std::size_t i = 0; i < result.evaluation.checks.size(); ++i) {
    const watch::CheckOutcome& outcome = result.evaluation.checks[i];
    if (outcome.state != state || outcome.is_switched_off) continue;
    const watch::CheckInfo& info = *result.evaluation.infos[i];
    auto known = std::ranges::find(by_reason, outcome.reason, &std::pair<std::string, std::vector<std::string>>::first);
    if (known == by_reason.end()) known = by_reason.insert(by_reason.end(), {outcome.reason, {}});
    const std::string name =
        printable(watch::is_hidden_by_kpi(info) ? info.kpi->info.name : std::string_view(outcome.name));
    if (std::ranges::find(known->second, name) == known->second.end()) known->second.push_back(name);
  }
  if (by_reason.empty()) return {};
  std::string text = "\n" + inked(colour, ink, std::string(title)) + "\n";
  for (const auto& [reason, names] : by_reason)
    text += fmt::format("  {}: {}\n", fmt::join(names, ", "), printable(reason));
  return text;
}

// The ego's, if there is one: notes begin with whom they speak of.
const std::string& most_telling(const std::vector<std::string>& notes, const watch::Evaluation& evaluation) {
  if (!evaluation.ego) return notes.front();
  const std::string ego = evaluation.ego->id + " ";
  const auto of_ego = std::ranges::find_if(
      notes, [&](const std::string& note) { return note.starts_with(ego) || note.starts_with("Of actor " + ego); });
  return of_ego == notes.end() ? notes.front() : *of_ego;
}

// Whom or what checks left out that judged the rest: a line for each check. The watchers of KPIs judge nothing; what
// they leave out is beside the KPI.
std::string judged_in_part(const watch::Evaluation& evaluation, bool colour) {
  std::string text;
  for (std::size_t i = 0; i < evaluation.checks.size(); ++i) {
    const watch::CheckOutcome& outcome = evaluation.checks[i];
    if (outcome.state != State::completed || outcome.notes.empty()) continue;
    if (evaluation.infos[i]->kpi && evaluation.infos[i]->kinds.empty()) continue;
    const std::size_t more = outcome.notes.size() - 1;
    text += fmt::format("  {}: {}{}\n", printable(outcome.name), printable(most_telling(outcome.notes, evaluation)),
                        more == 0 ? "" : fmt::format(" (and {} more)", more));
  }
  return text.empty() ? text : "\n" + inked(colour, Ink::yellow, "Judged only in part:") + "\n" + text;
}

// What was found but not listed, because there was too much of it: issues, intervals and events.
std::string left_out(const watch::Evaluation& evaluation, bool colour) {
  std::string text;
  for (const std::string& words : watch::left_out_words(evaluation)) text += "  " + printable(words) + "\n";
  return text.empty() ? text : "\n" + inked(colour, Ink::yellow, "Not listed:") + "\n" + text;
}

// How each check ended. Checks that ended alike share a line, except those with notes; the watchers of a KPI appear
// under its name.
std::string fared(const watch::Evaluation& evaluation, bool colour) {
  struct Line {
    std::vector<std::string> names;
    std::string how, notes;
  };
  std::vector<Line> lines;
  for (std::size_t i = 0; i < evaluation.checks.size(); ++i) {
    const watch::CheckOutcome& outcome = evaluation.checks[i];
    const watch::CheckInfo& info = *evaluation.infos[i];
    const std::string name =
        printable(watch::is_hidden_by_kpi(info) ? info.kpi->info.name : std::string_view(outcome.name));
    Line line{
        .names = {name},
        .how = fmt::format("{}, {}{}{}", to_word(outcome.state), counted(outcome.instances, "instance", "instances"),
                           outcome.reason.empty() ? "" : ": ", printable(outcome.reason))};
    for (const std::string& note : outcome.notes) line.notes += fmt::format("    {}\n", printable(note));
    const auto alike = std::ranges::find_if(
        lines, [&](const Line& other) { return other.how == line.how && other.notes.empty() && line.notes.empty(); });
    if (alike == lines.end()) {
      lines.push_back(std::move(line));
    } else if (std::ranges::find(alike->names, name) == alike->names.end()) {
      alike->names.push_back(name);
    }
  }
  std::string text;
  for (const Line& line : lines) text += fmt::format("  {}: {}\n{}", fmt::join(line.names, ", "), line.how, line.notes);
  return text.empty() ? text : "\n" + inked(colour, Ink::dim, "Checkers:") + "\n" + text;
}

bool is_for_all(const watch::LogMessage& message) {
  return message.is_asked_for || (message.level != "trace" && message.level != "debug");
}

std::string line_of(const watch::LogMessage& message) {
  std::string line = fmt::format("  {:.3f} s", to_seconds(message.time));
  if (!message.source.empty()) line += "  " + printable(message.source);
  if (!message.actor.empty()) line += " of " + cell(message.actor).text;
  if (message.level != "info") line += " (" + printable(message.level) + ")";
  return line + ": " + printable(message.text) + "\n";
}

}  // namespace

std::string messages_text(const watch::Evaluation& evaluation, const TextOptions& options) {
  const bool full = options.verbosity == TextOptions::Verbosity::full;
  std::string text;
  std::size_t shown = 0, left = 0;
  for (const watch::LogMessage& message : evaluation.messages) {
    if (!full && !is_for_all(message)) continue;
    if (!full && shown == options.most_rows) {
      ++left;
      continue;
    }
    text += line_of(message);
    ++shown;
  }
  if (left > 0) text += fmt::format("  ... and {} more; all are in {}\n", left, printable(options.all_are_in));
  if (evaluation.messages_left_out > 0)
    text += fmt::format("  ... and {} more, which were not kept\n", evaluation.messages_left_out);
  const bool is_by_checkers = std::ranges::any_of(evaluation.messages, &watch::LogMessage::is_asked_for);
  const char* const title = is_by_checkers ? "Said during the evaluation:" : "Said by the configuration:";
  return text.empty() ? text : inked(options.colour, Ink::dim, title) + "\n" + text;
}

namespace {

// "ODD: inside 62.0 % of the time (60.7 % of the way), outside 38.0 % (39.3 %)"; nothing without one.
std::string odd_line(const RunResult& result) {
  const auto metric = [&](const std::string& name) {
    const auto found = std::ranges::find(result.metrics, "odd." + name, &RunMetric::name);
    const double* const value = found == result.metrics.end() ? nullptr : std::get_if<double>(&found->value);
    return value == nullptr ? 0.0 : *value;
  };
  std::string line;
  if (!result.odd) return line;
  for (const std::string verdict : {"inside", "outside", "unknown"}) {
    const double time = metric(verdict + "_time_share"), way = metric(verdict + "_distance_share");
    if (!(time > 0.0)) continue;
    const bool is_first = line.empty();
    line += fmt::format("{} {} {:.1f} %{}", is_first ? "" : ",", verdict, time, is_first ? " of the time" : "");
    if (way >= 0.0) line += fmt::format(" ({:.1f} %{})", way, is_first ? " of the way" : "");
  }
  return line.empty() ? line : "\nODD:" + line + "\n";
}

}  // namespace

std::string to_text(const RunResult& result, const TextOptions& options) {
  std::string text = verdict_line(result, options.colour);
  if (options.verbosity == TextOptions::Verbosity::quiet) return text;
  const bool full = options.verbosity == TextOptions::Verbosity::full;
  text += issue_text(result, options, text);
  text += left_out(result.evaluation, options.colour);
  for (const watch::KpiOutcome& kpi : result.evaluation.kpis)
    if (!kpi.result.line.empty()) text += "\n" + printable(kpi.result.line) + "\n";
  text += odd_line(result);
  text += watched(result.evaluation, options.colour, full);
  text += kept(result.evaluation, options.colour);
  if (const std::string said = messages_text(result.evaluation, options); !said.empty()) text += "\n" + said;
  if (!result.is_complete())
    text += fmt::format("\n{} {}\n", inked(options.colour, Ink::yellow, "Not judged in full:"),
                        printable(*result.incomplete_reason));
  text += full ? fared(result.evaluation, options.colour) : judged_in_part(result.evaluation, options.colour);
  text += not_judged(result, State::failed, "Failed, so not judged:", Ink::red, options.colour);
  text += not_judged(result, State::skipped, "Skipped, so not judged:", Ink::dim, options.colour);
  return text;
}

ResultFormat text_result_format() {
  return {.name = "text", .words = "for people", .has_messages = true, .write = to_text};
}

}  // namespace scrutineer::results
