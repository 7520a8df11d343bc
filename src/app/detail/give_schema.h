// What commands do with a schema that they make.
#pragma once

#include <string>
#include <string_view>

#include "app/detail/shared_options.h"
#include "app/run.h"

namespace scrutineer::app {

// `command` is how to make it: "scrutineer schema". Returns the exit code.
int give_schema(const std::string& text, std::string_view command, const SchemaOptions& options, Outside& outside);

}  // namespace scrutineer::app
