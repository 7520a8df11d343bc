#include "kit/osi_lanes.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <vector>

#include "kit/wire_message.h"
#include "map/lane_graph.h"

namespace scrutineer::kit {
namespace {

using map::LaneLine;
using map::LaneMap;
using map::LaneType;
using map::MapLane;

constexpr std::uint64_t kFirstBorder = 1'000'000'000;

WireMessage id(std::uint64_t value) { return WireMessage().varint(1, value); }
std::uint64_t number(const std::string& text) { return std::stoull(text); }

// Of OSI's subtypes the one that reads back as this type; 1: other.
std::uint64_t subtype_of(LaneType type) {
  switch (type) {
    case LaneType::driving:
      return 2;
    case LaneType::biking:
      return 3;
    case LaneType::sidewalk:
      return 4;
    case LaneType::parking:
      return 5;
    case LaneType::stop:
      return 6;
    case LaneType::restricted:
      return 7;
    case LaneType::border:
      return 8;
    case LaneType::shoulder:
      return 9;
    case LaneType::exit:
      return 10;
    case LaneType::entry:
      return 11;
    case LaneType::on_ramp:
      return 12;
    case LaneType::off_ramp:
      return 13;
    case LaneType::connecting_ramp:
      return 14;
    default:
      return 1;
  }
}

// LaneBoundary.Classification's, of the first mark: a boundary has one.
WireMessage classification_of(const std::vector<map::MapMark>& marks) {
  using enum map::MarkType;
  constexpr map::MarkType kTypes[] = {none,  none,  none,  solid, broken, botts_dots, edge,
                                      other, grass, other, other, other,  curb};
  constexpr map::MarkColour kColours[] = {map::MarkColour::standard, map::MarkColour::other,  map::MarkColour::standard,
                                          map::MarkColour::white,    map::MarkColour::yellow, map::MarkColour::red,
                                          map::MarkColour::blue,     map::MarkColour::green,  map::MarkColour::violet,
                                          map::MarkColour::orange};
  if (marks.empty()) return {};
  const auto number = [](const auto& words, auto word) {
    const auto* found = std::find(std::begin(words) + 2, std::end(words), word);
    return static_cast<std::uint64_t>(found == std::end(words) ? 1 : found - std::begin(words));
  };
  return WireMessage().varint(1, number(kTypes, marks[0].type)).varint(2, number(kColours, marks[0].colour));
}

WireMessage border_message(std::uint64_t border, const LaneLine& line, const std::vector<map::MapMark>& marks) {
  WireMessage message;
  message.inner(1, id(border));
  for (const map::LanePoint& p : line) {
    WireMessage point;
    point.triple(1, p.x, p.y, p.z);
    if (!marks.empty() && marks[0].width > 0.0F) point.number(2, static_cast<double>(marks[0].width));
    message.inner(2, point);
  }
  return message.inner(3, classification_of(marks));
}

WireMessage lane_message(const MapLane& lane, std::uint64_t left, std::uint64_t right) {
  WireMessage classification;
  const bool is_for_vehicles = map::carries_vehicles(lane.type);
  classification.varint(1, lane.in_junction && is_for_vehicles ? 4 : is_for_vehicles ? 2 : 3);
  for (const map::LanePoint& p : lane.centre) classification.triple(3, p.x, p.y, p.z);
  if (lane.travel == map::Travel::along) classification.varint(4, 1);
  for (const std::string& other : lane.left_neighbours) classification.inner(5, id(number(other)));
  for (const std::string& other : lane.right_neighbours) classification.inner(6, id(number(other)));
  for (const std::string& other : lane.predecessors) classification.inner(7, WireMessage().inner(1, id(number(other))));
  for (const std::string& other : lane.successors) classification.inner(7, WireMessage().inner(2, id(number(other))));
  classification.inner(8, id(right)).inner(9, id(left)).varint(12, subtype_of(lane.type));
  return WireMessage().inner(1, id(number(lane.id))).inner(2, classification);
}

}  // namespace

std::string osi_ground_truth(const LaneMap& map) {
  WireMessage truth;
  truth.inner(1, WireMessage().varint(1, 3).varint(2, 7)).inner(2, WireMessage().varint(1, 0).varint(2, 0));
  std::map<std::string, std::uint64_t> right_borders;
  for (std::size_t i = 0; i < map.lanes.size(); ++i) right_borders[map.lanes[i].id] = kFirstBorder + 2 * i;
  WireMessage lanes;
  for (std::size_t i = 0; i < map.lanes.size(); ++i) {
    const MapLane& lane = map.lanes[i];
    const std::uint64_t right = kFirstBorder + 2 * i;
    const auto beside =
        lane.left_neighbours.empty() ? right_borders.end() : right_borders.find(lane.left_neighbours[0]);
    const std::uint64_t left = beside == right_borders.end() ? right + 1 : beside->second;
    truth.inner(9, border_message(right, lane.right, lane.right_marks));
    if (left == right + 1) truth.inner(9, border_message(left, lane.left, lane.left_marks));
    lanes.inner(10, lane_message(lane, left, right));
  }
  return truth.bytes() + lanes.bytes();
}

std::string osi_file(const LaneMap& map) {
  const std::string message = osi_ground_truth(map);
  std::string file;
  for (std::size_t i = 0, size = message.size(); i < 4; ++i, size >>= 8) file += static_cast<char>(size & 0xFF);
  return file + message;
}

}  // namespace scrutineer::kit
