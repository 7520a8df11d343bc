// CSV as it is exported and read again: commas, quotes where a cell needs them, a header in the first line.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace scrutineer::store::detail {

// A line with its end.
std::string csv_line(std::initializer_list<std::string_view> cells);

// Reads rows one after the other; cells are found by the names in the header, in whatever order those are.
class CsvRows {
 public:
  // `text` must outlive it; problems call it `file`. A problem: one of the columns is missing, or comes twice.
  static Result<CsvRows> open(std::string_view text, std::string file, const std::vector<std::string>& columns);

  // To the next row; false: there is none. A problem: the row has more or fewer cells than the header.
  Result<bool> next();
  const std::string& text(std::string_view column) const;
  // Nothing: the cell is empty, or is no number, which problem() then reports.
  std::optional<double> number(std::string_view column);
  std::int64_t integer(std::string_view column);

  // Reports what is wrong with this row, if nothing was before.
  void refuse(std::string message) {
    if (!problem_) problem_ = problem_here(std::move(message));
  }

  std::uint32_t line() const { return line_; }
  // The first cell so far that should have been a number and was not, or what was refused.
  const std::optional<Problem>& problem() const { return problem_; }
  Problem problem_here(std::string message) const;

 private:
  CsvRows(std::string_view text, std::string file) : rest_(text), file_(std::move(file)) {}
  bool read_row();  // into cells_; false: nothing is left

  std::string_view rest_;
  std::string file_;
  std::map<std::string, std::size_t, std::less<>> columns_;
  std::vector<std::string> cells_;
  std::uint32_t line_ = 0, next_line_ = 1;
  bool is_cut_ = false;  // the file ends before the row does
  std::optional<Problem> problem_;
};

}  // namespace scrutineer::store::detail
