// How much a metric of a run usually changes from suite to suite, and whether it has moved by more than that.
//
//   const Noise noise = learn_noise(values);           // of the key's earlier suites, in their order
//   has_moved(12.0, 13.0, noise, {.min_change = 0.01})
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace scrutineer::suite {

inline constexpr std::size_t kMostDifferences = 30, kFewestDifferences = 5;
inline constexpr double kDeviations = 3.0;  // a change above this many deviations is beyond the noise

// Learned from differences between consecutive suites.
struct Noise {
  std::size_t differences = 0;
  double deviation = 0.0;  // their median absolute deviation; 0 where there are fewer than kFewestDifferences

  bool is_learned() const { return differences >= kFewestDifferences; }
  bool operator==(const Noise&) const = default;
};

// Of the values of one key and metric in the order of their suites, the newest last. The newest 30 differences count.
Noise learn_noise(std::span<const double> values);

struct MovedOptions {
  double min_change = 0.01;  // as a share of the larger of both values
};

// What a change must exceed.
double threshold(double before, double after, const Noise& noise, const MovedOptions& options);
bool has_moved(double before, double after, const Noise& noise, const MovedOptions& options);

}  // namespace scrutineer::suite
