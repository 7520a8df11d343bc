#include "suite/noise.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "suite/statistics.h"

namespace scrutineer::suite {

Noise learn_noise(std::span<const double> values) {
  if (values.size() > kMostDifferences + 1) values = values.last(kMostDifferences + 1);
  if (values.size() < 2) return {};
  std::vector<double> differences;
  differences.reserve(values.size() - 1);
  for (std::size_t i = 1; i < values.size(); ++i) differences.push_back(values[i] - values[i - 1]);
  Noise noise{.differences = differences.size()};
  if (noise.is_learned()) noise.deviation = median_absolute_deviation(differences);
  return noise;
}

double threshold(double before, double after, const Noise& noise, const MovedOptions& options) {
  const double least = options.min_change * std::max(std::abs(before), std::abs(after));
  return noise.is_learned() ? std::max(least, kDeviations * noise.deviation) : least;
}

bool has_moved(double before, double after, const Noise& noise, const MovedOptions& options) {
  return std::abs(after - before) > threshold(before, after, noise, options);
}

}  // namespace scrutineer::suite
