// Who moves on the roads around a lane: for counting the vehicles near by, which every actor asks in every frame.
//
// A lane leads to a hundred others, most of them empty. So the roads that have somebody are bits of a few words, and those
// around a lane masks of such words: empty roads are passed over sixty-four at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "map/lane_graph.h"
#include "scene/actors.h"
#include "scene/motion.h"
#include "scene/places.h"

namespace scrutineer::scene::detail {

// A lane on the way of another one.
struct OnWay {
  map::DirectedLane way;
  double begin = 0.0;  // from the entry of that one to its own entry, along the reference lines
};

class VehiclesAround {
 public:
  VehiclesAround(const Actors& actors, Motion& motion, Places& places)
      : actors_(actors), motion_(motion), places_(places) {}

  // The lanes that lead to this one and follow it, this one first.
  const std::vector<OnWay>& lanes_around(map::DirectedLane way) { return around(way).lanes; }
  // Other moving vehicles on the roads of those lanes, either direction, no further along them than `within` from this s.
  int count_moving(Slot slot, map::DirectedLane way, double s, double within);

 private:
  // A stretch of a road that has a lane on the way.
  struct Stretch {
    double s_begin = 0.0, s_end = 0.0;
    double begin = 0.0;  // OnWay::begin
    bool along_s = true;
  };
  struct RoadAround {
    std::uint32_t road = 0;
    std::uint32_t begin = 0, end = 0;  // in Around::stretches
  };
  struct Word {
    std::uint64_t mask = 0;  // of roads 64 * index and on
    std::uint32_t index = 0;
    std::uint32_t roads_begin = 0, roads_end = 0;  // in Around::roads
  };
  struct Around {
    std::vector<OnWay> lanes;  // empty: not asked for yet
    std::vector<Word> words;
    std::vector<RoadAround> roads;   // by id
    std::vector<Stretch> stretches;  // by road, then as the lanes were found
  };
  struct Vehicle {
    double s = 0.0, x = 0.0, y = 0.0;
    Slot slot;
    std::uint32_t next = 0;  // on the same road, in vehicles_; kLast: none
  };
  static constexpr std::uint32_t kLast = ~std::uint32_t{0};

  const Around& around(map::DirectedLane way);
  void list_roads(Around& around) const;
  void list_vehicles();

  const Actors& actors_;
  Motion& motion_;
  Places& places_;
  std::vector<Around> around_;  // by lane and sense; empty until the first one is asked for
  // Of this frame: those that move, and where they are.
  Epoch listed_ = 0;
  std::vector<Vehicle> vehicles_;
  std::vector<map::RoadId> used_;        // roads that have any
  std::vector<std::uint64_t> occupied_;  // the same as bits
  std::vector<std::uint32_t> first_on_;  // by road, if that is occupied
};

}  // namespace scrutineer::scene::detail
