#include "scene/relations.h"

#include <limits>

#include "scene/detail/approaches.h"
#include "scene/detail/bodies.h"
#include "scene/detail/contacts.h"
#include "scene/detail/ego_distances.h"
#include "scene/detail/path_ahead.h"
#include "scene/detail/vrus.h"

namespace scrutineer::scene {

struct Relations::Work {
  Work(const Actors& actors_in, Motion& motion_in, Places& places_in)
      : actors(actors_in),
        motion(motion_in),
        bodies(actors_in, motion_in, places_in),
        contacts(actors_in, bodies),
        approaches(actors_in, motion_in, bodies),
        path_ahead(actors_in, motion_in, places_in),
        ego_distances(actors_in, motion_in, places_in),
        vrus(actors_in, bodies) {}

  const Actors& actors;
  Motion& motion;
  detail::Bodies bodies;
  detail::Contacts contacts;
  detail::Approaches approaches;
  detail::PathAhead path_ahead;
  detail::EgoDistances ego_distances;
  detail::Vrus vrus;
};

Relations::Relations(const Actors& actors, Motion& motion, Places& places)
    : actors_(actors), work_(std::make_unique<Work>(actors, motion, places)) {}
Relations::~Relations() = default;

detail::Bodies& Relations::bodies() { return work_->bodies; }

Box Relations::box(Slot part) {
  const trace::ActorState& state = work_->actors.state(part);
  const trace::ActorInfo& info = work_->actors.info(part);
  const detail::Bodies::HeightRange range = work_->bodies.heights(part);
  return {.x = state.x,
          .y = state.y,
          .yaw = state.yaw,
          .length = info.length,
          .width = info.width,
          .z_low = range.low,
          .z_high = range.high};
}

std::span<const Overlap> Relations::overlaps() { return work_->contacts.all(); }
Contact Relations::contact(const Overlap& overlap) { return work_->contacts.contact(overlap); }
std::span<const NearVru> Relations::vrus_within(Slot part, double radius) { return work_->vrus.within(part, radius); }

TimeToCollision Relations::min_ttc(Slot slot, double horizon) { return work_->approaches.first(slot, horizon); }
double Relations::ttc(Slot a, Slot b, double horizon) { return work_->approaches.between(a, b, horizon); }

InFront Relations::object_in_front(Slot slot) { return work_->path_ahead.nearest(slot); }
double Relations::junction_in_front(Slot slot) { return work_->path_ahead.junction(slot); }

const EgoWay& Relations::find_way_from_ego(Slot slot) {
  return ego_ways_.get(slot, actors_, [&](EgoWay& way) { work_->ego_distances.find_way(slot, way); });
}
void Relations::find_road_distances() {
  if (all_found_ == actors_.epoch()) return;
  all_found_ = actors_.epoch();
  work_->ego_distances.find_ways(ego_ways_);
}
std::optional<map::RoadDistance> Relations::road_distance_ahead(Slot slot) {
  return work_->ego_distances.ahead(slot, way_from_ego(slot));
}
std::optional<map::RoadDistance> Relations::road_distance_behind(Slot slot) {
  return work_->ego_distances.behind(slot, way_from_ego(slot));
}

double Relations::time_gap(Slot slot) {
  const map::RoadDistance* distance = road_distance(slot);
  const double speed = distance != nullptr ? work_->motion.speed(work_->actors.ego()) : 0.0;
  return speed == 0.0 ? std::numeric_limits<double>::quiet_NaN() : distance->lon / speed;
}

}  // namespace scrutineer::scene
