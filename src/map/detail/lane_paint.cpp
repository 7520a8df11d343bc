#include "map/detail/lane_paint.h"

#include <algorithm>

namespace scrutineer::map::detail {

namespace {

using enum LaneType;

// Greys for the carriageway, so that the colours of signals and marks stand out; pale tints for the rest.
constexpr LanePaint kPaints[] = {
    {"driving", "driving", "#b7bfca", 2, {driving, shared}},
    {"ramp",
     "entry, exit, ramp",
     "#a3b5d0",
     2,
     {exit, entry, on_ramp, off_ramp, connecting_ramp, slip_lane, mway_entry, mway_exit}},
    {"both", "bidirectional", "#c3b9d0", 2, {bidirectional}},
    {"bus", "bus, taxi, HOV", "#ddb0a6", 2, {bus, taxi, hov}},
    {"biking", "biking", "#b5d3a2", 1, {biking}},
    {"tram", "tram, rail", "#c9b2dc", 1, {tram, rail}},
    {"parking", "parking", "#c3dbef", 0, {parking}},
    {"stop", "stop", "#d3cdbc", 0, {stop}},
    {"shoulder", "shoulder, border, curb", "#dedbd2", 0, {shoulder, border, curb}},
    {"restricted", "restricted", "#e4d1dc", 0, {restricted}},
    {"works", "road works", "#f3cd92", 0, {road_works}},
    {"walking", "sidewalk, walking", "#ecdfbf", 0, {sidewalk, walking}},
    {"median", "median", "#dbe7cd", 0, {median}},
    {"none", "none", "#ecebe6", 0, {none}},
    {"other", "special, other", "#d9d3c3", 0, {special1, special2, special3, other}},
};

}  // namespace

const LanePaint& paint_of(LaneType type) {
  for (const LanePaint& paint : kPaints)
    if (std::ranges::find(paint.types, type) != paint.types.end()) return paint;
  return kPaints[std::size(kPaints) - 1];
}

std::span<const LanePaint> lane_paints() { return kPaints; }

}  // namespace scrutineer::map::detail
