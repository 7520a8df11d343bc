#include "map/sign_number.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scrutineer::map {
namespace {

TEST(SignNumber, IsWhatTheSignShows) {
  struct Case {
    const char *name, *signal_name, *unit, *text;
    std::optional<double> value;
    std::optional<std::string> expected;
  };
  const Case cases[] = {
      {"km/h", "", "km/h", "", 50.0, "50"},
      {"mph stays mph", "", "mph", "", 35.0, "35"},
      {"m/s becomes km/h", "", "m/s", "", 13.888888, "50"},
      {"no unit", "", "", "", 70.0, "70"},
      {"no unit, and no number of a sign: m/s", "Sg274Hoechstgeschw", "", "", 16.666667, "60"},
      {"the sign's text", "", "", "80", 0.0, "80"},
      {"only in the name", "Sign_SpeedLimit_50_MaxZone", "", "", -1.0, "50"},
      {"the name counts signs, too", "speed_30_1", "", "", 3.0, "30"},
      {"the name agrees with the value in m/s", "Sg274Hoechstgeschw120_03.flt", "", "", 33.333333, "120"},
      {"nothing tells", "Sign_SpeedLimit", "", "", -1.0, std::nullopt},
      {"no value at all", "", "", "", std::nullopt, std::nullopt},
      {"no sign shows that", "", "km/h", "", 1.0e9, std::nullopt},
      {"a value that is none", "", "km/h", "", std::nan(""), std::nullopt},
  };
  for (const Case& c : cases) {
    SignalRecord signal;
    signal.name = c.signal_name;
    signal.unit = c.unit;
    signal.text = c.text;
    signal.value = c.value;
    EXPECT_EQ(sign_number(signal), c.expected) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::map
