#include "lang/library/standard_behaviours.h"

#include <algorithm>

namespace scrutineer::lang {
namespace {

// Actions of OpenSCENARIO DSL 2.2.0, sorted by name. All take a duration.
constexpr StandardBehaviour kActions[] = {
    {"air", "environment", "temperature pressure relative_humidity"},
    {"assign_acceleration", "movable_object", "acceleration"},
    {"assign_celestial_position", "environment", "light_source azimuth elevation"},
    {"assign_orientation", "movable_object", "orientation"},
    {"assign_position", "movable_object", "position route_point odr_point"},
    {"assign_speed", "movable_object", "speed"},
    {"change_acceleration", "movable_object", "target rate_profile rate_peak"},
    {"change_lane", "vehicle", "num_of_lanes side reference offset rate_profile rate_peak target"},
    {"change_position", "movable_object",
     "target_position target_st target_odr target_xyz interpolation on_road_network"},
    {"change_space_gap", "vehicle", "target direction reference"},
    {"change_space_headway", "vehicle", "target direction reference"},
    {"change_speed", "movable_object", "target rate_profile rate_peak"},
    {"change_time_gap", "vehicle", "target direction reference"},
    {"change_time_headway", "vehicle", "target direction reference"},
    {"clouds", "environment", "cloudiness"},
    {"connect_trailer", "vehicle", "trailer"},
    {"disconnect_trailer", "vehicle", ""},
    {"drive", "vehicle", ""},
    {"fog", "environment", "visual_range"},
    {"follow_lane", "vehicle", "offset rate_profile rate_peak target"},
    {"follow_path", "movable_object", "absolute relative reference transform start_offset end_offset"},
    {"follow_trajectory", "movable_object", "absolute relative reference transform start_offset end_offset"},
    {"keep_acceleration", "movable_object", ""},
    {"keep_space_gap", "vehicle", "reference direction"},
    {"keep_space_headway", "vehicle", "reference"},
    {"keep_speed", "movable_object", ""},
    {"keep_time_gap", "vehicle", "reference direction"},
    {"keep_time_headway", "vehicle", "reference"},
    {"move", "movable_object", ""},
    {"play_cycles", "traffic_light_controller", "cycles"},
    {"rain", "environment", "intensity"},
    {"remain_stationary", "movable_object", ""},
    {"replay_path", "movable_object", "absolute relative reference transform start_offset end_offset"},
    {"replay_trajectory", "movable_object", "absolute relative reference transform start_offset end_offset"},
    {"set_bulb_state", "traffic_light_controller", "traffic_light bulb_color bulb_kind bulb_state sync"},
    {"set_group_bulb_state", "traffic_light_controller", "traffic_light bulb_color bulb_kind bulb_state sync"},
    {"set_group_semantic_state", "traffic_light_controller", "traffic_light_group state sync"},
    {"set_group_state", "traffic_light_controller", "group state sync"},
    {"set_semantic_state", "traffic_light_controller", "traffic_light state sync"},
    {"set_state", "traffic_light_controller", "traffic_light state sync"},
    {"snow", "environment", "intensity"},
    {"walk", "person", ""},
    {"wind", "environment", "speed direction"},
};
static_assert(std::ranges::is_sorted(kActions, {}, &StandardBehaviour::name));

// Likewise modifiers.
constexpr StandardBehaviour kModifiers[] = {
    {"acceleration", "movable_object", "acceleration acceleration_range"},
    {"along", "movable_object", "route start_offset end_offset"},
    {"along_trajectory", "movable_object", "trajectory start_offset end_offset"},
    {"avoid_collisions", "movable_object", "avoid"},
    {"change_lane", "movable_object", "lane side"},
    {"change_speed", "movable_object", "speed speed_range"},
    {"compound_lane_side", "map", "lane1 side lane2 count route"},
    {"crossing_connects", "map", "crossing start_lane end_lane start_s_coord start_angle"},
    {"distance", "movable_object", "distance"},
    {"end_lane", "map", "lane"},
    {"keep_lane", "movable_object", ""},
    {"keep_position", "movable_object", ""},
    {"keep_speed", "movable_object", ""},
    {"lane", "movable_object", "lane side_of side from same_as"},
    {"lane_side", "map", "lane1 side lane2 count lane_section"},
    {"lateral", "movable_object", "distance distance_range side_of side measure_by"},
    {"location", "stationary_object", "pose"},
    {"number_of_lanes", "map", "route num_of_lanes lane_type lane_use directionality"},
    {"orientation", "movable_object", "yaw pitch roll relative_to measure_by"},
    {"physical_movement", "movable_object", "option"},
    {"position", "movable_object",
     "distance time distance_range time_range ahead_of behind ahead_of_point behind_point at_point project_on_route"},
    {"roads_follow_in_junction", "map",
     "junction in_road out_road direction clockwise_count number_of_roads in_lane out_lane junction_route "
     "resulting_route"},
    {"routes_are_in_sequence", "map", "preceding succeeding road"},
    {"routes_are_opposite", "map", "route1 route2 containing_road lateral_overlap"},
    {"routes_overlap", "map", "route1 route2 overlap_kind"},
    {"set_map_file", "map", "file"},
    {"set_traffic_lights_control_file", "map", "file"},
    {"speed", "movable_object", "speed speed_range direction faster_than slower_than same_as factor"},
    {"start_lane", "map", "lane"},
    {"tow_trailer", "vehicle", "trailer"},
    {"yaw", "movable_object", "angle angle_range relative_to measure_by"},
};
static_assert(std::ranges::is_sorted(kModifiers, {}, &StandardBehaviour::name));

// Parameters whose type is known here, or a range of it; of all behaviours where none is named. A reference is to any
// physical object: which kinds of them a scenario may have is left to it.
struct TypedParameter {
  std::string_view behaviour, name, type;
};
constexpr TypedParameter kTyped[] = {
    {"", "acceleration", "acceleration"},
    {"", "acceleration_range", "acceleration"},
    {"", "ahead_of", "physical_object"},
    {"", "angle", "angle"},
    {"", "angle_range", "angle"},
    {"", "azimuth", "angle"},
    {"", "behind", "physical_object"},
    {"", "cloudiness", "int"},
    {"", "clockwise_count", "int"},
    {"", "count", "int"},
    {"", "distance", "length"},
    {"", "distance_range", "length"},
    {"", "duration", "time"},
    {"", "elevation", "angle"},
    {"", "end_offset", "length"},
    {"", "factor", "float"},
    {"", "faster_than", "physical_object"},
    {"", "file", "string"},
    {"", "intensity", "speed"},
    {"", "num_of_lanes", "int"},
    {"", "number_of_roads", "int"},
    {"", "offset", "length"},
    {"", "on_road_network", "bool"},
    {"", "pitch", "angle"},
    {"", "pressure", "pressure"},
    {"", "relative_humidity", "float"},
    {"", "relative_to", "physical_object"},
    {"", "roll", "angle"},
    {"", "same_as", "physical_object"},
    {"", "side_of", "physical_object"},
    {"", "slower_than", "physical_object"},
    {"", "speed", "speed"},
    {"", "speed_range", "speed"},
    {"", "start_angle", "angle"},
    {"", "start_offset", "length"},
    {"", "start_s_coord", "length"},
    {"", "temperature", "temperature"},
    {"", "time", "time"},
    {"", "time_range", "time"},
    {"", "visual_range", "length"},
    {"", "yaw", "angle"},
    {"change_acceleration", "rate_peak", "jerk"},
    {"change_acceleration", "target", "acceleration"},
    {"change_lane", "lane", "int"},
    {"change_lane", "rate_peak", "speed"},
    {"change_space_gap", "target", "length"},
    {"change_space_headway", "target", "length"},
    {"change_speed", "rate_peak", "acceleration"},
    {"change_speed", "target", "speed"},
    {"change_time_gap", "target", "time"},
    {"change_time_headway", "target", "time"},
    {"follow_lane", "rate_peak", "speed"},
    {"lane", "lane", "int"},
    {"wind", "direction", "angle"},
};

// What all modifiers of movements take.
constexpr std::string_view kOfMovements = "at movement_mode track shape";

// Parameters, variables and methods of types that domain.osc declares with other members.
struct Members {
  std::string_view type;
  std::string_view names;
};
constexpr Members kMembers[] = {
    {"bounding_box", "center length width height"},
    {"map",
     "map_file routes junctions driving_rule traffic_light_groups traffic_light_control odr_to_route_point "
     "xyz_to_route_point route_point_to_xyz outer_side inner_side create_route create_route_point "
     "create_xyz_point create_odr_point create_path create_path_odr_points create_path_route_points "
     "create_trajectory create_trajectory_odr_points create_trajectory_route_points resolve_relative_path "
     "resolve_relative_trajectory get_map_file"},
    {"movable_object", "velocity acceleration speed distance_along_route"},
    {"physical_object",
     "bounding_box color geometry_reference center_of_gravity pose object_distance road_distance "
     "distance_to_xyz_point distance_to_route_point distance_to_odr_point get_s_coord get_t_coord "
     "get_route_point set_bm initial_bm"},
    {"traffic_participant",
     "intended_infrastructure role time_to_collision time_headway time_gap space_gap space_headway"},
    {"trailer", "trailer_category coupler tow_vehicle"},
    {"vehicle", "vehicle_category axles rear_overhang trailer_receiver"},
};

// Of all enumerations.
constexpr std::string_view kWords[] = {
    "absolute",
    "actual",
    "agriculture",
    "ahead",
    "aircraft",
    "all",
    "always",
    "ambulance",
    "animal",
    "any",
    "aqua",
    "arrow_diagonal_left",
    "arrow_diagonal_right",
    "arrow_left",
    "arrow_left_right",
    "arrow_left_straight",
    "arrow_right",
    "arrow_right_straight",
    "arrow_straight",
    "arrow_u_turn_left",
    "arrow_u_turn_right",
    "asap",
    "attention",
    "ball",
    "behind",
    "bi_direction",
    "bicycle",
    "bicycle_left",
    "bicycle_right",
    "biking",
    "black",
    "blue",
    "border",
    "bounding_boxes",
    "broken",
    "brown",
    "bus",
    "car",
    "caution",
    "center_to_center",
    "center_to_left",
    "center_to_right",
    "central_axle_trailer",
    "circle",
    "civil",
    "closest",
    "connecting_ramp",
    "constant",
    "construction",
    "countdown",
    "crossing",
    "curb",
    "curb_level",
    "dangerous_goods_transport",
    "driving",
    "end",
    "entry",
    "equal",
    "euclidean",
    "exit",
    "fifth_wheel",
    "fire_brigade",
    "free",
    "freight_transport",
    "from_end",
    "from_start",
    "fuchsia",
    "full_trailer",
    "garbage_collection",
    "go",
    "go_exclusive",
    "gray",
    "green",
    "heavy_truck",
    "horse_rider",
    "hov",
    "inside",
    "is_flashing",
    "is_off",
    "is_on",
    "land_vehicle",
    "lane",
    "lane_arrow_down",
    "lane_arrow_down_left",
    "lane_arrow_down_right",
    "lane_cross",
    "lane_relative",
    "lane_section",
    "lateral",
    "left",
    "left_hand_traffic",
    "left_to_center",
    "left_to_left",
    "left_to_right",
    "length_to_length",
    "length_to_width",
    "lime",
    "longitudinal",
    "marked",
    "maroon",
    "median",
    "micro_mobility_device",
    "military",
    "mixed_traffic_vru",
    "monotonous",
    "motorcycle",
    "must_be_physical",
    "navy",
    "never",
    "non_driving",
    "non_functional",
    "none",
    "normal",
    "object_relative",
    "off",
    "off_ramp",
    "olive",
    "on_crossing",
    "on_lane",
    "on_lane_section",
    "on_ramp",
    "on_road",
    "orange",
    "other",
    "outside",
    "parking",
    "pedestrian",
    "pedestrian_standing",
    "pedestrian_walking",
    "person_bicycle",
    "pintle",
    "police",
    "prefer_non_physical",
    "prefer_physical",
    "projected",
    "protected_sidewalk",
    "pt_backslash_bar",
    "pt_horizontal_bar",
    "pt_slash_bar",
    "pt_small_circle",
    "pt_triangle",
    "pt_vertical_bar",
    "public_transport",
    "purple",
    "rail",
    "rail_road",
    "red",
    "reference_points",
    "refuge_island",
    "relative_to_north",
    "relative_to_reference",
    "relative_to_road",
    "restricted",
    "right",
    "right_hand_traffic",
    "right_to_center",
    "right_to_left",
    "right_to_right",
    "road",
    "road_level",
    "road_relative",
    "roadside_assistance",
    "same",
    "semi_tractor",
    "semi_trailer",
    "shoulder",
    "sidewalk",
    "silver",
    "smooth",
    "solid",
    "sometimes",
    "special_transport",
    "split",
    "stand_up_scooter",
    "start",
    "stop",
    "stop_attention",
    "straight",
    "straight_line",
    "switch_a",
    "switch_bar_v",
    "switch_bar_v_flipped",
    "switch_bar_v_left",
    "switch_bar_v_right",
    "switch_dotted_circle",
    "switch_t",
    "switch_v_flipped",
    "switch_v_left",
    "switch_v_right",
    "switch_x",
    "taxi",
    "teal",
    "traffic_control",
    "trailer",
    "train",
    "tram",
    "txt_dont_walk",
    "txt_walk",
    "u_turn",
    "uni_direction",
    "unknown",
    "unmarked",
    "van",
    "vertical",
    "violet",
    "vru_vehicles",
    "watercraft",
    "waypoint",
    "wheelchair",
    "white",
    "width_to_length",
    "width_to_width",
    "work_machine",
    "world_relative",
    "yellow",
    "zebra",
};
static_assert(std::ranges::is_sorted(kWords));

bool holds(std::string_view names, std::string_view name) {
  for (std::size_t at = names.find(name); at != std::string_view::npos && !name.empty();
       at = names.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if ((at == 0 || names[at - 1] == ' ') && (end == names.size() || names[end] == ' ')) return true;
  }
  return false;
}

const StandardBehaviour* find(std::span<const StandardBehaviour> behaviours, std::string_view name) {
  const auto found = std::ranges::lower_bound(behaviours, name, {}, &StandardBehaviour::name);
  return found != behaviours.end() && found->name == name ? &*found : nullptr;
}

void add_words(std::string_view names, std::vector<std::string_view>& result) {
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    if (end > 0) result.push_back(names.substr(0, end));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
}

}  // namespace

std::span<const StandardBehaviour> standard_actions() { return kActions; }
std::span<const StandardBehaviour> standard_modifiers() { return kModifiers; }
const StandardBehaviour* standard_action(std::string_view name) { return find(kActions, name); }
const StandardBehaviour* standard_modifier(std::string_view name) { return find(kModifiers, name); }

std::vector<std::string_view> parameters_of(const StandardBehaviour& behaviour) {
  std::vector<std::string_view> names;
  add_words(behaviour.parameters, names);
  if (standard_action(behaviour.name) == &behaviour)
    names.emplace_back("duration");
  else if (behaviour.actor == "movable_object")
    add_words(kOfMovements, names);
  return names;
}

std::string_view type_of_parameter(const StandardBehaviour& behaviour, std::string_view parameter) {
  for (const auto& [of, name, type] : kTyped)
    if (name == parameter && (of.empty() || of == behaviour.name)) return type;
  return {};
}

bool is_standard_member(std::string_view type, std::string_view name) {
  const auto* const found = std::ranges::find(kMembers, type, &Members::type);
  return found != std::end(kMembers) && holds(found->names, name);
}

bool is_standard_word(std::string_view name) { return std::ranges::binary_search(kWords, name); }

}  // namespace scrutineer::lang
