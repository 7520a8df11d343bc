#include "watch/person_words.h"

#include <gtest/gtest.h>

#include "base/quantity.h"

namespace scrutineer::watch {
namespace {

TEST(PersonWords, TellWhatHappened) {
  struct Case {
    const char* name;
    std::string text;
    const char* expected;
  };
  const ActorRef ego{"0", 1, trace::Category::truck, true}, car{"7", 3, trace::Category::car, false};
  const Case cases[] = {
      {"the ego", name_of(ego), "ego 0"},
      {"another", name_of(car), "car 7"},
      {"words that the format joins", name_of({"x", 2, trace::Category::other_vehicle, false}), "other vehicle x"},
      {"who is called what it is", name_of({"ego", 1, trace::Category::car, true}), "ego"},
      {"with a setting", person_sentence(car, "drove", "policy.max_speed"), "Car 7 drove (setting: policy.max_speed)"},
      {"without", person_sentence(ego, "stood", {}), "Ego 0 stood"},
      {"speed", speed_words(15.0), "54 km/h (15 m/s)"},
      {"a speed just beyond 50 km/h is told from 50", speed_words(50.11 / 3.6), "50.1 km/h (13.92 m/s)"},
      {"acceleration", acceleration_words(3.456), "3.46 m/s^2"},
      {"jerk", jerk_words(12.0), "12 m/s^3"},
      {"length", length_words(0.4501), "0.45 m"},
      {"a short time", time_words(0.0423), "0.042 s"},
      {"a longer one", time_words(2.149), "2.1 s"},
      {"turning", turn_words(kPi / 6.0), "30 degrees/s"},
      {"for so long", for_seconds(2.1), ", for 2.1 s"},
      {"for a moment", for_seconds(0.0), ""},
      {"details", details_of(Time(std::chrono::milliseconds(12'340)), "A. 7 - car"), "[12.340s] A. 7 - car"},
  };
  for (const auto& [name, text, expected] : cases) EXPECT_EQ(text, expected) << name;
}

}  // namespace
}  // namespace scrutineer::watch
