// The standard's words for lane types, in both directions.
#pragma once

#include <string_view>

#include "map/model.h"

namespace scrutineer::map::detail {

struct LaneTypeWord {
  LaneType type;
  const char* word;
};

inline constexpr LaneTypeWord kLaneTypeWords[] = {
    {LaneType::none, "none"},
    {LaneType::driving, "driving"},
    {LaneType::shoulder, "shoulder"},
    {LaneType::border, "border"},
    {LaneType::stop, "stop"},
    {LaneType::restricted, "restricted"},
    {LaneType::parking, "parking"},
    {LaneType::median, "median"},
    {LaneType::biking, "biking"},
    {LaneType::sidewalk, "sidewalk"},
    {LaneType::walking, "walking"},
    {LaneType::curb, "curb"},
    {LaneType::bidirectional, "bidirectional"},
    {LaneType::exit, "exit"},
    {LaneType::entry, "entry"},
    {LaneType::on_ramp, "onRamp"},
    {LaneType::off_ramp, "offRamp"},
    {LaneType::connecting_ramp, "connectingRamp"},
    {LaneType::slip_lane, "slipLane"},
    {LaneType::bus, "bus"},
    {LaneType::taxi, "taxi"},
    {LaneType::hov, "HOV"},
    {LaneType::tram, "tram"},
    {LaneType::rail, "rail"},
    {LaneType::road_works, "roadWorks"},
    {LaneType::special1, "special1"},
    {LaneType::special2, "special2"},
    {LaneType::special3, "special3"},
    {LaneType::mway_entry, "mwyEntry"},
    {LaneType::mway_exit, "mwyExit"},
    {LaneType::shared, "shared"},
    {LaneType::other, "other"},
};

// A word the standard does not know is `other`.
constexpr LaneType lane_type_of(std::string_view word) {
  for (const LaneTypeWord& entry : kLaneTypeWords) {
    if (word == entry.word) return entry.type;
  }
  return LaneType::other;
}

}  // namespace scrutineer::map::detail
