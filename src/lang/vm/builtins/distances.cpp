// How far, how long until: between two actors.
#include <algorithm>
#include <cmath>

#include "lang/lower/fold.h"
#include "lang/vm/builtins.h"
#include "lang/vm/detail/builtin_helpers.h"
#include "scene/boxes.h"

namespace scrutineer::lang {
namespace {

using namespace detail;
using scene::fact;
using scene::Slot;

// In the order of domain.osc.
enum class Direction : std::uint8_t { longitudinal, lateral, vertical, euclidean };
enum class Mode : std::uint8_t { reference_points, bounding_boxes };

Direction direction(double value) { return choice<Direction>(value, 4); }
Mode mode(double value) { return choice<Mode>(value, 2); }
BodyPoint body_point(double value) { return choice<BodyPoint>(value, kBodyPoints); }

template <typename Distance>  // null, or nothing, or one
double of_direction(const Distance& distance, Direction wanted) {
  if (!distance) return kNull;
  switch (wanted) {
    case Direction::longitudinal:
      return distance->lon;
    case Direction::lateral:
      return distance->lat;
    case Direction::euclidean:
      return std::hypot(distance->lon, distance->lat);
    case Direction::vertical:
      break;
  }
  return kNull;
}

double height_difference(const Machine& machine, Slot from, Slot to) {
  const scene::Scene& scene = machine.scene();
  const auto low = scene.places.height(from), high = scene.places.height(to);
  return low && high ? *high - *low : kNull;
}

// From bumper to bumper along the roads, 0 where they overlap.
double gap_along(Machine& machine, Slot from, Slot to) {
  const auto ahead = machine.host().road_distance(from, to, BodyPoint::front_center, BodyPoint::back_center);
  const auto behind = machine.host().road_distance(from, to, BodyPoint::back_center, BodyPoint::front_center);
  if (!ahead || !behind) return kNull;
  if (ahead->lon > 0.0) return ahead->lon;
  return behind->lon < 0.0 ? behind->lon : 0.0;
}

// Between two stretches of one direction, the first around 0.
double gap_between(double half, double least, double most) {
  if (least > half) return least - half;
  return most < -half ? most + half : 0.0;
}

double gap_across(Machine& machine, Slot from, Slot to) {
  const auto distance = machine.host().road_distance(from, to, BodyPoint::center, BodyPoint::center);
  if (!distance) return kNull;
  const scene::Actors& actors = machine.scene().actors;
  const double half = 0.5 * actors.info(to).width;
  return gap_between(0.5 * actors.info(from).width, distance->lat - half, distance->lat + half);
}

// The other's corners in the own frame.
struct Seen {
  double least_lon, most_lon, least_lat, most_lat;
};
Seen seen(const Machine& machine, Slot from, Slot to) {
  scene::Scene& scene = machine.scene();
  const scene::Vector heading = scene.motion.heading(from);
  const trace::ActorState& own = scene.actors.state(from);
  const scene::BodyPoints& body = scene.places.body(to);
  Seen found{INFINITY, -INFINITY, INFINITY, -INFINITY};
  for (const map::Point& corner : {body.front_left(), body.front_right(), body.rear_left(), body.rear_right()}) {
    const double x = corner.x - own.x, y = corner.y - own.y;
    const double lon = x * heading.x + y * heading.y, lat = y * heading.x - x * heading.y;
    found = {std::min(found.least_lon, lon), std::max(found.most_lon, lon), std::min(found.least_lat, lat),
             std::max(found.most_lat, lat)};
  }
  return found;
}

double over_speed(double way, double speed) {
  return std::abs(speed) <= watch::kStandingStill ? kNull : way / std::abs(speed);
}

double road_distance(Machine& machine, const double* a) {
  const Slot from = machine.slot(a[0]), to = machine.slot(a[1]);
  const Direction wanted = direction(a[4]);
  route(a[5]);  // roads and lanes are followed alike
  if (wanted == Direction::vertical) return height_difference(machine, from, to);
  const BodyPoint from_point = body_point(a[2]), to_point = body_point(a[3]);
  scene::Scene& scene = machine.scene();
  if (from == scene.actors.ego()) {  // what most ask for the scene keeps anyway
    if (from_point == BodyPoint::center && to_point == BodyPoint::center)
      return of_direction(scene.relations.road_distance(to), wanted);
    if (from_point == BodyPoint::front_center && to_point == BodyPoint::back_center)
      return of_direction(scene.relations.road_distance_ahead(to), wanted);
  }
  return of_direction(machine.host().road_distance(from, to, from_point, to_point), wanted);
}

double space_gap(Machine& machine, const double* a) {
  const Slot from = machine.slot(a[0]), to = machine.slot(a[1]);
  return direction(a[2]) == Direction::lateral ? gap_across(machine, from, to) : gap_along(machine, from, to);
}

double road_distance_by_mode(Machine& machine, const double* a) {
  const Slot from = machine.slot(a[0]), to = machine.slot(a[1]);
  const Direction wanted = direction(a[2]);
  route(a[4]);
  if (wanted == Direction::vertical) return height_difference(machine, from, to);
  if (mode(a[3]) == Mode::reference_points)
    return of_direction(machine.host().road_distance(from, to, BodyPoint::center, BodyPoint::center), wanted);
  if (wanted == Direction::longitudinal) return gap_along(machine, from, to);
  if (wanted == Direction::lateral) return gap_across(machine, from, to);
  return std::hypot(gap_along(machine, from, to), gap_across(machine, from, to));
}

double object_distance(Machine& machine, const double* a) {
  const Slot from = machine.slot(a[0]), to = machine.slot(a[1]);
  const Direction wanted = direction(a[2]);
  scene::Scene& scene = machine.scene();
  const trace::ActorState &own = scene.actors.state(from), &other = scene.actors.state(to);
  if (wanted == Direction::vertical) return height_difference(machine, from, to);
  if (mode(a[3]) == Mode::bounding_boxes) {
    const trace::ActorInfo& info = scene.actors.info(from);
    const Seen body = seen(machine, from, to);
    const double lon = gap_between(0.5 * info.length, body.least_lon, body.most_lon);
    const double lat = gap_between(0.5 * info.width, body.least_lat, body.most_lat);
    if (wanted == Direction::longitudinal) return lon;
    return wanted == Direction::lateral ? lat : std::hypot(lon, lat);
  }
  const double x = other.x - own.x, y = other.y - own.y;
  const scene::Vector heading = scene.motion.heading(from);
  if (wanted == Direction::longitudinal) return x * heading.x + y * heading.y;
  return wanted == Direction::lateral ? y * heading.x - x * heading.y : std::hypot(x, y);
}

double distance(Machine& machine, const double* a) {
  const scene::Actors& actors = machine.scene().actors;
  const trace::ActorState& own = actors.state(machine.slot(a[0]));
  const trace::ActorState& other = actors.state(machine.slot(a[1]));
  return std::hypot(other.x - own.x, other.y - own.y);
}

double time_gap(Machine& machine, const double* a) {
  const Slot from = machine.slot(a[0]), to = machine.slot(a[1]);
  scene::Motion& motion = machine.scene().motion;
  if (direction(a[2]) == Direction::lateral)
    return over_speed(gap_across(machine, from, to), motion.local_speed(from).lat);
  const double gap = gap_along(machine, from, to);
  return over_speed(gap, motion.speed(gap < 0.0 ? to : from));
}

double time_headway(Machine& machine, const double* a) {
  const Slot from = machine.slot(a[0]), to = machine.slot(a[1]);
  const auto way = machine.host().road_distance(from, to, BodyPoint::front_center, BodyPoint::front_center);
  if (!way) return kNull;
  return over_speed(way->lon, machine.scene().motion.speed(way->lon < 0.0 ? to : from));
}

// Nobody looks back: below 0 it is now.
double horizon(double wanted) { return std::max(wanted, 0.0); }

double ttc_of_two(Machine& machine, const double* a) {
  return std::isnan(a[2]) ? kNull
                          : machine.scene().relations.ttc(machine.slot(a[0]), machine.slot(a[1]), horizon(a[2]));
}

double least_ttc(Machine& machine, const double* a) {
  if (std::isnan(a[1])) return kNull;
  const Slot own = machine.slot(a[0]);
  scene::Relations& relations = machine.scene().relations;
  double least = relations.min_ttc(own, horizon(a[1])).seconds;
  if (least != INFINITY || a[1] <= scene::kMaxHorizon) return least;
  // That far ahead there is no quicker way than to ask for one after the other.
  for (const Slot other : machine.scene().actors.present())
    if (other != own) least = std::fmin(least, relations.ttc(own, other, a[1]));
  return least;
}

// Nan where it is not known of any of them.
double least_ttc_to(Machine& machine, const double* a) {
  if (std::isnan(a[2])) return kNull;
  const Slot own = machine.slot(a[0]);
  double least = kNull;
  bool is_anybody_there = false;
  for (const double other : machine.list(a[1])) {
    const Slot slot = machine.find_slot(other);
    if (!slot.valid() || slot == own) continue;
    is_anybody_there = true;
    least = std::fmin(least, machine.scene().relations.ttc(own, slot, horizon(a[2])));
  }
  return is_anybody_there ? least : INFINITY;
}

double overlaps(Machine& machine, const double* a) {
  const Slot one = machine.slot(a[0]), two = machine.slot(a[1]);
  scene::Scene& scene = machine.scene();
  for (const Slot part : scene.actors.parts(one))
    for (const Slot other : scene.actors.parts(two))
      if (part != other && scene::overlaps(scene.relations.box(part), scene.relations.box(other))) return 1.0;
  return 0.0;
}

// ---- the table ------------------------------------------------------------------------------------------------------

constexpr Builtin kDistances[] = {
    {.owner = "physical_object",
     .declaration = "def road_distance(other: physical_object, ref1: body_point = center, ref2: body_point = center, "
                    "direction: distance_direction = longitudinal, route_type: route_type = on_road) -> length",
     .function = road_distance,
     .needs = fact("road_distance.lon"),
     .meaning =
         "From a point of this actor to one of the other, along the roads between them; ahead and left are positive."},
    {.owner = "physical_object",
     .declaration = "def road_distance(reference: physical_object, direction: distance_direction, mode: distance_mode "
                    "= reference_points, route_type: route_type = on_road) -> length",
     .name = "road_distance_by_mode",
     .function = road_distance_by_mode,
     .needs = fact("road_distance.lon"),
     .meaning = "As in the standard: from this actor to the reference."},
    {.owner = "physical_object",
     .declaration = "def object_distance(reference: physical_object, direction: distance_direction, mode: "
                    "distance_mode = reference_points) -> length",
     .function = object_distance,
     .meaning = "In this actor's own frame, or in a straight line."},
    {.owner = "physical_object",
     .declaration = "def distance(other: physical_object) -> length",
     .function = distance,
     .meaning = "From centre to centre in plan."},
    {.owner = "physical_object",
     .declaration = "def get_ttc(other: physical_object, horizon: time = 10s) -> time",
     .function = ttc_of_two,
     .needs = fact("ttc"),
     .meaning = "Until both bodies overlap if they keep velocity and heading; inf: never within the horizon."},
    {.owner = "physical_object",
     .declaration = "def time_to_collision(reference: physical_object) -> time",
     .function =
         SCRUTINEER_GIVES(machine.scene().relations.ttc(machine.slot(a[0]), machine.slot(a[1]), scene::kMaxHorizon)),
     .needs = fact("ttc"),
     .meaning = "The same, always looking 10 s ahead."},
    {.owner = "physical_object",
     .declaration = "def get_min_ttc(horizon: time = 10s) -> time",
     .function = least_ttc,
     .needs = fact("ttc"),
     .meaning = "The least over everybody else."},
    {.owner = "physical_object",
     .declaration = "def get_min_ttc_to_objects(objects: list of physical_object, horizon: time = 10s) -> time",
     .function = least_ttc_to,
     .needs = fact("ttc"),
     .meaning = "The least over those."},
    {.owner = "physical_object",
     .declaration = "def time_gap(reference: physical_object, direction: distance_direction = longitudinal) -> time",
     .function = time_gap,
     .needs = fact("road_distance.lon"),
     .meaning = "From the own front to the other's back along the roads, over the own speed; behind: below 0, over the "
                "other's."},
    {.owner = "physical_object",
     .declaration = "def time_headway(reference: physical_object) -> time",
     .function = time_headway,
     .needs = fact("road_distance.lon"),
     .meaning = "From front to front, over the speed of the one behind."},
    {.owner = "physical_object",
     .declaration = "def space_gap(reference: physical_object, direction: distance_direction = longitudinal) -> length",
     .function = space_gap,
     .needs = fact("road_distance.lon"),
     .meaning = "From bumper to bumper; 0 where they overlap in that direction."},
    {.owner = "physical_object",
     .declaration = "def overlaps(other: physical_object) -> bool",
     .function = overlaps,
     .meaning = "Do the bodies overlap?"},
};

}  // namespace

BuiltinRows distance_builtins() { return kDistances; }

}  // namespace scrutineer::lang
