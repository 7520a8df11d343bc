// Whole numbers of up to 64 bits in cells that are doubles: below 2^53 they are themselves, beyond it handles of a pool.
//
// Each function has a short way for the numbers that nearly all are, and leaves the others to a slow one. What does not
// exist makes a result that does not exist, and compares as false.
#pragma once

#include <cmath>
#include <compare>
#include <string>

#include "lang/vm/pools.h"

namespace scrutineer::lang {

enum class WholeOperator : std::uint8_t { add, subtract, multiply, divide, modulo };

double compute_large(Pools& pools, WholeOperator op, double a, double b);  // throws PoolFull beyond 64 bits
std::partial_ordering compare_large(const Pools& pools, double a, double b);
double to_number(const Pools& pools, double whole);           // the nearest double
std::string text_of_whole(const Pools& pools, double whole);  // exact; "nan": it does not exist
double whole_of(Pools& pools, std::string_view text);         // NaN: it is none

inline double add_whole(Pools& pools, double a, double b) {
  const double sum = a + b;
  return is_plain(sum) ? sum : compute_large(pools, WholeOperator::add, a, b);
}
inline double subtract_whole(Pools& pools, double a, double b) {
  const double difference = a - b;
  return is_plain(difference) ? difference : compute_large(pools, WholeOperator::subtract, a, b);
}
inline double multiply_whole(Pools& pools, double a, double b) {
  const double product = a * b;
  return is_plain(product) ? product : compute_large(pools, WholeOperator::multiply, a, b);
}
inline double divide_whole(Pools& pools, double a, double b) {
  return is_plain(a) && is_plain(b) ? std::trunc(a / b) : compute_large(pools, WholeOperator::divide, a, b);
}
inline double modulo_whole(Pools& pools, double a, double b) {
  return is_plain(a) && is_plain(b) ? std::fmod(a, b) : compute_large(pools, WholeOperator::modulo, a, b);
}

inline bool less_whole(const Pools& pools, double a, double b) {
  return a < b || (std::isunordered(a, b) && compare_large(pools, a, b) < 0);
}
inline bool less_equal_whole(const Pools& pools, double a, double b) {
  return a <= b || (std::isunordered(a, b) && compare_large(pools, a, b) <= 0);
}
inline bool equal_whole(const Pools& pools, double a, double b) {
  return a == b || (std::isunordered(a, b) && compare_large(pools, a, b) == 0);
}
inline bool differ_whole(const Pools& pools, double a, double b) {
  if (!std::isunordered(a, b)) return a < b || a > b;
  const std::partial_ordering order = compare_large(pools, a, b);
  return order < 0 || order > 0;
}

inline bool exists(double whole) { return !std::isnan(whole) || is_large(whole); }
// The other one if one does not exist.
inline double least_whole(const Pools& pools, double a, double b) {
  return !exists(a) || less_whole(pools, b, a) ? b : a;
}
inline double most_whole(const Pools& pools, double a, double b) {
  return !exists(a) || less_whole(pools, a, b) ? b : a;
}

}  // namespace scrutineer::lang
