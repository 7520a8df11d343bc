// What a person is told of a speed or an acceleration that is beyond a limit.
//
//   speed_beyond(-1.5, 0.0, false, "can")    // "drove backwards at 5.4 km/h (1.5 m/s)"
//   speed_beyond(60.0, 55.0, true, "can")    // "drove 216 km/h (60 m/s), faster than the 198 km/h (55 m/s) that it can"
#pragma once

#include <string>
#include <string_view>

namespace scrutineer::checks {

// `may` is what the limit is about: what a vehicle "can", or what it "should" do.
std::string speed_beyond(double speed, double limit, bool above, std::string_view may);
// Accelerations are positive ahead: at a speed below 0 a positive one brakes.
std::string acceleration_beyond(double acceleration, double limit, bool above, std::string_view may, double speed);

// The speed that an acceleration was at, from those in its frame and in the one before: a vehicle that stopped or started
// in that step was moving in it. NaN before: there was no such frame.
double speed_over_step(double before, double now);

}  // namespace scrutineer::checks
