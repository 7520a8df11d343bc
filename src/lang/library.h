// The texts that are compiled before any configuration: the domain model, and the built-in checks with their
// parameters.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "watch/check.h"
#include "watch/settings.h"

namespace scrutineer::lang {

// src/lang/library/domain.osc with what the program computes, from the tables of facts and builtins.
std::string_view domain_library();
// Is it a type of that text of which there is one, without a receiver: top, traffic ...?
bool exists_once(std::string_view type);

// Every check as a type and as a member of the actors that it watches, its parameters at the paths of the settings:
// made from what the checks declare.
std::string checker_library(std::span<const watch::Check> checks, const watch::Settings& settings);

}  // namespace scrutineer::lang
