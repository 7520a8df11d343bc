#include "report/columns.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace scrutineer::report {
namespace {

// Writes a varint; the place behind it.
char* put(char* at, std::uint64_t value) {
  for (; value >= 128; value >>= 7U) *at++ = static_cast<char>((value & 127U) | 128U);
  *at++ = static_cast<char>(value);
  return at;
}

// How many bytes put() takes.
std::size_t size_of(std::uint64_t value) { return (static_cast<std::size_t>(std::bit_width(value | 1U)) + 6U) / 7U; }

std::uint64_t zigzag(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? ~(bits << 1U) : bits << 1U;
}

// Calls take() with what each value is in the orders 0, 1 and 2.
template <typename Take>
void visit(std::span<const std::int64_t> values, Take take) {
  std::int64_t last = 0, last_step = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t step = values[i] - last;
    take(std::array{zigzag(values[i]), zigzag(step), zigzag(step - last_step)});
    if (i > 0) last_step = step;
    last = values[i];
  }
}

// Numbers below this have orders of at most 32 bits, of which the compiler makes four at a time.
constexpr std::int64_t kNarrow = std::int64_t{1} << 28;

std::uint32_t zigzag(std::int32_t value) {
  return static_cast<std::uint32_t>(value) << 1U ^ static_cast<std::uint32_t>(value >> 31);
}

std::uint32_t bits_of_all(std::span<const std::uint32_t> values) {
  std::uint32_t bits = 0;
  for (const std::uint32_t value : values) bits |= value;
  return bits;
}

// How many bytes all of them take: one each, and one more for each seven bits that a number goes beyond. Signed,
// because those comparisons are the fast ones.
std::size_t size_of_all(std::span<const std::uint32_t> values) {
  const std::uint32_t bits = bits_of_all(values);
  std::size_t size = values.size();
  for (std::int32_t limit = 128; static_cast<std::uint32_t>(limit) <= bits; limit <<= 7) {
    std::int32_t beyond = 0;
    for (const std::uint32_t value : values) beyond += static_cast<std::int32_t>(value) >= limit ? 1 : 0;
    size += static_cast<std::size_t>(beyond);
    if (limit == 1 << 28) break;
  }
  return size;
}

// Without an end where one is found that is not, so that the compiler takes several at a time.
template <typename Number>
bool are_finite(std::span<const Number> values) {
  constexpr Number kLargest = std::numeric_limits<Number>::max();
  std::int32_t others = 0;
  for (const Number value : values) others += std::abs(value) <= kLargest ? 0 : 1;
  return others == 0;
}

// std::llround() of a number that is narrow: what trunc() leaves is exact.
std::int32_t nearest_whole(double value) {
  const auto whole = static_cast<std::int32_t>(value);
  const double rest = value - whole;
  return whole + (rest >= 0.5 ? 1 : 0) - (rest <= -0.5 ? 1 : 0);
}

}  // namespace

void ColumnWriter::add_count(std::uint64_t value) {
  const std::size_t begin = bytes_.size();
  bytes_.resize(begin + size_of(value));
  put(bytes_.data() + begin, value);
}

void ColumnWriter::add(std::span<const std::int64_t> values) {
  std::array<std::size_t, 3> sizes{};  // by order
  visit(values, [&](const std::array<std::uint64_t, 3>& orders) {
    for (std::size_t i = 0; i < orders.size(); ++i) sizes[i] += size_of(orders[i]);
  });
  const auto best = static_cast<std::size_t>(std::ranges::min_element(sizes) - sizes.begin());  // the first of equals
  add_count(values.size());
  add_count(best);
  const std::size_t begin = bytes_.size();
  bytes_.resize(begin + sizes[best]);
  char* at = bytes_.data() + begin;
  visit(values, [&](const std::array<std::uint64_t, 3>& orders) { at = put(at, orders[best]); });
}

// The same column as add(), of numbers below kNarrow.
void ColumnWriter::add_narrow(std::span<const std::int32_t> values) {
  const std::size_t count = values.size();
  plain_.resize(count);
  steps_.resize(count);
  bends_.resize(count);
  for (std::size_t i = 0; i < count; ++i) plain_[i] = zigzag(values[i]);
  for (std::size_t i = 1; i < count; ++i) steps_[i] = zigzag(values[i] - values[i - 1]);
  for (std::size_t i = 2; i < count; ++i)
    bends_[i] = zigzag(values[i] - values[i - 1] - (values[i - 1] - values[i - 2]));
  if (count > 0) steps_[0] = bends_[0] = plain_[0];
  if (count > 1) bends_[1] = steps_[1];

  const std::array<std::span<const std::uint32_t>, 3> orders{plain_, steps_, bends_};
  std::array<std::size_t, 3> sizes{};
  for (std::size_t i = 0; i < orders.size(); ++i) sizes[i] = size_of_all(orders[i]);
  const auto best = static_cast<std::size_t>(std::ranges::min_element(sizes) - sizes.begin());  // the first of equals
  add_count(count);
  add_count(best);
  const std::size_t begin = bytes_.size();
  bytes_.resize(begin + sizes[best]);
  char* at = bytes_.data() + begin;
  if (sizes[best] == count) {
    for (std::size_t i = 0; i < count; ++i) at[i] = static_cast<char>(orders[best][i]);
  } else {
    for (const std::uint32_t value : orders[best]) at = put(at, value);
  }
}

template <typename Number>
void ColumnWriter::add_rounded(std::span<const Number> values, double quantum, double origin) {
  scaled_.resize(values.size());
  std::int64_t wide = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    scaled_[i] = (static_cast<double>(values[i]) - origin) / quantum;
    wide += std::abs(scaled_[i]) < static_cast<double>(kNarrow - 1) ? 0 : 1;
  }
  if (wide == 0) {
    narrow_.resize(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) narrow_[i] = nearest_whole(scaled_[i]);
    add_narrow(narrow_);
    return;
  }
  std::vector<std::int64_t> whole;
  whole.reserve(values.size());
  for (const double value : scaled_) whole.push_back(std::llround(value));
  add(whole);
}

template <typename Number>
void ColumnWriter::add_with_gaps(std::span<const Number> values, double quantum) {
  if (are_finite(values)) {
    add(std::array{static_cast<std::int64_t>(values.size())});
    add_rounded(values, quantum, 0.0);
    return;
  }
  std::vector<std::int64_t> runs;
  std::vector<Number> present;
  bool is_present = true;
  std::int64_t run = 0;
  for (const Number value : values) {
    if (std::isfinite(value) != is_present) {
      runs.push_back(run);
      run = 0;
      is_present = !is_present;
    }
    ++run;
    if (is_present) present.push_back(value);
  }
  runs.push_back(run);
  add(runs);
  add_rounded(std::span<const Number>(present), quantum, 0.0);
}

void ColumnWriter::add(std::span<const double> values, double quantum, double origin) {
  add_rounded(values, quantum, origin);
}

void ColumnWriter::add_sparse(std::span<const double> values, double quantum) { add_with_gaps(values, quantum); }
void ColumnWriter::add_sparse(std::span<const float> values, double quantum) { add_with_gaps(values, quantum); }

}  // namespace scrutineer::report
