#include "lang/vm/intrinsics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "lang/lower/fold.h"
#include "lang/lower/handles.h"
#include "lang/vm/actor_types.h"
#include "lang/vm/detail/functions.h"
#include "lang/vm/detail/texts.h"
#include "lang/vm/machine.h"
#include "lang/vm/whole_numbers.h"
#include "watch/planned.h"

namespace scrutineer::lang {
namespace {

using namespace detail;
using scene::Slot;

// ---- helpers -------------------------------------------------------------------------------------------------------

double actor(const Machine& machine, Slot slot) {
  return slot.valid() ? static_cast<double>(machine.scene().actors.id(slot).index()) : kNull;
}
double actor_named(const watch::ActorRef& named) { return named.uid > 0 ? named.uid - 1.0 : kNull; }
watch::View view(const Machine& machine, double of) { return {machine.context(), machine.scene(), machine.slot(of)}; }

// ---- numbers, large whole ones among them -------------------------------------------------------------------------

double absolute(Machine& machine, const double* a) {
  if (!is_large(a[0])) return std::abs(a[0]);
  return less_whole(machine.pools(), a[0], 0.0) ? subtract_whole(machine.pools(), 0.0, a[0]) : a[0];
}
double sign(Machine& machine, const double* a) {
  const double number = to_number(machine.pools(), a[0]);
  return std::isnan(number) ? number : truth(number > 0.0) - truth(number < 0.0);
}

// ---- places --------------------------------------------------------------------------------------------------------

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

// ---- actors --------------------------------------------------------------------------------------------------------

const trace::ActorInfo& info(Machine& machine, double of) { return machine.scene().actors.info(machine.slot(of)); }
const trace::ActorState& state(Machine& machine, double of) { return machine.scene().actors.state(machine.slot(of)); }

double is_present(Machine& machine, const double* a) {
  const std::uint32_t index = index_below(a[0], kNoActor);
  return truth(index != kNoActor && machine.scene().actors.slot_of(trace::ActorId(index)).valid());
}

double instance_actor(Machine& machine, const double* a) {
  if (machine.host().instance(a[0]).cells == nullptr) return kNull;
  const double index = a[0] - std::floor(a[0] / kInstancesPerDeclaration) * kInstancesPerDeclaration;
  return index == static_cast<double>(kNoActor) ? kNull : index;
}

bool is_of_type(Machine& machine, const double* a) {
  const Slot slot = machine.slot(a[0]);
  const scene::Actors& actors = machine.scene().actors;
  const auto types = types_of(machine.program(), actors.info(slot), actors.is_ego(slot));
  return std::ranges::any_of(types, [&](std::uint32_t type) { return static_cast<double>(type) == a[1]; });
}

// ---- time ----------------------------------------------------------------------------------------------------------

// As watch::PeriodicClock, which steps from frame to frame, says it: this is the same without a memory.
double ticks(Machine& machine, const double* a) {
  const auto seconds = from_seconds(a[0]);
  if (!seconds) return 0.0;
  const Duration period = std::max(*seconds, Duration(1));
  const auto passed = [&](Time time) { return (time.time_since_epoch() + period / 100) / period; };
  const watch::Context& context = machine.context();
  return truth(context.scene.actors.epoch() == 1 || passed(context.now()) > passed(context.previous));
}

// ---- the table ------------------------------------------------------------------------------------------------------

#define SCRUTINEER_GIVES(expression)                                     \
  [](Machine& machine, const double* a) -> double {                      \
    return static_cast<void>(machine), static_cast<void>(a), expression; \
  }

// By name; `a` are the arguments, the receiver first.
constexpr Intrinsic kRows[] = {
    {"acceleration_vector.x", 1, SCRUTINEER_GIVES(machine.scene().motion.acceleration_vector(machine.slot(a[0])).x),
     "acceleration"},
    {"acceleration_vector.y", 1, SCRUTINEER_GIVES(machine.scene().motion.acceleration_vector(machine.slot(a[0])).y),
     "acceleration"},
    {"bounding_box.height", 1, SCRUTINEER_GIVES(info(machine, a[0]).height)},
    {"bounding_box.length", 1, SCRUTINEER_GIVES(info(machine, a[0]).length)},
    {"bounding_box.width", 1, SCRUTINEER_GIVES(info(machine, a[0]).width)},
    {"builtin.is_defined", 1, SCRUTINEER_GIVES(truth(exists(a[0])))},
    {"builtin.sut_error", 2, SCRUTINEER_GIVES(raise(machine, a, watch::Severity::error))},
    {"builtin.sut_warning", 2, SCRUTINEER_GIVES(raise(machine, a, watch::Severity::warning))},
    {"conditions.illumination", 0, SCRUTINEER_GIVES(word(machine.scene().environment.illumination))},
    {"conditions.precipitation", 0, SCRUTINEER_GIVES(word(machine.scene().environment.precipitation))},
    {"conditions.rainfall_rate", 0, SCRUTINEER_GIVES(machine.scene().environment.rainfall_rate.value_or(kNull))},
    {"conditions.snowfall", 0, SCRUTINEER_GIVES(word(machine.scene().environment.snowfall))},
    {"conditions.visibility", 0, SCRUTINEER_GIVES(word(machine.scene().environment.visibility))},
    {"encounter.btn", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::btn)), "ttc"},
    {"encounter.dce", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::dce)), "ttc"},
    {"encounter.drac", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::NearMeasures::drac)), "ttc"},
    {"encounter.et", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::TrailContact::et)), "ttc"},
    {"encounter.extended_delta_v", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::extended_delta_v)),
     "ttc"},
    {"encounter.headway", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::NearMeasures::headway)), "ttc"},
    {"encounter.impact_speed", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::impact_speed)), "ttc"},
    {"encounter.mdrac", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::mdrac)), "ttc"},
    {"encounter.mttc", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::mttc)), "ttc"},
    {"encounter.other_drac", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::NearMeasures::other_drac)), "ttc"},
    {"encounter.other_et", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::TrailContact::other_et)), "ttc"},
    {"encounter.pet", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::TrailContact::pet)), "ttc"},
    {"encounter.predicted_delta_v", 2,
     SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::predicted_delta_v)), "ttc"},
    {"encounter.required_deceleration", 2,
     SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::required_deceleration)), "ttc"},
    {"encounter.required_lateral", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::required_lateral)),
     "ttc"},
    {"encounter.stn", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::stn)), "ttc"},
    {"encounter.thw", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::NearMeasures::thw)), "ttc"},
    {"encounter.trail_time", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::trail_time)), "ttc"},
    {"encounter.ttc", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::NearMeasures::ttc)), "ttc"},
    {"encounter.ttce", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::ttce)), "ttc"},
    {"encounter.type", 2, encounter_type, "ttc"},
    {"encounter.wttc", 2, SCRUTINEER_GIVES(encounter_value(machine, a, &scene::Measures::wttc)), "ttc"},
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
    {"list.concat", 2, list_concat},
    {"list.contains", 2, list_contains},
    {"list.contains_all", 2, list_contains_all},
    {"list.contains_all_texts", 2, list_contains_all_texts},
    {"list.contains_text", 2, list_contains_text},
    {"list.equals", 2, list_equals},
    {"list.equals_texts", 2, list_equals_texts},
    {"list.find", 2, list_find},
    {"list.remove", 2, list_remove},
    {"list.remove_text", 2, list_remove_text},
    {"list.set", 3, list_set},
    {"list.size", 1, SCRUTINEER_GIVES(static_cast<double>(machine.list(a[0]).size()))},
    {"list.sort", 1, list_sort},
    {"list.sort_by", 2, list_sort_by},
    {"list.sort_texts", 1, list_sort_texts},
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
    {"map.curvature", 1, nullptr, "curvature"},
    {"map.distance_to_crosswalk", 1, nullptr, "crosswalk_ahead"},
    {"map.distance_to_signal", 2, distance_to_signal, "road_position"},
    {"map.distance_to_stop_line", 1, nullptr, "stop_line_ahead"},
    {"map.exists", 0, SCRUTINEER_GIVES(truth(machine.scene().places.has_map()))},
    {"map.grade", 1, nullptr, "grade"},
    {"map.is_divided", 1, SCRUTINEER_GIVES(truth(machine.scene().surroundings.is_divided(machine.slot(a[0])))),
     "road_position"},
    {"map.junction_kind", 1, junction_kind, "road_position"},
    {"map.lane_count", 1, nullptr, "lane_count"},
    {"map.lane_type", 1, lane_type, "road_position"},
    {"map.lane_type_beside", 2, lane_type_beside, "road_position"},
    {"map.lane_width", 1, nullptr, "lane_width"},
    {"map.legal_speed_ahead", 2, legal_speed_ahead, "legal_speed"},
    {"map.light_colour", 1, light_colour},
    {"map.marking", 2, marking, "road_position"},
    {"map.marking_colour", 2, marking_colour, "road_position"},
    {"map.road_type", 1, road_type, "road_position"},
    {"map.signal_id", 1, signal_id},
    {"map.signal_kind", 1, signal_kind},
    {"map.signals_ahead", 2, signals_ahead, "road_position"},
    {"math.abs", 1, absolute},
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
    {"math.max", 2, SCRUTINEER_GIVES(!exists(a[0]) || less_whole(machine.pools(), a[1], a[0]) ? a[0] : a[1])},
    {"math.min", 2, SCRUTINEER_GIVES(!exists(a[0]) || less_whole(machine.pools(), a[0], a[1]) ? a[0] : a[1])},
    {"math.pow", 2, SCRUTINEER_GIVES(std::pow(a[0], a[1]))},
    {"math.round", 1, SCRUTINEER_GIVES(std::round(a[0]))},
    {"math.sign", 1, sign},
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
    {"object_state.curvature", 1, nullptr, "curvature"},
    {"object_state.deviation", 1, nullptr, "deviation"},
    {"object_state.grade", 1, nullptr, "grade"},
    {"object_state.is_on_connecting_road", 1, nullptr, "on_connecting_road"},
    {"object_state.is_speed_reported", 1,
     SCRUTINEER_GIVES(truth(machine.scene().motion.speed_differences(machine.slot(a[0])) == 0))},
    {"object_state.lane_count", 1, nullptr, "lane_count"},
    {"object_state.lane_crossing", 1, nullptr, "lane_crossing"},
    {"object_state.lane_heading", 1, nullptr, "lane_heading"},
    {"object_state.lane_offset", 1, nullptr, "lane_offset"},
    {"object_state.lane_width", 1, nullptr, "lane_width"},
    {"object_state.legal_speed", 1, nullptr, "legal_speed"},
    {"object_state.min_ttc", 1, nullptr, "min_ttc"},
    {"object_state.speed", 1, nullptr, "speed"},
    {"object_state.touches_junction", 1, nullptr, "touches_junction"},
    {"object_state.vehicles_near", 1, nullptr, "vehicles_near"},
    {"object_state.yaw_rate", 1, nullptr, "yaw_rate"},
    {"physical_object.age", 1,
     SCRUTINEER_GIVES(to_seconds(machine.context().now() - machine.scene().actors.since(machine.slot(a[0]))))},
    {"physical_object.as_a", 2, SCRUTINEER_GIVES(!std::isnan(a[0]) && is_of_type(machine, a) ? a[0] : kNull)},
    {"physical_object.behind", 1, vehicle_behind, "road_position"},
    {"physical_object.category", 1, SCRUTINEER_GIVES(word(info(machine, a[0]).category))},
    {"physical_object.distance", 2, distance},
    {"physical_object.distance_to_junction", 1, nullptr, "junction_ahead"},
    {"physical_object.distance_to_light", 1, nullptr, "light_ahead"},
    {"physical_object.driver", 1, SCRUTINEER_GIVES(word(watch::driver_of(machine.scene(), machine.slot(a[0]))))},
    {"physical_object.follower_beside", 2, follower_beside, "road_position"},
    {"physical_object.gap_behind", 1, gap_behind, "road_position"},
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
    {"physical_object.leader_beside", 2, leader_beside, "road_position"},
    {"physical_object.nearest", 3, nearest_of_kind},
    {"physical_object.neighbours", 3, neighbours, "road_position"},
    {"physical_object.next_light", 1, next_light, "road_position"},
    {"physical_object.next_light_colour", 1, next_light_colour, "road_position"},
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
    {"string.join", 2, join_texts},
    {"string.length", 1, SCRUTINEER_GIVES(static_cast<double>(detail::characters(machine.text(a[0]))))},
    {"string.replace", 3,
     SCRUTINEER_GIVES(machine.pools().add_text(
         detail::replaced(machine.text(a[0]), machine.text(a[1]), machine.text(a[2]), Pools::kLongestText)))},
    {"string.split", 2, split_text},
    {"string.substring", 3,
     SCRUTINEER_GIVES(machine.pools().add_text(std::string(detail::substring(machine.text(a[0]), a[1], a[2]))))},
    {"string.to_float", 1, SCRUTINEER_GIVES(detail::to_float(machine.text(a[0])))},
    {"string.to_int", 1, SCRUTINEER_GIVES(whole_of(machine.pools(), machine.text(a[0])))},
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

static_assert(std::ranges::is_sorted(kRows, {}, &Intrinsic::name));

// ---- who is not there ------------------------------------------------------------------------------------------------

// By the type that stands before the point: actors, and views of them.
constexpr AskedOf asked_of(std::string_view name) {
  constexpr std::string_view kOfNobody[] = {"builtin", "conditions", "instance", "issue",  "logger",
                                            "math",    "sut",        "top",      "traffic"};
  // What the map is asked of a place is asked of the actor that is there.
  constexpr std::string_view kOfMap[] = {"map.exists", "map.light_colour", "map.signal_id", "map.signal_kind"};
  constexpr std::string_view kOfTwo[] = {"physical_object.distance",        "physical_object.get_ttc",
                                         "physical_object.object_distance", "physical_object.overlaps",
                                         "physical_object.road_distance",   "physical_object.road_distance_by_mode",
                                         "physical_object.space_gap",       "physical_object.time_gap",
                                         "physical_object.time_headway",    "physical_object.time_to_collision"};
  const std::string_view type = name.substr(0, name.find('.'));
  if (type == "string") return AskedOf::text;
  if (type == "list") return AskedOf::list;
  if (type == "encounter") return AskedOf::two_actors;
  if (name == "physical_object.is_present") return AskedOf::nobody;  // the question itself
  if (std::ranges::find(kOfMap, name) != std::end(kOfMap)) return AskedOf::nobody;
  if (std::ranges::find(kOfNobody, type) != std::end(kOfNobody)) return AskedOf::nobody;
  return std::ranges::find(kOfTwo, name) == std::end(kOfTwo) ? AskedOf::actor : AskedOf::two_actors;
}

// A question with yes or no is answered with no.
constexpr double otherwise(std::string_view name) {
  const std::string_view what = name.substr(name.find('.') + 1);
  const bool is_truth = what.starts_with("is_") || what.starts_with("contains") || what == "overlaps" ||
                        what == "touches_junction" || what == "equals" || what == "equals_texts";
  return is_truth ? 0.0 : kNull;
}

constexpr auto kIntrinsics = [] {
  std::array<Intrinsic, std::size(kRows)> all{};
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i] = kRows[i];
    all[i].asked_of = asked_of(kRows[i].name);
    all[i].otherwise = otherwise(kRows[i].name);
  }
  return all;
}();

}  // namespace

std::span<const Intrinsic> intrinsics() { return kIntrinsics; }

std::optional<std::uint32_t> find_intrinsic(std::string_view name) {
  const auto found = std::ranges::lower_bound(kIntrinsics, name, {}, &Intrinsic::name);
  if (found == kIntrinsics.end() || found->name != name) return std::nullopt;
  return static_cast<std::uint32_t>(found - kIntrinsics.begin());
}

}  // namespace scrutineer::lang
