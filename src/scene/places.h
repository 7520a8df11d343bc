// Where actors are on the road: road, lane, junction, legal speed, how far beside the road.
//
//   if (const map::RoadPosition* at = places.road_position(slot)) use(at->lane, at->s, at->offset);
//
// Without a map nothing of this exists: has_map() is false, positions are null, numbers NaN.
//
// An actor stays on its road while that contains its centre, and goes on along the links of its lane; only where that
// fails it is looked up anew, by height, heading and nearness. So roads that cross or run above each other never take
// it away from its own. Where its lane leads into several others, as in junctions, all that still contain its centre,
// by up to kCandidateTolerance beside the lane, are kept (road_positions), the one that fits heading and place best
// first. A better one takes its place only if it is better by kHysteresis: no flickering. An actor that cuts a corner in a
// junction strays from its way, by up to kStray, and stays on it.
//
// What an actor is on depends on where it came from. So that answers do not depend on who asked when, advance() brings
// everybody up to every frame.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "map/junctions.h"
#include "map/lane_graph.h"
#include "map/lookup.h"
#include "map/speed.h"
#include "map/surface.h"
#include "scene/actors.h"
#include "scene/memo.h"
#include "scene/motion.h"

namespace scrutineer::scene {

inline constexpr double kCandidateTolerance = 0.5;  // metres beside a connecting lane
inline constexpr double kStray = 2.0;               // metres; an actor that is less beside all of them follows one
inline constexpr double kHysteresis = 0.5;          // in metres of a candidate's misfit
inline constexpr double kGap = 0.5;                 // metres between linked lanes that are bridged
inline constexpr double kNearestLaneReach = 50.0;   // metres; what is further away is near no lane
inline constexpr double kDeviationReach = 50.0;     // metres; deviations end here

// The outline of one body: corners and the middles of its edges, from the front left clockwise:
// front left, front, front right, right, rear right, rear, rear left, left.
struct BodyPoints {
  std::array<map::Point, 8> points;
  const map::Point& front_left() const { return points[0]; }
  const map::Point& front() const { return points[1]; }
  const map::Point& front_right() const { return points[2]; }
  const map::Point& right() const { return points[3]; }
  const map::Point& rear_right() const { return points[4]; }
  const map::Point& rear() const { return points[5]; }
  const map::Point& rear_left() const { return points[6]; }
  const map::Point& left() const { return points[7]; }
};

class Places {
 public:
  Places(const Actors& actors, Motion& motion, const map::RoadNetwork* map);

  bool has_map() const { return map_ != nullptr; }
  // After Actors::advance, every frame. Without it actors are looked at when somebody asks: that is cheaper where few
  // are asked for, but in overlapping roads the answer may then depend on what was asked before.
  void advance();
  const map::RoadNetwork& map() const { return *map_; }

  // Of one part.
  map::TurnedBox box(Slot slot) {
    const trace::ActorState& state = actors_.state(slot);
    const trace::ActorInfo& info = actors_.info(slot);
    const Vector heading = motion_.heading(slot);
    return {.centre = {state.x, state.y},
            .ahead = {0.5 * info.length * heading.x, 0.5 * info.length * heading.y},
            .left = {-0.5 * info.width * heading.y, 0.5 * info.width * heading.x}};
  }
  const BodyPoints& body(Slot slot);
  // z to look roads up with; nothing if the run has no heights.
  std::optional<double> height(Slot slot) const {
    const trace::ActorState& state = actors_.state(slot);
    return state.fields.has(trace::Field::z) ? std::optional(state.z) : std::nullopt;
  }
  // z of its lowest point: the run's, else the surface's of the road that it is on. Beside the roads: nothing.
  std::optional<double> lowest_point(Slot part);

  // The lane of its centre; null: on none.
  [[gnu::always_inline]] const map::RoadPosition* road_position(Slot slot) {
    const Track& kept = updated_track(slot);
    return kept.is_on_road ? &kept.position : nullptr;
  }
  // All that it may be on: the one above first; more than one only inside junctions. Empty: on no lane.
  std::span<const map::RoadPosition> road_positions(Slot slot) {
    const Track& kept = updated_track(slot);
    if (!kept.is_on_road) return {};
    // Ways that it may still turn out to have taken do not count once it seems to have left the junction.
    if (kept.has_ways && kept.is_in_junction) return kept.ways;
    return {&kept.position, 1};
  }
  // If it is on one lane alone: where. Null: on none, or it may be on several.
  [[gnu::always_inline]] const map::RoadPosition* only_position(Slot slot) {
    const Track& kept = updated_track(slot);
    return kept.is_on_road && !(kept.has_ways && kept.is_in_junction) ? &kept.position : nullptr;
  }
  // The lane by which it entered the junction it is in; invalid outside, or if it appeared inside.
  map::LaneId came_from(Slot slot);
  // The lane of its centre, else the nearest within kNearestLaneReach; null: none.
  const map::NearLane* nearest_lane(Slot slot);
  // Its position alone.
  const map::RoadPosition* nearest_position(Slot slot) {
    if (const map::RoadPosition* here = road_position(slot)) [[likely]]
      return here;
    const map::NearLane* near = nearest_lane(slot);
    return near != nullptr ? &near->position : nullptr;
  }
  // Does it face along the s of its road?
  bool faces_along_s(Slot slot);
  // From the direction in which traffic runs on its lane (also on lanes of both directions, and for actors that
  // face the wrong way) to its heading, left is positive; NaN off the road.
  double lane_heading(Slot slot);
  // To the left of its lane's centre as its traffic sees it; NaN off the road.
  double lane_offset(Slot slot);
  // The lane beside it that its centre was in, in the frame before, as that lane goes on here. Invalid: it crossed no
  // border, or is or was in a junction, where lanes lie over each other.
  map::LaneId lane_left_behind(Slot slot);
  // Which border it crossed so: 1 that on its left, as it faces, -1 that on its right, 0 none.
  int lane_crossing(Slot slot);

  map::LegalSpeed legal_speed(Slot slot) {
    Track& kept = updated_track(slot);
    if (!kept.is_on_road) return {};
    const map::RoadPosition& at = kept.position;
    const bool still_holds = kept.legal_lane == at.lane && kept.legal_origin == kept.origin &&
                             at.s >= kept.legal_begin && at.s < kept.legal_end;
    if (!still_holds) [[unlikely]]
      look_up_legal_speed(kept);
    return kept.legal;
  }
  // Along the road as the vehicle faces it, and to the left of that: at its road position, else that of the nearest
  // lane; NaN if there is none or no acceleration.
  Local road_acceleration(Slot slot);
  // The direction of the road there, turned the way the vehicle faces; NaN if there is none.
  Vector road_direction(Slot slot);

  // The junction whose connecting road it is on, else the first whose area contains its centre; invalid: none.
  map::JunctionId junction(Slot slot);
  // Is it on a road that connects others within a junction? Beside such roads areas of junctions contain ends of others.
  bool is_on_connecting_road(Slot slot) {
    const Track& kept = updated_track(slot);
    return kept.is_on_road && kept.is_in_junction;
  }
  // Is at least one corner of one of its bodies inside a junction's area?
  bool touches_junction(Slot slot);
  // The largest distance of its bodies' corners and mid-edges from the road surface, over all parts; 0 on the road.
  [[gnu::always_inline]] double deviation(Slot slot) {
    return updated_track(slot).is_surely_on_surface() && actors_.is_one_body(slot) ? 0.0 : find_deviation(slot);
  }
  double part_deviation(Slot part);  // of this body alone
  // The same where no area of a junction has to be made for it, else at least as much: enough to tell whether it is
  // within a limit.
  [[gnu::always_inline]] map::SurfaceDistance quick_deviation(Slot slot) {
    if (updated_track(slot).is_surely_on_surface() && actors_.is_one_body(slot)) return {};
    return find_quick_deviation(slot);
  }

  // Grows by how far a point of its body can have moved, up and down too, and by far more where the slot becomes somebody
  // else's: a caller that knows how much room the body has need not look at it again until this has grown by as much.
  [[gnu::always_inline]] double moved(Slot slot) { return updated_track(slot).moved; }

  // A point of its body on its own road or those linked to its lane; nothing: not there.
  std::optional<map::RoadPosition> position_of(Slot slot, map::Point point);

 private:
  // What is kept of an actor from frame to frame. What nearly every check asks for is in the first two cache lines.
  struct alignas(64) Track {
    trace::ActorId id;
    Epoch updated = 0;  // the frame that it was brought up to
    Time since{};       // of the life it belongs to
    bool is_on_road = false;
    bool is_in_junction = false;     // position is on a connecting road
    bool has_ways = false;           // it may be on several
    bool has_z = false;              // in the frame it was brought up to, like centre, yaw and z
    map::LaneId origin;              // the lane by which it entered the junction; invalid outside
    double moved = 0.0;              // see moved()
    double on_surface_until = -1.0;  // its body is on the surface while it has not moved further than that
    map::Point centre;
    // The legal speed of this lane, entered from this origin, between these s.
    map::LaneId legal_lane, legal_origin;
    double legal_begin = 0.0, legal_end = 0.0;
    map::LegalSpeed legal;
    map::RoadPosition position;  // if is_on_road
    double yaw = 0.0, z = 0.0;
    double reach = 0.0;       // no point of its body is further than that from its centre
    map::LaneId lane_before;  // in the frame before; invalid: it was not there, on no road, or in a junction
    map::LaneId sense_lane;   // the lane of which it is known ...
    bool along_s = true;      // ... that its traffic runs along s, or not
    bool has_looked_for_junctions = false;
    std::vector<map::RoadPosition> ways;  // if has_ways: all of them, position first ...
    std::vector<map::LaneId> origins;     // ... and by which lane it would have come there
    // No junction's area is nearer than that to a place where it was.
    map::Point junctions_looked_for;
    double clear_radius = -1.0;             // below 0: one is near
    std::array<map::SurfaceHint, 8> hints;  // of its outline's points
    // How far it had moved when its deviation, and its nearest lane beside the road, were found: both hold while it stands.
    double deviation_found_at = -1.0, nearest_found_at = -1.0;
    // The heading of a road with this tangent, which was asked for last.
    double heading_x = 1.0, heading_y = 0.0, road_heading = 0.0;

    void count_movement(const trace::ActorState& state);
    bool is_surely_on_surface() const { return moved <= on_surface_until; }
  };

  Track& track(Slot slot) {
    if (slot.index() < tracks_.size()) [[likely]] {
      Track& track = tracks_[slot.index()];
      if (track.id == actors_.id(slot) && track.since == actors_.since(slot)) [[likely]]
        return track;
    }
    return new_track(slot);
  }
  Track& new_track(Slot slot);
  // A track that was brought up to this frame belongs to the actor that has the slot now.
  [[gnu::always_inline]] Track& updated_track(Slot slot) {
    if (slot.index() < tracks_.size() && tracks_[slot.index()].updated == actors_.epoch()) [[likely]]
      return tracks_[slot.index()];
    return update_track(slot);
  }
  Track& update_track(Slot slot);
  void update(Slot slot, Track& track);
  bool go_on(Slot slot, Track& track, map::Point centre);
  bool go_on_among_ways(Slot slot, Track& track, map::Point centre);
  bool change_road(Slot slot, Track& track, map::Point centre, const std::optional<map::RoadPosition>& next);
  bool stray(Slot slot, Track& track, map::Point centre);
  bool hold_in_gap(Track& track, map::Point centre);
  void look_up(Slot slot, Track& track, map::Point centre);

  void fetch_ahead(std::size_t place) const;

  // Ways that come into question are collected in found_.
  void clear_found();
  void add_found(const map::RoadPosition& position, map::LaneId origin);
  void add_linked(map::Point centre, map::LaneId lane, map::LaneId origin, double way_left, int depth);
  map::LaneId origin_on(map::LaneId next, map::LaneId last, map::LaneId origin) const;
  std::size_t best_of_found(Slot slot, std::size_t count);
  void look_up_legal_speed(Track& kept) const;
  double find_deviation(Slot slot);
  map::SurfaceDistance find_quick_deviation(Slot slot);

  // Of one body, as far as it is known without areas of junctions.
  struct Deviation {
    double known = 0.0;             // the largest distance of the other points than ...
    map::OutlinePoints unsure = 0;  // ... these,
    double at_most = 0.0;           // ... of which no distance is larger than this

    bool is_exact() const { return at_most <= known; }
  };
  Deviation& known_deviation(Slot part);
  void find_largest_distance(Slot part, Track& track, map::OutlinePoints held, Deviation& found);
  double misfit(Slot slot, const map::RoadPosition& position);
  void choose(Slot slot, Track& track, std::size_t follow_on_count);
  void take_found(Track& track);
  void take(Track& track, const map::RoadPosition& position, map::LaneId origin);

  map::JunctionId junction_of(const map::RoadPosition& position) const { return map_->road(position.road).junction; }
  bool is_clear_of_junctions(Track& track, map::Point centre, double radius);
  bool drives_along_s(Track& track) {
    if (track.sense_lane != track.position.lane) {
      track.sense_lane = track.position.lane;
      track.along_s = map::drives_along_s(*map_, track.sense_lane);
    }
    return track.along_s;
  }

  const Actors& actors_;
  Motion& motion_;
  const map::RoadNetwork* map_;
  std::vector<Track> tracks_;  // by slot
  Memo<BodyPoints> bodies_;
  Memo<std::optional<map::NearLane>> nearest_;
  Memo<map::JunctionId> junction_;
  Memo<char> touches_junction_;  // 0 or 1
  Memo<Deviation> deviation_;
  std::vector<map::RoadPosition> found_;
  std::vector<map::LaneId> found_origins_;
  std::vector<double> misfits_;  // of found_
  std::vector<map::JunctionId> found_junctions_;
};

}  // namespace scrutineer::scene
