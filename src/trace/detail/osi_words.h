// OSI's numbers as our words.
#pragma once

#include <cstdint>
#include <optional>

#include "map/model.h"
#include "trace/frame.h"

namespace scrutineer::trace::osi {

// MovingObject.VehicleClassification.Type
Category vehicle_category(std::uint32_t type);
// StationaryObject.Classification.Type
Category stationary_category(std::uint32_t type);
// LightState.IndicatorState and .BrakeLightState; unknown: not reported.
Indicator indicator(std::uint32_t state);
BrakeLight brake_light(std::uint32_t state);

// TrafficLight.Classification: one bulb, lit or not. `colour` of a bulb that is not lit is off.
struct BulbState {
  LightColour colour;
  LightMode mode;
  bool operator==(const BulbState&) const = default;
};
BulbState bulb_state(std::uint32_t colour, std::uint32_t mode, bool is_out_of_service);
// Symbols of pedestrians, bicycles, trams and buses do not speak to cars.
bool is_for_vehicles(std::uint32_t icon);
bool is_for_people(std::uint32_t icon);

// EnvironmentalConditions.Precipitation, .Fog and .AmbientIllumination.
Precipitation precipitation(std::uint32_t level);
Visibility visibility(std::uint32_t fog);
Illumination illumination(std::uint32_t level);

// Lane.Classification.Type
inline constexpr std::uint32_t kDrivingLane = 2, kIntersectionLane = 4;
// Lane.Classification.Subtype and LogicalLane.Type, which have the same numbers from kNormalLane on.
inline constexpr std::uint32_t kNormalLane = 2;
map::LaneType lane_type(std::uint32_t subtype);
// LogicalLane.MoveDirection
inline constexpr std::uint32_t kMovesAgainstS = 3, kMovesBothWays = 4;
// LaneBoundary.Classification.Type, as OpenDRIVE would call what is there; nothing: it is not known.
std::optional<map::MarkType> mark_type(std::uint32_t type);
// LaneBoundary.Classification.Color
map::MarkColour mark_colour(std::uint32_t colour);
// TrafficSign.MainSign.Classification.Type
inline constexpr std::uint32_t kGiveWaySign = 16, kStopSign = 17, kSpeedLimitSign = 52;
// TrafficSignValue.Unit
inline constexpr std::uint32_t kKilometresPerHour = 3, kMilesPerHour = 4;
// RoadMarking.Classification.Type
inline constexpr std::uint32_t kSymbolicMarking = 3;

// What the automated driving functions of HostVehicleData, one after the other, say together: active if any that
// drives is. Warnings, emergency interventions, cameras and lamps do not drive.
class DrivingFunctions {
 public:
  void add(std::uint32_t name, std::uint32_t state);
  AvState av_state() const { return state_; }  // unknown: nothing is said

 private:
  AvState state_ = AvState::unknown;
};

}  // namespace scrutineer::trace::osi
