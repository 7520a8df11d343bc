// The lines that pictures of a declaration's issues show: those that its plots declare, else what its intervals measure.
#pragma once

#include <vector>

#include "lang/vm/image.h"
#include "watch/plot.h"

namespace scrutineer::lang::detail {

// A function gives the line; of what intervals measure it may be called while one is open.
struct PlottedLine {
  FunctionId function = kNone;
  bool needs_interval = false;
};

std::vector<PlottedLine> lines_of(const Program& program, std::uint32_t declaration);
inline std::size_t lines_plotted(const Image& image, std::uint32_t declaration) {
  return lines_of(image.program, declaration).size();
}

// For CheckInfo; all texts are the image's. A line of lines_of() for each of theirs, in the same order.
std::vector<watch::PlotInfo> plots_of(const Image& image, std::uint32_t declaration);

}  // namespace scrutineer::lang::detail
