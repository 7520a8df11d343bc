// Functions of numbers, large whole ones among them.
#include <cmath>

#include "lang/lower/fold.h"
#include "lang/vm/builtins.h"
#include "lang/vm/detail/builtin_helpers.h"
#include "lang/vm/whole_numbers.h"

namespace scrutineer::lang {
namespace {

using namespace detail;
using scene::fact;

double absolute(Machine& machine, const double* a) {
  if (!is_large(a[0])) return std::abs(a[0]);
  return less_whole(machine.pools(), a[0], 0.0) ? subtract_whole(machine.pools(), 0.0, a[0]) : a[0];
}
double sign(Machine& machine, const double* a) {
  const double number = to_number(machine.pools(), a[0]);
  return std::isnan(number) ? number : truth(number > 0.0) - truth(number < 0.0);
}

// ---- the table ------------------------------------------------------------------------------------------------------

constexpr Builtin kNumbers[] = {
    {.owner = "math",
     .declaration = "abs(x)",
     .function = absolute,
     .rule = GenericRule::same,
     .meaning = "Without its sign."},
    {.owner = "math",
     .declaration = "min(x, y)",
     .function = SCRUTINEER_GIVES(!exists(a[0]) || less_whole(machine.pools(), a[0], a[1]) ? a[0] : a[1]),
     .rule = GenericRule::common,
     .meaning = "The least of two or more; nan if one of them is."},
    {.owner = "math",
     .declaration = "max(x, y)",
     .function = SCRUTINEER_GIVES(!exists(a[0]) || less_whole(machine.pools(), a[1], a[0]) ? a[0] : a[1]),
     .rule = GenericRule::common,
     .meaning = "The largest of two or more; nan if one of them is."},
    {.owner = "math",
     .declaration = "hypot(x, y)",
     .function = SCRUTINEER_GIVES(std::hypot(a[0], a[1])),
     .rule = GenericRule::common,
     .meaning = "The length of (x, y)."},
    {.owner = "math",
     .declaration = "sqrt(x)",
     .function = SCRUTINEER_GIVES(std::sqrt(a[0])),
     .rule = GenericRule::root,
     .meaning = "The square root, of areas and squares of speeds, too."},
    {.owner = "math",
     .declaration = "pow(x, n)",
     .function = SCRUTINEER_GIVES(std::pow(a[0], a[1])),
     .rule = GenericRule::power,
     .meaning = "The n-th power; of quantities n is a whole constant."},
    {.owner = "math",
     .declaration = "exp(x)",
     .function = SCRUTINEER_GIVES(std::exp(a[0])),
     .rule = GenericRule::plain,
     .meaning = "e to the power of x."},
    {.owner = "math",
     .declaration = "log(x)",
     .function = SCRUTINEER_GIVES(std::log(a[0])),
     .rule = GenericRule::plain,
     .meaning = "The natural logarithm."},
    {.owner = "math",
     .declaration = "log10(x)",
     .function = SCRUTINEER_GIVES(std::log10(a[0])),
     .rule = GenericRule::plain,
     .meaning = "The logarithm to base 10."},
    {.owner = "math",
     .declaration = "floor(x)",
     .function = SCRUTINEER_GIVES(std::floor(a[0])),
     .rule = GenericRule::whole,
     .meaning = "The next whole number below."},
    {.owner = "math",
     .declaration = "ceil(x)",
     .function = SCRUTINEER_GIVES(std::ceil(a[0])),
     .rule = GenericRule::whole,
     .meaning = "The next whole number above."},
    {.owner = "math",
     .declaration = "round(x)",
     .function = SCRUTINEER_GIVES(std::round(a[0])),
     .rule = GenericRule::whole,
     .meaning = "The nearest whole number; halves away from 0."},
    {.owner = "math", .declaration = "sign(x)", .function = sign, .rule = GenericRule::sign, .meaning = "-1, 0 or 1."},
    {.owner = "math",
     .declaration = "sin(x)",
     .function = SCRUTINEER_GIVES(std::sin(a[0])),
     .rule = GenericRule::from_angle,
     .meaning = "Of an angle, or of a plain number in radians."},
    {.owner = "math",
     .declaration = "cos(x)",
     .function = SCRUTINEER_GIVES(std::cos(a[0])),
     .rule = GenericRule::from_angle,
     .meaning = "Likewise."},
    {.owner = "math",
     .declaration = "tan(x)",
     .function = SCRUTINEER_GIVES(std::tan(a[0])),
     .rule = GenericRule::from_angle,
     .meaning = "Likewise."},
    {.owner = "math",
     .declaration = "asin(x)",
     .function = SCRUTINEER_GIVES(std::asin(a[0])),
     .rule = GenericRule::to_angle,
     .meaning = "The angle."},
    {.owner = "math",
     .declaration = "acos(x)",
     .function = SCRUTINEER_GIVES(std::acos(a[0])),
     .rule = GenericRule::to_angle,
     .meaning = "The angle."},
    {.owner = "math",
     .declaration = "atan(x)",
     .function = SCRUTINEER_GIVES(std::atan(a[0])),
     .rule = GenericRule::to_angle,
     .meaning = "The angle."},
    {.owner = "math",
     .declaration = "atan2(y, x)",
     .function = SCRUTINEER_GIVES(std::atan2(a[0], a[1])),
     .rule = GenericRule::ratio_angle,
     .meaning = "The angle of the direction (x, y)."},
    {.owner = "builtin",
     .declaration = "is_defined(x) -> bool",
     .function = SCRUTINEER_GIVES(truth(exists(a[0]))),
     .rule = GenericRule::truth,
     .meaning = "Is there a value? Not if it is nan or null."},
    {.owner = "math",
     .declaration = "in_range(x, a, b) -> bool",
     .function = SCRUTINEER_GIVES(truth(a[0] >= std::fmin(a[1], a[2]) && a[0] <= std::fmax(a[1], a[2]))),
     .meaning = "Between the bounds, whichever is the lower, both included."},
    {.owner = "math",
     .declaration = "known_place(word) -> float",
     .function = SCRUTINEER_GIVES(a[0] == 0.0 ? kNull : a[0]),
     .meaning = "Of a word of an enumeration whose first one is `unknown`: its place, which that one does not have."},
    {.owner = "math",
     .declaration = "truncate(x) -> int",
     .function = SCRUTINEER_GIVES(std::trunc(a[0])),
     .meaning = "Towards 0."},
};

}  // namespace

BuiltinRows number_builtins() { return kNumbers; }

}  // namespace scrutineer::lang
