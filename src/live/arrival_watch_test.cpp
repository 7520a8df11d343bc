// When the ego passes the midpoint: between two frames, on its lane, once.
#include "live/arrival_watch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

namespace scrutineer::live {
namespace {

using namespace std::chrono_literals;

TEST(ArrivalWatch, TellsWhenTheMidpointIsPassed) {
  struct Case {
    const char* name;
    double distance;                       // to the midpoint, where the ego is put
    std::vector<teleport::Centre> places;  // in frames a second apart, from one second after the begin
    std::optional<double> arrival;
  };
  const Case cases[] = {
      {"half-way between two frames", 20.0, {{-15, 0}, {-5, 0}, {5, 0}, {15, 0}}, 2.5},
      {"exactly on it in a frame", 20.0, {{-10, 0}, {0, 0}, {10, 0}}, 2.0},
      {"beside the lane", 20.0, {{-5, 4}, {5, 4}}, std::nullopt},
      {"nearly beside the lane", 20.0, {{-5, 2.9}, {5, 2.9}}, 1.5},
      {"from behind, back and again", 20.0, {{5, 9}, {-5, 0}, {5, 0}}, 2.5},
      {"it was put there", 0.01, {{0, 0}, {5, 0}}, 0.0},
      {"never", 20.0, {{-15, 0}, {-14, 0}}, std::nullopt},
      {"nowhere seen", 20.0, {}, std::nullopt},
  };
  for (const Case& c : cases) {
    // The lane may lie anyhow: here it points to the upper left, around 100, 50.
    const double heading = 2.4;
    const map::RoadPoint midpoint{.x = 100.0, .y = 50.0, .heading = heading};
    ArrivalWatch watch;
    EXPECT_EQ(watch.advance(Time(3s), {.x = 0.0, .y = 0.0}), std::nullopt) << c.name;  // nobody waits yet
    watch.begin(Time(10s), midpoint, c.distance);
    std::optional<double> arrival;
    Time now(10s);
    for (const teleport::Centre& place : c.places) {
      now += 1s;
      const double x = 100.0 + place.x * std::cos(heading) - place.y * std::sin(heading);
      const double y = 50.0 + place.x * std::sin(heading) + place.y * std::cos(heading);
      const auto told = watch.advance(now, {.x = x, .y = y});
      EXPECT_FALSE(arrival && told) << c.name;  // once
      if (told) arrival = told;
    }
    ASSERT_EQ(arrival.has_value(), c.arrival.has_value()) << c.name;
    if (arrival) {
      EXPECT_NEAR(*arrival, *c.arrival, 1e-9) << c.name;
    }
  }
}

}  // namespace
}  // namespace scrutineer::live
