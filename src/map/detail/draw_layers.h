// The parts of a map's drawing. Each adds its layers, styles and legend rows to the canvas; their order is draw.cpp's.
#pragma once

#include <algorithm>

#include "base/svg_canvas.h"
#include "map/draw.h"
#include "map/road_network.h"

namespace scrutineer::map::detail {

// Metres between a drawn line and the true one: less than the eye sees at the drawing's own size, 2 cm at most.
inline double draw_error(const SvgCanvas& canvas) { return std::clamp(0.3 / canvas.pixels_per_metre(), 0.01, 0.02); }

// lanes, their borders and directions
void draw_roads(const RoadNetwork& map, const DrawOptions& options, SvgCanvas& canvas);
void draw_junctions(const RoadNetwork& map, SvgCanvas& canvas);  // areas
// signs and lights, stop lines, crosswalks
void draw_signals(const RoadNetwork& map, const DrawOptions& options, SvgCanvas& canvas);
void draw_labels(const RoadNetwork& map, SvgCanvas& canvas);  // ids of roads and junctions
void draw_marks(const DrawOptions& options, SvgCanvas& canvas);

}  // namespace scrutineer::map::detail
