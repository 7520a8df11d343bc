#include "map/detail/line_counter.h"

#include <algorithm>

namespace scrutineer::map::detail {
namespace {

// One count per block keeps a question cheap even when a broken file raises thousands of them.
constexpr std::size_t kBlock = 16'384;

// Sums of single bytes are what compilers turn into wide instructions; one lane of them takes up to 255 counts.
std::uint32_t newlines(std::string_view text) {
  constexpr std::size_t kCounters = 64, kMostRows = 255;
  std::uint32_t count = 0;
  std::size_t i = 0;
  while (text.size() - i >= kCounters) {
    const std::size_t rows = std::min((text.size() - i) / kCounters, kMostRows);
    std::uint8_t lanes[kCounters] = {};
    for (std::size_t row = 0; row < rows; ++row, i += kCounters)
      for (std::size_t k = 0; k < kCounters; ++k)
        lanes[k] = static_cast<std::uint8_t>(lanes[k] + (text[i + k] == '\n'));
    for (const std::uint8_t lane : lanes) count += lane;
  }
  for (; i < text.size(); ++i) count += text[i] == '\n';
  return count;
}

}  // namespace

std::uint32_t LineCounter::line_at(std::size_t offset) {
  const std::size_t place = std::min(offset, text_.size());
  const std::size_t block = place / kBlock;
  while (lines_before_block_.size() <= block) {
    const std::size_t last = lines_before_block_.size() - 1;
    lines_before_block_.push_back(lines_before_block_[last] + newlines(text_.substr(last * kBlock, kBlock)));
  }
  return 1 + lines_before_block_[block] + newlines(text_.substr(block * kBlock, place - block * kBlock));
}

}  // namespace scrutineer::map::detail
