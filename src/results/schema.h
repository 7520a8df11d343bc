// The JSON schema (2020-12) of runtime_data.json, made from the writer's own tables and what the checks declare.
#pragma once

#include <span>
#include <string>

#include "watch/check.h"

namespace scrutineer::results {

// schema/runtime_data.schema.json
std::string result_schema(std::span<const watch::Check> checks);

}  // namespace scrutineer::results
