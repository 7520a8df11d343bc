#include "map/detail/lane_paint.h"

#include <algorithm>

namespace scrutineer::map::detail {

namespace {

using enum LaneType;

// Greys for the carriageway, so that the colours of signals and marks stand out; pale tints for the rest.
constexpr LanePaint kPaints[] = {
    {"driving", "driving", "#b7bfca", true, {driving, shared}},
    {"ramp",
     "entry, exit, ramp",
     "#a3b5d0",
     true,
     {exit, entry, on_ramp, off_ramp, connecting_ramp, slip_lane, mway_entry, mway_exit}},
    {"both", "bidirectional", "#c3b9d0", true, {bidirectional}},
    {"bus", "bus, taxi, HOV", "#ddb0a6", true, {bus, taxi, hov}},
    {"biking", "biking", "#b5d3a2", true, {biking}},
    {"tram", "tram, rail", "#c9b2dc", true, {tram, rail}},
    {"parking", "parking", "#c3dbef", false, {parking}},
    {"stop", "stop", "#d3cdbc", false, {stop}},
    {"shoulder", "shoulder, border, curb", "#dedbd2", false, {shoulder, border, curb}},
    {"restricted", "restricted", "#e4d1dc", false, {restricted}},
    {"works", "road works", "#f3cd92", false, {road_works}},
    {"walking", "sidewalk, walking", "#ecdfbf", false, {sidewalk, walking}},
    {"median", "median", "#dbe7cd", false, {median}},
    {"none", "none", "#ecebe6", false, {none}},
    {"other", "special, other", "#d9d3c3", false, {special1, special2, special3, other}},
};

}  // namespace

const LanePaint& paint_of(LaneType type) {
  for (const LanePaint& paint : kPaints)
    if (std::ranges::find(paint.types, type) != paint.types.end()) return paint;
  return kPaints[std::size(kPaints) - 1];
}

std::span<const LanePaint> lane_paints() { return kPaints; }

}  // namespace scrutineer::map::detail
