// How a check tells a person what happened, in Issue::message, and the same with the parameter's path in its details.
//
//   finding.message = person_sentence(subject.actor,
//                                     "drove " + speed_words(15.0) + " where " + speed_words(13.9) + " is allowed" +
//                                         for_seconds(2.1),
//                                     "policy.max_speed");
//     // "Car 7 drove 54 km/h (15 m/s) where 50 km/h (13.9 m/s) is allowed, for 2.1 s (setting: policy.max_speed)"
//   finding.details = "Speed limit of " + in_kph(13.9) + " broken. " + describe(subject) + ...;     // wording.h
#pragma once

#include <string>
#include <string_view>

#include "base/time.h"
#include "watch/issue.h"

namespace scrutineer::watch {

std::string name_of(const ActorRef& actor);  // "ego 0", "car 7", "other vehicle 12"; of the ego called ego: "ego"
std::string capitalised(std::string text);
// The actor and what it did, with the setting that would have it judged otherwise; empty: there is none.
std::string person_sentence(const ActorRef& actor, const std::string& what, std::string_view setting);

std::string speed_words(double speed);                // "54 km/h (15 m/s)"
std::string acceleration_words(double acceleration);  // "3.5 m/s^2"
std::string jerk_words(double jerk);                  // "12 m/s^3"
std::string length_words(double length);              // "0.45 m"
std::string time_words(double seconds);               // "2.1 s"
std::string turn_words(double rate);                  // "12.5 degrees/s"
std::string for_seconds(double seconds);              // ", for 2.1 s"; empty where it was but a moment

// "[12.340s] SENTENCE"
std::string details_of(Time time, const std::string& sentence);

}  // namespace scrutineer::watch
