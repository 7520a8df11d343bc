#include "watch/wording.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/quantity.h"
#include "base/unit.h"

namespace scrutineer::watch {
namespace {

TEST(Wording, NamesActors) {
  struct Case {
    const char* name;
    SubjectRef subject;
    const char *actor, *with_driver;
  };
  const Case cases[] = {
      {"another",
       {{"7", 3, trace::Category::car, false}, trace::Driver::external_driver},
       "7 - car",
       "7 - car - external_driver"},
      {"the ego",
       {{"0", 1, trace::Category::truck, true}, trace::Driver::sut_driver},
       "0 - SUT",
       "0 - SUT - sut_driver"},
      {"the ego under another driver",
       {{"ego", 1, trace::Category::car, true}, trace::Driver::hybrid_driver},
       "ego - SUT",
       "ego - SUT - hybrid_driver"},
      {"a person",
       {{"p.1", 2, trace::Category::person, false}, trace::Driver::ftx_driver},
       "p.1 - person",
       "p.1 - person - ftx_driver"},
  };
  for (const auto& [name, subject, actor, with_driver] : cases) {
    EXPECT_EQ(describe(subject.actor), actor) << name;
    EXPECT_EQ(describe(subject), with_driver) << name;
  }
}

TEST(Wording, SaysAmounts) {
  struct Case {
    const char* name;
    std::string text;
    const char* expected;
  };
  const Case cases[] = {
      {"speed", in_kph(200.0 / 3.6), "200kph"},
      {"speed, rounded", in_kph(13.9), "50.04kph"},
      {"speed backwards", in_kph(-1.0), "-3.6kph"},
      {"nearly nothing has no sign", in_kph(-1e-9), "0kph"},
      {"speed in m/s", in_mps(6.956), "6.96mps"},
      {"acceleration", in_mpsps(-4.0), "-4mpsps"},
      {"jerk", in_mpspsps(15.125), "15.12mpspsps"},
      {"length", in_metres(0.305), "0.3m"},
      {"length in cm", in_centimetres(0.123), "12.3cm"},
      {"time", in_seconds(0.5), "0.5s"},
      {"time, three digits", in_seconds(12.34567), "12.346s"},
      {"angular speed", in_degrees_per_second(kPi), "180degree_per_second"},
  };
  for (const auto& [name, text, expected] : cases) {
    EXPECT_EQ(text, expected) << name;
    EXPECT_TRUE(parse_amount(text)) << name;  // messages say amounts as settings take them
  }
}

}  // namespace
}  // namespace scrutineer::watch
