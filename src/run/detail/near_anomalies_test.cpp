#include "run/detail/near_anomalies.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/scenario.h"

namespace scrutineer::run::detail {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;

map::Finding anomaly_at(double x, double y, const char* road, std::optional<int> lane = {}) {
  map::Finding anomaly;
  anomaly.rule = "map.zig_zag";
  anomaly.road_id = road;
  anomaly.lane_number = lane;
  anomaly.s = 12.34;
  anomaly.x = x;
  anomaly.y = y;
  return anomaly;
}

// The notes of an issue of the car that drives at 10 m/s along x from 0, from `start` to `end`.
std::vector<std::string> notes(std::vector<map::Finding> anomalies, Duration start, Duration end, int uid = 1) {
  kit::Scenario scenario({.duration = 20s});
  scenario.add({.id = "0"}).start_free({}).speed(10.0);
  scenario.add({.id = "7"}).start_free({0.0, 500.0, 0.0}).speed(10.0);
  const kit::RunData run = scenario.run();
  NearAnomalies near(std::move(anomalies));
  scene::Scene scene;
  for (const trace::Frame& frame : run.frames) {
    scene.advance(frame, run.actors);
    near.look(scene);
  }
  std::vector<watch::Issue> issues(1);
  issues[0].actor.uid = uid;
  issues[0].start = Time(start);
  issues[0].end = Time(end);
  near.add_notes(issues);
  return issues[0].notes;
}

TEST(NearAnomalies, AreToldOfIssuesWithin20Metres) {
  const map::Finding at_100 = anomaly_at(100.0, 0.0, "12", -1);
  const std::string note = "within 20 m of an anomaly of the map: map.zig_zag, road 12, lane -1, s 12.3 m";
  struct Case {
    const char* name;
    std::vector<map::Finding> anomalies;
    Duration start, end;
    std::vector<std::string> notes;
  };
  const Case cases[] = {
      {"none there", {}, 0s, 20s, {}},
      {"before it", {at_100}, 0s, 7900ms, {}},
      {"as it comes within 20 m", {at_100}, 0s, 8100ms, {note}},
      {"at it", {at_100}, 10s, 10s, {note}},
      {"as it leaves", {at_100}, 11900ms, 13s, {note}},
      {"behind it", {at_100}, 12100ms, 20s, {}},
      {"all along", {at_100}, 0s, 20s, {note}},
      {"beside it, just near enough", {anomaly_at(100.0, 19.9, "12", -1)}, 9900ms, 10100ms, {note}},
      {"beside it, just too far", {anomaly_at(100.0, 20.1, "12", -1)}, 0s, 20s, {}},
      {"in another cell, left below", {anomaly_at(-19.0, -1.0, "12", -1)}, 0s, 0s, {note}},
      {"of two the nearest", {anomaly_at(100.0, 5.0, "3"), at_100, anomaly_at(101.0, 9.0, "4")}, 9s, 11s, {note}},
      {"of a whole road",
       {anomaly_at(100.0, 0.0, "12")},
       10s,
       10s,
       {"within 20 m of an anomaly of the map: map.zig_zag, road 12, s 12.3 m"}},
  };
  for (const Case& c : cases) EXPECT_EQ(notes(c.anomalies, c.start, c.end), c.notes) << c.name;
  EXPECT_THAT(notes({at_100}, 0s, 20s, 2), ElementsAre()) << "another actor, which was never near";
  EXPECT_THAT(notes({at_100}, 0s, 20s, 9), ElementsAre()) << "an actor that was never there";
}

}  // namespace
}  // namespace scrutineer::run::detail
