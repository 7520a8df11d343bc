// A road network as an SVG drawing for people.
//
//   const std::string svg = draw_svg(map, {.labels = true});
//
//   SvgCanvas canvas = draw(map, {});            // or the canvas itself, to put more over it:
//   SvgPath path = canvas.path();
//   for (const auto& [x, y] : driven) path.to(x, y);
//   canvas.layer("paths").add(path, "driven");
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/svg_canvas.h"
#include "map/road_network.h"

namespace scrutineer::map {

// A place that somebody should look at, such as an anomaly.
struct DrawMark {
  double x = 0.0, y = 0.0;
  std::string label;       // shown while the mouse is over it; the drawing itself shows the mark's number
  std::size_t number = 0;  // 0: its place in the list, from 1
};

struct DrawOptions {
  std::string title;          // empty: the map's file name without its folders
  std::string subtitle = {};  // empty: what is in the map
  bool quiet = false;         // in grey and without a legend, as the ground of something else
  bool labels = false;        // ids of roads and junctions
  std::vector<DrawMark> marks;
  std::string marks_title = "Findings";  // what the legend calls them
  std::optional<SvgBox> window;          // only this part; nothing: all of it
  double width = 1600.0;                 // pixels
  bool interactive = true;               // a browser can zoom and move it
};

// Lanes, junctions and signals, lower roads below higher ones, each curve within 2 cm.
SvgCanvas draw(const RoadNetwork& map, const DrawOptions& options);
std::string draw_svg(const RoadNetwork& map, const DrawOptions& options);

}  // namespace scrutineer::map
