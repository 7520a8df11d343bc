// Parameters of built-in checks: which actors a setting is for, which checks a group holds, which parameter a path
// means.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lang/sema/detail/type_table.h"
#include "watch/check.h"

namespace scrutineer::lang::detail {

// Of a group and those in it, by place in the catalogue.
std::vector<std::uint32_t> checks_below(const TypeTable& types, const TypeInfo& settings);
// The scope of a setting for such actors; nothing if no actor of a run can be one.
std::optional<watch::Scope> scope_of(const TypeInfo& actor);
// The path of the check's parameters in the group of that name; nothing: it has none.
std::optional<std::string> path_of_group(const watch::CheckInfo& check, const std::string& group);
// The check's parameter of that name, wherever its path leads; `otherwise` if it has none.
const watch::AnyParameter* parameter_named(const watch::CheckInfo& check, std::string_view name,
                                           const watch::AnyParameter* otherwise);

// What the engine asks of every check by its name, `enabled` and `merge_gap`: the path of that of an instance with the
// name; empty: the parameter is another one, which the instance has by itself.
std::string path_of_instance(const watch::CheckInfo& check, std::string_view parameter, std::string_view instance);

}  // namespace scrutineer::lang::detail
