// Every check there is, by name. The list is made by the build from the files in the folders below this one.
#pragma once

#include <vector>

#include "watch/check.h"

namespace scrutineer::checks {

std::vector<watch::Check> catalogue();

}  // namespace scrutineer::checks
