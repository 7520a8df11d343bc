#include "scene/detail/vehicles_around.h"

#include <cmath>

namespace scrutineer::scene::detail {
namespace {

using map::DirectedLane;

constexpr double kMoving = 0.1;  // m/s; an actor that is not faster stands still
constexpr std::size_t kBits = map::RoadsAround::kBits;

}  // namespace

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
    const auto place = static_cast<std::uint32_t>(vehicles_.size());
    vehicles_.push_back({at->s, slot, (word & bit) != 0 ? first : kLast});
    first = place;
    if ((word & bit) == 0) used_.push_back(at->road);
    word |= bit;
  }
}

int VehiclesAround::count_moving(Slot slot, DirectedLane way, double s, double within) {
  if (listed_ != actors_.epoch()) list_vehicles();
  const map::RoadNetwork& map = places_.map();
  const map::RoadsAround& around = map::roads_around(map, way);
  const map::Lane& lane = map.lane(way.lane);
  const double here = way.along_s ? s - lane.s_begin : lane.s_end - s;
  const auto is_within = [&](const Vehicle& vehicle, const map::RoadsAround::OnRoad& road) {
    // The first of the stretches that it is on counts.
    for (const map::RoadsAround::Stretch& on : around.stretches_of(road)) {
      if (vehicle.s < on.s_begin || vehicle.s > on.s_end) continue;
      const double progress = on.along_s ? vehicle.s - on.s_begin : on.s_end - vehicle.s;
      return std::abs(on.begin + progress - here) <= within;
    }
    return false;
  };
  int count = 0;
  for (const map::RoadsAround::Word& word : around.words) {
    const std::uint64_t occupied = occupied_[word.index] & word.mask;
    if (occupied == 0) continue;
    for (const map::RoadsAround::OnRoad& road : around.roads_of(word)) {
      if ((occupied >> road.road % kBits & 1U) == 0) continue;
      for (std::uint32_t at = first_on_[road.road]; at != kLast; at = vehicles_[at].next)
        if (vehicles_[at].slot != slot && is_within(vehicles_[at], road)) ++count;
    }
  }
  return count;
}

}  // namespace scrutineer::scene::detail
