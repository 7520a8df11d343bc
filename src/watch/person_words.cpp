#include "watch/person_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/quantity.h"
#include "base/text.h"
#include "trace/words.h"

namespace scrutineer::watch {

std::string name_of(const ActorRef& actor) {
  std::string type(actor.is_ego ? "ego" : trace::to_word(actor.type));
  std::ranges::replace(type, '_', ' ');
  return equals_ignoring_case(type, actor.id) ? actor.id : type + " " + actor.id;
}

std::string capitalised(std::string text) {
  if (!text.empty() && text.front() >= 'a' && text.front() <= 'z')
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

std::string person_sentence(const ActorRef& actor, const std::string& what, std::string_view setting) {
  const std::string sentence = capitalised(name_of(actor)) + " " + what;
  return setting.empty() ? sentence : fmt::format("{} (setting: {})", sentence, setting);
}

std::string speed_words(double speed) {
  return fmt::format("{} km/h ({} m/s)", rounded(speed * 3.6, 1), rounded(speed, 2));
}
std::string acceleration_words(double acceleration) { return rounded(acceleration, 2) + " m/s^2"; }
std::string jerk_words(double jerk) { return rounded(jerk, 2) + " m/s^3"; }
std::string length_words(double length) { return rounded(length, 2) + " m"; }
std::string time_words(double seconds) { return rounded(seconds, seconds < 1.0 ? 3 : 1) + " s"; }
std::string turn_words(double rate) { return rounded(rate * 180.0 / kPi, 1) + " degrees/s"; }
std::string for_seconds(double seconds) { return seconds > 0.0 ? ", for " + time_words(seconds) : ""; }

std::string details_of(Time time, const std::string& sentence) {
  return fmt::format("[{:.3f}s] {}", to_seconds(time), sentence);
}

}  // namespace scrutineer::watch
