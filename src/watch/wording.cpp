#include "watch/wording.h"

#include "base/quantity.h"
#include "base/text.h"
#include "trace/words.h"

namespace scrutineer::watch {

std::string describe(const ActorRef& actor) {
  return actor.id + " - " + (actor.is_ego ? "SUT" : std::string(trace::to_word(actor.type)));
}

std::string describe(const SubjectRef& subject) {
  return describe(subject.actor) + " - " + std::string(trace::to_word(subject.driver));
}

std::string in_kph(double speed) { return rounded(speed * 3.6, 2) + "kph"; }
std::string in_mps(double speed) { return rounded(speed, 2) + "mps"; }
std::string in_mpsps(double acceleration) { return rounded(acceleration, 2) + "mpsps"; }
std::string in_mpspsps(double jerk) { return rounded(jerk, 2) + "mpspsps"; }
std::string in_metres(double length) { return rounded(length, 2) + "m"; }
std::string in_centimetres(double length) { return rounded(length * 100.0, 1) + "cm"; }
std::string in_seconds(double time) { return rounded(time, 3) + "s"; }
std::string in_degrees_per_second(double rate) { return rounded(rate * 180.0 / kPi, 2) + "degree_per_second"; }

}  // namespace scrutineer::watch
