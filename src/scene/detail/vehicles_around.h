// Who moves on the roads around a lane: for counting the vehicles near by, which every actor asks in every frame.
#pragma once

#include <cstdint>
#include <vector>

#include "map/roads_around.h"
#include "scene/actors.h"
#include "scene/motion.h"
#include "scene/places.h"

namespace scrutineer::scene::detail {

class VehiclesAround {
 public:
  VehiclesAround(const Actors& actors, Motion& motion, Places& places)
      : actors_(actors), motion_(motion), places_(places) {}

  // Other moving vehicles on the roads of map::roads_around(), either direction, no further along them than `within` from
  // this s.
  int count_moving(Slot slot, map::DirectedLane way, double s, double within);

 private:
  struct Vehicle {
    double s = 0.0;
    Slot slot;
    std::uint32_t next = 0;  // on the same road, in vehicles_; kLast: none
  };
  static constexpr std::uint32_t kLast = ~std::uint32_t{0};

  void list_vehicles();

  const Actors& actors_;
  Motion& motion_;
  Places& places_;
  // Of this frame: those that move, and where they are.
  Epoch listed_ = 0;
  std::vector<Vehicle> vehicles_;
  std::vector<map::RoadId> used_;        // roads that have any
  std::vector<std::uint64_t> occupied_;  // the same as bits
  std::vector<std::uint32_t> first_on_;  // by road, if that is occupied
};

}  // namespace scrutineer::scene::detail
