// Real SUMO runs: what SUMO says of its own vehicles against what the checks find in its recording.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <pugixml.hpp>
#include <set>

#include "checks/catalogue.h"
#include "kit/read_run.h"
#include "kit/sumo.h"
#include "scene/boxes.h"
#include "watch/evaluate.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;

watch::RunOutcome evaluated(const kit::SumoRun& sumo, const map::RoadNetwork& map) {
  static const std::vector<watch::Check> checks = catalogue();
  static const watch::Settings settings(checks);
  auto trace = trace::open_trace(sumo.source());
  if (!trace) throw std::runtime_error(to_string(trace.problem()));
  return watch::evaluate(checks, settings, {.trace = **trace, .map = &map});
}

using Pair = std::pair<std::string, std::string>;
Pair pair_of(std::string a, std::string b) { return a < b ? Pair(a, b) : Pair(b, a); }

// Whom SUMO saw collide, with the first time of each pair.
std::map<Pair, double> seen_by_sumo(const kit::SumoRun& sumo) {
  pugi::xml_document document;
  document.load_file(sumo.collisions.c_str());
  std::map<Pair, double> seen;
  for (const pugi::xml_node collision : document.child("collisions").children("collision"))
    seen.emplace(pair_of(collision.attribute("collider").value(), collision.attribute("victim").value()),
                 collision.attribute("time").as_double());
  return seen;
}

scene::Box box_of(const kit::ReadRun& run, std::size_t frame, const std::string& id) {
  const trace::ActorState& state = *run.state(frame, id);
  const trace::ActorInfo& info = run.info(id);
  return {state.x, state.y, state.yaw, info.length, info.width, 0.0, info.height};
}

TEST(SumoRuns, FindsTheCollisionsThatSumoSees) {
  SCRUTINEER_NEEDS_SUMO();
  const kit::SumoRun sumo = kit::run_sumo({.map = "Town10HD", .duration = 90s, .vehicles = 80, .reckless = true});
  const auto map = kit::load_map("Town10HD");
  const watch::RunOutcome outcome = evaluated(sumo, *map);
  ASSERT_FALSE(outcome.fault) << to_string(*outcome.fault);
  std::map<Pair, double> found;
  for (const watch::Issue& issue : outcome.evaluation.issues)
    if (issue.kind.starts_with("collision"))
      found.emplace(pair_of(issue.actor.id, issue.other->id), to_seconds(issue.start));

  const std::map<Pair, double> seen = seen_by_sumo(sumo);
  ASSERT_FALSE(seen.empty()) << "no collisions to compare with";
  const kit::ReadRun run = kit::read_run_file(sumo.source());
  int same = 0, beside = 0;
  for (const auto& [pair, time] : seen) {
    if (found.contains(pair)) {
      ++same;
      continue;
    }
    // SUMO compares positions along the lane: two cars of which one is changing lanes lie beside each other.
    for (std::size_t f = 0; f < run.frames.size(); ++f) {
      if (run.state(f, pair.first) == nullptr || run.state(f, pair.second) == nullptr) continue;
      EXPECT_FALSE(scene::overlaps(box_of(run, f, pair.first), box_of(run, f, pair.second)))
          << pair.first << " and " << pair.second << " overlap in frame " << f << ", which nobody reported";
    }
    ++beside;
  }
  // And each of ours is an overlap of the boxes in the recording.
  int ours_only = 0;
  for (const auto& [pair, time] : found) {
    const auto frame = static_cast<std::size_t>(std::llround(time * 10.0));
    EXPECT_TRUE(scene::overlaps(box_of(run, frame, pair.first), box_of(run, frame, pair.second)));
    ours_only += seen.contains(pair) ? 0 : 1;
  }
  RecordProperty("seen_by_both", same);
  RecordProperty("seen_by_sumo_only_but_beside_each_other", beside);
  RecordProperty("found_by_us_only", ours_only);
  EXPECT_GT(same, 0);
  std::printf("collisions: %d seen by both, %d by SUMO only (beside each other), %d by us only\n", same, beside,
              ours_only);
}

// Speed of every lane that is not inside a junction, as netconvert took it from the map.
std::map<std::string, double> lane_speeds(const kit::SumoRun& sumo) {
  pugi::xml_document document;
  document.load_file(sumo.net.c_str());
  std::map<std::string, double> speeds;
  for (const pugi::xml_node edge : document.child("net").children("edge")) {
    if (std::string_view(edge.attribute("function").value()) == "internal") continue;
    for (const pugi::xml_node lane : edge.children("lane"))
      speeds[lane.attribute("id").value()] = lane.attribute("speed").as_double();
  }
  return speeds;
}

TEST(SumoRuns, AgreesWithSumoOnSpeeding) {
  SCRUTINEER_NEEDS_SUMO();
  const kit::SumoRun sumo = kit::run_sumo({.map = "CampusUAH_v1_7", .duration = 90s, .vehicles = 40, .reckless = true});
  const auto map = kit::load_map("CampusUAH_v1_7");
  const watch::RunOutcome outcome = evaluated(sumo, *map);
  ASSERT_FALSE(outcome.fault) << to_string(*outcome.fault);
  std::map<std::string, std::vector<std::pair<double, double>>> intervals;
  for (const watch::IntervalRecord& record : outcome.evaluation.intervals)
    if (outcome.evaluation.infos[record.check]->name == "speed_limit")
      // One that its condition ended no longer held in its last frame; others did.
      intervals[record.actor.id].emplace_back(
          to_seconds(record.start),
          to_seconds(record.end) + (record.ended_by == watch::EndedBy::condition ? 0.0 : 0.05));
  const auto reported = [&](const std::string& id, double time) {
    for (const auto& [start, end] : intervals[id])
      if (time >= start - 1e-6 && time < end - 1e-6) return true;
    return false;
  };

  const std::map<std::string, double> speeds = lane_speeds(sumo);
  pugi::xml_document document;
  document.load_file(sumo.fcd.c_str());
  std::map<std::string, std::pair<std::string, double>> since;  // by vehicle: its lane, and since when
  double first = -1.0;
  int speeding = 0, compared = 0, different = 0;
  std::string differences;
  for (const pugi::xml_node step : document.child("fcd-export").children("timestep")) {
    if (!step.child("vehicle")) continue;
    const double now = step.attribute("time").as_double();
    if (first < 0.0) first = now;
    for (const pugi::xml_node vehicle : step.children("vehicle")) {
      const std::string id = vehicle.attribute("id").value(), lane = vehicle.attribute("lane").value();
      auto& [last_lane, entered] = since[id];
      if (last_lane != lane) {
        last_lane = lane;
        entered = now;
      }
      // SUMO counts a vehicle as in the lane of its front bumper, we in that of its centre.
      const auto limit = speeds.find(lane);
      const double speed = vehicle.attribute("speed").as_double();
      const bool is_wholly_in = vehicle.attribute("pos").as_double() > 13.0;  // longer than any vehicle
      if (limit == speeds.end() || !is_wholly_in || now - entered < 1.5 || std::abs(speed / limit->second - 1.0) < 0.01)
        continue;
      ++compared;
      speeding += speed > limit->second ? 1 : 0;
      if (reported(id, now - first) == (speed > limit->second)) continue;
      ++different;
      differences += id + " in " + lane + " at " + std::to_string(now) + " s: " + std::to_string(speed) +
                     " m/s, SUMO's limit " + std::to_string(limit->second) + "\n";
    }
  }
  std::printf("speeding: %d of %d vehicle-frames by SUMO's lanes, %d judged differently\n", speeding, compared,
              different);
  EXPECT_GT(speeding, 0);
  EXPECT_EQ(different, 0) << differences;
}

}  // namespace
}  // namespace scrutineer::checks
