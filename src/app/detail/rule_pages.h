// The map rules for people: pages of the manual, the list and what explain says, all from the rules' declarations.
#pragma once

#include <string>
#include <vector>

#include "app/detail/check_pages.h"
#include "map/check.h"

namespace scrutineer::app {

inline constexpr const char* kRulesFolder = "map_rules";

// map_rules/README.md with a table of all rules, and one page for each group.
std::vector<Page> rule_pages();

std::string rules_text(bool colour);
std::string rules_to_json();

std::string explained_rule(const map::MapRule& rule, bool colour);
std::string rule_to_json(const map::MapRule& rule);

}  // namespace scrutineer::app
