// A value in bands, without flickering: it enters a band at its border, and leaves it only well below that.
//
//   Bands<3> bands{{1.0 / 2000, 1.0 / 500, 1.0 / 100}, 0.1};
//   const int band = bands.of(value);        // 0 below the first border, 3 from the last one on
#pragma once

#include <array>
#include <cstddef>

namespace scrutineer::checks {

template <std::size_t kCount>
class Bands {
 public:
  // `margin`: by which share of a border the value must be below it to leave the band.
  constexpr Bands(const std::array<double, kCount>& borders, double margin) : borders_(borders), margin_(margin) {}

  int of(double value) {
    while (band_ < kCount && value >= borders_[band_]) ++band_;
    while (band_ > 0 && value < borders_[band_ - 1] * (1.0 - margin_)) --band_;
    return static_cast<int>(band_);
  }
  void forget() { band_ = 0; }

 private:
  std::array<double, kCount> borders_;
  double margin_;
  std::size_t band_ = 0;
};

}  // namespace scrutineer::checks
