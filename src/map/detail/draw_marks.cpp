// What lies above the roads and stays readable at any zoom: junction areas, ids, marks.

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "map/detail/draw_layers.h"
#include "map/junctions.h"
#include "map/lookup.h"

namespace scrutineer::map::detail {

namespace {

// Text of so many pixels, whatever the zoom.
std::string pixels(const SvgCanvas& canvas, double size) {
  return fmt::format("calc(var(--zoom,1)*{:.4g}px)", size / canvas.pixels_per_metre());
}

// Marks that lie on top of each other.
struct MarkedPlace {
  double x = 0.0, y = 0.0;
  std::string numbers, labels;
  std::size_t count = 0;
};

std::vector<MarkedPlace> places_of(const std::vector<DrawMark>& marks) {
  constexpr double kSame = 0.1;  // metres
  constexpr std::size_t kMostShown = 3, kMostLabels = 20;
  std::map<std::pair<long, long>, std::size_t> known;
  std::vector<MarkedPlace> places;
  std::size_t number = 0;
  for (const DrawMark& mark : marks) {
    const auto [found, is_new] =
        known.try_emplace({std::lround(mark.x / kSame), std::lround(mark.y / kSame)}, places.size());
    if (is_new) places.push_back({mark.x, mark.y, "", ""});
    ++number;
    MarkedPlace& place = places[found->second];
    ++place.count;
    if (place.count <= kMostShown)
      place.numbers += fmt::format("{}{}", place.numbers.empty() ? "" : ", ", mark.number > 0 ? mark.number : number);
    if (place.count == kMostShown + 1) place.numbers += ", ...";
    if (place.count <= kMostLabels) place.labels += (place.labels.empty() ? "" : "\n") + mark.label;
  }
  return places;
}

}  // namespace

void draw_junctions(const RoadNetwork& map, SvgCanvas& canvas) {
  canvas.style(
      ".junction{fill:#3f6fae;fill-opacity:.07;stroke:#3f6fae;stroke-opacity:.75;stroke-width:1.2;"
      "stroke-dasharray:5 3;vector-effect:non-scaling-stroke}");
  SvgLayer& layer = canvas.layer("junctions");
  bool any = false;
  for (std::size_t i = 0; i < map.junctions().size(); ++i) {
    const Area& area = junction_area(map, JunctionId(i));
    const SvgBox box{area.extent.x_min, area.extent.y_min, area.extent.x_max, area.extent.y_max};
    if (area.empty() || !box.overlaps(canvas.world())) continue;
    SvgPath path = canvas.path();
    for (const Ring& ring : area.rings) {
      for (const Point& point : ring) path.to(point.x, point.y);
      path.close();
    }
    // Without a tooltip: it would hide those of the lanes below.
    layer.add(path, "junction");
    any = true;
  }
  if (any) canvas.legend_area("junction", "junction");
}

void draw_labels(const RoadNetwork& map, SvgCanvas& canvas) {
  canvas.style(
      ".label{text-anchor:middle;dominant-baseline:central;paint-order:stroke;stroke:#fff;stroke-opacity:.85;"
      "stroke-width:.25em;stroke-linejoin:round;pointer-events:none}"
      ".road-id{fill:#1f4e79}.junction-id{fill:#8a3b12;font-weight:bold}");
  canvas.style(fmt::format(".label{{font-size:{}}}", pixels(canvas, 10.0)));
  SvgLayer& layer = canvas.layer("labels");
  const double size = 10.0 / canvas.pixels_per_metre();
  for (std::size_t i = 0; i < map.roads().size(); ++i) {
    const Road& road = map.roads()[i];
    if (road.junction.valid()) continue;  // a junction's roads lie on top of each other: its own id stands for them
    const double s = 0.42 * road.length;  // not the middle: that is where streets like to cross
    const RoadPoint at = point_at(map, RoadId(i), s, road_span(map, RoadId(i), s).centre());
    if (canvas.world().contains(at.x, at.y)) layer.add_text(at.x, at.y, size, "label road-id", road.id);
  }
  for (std::size_t i = 0; i < map.junctions().size(); ++i) {
    const Area& area = junction_area(map, JunctionId(i));
    const double x = 0.5 * (area.extent.x_min + area.extent.x_max), y = 0.5 * (area.extent.y_min + area.extent.y_max);
    if (!area.empty() && canvas.world().contains(x, y))
      layer.add_text(x, y, size, "label junction-id", map.junctions()[i].id);
  }
}

void draw_marks(const DrawOptions& options, SvgCanvas& canvas) {
  if (options.marks.empty()) return;
  // A line of no length with round ends is a disc whose size is in pixels.
  canvas.style(
      ".ring,.hole,.dot{fill:none;stroke-linecap:round}"
      ".ring{stroke:#d4145a;stroke-width:18;vector-effect:non-scaling-stroke}"
      ".hole{stroke:#fff;stroke-width:13;vector-effect:non-scaling-stroke}"
      ".dot{stroke:#d4145a;stroke-width:5;vector-effect:non-scaling-stroke}"
      ".hole,.dot{pointer-events:none}.mark{fill:#a80d45;font-weight:bold;paint-order:stroke;stroke:#fff;stroke-width:."
      "25em}");
  canvas.style(fmt::format(".mark{{font-size:{};transform:translate({},{})}}", pixels(canvas, 11.0),
                           pixels(canvas, 10.0), pixels(canvas, -6.0)));
  canvas.symbol(
      "mark",
      "<path class=\"ring\" d=\"M0 0h0\"/><path class=\"hole\" d=\"M0 0h0\"/><path class=\"dot\" d=\"M0 0h0\"/>");
  SvgLayer& layer = canvas.layer("marks");
  for (const MarkedPlace& place : places_of(options.marks)) {
    if (!canvas.world().contains(place.x, place.y)) continue;
    layer.add_symbol("mark", place.x, place.y, 1.0, 0.0, place.labels);
    layer.add_text(place.x, place.y, 11.0 / canvas.pixels_per_metre(), "mark", place.numbers);
  }
  canvas.legend_heading(options.marks_title);
  canvas.legend_symbol("mark", 1.0, fmt::format("{} marked", options.marks.size()));
}

}  // namespace scrutineer::map::detail
