// ISO 34503's taxonomy as a table, and the concepts that this program knows beyond it. A test holds the first part
// against the standard's own YAML (OpenODD 1.0, annex B.3).

#include <string>

#include "base/text.h"
#include "odd/detail/expression.h"
#include "odd/taxonomy.h"
#include "odd/units.h"

namespace scrutineer::odd {
namespace {

using Kind = Concept::Kind;

// Literals are divided by |; those of a level have their range behind a colon. `of` is the unit type of a number, and
// the path of the concept that levels are ranges of.
struct ConceptRow {
  std::string_view path;
  Kind kind;
  std::string_view of = {}, literals = {};
  bool is_integer = false;
};

constexpr ConceptRow kIsoRows[] = {
    {"scenery_elements", Kind::record},
    {"scenery_elements.zone", Kind::record},
    {"scenery_elements.zone.geofenced_areas", Kind::text},
    {"scenery_elements.zone.zone_type", Kind::record},
    {"scenery_elements.zone.zone_type.fixed_zone", Kind::category, "",
     "school_zone|environmental_zone|industrial_zone|parking_lot"},
    {"scenery_elements.zone.zone_type.dynamic_zone", Kind::category, "", "traffic_management_zone|mobile_work_zone"},
    {"scenery_elements.zone.zone_type.interference_zone", Kind::category, "",
     "urban_canyon|overhead_wires|dense_foliage"},
    {"scenery_elements.zone.zone_type.port_zone", Kind::category, "", "any_port_zone"},
    {"scenery_elements.zone.zone_type.freight_distribution_centre", Kind::category, "", "any_distribution_centre"},
    {"scenery_elements.zone.region_or_states", Kind::text},
    {"scenery_elements.drivable_area", Kind::record},
    {"scenery_elements.drivable_area.drivable_area_type", Kind::category, "",
     "motorways_or_highways_or_interstates|primary_roads|radial_roads|distributor_roads|minor_or_local_roads|"
     "slip_roads_or_off-ramps|parking_space|shared_space"},
    {"scenery_elements.drivable_area.drivable_area_type_classification", Kind::category, "",
     "with_active_traffic_management|without_active_traffic_management"},
    {"scenery_elements.drivable_area.drivable_area_geometry", Kind::record},
    {"scenery_elements.drivable_area.drivable_area_geometry.horizontal_plane", Kind::category, "",
     "straight_lines|curves"},
    {"scenery_elements.drivable_area.drivable_area_geometry.transverse_plane", Kind::record},
    {"scenery_elements.drivable_area.drivable_area_geometry.transverse_plane.transverse_plane_type", Kind::category, "",
     "divided|undivided|pavements"},
    {"scenery_elements.drivable_area.drivable_area_geometry.transverse_plane.barriers_on_road_edges", Kind::category,
     "", "any_barriers_on_road_edges"},
    {"scenery_elements.drivable_area.drivable_area_geometry.transverse_plane.types_of_lanes_together", Kind::category,
     "", "any_types_of_lanes_together"},
    {"scenery_elements.drivable_area.drivable_area_geometry.transverse_plane.superelevation_banking", Kind::category,
     "", "any_superelevation_banking"},
    {"scenery_elements.drivable_area.drivable_area_geometry.longitudinal_plane", Kind::category, "",
     "up-slope|down-slope|level_plane"},
    {"scenery_elements.drivable_area.drivable_area_lane_specification", Kind::record},
    {"scenery_elements.drivable_area.drivable_area_lane_specification.lane_dimensions", Kind::category, "",
     "any_lane_dimension"},
    {"scenery_elements.drivable_area.drivable_area_lane_specification.lane_marking", Kind::category, "",
     "clear_lane_marking|blurred_lane_marking|no_lane_marking|temporary_lane_marking"},
    {"scenery_elements.drivable_area.drivable_area_lane_specification.lane_type", Kind::category, "",
     "bus_lane|traffic_lane|cycle_lane|tram_lane|emergency_lane|shared_lane|other_special_purpose_lanes"},
    {"scenery_elements.drivable_area.drivable_area_lane_specification.direction_of_travel", Kind::category, "",
     "right-hand_travel|left-hand_travel"},
    {"scenery_elements.drivable_area.drivable_area_lane_specification.speed_limit", Kind::number, "velocity", "", true},
    {"scenery_elements.drivable_area.drivable_area_signs", Kind::record},
    {"scenery_elements.drivable_area.drivable_area_signs.sign_types", Kind::category, "",
     "regulatory_signs|warning_signs|information_signs"},
    {"scenery_elements.drivable_area.drivable_area_signs.sign_features", Kind::category, "",
     "movable_signs|fixed_signs"},
    {"scenery_elements.drivable_area.drivable_area_edge", Kind::category, "",
     "line_markers|snowbanks|solid_barriers|temporary_line_marker|none"},
    {"scenery_elements.drivable_area.drivable_area_shoulder", Kind::category, "", "paved or gravel|grass"},
    {"scenery_elements.drivable_area.drivable_area_surface", Kind::record},
    {"scenery_elements.drivable_area.drivable_area_surface.drivable_area_surface_type", Kind::category, "",
     "asphalt|cement_concrete|pavers|cobblestone|granite_setts|gravel"},
    {"scenery_elements.drivable_area.drivable_area_surface.drivable_area_surface_features", Kind::record},
    {"scenery_elements.drivable_area.drivable_area_surface.drivable_area_surface_features.damages", Kind::category, "",
     "cracks|potholes|ruts|swells"},
    {"scenery_elements.drivable_area.drivable_area_surface.drivable_area_surface_features.artificial_features",
     Kind::category, "", "speed_bumps|intentional_speed_reduction_obstacles"},
    {"scenery_elements.drivable_area.drivable_area_surface.drivable_area_included_surface_condition", Kind::category,
     "", "icy|flooded|standing_water|snow_on_surface|wet|surface_contamination"},
    {"scenery_elements.junctions", Kind::record},
    {"scenery_elements.junctions.roundabout_diameter", Kind::number, "length", "", true},
    {"scenery_elements.junctions.roundabout", Kind::category, "scenery_elements.junctions.roundabout_diameter",
     "mini: <= 28 m|compact: [28 .. 36] m|normal: [36 .. 100] m|large: >= 100 m"},
    {"scenery_elements.junctions.double", Kind::boolean},
    {"scenery_elements.junctions.roundabout_classification", Kind::category, "",
     "signalized_roundabout|non-signalized_roundabout_with_yielding_traffic|"
     "non-signalized_roundabout_without_yielding_traffic"},
    {"scenery_elements.junctions.intersection", Kind::category, "",
     "t-junction|y-junction|cross_road|staggered|grade_separated"},
    {"scenery_elements.junctions.intersection_classification", Kind::category, "",
     "signalized_intersection|non-signalized_intersection"},
    {"scenery_elements.basic_road_structures", Kind::category, "", "building|streetlight|street_furniture|vegetation"},
    {"scenery_elements.special_structures", Kind::record},
    {"scenery_elements.special_structures.special_structures_type", Kind::category, "",
     "automatic_access_control_barrier|bridge|pedestrian_crossing|rail_crossing|tunnel|toll_plaza"},
    {"scenery_elements.special_structures.special_structures_dimension", Kind::record},
    {"scenery_elements.special_structures.special_structures_dimension.special_structures_length", Kind::number,
     "length"},
    {"scenery_elements.special_structures.special_structures_dimension.special_structures_width", Kind::number,
     "length"},
    {"scenery_elements.special_structures.special_structures_dimension.special_structures_height", Kind::number,
     "length"},
    {"scenery_elements.special_structures.special_structures_dimension.special_structures_shoulder_width", Kind::number,
     "length"},
    {"scenery_elements.special_structures.special_structures_usage", Kind::category, "", "driving_on|driving_under"},
    {"scenery_elements.temporary_drivable_area_structures", Kind::category, "",
     "construction_site_detour|refuse_collection|road_work|signage"},
    {"environmental_conditions", Kind::record},
    {"environmental_conditions.ambient_air_temperature", Kind::number, "temperature"},
    {"environmental_conditions.weather", Kind::record},
    {"environmental_conditions.weather.wind.wind_speed", Kind::number, "velocity"},
    {"environmental_conditions.weather.wind", Kind::category, "environmental_conditions.weather.wind.wind_speed",
     "no_wind: <= 0 m/s|calm: [0 .. 0.2] m/s|light_air: [0.2 .. 1.5] m/s|light_breeze: [1.5 .. 3.3] m/s|"
     "gentle_breeze: [3.3 .. 5.4] m/s|moderate_breeze: [5.4 .. 7.9] m/s|fresh_breeze: [7.9 .. 10.7] m/s|"
     "strong_breeze: [10.7 .. 13.8] m/s|near_gale: [13.8 .. 17.1] m/s|gale: [17.1 .. 20.7] m/s|"
     "strong_gale: [20.7 .. 24.4] m/s|storm: [24.4 .. 28.4] m/s|violent_storm: [28.4 .. 32.6] m/s|"
     "hurricane_force: >= 32.6 m/s"},
    {"environmental_conditions.weather.rain", Kind::record},
    {"environmental_conditions.weather.rain.average_rainfall_per_time", Kind::number, "precipitation_rate"},
    {"environmental_conditions.weather.rain.average_rainfall_per_area", Kind::number, "precipitation_rate"},
    {"environmental_conditions.weather.rain.rainfall", Kind::category, "", "dynamic|convective|orographic"},
    {"environmental_conditions.weather.rain.rainfall_rate", Kind::number, "precipitation_rate"},
    {"environmental_conditions.weather.rain.rainfall_intensity", Kind::category,
     "environmental_conditions.weather.rain.rainfall_rate",
     "no_rain: <= 0 mm/h|light_rain: [0 .. 2.5] mm/h|moderate_rain: [2.5 .. 7.6] mm/h|heavy_rain: [7.6 .. 50] mm/h|"
     "violent_rain: [50 .. 100] mm/h|cloudburst: >= 100 mm/h"},
    {"environmental_conditions.weather.snowfall_visibility", Kind::number, "length"},
    {"environmental_conditions.weather.snowfall", Kind::category,
     "environmental_conditions.weather.snowfall_visibility",
     "light_snow: >= 1 km|moderate_snow: [0.5 .. 1] km|heavy_snow: <= 0.5 km"},
    {"environmental_conditions.weather.no_snow", Kind::boolean},
    {"environmental_conditions.particulates", Kind::record},
    {"environmental_conditions.particulates.type", Kind::category, "",
     "sand|dust|smoke_and_pollution|volcanic_ash|water_spray|non-precipitating_water_droplets|blowing_debris"},
    {"environmental_conditions.particulates.intensity", Kind::number, "density"},
    {"environmental_conditions.particulates.size", Kind::number, "length"},
    {"environmental_conditions.illumination", Kind::record},
    {"environmental_conditions.illumination.illuminance", Kind::number, "illuminance"},
    {"environmental_conditions.illumination.natural_illuminance", Kind::category,
     "environmental_conditions.illumination.illuminance",
     "day: >= 2000 lux|low_ambient: [1 .. 2000] lux|night: <= 1 lux"},
    {"environmental_conditions.illumination.artificial_illuminance", Kind::category, "",
     "streetlights|oncoming_vehicle_lights|indoor_lights"},
    {"environmental_conditions.illumination.cloudiness_rate", Kind::number, "cloud_coverage", "", true},
    {"environmental_conditions.illumination.cloudiness", Kind::category,
     "environmental_conditions.illumination.cloudiness_rate",
     "clear: <= 1 Oktas|partly_cloudy_few_clouds: [1 .. 2] Oktas|partly_cloudy_scattered_clouds: [3 .. 4] Oktas|"
     "partly_cloudy_broken_clouds: [5 .. 7] Oktas|overcast: >= 8 Oktas"},
    {"environmental_conditions.illumination.elevation_of_the_sun", Kind::number, "angle"},
    {"environmental_conditions.illumination.position_of_the_sun", Kind::number, "angle"},
    {"environmental_conditions.connectivity", Kind::record},
    {"environmental_conditions.connectivity.communication", Kind::category, "",
     "vehicle_to_vehicle_communication|vehicle_to_infrastructure_communication|vehicle_to_pedestrian_communication|"
     "vehicle_to_network_communication"},
    {"environmental_conditions.connectivity.communication_type", Kind::category, "",
     "cellular|satellite|802.11p-based_Wi-Fi|Short_range_communications"},
    {"environmental_conditions.connectivity.positioning", Kind::record},
    {"environmental_conditions.connectivity.positioning.satellite_based_global_positioning", Kind::category, "",
     "Galileo|GLObal_NAvigation_Satellite_System|Global_Positioning_System|BeiDou|Quasi-Zenith_Satellite_System"},
    {"environmental_conditions.connectivity.positioning.local_positioning", Kind::category, "",
     "any_local_positioning"},
    {"dynamic_elements", Kind::record},
    {"dynamic_elements.traffic_agents", Kind::record},
    {"dynamic_elements.traffic_agents.agent_type", Kind::category, "",
     "motor_vehicle|non-motor_vehicle|vulnerable_road_users|animals"},
    {"dynamic_elements.traffic_agents.presence_of_special_vehicles", Kind::category, "",
     "ambulances|police_vehicles|work_vehicles"},
    {"dynamic_elements.subject_vehicle", Kind::record},
    {"dynamic_elements.subject_vehicle.pre_defined_routes", Kind::text},
    {"dynamic_elements.subject_vehicle.weight", Kind::number, "weight"},
};

// What map and run tell, and ISO 34503 has no name for.
constexpr ConceptRow kOwnRows[] = {
    {"additional", Kind::record},
    {"additional.number_of_lanes", Kind::number, "count", "", true},
    {"additional.lane_width", Kind::number, "length"},
    {"additional.lane_curvature", Kind::number, "curvature"},
    {"additional.slope", Kind::number, "fraction"},
    {"additional.in_junction", Kind::boolean},
    {"additional.junction_kind", Kind::category, "", "none|t-junction|cross_road|roundabout|merge|other"},
    {"additional.traffic_light", Kind::boolean},
    {"additional.on_road", Kind::boolean},
    {"additional.visibility", Kind::number, "length"},
    {"additional.subject_vehicle", Kind::record},
    {"additional.subject_vehicle.speed", Kind::number, "velocity"},
    {"additional.subject_vehicle.ego_width", Kind::number, "length"},
    {"additional.subject_vehicle.ego_length", Kind::number, "length"},
    {"additional.subject_vehicle.ego_height", Kind::number, "length"},
    {"additional.traffic_density", Kind::number, "count", "", true},
    {"additional.number_of_agents", Kind::number, "count", "", true},
};

Literal literal_of(std::string_view text) {
  const auto colon = text.find(": ");
  if (colon == std::string_view::npos) return {.name = std::string(text)};
  const auto expression = detail::parse_expression(text.substr(colon + 2));
  const auto base = [&](const detail::TermText& term) { return find_unit(expression->unit)->to_base(term.number); };
  Bounds range;
  using Operator = detail::ExpressionText::Kind;
  if (expression->kind == Operator::range) range = {base(expression->first), base(expression->second)};
  if (expression->kind == Operator::at_most) range.high = base(expression->first);
  if (expression->kind == Operator::at_least) range.low = base(expression->first);
  return {.name = std::string(text.substr(0, colon)), .range = range};
}

void add_row(const ConceptRow& row, Taxonomy& taxonomy) {
  Concept added{.name = std::string(row.path.substr(row.path.rfind('.') + 1)), .path = std::string(row.path)};
  added.kind = row.kind;
  added.is_integer = row.is_integer;
  if (row.kind == Kind::number) added.unit_type = row.of;
  if (row.kind == Kind::category && !row.of.empty()) added.level_of = taxonomy.find(row.of).id;
  if (row.kind == Kind::boolean) added.literals = {{"false"}, {"true"}};
  for (std::string_view rest = row.literals; !rest.empty();) {
    const auto bar = rest.find('|');
    added.literals.push_back(literal_of(rest.substr(0, bar)));
    rest = bar == std::string_view::npos ? std::string_view() : rest.substr(bar + 1);
  }
  taxonomy.add(std::move(added));
}

}  // namespace

const Taxonomy& built_in_taxonomy() {
  static const Taxonomy taxonomy = [] {
    Taxonomy made;
    for (const ConceptRow& row : kIsoRows) add_row(row, made);
    for (const ConceptRow& row : kOwnRows) add_row(row, made);
    return made;
  }();
  return taxonomy;
}

}  // namespace scrutineer::odd
