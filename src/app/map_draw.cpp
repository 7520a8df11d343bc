// scrutineer map draw: a map as a picture.

#include <fmt/format.h>

#include <cmath>
#include <ostream>

#include "app/commands.h"
#include "base/text.h"
#include "map/check.h"
#include "map/draw.h"

namespace scrutineer::app {

namespace {

// In the order, and so with the numbers, of `map check`.
std::vector<map::DrawMark> marks_of(const map::RoadNetwork& map) {
  std::vector<map::DrawMark> marks;
  for (const map::Anomaly& anomaly : map::check_map(map).anomalies()) {
    std::string place = fmt::format("road {}", anomaly.road_id);
    if (anomaly.lane_number) place += fmt::format(", lane {}", *anomaly.lane_number);
    marks.push_back({anomaly.x, anomaly.y,
                     fmt::format("{}. {}, {}, s {}: {}", marks.size() + 1, anomaly.check, place, rounded(anomaly.s, 2),
                                 anomaly.message)});
  }
  return marks;
}

}  // namespace

int map_draw(const MapDrawOptions& options, Outside& outside) {
  if (options.around && !(std::isfinite(options.around->x) && std::isfinite(options.around->y) &&
                          std::isfinite(options.around->radius) && options.around->radius > 0.0))
    return refuse(outside, "--around needs a place and a radius above 0");
  const auto map = load_map(options.file, outside);
  if (!map) return refuse(outside, map.problem());

  map::DrawOptions drawing{.labels = options.labels, .width = options.width, .interactive = !options.still};
  if (options.around) {
    const auto& [x, y, radius] = *options.around;
    drawing.window = SvgBox{x - radius, y - radius, x + radius, y + radius};
  }
  outside.progress.begin("checking " + options.file);
  drawing.marks = marks_of(**map);
  outside.progress.begin("drawing " + options.file);
  const std::string svg = draw_svg(**map, drawing);
  if (const auto problem = outside.files.write(options.output, svg)) return refuse(outside, *problem);
  outside.progress.end();

  const std::size_t count = drawing.marks.size();
  const char* noun = count == 1 ? "anomaly" : "anomalies";
  outside.screen.out << (count == 0 ? fmt::format("{}: no anomalies\n", options.output)
                                    : fmt::format("{}: {} {} marked; scrutineer map check lists them\n", options.output,
                                                  count, noun));
  return kFine;
}

}  // namespace scrutineer::app
