// One instant of a run, the same whatever file it came from.
//
// trace/trace.h reads them, trace/tables.h says what their ids mean.
//
// Units are SI, angles radians counter-clockwise from +x. Positions are those of the map's file.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/time.h"

namespace scrutineer::trace {

using ActorId = StrongId<struct ActorTag>;  // position in Tables::actors(): the order of first appearance
using LightId = StrongId<struct LightTag>;  // position in Tables::lights()

enum class ActorType : std::uint8_t { vehicle, person, animal, plain_object };

enum class Category : std::uint8_t {
  car,
  truck,
  bus,
  van,
  trailer,
  semitrailer,
  motorcycle,
  bicycle,
  train,
  tram,
  wheelchair,
  scooter,
  work_machine,
  other_vehicle,  // a vehicle of no kind above, or of an unknown one
  person,
  animal,
  object,  // what is no vehicle has its type's category ...
  // ... except objects that cannot be run into (spec: they do not collide)
  bridge,
  overhead_structure,
  speed_bump,
  vegetation,
  curbstone
};

enum class Driver : std::uint8_t { sut_driver, ftx_driver, hybrid_driver, external_driver };
enum class AvState : std::uint8_t { unknown, active, inactive };
enum class Indicator : std::uint8_t { unknown, off, left, right, hazard };
enum class BrakeLight : std::uint8_t { unknown, off, on };

struct Corner {
  double x = 0.0, y = 0.0;
  bool operator==(const Corner&) const = default;
};

// What a run says of an actor once, when it appears; again if it comes back as something else, or turns out to be a
// part of another one or the ego.
struct ActorInfo {
  std::string id;  // the trace's text; results print it
  ActorType type = ActorType::vehicle;
  Category category = Category::other_vehicle;
  double length = 0.0, width = 0.0, height = 0.0;
  double mass = 0.0;                 // kg; 0: the run gives none (scene/conflict_measures.h has what is usual)
  bool size_is_default = false;      // the run gives none: the category's
  bool is_static = false;            // never moves (OSI stationary objects)
  bool is_vru = false;               // persons, animals, bicycles, wheelchairs, and what the run marks as one
  bool is_host = false;              // the run says that this is the ego (OSI host id, role ego)
  ActorId parent;                    // valid: a part (trailer) of this compound actor
  std::vector<Corner> base_polygon;  // in the actor's frame; empty: the box

  bool operator==(const ActorInfo&) const = default;
};

// Which of ActorState's fields the run reports. What it does not report is zero here and derived in scene/.
enum class Field : std::uint16_t {
  velocity = 1,
  acceleration = 2,
  yaw_rate = 4,
  pitch_roll = 8,
  z = 16,
  driver = 32,
  av_state = 64,
  indicator = 128,
  brake_light = 256,
  speed = 512 /* a signed speed along the heading, without a vector */
};

struct Fields {
  std::uint16_t bits = 0;
  constexpr bool has(Field field) const { return (bits & static_cast<std::uint16_t>(field)) != 0; }
  constexpr void set(Field field) { bits = static_cast<std::uint16_t>(bits | static_cast<std::uint16_t>(field)); }
  constexpr void clear(Field field) { bits = static_cast<std::uint16_t>(bits & ~static_cast<std::uint16_t>(field)); }
  bool operator==(const Fields&) const = default;
};

// An actor in one frame. x, y is the centre of its box in the plane, z its lowest point.
struct ActorState {
  ActorId actor;
  Fields fields;
  Driver driver = Driver::external_driver;
  AvState av_state = AvState::unknown;
  Indicator indicator = Indicator::unknown;
  BrakeLight brake_light = BrakeLight::unknown;
  bool yaw_is_course = false;  // the run gives no orientation: yaw is where it moves to (trace/detail/courses.h)
  double x = 0.0, y = 0.0, z = 0.0;
  double yaw = 0.0, pitch = 0.0, roll = 0.0;
  double vx = 0.0, vy = 0.0, vz = 0.0;
  double ax = 0.0, ay = 0.0, az = 0.0;
  double yaw_rate = 0.0;
  double speed = 0.0;  // with Field::speed

  bool operator==(const ActorState&) const = default;
};

// ---- traffic lights -------------------------------------------------------------------------------------------------

enum class LightColour : std::uint8_t { unknown, off, green, yellow, red, red_yellow };
enum class LightMode : std::uint8_t { regular, flashing_red, flashing_yellow, off, malfunctioning, unknown };

enum class LightKind : std::uint8_t {
  bulb,  // of a head, which has several
  way,   // what one way through a junction is shown
  head   // a signal of the map
};

// A light as the run names it. Tying it to a signal of the map is scene/lights.h's work.
struct LightInfo {
  std::string id;  // as the run has it; of a head the signal's
  LightKind kind = LightKind::bulb;
  std::vector<std::string> references;  // names the run ties it to, such as signals of the map
  std::string road;                     // of a head: the map's
  std::optional<double> x, y, z;        // where it hangs, if the run says; a head that has no road is meant by it
  bool for_vehicles = true;             // false: pedestrian, bicycle, tram symbols
  std::uint8_t icon = 0;                // OSI's number; 0: none

  bool operator==(const LightInfo&) const = default;
};

struct LightState {
  LightId light;
  LightColour colour = LightColour::unknown;
  LightMode mode = LightMode::regular;

  bool operator==(const LightState&) const = default;
};

// ---- weather and light ----------------------------------------------------------------------------------------------

// The bands are OSI's: rain and snow by mm/h, visibility by metres.
enum class Precipitation : std::uint8_t { unknown, none, very_light, light, moderate, heavy, very_heavy, extreme };
enum class Snowfall : std::uint8_t { unknown, none, light, moderate, heavy };
enum class Visibility : std::uint8_t {
  unknown,
  excellent,
  good,
  moderate,
  poor,
  mist,
  light_fog,
  thick_fog,
  dense_fog
};
enum class Illumination : std::uint8_t { unknown, night, twilight, day };

// What the run says of it; amounts where it gives more than a level.
struct Environment {
  Precipitation precipitation = Precipitation::unknown;
  Snowfall snowfall = Snowfall::unknown;
  Visibility visibility = Visibility::unknown;
  Illumination illumination = Illumination::unknown;
  std::optional<double> rainfall_rate = {};      // mm/h
  std::optional<double> visibility_metres = {};  //
  std::optional<double> illuminance = {};        // lux
  std::optional<double> temperature = {};        // K
  std::optional<double> wind_speed = {};         // m/s

  bool operator==(const Environment&) const = default;
};

struct Frame {
  Time time{};                     // since the run's first frame
  std::uint64_t number = 0;        // from 0, as in the file
  std::vector<ActorState> actors;  // in the file's order, each actor once
  std::vector<LightState> lights;  // those that the run states in this frame
  Environment environment = {};    // likewise

  bool operator==(const Frame&) const = default;
};

}  // namespace scrutineer::trace
