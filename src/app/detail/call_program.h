// Another program, called for what it prints.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace scrutineer::app {

// Its standard output. A problem: it is not there, or failed, with what it said.
Result<std::string> call_program(const std::vector<std::string>& command);

}  // namespace scrutineer::app
