#include "app/detail/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/display_width.h"
#include "base/printable.h"

namespace scrutineer::app {

// Cells quote what files hold: none of them may begin a line of its own.
void Table::row(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = printable(cell);
  rows_.push_back(std::move(cells));
}

std::string Table::text(std::string_view indent) const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& cells : rows_)
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], display_width(cells[i]));

  std::string text;
  for (const auto& cells : rows_) {
    std::string line(indent);
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::string gap(widths[i] - display_width(cells[i]), ' ');
      if (i > 0) line += "  ";
      line += columns_[i] == Align::left ? cells[i] + gap : gap + cells[i];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

std::string kilometres(double metres) {
  return metres < 1000.0 ? fmt::format("{:.1f} m", metres) : fmt::format("{:.3f} km", metres / 1000.0);
}

}  // namespace scrutineer::app
