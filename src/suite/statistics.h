// Numbers about many runs, with how sure one can be of them.
//
//   wilson(93, 100)          // the pass rate of which these are a sample: 0.863 to 0.966
//   poisson(0)               // none seen: 0 to 3.689 expected; over 500 km that is at most 7.4 per 1,000 km
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace scrutineer::suite {

struct Range {
  double low = 0.0, high = 0.0;

  bool operator==(const Range&) const = default;
};

// The 95 % interval of a share, after Wilson: right also for few runs and for none or all of them. 0 to 1 of no runs.
Range wilson(std::size_t passed, std::size_t runs);

// The exact (Garwood) 95 % interval of how many events were to be expected where so many were seen. Both sides leave
// out 2.5 %, also for none seen.
Range poisson(std::size_t events);

// Of values in rising order, at least one; between two of them by a straight line. part: 0 to 1.
double quantile(std::span<const double> sorted, double part);
double median(std::vector<double> values);  // at least one
// The median of how far the values are from their median: what a single outlier does not change. At least one.
double median_absolute_deviation(const std::vector<double>& values);

struct Summary {
  std::size_t count = 0;
  double mean = 0.0, low = 0.0, p5 = 0.0, median = 0.0, p95 = 0.0, high = 0.0;
};
// Nothing of no values.
std::optional<Summary> summary(std::vector<double> values);

struct Bin {
  double from = 0.0, to = 0.0;  // the last bin holds its end, too
  std::size_t count = 0;

  bool operator==(const Bin&) const = default;
};
// About `wanted` bins whose borders are round numbers (1, 2 or 5 times a power of ten). Values are finite.
std::vector<Bin> histogram(std::span<const double> values, std::size_t wanted);

}  // namespace scrutineer::suite
