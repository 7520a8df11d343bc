// Line numbers of offsets into a text, counted only when somebody asks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace scrutineer::map::detail {

class LineCounter {
 public:
  explicit LineCounter(std::string_view text) : text_(text) {}  // a view: the text must outlive the counter

  std::uint32_t line_at(std::size_t offset);  // from 1; offsets past the end are on the last line

 private:
  std::string_view text_;
  std::vector<std::uint32_t> lines_before_block_ = {0};  // grows as far into the text as was asked for
};

}  // namespace scrutineer::map::detail
