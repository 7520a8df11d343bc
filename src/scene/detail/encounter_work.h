// What Encounters keeps from frame to frame and finds in each; shared by the sources that fill it and read it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "scene/attachment.h"
#include "scene/detail/bodies.h"
#include "scene/detail/pair_grid.h"
#include "scene/detail/trails.h"
#include "scene/detail/ways.h"
#include "scene/encounters.h"

namespace scrutineer::scene {

namespace detail {
inline constexpr double kFar = std::numeric_limits<double>::infinity();
inline constexpr double kStandsStill = 0.1;  // m/s: not faster than this is standing
}  // namespace detail

struct Encounters::Work {
  Work(const Actors& actors_in, Motion& motion_in, Places& places_in, Relations& relations_in)
      : actors(actors_in), motion(motion_in), places(places_in), relations(relations_in) {
    if (places.has_map()) ways.emplace(places.map());
  }

  // Of one actor near somebody who is followed, in one frame.
  struct Now {
    Vector heading, velocity, direction;  // direction: of its velocity, of its heading while it stands
    double speed = 0.0;                   // the length of velocity
    double acceleration = kNoMeasure;     // along its heading
    std::uint32_t first_box = 0, box_count = 0;
    double z_low = -detail::kFar, z_high = detail::kFar;
    bool stands_in_the_way = false;            // a thing, or it has stood long enough
    const map::RoadPosition* place = nullptr;  // null: it is neither on a road nor beside one
    const detail::Way* way = nullptr;          // null: it is on no lane
  };
  // Where one that stands is along somebody's way through a junction.
  struct InJunction {
    const detail::Way* way = nullptr;
    double x = 0.0, y = 0.0;  // where it stands
    std::optional<detail::PlaceOnWay> place;
  };
  // What an actor was before, by slot.
  struct Past {
    trace::ActorId id;
    Time since{};
    Time moved{};  // the last frame in which it moved
    bool has_moved = false;
    Epoch trailed = 0;                  // the last frame that its trails have
    std::vector<detail::Trail> trails;  // of its parts
    double way = 0.0;                   // metres: no part of it has moved further since trails are kept of it
    // Beside all lanes, where it was when that was last looked up.
    double beside_x = kNoMeasure, beside_y = kNoMeasure;
    std::optional<map::RoadPosition> beside;
    InJunction in_junction;
  };
  // Two who were near each other in the last frame.
  struct Pair {
    trace::ActorId id;
    Time since{}, ego_since{};
    double together_until = -detail::kFar;  // seconds: one followed the other, or they drove side by side
    bool has_met_merging = false;
    TrailContact contact;
    bool is_in_contact = false, is_cut = false;
    double from = 0.0, to = 0.0, other_from = 0.0, other_to = 0.0;  // when both were where both were
    Epoch least_seen = 0;                                           // when the least PET was, ...
    double lead = 0.0;  // ... and how long before the second the first was there at most
    // Neither is where the other was before their ways together are as long: for the ego on the other's trail, and for
    // the other on the ego's.
    double apart_until = 0.0, other_apart_until = 0.0;
  };
  // One that touched the ego when both were first seen together, and may be a part of it.
  struct Attached {
    trace::ActorId id;
    Time since{}, ego_since{};
    Attachment attachment;
  };
  struct Followed {
    trace::ActorId id;
    double range = kConflictRange;
    bool has_trails = false;
    std::vector<Pair> pairs;            // by uid of the other
    std::vector<Pair> pairs_before;     // in the frame before; keeps its memory
    std::vector<Encounter> encounters;  // likewise, of the frame in which it looked around
    std::vector<Slot> others;           // who is near: wholes, by uid
    std::vector<Attached> attached;     // nearly always nobody
    Epoch found = 0, looked = 0;        // the frames of `others` and of `encounters`
  };

  Past& past(Slot slot) {
    Past& kept = pasts[slot.index()];
    const bool is_of_it = kept.id == actors.id(slot) && kept.since == actors.since(slot);
    return is_of_it ? kept : new_past(slot);
  }
  Past& new_past(Slot slot);
  const Now& now(Slot slot) {
    return nows.get(slot, actors, [&](Now& fill) { find_now(slot, fill); });
  }
  void find_now(Slot slot, Now& now);
  void find_place(Slot slot, Now& now);
  std::span<const FlatBox> boxes_of(const Now& of) const {
    return std::span(boxes).subspan(of.first_box, of.box_count);
  }
  void remember_who_moves();
  void leave_trails(Slot slot);
  bool are_on_one_road(Slot a, Slot b);
  void find_others(Followed& followed, Slot ego);
  // Is it towed, as far as anybody can tell? A trailer that the run does not tie to its truck is as much a part as others.
  bool are_attached(Followed& followed, const Encounter& met, bool is_known);
  void forget_detached(Followed& followed, Slot ego);
  // Finds the actors that it meets in this frame. Without trails, only when somebody asks.
  void look_around(Followed& followed, Slot ego);
  void begin_trails(Followed& followed, Slot ego);

  void meet(Encounter& met);
  void set_plane(Encounter& met) const;
  void set_along(Encounter& met, const detail::PlaceOnWay& ego, const detail::PlaceOnWay& other);
  const std::optional<detail::PlaceOnWay>& place_on_own_way(Slot slot, const Now& of);
  const std::optional<detail::PlaceOnWay>& place_in_junction(const detail::Way& way, Slot slot);
  void meet_on_roads(Encounter& met);
  bool meet_on_way(Encounter& met);  // true: they are on the roads of one way
  void meet_in_junction(Encounter& met);
  void meet_freely(Encounter& met);
  EncounterType crossing_type(Slot other) const;
  bool judge_along(Encounter& met, const detail::PlaceOnWay& ego, const detail::PlaceOnWay& other);
  void set_following(Encounter& met);
  std::uint32_t add_box_along(const Now& of, const detail::PlaceOnWay& at);
  bool bodies_overlap(const Now& a, const Now& b) const;
  bool stay_apart_in_height(const Encounter& met);

  void follow_trails(Pair& pair, Encounter& met);
  void take_contact(Pair& pair, Slot second, Slot first, CameFirst came_first);
  PairMotion motion_of(const Encounter& met) const;
  std::vector<FlatBox> course_of(const Now& of, double metres) const;

  const Actors& actors;
  Motion& motion;
  Places& places;
  Relations& relations;
  std::optional<detail::Ways> ways;
  std::vector<Followed> followed;
  Memo<Now> nows;
  std::vector<Past> pasts;     // by slot, of all in this frame
  std::vector<FlatBox> boxes;  // of this frame
  detail::PairGrid grid{2.0};
  std::vector<detail::Rect> rects;
  // Where an actor is on its own way in this frame: asked for once with each actor that it meets.
  struct OnOwnWay {
    Slot slot;
    Epoch epoch = 0;
    std::optional<detail::PlaceOnWay> place;
    std::optional<Encounter::Motion> motion;  // along it; made when asked for
  };
  OnOwnWay on_own_way;
  Epoch grid_epoch = 0;
  double grid_range = 0.0;
};

}  // namespace scrutineer::scene
