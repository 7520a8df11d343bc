#include "app/detail/write_drawing.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/text.h"
#include "report/picture.h"

namespace scrutineer::app {

bool is_png(const std::string& path) { return to_lower(path).ends_with(".png"); }

std::optional<Problem> write_drawing(const std::string& svg, const std::string& path, double scale, Outside& outside) {
  const std::string ending = to_lower(std::filesystem::path(path).extension().string());
  if (!ending.empty() && ending != ".svg" && ending != ".png")
    return Problem{{.file = path},
                   fmt::format("drawings are SVG or PNG, not {}: name it {} or .png", ending,
                               std::filesystem::path(path).replace_extension(".svg").string())};
  if (!is_png(path)) return outside.files.write(path, svg);
  const auto png = report::to_png(svg, scale);
  if (!png) return Problem{{.file = path}, png.problem().message};
  return outside.files.write(path, *png);
}

}  // namespace scrutineer::app
