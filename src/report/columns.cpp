#include "report/columns.h"

#include <cmath>
#include <vector>

namespace scrutineer::report {
namespace {

void put(std::string& bytes, std::uint64_t value) {
  for (; value >= 128; value >>= 7U) bytes.push_back(static_cast<char>((value & 127U) | 128U));
  bytes.push_back(static_cast<char>(value));
}

std::uint64_t zigzag(std::int64_t value) {
  const auto bits = static_cast<std::uint64_t>(value);
  return value < 0 ? ~(bits << 1U) : bits << 1U;
}

std::string encoded(std::span<const std::int64_t> values, unsigned order) {
  std::string bytes;
  std::int64_t last = 0, last_step = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::int64_t step = values[i] - last;
    if (order == 0) {
      put(bytes, zigzag(values[i]));
    } else if (order == 1 || i == 0) {
      put(bytes, zigzag(step));
    } else {
      put(bytes, zigzag(step - last_step));
    }
    if (i > 0) last_step = step;
    last = values[i];
  }
  return bytes;
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

void ColumnWriter::add_count(std::uint64_t value) { put(bytes_, value); }

void ColumnWriter::add(std::span<const std::int64_t> values) {
  std::string best = encoded(values, 0);
  unsigned best_order = 0;
  for (const unsigned order : {1U, 2U}) {
    std::string other = encoded(values, order);
    if (other.size() >= best.size()) continue;
    best = std::move(other);
    best_order = order;
  }
  put(bytes_, values.size());
  put(bytes_, best_order);
  bytes_ += best;
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
