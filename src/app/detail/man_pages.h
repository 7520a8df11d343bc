// The manual pages of the program and of each of its commands, made of what their help says.
#pragma once

#include <vector>

#include "app/detail/check_pages.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's own name
class App;
}

namespace scrutineer::app {

// "scrutineer.1", "scrutineer-map-info.1" ...
std::vector<Page> man_pages(const CLI::App& program);

}  // namespace scrutineer::app
