// One zone around the ego, watched for one type of actor: an interval per actor while it is in there. The twelve
// watchers of scenario_relevance_kpi.cpp are this, for four zones and three types.
#pragma once

#include <cmath>
#include <string_view>

#include "watch/per_actor.h"

namespace scrutineer::checks {

enum class Zone : std::uint8_t { front_left, front_right, back_left, back_right };
constexpr bool is_front(Zone zone) { return zone == Zone::front_left || zone == Zone::front_right; }
constexpr bool is_left(Zone zone) { return zone == Zone::front_left || zone == Zone::back_left; }

struct ZoneParameters {
  watch::Parameter<Seconds> min_time_gap, front_max_time_gap, back_max_time_gap;
  watch::Parameter<Distance> min_lat_offset, max_lat_offset;
};

// `Of::kParameters` are the bounds for that type of actor, kGapMetric and kLatMetric what its metrics are called.
template <Zone zone, typename Of>
struct ZoneWatcher {
  static constexpr double kNone = watch::kNone;

  struct Metrics {
    std::string actor_id;
    int interval_count;
    double time_gap, lat_offset;

    void fields(auto& field) {
      field("actor_id", actor_id, "", "The actor in the zone.");
      field("interval_count", interval_count, "", "How many times this actor was in this zone so far.");
      field(Of::kGapMetric, time_gap, "s", "The time gap when it was last in the zone.");
      field(Of::kLatMetric, lat_offset, "m", "The lateral offset when it was last in the zone.");
    }
  };

  // What was never there so far, in the order in which it is looked for.
  enum class Lacks : std::uint8_t { ego, speed, road, nothing };

  struct Instance {
    double least_gap, most_gap;  // seconds, exclusive
    double least_lat, most_lat;  // metres, exclusive
    double length;               // of the actor
    Lacks lacks = Lacks::ego;
    int count = 0;       // intervals of this actor so far
    double gap = kNone;  // stays while the ego stands still
    double lat = kNone;
    double shown_gap = kNone, shown_lat = kNone;  // when it was last in the zone
  };

  static Instance create(const watch::Setup& setup) {
    const ZoneParameters& set = Of::kParameters;
    const double nearest = setup.get(set.min_time_gap).si();
    const double inner = setup.get(set.min_lat_offset).si(), outer = setup.get(set.max_lat_offset).si();
    return {.least_gap = is_front(zone) ? nearest : setup.get(set.back_max_time_gap).si(),
            .most_gap = is_front(zone) ? setup.get(set.front_max_time_gap).si() : -nearest,
            .least_lat = is_left(zone) ? inner : -outer,
            .most_lat = is_left(zone) ? outer : -inner,
            .length = setup.info().length};
  }

  struct EgoNow {
    scene::Slot slot;  // invalid: not there
    bool is_relocated = false, is_one_body = true;
    double speed = kNone, length = 0.0;
  };

  static EgoNow look_at_frame(watch::Context& context) {
    const scene::Slot ego = context.scene.actors.ego();
    if (!ego.valid()) return {};
    context.scene.relations.find_road_distances();
    const scene::Actors& actors = context.scene.actors;
    return {ego, actors.relocated(ego), actors.parts(ego).size() == 1, context.scene.motion.speed(ego),
            actors.info(ego).length};
  }

  static bool violated(Instance& self, const watch::View& at, const EgoNow& ego) {
    if (!ego.slot.valid()) [[unlikely]] {
      self.gap = kNone;
      return false;
    }
    if (ego.is_relocated) [[unlikely]]
      self.gap = kNone;  // of where it was
    if (self.lacks != Lacks::nothing) [[unlikely]]
      look_for_what_lacks(self, at, ego.slot);
    const map::RoadDistance* distance = at.scene.relations.road_distance(at.slot);
    if (ego.speed != 0.0) [[likely]]
      self.gap = distance != nullptr ? time_gap(self, at, ego, distance->lon) : kNone;
    if (distance == nullptr) return false;
    self.lat = distance->lat;
    return self.lat > self.least_lat && self.lat < self.most_lat && self.gap > self.least_gap &&
           self.gap < self.most_gap;
  }

  static void measure(Instance& self, const watch::View&, bool starts) {
    if (starts) ++self.count;
    self.shown_gap = self.gap;
    self.shown_lat = self.lat;
  }

  static watch::Finding<ZoneWatcher> finding(const Instance& self, const watch::Closing& closing) {
    watch::Finding<ZoneWatcher> finding;
    finding.is_issue = false;
    finding.data = Metrics{.actor_id = closing.subject.actor.id,
                           .interval_count = self.count,
                           .time_gap = self.shown_gap,
                           .lat_offset = self.shown_lat};
    return finding;
  }

  static int& kept(Instance& self) { return self.count; }

  static std::string_view missing(const Instance& self) {
    switch (self.lacks) {
      case Lacks::ego:
        return "the run has no ego";
      case Lacks::speed:
        return "the ego's speed is not known (--derive 1 derives it from its positions)";
      case Lacks::road:
        return "the ego was never on a road, nor near one";
      case Lacks::nothing:
        break;
    }
    return "";
  }

 private:
  static void look_for_what_lacks(Instance& self, const watch::View& at, scene::Slot ego) {
    if (self.lacks <= Lacks::speed) self.lacks = std::isnan(at.scene.motion.speed(ego)) ? Lacks::speed : Lacks::road;
    if (self.lacks == Lacks::road && at.scene.relations.road_distance(ego) != nullptr) self.lacks = Lacks::nothing;
  }

  // `lon` is from centre to centre. Where that is too far beyond the zone for the ends of the bodies to matter, they
  // are not looked up, and there is none: no zone either way.
  static double time_gap(const Instance& self, const watch::View& at, const EgoNow& ego, double lon) {
    const double nearest = ego.speed * self.least_gap, furthest = ego.speed * self.most_gap;
    const double ends = kMoreThanRounding + self.length + ego.length;
    const bool is_far = lon < std::min(nearest, furthest) - ends || lon > std::max(nearest, furthest) + ends;
    if (is_far && ego.is_one_body && at.scene.actors.parts(at.slot).size() == 1) [[likely]]
      return kNone;
    const auto distance = is_front(zone) ? at.scene.relations.road_distance_ahead(at.slot)
                                         : at.scene.relations.road_distance_behind(at.slot);
    return distance->lon / ego.speed;
  }

  static constexpr double kMoreThanRounding = 5.0;  // metres: on curves an end is not half a length from the centre
};

}  // namespace scrutineer::checks
