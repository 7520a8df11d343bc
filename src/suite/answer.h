// The answer to a question about suites, as values: facts, tables, and notes that a reader should know. The command line
// prints it for people; programs get JSON or one of the tables as CSV.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace scrutineer::suite {

// std::monostate: there is no value.
using Cell = std::variant<std::monostate, std::string, std::int64_t, double, bool>;

// A number as a cell: none where it does not exist.
Cell number_cell(double value);
Cell count_cell(std::size_t value);
Cell text_cell(std::string_view text);  // none of an empty text

// Numbers as people write them: at most four significant digits, but every digit before the point, and commas between
// thousands: 0.1235, 1,842.
std::string number_text(double value);
// As people are shown it; empty where there is no value.
std::string to_text(const Cell& cell);

struct Fact {
  std::string name;  // in JSON
  Cell value;
  std::string label = {};  // what people call it; empty: they are not shown it
  std::string words = {};  // the value as people are shown it; empty: the value
};

struct AnswerColumn {
  std::string name;       // in JSON and CSV
  std::string label;      // above the column; empty: people are not shown it
  bool is_share = false;  // people are shown percentages
};

// A cell of this column, as people are shown it.
std::string to_text(const Cell& cell, const AnswerColumn& column);

struct AnswerTable {
  std::string name;   // in JSON, and for --table
  std::string title;  // for people
  std::vector<AnswerColumn> columns;
  std::vector<std::vector<Cell>> rows = {};
  std::size_t left_out = 0;  // rows that --top leaves out
};

struct Answer {
  std::string title;
  std::vector<Fact> facts = {};
  std::vector<AnswerTable> tables = {};  // the first one is what CSV is unless another is asked for
  std::vector<std::string> notes = {};

  const AnswerTable* find_table(std::string_view name) const;  // null: there is none
};

// `with_columns`: also which columns each table has, for those without rows.
std::string to_json(const Answer& answer, bool with_columns = false);
std::string to_csv(const AnswerTable& table);

}  // namespace scrutineer::suite
