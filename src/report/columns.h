// Columns of numbers as bytes: small where neighbours are alike, so that deflate has little left to do.
//
//   ColumnWriter columns;
//   columns.add({10, 20, 30, 41});           // whole numbers
//   columns.add_sparse(speeds, 0.01);        // NaN and infinite values are gaps, the others a multiple of 0.01
//   use(columns.bytes());
//
// A column is its size, its order (0: the values, 1: their differences, 2: the differences of those; whichever is
// shortest) and then zigzag varints. web/src/data/columns.ts reads them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace scrutineer::report {

class ColumnWriter {
 public:
  void add_count(std::uint64_t value);  // one number, not below 0
  void add(std::span<const std::int64_t> values);
  void add(std::span<const double> values, double quantum, double origin = 0.0);  // all finite; counted from the origin
  void add_sparse(std::span<const double> values, double quantum);
  void add_sparse(std::span<const float> values, double quantum);

  const std::string& bytes() const { return bytes_; }

 private:
  void add_narrow(std::span<const std::int32_t> values);
  template <typename Number>
  void add_rounded(std::span<const Number> values, double quantum, double origin);
  template <typename Number>
  void add_with_gaps(std::span<const Number> values, double quantum);

  std::string bytes_;
  // What adding a column needs, kept for the next one.
  std::vector<double> scaled_;
  std::vector<std::int32_t> narrow_;
  std::vector<std::uint32_t> plain_, steps_, bends_;
};

}  // namespace scrutineer::report
