// What the standard's domain model declares for scenarios: its actions and modifiers with their parameters, members of
// its actors, words of its enumerations. Files that use them are checked; nothing of them runs.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace scrutineer::lang {

struct StandardBehaviour {
  std::string_view name;
  std::string_view actor;       // the type of its actor
  std::string_view parameters;  // its own, with blanks between them
};

std::span<const StandardBehaviour> standard_actions();
std::span<const StandardBehaviour> standard_modifiers();
const StandardBehaviour* standard_action(std::string_view name);    // null: there is none
const StandardBehaviour* standard_modifier(std::string_view name);  // likewise
// Its own, and those that all of its kind have: `duration`, `at`.
std::vector<std::string_view> parameters_of(const StandardBehaviour& behaviour);
// The type of a parameter, or of the values in its range: "speed", "int", "physical_object"; empty: not known here.
std::string_view type_of_parameter(const StandardBehaviour& behaviour, std::string_view parameter);

// `speed` of movable_object: beyond what domain.osc declares for the type.
bool is_standard_member(std::string_view type, std::string_view name);

// `smooth`, `must_be_physical`: of any enumeration.
bool is_standard_word(std::string_view name);

}  // namespace scrutineer::lang
