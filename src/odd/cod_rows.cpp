// Every concept that map or run tell of: one row each.

#include <algorithm>
#include <cmath>

#include "map/road_marks.h"
#include "map/speed.h"
#include "odd/cod.h"
#include "odd/detail/cod_state.h"
#include "odd/units.h"

namespace scrutineer::odd {
namespace {

using Changes = SuppliedConcept::Changes;

constexpr double kMillimetrePerHour = 1.0 / 3.6e6;  // m/s

// ---- the road -------------------------------------------------------------------------------------------------------

enum RoadClass : std::uint32_t {
  motorway = 1,
  primary = 2,
  radial = 4,
  distributor = 8,
  local = 16,
  slip = 32,
  parking = 64,
  shared = 128
};

struct RoadTypeClass {
  std::string_view type;  // OpenDRIVE's
  RoadClass road_class;
};
constexpr RoadTypeClass kRoadTypes[] = {{"motorway", motorway},
                                        {"rural", primary},
                                        {"townExpressway", primary},
                                        {"townArterial", radial},
                                        {"townCollector", distributor},
                                        {"town", distributor},
                                        {"townLocal", local},
                                        {"townPrivate", local},
                                        {"lowSpeed", local},
                                        {"townPlayStreet", shared},
                                        {"pedestrian", shared},
                                        {"bicycle", shared}};

bool is_ramp(map::LaneType type) {
  using enum map::LaneType;
  return type == exit || type == entry || type == on_ramp || type == off_ramp || type == connecting_ramp ||
         type == slip_lane;
}

Supplied drivable_area_type(CodState& state) {
  if (state.at == nullptr) return {};
  const map::LaneType lane = state.scene->places.map().lane(state.at->lane).type;
  if (lane == map::LaneType::parking) return Supplied::of(parking);
  if (is_ramp(lane)) return Supplied::of(slip);
  const map::RoadNetwork& map = state.scene->places.map();
  const map::RoadTypeRecord* const type = map::road_type_at(map, state.at->road, state.at->s);
  const bool goes_on = type == nullptr && map.road(state.at->road).junction.valid();
  if (type != state.road_type && !goes_on) {
    state.road_type = type;
    state.road_class = 0;
    for (const RoadTypeClass& known : kRoadTypes)
      if (type != nullptr && type->type == known.type) state.road_class = known.road_class;
  }
  return state.road_class == 0 ? Supplied{} : Supplied::of(state.road_class);
}

Supplied transverse_plane(CodState& state) {
  if (state.at == nullptr) return {};
  const map::RoadNetwork& map = state.scene->places.map();
  const map::Lane& lane = map.lane(state.at->lane);
  if (map.road(lane.road).junction.valid()) return {};
  const map::LaneSection& section = map.sections()[lane.section.index()];
  std::uint32_t words = state.scene->surroundings.is_divided(state.ego) ? 1 : 2;
  for (std::uint32_t i = 0; i < section.lane_count; ++i) {
    const map::LaneType type = map.lanes()[section.first_lane + i].type;
    if (type == map::LaneType::sidewalk || type == map::LaneType::walking) words |= 4;
  }
  return Supplied::of(words);
}

constexpr double kStraight = 1.0 / 2000.0, kLevel = 0.02;  // as the watchers curvature and grade

Supplied horizontal_plane(CodState& state) {
  if (state.at == nullptr) return {};
  return Supplied::of(std::abs(state.scene->surroundings.curvature(state.ego)) < kStraight ? 1 : 2);
}

Supplied longitudinal_plane(CodState& state) {
  if (state.at == nullptr) return {};
  const double grade = state.scene->surroundings.grade(state.ego);
  return Supplied::of(grade >= kLevel ? 1 : grade <= -kLevel ? 2 : 4);
}

Supplied lane_type(CodState& state) {
  if (state.at == nullptr) return {};
  using enum map::LaneType;
  const map::LaneType type = state.scene->places.map().lane(state.at->lane).type;
  if (type == bus) return Supplied::of(1);
  if (map::is_driving(type)) return Supplied::of(type == bidirectional ? 2 | 32 : 2);
  if (type == biking) return Supplied::of(4);
  if (type == tram || type == rail) return Supplied::of(8);
  if (type == stop || type == shoulder) return Supplied::of(16);
  return Supplied::of(64);
}

Supplied lane_marking(CodState& state) {
  if (state.at == nullptr) return {};
  const map::RoadNetwork& map = state.scene->places.map();
  if (!state.map_has_lines)
    state.map_has_lines = std::ranges::any_of(map::road_marks(map), map::is_line, &map::RoadMark::type);
  if (!*state.map_has_lines) return {};
  const auto is_marked = [&](map::DriversSide side) {
    const map::LaneMarkRecord* const mark = map::mark_beside(map, {state.at->lane, true}, state.at->s, side);
    return mark != nullptr && map::is_line(mark->type);
  };
  return Supplied::of(is_marked(map::DriversSide::left) && is_marked(map::DriversSide::right) ? 1 : 2);
}

Supplied direction_of_travel(CodState& state) {
  if (state.at == nullptr) return {};
  return Supplied::of(state.scene->places.map().road(state.at->road).rule == map::TrafficRule::left_hand ? 2 : 1);
}

Supplied speed_limit(CodState& state) {
  const map::LegalSpeed legal = state.scene->places.legal_speed(state.ego);
  if (legal.kind == map::LegalSpeed::Kind::unknown) return {};
  return Supplied::number(legal.kind == map::LegalSpeed::Kind::limit ? legal.max.si() : kUnbounded);
}

Supplied lane_count(CodState& state) {
  const bool is_there = state.at != nullptr && !state.scene->places.map().road(state.at->road).junction.valid();
  return is_there ? Supplied::number(state.scene->surroundings.lane_count(state.ego)) : Supplied{};
}

Supplied lane_width(CodState& state) { return Supplied::number(state.scene->surroundings.lane_width(state.ego)); }
Supplied lane_curvature(CodState& state) { return Supplied::number(state.scene->surroundings.curvature(state.ego)); }
Supplied slope(CodState& state) { return Supplied::number(state.scene->surroundings.grade(state.ego)); }

// Of booleans the words are false and true, so that the second bit is true.
Supplied on_road(CodState& state) {
  return state.scene->places.has_map() ? Supplied::of(state.at != nullptr ? 2 : 1) : Supplied{};
}
Supplied in_junction(CodState& state) {
  return state.scene->places.has_map() ? Supplied::of(state.junction.valid() ? 2 : 1) : Supplied{};
}

// ---- junctions, structures and signs --------------------------------------------------------------------------------

Supplied intersection(CodState& state) {
  if (!state.scene->places.has_map()) return {};
  if (!state.junction.valid()) return Supplied::of(0);
  const map::JunctionKind kind = state.scene->surroundings.kind_of(state.junction);
  return Supplied::of(kind == map::JunctionKind::tee ? 1 : kind == map::JunctionKind::crossing ? 4 : 0);
}

Supplied junction_kind(CodState& state) {
  if (!state.scene->places.has_map()) return {};
  if (!state.junction.valid()) return Supplied::of(1);
  return Supplied::of(2U << static_cast<unsigned>(state.scene->surroundings.kind_of(state.junction)));
}

Supplied intersection_classification(CodState& state) {
  if (!state.scene->places.has_map()) return {};
  if (!state.junction.valid()) return Supplied::of(0);
  if (state.junction != state.judged) {
    state.judged = state.junction;
    state.has_lights = false;
    for (const map::ApproachControl& control : map::junction_controls(state.scene->places.map(), state.junction))
      if (control.place.meaning.kind == map::SignalKind::traffic_light) state.has_lights = true;
  }
  return Supplied::of(state.has_lights ? 1 : 2);
}

constexpr double kCrossingReach = 30.0;  // metres before the front

Supplied special_structures(CodState& state) {
  if (state.at == nullptr) return {};
  std::uint32_t words = 0;
  for (const map::StructureRecord& structure : state.scene->places.map().road(state.at->road).structures)
    if (structure.s <= state.at->s && state.at->s <= structure.s + structure.length)
      words |= structure.kind == map::StructureRecord::Kind::bridge ? 2U : 16U;
  if (state.scene->surroundings.next_marks(state.ego).crosswalk <= kCrossingReach) words |= 4;
  return Supplied::of(words);
}

Supplied sign_types(CodState& state) {
  if (state.at == nullptr) return {};
  std::uint32_t words = 0;
  for (const scene::Ahead& ahead : state.scene->surroundings.ahead(state.ego)) {
    if (ahead.item->kind != map::AheadKind::signal) continue;
    using enum map::SignalKind;
    switch (ahead.item->place->meaning.kind) {
      case traffic_light:
      case stop_sign:
      case yield_sign:
      case speed_limit:
      case speed_limit_end:
      case priority_sign:
        words |= 1;
        break;
      case crosswalk:
        words |= 4;
        break;
      default:
        break;
    }
  }
  return Supplied::of(words);
}

Supplied traffic_light(CodState& state) {
  if (state.at == nullptr) return {};
  const double distance = state.scene->surroundings.next_marks(state.ego).traffic_light;
  return Supplied::of(distance == distance ? 2 : 1);
}

// ---- who is there ---------------------------------------------------------------------------------------------------

const AgentsAround& agents_around(CodState& state) {
  if (state.agents) return *state.agents;
  AgentsAround& found = state.agents.emplace();
  const scene::Actors& actors = state.scene->actors;
  const trace::ActorState& ego = actors.state(state.ego);
  for (const scene::Slot other : actors.present()) {
    if (other == state.ego) continue;
    const trace::ActorState& theirs = actors.state(other);
    const double dx = theirs.x - ego.x, dy = theirs.y - ego.y;
    if (dx * dx + dy * dy > kAgentRange * kAgentRange) continue;
    const trace::ActorInfo& info = actors.info(other);
    if (info.type != trace::ActorType::plain_object) ++found.count;
    if (info.type == trace::ActorType::vehicle) {
      const bool has_motor = info.category != trace::Category::bicycle && info.category != trace::Category::wheelchair;
      found.types |= has_motor ? 1U : 2U;
    }
    if (info.type == trace::ActorType::animal)
      found.types |= 8;
    else if (info.is_vru || info.type == trace::ActorType::person)
      found.types |= 4;
  }
  return found;
}

Supplied agent_type(CodState& state) { return Supplied::of(agents_around(state).types); }
Supplied number_of_agents(CodState& state) { return Supplied::number(agents_around(state).count); }

Supplied traffic_density(CodState& state) {
  if (state.at == nullptr) return {};
  return Supplied::number(state.scene->surroundings.moving_vehicles(state.ego, kAgentRange));
}

Supplied ego_speed(CodState& state) {
  return state.ego.valid() ? Supplied::number(std::abs(state.scene->motion.speed(state.ego))) : Supplied{};
}

Supplied ego_weight(CodState& state) {
  if (!state.ego.valid()) return {};
  const double mass = state.scene->actors.info(state.ego).mass;
  return mass > 0.0 ? Supplied::number(mass) : Supplied{};
}

Supplied ego_size(CodState& state, double trace::ActorInfo::* size) {
  if (!state.ego.valid() || state.scene->actors.info(state.ego).size_is_default) return {};
  const double value = state.scene->actors.info(state.ego).*size;
  return value > 0.0 ? Supplied::number(value) : Supplied{};
}
Supplied ego_width(CodState& state) { return ego_size(state, &trace::ActorInfo::width); }
Supplied ego_length(CodState& state) { return ego_size(state, &trace::ActorInfo::length); }
Supplied ego_height(CodState& state) { return ego_size(state, &trace::ActorInfo::height); }

// ---- weather and light ----------------------------------------------------------------------------------------------

Supplied given(const std::optional<double>& value, double factor = 1.0) {
  return value ? Supplied::number(*value * factor) : Supplied{};
}

Supplied rainfall_rate(CodState& state) {
  const trace::Environment& now = state.scene->environment;
  if (now.rainfall_rate) return given(now.rainfall_rate, kMillimetrePerHour);
  if (now.precipitation == trace::Precipitation::unknown) return {};
  if (now.precipitation == trace::Precipitation::none) return Supplied::number(0.0);
  // OSI's bands.
  constexpr double kFrom[] = {0.1, 0.5, 1.9, 8.1, 34.0, 149.0, kUnbounded};
  const auto band =
      static_cast<std::size_t>(now.precipitation) - static_cast<std::size_t>(trace::Precipitation::very_light);
  return Supplied::between(kFrom[band] * kMillimetrePerHour, kFrom[band + 1] * kMillimetrePerHour);
}

Supplied visibility(CodState& state) {
  const trace::Environment& now = state.scene->environment;
  if (now.visibility_metres) return given(now.visibility_metres);
  if (now.visibility == trace::Visibility::unknown) return {};
  constexpr double kFrom[] = {40'000.0, 10'000.0, 4'000.0, 2'000.0, 1'000.0, 200.0, 50.0, 0.0};
  const auto band = static_cast<std::size_t>(now.visibility) - static_cast<std::size_t>(trace::Visibility::excellent);
  return Supplied::between(kFrom[band], band == 0 ? kUnbounded : kFrom[band - 1]);
}

Supplied illuminance(CodState& state) {
  const trace::Environment& now = state.scene->environment;
  if (now.illuminance) return given(now.illuminance);
  constexpr double kNightBelow = 1.0, kDayFrom = 2000.0;
  switch (now.illumination) {
    case trace::Illumination::night:
      return Supplied::between(0.0, kNightBelow);
    case trace::Illumination::twilight:
      return Supplied::between(kNightBelow, kDayFrom);
    case trace::Illumination::day:
      return Supplied::between(kDayFrom, kUnbounded);
    case trace::Illumination::unknown:
      break;
  }
  return {};
}

Supplied snowfall(CodState& state) {
  const trace::Snowfall now = state.scene->environment.snowfall;
  if (now == trace::Snowfall::unknown) return {};
  if (now == trace::Snowfall::none) return Supplied::of(0);
  return Supplied::of(1U << (static_cast<unsigned>(now) - static_cast<unsigned>(trace::Snowfall::light)));
}

Supplied no_snow(CodState& state) {
  const trace::Snowfall now = state.scene->environment.snowfall;
  return now == trace::Snowfall::unknown ? Supplied{} : Supplied::of(now == trace::Snowfall::none ? 2 : 1);
}

Supplied wind_speed(CodState& state) { return given(state.scene->environment.wind_speed); }
Supplied temperature(CodState& state) { return given(state.scene->environment.temperature); }

constexpr std::string_view kNoMap = "without a map, and off its roads";
constexpr std::string_view kInJunctions = "without a map, off its roads, and inside junctions";
constexpr std::string_view kNoWeather = "unless the run or the manifest's `environment` tells";

constexpr SuppliedConcept kRows[] = {
    {"drivable_area_type", "road_type",
     "motorways_or_highways_or_interstates motorway motorways highway highways autobahn interstate|"
     "primary_roads primary_road rural rural_road|radial_roads radial_road arterial|"
     "distributor_roads distributor_road town town_road|minor_or_local_roads local_road local_roads minor_road "
     "town_local|"
     "slip_roads_or_off-ramps slip_road ramp|parking_space|shared_space play_street",
     Changes::with_place, 0.0,
     "the type of the map's road, and of the lane for ramps and parking spaces ([the "
     "table](odd.md#how-files-are-read))",
     "without a map, off its roads, and where the road has no type; inside junctions that have none, the type before "
     "them goes on",
     drivable_area_type},
    {"transverse_plane_type", "", "divided|undivided|pavements", Changes::with_lane, 0.0,
     "divided: nobody is oncoming in the lane next to those of its way; pavements: its road has a sidewalk",
     kInJunctions, transverse_plane},
    {"horizontal_plane", "", "straight_lines straight|curves curve", Changes::with_place, 0.0,
     "the curvature of its lane; straight below 1/2000 per m", kNoMap, horizontal_plane},
    {"longitudinal_plane", "", "up-slope|down-slope|level_plane", Changes::with_place, 0.0,
     "the grade of its road; level below 2 %", kNoMap, longitudinal_plane},
    {"lane_type", "",
     "bus_lane|traffic_lane|cycle_lane|tram_lane|emergency_lane|shared_lane|other_special_purpose_lanes",
     Changes::with_lane, 0.0, "the type of its lane; stop lanes and shoulders are emergency lanes", kNoMap, lane_type},
    {"lane_marking", "", "clear_lane_marking visible|no_lane_marking", Changes::with_place, 0.0,
     "clear: the map has a line along both borders of its lane",
     "without a map, off its roads, and on maps without lines", lane_marking},
    {"direction_of_travel", "", "right-hand_travel|left-hand_travel", Changes::with_lane, 0.0,
     "the traffic rule of its road", kNoMap, direction_of_travel},
    {"speed_limit", "allowed_speed", "", Changes::with_place, 0.0, "the legal speed on its lane; infinite: no limit",
     "without a map, and where it says nothing", speed_limit},
    {"number_of_lanes",
     "number_of_lane|lane_count|number_of_lanes_in_subject_vehicle_direction|number_of_right_lanes|"
     "number_of_driving_lanes_the_ego_direction",
     "", Changes::with_lane, 0.0, "lanes that carry vehicles its way", kInJunctions, lane_count},
    {"lane_width", "", "", Changes::with_place, 0.1, "the width of its lane there", kNoMap, lane_width},
    {"lane_curvature", "", "", Changes::with_place, 1e-4, "of its lane's centre line; left is positive", kNoMap,
     lane_curvature},
    {"slope", "", "", Changes::with_place, 0.005, "rise over run the way it faces", kNoMap, slope},
    {"on_road", "", "false|true", Changes::with_place, 0.0, "whether its centre is on a lane", "without a map",
     on_road},
    {"in_junction", "is_junction", "false|true", Changes::with_place, 0.0, "whether its centre is in a junction",
     "without a map", in_junction},
    {"junction_kind", "", "none|t-junction|cross_road|roundabout|merge|other", Changes::with_place, 0.0,
     "of the junction that it is in", "without a map", junction_kind},
    {"intersection", "", "t-junction|y-junction|cross_road", Changes::with_place, 0.0,
     "of the junction that it is in: three roads are a t-junction, four or more a cross_road; outside of junctions "
     "none",
     "without a map", intersection},
    {"intersection_classification", "", "signalized_intersection|non-signalized_intersection", Changes::with_place, 0.0,
     "whether lights control the junction that it is in; outside of junctions none", "without a map",
     intersection_classification},
    {"special_structures_type", "", "automatic_access_control_barrier|bridge|pedestrian_crossing|rail_crossing|tunnel",
     Changes::with_place, 0.0, "bridges and tunnels of the map where it is, crosswalks up to 30 m before its front",
     kNoMap, special_structures},
    {"sign_types", "", "regulatory_signs regulatory_sign|warning_signs|information_signs", Changes::with_place, 0.0,
     "signs and lights of the map that hold for it, up to 100 m before its front", kNoMap, sign_types},
    {"traffic_light", "", "false|true", Changes::with_place, 0.0,
     "whether a light that holds for it is up to 100 m before its front", kNoMap, traffic_light},
    {"agent_type", "", "motor_vehicle|non-motor_vehicle|vulnerable_road_users vulnerable_road_user|animals animal",
     Changes::every_frame, 0.0, "the actors of the run up to 100 m away from it", "while the ego is not there",
     agent_type},
    {"number_of_agents", "", "", Changes::every_frame, 0.0, "how many these are, without plain objects",
     "while the ego is not there", number_of_agents},
    {"traffic_density", "", "", Changes::every_frame, 0.0,
     "moving vehicles on the roads of its way, up to 100 m along them", kNoMap, traffic_density},
    {"speed", "operational_speed|ego_speed|subject_vehicle_speed|vehicle_speed|speed_rate", "", Changes::every_frame,
     1.0 / 3.6, "of the ego", "in the first frame, if the run gives none", ego_speed},
    {"weight", "", "", Changes::every_frame, 0.0, "the mass of the ego", "unless the run or the manifest gives one",
     ego_weight},
    {"ego_width", "", "", Changes::every_frame, 0.0, "of the ego's body", "unless the run gives it", ego_width},
    {"ego_length", "", "", Changes::every_frame, 0.0, "of the ego's body", "unless the run gives it", ego_length},
    {"ego_height", "", "", Changes::every_frame, 0.0, "of the ego's body", "unless the run gives it", ego_height},
    {"rainfall_rate", "rain_rate", "", Changes::with_weather, 0.0,
     "the run's amount, else the range of its level (OSI); rainfall_intensity follows from it", kNoWeather,
     rainfall_rate},
    {"snowfall", "", "light_snow|moderate_snow|heavy_snow", Changes::with_weather, 0.0,
     "the run's level; none if it says so", kNoWeather, snowfall},
    {"no_snow", "", "false|true", Changes::with_weather, 0.0, "the run's level of snowfall is none", kNoWeather,
     no_snow},
    {"visibility", "fog_visibility|fog_visibility_range", "", Changes::with_weather, 0.0,
     "the run's metres, else the range of its level (OSI)", kNoWeather, visibility},
    {"illuminance", "", "", Changes::with_weather, 0.0,
     "the run's lux, else the range of its level (OSI); natural_illuminance follows from it", kNoWeather, illuminance},
    {"wind_speed", "", "", Changes::with_weather, 0.0, "the run's; wind follows from it", kNoWeather, wind_speed},
    {"ambient_air_temperature", "", "", Changes::with_weather, 0.0, "the run's", kNoWeather, temperature},
};

}  // namespace

std::span<const SuppliedConcept> supplied_concepts() { return kRows; }

}  // namespace scrutineer::odd
