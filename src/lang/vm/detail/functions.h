// What stands behind the names of domain.osc, where it is more than a line: functions as vm/intrinsics.h lists them.
// `a` are the arguments, the receiver first.
#pragma once

#include <cstdint>
#include <string_view>

#include "lang/lower/handles.h"
#include "lang/vm/machine.h"

namespace scrutineer::lang::detail {

// ---- helpers --------------------------------------------------------------------------------------------------------

constexpr double truth(bool value) { return value ? 1.0 : 0.0; }

template <typename Enum>
double word(Enum value) {
  return static_cast<double>(static_cast<int>(value));
}

// The word at that place.
template <typename Enum>
Enum choice(double value, std::uint32_t count) {
  const std::uint32_t place = index_below(value, count);
  if (place == count) Machine::fail("null access: there is no such word");
  return static_cast<Enum>(place);
}

// In the order of domain.osc.
enum class Route : std::uint8_t { on_road, on_lane };
inline Route route(double value) { return choice<Route>(value, 2); }

// ---- distances ------------------------------------------------------------------------------------------------------

double road_distance(Machine& machine, const double* a);
double road_distance_by_mode(Machine& machine, const double* a);
double object_distance(Machine& machine, const double* a);
double distance(Machine& machine, const double* a);
double space_gap(Machine& machine, const double* a);
double time_gap(Machine& machine, const double* a);
double time_headway(Machine& machine, const double* a);
double horizon(double wanted);  // at most as far as the scene looks ahead
double least_ttc_to(Machine& machine, const double* a);
// How two actors meet (scene/encounters.h); what they were before is known from the first time that somebody asks.
double encounter_value(Machine& machine, const double* a, double scene::NearMeasures::* of);
double encounter_value(Machine& machine, const double* a, double scene::Measures::* of);
double encounter_value(Machine& machine, const double* a, double scene::TrailContact::* of);
double encounter_type(Machine& machine, const double* a);
double overlaps(Machine& machine, const double* a);

// ---- roads and lights -----------------------------------------------------------------------------------------------

double lane_type(Machine& machine, const double* a);
double lane_type_beside(Machine& machine, const double* a);
double marking(Machine& machine, const double* a);
double marking_colour(Machine& machine, const double* a);
double road_type(Machine& machine, const double* a);
double junction_kind(Machine& machine, const double* a);
double legal_speed_ahead(Machine& machine, const double* a);
double signals_ahead(Machine& machine, const double* a);
double distance_to_signal(Machine& machine, const double* a);
double signal_id(Machine& machine, const double* a);
double signal_kind(Machine& machine, const double* a);
double light_colour(Machine& machine, const double* a);
double next_light(Machine& machine, const double* a);
double next_light_colour(Machine& machine, const double* a);
double vehicle_behind(Machine& machine, const double* a);
double gap_behind(Machine& machine, const double* a);
double leader_beside(Machine& machine, const double* a);
double follower_beside(Machine& machine, const double* a);
double neighbours(Machine& machine, const double* a);
double nearest_of_kind(Machine& machine, const double* a);

// ---- issues and messages --------------------------------------------------------------------------------------------

// That is being raised; a fault where there is none.
watch::Issue& issue(Machine& machine);
double issue_kind(Machine& machine, const double* a);
double modify_of_kind(Machine& machine, const double* a);
double modify_any(Machine& machine, const double* a);
double raise(Machine& machine, const double* a, watch::Severity severity);
double log(Machine& machine, const double* a, std::string_view level);

// ---- lists and texts ------------------------------------------------------------------------------------------------

double list_contains(Machine& machine, const double* a);
double list_contains_text(Machine& machine, const double* a);
double list_contains_all(Machine& machine, const double* a);
double list_contains_all_texts(Machine& machine, const double* a);
double list_equals(Machine& machine, const double* a);
double list_equals_texts(Machine& machine, const double* a);
double list_find(Machine& machine, const double* a);
double list_append(Machine& machine, const double* a);
double list_concat(Machine& machine, const double* a);
double list_remove(Machine& machine, const double* a);  // the first that is equal
double list_remove_text(Machine& machine, const double* a);
double list_set(Machine& machine, const double* a);  // list, place, element
double list_sort(Machine& machine, const double* a);
double list_sort_by(Machine& machine, const double* a);  // by numbers in another list, as long
double list_sort_texts(Machine& machine, const double* a);
double split_text(Machine& machine, const double* a);
double join_texts(Machine& machine, const double* a);

}  // namespace scrutineer::lang::detail
