// The parts of an issue's picture, each an SVG fragment in pixels. Colours and dashes are those of the page's light
// theme.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/picture.h"

namespace scrutineer::report::detail {

struct PixelBox {
  double x = 0.0, y = 0.0, width = 0.0, height = 0.0;
};

inline constexpr std::string_view kText = "#16202a", kDim = "#55626f", kFaint = "#e9edf1", kError = "#c62f22",
                                  kWarning = "#e0a100", kInfo = "#4a78ad", kEgo = "#0b5fc0", kAccent = "#0b5fc0";
std::string_view colour_of(watch::Severity severity);

std::string words_of(std::string_view name);  // without underscores

// Text at a place; bold, larger and so on by `style`.
std::string text_at(double x, double y, std::string_view text, std::string_view style = {});

// ---- the lines of a plot --------------------------------------------------------------------------------------------

struct PictureLine {
  const watch::PlotLine* line = nullptr;
  std::vector<double> times, values;  // seconds; NaN: a gap
};

struct PicturePlot {
  std::string_view title;
  std::vector<PictureLine> lines;
};

// What the check declares, with numbers; plots of which nothing measured is there are left out.
std::vector<PicturePlot> plots_of(const PictureInputs& inputs);
std::string draw_plot(const PicturePlot& plot, const FoundIssue& issue, PixelBox box);

// ---- the map --------------------------------------------------------------------------------------------------------

// A light with its lamps, a sign by its shape; `is_meant`: the issue is about it. `scale`: pixels for a metre.
// Where ways through the junction are shown different things, all lamps that are lit for somebody are.
std::string draw_signal(const PieceSignal& signal, std::span<const LightShown> shown, double x, double y, double scale,
                        bool is_meant);
// Of the line at which a vehicle stops for a signal that shows this.
std::string_view line_colour(LightShown shown);

std::string draw_top_view(const PictureInputs& inputs, PixelBox box);

}  // namespace scrutineer::report::detail
