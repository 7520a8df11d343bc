#include "map/detail/border_widths.h"

#include <algorithm>
#include <cmath>

namespace scrutineer::map::detail {
namespace {

// The value at s of the record that holds at `within`.
double value_at(std::span<const CubicRecord> records, double within, double s) {
  const auto next = std::ranges::upper_bound(records, within, {}, &CubicRecord::s);
  if (next == records.begin()) return 0.0;
  const CubicRecord& record = *std::prev(next);
  return record.cubic.at(s - record.s);
}

// Where some record begins, from s_begin to s_end.
std::vector<double> cuts_of(const LaneSide& lanes, std::span<const CubicRecord> lane_offsets, double s_begin,
                            double s_end) {
  std::vector<double> cuts = {s_begin, s_end};
  const auto add = [&](std::span<const CubicRecord> records) {
    for (const CubicRecord& record : records) {
      if (record.s > s_begin && record.s < s_end) cuts.push_back(record.s);
    }
  };
  add(lane_offsets);
  for (const LaneRecord* lane : lanes) {
    add(lane->widths);
    add(lane->borders);
  }
  std::ranges::sort(cuts);
  return cuts;
}

}  // namespace

LaneSide lanes_of_side(LaneSectionRecord& section, int side) {
  LaneSide lanes;
  for (LaneRecord& lane : section.lanes) {
    if (lane.number * side > 0) lanes.push_back(&lane);
  }
  std::ranges::sort(lanes, {}, [](const LaneRecord* lane) { return std::abs(lane->number); });
  return lanes;
}

std::vector<BorderedWidth> bordered_widths(const LaneSide& lanes, std::span<const CubicRecord> lane_offsets,
                                           double s_begin, double s_end, bool turned) {
  constexpr int kSteps = 8;  // between two cuts: all of it is cubic there
  std::vector<BorderedWidth> widths;
  for (const LaneRecord* lane : lanes) widths.push_back({.lane = lane->number, .narrowest = INFINITY});
  const std::vector<double> cuts = cuts_of(lanes, lane_offsets, s_begin, s_end);
  for (std::size_t cut = 0; cut + 1 < cuts.size(); ++cut) {
    const double begin = cuts[cut], length = cuts[cut + 1] - begin, within = begin + 0.5 * length;
    for (int step = 0; step <= kSteps; ++step) {
      const double s = begin + length * step / kSteps;
      const double weight = (step == 0 || step == kSteps ? 0.5 : 1.0) / kSteps * length / (s_end - s_begin);
      const double centre = value_at(lane_offsets, within, s);
      double inner = centre;
      for (std::size_t i = 0; i < lanes.size(); ++i) {
        const double side = lanes[i]->number > 0 ? 1.0 : -1.0;
        const double border = value_at(lanes[i]->borders, within, s);
        const double outer = lanes[i]->borders.empty() ? inner + side * value_at(lanes[i]->widths, within, s)
                             : turned                  ? -border
                                                       : border;
        const double width = side * (outer - inner);
        widths[i].reach += weight * side * (outer - centre);
        if (width < widths[i].narrowest) {
          widths[i].narrowest = width;
          widths[i].narrowest_at = s;
        }
        inner = outer;
      }
    }
  }
  return widths;
}

}  // namespace scrutineer::map::detail
