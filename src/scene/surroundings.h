// What the road is like around an actor: lane, curve and slope where it is, what it comes to, and who drives before,
// behind and beside it.
//
//   for (const Ahead& ahead : surroundings.ahead(slot))                  // nearest first
//     if (ahead.item->kind == map::AheadKind::crosswalk) use(ahead.distance);
//   const Neighbour follower = surroundings.behind(slot, Lanes::left, Who::vehicles);   // who would follow it there
//
// Without a map, and off the road, nothing of this exists: lists are empty, numbers NaN, neighbours invalid.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "map/road_ahead.h"
#include "map/road_shape.h"
#include "scene/actors.h"
#include "scene/memo.h"
#include "scene/motion.h"
#include "scene/places.h"

namespace scrutineer::scene {

inline constexpr double kAheadReach = 100.0;  // metres from the front bumper

struct Ahead {
  const map::AheadItem* item = nullptr;
  double distance =
      0.0;  // from the front bumper along the lanes; below 0 while it is beside the front half of the body
};

// How far before its front the nearest of each kind is; NaN: there is none within kAheadReach.
struct NextMarks {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  double crosswalk = kNone;  // signals, and those that are drawn as objects
  double stop_line = kNone;
  double traffic_light = kNone;

  // Null: it is none of these.
  double* of(map::SignalKind kind) {
    if (kind == map::SignalKind::crosswalk) return &crosswalk;
    if (kind == map::SignalKind::stop_line) return &stop_line;
    return kind == map::SignalKind::traffic_light ? &traffic_light : nullptr;
  }
};

struct Neighbour {
  Slot other;                  // invalid: nobody within kAheadReach
  double gap = 0.0;            // metres from bumper to bumper along the lanes' centres; below 0 where they overlap
  double closing_speed = 0.0;  // m/s along the road by which the gap shrinks; below 0: it grows; NaN: nobody knows
};
enum class Who : std::uint8_t { anybody, vehicles };
enum class Lanes : std::uint8_t { own, left, right };  // as the actor faces

class Surroundings {
 public:
  Surroundings(const Actors& actors, Motion& motion, Places& places);
  ~Surroundings();

  // Its lane, the way it faces.
  std::optional<map::DirectedLane> way(Slot slot);
  double lane_width(Slot slot);
  double curvature(Slot slot);  // of its lane's centre line, per metre; left is positive
  double grade(Slot slot);      // rise over run the way it faces
  int lane_count(Slot slot);    // that carry vehicles its way; 0 off the road
  bool is_divided(Slot slot);
  std::string_view road_type(Slot slot);  // "town", "motorway"; empty: the map does not say
  // Of the junction that it is in, else of the next one on its way within kAheadReach; nothing: there is none.
  std::optional<map::JunctionKind> junction_kind(Slot slot);
  map::JunctionKind kind_of(map::JunctionId junction);

  // What it comes to, nearest first, at most kAheadReach before its front.
  std::span<const Ahead> ahead(Slot slot);

  const NextMarks& next_marks(Slot slot);

  // The nearest of those in its own lane and what leads to it, or in the lanes beside that, whichever way they face.
  // Anybody may also be a person or a thing, unless that is static.
  Neighbour in_front(Slot slot, Lanes lanes, Who who = Who::anybody);
  Neighbour behind(Slot slot, Lanes lanes, Who who = Who::anybody);
  // All in the lanes beside its own whose bodies are no further along the road than `within`; by uid.
  std::vector<Slot> beside(Slot slot, Lanes side, double within);
  // Moving vehicles on the roads of its way, either direction, no further along them than `within`.
  int moving_vehicles(Slot slot, double within);

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace scrutineer::scene
