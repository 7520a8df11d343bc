#include "trace/words.h"

#include <array>

namespace scrutineer::trace {

namespace {

using Word = std::string_view;

constexpr std::array<Word, 4> kActorTypes = {"vehicle", "person", "animal", "plain_object"};
constexpr std::array<Word, 22> kCategories = {"car",
                                              "truck",
                                              "bus",
                                              "van",
                                              "trailer",
                                              "semitrailer",
                                              "motorcycle",
                                              "bicycle",
                                              "train",
                                              "tram",
                                              "wheelchair",
                                              "scooter",
                                              "work_machine",
                                              "other_vehicle",
                                              "person",
                                              "animal",
                                              "object",
                                              "bridge",
                                              "overhead_structure",
                                              "speed_bump",
                                              "vegetation",
                                              "curbstone"};
constexpr std::array<Word, 4> kDrivers = {"sut_driver", "ftx_driver", "hybrid_driver", "external_driver"};
constexpr std::array<Word, 3> kAvStates = {"unknown", "active", "inactive"};
constexpr std::array<Word, 5> kIndicators = {"unknown", "off", "left", "right", "hazard"};
constexpr std::array<Word, 3> kBrakeLights = {"unknown", "off", "on"};
constexpr std::array<Word, 6> kLightColours = {"unknown", "off", "green", "yellow", "red", "red_yellow"};
constexpr std::array<Word, 6> kLightModes = {"regular", "flashing_red",   "flashing_yellow",
                                             "off",     "malfunctioning", "unknown"};
constexpr std::array<Word, 8> kPrecipitations = {"unknown",  "none",  "very_light", "light",
                                                 "moderate", "heavy", "very_heavy", "extreme"};
constexpr std::array<Word, 5> kSnowfalls = {"unknown", "none", "light", "moderate", "heavy"};
constexpr std::array<Word, 9> kVisibilities = {"unknown", "excellent", "good",      "moderate", "poor",
                                               "mist",    "light_fog", "thick_fog", "dense_fog"};
constexpr std::array<Word, 4> kIlluminations = {"unknown", "night", "twilight", "day"};
constexpr std::array<Word, 4> kTimeUnits = {"s", "ms", "us", "ns"};
constexpr std::array<Word, 2> kAngleUnits = {"rad", "deg"};
constexpr std::array<Word, 3> kVelocityUnits = {"mps", "kmh", "mph"};
constexpr std::array<Word, 2> kMotionFrames = {"map", "vehicle"};
constexpr std::array<Word, 4> kReferencePoints = {"centre", "rear_axle", "rear", "front"};

static_assert(kActorTypes.size() == static_cast<std::size_t>(ActorType::plain_object) + 1);
static_assert(kCategories.size() == static_cast<std::size_t>(Category::curbstone) + 1);
static_assert(kDrivers.size() == static_cast<std::size_t>(Driver::external_driver) + 1);
static_assert(kAvStates.size() == static_cast<std::size_t>(AvState::inactive) + 1);
static_assert(kIndicators.size() == static_cast<std::size_t>(Indicator::hazard) + 1);
static_assert(kBrakeLights.size() == static_cast<std::size_t>(BrakeLight::on) + 1);
static_assert(kLightColours.size() == static_cast<std::size_t>(LightColour::red_yellow) + 1);
static_assert(kLightModes.size() == static_cast<std::size_t>(LightMode::unknown) + 1);
static_assert(kPrecipitations.size() == static_cast<std::size_t>(Precipitation::extreme) + 1);
static_assert(kSnowfalls.size() == static_cast<std::size_t>(Snowfall::heavy) + 1);
static_assert(kVisibilities.size() == static_cast<std::size_t>(Visibility::dense_fog) + 1);
static_assert(kIlluminations.size() == static_cast<std::size_t>(Illumination::day) + 1);
static_assert(kTimeUnits.size() == static_cast<std::size_t>(TimeUnit::ns) + 1);
static_assert(kAngleUnits.size() == static_cast<std::size_t>(AngleUnit::deg) + 1);
static_assert(kVelocityUnits.size() == static_cast<std::size_t>(VelocityUnit::mph) + 1);
static_assert(kMotionFrames.size() == static_cast<std::size_t>(MotionFrame::vehicle) + 1);
static_assert(kReferencePoints.size() == static_cast<std::size_t>(ReferencePoint::front) + 1);

}  // namespace

template <>
std::span<const Word> words<ActorType>() {
  return kActorTypes;
}
template <>
std::span<const Word> words<Category>() {
  return kCategories;
}
template <>
std::span<const Word> words<Driver>() {
  return kDrivers;
}
template <>
std::span<const Word> words<AvState>() {
  return kAvStates;
}
template <>
std::span<const Word> words<Indicator>() {
  return kIndicators;
}
template <>
std::span<const Word> words<BrakeLight>() {
  return kBrakeLights;
}
template <>
std::span<const Word> words<LightColour>() {
  return kLightColours;
}
template <>
std::span<const Word> words<LightMode>() {
  return kLightModes;
}
template <>
std::span<const Word> words<Precipitation>() {
  return kPrecipitations;
}
template <>
std::span<const Word> words<Snowfall>() {
  return kSnowfalls;
}
template <>
std::span<const Word> words<Visibility>() {
  return kVisibilities;
}
template <>
std::span<const Word> words<Illumination>() {
  return kIlluminations;
}
template <>
std::span<const Word> words<TimeUnit>() {
  return kTimeUnits;
}
template <>
std::span<const Word> words<AngleUnit>() {
  return kAngleUnits;
}
template <>
std::span<const Word> words<VelocityUnit>() {
  return kVelocityUnits;
}
template <>
std::span<const Word> words<MotionFrame>() {
  return kMotionFrames;
}
template <>
std::span<const Word> words<ReferencePoint>() {
  return kReferencePoints;
}

}  // namespace scrutineer::trace
