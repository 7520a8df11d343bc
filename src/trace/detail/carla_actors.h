// Who the actors of a CARLA recording are: the server records all that it has spawned, traffic or not.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "trace/detail/carla_log.h"
#include "trace/frame.h"

namespace scrutineer::trace::carla {

enum class Kind : std::uint8_t {
  vehicle,
  walker,
  prop,   // a thing that somebody put there, or a part of the town
  light,  // of traffic
  sign,
  sensor,
  nobody  // the spectator, walkers' controllers, triggers
};

// How an actor is described when it is spawned.
struct Spawned {
  std::uint32_t id = 0;
  Kind kind = Kind::nobody;
  Category category = Category::car;
  bool is_hero = false;     // the ego
  bool is_of_town = false;  // a prop that comes with the map
  Vector location;          // as stored: centimetres, y to the right
  std::string blueprint;    // "vehicle.lincoln.mkz_2017"
};

// One record of EventAdd. Whether it was whole, the reader of the packet tells.
Spawned read_spawned(PacketReader& packet, VectorWidth width);

// How wide the vectors of a recording are, from an EventAdd packet: its records end with the packet in one of both only.
VectorWidth width_of_vectors(std::string_view event_add);

}  // namespace scrutineer::trace::carla
