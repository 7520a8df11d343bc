#include "lang/vm/whole_numbers.h"

#include <charconv>
#include <limits>

#include "base/text.h"
#include "lang/lower/handles.h"

namespace scrutineer::lang {
namespace {

Whole computed(WholeOperator op, Whole a, Whole b) {
  switch (op) {
    case WholeOperator::add:
      return a + b;
    case WholeOperator::subtract:
      return a - b;
    case WholeOperator::multiply:
      break;
    case WholeOperator::divide:
      return a / b;
    case WholeOperator::modulo:
      return a % b;
  }
  Whole product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw PoolFull("a whole number beyond 64 bits");
  return product;
}

// What a division by 0 left is no whole number, but goes on as one.
double computed_with_infinity(WholeOperator op, double a, double b) {
  switch (op) {
    case WholeOperator::add:
      return a + b;
    case WholeOperator::subtract:
      return a - b;
    case WholeOperator::multiply:
      return a * b;
    case WholeOperator::divide:
      return std::trunc(a / b);
    case WholeOperator::modulo:
      return std::fmod(a, b);
  }
  return kNull;
}

}  // namespace

double compute_large(Pools& pools, WholeOperator op, double a, double b) {
  if (std::isinf(a) || std::isinf(b)) return computed_with_infinity(op, to_number(pools, a), to_number(pools, b));
  const auto left = pools.find_whole(a), right = pools.find_whole(b);
  if (!left || !right) return kNull;
  const bool divides = op == WholeOperator::divide || op == WholeOperator::modulo;
  if (divides && *right == 0) {
    if (op == WholeOperator::modulo) return kNull;
    return *left < 0 ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  }
  return pools.add_whole(computed(op, *left, *right));
}

std::partial_ordering compare_large(const Pools& pools, double a, double b) {
  // What is beyond all numbers has no place among them, yet is less or greater.
  if (std::isinf(a) || std::isinf(b)) return (is_large(a) ? 0.0 : a) <=> (is_large(b) ? 0.0 : b);
  const auto left = pools.find_whole(a), right = pools.find_whole(b);
  if (!left || !right) return std::partial_ordering::unordered;
  return *left < *right   ? std::partial_ordering::less
         : *left > *right ? std::partial_ordering::greater
                          : std::partial_ordering::equivalent;
}

double to_number(const Pools& pools, double whole) {
  if (!is_large(whole)) return whole;
  const auto number = pools.find_whole(whole);
  return number ? static_cast<double>(*number) : kNull;
}

std::string text_of_whole(const Pools& pools, double whole) {
  const auto number = pools.find_whole(whole);
  if (!number) return std::isnan(whole) ? "nan" : shortest(whole);
  const bool is_negative = *number < 0;
  const auto magnitude = static_cast<std::uint64_t>(is_negative ? -*number : *number);
  return (is_negative ? "-" : "") + std::to_string(magnitude);
}

double whole_of(Pools& pools, std::string_view text) {
  const bool is_negative = text.starts_with('-');
  const std::string_view digits = is_negative || text.starts_with('+') ? text.substr(1) : text;
  std::uint64_t magnitude = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  if (problem != std::errc() || end != digits.data() + digits.size() || digits.empty()) return kNull;
  const Whole number = is_negative ? -Whole{magnitude} : Whole{magnitude};
  return number < std::numeric_limits<std::int64_t>::min() ? kNull : pools.add_whole(number);
}

}  // namespace scrutineer::lang
