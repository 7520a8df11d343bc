// Which characters identifiers consist of, after the Unicode categories that the standard names.
#pragma once

#include <cstdint>

namespace scrutineer::lang::syntax {

bool starts_identifier(std::uint32_t code_point);     // Ll Lm Lo Lt Lu Nl and _
bool continues_identifier(std::uint32_t code_point);  // those and Mc Mn Nd Pc

}  // namespace scrutineer::lang::syntax
