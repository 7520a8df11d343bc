#include "lang/vm/intrinsics.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lang/lower/fold.h"
#include "lang/lower/handles.h"
#include "lang/vm/actor_types.h"
#include "lang/vm/detail/texts.h"
#include "lang/vm/machine.h"
#include "scene/boxes.h"
#include "watch/planned.h"

namespace scrutineer::lang {
namespace {

using scene::Slot;

// ---- helpers --------------------------------------------------------------------------------------------------------

constexpr double truth(bool value) { return value ? 1.0 : 0.0; }
template <typename Enum>
double word(Enum value) {
  return static_cast<double>(static_cast<int>(value));
}
double actor(const Machine& machine, Slot slot) {
  return slot.valid() ? static_cast<double>(machine.scene().actors.id(slot).index()) : kNull;
}
double actor_named(const watch::ActorRef& named) { return named.uid > 0 ? named.uid - 1.0 : kNull; }
watch::View view(const Machine& machine, double of) { return {machine.context(), machine.scene(), machine.slot(of)}; }

// ---- words of domain.osc, in its order ------------------------------------------------------------------------------

enum class Direction : std::uint8_t { longitudinal, lateral, vertical, euclidean };
enum class Mode : std::uint8_t { reference_points, bounding_boxes };
enum class Route : std::uint8_t { on_road, on_lane };

template <typename Enum>
Enum choice(double value, std::uint32_t count) {
  const std::uint32_t place = index_below(value, count);
  if (place == count) Machine::fail("null access: there is no such word");
  return static_cast<Enum>(place);
}
Direction direction(double value) { return choice<Direction>(value, 4); }
Mode mode(double value) { return choice<Mode>(value, 2); }
Route route(double value) { return choice<Route>(value, 2); }
BodyPoint body_point(double value) { return choice<BodyPoint>(value, kBodyPoints); }

const std::string& kind_name(const Machine& machine, double kind) {
  const auto& enums = machine.program().enums;
  const auto kinds = std::ranges::find(enums, "issue_kind", &EnumType::name);
  if (kinds == enums.end()) Machine::fail("null access: there is no kind of issue");
  const auto count = static_cast<std::uint32_t>(kinds->words.size());
  const std::uint32_t place = index_below(kind, count);
  if (place == count) Machine::fail("null access: there is no such kind of issue");
  return kinds->words[place];
}

// ---- distances ------------------------------------------------------------------------------------------------------

double of_direction(const std::optional<map::RoadDistance>& distance, Direction wanted) {
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

double road_distance(Machine& machine, const double* a) {
  const Slot from = machine.slot(a[0]), to = machine.slot(a[1]);
  const Direction wanted = direction(a[4]);
  route(a[5]);  // roads and lanes are followed alike
  if (wanted == Direction::vertical) return height_difference(machine, from, to);
  return of_direction(machine.host().road_distance(from, to, body_point(a[2]), body_point(a[3])), wanted);
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

double over_speed(double way, double speed) {
  return std::abs(speed) <= watch::kStandingStill ? kNull : way / std::abs(speed);
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

double horizon(double wanted) { return wanted < scene::kMaxHorizon ? std::max(wanted, 0.0) : scene::kMaxHorizon; }

double least_ttc_to(Machine& machine, const double* a) {
  const Slot own = machine.slot(a[0]);
  double least = INFINITY;
  for (const double other : machine.list(a[1])) {
    const Slot slot = machine.slot(other);
    if (slot != own) least = std::fmin(least, machine.scene().relations.ttc(own, slot, horizon(a[2])));
  }
  return least;
}

double overlaps(Machine& machine, const double* a) {
  const Slot one = machine.slot(a[0]), two = machine.slot(a[1]);
  scene::Scene& scene = machine.scene();
  for (const Slot part : scene.actors.parts(one))
    for (const Slot other : scene.actors.parts(two))
      if (part != other && scene::overlaps(scene.relations.box(part), scene.relations.box(other))) return 1.0;
  return 0.0;
}

// ---- places ---------------------------------------------------------------------------------------------------------

const map::RoadPosition* place(Machine& machine, double of) {
  return machine.scene().places.has_map() ? machine.scene().places.road_position(machine.slot(of)) : nullptr;
}

double road(Machine& machine, const double* a) {
  const map::RoadPosition* at = place(machine, a[0]);
  return at == nullptr ? kNull : machine.pools().add_text(machine.scene().places.map().road(at->road).id);
}
double lane(Machine& machine, const double* a) {
  const map::RoadPosition* at = place(machine, a[0]);
  return at == nullptr ? kNull : machine.scene().places.map().lane(at->lane).number;
}
double along(Machine& machine, const double* a) {
  const map::RoadPosition* at = place(machine, a[0]);
  return at == nullptr ? kNull : at->s;
}
double across(Machine& machine, const double* a) {
  const map::RoadPosition* at = place(machine, a[0]);
  return at == nullptr ? kNull : at->t;
}
double get_t_coord(Machine& machine, const double* a) {
  if (route(a[1]) == Route::on_road) return across(machine, a);
  return place(machine, a[0]) == nullptr ? kNull : machine.scene().places.lane_offset(machine.slot(a[0]));
}
map::JunctionId junction_of(Machine& machine, double of) {
  const Slot slot = machine.slot(of);
  return machine.scene().places.has_map() ? machine.scene().places.junction(slot) : map::JunctionId();
}
double junction(Machine& machine, const double* a) {
  const map::JunctionId in = junction_of(machine, a[0]);
  return in.valid() ? machine.pools().add_text(machine.scene().places.map().junction(in).id) : kNull;
}

// ---- actors ---------------------------------------------------------------------------------------------------------

const trace::ActorInfo& info(Machine& machine, double of) { return machine.scene().actors.info(machine.slot(of)); }
const trace::ActorState& state(Machine& machine, double of) { return machine.scene().actors.state(machine.slot(of)); }

double is_present(Machine& machine, const double* a) {
  const std::uint32_t index = index_below(a[0], kNoActor);
  return truth(index != kNoActor && machine.scene().actors.slot_of(trace::ActorId(index)).valid());
}

double instance_actor(Machine& machine, const double* a) {
  if (machine.host().instance(a[0]).cells == nullptr)
    Machine::fail("null access: there is no such watcher or modifier");
  const double index = a[0] - std::floor(a[0] / kInstancesPerDeclaration) * kInstancesPerDeclaration;
  return index == static_cast<double>(kNoActor) ? kNull : index;
}

bool is_of_type(Machine& machine, const double* a) {
  const Slot slot = machine.slot(a[0]);
  const scene::Actors& actors = machine.scene().actors;
  const auto types = types_of(machine.program(), actors.info(slot), actors.is_ego(slot));
  return std::ranges::any_of(types, [&](std::uint32_t type) { return static_cast<double>(type) == a[1]; });
}

// ---- time -----------------------------------------------------------------------------------------------------------

// As watch::PeriodicClock, which steps from frame to frame, says it: this is the same without a memory.
double ticks(Machine& machine, const double* a) {
  const auto seconds = from_seconds(a[0]);
  if (!seconds) return 0.0;
  const Duration period = std::max(*seconds, Duration(1));
  const auto passed = [&](Time time) { return (time.time_since_epoch() + period / 100) / period; };
  const watch::Context& context = machine.context();
  return truth(context.scene.actors.epoch() == 1 || passed(context.now()) > passed(context.previous));
}

// ---- issues ---------------------------------------------------------------------------------------------------------

watch::Issue& issue(Machine& machine) {
  watch::Issue* now = machine.host().issue();
  if (now == nullptr) Machine::fail("null access: no issue is being raised");
  return *now;
}

double issue_kind(Machine& machine, const double*) {
  const std::string& name = issue(machine).kind;
  const auto& enums = machine.program().enums;
  const auto kinds = std::ranges::find(enums, "issue_kind", &EnumType::name);
  if (kinds == enums.end()) return kNull;
  const auto found = std::ranges::find(kinds->words, name);
  return found == kinds->words.end() ? kNull : static_cast<double>(found - kinds->words.begin());
}

void modify(Machine& machine, double severity, double reason) {
  watch::Issue& changed = issue(machine);
  const auto level = choice<watch::Severity>(severity, 5);
  if (level == changed.severity) return;
  if (!changed.original_severity) changed.original_severity = changed.severity;
  changed.severity = level;
  const std::string* why = machine.pools().find_text(reason);
  changed.reason = why == nullptr ? std::string() : *why;
}

double modify_of_kind(Machine& machine, const double* a) {
  if (issue(machine).kind == kind_name(machine, a[0])) modify(machine, a[1], a[2]);
  return kNull;
}
double modify_any(Machine& machine, const double* a) {
  modify(machine, a[0], a[1]);
  return kNull;
}

double raise(Machine& machine, const double* a, watch::Severity severity) {
  const std::string* details = machine.pools().find_text(a[1]);
  // A copy: rules that hear of it may make texts.
  const std::string words = details == nullptr ? std::string() : *details;
  machine.host().raise(machine.own(), kind_name(machine, a[0]), severity, words);
  return kNull;
}

double log(Machine& machine, const double* a, std::string_view level) {
  machine.host().log(machine.own(), level, machine.text(a[0]));
  return kNull;
}

// ---- lists ----------------------------------------------------------------------------------------------------------

bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
bool is_same_text(Machine& machine, double a, double b) {
  const std::string *one = machine.pools().find_text(a), *two = machine.pools().find_text(b);
  return one == nullptr || two == nullptr ? one == two : *one == *two;
}

template <bool kTexts>
bool equal(Machine& machine, double a, double b) {
  return kTexts ? is_same_text(machine, a, b) : is_same(a, b);
}
template <bool kTexts>
bool contains(Machine& machine, const std::vector<double>& list, double wanted) {
  return std::ranges::any_of(list, [&](double element) { return equal<kTexts>(machine, element, wanted); });
}
template <bool kTexts>
double list_contains(Machine& machine, const double* a) {
  return truth(contains<kTexts>(machine, machine.list(a[0]), a[1]));
}
template <bool kTexts>
double list_contains_all(Machine& machine, const double* a) {
  const std::vector<double>&list = machine.list(a[0]), &part = machine.list(a[1]);
  for (const double wanted : part) {
    machine.count_step();
    if (!contains<kTexts>(machine, list, wanted)) return 0.0;
  }
  return 1.0;
}
template <bool kTexts>
double list_equals(Machine& machine, const double* a) {
  const std::vector<double>&one = machine.list(a[0]), &two = machine.list(a[1]);
  return truth(std::ranges::equal(one, two, [&](double x, double y) { return equal<kTexts>(machine, x, y); }));
}
double list_find(Machine& machine, const double* a) {
  const std::vector<double>& list = machine.list(a[0]);
  const auto found = std::ranges::find_if(list, [&](double element) { return is_same(element, a[1]); });
  return found == list.end() ? kNull : static_cast<double>(found - list.begin());
}
double list_append(Machine& machine, const double* a) {
  std::vector<double> longer = machine.list(a[0]);
  longer.push_back(a[1]);
  return machine.pools().add_list(longer);
}

// ---- texts ----------------------------------------------------------------------------------------------------------

double split(Machine& machine, const double* a) {
  std::vector<double> parts;
  // Copies: the pool may move its texts while it takes more.
  const std::string text = machine.text(a[0]), separator = machine.text(a[1]);
  for (const std::string_view part : detail::split(text, separator)) parts.push_back(machine.pools().add_text(part));
  return machine.pools().add_list(parts);
}
double join(Machine& machine, const double* a) {
  const std::string& between = machine.text(a[0]);
  std::string joined;
  bool is_first = true;
  for (const double part : machine.list(a[1])) {
    if (!is_first) joined += between;
    is_first = false;
    joined += machine.text(part);
    if (joined.size() > Pools::kLongestText) break;  // adding it fails
  }
  return machine.pools().add_text(joined);
}

// ---- the table ------------------------------------------------------------------------------------------------------

#define SCRUTINEER_GIVES(expression)                                     \
  [](Machine& machine, const double* a) -> double {                      \
    return static_cast<void>(machine), static_cast<void>(a), expression; \
  }

// By name; `a` are the arguments, the receiver first.
constexpr Intrinsic kIntrinsics[] = {
    {"acceleration_vector.x", 1, SCRUTINEER_GIVES(machine.scene().motion.acceleration_vector(machine.slot(a[0])).x),
     "acceleration"},
    {"acceleration_vector.y", 1, SCRUTINEER_GIVES(machine.scene().motion.acceleration_vector(machine.slot(a[0])).y),
     "acceleration"},
    {"bounding_box.height", 1, SCRUTINEER_GIVES(info(machine, a[0]).height)},
    {"bounding_box.length", 1, SCRUTINEER_GIVES(info(machine, a[0]).length)},
    {"bounding_box.width", 1, SCRUTINEER_GIVES(info(machine, a[0]).width)},
    {"builtin.is_defined", 1, SCRUTINEER_GIVES(truth(!std::isnan(a[0])))},
    {"builtin.sut_error", 2, SCRUTINEER_GIVES(raise(machine, a, watch::Severity::error))},
    {"builtin.sut_warning", 2, SCRUTINEER_GIVES(raise(machine, a, watch::Severity::warning))},
    {"global_angular_speed.yaw", 1, nullptr, "yaw_rate"},
    {"global_orientation.pitch", 1,
     SCRUTINEER_GIVES(state(machine, a[0]).fields.has(trace::Field::pitch_roll) ? state(machine, a[0]).pitch : kNull)},
    {"global_orientation.roll", 1,
     SCRUTINEER_GIVES(state(machine, a[0]).fields.has(trace::Field::pitch_roll) ? state(machine, a[0]).roll : kNull)},
    {"global_orientation.yaw", 1, SCRUTINEER_GIVES(state(machine, a[0]).yaw)},
    {"global_position.x", 1, SCRUTINEER_GIVES(state(machine, a[0]).x)},
    {"global_position.y", 1, SCRUTINEER_GIVES(state(machine, a[0]).y)},
    {"global_position.z", 1, SCRUTINEER_GIVES(machine.scene().places.height(machine.slot(a[0])).value_or(kNull))},
    {"instance.actor", 1, instance_actor},
    {"issue.actor", 0, SCRUTINEER_GIVES(actor_named(issue(machine).actor))},
    {"issue.category", 0, SCRUTINEER_GIVES(word(issue(machine).category))},
    {"issue.checker", 0, SCRUTINEER_GIVES((issue(machine), machine.pools().add_text(machine.host().issue_check())))},
    {"issue.details", 0, SCRUTINEER_GIVES(machine.pools().add_text(issue(machine).details))},
    {"issue.end_time", 0, SCRUTINEER_GIVES(to_seconds(issue(machine).end))},
    {"issue.kind", 0, issue_kind},
    {"issue.message", 0, SCRUTINEER_GIVES(machine.pools().add_text(issue(machine).message))},
    {"issue.modify", 3, modify_of_kind},
    {"issue.modify_any", 2, modify_any},
    {"issue.original_severity", 0,
     SCRUTINEER_GIVES(issue(machine).original_severity ? word(*issue(machine).original_severity) : kNull)},
    {"issue.other", 0, SCRUTINEER_GIVES(issue(machine).other ? actor_named(*issue(machine).other) : kNull)},
    {"issue.severity", 0, SCRUTINEER_GIVES(word(issue(machine).severity))},
    {"issue.start_time", 0, SCRUTINEER_GIVES(to_seconds(issue(machine).start))},
    {"list.append", 2, list_append},
    {"list.contains", 2, list_contains<false>},
    {"list.contains_all", 2, list_contains_all<false>},
    {"list.contains_all_texts", 2, list_contains_all<true>},
    {"list.contains_text", 2, list_contains<true>},
    {"list.equals", 2, list_equals<false>},
    {"list.equals_texts", 2, list_equals<true>},
    {"list.find", 2, list_find},
    {"list.size", 1, SCRUTINEER_GIVES(static_cast<double>(machine.list(a[0]).size()))},
    {"local_acceleration.lat", 1, nullptr, "local_acceleration.lat"},
    {"local_acceleration.lon", 1, nullptr, "local_acceleration.lon"},
    {"local_jerk.lat", 1, nullptr, "local_jerk.lat"},
    {"local_jerk.lon", 1, nullptr, "local_jerk.lon"},
    {"local_speed.lat", 1, nullptr, "local_speed.lat"},
    {"local_speed.lon", 1, nullptr, "local_speed.lon"},
    {"logger.log_debug", 1, SCRUTINEER_GIVES(log(machine, a, "debug"))},
    {"logger.log_info", 1, SCRUTINEER_GIVES(log(machine, a, "info"))},
    {"logger.log_trace", 1, SCRUTINEER_GIVES(log(machine, a, "trace"))},
    {"logger.log_warning", 1, SCRUTINEER_GIVES(log(machine, a, "warning"))},
    {"map.exists", 0, SCRUTINEER_GIVES(truth(machine.scene().places.has_map()))},
    {"math.abs", 1, SCRUTINEER_GIVES(std::abs(a[0]))},
    {"math.acos", 1, SCRUTINEER_GIVES(std::acos(a[0]))},
    {"math.asin", 1, SCRUTINEER_GIVES(std::asin(a[0]))},
    {"math.atan", 1, SCRUTINEER_GIVES(std::atan(a[0]))},
    {"math.atan2", 2, SCRUTINEER_GIVES(std::atan2(a[0], a[1]))},
    {"math.ceil", 1, SCRUTINEER_GIVES(std::ceil(a[0]))},
    {"math.cos", 1, SCRUTINEER_GIVES(std::cos(a[0]))},
    {"math.exp", 1, SCRUTINEER_GIVES(std::exp(a[0]))},
    {"math.floor", 1, SCRUTINEER_GIVES(std::floor(a[0]))},
    {"math.hypot", 2, SCRUTINEER_GIVES(std::hypot(a[0], a[1]))},
    {"math.in_range", 3, SCRUTINEER_GIVES(truth(a[0] >= std::fmin(a[1], a[2]) && a[0] <= std::fmax(a[1], a[2])))},
    {"math.log", 1, SCRUTINEER_GIVES(std::log(a[0]))},
    {"math.log10", 1, SCRUTINEER_GIVES(std::log10(a[0]))},
    // What does not exist is not left out: the least of it does not exist either.
    {"math.max", 2, SCRUTINEER_GIVES(std::isnan(a[0]) || a[0] > a[1] ? a[0] : a[1])},
    {"math.min", 2, SCRUTINEER_GIVES(std::isnan(a[0]) || a[0] < a[1] ? a[0] : a[1])},
    {"math.pow", 2, SCRUTINEER_GIVES(std::pow(a[0], a[1]))},
    {"math.round", 1, SCRUTINEER_GIVES(std::round(a[0]))},
    {"math.sign", 1, SCRUTINEER_GIVES(std::isnan(a[0]) ? a[0] : truth(a[0] > 0.0) - truth(a[0] < 0.0))},
    {"math.sin", 1, SCRUTINEER_GIVES(std::sin(a[0]))},
    {"math.sqrt", 1, SCRUTINEER_GIVES(std::sqrt(a[0]))},
    {"math.tan", 1, SCRUTINEER_GIVES(std::tan(a[0]))},
    {"math.truncate", 1, SCRUTINEER_GIVES(std::trunc(a[0]))},
    {"msp_position.junction", 1, junction, "junction"},
    {"msp_position.lane", 1, lane, "road_position"},
    {"msp_position.lane_heading", 1, nullptr, "lane_heading"},
    {"msp_position.lane_offset", 1, nullptr, "lane_offset"},
    {"msp_position.road", 1, road, "road_position"},
    {"msp_position.s", 1, along, "road_position"},
    {"msp_position.t", 1, across, "road_position"},
    {"object_state.acceleration", 1, nullptr, "acceleration"},
    {"object_state.deviation", 1, nullptr, "deviation"},
    {"object_state.is_speed_reported", 1,
     SCRUTINEER_GIVES(truth(machine.scene().motion.speed_differences(machine.slot(a[0])) == 0))},
    {"object_state.lane_heading", 1, nullptr, "lane_heading"},
    {"object_state.lane_offset", 1, nullptr, "lane_offset"},
    {"object_state.legal_speed", 1, nullptr, "legal_speed"},
    {"object_state.min_ttc", 1, nullptr, "min_ttc"},
    {"object_state.speed", 1, nullptr, "speed"},
    {"object_state.touches_junction", 1, nullptr, "touches_junction"},
    {"object_state.yaw_rate", 1, nullptr, "yaw_rate"},
    {"physical_object.age", 1,
     SCRUTINEER_GIVES(to_seconds(machine.context().now() - machine.scene().actors.since(machine.slot(a[0]))))},
    {"physical_object.as_a", 2, SCRUTINEER_GIVES(!std::isnan(a[0]) && is_of_type(machine, a) ? a[0] : kNull)},
    {"physical_object.category", 1, SCRUTINEER_GIVES(word(info(machine, a[0]).category))},
    {"physical_object.distance", 2, distance},
    {"physical_object.distance_to_junction", 1,
     SCRUTINEER_GIVES(machine.scene().places.has_map() ? machine.scene().relations.junction_in_front(machine.slot(a[0]))
                                                       : kNull),
     "junction"},
    {"physical_object.driver", 1, SCRUTINEER_GIVES(word(watch::driver_of(machine.scene(), machine.slot(a[0]))))},
    {"physical_object.gap_to_object_in_front", 1, nullptr, "object_in_front.gap"},
    {"physical_object.get_legal_speed", 1, nullptr, "legal_speed"},
    {"physical_object.get_min_ttc", 2,
     SCRUTINEER_GIVES(machine.scene().relations.min_ttc(machine.slot(a[0]), horizon(a[1])).seconds), "ttc"},
    {"physical_object.get_min_ttc_to_objects", 3, least_ttc_to, "ttc"},
    {"physical_object.get_planned_speed", 1,
     SCRUTINEER_GIVES(watch::on_plan(view(machine, a[0])).value_or(watch::OnPlan{.speed = kNull}).speed)},
    {"physical_object.get_s_coord", 2, along, "road_position"},
    {"physical_object.get_t_coord", 2, get_t_coord, "road_position"},
    {"physical_object.get_ttc", 3,
     SCRUTINEER_GIVES(machine.scene().relations.ttc(machine.slot(a[0]), machine.slot(a[1]), horizon(a[2]))), "ttc"},
    {"physical_object.id", 1, SCRUTINEER_GIVES(machine.pools().add_text(info(machine, a[0]).id))},
    {"physical_object.is_a", 2, SCRUTINEER_GIVES(truth(!std::isnan(a[0]) && is_of_type(machine, a)))},
    {"physical_object.is_dut", 1, SCRUTINEER_GIVES(truth(machine.scene().actors.is_ego(machine.slot(a[0]))))},
    {"physical_object.is_ego", 1, SCRUTINEER_GIVES(truth(machine.scene().actors.is_ego(machine.slot(a[0]))))},
    {"physical_object.is_in_junction", 1, SCRUTINEER_GIVES(truth(junction_of(machine, a[0]).valid())), "junction"},
    {"physical_object.is_on_highway", 1,
     SCRUTINEER_GIVES(truth(machine.scene().places.has_map() && watch::is_on_motorway(view(machine, a[0])))),
     "road_position"},
    {"physical_object.is_on_road", 1, SCRUTINEER_GIVES(truth(place(machine, a[0]) != nullptr)), "road_position"},
    {"physical_object.is_present", 1, is_present},
    {"physical_object.is_slow_object_infront", 3,
     SCRUTINEER_GIVES(
         truth(machine.scene().places.has_map() && watch::is_slow_object_in_front(view(machine, a[0]), a[1], a[2]))),
     "object_in_front.gap"},
    {"physical_object.is_standing_still", 1,
     SCRUTINEER_GIVES(truth(std::abs(machine.scene().motion.speed(machine.slot(a[0]))) <= watch::kStandingStill)),
     "speed"},
    {"physical_object.is_static", 1, SCRUTINEER_GIVES(truth(info(machine, a[0]).is_static))},
    {"physical_object.is_vru", 1, SCRUTINEER_GIVES(truth(info(machine, a[0]).is_vru))},
    {"physical_object.object_distance", 4, object_distance},
    {"physical_object.object_in_front", 1,
     SCRUTINEER_GIVES(machine.scene().places.has_map()
                          ? actor(machine, machine.scene().relations.object_in_front(machine.slot(a[0])).other)
                          : kNull),
     "object_in_front.gap"},
    {"physical_object.overlaps", 2, overlaps},
    {"physical_object.road_distance", 6, road_distance, "road_distance.lon"},
    {"physical_object.road_distance_by_mode", 5, road_distance_by_mode, "road_distance.lon"},
    {"physical_object.space_gap", 3, space_gap, "road_distance.lon"},
    {"physical_object.time_gap", 3, time_gap, "road_distance.lon"},
    {"physical_object.time_headway", 2, time_headway, "road_distance.lon"},
    {"physical_object.time_to_collision", 2,
     SCRUTINEER_GIVES(machine.scene().relations.ttc(machine.slot(a[0]), machine.slot(a[1]), scene::kMaxHorizon)),
     "ttc"},
    {"physical_object.uid", 1, SCRUTINEER_GIVES(machine.scene().actors.uid(machine.slot(a[0])))},
    {"road_acceleration.lat", 1, nullptr, "road_acceleration.lat"},
    {"road_acceleration.lon", 1, nullptr, "road_acceleration.lon"},
    {"string.contains", 2, SCRUTINEER_GIVES(truth(machine.text(a[0]).find(machine.text(a[1])) != std::string::npos))},
    {"string.join", 2, join},
    {"string.length", 1, SCRUTINEER_GIVES(static_cast<double>(detail::characters(machine.text(a[0]))))},
    {"string.replace", 3,
     SCRUTINEER_GIVES(machine.pools().add_text(
         detail::replaced(machine.text(a[0]), machine.text(a[1]), machine.text(a[2]), Pools::kLongestText)))},
    {"string.split", 2, split},
    {"string.substring", 3,
     SCRUTINEER_GIVES(machine.pools().add_text(std::string(detail::substring(machine.text(a[0]), a[1], a[2]))))},
    {"string.to_float", 1, SCRUTINEER_GIVES(detail::to_float(machine.text(a[0])))},
    {"string.to_int", 1, SCRUTINEER_GIVES(detail::to_int(machine.text(a[0])))},
    {"string.to_lower", 1, SCRUTINEER_GIVES(machine.pools().add_text(detail::lower(machine.text(a[0]))))},
    {"string.to_upper", 1, SCRUTINEER_GIVES(machine.pools().add_text(detail::upper(machine.text(a[0]))))},
    {"string.trim", 1, SCRUTINEER_GIVES(machine.pools().add_text(std::string(detail::trimmed(machine.text(a[0])))))},
    {"sut.car", 0, SCRUTINEER_GIVES(actor(machine, machine.scene().actors.ego()))},
    {"top.step_time", 0, SCRUTINEER_GIVES(machine.scene().actors.step_seconds())},
    {"top.ticks", 1, ticks},
    {"top.time", 0, SCRUTINEER_GIVES(to_seconds(machine.context().now()))},
    {"traffic.animals", 0, SCRUTINEER_GIVES(machine.host().everybody(Everybody::animals))},
    {"traffic.persons", 0, SCRUTINEER_GIVES(machine.host().everybody(Everybody::persons))},
    {"traffic.physical_objects", 0, SCRUTINEER_GIVES(machine.host().everybody(Everybody::physical_objects))},
    {"traffic.plain_objects", 0, SCRUTINEER_GIVES(machine.host().everybody(Everybody::plain_objects))},
    {"traffic.vehicles", 0, SCRUTINEER_GIVES(machine.host().everybody(Everybody::vehicles))},
    {"vehicle.av_state", 1, SCRUTINEER_GIVES(word(watch::av_state_of(machine.scene(), machine.slot(a[0]))))},
    {"vehicle_indicators.av_state", 1, SCRUTINEER_GIVES(word(watch::av_state_of(machine.scene(), machine.slot(a[0]))))},
    {"vehicle_indicators.brake_light", 1, SCRUTINEER_GIVES(word(state(machine, a[0]).brake_light))},
    {"vehicle_indicators.indicator", 1, SCRUTINEER_GIVES(word(state(machine, a[0]).indicator))},
    {"velocity_vector.x", 1, SCRUTINEER_GIVES(machine.scene().motion.velocity(machine.slot(a[0])).x), "speed"},
    {"velocity_vector.y", 1, SCRUTINEER_GIVES(machine.scene().motion.velocity(machine.slot(a[0])).y), "speed"},
};
#undef SCRUTINEER_GIVES

static_assert(std::ranges::is_sorted(kIntrinsics, {}, &Intrinsic::name));

}  // namespace

std::span<const Intrinsic> intrinsics() { return kIntrinsics; }

std::optional<std::uint32_t> find_intrinsic(std::string_view name) {
  const auto found = std::ranges::lower_bound(kIntrinsics, name, {}, &Intrinsic::name);
  if (found == std::end(kIntrinsics) || found->name != name) return std::nullopt;
  return static_cast<std::uint32_t>(found - std::begin(kIntrinsics));
}

}  // namespace scrutineer::lang
