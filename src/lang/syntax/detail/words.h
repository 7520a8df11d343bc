// Names, numbers and strings as they are written in source text.
#pragma once

#include <string>
#include <string_view>

#include "lang/syntax/tree.h"

namespace scrutineer::lang::syntax {

bool is_plain_identifier(std::string_view text);
// Words that are no names where an operand stands.
bool is_reserved_in_expressions(std::string_view word);
// Words that begin a line, a condition or a value of their own kind.
bool is_keyword_at_start(std::string_view word);

std::string quoted_name(std::string_view text);  // with bars where needed
std::string barred(std::string_view text);
std::string written_number(double value);           // as short as it can be
std::string written_float(double value);            // with a point or an exponent
std::string written_string(std::string_view text);  // escapes, without the quotes

}  // namespace scrutineer::lang::syntax
