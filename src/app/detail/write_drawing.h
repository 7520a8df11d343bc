// A drawing as the file's name asks for: PNG where it ends in .png, else SVG.
#pragma once

#include <optional>
#include <string>

#include "app/run.h"
#include "base/result.h"

namespace scrutineer::app {

// Whether it will be PNG: such a drawing needs no script.
bool is_png(const std::string& path);
// `scale`: pixels of a PNG for one of the drawing.
std::optional<Problem> write_drawing(const std::string& svg, const std::string& path, double scale, Outside& outside);

}  // namespace scrutineer::app
