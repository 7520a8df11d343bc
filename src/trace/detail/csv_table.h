// A table as text: a header that names the columns, in any order, then rows. Columns are parted by commas, semicolons
// or tabs, told by the header; with the latter two numbers may have decimal commas.
//
//   constexpr std::string_view kNames[] = {"time", "id", "note"};
//   auto table = CsvTable::open(std::move(bytes), {.names = kNames, .required_count = 2});
//   for (;;) {
//     auto more = table->next();                       // a problem: reading failed, or the row is no row
//     if (!more || !*more) break;
//     double time = 0.0;
//     if (!table->number(0, time)) return table->problem();  // "run.csv:3:1: time must be a number, found "abc""
//   }
//
// Columns are meant by their place in the names. Cells may be quoted; empty lines are passed over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "trace/detail/line_reader.h"
#include "trace/units.h"

namespace scrutineer::trace {

// The cells of one line, without surrounding blanks and quotes.
class CsvCells {
 public:
  // The views live as long as `line` and this. False: a quote is not closed.
  bool split(std::string_view line, char separator = ',');
  std::size_t size() const { return cells_.size(); }
  std::string_view operator[](std::size_t i) const { return cells_[i]; }
  std::uint32_t column(std::size_t i) const { return starts_[i]; }      // where the cell starts, from 1
  std::size_t count_of(std::span<const std::string_view> names) const;  // how many cells are one of them

 private:
  bool take_quoted(std::string_view line, std::size_t& at, char separator);
  void add(std::string_view cell, std::size_t start);

  std::vector<std::string_view> cells_;
  std::vector<std::uint32_t> starts_;
  std::string unquoted_;  // holds the cells that had quotes in them
};

// Of a header that should have columns of these names: that which finds most of them.
char csv_separator(std::string_view header, std::span<const std::string_view> names);

struct CsvColumns {
  std::span<const std::string_view> names;  // outlive the table
  std::size_t required_count = 0;           // the first ones must be there
  TimeUnit time_unit = TimeUnit::s;
};

class CsvTable {
 public:
  // Reads the header. A problem names the column that is missing or comes twice.
  static Result<CsvTable> open(ByteSource bytes, CsvColumns columns);

  // The next row. After a problem with a row (not with the file) its first cells can be asked for all the same, and the
  // next call goes on behind it.
  Result<bool> next();
  // Whether the last problem of next() was only about its row.
  bool can_continue() const { return can_continue_; }

  bool has(std::size_t column) const { return places_[column] != kAbsent; }
  // Empty where the column is absent.
  std::string_view cell(std::size_t column) const {
    return places_[column] < cells_.size() ? cells_[places_[column]] : std::string_view();
  }
  // False: the cell is no number, and problem() says so.
  bool number(std::size_t column, double& value);
  bool seconds(std::size_t column, Duration& value);

  Problem problem_at(std::size_t column, std::string message) const;
  const Problem& problem() const { return *problem_; }
  std::uint32_t line() const { return lines_.number(); }
  const std::string& file() const { return lines_.file(); }
  // Columns of the header that have none of the names.
  const std::vector<std::string>& unknown_columns() const { return unknown_columns_; }

 private:
  static constexpr std::size_t kAbsent = ~std::size_t{0};

  CsvTable(ByteSource bytes, CsvColumns columns)
      : lines_(std::move(bytes)), columns_(columns), places_(columns.names.size(), kAbsent) {}
  Result<bool> next_line();
  std::optional<Problem> read_header();
  std::string_view with_point(std::string_view number);

  LineReader lines_;
  CsvColumns columns_;
  char separator_ = ',';
  std::string number_memory_;        // a number whose decimal comma became a point
  std::vector<std::size_t> places_;  // by column: its place in the file
  std::size_t width_ = 0;
  CsvCells cells_;
  std::vector<std::string> unknown_columns_;
  std::optional<Problem> problem_;
  bool can_continue_ = false;
};

// "x, y, z"
std::string joined(std::span<const std::string_view> words);
// " (did you mean x?)", or nothing where no candidate is near.
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace scrutineer::trace
