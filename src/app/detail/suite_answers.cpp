#include "app/detail/suite_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ostream>

#include "app/detail/shared_options.h"
#include "app/detail/suite_words.h"
#include "app/detail/table.h"
#include "app/detail/words.h"
#include "app/detail/wrap.h"
#include "base/printable.h"
#include "base/text.h"

namespace scrutineer::app {
namespace {

constexpr std::size_t kWidestText = 110;  // of the last column, which holds messages

std::string facts_text(const suite::Answer& answer, bool colour) {
  Table table({Align::left, Align::left});
  for (const suite::Fact& fact : answer.facts)
    if (!fact.label.empty()) table.row({fact.label, fact.words.empty() ? suite::to_text(fact.value) : fact.words});
  std::string rows = table.text();
  if (!colour) return rows;
  std::string text;
  std::size_t begin = 0;
  for (const suite::Fact& fact : answer.facts) {
    if (fact.label.empty()) continue;
    const std::size_t end = rows.find('\n', begin), label = fact.label.size();
    text += inked(true, Ink::dim, fact.label) + rows.substr(begin + label, end + 1 - begin - label);
    begin = end + 1;
  }
  return text;
}

// All of them as one row.
std::string facts_csv(const suite::Answer& answer) {
  suite::AnswerTable table;
  table.rows.emplace_back();
  for (const suite::Fact& fact : answer.facts) {
    table.columns.push_back({fact.name, ""});
    table.rows.front().push_back(fact.value);
  }
  return suite::to_csv(table);
}

// Numbers, that is.
bool is_right(const suite::AnswerTable& table, std::size_t column) {
  return std::ranges::none_of(table.rows, [&](const auto& row) {
    return std::holds_alternative<std::string>(row[column]) || std::holds_alternative<bool>(row[column]);
  });
}

std::string table_text(const suite::AnswerTable& table, bool colour) {
  std::vector<std::size_t> shown;
  std::vector<Align> columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (table.columns[i].label.empty()) continue;
    // A column without any value tells nothing.
    if (std::ranges::all_of(table.rows,
                            [&](const auto& row) { return std::holds_alternative<std::monostate>(row[i]); }))
      continue;
    shown.push_back(i);
    columns.push_back(is_right(table, i) ? Align::right : Align::left);
  }
  Table lines(columns);
  std::vector<std::string> heading;
  heading.reserve(shown.size());
  for (const std::size_t i : shown) heading.push_back(table.columns[i].label);
  lines.row(std::move(heading));
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    cells.reserve(shown.size());
    for (const std::size_t i : shown) cells.push_back(suite::to_text(row[i], table.columns[i]));
    if (!cells.empty()) cells.back() = printable(cells.back(), kWidestText);
    lines.row(std::move(cells));
  }
  std::string text = lines.text();
  const std::size_t first_end = text.find('\n');
  return inked(colour, Ink::dim, text.substr(0, first_end)) + text.substr(first_end);
}

}  // namespace

void add_asking(Options& options, AskingOptions& asking) {
  add_store(options, asking.store);
  add_answer_format(options, asking);
}

void add_answer_format(Options& options, AskingOptions& asking) {
  options.choice<AnswerFormat>("--format", asking.format,
                               {{"text", AnswerFormat::text}, {"json", AnswerFormat::json}, {"csv", AnswerFormat::csv}},
                               "text for people (default), the others for programs; csv is one of the tables");
  options.add("--table", asking.table, "Which table csv is, of several (default: the first one)", "NAME");
}

void add_against(Options& options, AgainstOptions& values) {
  options.add("--baseline", values.against.baseline,
              "Compare with this suite (default: the pinned one, or the last complete one with the same labels)",
              "NAME");
  options.add("--ignore-labels", values.ignore_labels,
              "Labels that may differ from the baseline's, such as night,sut (default: those of suite baseline)",
              "NAMES");
  options.flag("--as-evaluated", values.against.as_evaluated, "Verdicts and severities before the rules of triage");
  options
      .add("--min-change", values.against.min_change, "The smallest change of a value that counts, as a share of it",
           "SHARE")
      .within(0.0, 1e9)
      .shows_default("0.01");
}

suite::Against against(const AgainstOptions& values) {
  suite::Against result = values.against;
  if (!values.ignore_labels.empty()) result.ignore_labels = split_lists(values.ignore_labels);
  return result;
}

std::vector<std::string> split_lists(const std::vector<std::string>& given) {
  std::vector<std::string> parts;
  for (std::string_view text : given) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(','), text.size());
      if (const std::string_view part = trim(text.substr(0, end)); !part.empty()) parts.emplace_back(part);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }
  return parts;
}

std::string to_text(const suite::Answer& answer, bool colour) {
  std::string text = facts_text(answer, colour);
  const std::size_t with_rows = static_cast<std::size_t>(
      std::ranges::count_if(answer.tables, [](const auto& table) { return !table.rows.empty(); }));
  for (const suite::AnswerTable& table : answer.tables) {
    if (table.rows.empty()) continue;
    if (!text.empty()) text += '\n';
    if (!table.title.empty() && (with_rows > 1 || !answer.facts.empty()))
      text += inked(colour, Ink::bold, table.title) + '\n';
    text += table_text(table, colour);
    if (table.left_out > 0) text += fmt::format("... and {} more; --top 0 shows all\n", table.left_out);
  }
  for (const std::string& note : answer.notes)
    text += (text.empty() ? "" : "\n") + wrapped(printable(note), {.colour = colour});
  return text;
}

void add_facts_format(Options& options, AnswerFormat& format) {
  options.choice<AnswerFormat>("--format", format,
                               {{"text", AnswerFormat::text}, {"json", AnswerFormat::json}, {"csv", AnswerFormat::csv}},
                               kFormatHelp);
}

void print_facts(const std::string& text, const suite::Answer& answer, AnswerFormat format, Outside& outside) {
  outside.screen.out << (format == AnswerFormat::text   ? text
                         : format == AnswerFormat::json ? suite::to_json(answer)
                                                        : facts_csv(answer));
}

Result<std::string> formatted(const suite::Answer& answer, const AskingOptions& asking, bool colour) {
  if (!asking.table.empty() && answer.find_table(asking.table) == nullptr) {
    std::vector<std::string_view> names;
    names.reserve(answer.tables.size());
    for (const suite::AnswerTable& table : answer.tables) names.push_back(table.name);
    return Problem{{},
                   fmt::format("--table {}: there is no such table; there are {}", printable(asking.table),
                               fmt::join(names, ", "))};
  }
  switch (asking.format) {
    case AnswerFormat::json:
      return suite::to_json(answer);
    case AnswerFormat::csv:
      if (answer.tables.empty()) return facts_csv(answer);
      return suite::to_csv(asking.table.empty() ? answer.tables.front() : *answer.find_table(asking.table));
    case AnswerFormat::text:
      break;
  }
  return to_text(answer, colour);
}

int ask(const AskingOptions& asking, Outside& outside, const Asking& question, store::OpenMode mode) {
  const auto store = store::open_store(asking.store, mode);
  if (!store) return refuse(outside, store.problem());
  const auto answer = question(**store);
  if (!answer) return refuse(outside, answer.problem());
  const auto text = formatted(*answer, asking, outside.screen.colour_out);
  if (!text) return refuse(outside, text.problem());
  outside.screen.out << *text;
  return kFine;
}

std::string bar(double share, std::size_t width) {
  // Eighths of a character, so that small differences are seen.
  static constexpr std::string_view kParts[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (!(share > 0.0)) return "";
  const auto eighths = static_cast<std::size_t>(std::lround(std::min(share, 1.0) * static_cast<double>(width) * 8.0));
  std::string text;
  for (std::size_t i = 0; i < eighths / 8; ++i) text += "█";
  text += kParts[eighths % 8];
  return text.empty() ? std::string(kParts[1]) : text;
}

std::string author(const std::string& given) {
  if (!given.empty()) return given;
  for (const char* name : {"USER", "LOGNAME"})
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') return value;
  return "unknown";
}

}  // namespace scrutineer::app
