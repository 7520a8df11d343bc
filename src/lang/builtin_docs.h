// The manual's page of what the language brings along.
#pragma once

#include <string>

namespace scrutineer::lang {

// docs/builtins.md, made from the tables of facts and builtins.
std::string builtins_markdown();

}  // namespace scrutineer::lang
