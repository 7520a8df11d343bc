// The functions that the program brings along, by name. What domain.osc declares as external or computed is named there
// ("object_state.speed", "physical_object.road_distance"); here are those that no declaration could type.
//
//   for (const std::string& name : intrinsic_names()) ...     // every name that Program's `intrinsic` may mean
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
  std::string_view name;       // as called, plainly or after `math.`
  std::string_view intrinsic;  // "math.abs"; min and max with more than two arguments are nested
  GenericRule rule = GenericRule::same;
  int arguments = 1;  // at least
};
std::span<const GenericFunction> generic_functions();
const GenericFunction* generic_function(std::string_view name);  // null: there is none

// Operations of lists, texts and actors that expressions need:
//   list.size(list), list.contains(list, x), list.contains_text(list, text), list.contains_all(list, part),
//   list.contains_all_texts(list, part), list.equals(a, b), list.equals_texts(a, b), list.append(list, x): a new list,
//   list.find(list, x): the place of the first, nan if there is none
//   string.to_float(text), string.to_int(text): nan if it is none
//   math.truncate(x): towards 0; math.in_range(x, a, b): between the bounds, whichever is the lower, both included
//   instance.actor(instance): its own; null if it belongs to none
//   physical_object.is_a(actor, type), physical_object.as_a(actor, type): the place in Program::actors; null if it is
//   not
std::span<const std::string_view> operation_names();

// All of the above and those of domain.osc, sorted.
std::vector<std::string> intrinsic_names();

}  // namespace scrutineer::lang
