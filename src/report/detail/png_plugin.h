// What the plugin scrutineer_png gives the program: librsvg stays out of it.
#pragma once

#include <string>

#include "base/result.h"

// False: `problem` says why there is no picture.
extern "C" bool scrutineer_png(const std::string& svg, double scale, std::string& png, scrutineer::Problem& problem);
