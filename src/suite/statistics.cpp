#include "suite/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scrutineer::suite {
namespace {

constexpr double kZ95 = 1.959963984540054;  // standard deviations that 95 % of a normal distribution lie within
constexpr double kLeftOut = 0.025;          // at each end

// The regularised lower incomplete gamma function, P(a, x): how probable `a` events or more are where x are expected.
double gamma_share(double a, double x) {
  if (x <= 0.0) return 0.0;
  const double front = std::exp(a * std::log(x) - x - std::lgamma(a));
  constexpr double kEnough = 1e-16;
  if (x < a + 1.0) {  // its series converges fast here
    double term = 1.0 / a, sum = term;
    for (double n = a + 1.0; term > sum * kEnough; n += 1.0) sum += term *= x / n;
    return front * sum;
  }
  // Lentz's method for the continued fraction of 1 - P.
  constexpr double kTiny = 1e-300;
  double b = x + 1.0 - a, c = 1.0 / kTiny, d = 1.0 / b, fraction = d;
  for (int i = 1; i < 10'000; ++i) {
    const double numerator = -i * (i - a);
    b += 2.0;
    d = numerator * d + b;
    if (std::abs(d) < kTiny) d = kTiny;
    c = b + numerator / c;
    if (std::abs(c) < kTiny) c = kTiny;
    d = 1.0 / d;
    const double factor = d * c;
    fraction *= factor;
    if (std::abs(factor - 1.0) < kEnough) break;
  }
  return 1.0 - front * fraction;
}

// The x at which gamma_share(a, x) is `share`, by halving: it rises with x.
double expected_count(double a, double share) {
  double low = 0.0, high = a + 10.0 * std::sqrt(a) + 20.0;
  for (int i = 0; i < 200 && high - low > 1e-13 * high; ++i) {
    const double middle = (low + high) / 2.0;
    (gamma_share(a, middle) < share ? low : high) = middle;
  }
  return (low + high) / 2.0;
}

// 1, 2 or 5 times a power of ten, not below `width`.
double round_width(double width) {
  const double power = std::pow(10.0, std::floor(std::log10(width)));
  for (const double factor : {1.0, 2.0, 5.0})
    if (factor * power >= width * (1.0 - 1e-9)) return factor * power;
  return 10.0 * power;
}

}  // namespace

Range wilson(std::size_t passed, std::size_t runs) {
  if (runs == 0) return {0.0, 1.0};
  const auto n = static_cast<double>(runs);
  const double share = static_cast<double>(passed) / n, z2 = kZ95 * kZ95;
  const double middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
  const double half = kZ95 / (1.0 + z2 / n) * std::sqrt(share * (1.0 - share) / n + z2 / (4.0 * n * n));
  // At the ends rounding would leave a little that is not there.
  return {passed == 0 ? 0.0 : std::max(0.0, middle - half), passed == runs ? 1.0 : std::min(1.0, middle + half)};
}

Range poisson(std::size_t events) {
  const auto count = static_cast<double>(events);
  return {events == 0 ? 0.0 : expected_count(count, kLeftOut), expected_count(count + 1.0, 1.0 - kLeftOut)};
}

double quantile(std::span<const double> sorted, double part) {
  const double at = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(at));
  if (below + 1 >= sorted.size()) return sorted.back();
  const double beyond = at - std::floor(at);
  return beyond == 0.0 ? sorted[below] : sorted[below] + beyond * (sorted[below + 1] - sorted[below]);
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return quantile(values, 0.5);
}

double median_absolute_deviation(const std::vector<double>& values) {
  const double middle = median(values);
  std::vector<double> away(values.size());
  std::ranges::transform(values, away.begin(), [&](double value) { return std::abs(value - middle); });
  return median(std::move(away));
}

std::optional<Summary> summary(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  std::ranges::sort(values);
  return Summary{.count = values.size(),
                 .mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()),
                 .low = values.front(),
                 .p5 = quantile(values, 0.05),
                 .median = quantile(values, 0.5),
                 .p95 = quantile(values, 0.95),
                 .high = values.back()};
}

std::vector<Bin> histogram(std::span<const double> values, std::size_t wanted) {
  if (values.empty()) return {};
  const auto [least, most] = std::ranges::minmax(values);
  if (least == most) return {{least, most, values.size()}};
  const auto bins_wanted = static_cast<double>(std::max<std::size_t>(wanted, 1));
  const double width = round_width(most / bins_wanted - least / bins_wanted);
  const double first = std::floor(least / width);
  // Values at the ends of what a double can hold have no borders between them.
  if (!(width > 0.0) || !std::isfinite(first * width) || !std::isfinite((first + bins_wanted + 2.0) * width))
    return {{least, most, values.size()}};
  const auto place = [&](double value) {
    return static_cast<std::size_t>(std::max(0.0, std::floor(value / width) - first));
  };
  std::size_t count = place(most) + 1;
  // The largest value on a border belongs to the bin that ends there.
  if (count > 1 && most == (first + static_cast<double>(count - 1)) * width) --count;
  std::vector<Bin> bins(count);
  for (std::size_t i = 0; i < count; ++i)
    bins[i] = {(first + static_cast<double>(i)) * width, (first + static_cast<double>(i + 1)) * width, 0};
  for (const double value : values) ++bins[std::min(place(value), count - 1)].count;
  return bins;
}

}  // namespace scrutineer::suite
