// What is odd in a file and seen only when the road network is built from it.
#pragma once

#include <string>

#include "map/model.h"

namespace scrutineer::map::detail {

struct BuildWarning {
  SourceLine line;
  std::string text;
};

}  // namespace scrutineer::map::detail
