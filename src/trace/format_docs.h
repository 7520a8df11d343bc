// The manual's page of what is read of each format.
#pragma once

#include <string>

namespace scrutineer::trace {

// docs/formats.md, made from the rows of formats.h and columns.h.
std::string formats_markdown();

}  // namespace scrutineer::trace
