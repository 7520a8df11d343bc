// How messages say things: actors and amounts, the same in every check.
//
//   describe(subject)          // "7 - car - external_driver", of the ego "0 - SUT - sut_driver"
//   in_kph(13.9)               // "50.04kph"
#pragma once

#include <string>

#include "watch/interval.h"

namespace scrutineer::watch {

std::string describe(const SubjectRef& subject);
std::string describe(const ActorRef& actor);  // "7 - car", "0 - SUT"

// At most two digits after the point (times three), from SI.
std::string in_kph(double speed);
std::string in_mps(double speed);
std::string in_mpsps(double acceleration);
std::string in_mpspsps(double jerk);
std::string in_metres(double length);
std::string in_centimetres(double length);
std::string in_seconds(double time);
std::string in_degrees_per_second(double rate);

}  // namespace scrutineer::watch
