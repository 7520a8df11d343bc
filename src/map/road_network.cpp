#include "map/road_network.h"

#include <algorithm>

#include "map/detail/grid_index.h"
#include "map/detail/lane_types.h"
#include "map/detail/lazy_areas.h"

namespace scrutineer::map {
namespace {

template <typename Id>
Id find_by_text(const std::vector<std::pair<std::string, Id>>& sorted, std::string_view text) {
  const auto found = std::lower_bound(sorted.begin(), sorted.end(), text,
                                      [](const auto& entry, std::string_view wanted) { return entry.first < wanted; });
  return found != sorted.end() && found->first == text ? found->second : Id();
}

}  // namespace

RoadNetwork::RoadNetwork() = default;
RoadNetwork::~RoadNetwork() = default;

std::span<const Strip> RoadNetwork::strips_of(RoadId id) const {
  return strips().subspan(road(id).first_strip, road(id).strip_count);
}

std::span<const LaneSection> RoadNetwork::sections_of(RoadId id) const {
  return sections().subspan(road(id).first_section, road(id).section_count);
}

std::span<const Signal> RoadNetwork::signals_of(RoadId id) const {
  return signals().subspan(road(id).first_signal, road(id).signal_count);
}

std::span<const Object> RoadNetwork::objects_of(RoadId id) const {
  return objects().subspan(road(id).first_object, road(id).object_count);
}

RoadId RoadNetwork::find_road(std::string_view id) const { return find_by_text(roads_by_id_, id); }

JunctionId RoadNetwork::find_junction(std::string_view id) const { return find_by_text(junctions_by_id_, id); }

SectionId RoadNetwork::find_section(RoadId id, double s) const {
  const auto all = sections_of(id);
  if (all.empty()) return {};
  auto next = std::upper_bound(all.begin(), all.end(), s,
                               [](double value, const LaneSection& section) { return value < section.s_begin; });
  if (next != all.begin()) --next;
  return SectionId(road(id).first_section + static_cast<std::size_t>(next - all.begin()));
}

LaneId RoadNetwork::find_lane(RoadId id, double s, int number) const {
  const SectionId section_id = find_section(id, s);
  if (!section_id.valid()) return {};
  const LaneSection& in = section(section_id);
  const auto lanes_here = lanes().subspan(in.first_lane, in.lane_count);
  const auto found = std::ranges::lower_bound(lanes_here, number, {}, &Lane::number);
  if (found == lanes_here.end() || found->number != number) return {};
  return LaneId(in.first_lane + static_cast<std::size_t>(found - lanes_here.begin()));
}

bool drives_along_s(const RoadNetwork& map, LaneId id) {
  const Lane& lane = map.lane(id);
  if (lane.direction == LaneDirection::both || lane.type == LaneType::bidirectional) return true;
  const bool right_hand = map.road(lane.road).rule == TrafficRule::right_hand;
  const bool along = (lane.number < 0) == right_hand;
  return lane.direction == LaneDirection::standard ? along : !along;
}

const char* to_string(LaneType type) {
  for (const detail::LaneTypeWord& entry : detail::kLaneTypeWords) {
    if (entry.type == type) return entry.word;
  }
  return "other";
}

}  // namespace scrutineer::map
