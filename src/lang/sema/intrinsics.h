// Functions that no declaration could type: those of numbers of any dimension. They are rows of vm/builtins/.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace scrutineer::lang {

// How a function's result follows from its arguments.
enum class GenericRule : std::uint8_t {
  same,         // one number of any dimension -> likewise: abs(x)
  common,       // numbers of one dimension, two or more -> likewise: min(a, b)
  root,         // the square root's dimension
  power,        // pow(x, n): with a dimension, n is a whole constant
  plain,        // plain numbers -> a plain number: exp(x)
  whole,        // a plain number -> an int: floor(x)
  sign,         // a number of any dimension -> int
  from_angle,   // an angle or a plain number (radians) -> a plain number: sin(x)
  to_angle,     // a plain number -> an angle: asin(x)
  ratio_angle,  // two numbers of one dimension -> an angle: atan2(y, x)
  truth,        // anything -> bool: is_defined(x)
};

struct GenericFunction {
  std::string_view name;  // as called, plainly or after `math.`
  std::string intrinsic;  // "math.abs"; min and max with more than two arguments are nested
  GenericRule rule = GenericRule::same;
  int arguments = 1;  // at least
};
std::span<const GenericFunction> generic_functions();
const GenericFunction* generic_function(std::string_view name);  // null: there is none

}  // namespace scrutineer::lang
