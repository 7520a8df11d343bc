#include "suite/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/overloaded.h"
#include "base/text.h"

namespace scrutineer::suite {
namespace {

std::string in_json(const Cell& cell) {
  return std::visit(Overloaded{[](std::monostate) { return std::string("null"); },
                               [](const std::string& text) { return '"' + json_escaped(text) + '"'; },
                               [](std::int64_t whole) { return std::to_string(whole); },
                               [](double number) { return std::isfinite(number) ? shortest(number) : "null"; },
                               [](bool truth) { return std::string(truth ? "true" : "false"); }},
                    cell);
}

std::string in_csv(const Cell& cell) {
  return std::visit(
      Overloaded{[](std::monostate) { return std::string(); }, [](const std::string& text) { return csv_cell(text); },
                 [](std::int64_t whole) { return std::to_string(whole); },
                 [](double number) { return std::isfinite(number) ? shortest(number) : std::string(); },
                 [](bool truth) { return std::string(truth ? "true" : "false"); }},
      cell);
}

std::string with_commas(std::string number) {
  const std::size_t first = number.starts_with('-') ? 1 : 0;
  for (std::size_t place = std::min(number.find('.'), number.size()); place > first + 3;)
    number.insert(place -= 3, 1, ',');
  return number;
}

std::string row_in_json(const AnswerTable& table, const std::vector<Cell>& row) {
  std::string json;
  for (std::size_t i = 0; i < row.size(); ++i)
    json += fmt::format("{}\"{}\": {}", i == 0 ? "" : ", ", json_escaped(table.columns[i].name), in_json(row[i]));
  return "{" + json + "}";
}

// "columns": {"issues": ["kind", "count"]}
std::string columns_in_json(const Answer& answer) {
  std::string json;
  for (const AnswerTable& table : answer.tables) {
    json += fmt::format("{}\"{}\": [", json.empty() ? "" : ", ", json_escaped(table.name));
    for (std::size_t i = 0; i < table.columns.size(); ++i)
      json += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", json_escaped(table.columns[i].name));
    json += ']';
  }
  return "  \"columns\": {" + json + "},\n";
}

}  // namespace

Cell number_cell(double value) { return std::isfinite(value) ? Cell(value) : Cell(); }
Cell count_cell(std::size_t value) { return static_cast<std::int64_t>(value); }
Cell text_cell(std::string_view text) { return text.empty() ? Cell() : Cell(std::string(text)); }

std::string number_text(double value) {
  constexpr double kSmallest = 1e-9, kLargest = 1e15;  // beyond these a power of ten is easier to read
  const double size = std::abs(value);
  if (size == 0.0) return "0";
  if (!(size >= kSmallest && size < kLargest)) return fmt::format("{:.4g}", value);
  const int digits_before = static_cast<int>(std::floor(std::log10(size))) + 1;
  return with_commas(rounded(value, std::max(0, 4 - digits_before)));
}

std::string to_text(const Cell& cell) {
  return std::visit(
      Overloaded{[](std::monostate) { return std::string(); }, [](const std::string& text) { return text; },
                 [](std::int64_t whole) { return with_commas(std::to_string(whole)); },
                 [](double number) { return number_text(number); },
                 [](bool truth) { return std::string(truth ? "yes" : "no"); }},
      cell);
}

std::string to_text(const Cell& cell, const AnswerColumn& column) {
  const double* share = column.is_share ? std::get_if<double>(&cell) : nullptr;
  return share != nullptr ? fmt::format("{:.1f} %", 100.0 * *share) : to_text(cell);
}

const AnswerTable* Answer::find_table(std::string_view name) const {
  const auto found = std::ranges::find(tables, name, &AnswerTable::name);
  return found == tables.end() ? nullptr : &*found;
}

std::string to_json(const Answer& answer, bool with_columns) {
  std::string json;
  if (with_columns) json += columns_in_json(answer);
  for (const Fact& fact : answer.facts)
    json += fmt::format("  \"{}\": {},\n", json_escaped(fact.name), in_json(fact.value));
  for (const AnswerTable& table : answer.tables) {
    json += fmt::format("  \"{}\": [", json_escaped(table.name));
    for (std::size_t i = 0; i < table.rows.size(); ++i)
      json += (i == 0 ? "\n    " : ",\n    ") + row_in_json(table, table.rows[i]);
    json += table.rows.empty() ? "],\n" : "\n  ],\n";
    if (table.left_out > 0) json += fmt::format("  \"{}_left_out\": {},\n", json_escaped(table.name), table.left_out);
  }
  json += "  \"notes\": [";
  for (std::size_t i = 0; i < answer.notes.size(); ++i)
    json += fmt::format("{}\n    \"{}\"", i == 0 ? "" : ",", json_escaped(answer.notes[i]));
  json += answer.notes.empty() ? "]\n" : "\n  ]\n";
  return "{\n" + json + "}\n";
}

std::string to_csv(const AnswerTable& table) {
  std::string csv;
  const auto add_line = [&](auto&& cells, auto&& in_text) {
    bool is_first = true;
    for (const auto& cell : cells) {
      if (!is_first) csv += ',';
      csv += in_text(cell);
      is_first = false;
    }
    csv += '\n';
  };
  add_line(table.columns, [](const AnswerColumn& column) { return csv_cell(column.name); });
  for (const auto& row : table.rows) add_line(row, in_csv);
  return csv;
}

}  // namespace scrutineer::suite
