// Quantities with a dimension: adding metres to seconds does not compile.
//
//   const Seconds gap = 24.0_m / 72.0_kmh;           // 1.2 s
//   Speed limit = Speed::from_si(13.9);              // m/s
//   fmt::print("{}", limit.si());
//
// Everything is SI inside. Coordinates (x, y, s, t, headings) stay plain doubles in metres and radians: they are
// places, not amounts, and geometry would drown in conversions.
#pragma once

#include <compare>

namespace scrutineer {

// A number of metre^L * second^T * radian^A * kilogram^M.
template <int L, int T, int A = 0, int M = 0>
class Quantity {
 public:
  constexpr Quantity() = default;
  static constexpr Quantity from_si(double value) { return Quantity(value); }
  constexpr double si() const { return value_; }

  constexpr Quantity operator-() const { return Quantity(-value_); }
  constexpr Quantity operator+(Quantity other) const { return Quantity(value_ + other.value_); }
  constexpr Quantity operator-(Quantity other) const { return Quantity(value_ - other.value_); }
  constexpr Quantity operator*(double factor) const { return Quantity(value_ * factor); }
  constexpr Quantity operator/(double divisor) const { return Quantity(value_ / divisor); }
  constexpr Quantity& operator+=(Quantity other) { return *this = *this + other; }
  constexpr Quantity& operator-=(Quantity other) { return *this = *this - other; }
  constexpr auto operator<=>(const Quantity&) const = default;

 private:
  constexpr explicit Quantity(double value) : value_(value) {}
  double value_ = 0.0;
};

template <int L, int T, int A, int M>
constexpr Quantity<L, T, A, M> operator*(double factor, Quantity<L, T, A, M> quantity) {
  return quantity * factor;
}

// Products and quotients; where all dimensions cancel the result is a plain number.
template <int L1, int T1, int A1, int M1, int L2, int T2, int A2, int M2>
constexpr auto operator*(Quantity<L1, T1, A1, M1> a, Quantity<L2, T2, A2, M2> b) {
  if constexpr (L1 + L2 == 0 && T1 + T2 == 0 && A1 + A2 == 0 && M1 + M2 == 0) {
    return a.si() * b.si();
  } else {
    return Quantity<L1 + L2, T1 + T2, A1 + A2, M1 + M2>::from_si(a.si() * b.si());
  }
}

template <int L1, int T1, int A1, int M1, int L2, int T2, int A2, int M2>
constexpr auto operator/(Quantity<L1, T1, A1, M1> a, Quantity<L2, T2, A2, M2> b) {
  if constexpr (L1 == L2 && T1 == T2 && A1 == A2 && M1 == M2) {
    return a.si() / b.si();
  } else {
    return Quantity<L1 - L2, T1 - T2, A1 - A2, M1 - M2>::from_si(a.si() / b.si());
  }
}

using Distance = Quantity<1, 0>;
using Speed = Quantity<1, -1>;
using Acceleration = Quantity<1, -2>;
using Jerk = Quantity<1, -3>;
using Seconds = Quantity<0, 1>;  // an amount of time as a real number; exact time is base/time.h
using Angle = Quantity<0, 0, 1>;
using AngularSpeed = Quantity<0, -1, 1>;
using Curvature = Quantity<-1, 0, 1>;
using Mass = Quantity<0, 0, 0, 1>;

inline constexpr double kPi = 3.14159265358979323846;

namespace literals {
constexpr Distance operator""_m(long double v) { return Distance::from_si(static_cast<double>(v)); }
constexpr Distance operator""_cm(long double v) { return Distance::from_si(static_cast<double>(v) / 100.0); }
constexpr Speed operator""_mps(long double v) { return Speed::from_si(static_cast<double>(v)); }
constexpr Speed operator""_kmh(long double v) { return Speed::from_si(static_cast<double>(v) / 3.6); }
constexpr Speed operator""_mph(long double v) { return Speed::from_si(static_cast<double>(v) * 0.44704); }
constexpr Acceleration operator""_mps2(long double v) { return Acceleration::from_si(static_cast<double>(v)); }
constexpr Jerk operator""_mps3(long double v) { return Jerk::from_si(static_cast<double>(v)); }
constexpr Angle operator""_rad(long double v) { return Angle::from_si(static_cast<double>(v)); }
constexpr Angle operator""_deg(long double v) { return Angle::from_si(static_cast<double>(v) * kPi / 180.0); }
constexpr Seconds operator""_s(long double v) { return Seconds::from_si(static_cast<double>(v)); }
}  // namespace literals

}  // namespace scrutineer
