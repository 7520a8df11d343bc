#include "map/road_marks.h"

#include <algorithm>
#include <iterator>

namespace scrutineer::map {
namespace {

constexpr double kUsualMarkWidth = 0.12;

// Each holds to the next one's begin.
void add_marks(const std::vector<LaneMarkRecord>& records, RoadId road, int lane, double end,
               std::vector<RoadMark>& marks) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    const LaneMarkRecord& record = records[i];
    const double s_end = std::min(i + 1 < records.size() ? records[i + 1].s : end, end);
    if (record.type == MarkType::none || !(record.s < s_end)) continue;
    marks.push_back({.road = road,
                     .lane_number = lane,
                     .s_begin = record.s,
                     .s_end = s_end,
                     .type = record.type,
                     .colour = record.colour,
                     .width = record.width > 0.0F ? static_cast<double>(record.width) : kUsualMarkWidth});
  }
}

}  // namespace

std::vector<RoadMark> road_marks(const RoadNetwork& map) {
  std::vector<RoadMark> marks;
  for (const LaneSection& section : map.sections()) {
    add_marks(section.centre_marks, section.road, 0, section.s_end, marks);
    for (std::size_t i = 0; i < section.lane_count; ++i) {
      const Lane& lane = map.lane(LaneId(section.first_lane + i));
      add_marks(lane.marks, section.road, lane.number, section.s_end, marks);
    }
  }
  return marks;
}

bool is_line(MarkType type) { return type >= MarkType::solid && type <= MarkType::broken_broken; }

bool is_solid(MarkType type) {
  return type == MarkType::solid || type == MarkType::solid_solid || type == MarkType::solid_broken ||
         type == MarkType::broken_solid;
}

const LaneMarkRecord* mark_beside(const RoadNetwork& map, DirectedLane way, double s, DriversSide side) {
  const Lane& lane = map.lane(way.lane);
  const LaneSection& section = map.section(lane.section);
  const bool is_left_of_s = (side == DriversSide::left) == way.along_s;
  const bool is_outer = is_left_of_s == (lane.number > 0);
  const std::vector<LaneMarkRecord>* marks = &lane.marks;
  if (!is_outer) {
    // The border that it shares with the next lane inward belongs to that one.
    const int inner = lane.number > 0 ? lane.number - 1 : lane.number + 1;
    const auto lanes = map.lanes().subspan(section.first_lane, section.lane_count);
    const auto there = std::ranges::lower_bound(lanes, inner, {}, &Lane::number);
    if (inner == 0)
      marks = &section.centre_marks;
    else if (there != lanes.end() && there->number == inner)
      marks = &there->marks;
    else
      return nullptr;
  }
  const auto next = std::ranges::upper_bound(*marks, s, {}, &LaneMarkRecord::s);
  return next == marks->begin() ? nullptr : &*std::prev(next);
}

std::string_view to_string(MarkType type) {
  constexpr std::string_view kWords[] = {"none",         "solid",        "broken",        "solid_solid",
                                         "solid_broken", "broken_solid", "broken_broken", "botts_dots",
                                         "grass",        "curb",         "edge",          "other"};
  return kWords[static_cast<std::size_t>(type)];
}

std::string_view to_string(MarkColour colour) {
  constexpr std::string_view kWords[] = {"standard", "white",  "yellow", "red",   "blue",
                                         "green",    "orange", "violet", "black", "other"};
  return kWords[static_cast<std::size_t>(colour)];
}

}  // namespace scrutineer::map
