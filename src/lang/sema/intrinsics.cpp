#include "lang/sema/intrinsics.h"

namespace scrutineer::lang {
namespace {

constexpr GenericFunction kGeneric[] = {
    {"abs", "math.abs", GenericRule::same},
    {"min", "math.min", GenericRule::common, 2},
    {"max", "math.max", GenericRule::common, 2},
    {"hypot", "math.hypot", GenericRule::common, 2},
    {"sqrt", "math.sqrt", GenericRule::root},
    {"pow", "math.pow", GenericRule::power, 2},
    {"exp", "math.exp", GenericRule::plain},
    {"log", "math.log", GenericRule::plain},
    {"log10", "math.log10", GenericRule::plain},
    {"floor", "math.floor", GenericRule::whole},
    {"ceil", "math.ceil", GenericRule::whole},
    {"round", "math.round", GenericRule::whole},
    {"sign", "math.sign", GenericRule::sign},
    {"sin", "math.sin", GenericRule::from_angle},
    {"cos", "math.cos", GenericRule::from_angle},
    {"tan", "math.tan", GenericRule::from_angle},
    {"asin", "math.asin", GenericRule::to_angle},
    {"acos", "math.acos", GenericRule::to_angle},
    {"atan", "math.atan", GenericRule::to_angle},
    {"atan2", "math.atan2", GenericRule::ratio_angle, 2},
    {"is_defined", "builtin.is_defined", GenericRule::truth},
};

constexpr std::string_view kOperations[] = {
    "instance.actor",
    "list.append",
    "list.concat",
    "list.contains",
    "list.contains_all",
    "list.contains_all_texts",
    "list.contains_text",
    "list.equals",
    "list.equals_texts",
    "list.find",
    "list.remove",
    "list.remove_text",
    "list.set",
    "list.size",
    "list.sort",
    "list.sort_by",
    "list.sort_texts",
    "math.in_range",
    "math.truncate",
    "physical_object.as_a",
    "physical_object.is_a",
    "string.to_float",
    "string.to_int",
};

}  // namespace

std::span<const GenericFunction> generic_functions() { return kGeneric; }

const GenericFunction* generic_function(std::string_view name) {
  for (const GenericFunction& function : kGeneric)
    if (function.name == name) return &function;
  return nullptr;
}
std::span<const std::string_view> operation_names() { return kOperations; }

}  // namespace scrutineer::lang
