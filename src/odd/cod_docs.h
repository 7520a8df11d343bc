// The manual's table of what map and run tell of concepts.
#pragma once

#include <string>

namespace scrutineer::odd {

std::string supplied_concepts_markdown();

}  // namespace scrutineer::odd
