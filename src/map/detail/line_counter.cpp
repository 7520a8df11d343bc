#include "map/detail/line_counter.h"

#include <algorithm>

namespace scrutineer::map::detail {
namespace {

// One count per block keeps a question cheap even when a broken file raises thousands of them.
constexpr std::size_t kBlock = 16 * 1024;

std::uint32_t newlines(std::string_view text) { return static_cast<std::uint32_t>(std::ranges::count(text, '\n')); }

}  // namespace

std::uint32_t LineCounter::line_at(std::size_t offset) {
  if (lines_before_block_.empty()) {
    std::uint32_t lines = 0;
    for (std::size_t begin = 0; begin <= text_.size(); begin += kBlock) {
      lines_before_block_.push_back(lines);
      lines += newlines(text_.substr(begin, kBlock));
    }
  }
  const std::size_t place = std::min(offset, text_.size());
  const std::size_t block = place / kBlock;
  return 1 + lines_before_block_[block] + newlines(text_.substr(block * kBlock, place - block * kBlock));
}

}  // namespace scrutineer::map::detail
