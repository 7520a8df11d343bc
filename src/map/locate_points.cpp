#include "map/locate_points.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace scrutineer::map {
namespace {

constexpr std::string_view kColumns[] = {"lanes", "road",   "lane",  "lane_type", "junction", "s",
                                         "t",     "offset", "width", "height",    "heading",  "distance"};
constexpr std::size_t kLongestLine = 1'000'000;  // bytes: a file of another kind may have no line ends at all
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view without_quotes(std::string_view cell) {
  const bool is_quoted = cell.size() >= 2 && cell.starts_with('"') && cell.ends_with('"');
  return is_quoted ? cell.substr(1, cell.size() - 2) : cell;
}

// A number in the table; with decimal commas where they part nothing.
std::optional<double> number_of(std::string_view cell, bool may_have_comma) {
  if (const std::size_t comma = may_have_comma ? cell.find(',') : std::string_view::npos;
      comma != std::string_view::npos) {
    std::string with_point(cell);
    with_point[comma] = '.';
    return parse_number(with_point);
  }
  return parse_number(cell);
}

void append_cell(std::string_view name, char separator, std::string& out) {
  const std::string text = spreadsheet_safe(name);
  const char special[] = {separator, '"', '\n', '\r'};
  if (text.find_first_of(std::string_view(special, sizeof special)) == std::string_view::npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

}  // namespace

PointLocator::PointLocator(const RoadNetwork& map, std::string file, Options options)
    : map_(map), file_(std::move(file)), options_(options), lane_cells_(map.lanes().size()) {}

std::optional<Problem> PointLocator::add(std::string_view text, std::string& out) {
  for (;;) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      begun_ += text;
      if (begun_.size() <= kLongestLine) return std::nullopt;
      ++line_;
      return problem(fmt::format("is longer than {} bytes: this is no table of points", kLongestLine));
    }
    std::optional<Problem> wrong;
    if (begun_.empty()) {
      wrong = take_line(text.substr(0, end), out);
    } else {
      begun_ += text.substr(0, end);
      wrong = take_line(begun_, out);
      begun_.clear();
    }
    if (wrong) return wrong;
    text.remove_prefix(end + 1);
  }
}

std::optional<Problem> PointLocator::finish(std::string& out) {
  if (!begun_.empty()) {
    auto wrong = take_line(begun_, out);
    begun_.clear();
    if (wrong) return wrong;
  }
  if (!has_header_) return Problem{{.file = file_}, "is empty, wanted points: columns x and y, and perhaps z"};
  return std::nullopt;
}

Problem PointLocator::problem(std::string message) const {
  return {{.file = file_, .line = line_}, std::move(message)};
}

std::optional<Problem> PointLocator::take_line(std::string_view line, std::string& out) {
  ++line_;
  if (line_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (trim(line).empty()) return std::nullopt;
  return has_header_ ? take_point(line, out) : take_header(line, out);
}

// Cells without blanks around them; false: a quote is not closed. Quoted cells keep their quotes.
bool PointLocator::split(std::string_view line) {
  cells_.clear();
  std::size_t begin = 0;
  bool is_quoted = false;
  for (std::size_t at = 0; at <= line.size(); ++at) {
    if (at < line.size() && line[at] == '"') is_quoted = !is_quoted;
    if (at < line.size() && (is_quoted || line[at] != separator_)) continue;
    std::string_view cell = line.substr(begin, at - begin);
    while (cell.starts_with(' ')) cell.remove_prefix(1);
    while (cell.ends_with(' ')) cell.remove_suffix(1);
    cells_.push_back(cell);
    begin = at + 1;
  }
  return !is_quoted;
}

// A first line of numbers is a point already.
std::optional<Problem> PointLocator::take_header(std::string_view line, std::string& out) {
  for (const char candidate : {';', '\t'}) {
    if (line.find(candidate) != std::string_view::npos) {
      separator_ = candidate;
      break;
    }
  }
  if (!split(line)) return problem("a quote is not closed");
  has_header_ = true;
  width_ = cells_.size();
  const bool only_numbers = std::ranges::all_of(
      cells_, [&](std::string_view cell) { return number_of(without_quotes(cell), separator_ != ',').has_value(); });
  if (only_numbers) {
    if (width_ != 2 && width_ != 3)
      return problem(
          fmt::format("a table without a header must have the columns x, y and perhaps z, found {} numbers", width_));
    z_ = width_ == 3 ? 2 : kAbsent;
    if (separator_ != ',' && line.find(',') != std::string_view::npos) decimal_point_ = ',';
    append_header(fmt::format(fmt::runtime(width_ == 3 ? "x{0}y{0}z" : "x{0}y"), separator_), out);
    return take_point(line, out);
  }
  x_ = y_ = z_ = kAbsent;
  for (std::size_t i = 0; i < width_; ++i) {
    const std::string_view name = without_quotes(cells_[i]);
    for (const auto& [column, wanted] : {std::pair{&x_, "x"}, std::pair{&y_, "y"}, std::pair{&z_, "z"}}) {
      if (equals_ignoring_case(name, wanted) && *column == kAbsent) *column = i;
    }
  }
  if (x_ == kAbsent || y_ == kAbsent)
    return problem(fmt::format("has no column {}, found {}", x_ == kAbsent ? "x" : "y", fmt::join(cells_, ", ")));
  append_header(line, out);
  return std::nullopt;
}

void PointLocator::append_header(std::string_view line, std::string& out) const {
  out += line;
  for (const std::string_view column : kColumns) {
    out += separator_;
    out += column;
  }
  out += '\n';
}

std::optional<Problem> PointLocator::number(std::size_t column, const char* name, double& value) {
  const auto found = number_of(without_quotes(cells_[column]), separator_ != ',');
  if (found && std::isfinite(*found)) {
    value = *found;
    return std::nullopt;
  }
  return problem(fmt::format("{} must be a finite number, found \"{}\"", name, cells_[column]));
}

std::optional<Problem> PointLocator::take_point(std::string_view line, std::string& out) {
  if (!split(line)) return problem("a quote is not closed");
  if (cells_.size() != width_)
    return problem(fmt::format("has {} cells, the first line has {}", cells_.size(), width_));
  Point point;
  if (auto wrong = number(x_, "x", point.x)) return wrong;
  if (auto wrong = number(y_, "y", point.y)) return wrong;
  std::optional<double> z;
  if (z_ != kAbsent && !without_quotes(cells_[z_]).empty()) {
    if (auto wrong = number(z_, "z", z.emplace())) return wrong;
  }
  if (points_++ == 0 && separator_ != ',' && line.find(',') != std::string_view::npos) decimal_point_ = ',';
  locate(map_, point, z, found_);
  if (found_.empty()) {
    const auto near = nearest_lane(map_, point, options_.farthest, z);
    out += line;
    append_place(near ? &near->position : nullptr, 0, near ? near->distance : 0.0, out);
    return std::nullopt;
  }
  const std::size_t shown = options_.all ? found_.size() : 1;
  for (std::size_t i = 0; i < shown; ++i) {
    out += line;
    append_place(&found_[i], found_.size(), 0.0, out);
  }
  return std::nullopt;
}

const std::string& PointLocator::cells_of(LaneId id) {
  std::string& cells = lane_cells_[id.index()];
  if (!cells.empty()) return cells;
  const Lane& lane = map_.lane(id);
  const JunctionId junction = map_.road(lane.road).junction;
  append_cell(map_.road(lane.road).id, separator_, cells);
  cells += fmt::format("{}{}{}", separator_, lane.number, separator_);
  append_cell(lane.type_name, separator_, cells);
  cells += separator_;
  if (junction.valid()) append_cell(map_.junction(junction).id, separator_, cells);
  return cells;
}

void PointLocator::append_place(const RoadPosition* at, std::size_t lanes, double distance, std::string& out) {
  out += separator_;
  out += std::to_string(lanes);
  out += separator_;
  if (at == nullptr) {
    out.append(std::size(kColumns) - 2, separator_);
    out += '\n';
    return;
  }
  out += cells_of(at->lane);
  for (const double value : {at->s, at->t, at->offset, at->width, at->height}) append_number(value, 3, out);
  append_number(at->heading(), 6, out);
  append_number(distance, 3, out);
  out += '\n';
}

// Behind a separator. As a whole number of its last digit: several times as fast as what can print any number.
void PointLocator::append_number(double value, int decimals, std::string& out) const {
  constexpr double kLargest = 1e15;
  constexpr std::size_t kMostDigits = 20;
  out += separator_;
  const double scaled = std::abs(value) * (decimals == 3 ? 1e3 : 1e6) + 0.5;
  if (!(scaled < kLargest)) {
    out += shortest(value);
    return;
  }
  auto digits = static_cast<std::uint64_t>(scaled);
  if (digits != 0 && value < 0.0) out += '-';
  char text[kMostDigits + 2];
  char* at = std::end(text);
  for (int i = 0; i < decimals || digits != 0; ++i) {
    if (i == decimals) *--at = decimal_point_;
    *--at = static_cast<char>('0' + digits % 10);
    digits /= 10;
  }
  // No digit came before the point.
  if (std::end(text) - at == decimals) {
    *--at = decimal_point_;
    *--at = '0';
  }
  out.append(at, std::end(text));
}

}  // namespace scrutineer::map
