#include "report/columns.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
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

template <typename Number>
void add_with_gaps(ColumnWriter& columns, std::span<const Number> values, double quantum) {
  std::vector<std::int64_t> runs, present;
  bool is_present = true;
  std::int64_t run = 0;
  for (const Number value : values) {
    if (std::isfinite(value) != is_present) {
      runs.push_back(run);
      run = 0;
      is_present = !is_present;
    }
    ++run;
    if (is_present) present.push_back(std::llround(static_cast<double>(value) / quantum));
  }
  runs.push_back(run);
  columns.add(runs);
  columns.add(present);
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

void ColumnWriter::add(std::span<const double> values, double quantum) {
  std::vector<std::int64_t> whole;
  whole.reserve(values.size());
  for (const double value : values) whole.push_back(std::llround(value / quantum));
  add(whole);
}

void ColumnWriter::add_sparse(std::span<const double> values, double quantum) { add_with_gaps(*this, values, quantum); }
void ColumnWriter::add_sparse(std::span<const float> values, double quantum) { add_with_gaps(*this, values, quantum); }

}  // namespace scrutineer::report
