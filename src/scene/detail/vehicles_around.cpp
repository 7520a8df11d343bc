#include "scene/detail/vehicles_around.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "map/lane_ahead.h"

namespace scrutineer::scene::detail {
namespace {

using map::DirectedLane;

constexpr double kMoving = 0.1;  // m/s; an actor that is not faster stands still
constexpr std::size_t kBits = 64;

std::vector<OnWay> find_lanes_around(const map::RoadNetwork& map, DirectedLane own, double reach) {
  std::vector<OnWay> found{{own, 0.0}};
  std::vector<std::size_t> seen{index_of(own)};
  const auto length = [&](DirectedLane way) { return map.lane(way.lane).s_end - map.lane(way.lane).s_begin; };
  const auto add = [&](DirectedLane way, double begin) {
    if (std::ranges::find(seen, index_of(way)) != seen.end()) return;
    seen.push_back(index_of(way));
    found.push_back({way, begin});
  };
  for (std::size_t i = 0; i < found.size(); ++i) {
    const OnWay at = found[i];
    if (at.begin >= 0.0 && at.begin + length(at.way) < length(own) + reach)
      for (const DirectedLane next : next_lanes(map, at.way)) add(next, at.begin + length(at.way));
    if (at.begin <= 0.0 && at.begin > -reach)
      for (const DirectedLane before : previous_lanes(map, at.way)) add(before, at.begin - length(before));
  }
  return found;
}

}  // namespace

const VehiclesAround::Around& VehiclesAround::around(DirectedLane way) {
  if (around_.empty()) around_.resize(2 * places_.map().lanes().size());
  Around& known = around_[index_of(way)];
  if (known.lanes.empty()) {
    known.lanes = find_lanes_around(places_.map(), way, map::kAheadKept);
    list_roads(known);
  }
  return known;
}

void VehiclesAround::list_roads(Around& around) const {
  const map::RoadNetwork& map = places_.map();
  std::vector<std::pair<std::uint32_t, Stretch>> found;
  for (const OnWay& on : around.lanes) {
    const map::Lane& lane = map.lane(on.way.lane);
    const auto road = static_cast<std::uint32_t>(lane.road.index());
    // Whoever is beside an earlier lane of the section counts by that one.
    const bool is_listed = std::ranges::any_of(found, [&](const auto& one) {
      return one.first == road && one.second.s_begin == lane.s_begin && one.second.s_end == lane.s_end;
    });
    if (!is_listed) found.push_back({road, {lane.s_begin, lane.s_end, on.begin, on.way.along_s}});
  }
  std::ranges::stable_sort(found, {}, [](const auto& one) { return one.first; });
  for (const auto& [road, stretch] : found) {
    const auto index = static_cast<std::uint32_t>(road / kBits);
    const auto roads = static_cast<std::uint32_t>(around.roads.size());
    if (around.words.empty() || around.words.back().index != index)
      around.words.push_back({.index = index, .roads_begin = roads});
    const auto place = static_cast<std::uint32_t>(around.stretches.size());
    around.stretches.push_back(stretch);
    if (around.roads.empty() || around.roads.back().road != road) around.roads.push_back({road, place, place});
    around.roads.back().end = place + 1;
    around.words.back().mask |= std::uint64_t{1} << road % kBits;
    around.words.back().roads_end = static_cast<std::uint32_t>(around.roads.size());
  }
}

void VehiclesAround::list_vehicles() {
  listed_ = actors_.epoch();
  const std::size_t roads = places_.map().roads().size();
  first_on_.resize(roads);
  occupied_.resize(roads / kBits + 1);
  for (const map::RoadId road : used_) occupied_[road.index() / kBits] = 0;
  used_.clear();
  vehicles_.clear();
  for (const Slot slot : actors_.present()) {
    if (actors_.info(slot).type != trace::ActorType::vehicle) continue;
    const map::RoadPosition* at = places_.road_position(slot);
    if (at == nullptr || !(std::abs(motion_.speed(slot)) > kMoving)) continue;
    std::uint64_t& word = occupied_[at->road.index() / kBits];
    const std::uint64_t bit = std::uint64_t{1} << at->road.index() % kBits;
    std::uint32_t& first = first_on_[at->road.index()];
    const trace::ActorState& state = actors_.state(slot);
    const auto place = static_cast<std::uint32_t>(vehicles_.size());
    vehicles_.push_back({at->s, state.x, state.y, slot, (word & bit) != 0 ? first : kLast});
    first = place;
    if ((word & bit) == 0) used_.push_back(at->road);
    word |= bit;
  }
}

int VehiclesAround::count_moving(Slot slot, DirectedLane way, double s, double within) {
  if (listed_ != actors_.epoch()) list_vehicles();
  const Around& near = around(way);
  const map::Lane& lane = places_.map().lane(way.lane);
  const double here = way.along_s ? s - lane.s_begin : lane.s_end - s;
  const trace::ActorState& own = actors_.state(slot);
  const auto is_within = [&](const Vehicle& vehicle, const RoadAround& road) {
    if (std::abs(vehicle.x - own.x) > within || std::abs(vehicle.y - own.y) > within) return false;
    // The first of the stretches that it is on counts.
    for (std::uint32_t i = road.begin; i < road.end; ++i) {
      const Stretch& on = near.stretches[i];
      if (vehicle.s < on.s_begin || vehicle.s > on.s_end) continue;
      const double progress = on.along_s ? vehicle.s - on.s_begin : on.s_end - vehicle.s;
      return std::abs(on.begin + progress - here) <= within;
    }
    return false;
  };
  int count = 0;
  for (const Word& word : near.words) {
    const std::uint64_t occupied = occupied_[word.index] & word.mask;
    if (occupied == 0) continue;
    for (std::uint32_t i = word.roads_begin; i < word.roads_end; ++i) {
      const RoadAround& road = near.roads[i];
      if ((occupied >> road.road % kBits & 1U) == 0) continue;
      for (std::uint32_t at = first_on_[road.road]; at != kLast; at = vehicles_[at].next)
        if (vehicles_[at].slot != slot && is_within(vehicles_[at], road)) ++count;
    }
  }
  return count;
}

}  // namespace scrutineer::scene::detail
