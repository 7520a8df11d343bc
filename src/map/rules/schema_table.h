// What the standard allows where, by version.
#pragma once

#include <span>
#include <string_view>

namespace scrutineer::map::rules {

// Lines as scripts/schema-table writes and describes them, in pieces.
std::span<const std::string_view> schema_table();

}  // namespace scrutineer::map::rules
