#include "trace/detail/csv_table.h"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "trace/detail/limits.h"
#include "trace/detail/seconds.h"

namespace scrutineer::trace {

namespace {

bool is_blank(char c, char separator) { return c == ' ' || (c == '\t' && separator != '\t'); }

}  // namespace

void CsvCells::add(std::string_view cell, std::size_t start) {
  cells_.push_back(cell);
  starts_.push_back(static_cast<std::uint32_t>(start) + 1);
}

// The cell whose opening quote is at `at`; then `at` is the separator behind it.
bool CsvCells::take_quoted(std::string_view line, std::size_t& at, char separator) {
  const std::size_t start = at;
  const std::size_t begin = unquoted_.size();
  for (++at;; ++at) {
    if (at >= line.size()) return false;
    if (line[at] == '"') {
      if (at + 1 >= line.size() || line[at + 1] != '"') break;
      ++at;  // a doubled quote stands for one
    }
    unquoted_ += line[at];
  }
  for (++at; at < line.size() && is_blank(line[at], separator);) ++at;
  if (at < line.size() && line[at] != separator) return false;
  add(std::string_view(unquoted_).substr(begin), start);
  return true;
}

bool CsvCells::split(std::string_view line, char separator) {
  cells_.clear();
  starts_.clear();
  unquoted_.clear();
  const bool has_quotes = line.find('"') != std::string_view::npos;
  if (has_quotes) unquoted_.reserve(line.size());  // so that views of it stay good
  for (std::size_t at = 0;; ++at) {
    while (at < line.size() && is_blank(line[at], separator)) ++at;
    if (has_quotes && at < line.size() && line[at] == '"') {
      if (!take_quoted(line, at, separator)) return false;
    } else {
      const std::size_t start = at;
      at = std::min(line.find(separator, at), line.size());
      std::size_t end = at;
      while (end > start && is_blank(line[end - 1], separator)) --end;
      add(line.substr(start, end - start), start);
    }
    if (at >= line.size()) return true;
  }
}

std::size_t CsvCells::count_of(std::span<const std::string_view> names) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      cells_, [names](std::string_view cell) { return std::ranges::find(names, cell) != names.end(); }));
}

char csv_separator(std::string_view header, std::span<const std::string_view> names) {
  char best = ',';
  std::size_t most = 0;
  CsvCells cells;
  for (const char separator : {',', ';', '\t'}) {
    const std::size_t known = cells.split(header, separator) ? cells.count_of(names) : 0;
    if (known <= most) continue;
    most = known;
    best = separator;
  }
  return best;
}

Result<CsvTable> CsvTable::open(ByteSource bytes, CsvColumns columns) {
  CsvTable table(std::move(bytes), columns);
  if (auto problem = table.read_header()) return *std::move(problem);
  return table;
}

std::optional<Problem> CsvTable::read_header() {
  const auto more = next_line();
  if (!more) return more.problem();
  const Place place{.file = file(), .line = *more ? line() : 0};
  if (!*more) return Problem{place, fmt::format("is empty: a header was expected, {}", joined(columns_.names))};
  separator_ = csv_separator(lines_.line(), columns_.names);
  if (!cells_.split(lines_.line(), separator_)) return Problem{place, "a quote is not closed"};
  width_ = cells_.size();
  if (width_ > kMostColumns)
    return Problem{place, fmt::format("the table has {} columns; at most {} are read", width_, kMostColumns)};
  for (std::size_t i = 0; i < width_; ++i) {
    const auto found = std::find(columns_.names.begin(), columns_.names.end(), cells_[i]);
    if (found == columns_.names.end()) {
      if (!cells_[i].empty()) unknown_columns_.emplace_back(cells_[i]);
      continue;
    }
    std::size_t& own_place = places_[static_cast<std::size_t>(found - columns_.names.begin())];
    if (own_place != kAbsent) {
      return Problem{{.file = file(), .line = line(), .column = cells_.column(i)},
                     fmt::format("column {} comes twice", cells_[i])};
    }
    own_place = i;
  }
  for (std::size_t column = 0; column < columns_.required_count; ++column) {
    if (has(column)) continue;
    const std::vector<std::string_view> others(unknown_columns_.begin(), unknown_columns_.end());
    const auto similar = did_you_mean(columns_.names[column], others);
    return Problem{place, fmt::format("column {} is missing{}; needed are {}", columns_.names[column],
                                      similar ? fmt::format(" (there is {})", *similar) : "",
                                      joined(columns_.names.first(columns_.required_count)))};
  }
  return std::nullopt;
}

Result<bool> CsvTable::next_line() {
  for (;;) {
    auto more = lines_.next();
    if (!more || !*more || !trim(lines_.line()).empty()) return more;
  }
}

Result<bool> CsvTable::next() {
  can_continue_ = false;
  auto more = next_line();
  if (!more || !*more) return more;
  can_continue_ = true;
  const Place place{.file = file(), .line = line()};
  if (!cells_.split(lines_.line(), separator_)) return Problem{place, "a quote is not closed"};
  if (cells_.size() == width_) return true;
  return Problem{place, fmt::format("the row has {} cells, the header has {}", cells_.size(), width_)};
}

bool CsvTable::number(std::size_t column, double& value) {
  const std::string_view text = separator_ == ',' ? cell(column) : with_point(cell(column));
  const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size()) return true;
  if (const auto unusual = parse_number(text)) {  // a plus sign, or beyond the range of a double
    value = *unusual;
    return true;
  }
  problem_ = problem_at(column, fmt::format("{} must be a number, found \"{}\"", columns_.names[column], cell(column)));
  return false;
}

// A decimal comma becomes a point.
std::string_view CsvTable::with_point(std::string_view number) {
  const std::size_t comma = number.find(',');
  if (comma == std::string_view::npos) return number;
  number_memory_ = number;
  number_memory_[comma] = '.';
  return number_memory_;
}

bool CsvTable::seconds(std::size_t column, Duration& value) {
  const std::string_view text = separator_ == ',' ? cell(column) : with_point(cell(column));
  const auto parsed = parse_time(text, columns_.time_unit);
  if (parsed) {
    value = *parsed;
    return true;
  }
  problem_ = problem_at(column, bad_time(columns_.names[column], cell(column), columns_.time_unit));
  return false;
}

Problem CsvTable::problem_at(std::size_t column, std::string message) const {
  Place place{.file = file(), .line = line()};
  if (places_[column] < cells_.size()) place.column = cells_.column(places_[column]);
  return {std::move(place), std::move(message)};
}

std::string joined(std::span<const std::string_view> words) { return fmt::format("{}", fmt::join(words, ", ")); }

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const auto similar = did_you_mean(word, candidates);
  return similar ? fmt::format(" (did you mean {}?)", *similar) : "";
}

}  // namespace scrutineer::trace
