// What the numbers of a run may be meant in, where they are not SI units along the map's axes.
#pragma once

#include <cstdint>

namespace scrutineer::trace {

enum class TimeUnit : std::uint8_t { s, ms, us, ns };      // of the run's clock, and of light states beside it
enum class AngleUnit : std::uint8_t { rad, deg };          // of yaw, pitch, roll and yaw rate
enum class VelocityUnit : std::uint8_t { mps, kmh, mph };  // of velocities and speeds
enum class MotionFrame : std::uint8_t { map, vehicle };    // along whose axes velocity and acceleration are given
enum class ReferencePoint : std::uint8_t { centre, rear_axle, rear, front };  // of a vehicle: where its position is

}  // namespace scrutineer::trace
