// The operators of expressions: one table for parser, printer and messages.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace scrutineer::lang::syntax {

enum class UnaryOperator : std::uint8_t { negate, logical_not };

enum class BinaryOperator : std::uint8_t {
  implies,
  logical_or,
  logical_and,
  equal,
  not_equal,
  less,
  less_or_equal,
  greater,
  greater_or_equal,
  in,
  add,
  subtract,
  multiply,
  divide,
  remainder,
};

struct BinaryOperatorInfo {
  BinaryOperator op;
  std::string_view spelling;
  int precedence;  // higher binds tighter; equal ones associate to the left
};

// Indexed by BinaryOperator. `not` binds between `and` and the comparisons, unary minus tighter than all of these,
// `a ? b : c` looser.
inline constexpr std::array<BinaryOperatorInfo, 15> kBinaryOperators = {{
    {BinaryOperator::implies, "=>", 1},
    {BinaryOperator::logical_or, "or", 2},
    {BinaryOperator::logical_and, "and", 3},
    {BinaryOperator::equal, "==", 5},
    {BinaryOperator::not_equal, "!=", 5},
    {BinaryOperator::less, "<", 5},
    {BinaryOperator::less_or_equal, "<=", 5},
    {BinaryOperator::greater, ">", 5},
    {BinaryOperator::greater_or_equal, ">=", 5},
    {BinaryOperator::in, "in", 5},
    {BinaryOperator::add, "+", 6},
    {BinaryOperator::subtract, "-", 6},
    {BinaryOperator::multiply, "*", 7},
    {BinaryOperator::divide, "/", 7},
    {BinaryOperator::remainder, "%", 7},
}};

inline constexpr int kTernaryPrecedence = 0;
inline constexpr int kNotPrecedence = 4;
inline constexpr int kNegatePrecedence = 8;

constexpr const BinaryOperatorInfo& info(BinaryOperator op) { return kBinaryOperators[static_cast<std::size_t>(op)]; }

}  // namespace scrutineer::lang::syntax
