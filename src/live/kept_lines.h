// The first lines of a run that may go on for days, and how many there were beyond them.
//
//   KeptLines lines;
//   lines.add(event_lines(...));
//   write(lines.text());          // the last line says how many are missing, if any
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace scrutineer::live {

// The event that says how many lines are missing here.
inline std::string left_out_line(std::size_t lines) {
  return "{\"event\":\"left_out\",\"lines\":" + std::to_string(lines) + "}\n";
}

class KeptLines {
 public:
  static constexpr std::size_t kMost = std::size_t{64} << 20U;  // bytes
  explicit KeptLines(std::size_t most = kMost) : most_(most) {}

  // Takes whole lines. Once some did not fit, all later ones are left out, too, so that the only gap is at the end.
  void add(std::string_view lines) {
    if (left_out_ == 0 && text_.size() + lines.size() <= most_)
      text_ += lines;
    else
      left_out_ += static_cast<std::size_t>(std::ranges::count(lines, '\n'));
  }
  std::string text() const { return left_out_ == 0 ? text_ : text_ + left_out_line(left_out_); }

 private:
  std::size_t most_;
  std::string text_;
  std::size_t left_out_ = 0;
};

}  // namespace scrutineer::live
