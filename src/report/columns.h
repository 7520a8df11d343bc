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

namespace scrutineer::report {

class ColumnWriter {
 public:
  void add_count(std::uint64_t value);  // one number, not below 0
  void add(std::span<const std::int64_t> values);
  void add(std::span<const double> values, double quantum);  // all finite
  void add_sparse(std::span<const double> values, double quantum);
  void add_sparse(std::span<const float> values, double quantum);

  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

}  // namespace scrutineer::report
