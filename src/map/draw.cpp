#include "map/draw.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/counted.h"
#include "base/text.h"
#include "map/detail/draw_layers.h"

namespace scrutineer::map {

namespace {

std::string base_name(const std::string& file) { return file.substr(file.find_last_of('/') + 1); }

// The whole map with some air around it.
SvgBox surroundings(const RoadNetwork& map) {
  const Extent& extent = map.extent();
  const double air = 2.0 + 0.02 * std::max(extent.x_max - extent.x_min, extent.y_max - extent.y_min);
  return {extent.x_min - air, extent.y_min - air, extent.x_max + air, extent.y_max + air};
}

std::string subtitle(const RoadNetwork& map) {
  double length = 0.0;
  for (const Road& road : map.roads()) length += road.length;
  const std::string standard = map.origin().empty()
                                   ? fmt::format("OpenDRIVE {}.{}", map.header().rev_major, map.header().rev_minor)
                                   : map.origin();
  return fmt::format("{}, {} ({} km), {}, {}", standard, counted(map.roads().size(), "road"),
                     rounded(length / 1000.0, 2), counted(map.junctions().size(), "junction"),
                     counted(map.signals().size(), "signal"));
}

}  // namespace

SvgCanvas draw(const RoadNetwork& map, const DrawOptions& options) {
  SvgCanvas canvas({.title = options.title.empty() ? base_name(map.file()) : options.title,
                    .subtitle = options.subtitle.empty() ? subtitle(map) : options.subtitle,
                    .world = options.window.value_or(surroundings(map)),
                    .width = options.width,
                    .interactive = options.interactive});
  detail::draw_roads(map, options, canvas);
  if (!options.quiet) detail::draw_junctions(map, canvas);
  detail::draw_signals(map, options, canvas);
  if (options.labels) detail::draw_labels(map, canvas);
  detail::draw_marks(options, canvas);
  return canvas;
}

std::string draw_svg(const RoadNetwork& map, const DrawOptions& options) { return draw(map, options).svg(); }

}  // namespace scrutineer::map
