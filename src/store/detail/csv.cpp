#include "store/detail/csv.h"

#include <fmt/format.h>

#include <utility>

#include "base/printable.h"
#include "base/text.h"

namespace scrutineer::store::detail {

std::string csv_line(std::initializer_list<std::string_view> cells) {
  std::string line;
  for (const std::string_view& cell : cells) {
    if (&cell != cells.begin()) line += ',';
    line += csv_quoted(cell);
  }
  return line + "\n";
}

bool CsvRows::read_row() {
  if (rest_.empty()) return false;
  line_ = next_line_;
  cells_.assign(1, "");
  bool is_quoted = false;
  std::size_t at = 0;
  for (; at < rest_.size(); ++at) {
    const char c = rest_[at];
    if (c == '\n') ++next_line_;
    if (is_quoted) {
      if (c != '"') {
        cells_.back() += c;
      } else if (rest_.substr(at + 1).starts_with('"')) {
        cells_.back() += rest_[++at];
      } else {
        is_quoted = false;
      }
    } else if (c == '"') {
      is_quoted = true;
    } else if (c == ',') {
      cells_.emplace_back();
    } else if (c == '\n') {
      break;
    } else if (c != '\r') {
      cells_.back() += c;
    }
  }
  is_cut_ = at == rest_.size();  // every row has an end
  rest_.remove_prefix(std::min(at + 1, rest_.size()));
  return true;
}

Result<CsvRows> CsvRows::open(std::string_view text, std::string file, const std::vector<std::string>& columns) {
  CsvRows rows(text, std::move(file));
  rows.read_row();
  for (std::size_t i = 0; i < rows.cells_.size(); ++i)
    if (!rows.columns_.emplace(rows.cells_[i], i).second)
      return Problem{{.file = rows.file_, .line = 1},
                     fmt::format("the column {} comes twice", printable(rows.cells_[i]))};
  for (const std::string& column : columns)
    if (!rows.columns_.contains(column))
      return Problem{{.file = rows.file_, .line = 1}, fmt::format("there is no column {}", column)};
  return rows;
}

Result<bool> CsvRows::next() {
  if (!read_row()) return false;
  if (is_cut_) return problem_here("the file ends in the middle of a row");
  if (cells_.size() != columns_.size())
    return problem_here(fmt::format("the header has {} columns, this row {}", columns_.size(), cells_.size()));
  return true;
}

const std::string& CsvRows::text(std::string_view column) const { return cells_[columns_.find(column)->second]; }

std::optional<double> CsvRows::number(std::string_view column) {
  const std::string& cell = text(column);
  if (cell.empty()) return std::nullopt;
  const auto number = parse_number(cell);
  if (!number && !problem_)
    problem_ = problem_here(fmt::format("{} must be a number, found {}", column, printable(cell)));
  return number;
}

std::int64_t CsvRows::integer(std::string_view column) {
  const std::string& cell = text(column);
  const auto number = parse_integer(cell);
  if (!number && !problem_)
    problem_ = problem_here(fmt::format("{} must be a whole number, found {}", column, printable(cell)));
  return number.value_or(0);
}

Problem CsvRows::problem_here(std::string message) const {
  return {{.file = file_, .line = line_}, std::move(message)};
}

}  // namespace scrutineer::store::detail
