// OSI's numbers as the reader knows them, held against OSI's own descriptors: MCAP files carry them as their schema.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>

#include "kit/data.h"
#include "trace/detail/mcap_records.h"
#include "trace/detail/osi_wire.h"
#include "trace/detail/osi_words.h"

namespace scrutineer::trace::osi {
namespace {

// "osi3.Lane.Classification.Type.TYPE_DRIVING" -> 2, and "osi3.Lane.classification" -> 2 for fields.
using Numbers = std::map<std::string, std::uint32_t>;

// EnumValueDescriptorProto: 1 = name, 2 = number; FieldDescriptorProto: 1 = name, 3 = number.
void add_numbered(std::string_view message, const std::string& prefix, std::uint32_t number_field, Numbers& numbers) {
  std::string name;
  std::uint32_t number = 0;
  pbf_reader reader = reader_of(message);
  while (reader.next()) {
    if (reader.tag_and_type() == bytes(1))
      name = view_of(reader);
    else if (reader.tag_and_type() == varint(number_field))
      number = reader.get_uint32();
    else
      reader.skip();
  }
  numbers[prefix + "." + name] = number;
}

std::string name_of(std::string_view descriptor) {
  pbf_reader reader = reader_of(descriptor);
  while (reader.next(1)) return std::string(view_of(reader));
  return {};
}

void add_enum(std::string_view descriptor, const std::string& prefix, Numbers& numbers) {
  const std::string name = prefix + "." + name_of(descriptor);
  pbf_reader reader = reader_of(descriptor);
  while (reader.next(2)) add_numbered(view_of(reader), name, 2, numbers);
}

// DescriptorProto: 2 = fields, 3 = messages within, 4 = enums.
void add_message(std::string_view descriptor, const std::string& prefix, Numbers& numbers) {
  const std::string name = prefix + "." + name_of(descriptor);
  pbf_reader reader = reader_of(descriptor);
  while (reader.next()) {
    const auto tag = reader.tag_and_type();
    if (tag == bytes(2))
      add_numbered(view_of(reader), name, 3, numbers);
    else if (tag == bytes(3))
      add_message(view_of(reader), name, numbers);
    else if (tag == bytes(4))
      add_enum(view_of(reader), name, numbers);
    else
      reader.skip();
  }
}

// FileDescriptorSet: 1 = files, of which 4 = messages.
Numbers numbers_of(std::string_view set) {
  Numbers numbers;
  pbf_reader files = reader_of(set);
  while (files.next(1)) {
    pbf_reader file = reader_of(view_of(files));
    while (file.next(4)) add_message(view_of(file), "osi3", numbers);
  }
  return numbers;
}

// The schema of ground truth in an MCAP file. Behind id, name and encoding, each with 4 bytes of length, are the data.
std::string descriptors_in(const std::string& path) {
  const std::string file = kit::read_text(kit::data_dir() / path);
  std::string_view records = file;
  records.remove_prefix(mcap::kMagic.size());
  while (const auto record = mcap::take_record(records)) {
    if (record->opcode != mcap::Opcode::schema) continue;
    const auto schema = mcap::read_schema(record->content);
    if (!schema || (schema->name != "osi3.GroundTruth" && schema->name != "osi3.SensorView")) continue;
    const std::size_t before = 2 + 4 + schema->name.size() + 4 + schema->encoding.size() + 4;
    return std::string(record->content.substr(before));
  }
  return {};
}

Numbers all_numbers() {
  Numbers all;
  for (const char* file :
       {"inputs/omega-prime/acc-test_straight_500m.mcap", "runs/lichtblick/MovingHostWithStopLine.mcap",
        "runs/pmsf/nurbs_trajectory_3d.mcap", "runs/omega-prime/osi_centerline_example.mcap"}) {
    for (const auto& [name, number] : numbers_of(descriptors_in(file))) {
      const auto [known, is_new] = all.try_emplace(name, number);
      EXPECT_EQ(known->second, number) << name << " in " << file;
    }
  }
  return all;
}

TEST(OsiNumbers, EnumsAreThoseOfTheStandard) {
  SCRUTINEER_NEEDS_DATA();
  const Numbers osi = all_numbers();
  ASSERT_GT(osi.size(), 500U);
  using enum map::LaneType;
  using Mark = map::MarkType;
  using Colour = map::MarkColour;
  struct Case {
    const char *type, *value;
    std::function<bool(std::uint32_t)> is_right;
  };
  const auto is = [](auto word, auto expected) {
    return [=](std::uint32_t number) { return word(number) == expected; };
  };
  const auto number = [](std::uint32_t expected) { return [=](std::uint32_t found) { return found == expected; }; };
  const auto lit = [](LightColour expected) {
    return [=](std::uint32_t colour) { return bulb_state(colour, 3, false).colour == expected; };
  };
  const auto in_mode = [](BulbState expected) {
    return [=](std::uint32_t mode) { return bulb_state(2, mode, false) == expected; };
  };
  const auto drives = [](AvState expected) {
    return [=](std::uint32_t name) {
      DrivingFunctions functions;
      functions.add(name, 6);
      return functions.av_state() == expected;
    };
  };
  const auto in_state = [](AvState expected) {
    return [=](std::uint32_t state) {
      DrivingFunctions functions;
      functions.add(23, state);
      return functions.av_state() == expected;
    };
  };
  const char* const kPrecipitation = "EnvironmentalConditions.Precipitation";
  const char* const kFog = "EnvironmentalConditions.Fog";
  const char* const kLight = "EnvironmentalConditions.AmbientIllumination";
  const char* const kVehicle = "MovingObject.VehicleClassification.Type";
  const char* const kThing = "StationaryObject.Classification.Type";
  const char* const kIndicator = "MovingObject.VehicleClassification.LightState.IndicatorState";
  const char* const kBrake = "MovingObject.VehicleClassification.LightState.BrakeLightState";
  const char* const kBulb = "TrafficLight.Classification.Color";
  const char* const kMode = "TrafficLight.Classification.Mode";
  const char* const kIcon = "TrafficLight.Classification.Icon";
  const char* const kSubtype = "Lane.Classification.Subtype";
  const char* const kLogical = "LogicalLane.Type";
  const char* const kBorder = "LaneBoundary.Classification.Type";
  const char* const kColour = "LaneBoundary.Classification.Color";
  const char* const kSign = "TrafficSign.MainSign.Classification.Type";
  const char* const kFunction = "HostVehicleData.VehicleAutomatedDrivingFunction.Name";
  const char* const kState = "HostVehicleData.VehicleAutomatedDrivingFunction.State";
  const Case cases[] = {
      {kPrecipitation, "PRECIPITATION_UNKNOWN", is(precipitation, Precipitation::unknown)},
      {kPrecipitation, "PRECIPITATION_NONE", is(precipitation, Precipitation::none)},
      {kPrecipitation, "PRECIPITATION_VERY_LIGHT", is(precipitation, Precipitation::very_light)},
      {kPrecipitation, "PRECIPITATION_LIGHT", is(precipitation, Precipitation::light)},
      {kPrecipitation, "PRECIPITATION_MODERATE", is(precipitation, Precipitation::moderate)},
      {kPrecipitation, "PRECIPITATION_HEAVY", is(precipitation, Precipitation::heavy)},
      {kPrecipitation, "PRECIPITATION_VERY_HEAVY", is(precipitation, Precipitation::very_heavy)},
      {kPrecipitation, "PRECIPITATION_EXTREME", is(precipitation, Precipitation::extreme)},
      {kFog, "FOG_OTHER", is(visibility, Visibility::unknown)},
      {kFog, "FOG_EXCELLENT_VISIBILITY", is(visibility, Visibility::excellent)},
      {kFog, "FOG_GOOD_VISIBILITY", is(visibility, Visibility::good)},
      {kFog, "FOG_MODERATE_VISIBILITY", is(visibility, Visibility::moderate)},
      {kFog, "FOG_POOR_VISIBILITY", is(visibility, Visibility::poor)},
      {kFog, "FOG_MIST", is(visibility, Visibility::mist)},
      {kFog, "FOG_LIGHT", is(visibility, Visibility::light_fog)},
      {kFog, "FOG_THICK", is(visibility, Visibility::thick_fog)},
      {kFog, "FOG_DENSE", is(visibility, Visibility::dense_fog)},
      {kLight, "AMBIENT_ILLUMINATION_OTHER", is(illumination, Illumination::unknown)},
      {kLight, "AMBIENT_ILLUMINATION_LEVEL1", is(illumination, Illumination::night)},
      {kLight, "AMBIENT_ILLUMINATION_LEVEL2", is(illumination, Illumination::night)},
      {kLight, "AMBIENT_ILLUMINATION_LEVEL3", is(illumination, Illumination::twilight)},
      {kLight, "AMBIENT_ILLUMINATION_LEVEL7", is(illumination, Illumination::twilight)},
      {kLight, "AMBIENT_ILLUMINATION_LEVEL8", is(illumination, Illumination::day)},
      {kLight, "AMBIENT_ILLUMINATION_LEVEL9", is(illumination, Illumination::day)},
      {kVehicle, "TYPE_SMALL_CAR", is(vehicle_category, Category::car)},
      {kVehicle, "TYPE_LUXURY_CAR", is(vehicle_category, Category::car)},
      {kVehicle, "TYPE_DELIVERY_VAN", is(vehicle_category, Category::van)},
      {kVehicle, "TYPE_HEAVY_TRUCK", is(vehicle_category, Category::truck)},
      {kVehicle, "TYPE_SEMITRAILER", is(vehicle_category, Category::semitrailer)},
      {kVehicle, "TYPE_TRAILER", is(vehicle_category, Category::trailer)},
      {kVehicle, "TYPE_MOTORBIKE", is(vehicle_category, Category::motorcycle)},
      {kVehicle, "TYPE_BICYCLE", is(vehicle_category, Category::bicycle)},
      {kVehicle, "TYPE_BUS", is(vehicle_category, Category::bus)},
      {kVehicle, "TYPE_TRAM", is(vehicle_category, Category::tram)},
      {kVehicle, "TYPE_TRAIN", is(vehicle_category, Category::train)},
      {kVehicle, "TYPE_WHEELCHAIR", is(vehicle_category, Category::wheelchair)},
      {kThing, "TYPE_BRIDGE", is(stationary_category, Category::bridge)},
      {kThing, "TYPE_VEGETATION", is(stationary_category, Category::vegetation)},
      {kThing, "TYPE_CURBSTONE", is(stationary_category, Category::curbstone)},
      {kThing, "TYPE_OVERHEAD_STRUCTURE", is(stationary_category, Category::overhead_structure)},
      {kThing, "TYPE_SPEED_BUMP", is(stationary_category, Category::speed_bump)},
      {kIndicator, "INDICATOR_STATE_OFF", is(indicator, Indicator::off)},
      {kIndicator, "INDICATOR_STATE_LEFT", is(indicator, Indicator::left)},
      {kIndicator, "INDICATOR_STATE_RIGHT", is(indicator, Indicator::right)},
      {kIndicator, "INDICATOR_STATE_WARNING", is(indicator, Indicator::hazard)},
      {kBrake, "BRAKE_LIGHT_STATE_OFF", is(brake_light, BrakeLight::off)},
      {kBrake, "BRAKE_LIGHT_STATE_NORMAL", is(brake_light, BrakeLight::on)},
      {kBrake, "BRAKE_LIGHT_STATE_STRONG", is(brake_light, BrakeLight::on)},
      {kBulb, "COLOR_RED", lit(LightColour::red)},
      {kBulb, "COLOR_YELLOW", lit(LightColour::yellow)},
      {kBulb, "COLOR_GREEN", lit(LightColour::green)},
      {kMode, "MODE_OFF", in_mode({LightColour::off, LightMode::regular})},
      {kMode, "MODE_CONSTANT", in_mode({LightColour::red, LightMode::regular})},
      {kMode, "MODE_FLASHING", in_mode({LightColour::red, LightMode::flashing_red})},
      {kMode, "MODE_COUNTING", in_mode({LightColour::red, LightMode::regular})},
      {kIcon, "ICON_NONE", is(is_for_vehicles, true)},
      {kIcon, "ICON_ARROW_CROSS", is(is_for_vehicles, true)},
      {kIcon, "ICON_PEDESTRIAN", is(is_for_people, true)},
      {kIcon, "ICON_WALK", is(is_for_people, true)},
      {kIcon, "ICON_DONT_WALK", is(is_for_people, true)},
      {kIcon, "ICON_BICYCLE", is(is_for_vehicles, false)},
      {kIcon, "ICON_TRAM", is(is_for_vehicles, false)},
      {kIcon, "ICON_BUS", is(is_for_vehicles, false)},
      {"Lane.Classification.Type", "TYPE_DRIVING", number(kDrivingLane)},
      {"Lane.Classification.Type", "TYPE_INTERSECTION", number(kIntersectionLane)},
      {kSubtype, "SUBTYPE_NORMAL", number(kNormalLane)},
      {kSubtype, "SUBTYPE_BIKING", is(lane_type, biking)},
      {kSubtype, "SUBTYPE_SIDEWALK", is(lane_type, sidewalk)},
      {kSubtype, "SUBTYPE_PARKING", is(lane_type, parking)},
      {kSubtype, "SUBTYPE_STOP", is(lane_type, stop)},
      {kSubtype, "SUBTYPE_RESTRICTED", is(lane_type, restricted)},
      {kSubtype, "SUBTYPE_BORDER", is(lane_type, border)},
      {kSubtype, "SUBTYPE_SHOULDER", is(lane_type, shoulder)},
      {kSubtype, "SUBTYPE_EXIT", is(lane_type, exit)},
      {kSubtype, "SUBTYPE_ENTRY", is(lane_type, entry)},
      {kSubtype, "SUBTYPE_ONRAMP", is(lane_type, on_ramp)},
      {kSubtype, "SUBTYPE_OFFRAMP", is(lane_type, off_ramp)},
      {kSubtype, "SUBTYPE_CONNECTINGRAMP", is(lane_type, connecting_ramp)},
      {kLogical, "TYPE_NORMAL", is(lane_type, driving)},
      {kLogical, "TYPE_CONNECTINGRAMP", is(lane_type, connecting_ramp)},
      {kLogical, "TYPE_MEDIAN", is(lane_type, median)},
      {kLogical, "TYPE_CURB", is(lane_type, curb)},
      {kLogical, "TYPE_RAIL", is(lane_type, rail)},
      {kLogical, "TYPE_TRAM", is(lane_type, tram)},
      {"LogicalLane.MoveDirection", "MOVE_DIRECTION_DECREASING_S", number(kMovesAgainstS)},
      {"LogicalLane.MoveDirection", "MOVE_DIRECTION_BOTH_ALLOWED", number(kMovesBothWays)},
      {kBorder, "TYPE_UNKNOWN", is(mark_type, std::optional<Mark>())},
      {kBorder, "TYPE_OTHER", is(mark_type, Mark::other)},
      {kBorder, "TYPE_NO_LINE", is(mark_type, Mark::none)},
      {kBorder, "TYPE_SOLID_LINE", is(mark_type, Mark::solid)},
      {kBorder, "TYPE_DASHED_LINE", is(mark_type, Mark::broken)},
      {kBorder, "TYPE_BOTTS_DOTS", is(mark_type, Mark::botts_dots)},
      {kBorder, "TYPE_ROAD_EDGE", is(mark_type, Mark::edge)},
      {kBorder, "TYPE_SNOW_EDGE", is(mark_type, Mark::edge)},
      {kBorder, "TYPE_GRASS_EDGE", is(mark_type, Mark::grass)},
      {kBorder, "TYPE_GRAVEL_EDGE", is(mark_type, Mark::edge)},
      {kBorder, "TYPE_SOIL_EDGE", is(mark_type, Mark::edge)},
      {kBorder, "TYPE_GUARD_RAIL", is(mark_type, Mark::other)},
      {kBorder, "TYPE_CURB", is(mark_type, Mark::curb)},
      {kBorder, "TYPE_STRUCTURE", is(mark_type, Mark::other)},
      {kBorder, "TYPE_BARRIER", is(mark_type, Mark::other)},
      {kColour, "COLOR_UNKNOWN", is(mark_colour, Colour::standard)},
      {kColour, "COLOR_OTHER", is(mark_colour, Colour::other)},
      {kColour, "COLOR_NONE", is(mark_colour, Colour::standard)},
      {kColour, "COLOR_WHITE", is(mark_colour, Colour::white)},
      {kColour, "COLOR_YELLOW", is(mark_colour, Colour::yellow)},
      {kColour, "COLOR_RED", is(mark_colour, Colour::red)},
      {kColour, "COLOR_BLUE", is(mark_colour, Colour::blue)},
      {kColour, "COLOR_GREEN", is(mark_colour, Colour::green)},
      {kColour, "COLOR_VIOLET", is(mark_colour, Colour::violet)},
      {kSign, "TYPE_GIVE_WAY", number(kGiveWaySign)},
      {kSign, "TYPE_STOP", number(kStopSign)},
      {kSign, "TYPE_SPEED_LIMIT_BEGIN", number(kSpeedLimitSign)},
      {"TrafficSignValue.Unit", "UNIT_KILOMETER_PER_HOUR", number(kKilometresPerHour)},
      {"TrafficSignValue.Unit", "UNIT_MILE_PER_HOUR", number(kMilesPerHour)},
      {"RoadMarking.Classification.Type", "TYPE_SYMBOLIC_TRAFFIC_SIGN", number(kSymbolicMarking)},
      {kFunction, "NAME_FORWARD_COLLISION_WARNING", drives(AvState::unknown)},
      {kFunction, "NAME_AUTOMATIC_EMERGENCY_BRAKING", drives(AvState::unknown)},
      {kFunction, "NAME_OTHER", drives(AvState::active)},
      {kFunction, "NAME_ADAPTIVE_CRUISE_CONTROL", drives(AvState::active)},
      {kFunction, "NAME_LANE_KEEPING_ASSIST", drives(AvState::active)},
      {kFunction, "NAME_URBAN_DRIVING", drives(AvState::active)},
      {kFunction, "NAME_HIGHWAY_AUTOPILOT", drives(AvState::active)},
      {kFunction, "NAME_CRUISE_CONTROL", drives(AvState::active)},
      {kState, "STATE_ACTIVE", in_state(AvState::active)},
      {kState, "STATE_STANDBY", in_state(AvState::inactive)},
      {kState, "STATE_UNKNOWN", in_state(AvState::unknown)},
  };
  for (const Case& c : cases) {
    const auto found = osi.find("osi3." + std::string(c.type) + "." + c.value);
    ASSERT_NE(found, osi.end()) << c.type << ": " << c.value;
    EXPECT_TRUE(c.is_right(found->second)) << c.type << ": " << c.value << " = " << found->second;
  }
}

// Of the messages that lanes are read from.
TEST(OsiNumbers, FieldsOfLanesAreThoseOfTheStandard) {
  SCRUTINEER_NEEDS_DATA();
  const Numbers osi = all_numbers();
  const struct {
    const char* field;
    std::uint32_t number;
  } cases[] = {
      {"GroundTruth.traffic_sign", 6},
      {"GroundTruth.traffic_light", 7},
      {"GroundTruth.road_marking", 8},
      {"GroundTruth.lane_boundary", 9},
      {"GroundTruth.lane", 10},
      {"GroundTruth.environmental_conditions", 12},
      {"GroundTruth.proj_string", 14},
      {"GroundTruth.map_reference", 15},
      {"GroundTruth.logical_lane_boundary", 18},
      {"GroundTruth.logical_lane", 19},
      {"EnvironmentalConditions.ambient_illumination", 1},
      {"EnvironmentalConditions.temperature", 4},
      {"EnvironmentalConditions.precipitation", 6},
      {"EnvironmentalConditions.fog", 7},
      {"Lane.Classification.type", 1},
      {"Lane.Classification.centerline", 3},
      {"Lane.Classification.centerline_is_driving_direction", 4},
      {"Lane.Classification.left_adjacent_lane_id", 5},
      {"Lane.Classification.right_adjacent_lane_id", 6},
      {"Lane.Classification.lane_pairing", 7},
      {"Lane.Classification.right_lane_boundary_id", 8},
      {"Lane.Classification.left_lane_boundary_id", 9},
      {"Lane.Classification.free_lane_boundary_id", 10},
      {"Lane.Classification.subtype", 12},
      {"Lane.Classification.LanePairing.antecessor_lane_id", 1},
      {"Lane.Classification.LanePairing.successor_lane_id", 2},
      {"LaneBoundary.boundary_line", 2},
      {"LaneBoundary.classification", 3},
      {"LaneBoundary.BoundaryPoint.position", 1},
      {"LaneBoundary.BoundaryPoint.width", 2},
      {"LaneBoundary.Classification.type", 1},
      {"LaneBoundary.Classification.color", 2},
      {"LogicalLaneBoundary.boundary_line", 2},
      {"LogicalLaneBoundary.physical_boundary_id", 4},
      {"LogicalLaneBoundary.LogicalBoundaryPoint.s_position", 2},
      {"LogicalLane.type", 2},
      {"LogicalLane.physical_lane_reference", 4},
      {"LogicalLane.start_s", 6},
      {"LogicalLane.end_s", 7},
      {"LogicalLane.move_direction", 8},
      {"LogicalLane.right_adjacent_lane", 9},
      {"LogicalLane.left_adjacent_lane", 10},
      {"LogicalLane.right_boundary_id", 12},
      {"LogicalLane.left_boundary_id", 13},
      {"LogicalLane.predecessor_lane", 14},
      {"LogicalLane.successor_lane", 15},
      {"RoadMarking.Classification.type", 1},
      {"RoadMarking.Classification.traffic_main_sign_type", 2},
      {"RoadMarking.Classification.assigned_lane_id", 6},
      {"TrafficLight.Classification.icon", 2},
      {"TrafficLight.Classification.assigned_lane_id", 5},
      {"TrafficSign.MainSign.Classification.type", 2},
      {"TrafficSign.MainSign.Classification.value", 3},
      {"TrafficSign.MainSign.Classification.assigned_lane_id", 5},
      {"TrafficSign.MainSign.Classification.country", 8},
      {"TrafficSign.MainSign.Classification.code", 10},
      {"TrafficSign.MainSign.Classification.sub_code", 11},
      {"TrafficSignValue.value", 1},
      {"TrafficSignValue.value_unit", 2},
      {"TrafficSignValue.text", 3},
  };
  for (const auto& [field, number] : cases) {
    const auto found = osi.find("osi3." + std::string(field));
    ASSERT_NE(found, osi.end()) << field;
    EXPECT_EQ(found->second, number) << field;
  }
}

}  // namespace
}  // namespace scrutineer::trace::osi
