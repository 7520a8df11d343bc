// The paths of a run over a drawing, of a map or of a plain grid.
//
//   SvgCanvas canvas = map::draw(map, {.quiet = true, .window = window_of(collector.paths(), shown)});
//   draw_paths(collector, tables.actors(), {.shown = shown}, canvas);
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/svg_canvas.h"
#include "trace/paths.h"

namespace scrutineer::trace {

struct DrawnJump {
  double x = 0.0, y = 0.0;
  std::string label;
};

struct PathOptions {
  std::vector<bool> shown;  // by ActorId; those beyond its end are shown
  std::vector<bool> faint;  // by ActorId: only a thin grey line; those beyond its end are drawn in full
  ActorId ego;              // invalid: none stands out
  std::vector<DrawnJump> jumps;
};

// All that the shown actors passed, with some air around it; nothing where there are none.
std::optional<SvgBox> window_of(const PathCollector& collector, std::span<const ActorInfo> actors,
                                const std::vector<bool>& shown);

// Lines with numbers at even metres, for want of a map.
void draw_grid(SvgCanvas& canvas);

// Each actor's path in a colour of its own, its body at the start, in between and at the end, its id, dots at even
// times, and a legend. Colours are told apart also by people who do not see all of them.
void draw_paths(const PathCollector& collector, std::span<const ActorInfo> actors, const PathOptions& options,
                SvgCanvas& canvas);

}  // namespace scrutineer::trace
