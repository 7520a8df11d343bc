#include "base/plugin.h"
#include "report/detail/png_plugin.h"
#include "report/picture.h"

namespace scrutineer::report {

Result<std::string> to_png(const std::string& svg, double scale) {
  const auto draw = plugin_function<decltype(scrutineer_png)>(
      {.name = "scrutineer_png",
       .function = "scrutineer_png",
       .what_to_do =
           "PNG pictures need librsvg, and this program was built without it; first: scripts/install-deps pictures "
           "&& make build (SVG pictures, -o picture.svg, need nothing)"});
  if (!draw) return draw.problem();
  std::string png;
  Problem problem;
  if (!(*draw)(svg, scale, png, problem)) return problem;
  return png;
}

}  // namespace scrutineer::report
