// What is known of a concept: nothing, a number or a range that it is in, or literals.
#pragma once

#include <array>
#include <cstdint>
#include <limits>

#include "odd/logic.h"

namespace scrutineer::odd {

// Of a category's literals, by their places. A boolean concept has two: false and true.
class LiteralSet {
 public:
  static constexpr std::size_t kMost = 256;

  constexpr void add(std::size_t literal) { words_[literal / 64] |= std::uint64_t{1} << (literal % 64); }
  constexpr bool has(std::size_t literal) const { return ((words_[literal / 64] >> (literal % 64)) & 1U) != 0; }
  constexpr bool empty() const { return (words_[0] | words_[1] | words_[2] | words_[3]) == 0; }
  constexpr bool meets(const LiteralSet& other) const {
    std::uint64_t common = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) common |= words_[i] & other.words_[i];
    return common != 0;
  }
  constexpr bool is_within(const LiteralSet& other) const {
    std::uint64_t beyond = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) beyond |= words_[i] & ~other.words_[i];
    return beyond == 0;
  }
  bool operator==(const LiteralSet&) const = default;

 private:
  std::array<std::uint64_t, kMost / 64> words_ = {};
};

struct Value {
  enum class Kind : std::uint8_t {
    unknown,
    number,    // somewhere in low .. high, which are the same where it is known exactly
    literals,  // all of these, and no other; none: what there is has no name in the taxonomy
    one_of     // one of these
  };

  Kind kind = Kind::unknown;
  double low = 0.0, high = 0.0;  // in the first unit of the quantity (units.h)
  LiteralSet literals = {};

  static Value number(double value) { return {Kind::number, value, value}; }
  static Value between(double low, double high) { return {Kind::number, low, high}; }
  static Value literal(std::size_t place) {
    Value value{Kind::literals};
    value.literals.add(place);
    return value;
  }
  static Value boolean(bool is_true) { return literal(is_true ? 1 : 0); }

  bool is_known() const { return kind != Kind::unknown; }
  bool operator==(const Value&) const = default;
};

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// A range of numbers; its ends belong to it unless they are open.
struct Bounds {
  double low = -kUnbounded, high = kUnbounded;
  bool low_open = false, high_open = false;

  constexpr bool holds(double value) const {
    return (low_open ? value > low : value >= low) && (high_open ? value < high : value <= high);
  }
  // Of a number that is somewhere in from .. to.
  constexpr Truth holds(double from, double to) const {
    if (holds(from) && holds(to)) return Truth::yes;
    const bool is_below = low_open ? to <= low : to < low;
    const bool is_above = high_open ? from >= high : from > high;
    return is_below || is_above ? Truth::no : Truth::unknown;
  }
  bool operator==(const Bounds&) const = default;
};

}  // namespace scrutineer::odd
