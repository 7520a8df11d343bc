// How actors stand to each other: overlaps, time to collision, who is in front, road distance to the ego.
//
//   for (const Overlap& overlap : relations.overlaps()) ...
//   if (relations.min_ttc(slot, 3.0).seconds < 3.0) ...
//
// Nothing here looks at all pairs: candidates come from a grid over the plane, made when first asked for in a frame;
// those on a path from lists by lane.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "map/road_distance.h"
#include "scene/actors.h"
#include "scene/boxes.h"
#include "scene/memo.h"
#include "scene/motion.h"
#include "scene/places.h"

namespace scrutineer::scene {

// Two actors (wholes) with the two parts that overlap most; a is the one with the lower uid.
struct Overlap {
  Slot a, b;
  Slot part_a, part_b;
};

// How two actors touch.
struct Contact {
  double x, y;          // the centroid of the area that both parts cover
  Side side_a, side_b;  // of each part, where they touched first on their way here from the frame before
  double met;           // when that was, as a share of the way: 0 in the frame before, or that is not known; 1 now
};

// A vulnerable road user (a whole), and how far its centre is away in the plane.
struct NearVru {
  Slot vru;
  double distance;
};

struct TimeToCollision {
  double seconds;  // infinite: none within the horizon; NaN: its velocity does not exist
  Slot other;      // the whole that it would meet first; invalid if there is none
};

struct InFront {
  Slot other;  // a whole; invalid: nobody within kPathReach
  double gap;  // metres from bumper to bumper along the path, below 0 where they overlap
};

// The way along the roads from the ego's centre to an actor's. Inside junctions both may be in several places.
struct EgoWay {
  bool exists = false;
  std::uint16_t from = 0, to = 0;  // which of the ego's places, which of the actor's
  map::RoadDistance distance;
};

inline constexpr double kPathReach = 100.0;  // metres ahead that object_in_front looks
inline constexpr double kMaxHorizon = 10.0;  // seconds

namespace detail {
class Bodies;
}

class Relations {
 public:
  Relations(const Actors& actors, Motion& motion, Places& places);
  ~Relations();

  // What can be run into in this frame, for encounters.h.
  detail::Bodies& bodies();

  // The box of one part. Parts move with their whole's velocity. Without a height in the run it stands on the road; its
  // heights are infinite beside all roads, where it may be at any.
  Box box(Slot part);

  // All pairs that overlap, ordered by uid of a, then b. Left out: parts of one actor, two static objects,
  // and what cannot be run into (bridges, speed bumps, ...). A base polygon stands for the box where the run gives one.
  std::span<const Overlap> overlaps();
  Contact contact(const Overlap& overlap);  // one of overlaps()

  // The vulnerable road users whose centres are less than `radius` away from that of one part of another actor, by uid;
  // those on another level (map::kLevelHeight above or below) are left out. Good until the next call.
  std::span<const NearVru> vrus_within(Slot part, double radius);

  // Over all others, up to `horizon` seconds (at most kMaxHorizon), all parts of both.
  TimeToCollision min_ttc(Slot slot, double horizon);
  double ttc(Slot a, Slot b, double horizon);

  // The nearest whose body lies across its way, along its own lane and the lanes that follow (in junctions: those that
  // it may be on), from its front bumper.
  InFront object_in_front(Slot slot);
  // From its front bumper to the nearest junction on the same way; 0 inside one, infinite if there is none within
  // kPathReach.
  double junction_in_front(Slot slot);

  // From the ego to this actor along the roads, centre to centre (map/road_distance.h); null: no way within 300 m,
  // or one of them is not on a road nor within 10 m beside one.
  [[gnu::always_inline]] const map::RoadDistance* road_distance(Slot slot) {
    const EgoWay& way = way_from_ego(slot);
    return way.exists ? &way.distance : nullptr;
  }
  // Finds it for everybody at once, which takes less than one after the other. For callers that will ask of most of them.
  void find_road_distances();
  // From the ego's front centre to the actor's back centre, and from the ego's back centre to the actor's front centre.
  std::optional<map::RoadDistance> road_distance_ahead(Slot slot);
  std::optional<map::RoadDistance> road_distance_behind(Slot slot);
  // road_distance over the ego's speed, in seconds; NaN where either does not exist or the ego stands still.
  double time_gap(Slot slot);

 private:
  struct Work;

  [[gnu::always_inline]] const EgoWay& way_from_ego(Slot slot) {
    const EgoWay* known = ego_ways_.known(slot, actors_.epoch());
    return known != nullptr ? *known : find_way_from_ego(slot);
  }
  const EgoWay& find_way_from_ego(Slot slot);

  const Actors& actors_;
  std::unique_ptr<Work> work_;
  Memo<EgoWay> ego_ways_;
  Epoch all_found_ = 0;  // the frame in which those of everybody were
};

}  // namespace scrutineer::scene
