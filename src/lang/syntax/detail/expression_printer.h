// Expressions as source text, with no more parentheses than they need.
#pragma once

#include <string>
#include <vector>

#include "lang/syntax/tree.h"

namespace scrutineer::lang::syntax {

enum class Position : std::uint8_t {
  inner,  // after something that only an expression can follow
  start,  // where a keyword could stand instead: a name like one gets bars
  line,   // likewise, and only a name or a parenthesis may begin it
};

std::string written(const Expression& expression, Position position = Position::inner);
std::string written_postfix(const Expression& expression, Position position);  // where operators cannot stand
std::string written_arguments(const std::vector<Argument>& arguments);         // with the parentheses
std::string written_names(const std::vector<Name>& names);                     // "a, b"

}  // namespace scrutineer::lang::syntax
