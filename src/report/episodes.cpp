#include "report/episodes.h"

#include <algorithm>

#include "base/text.h"

namespace scrutineer::report {
namespace {

using Cells = std::vector<std::string>;

// The cells of the first line, which is taken off; quotes hold commas, line ends and doubled quotes.
Cells take_row(std::string_view& text) {
  Cells cells(1);
  bool is_quoted = false;
  while (!text.empty()) {
    const char letter = text.front();
    text.remove_prefix(1);
    if (is_quoted && letter == '"' && text.starts_with('"')) {
      cells.back() += letter;
      text.remove_prefix(1);
    } else if (letter == '"') {
      is_quoted = !is_quoted;
    } else if (letter == ',' && !is_quoted) {
      cells.emplace_back();
    } else if (letter == '\n' && !is_quoted) {
      break;
    } else if (letter != '\r' || is_quoted) {
      cells.back() += letter;
    }
  }
  return cells;
}

// Rows by the names of their columns.
class Table {
 public:
  explicit Table(std::string_view text) : text_(text), names_(take_row(text_)) {}

  bool next() {
    row_ = text_.empty() ? Cells() : take_row(text_);
    return !row_.empty();
  }
  std::string cell(std::string_view name) const {
    const auto place = static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
    return place < row_.size() ? row_[place] : std::string();
  }
  std::optional<double> number(std::string_view name) const { return parse_number(cell(name)); }

 private:
  std::string_view text_;
  Cells names_, row_;
};

}  // namespace

Result<std::vector<Episode>> read_episodes(std::string_view episodes, std::string_view arrivals,
                                           const std::string& file) {
  std::vector<Episode> found;
  for (Table table(episodes); table.next();) {
    const auto start = table.number("start"), end = table.number("end");
    if (!start || !end || *end < *start)
      return Problem{{.file = file, .line = static_cast<std::uint32_t>(found.size() + 2)},
                     "is no list of episodes, as live runs write it: a row's start or end is no number of seconds"};
    found.push_back({.start = *start, .end = *end});
  }
  for (Table table(arrivals); table.next();) {
    const auto number = table.number("episode");
    if (!number || *number < 0.0 || *number >= static_cast<double>(found.size())) continue;
    Episode& episode = found[static_cast<std::size_t>(*number)];
    episode.spawn_lane = table.cell("spawn_lane");
    episode.target_time = table.number("target_time");
    episode.estimated_time = table.number("estimated_time");
    episode.achieved_time = table.number("achieved_time");
  }
  return found;
}

}  // namespace scrutineer::report
