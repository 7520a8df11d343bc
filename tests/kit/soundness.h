// Does a Document's geometry hold together? Independent of the map library's own checks.
#pragma once

#include <string>
#include <vector>

#include "map/model.h"

namespace scrutineer::kit {

// One line for each place where it does not: pieces of a reference line that do not join, linked lanes whose ends are
// further than `tolerance` metres apart (in space), links to what does not exist, links that are not returned, widths
// below zero, lists out of order. Empty for a sound map.
std::vector<std::string> unsound_places(const map::Document& document, double tolerance = 1e-3);

}  // namespace scrutineer::kit
