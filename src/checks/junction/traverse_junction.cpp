#include <algorithm>
#include <cmath>
#include <limits>

#include "checks/detail/junction_traversal.h"
#include "watch/per_actor.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

// What controls the way that was taken, else any way from the lane; of several the one that goes before the others.
std::string control_of(const map::RoadNetwork& map, const Traversal& traversal) {
  static constexpr map::SignalKind kInOrder[] = {map::SignalKind::traffic_light, map::SignalKind::stop_sign,
                                                 map::SignalKind::yield_sign};
  const auto& controls = map::junction_controls(map, traversal.junction);
  for (const map::SignalKind kind : kInOrder) {
    const bool has = std::ranges::any_of(controls, [&](const map::ApproachControl& control) {
      if (control.place.meaning.kind != kind) return false;
      if (traversal.taken) return control.connection.connecting == traversal.taken->connecting;
      return control.connection.incoming == traversal.incoming;
    });
    if (has) return map::to_string(kind);
  }
  return "none";
}

struct TraverseJunction {
  struct Metrics {
    std::string junction, incoming_road;
    double incoming_lane;
    std::string connecting_road, outgoing_road, manoeuvre;
    double time_inside, min_speed, max_speed;
    std::string control;

    void fields(auto& field) {
      field("junction", junction, "", "The junction's id.");
      field("incoming_road", incoming_road, "", "The road by which the vehicle came; empty if it appeared inside.");
      field("incoming_lane", incoming_lane, "", "Its lane there.");
      field("connecting_road", connecting_road, "",
            "The junction's road that it took; empty if that never became known.");
      field("outgoing_road", outgoing_road, "", "The road by which it left.");
      field("manoeuvre", manoeuvre, "", "What it did: straight, left, right or u_turn.");
      field("time_inside", time_inside, "s", "From when its centre entered until all of it had left.");
      field("min_speed", min_speed, "m/s", "The slowest in that time.");
      field("max_speed", max_speed, "m/s", "The fastest in that time.");
      field("control", control, "", "What controls its way: traffic light, stop sign, yield sign or none.");
    }
  };

  struct Instance {
    JunctionTraversal traversal;
    const map::RoadNetwork* map = nullptr;
    OpenInterval interval = {};
    struct Speeds {
      double slowest = kNone, fastest = kNone;
    };
    Speeds inside = {}, inside_next = {};  // of the junction that it traverses, and of the one after that
  };

  static Instance create(const Setup& setup) {
    const scene::Places& places = setup.view().scene.places;
    return {JunctionTraversal(setup.get(junction_checkers::kDistanceInRange).si()),
            places.has_map() ? &places.map() : nullptr};
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    const JunctionTraversal::Change change = self.traversal.advance(at);
    if (change.ended) {
      if (change.ended->has_entered) measure(self.inside, at);
      record(self, watch, change.ended_by, at.now(), *change.ended);
    }
    if (change.begun) {
      watch.open(self.interval);
      self.inside = self.inside_next;
      self.inside_next = {};
    }
    const Traversal *now = self.traversal.current(), *next = self.traversal.next();
    if (now != nullptr && now->has_entered) measure(self.inside, at);
    if (next == nullptr) self.inside_next = {};
    if (next != nullptr && next->has_entered) measure(self.inside_next, at);
  }

  static void measure(Instance::Speeds& speeds, const View& at) {
    const double speed = at.scene.motion.speed(at.slot);
    speeds.slowest = std::fmin(speeds.slowest, speed);
    speeds.fastest = std::fmax(speeds.fastest, speed);
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    if (self.interval.is_open()) record(self, watch, ended_by, watch.end_time(ended_by), *self.traversal.current());
  }

  static void record(Instance& self, Watch& watch, EndedBy ended_by, Time end, const Traversal& traversal) {
    const map::RoadNetwork& map = *self.map;
    const auto road_id = [&](map::LaneId lane) {
      return lane.valid() ? map.road(map.lane(lane).road).id : std::string();
    };
    const bool is_known = traversal.taken || (traversal.has_entered && traversal.possible.size() == 1);
    const map::LaneConnection way = traversal.taken ? *traversal.taken
                                    : is_known      ? traversal.possible.front()
                                                    : map::LaneConnection{};
    Finding<TraverseJunction> finding;
    finding.is_issue = false;
    finding.data = Metrics{.junction = map.junction(traversal.junction).id,
                           .incoming_road = road_id(traversal.incoming),
                           .incoming_lane = traversal.incoming.valid() ? map.lane(traversal.incoming).number : kNone,
                           .connecting_road = road_id(way.connecting),
                           .outgoing_road = road_id(way.outgoing),
                           .manoeuvre = is_known ? std::string(map::to_string(way.manoeuvre)) : std::string(),
                           .time_inside = traversal.has_entered ? to_seconds(end - traversal.entered) : kNone,
                           .min_speed = self.inside.slowest,
                           .max_speed = self.inside.fastest,
                           .control = control_of(map, traversal)};
    watch.close(self.interval, ended_by, end, finding);
  }
};

}  // namespace

watch::Check traverse_junction() {
  return make_actor_check<TraverseJunction>({
      .name = "traverse_junction",
      .summary = "The vehicle drives through a junction.",
      .doc =
          "One interval for each junction that the vehicle drives through: from the frame in which its centre comes\n"
          "within `junction_checkers.traverse_junction.distance_in_range` of the junction, along its lane, until all\n"
          "of it has left the junction's area. A vehicle that appears inside a junction also traverses it. There is\n"
          "one traversal at a time: if junctions lie close together, the next interval begins in the frame in which\n"
          "the last one ends. If the vehicle turns off, or is off the lanes for more than 2 s, so that the junction\n"
          "is no longer the next on its way, the interval ends as `not_entered`. Direct and virtual junctions have no\n"
          "roads of their own and do not count. The manoeuvre depends on how far the connecting road turns: below 30 "
          "degrees it is\n"
          "straight, above 150 a U-turn. This watcher raises no issues: `approach_junction` judges.\n"
          "`junction_checkers.enabled` turns both on and off.",
      .remedy = "Nothing to do: these are measurements.",
      .for_npc = false,
      .merge_gap = std::nullopt,
      .parameters = {&junction_checkers::kEnabled, &junction_checkers::kDistanceInRange},
      .needs = {{fact("road_position")}},
  });
}

}  // namespace scrutineer::checks
