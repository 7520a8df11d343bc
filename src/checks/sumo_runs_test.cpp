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

const std::vector<watch::Check>& all_checks() {
  static const std::vector<watch::Check> checks = catalogue();
  return checks;
}

watch::RunOutcome evaluated(const kit::SumoRun& sumo, const map::RoadNetwork& map,
                            const watch::Settings& settings = watch::Settings(all_checks())) {
  auto trace = trace::open_trace(sumo.source());
  if (!trace) throw std::runtime_error(to_string(trace.problem()));
  return watch::evaluate(all_checks(), settings, {.trace = **trace, .map = &map});
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

// What SUMO says of one vehicle in one step.
struct SumoState {
  std::string lane;
  double pos = 0.0;  // of its front along the lane
  double speed = 0.0, acceleration = 0.0;
};
using SumoStep = std::map<std::string, SumoState>;  // by vehicle

// Those from the first one with vehicles on: the frames of the run.
std::vector<SumoStep> steps_of(const kit::SumoRun& sumo) {
  pugi::xml_document document;
  document.load_file(sumo.fcd.c_str());
  std::vector<SumoStep> steps;
  for (const pugi::xml_node step : document.child("fcd-export").children("timestep")) {
    if (!step.child("vehicle") && steps.empty()) continue;
    SumoStep& vehicles = steps.emplace_back();
    for (const pugi::xml_node vehicle : step.children("vehicle"))
      vehicles[vehicle.attribute("id").value()] = {
          vehicle.attribute("lane").value(), vehicle.attribute("pos").as_double(),
          vehicle.attribute("speed").as_double(), vehicle.attribute("acceleration").as_double()};
  }
  return steps;
}

// From the first frame to behind the last one: an interval that its condition ended no longer held in that frame.
std::pair<std::size_t, std::size_t> frames_of(const watch::IntervalRecord& record) {
  const auto frame = [](Time time) { return static_cast<std::size_t>(std::llround(to_seconds(time) * 10.0)); };
  return {frame(record.start), frame(record.end) + (record.ended_by == watch::EndedBy::condition ? 0 : 1)};
}

std::vector<const watch::IntervalRecord*> intervals_of(const watch::RunOutcome& outcome, std::string_view check) {
  std::vector<const watch::IntervalRecord*> records;
  for (const watch::IntervalRecord& record : outcome.evaluation.intervals)
    if (outcome.evaluation.infos[record.check]->name == check) records.push_back(&record);
  return records;
}

// Those in which the check's condition held.
std::map<std::string, std::set<std::size_t>> frames_by_vehicle(const watch::RunOutcome& outcome,
                                                               std::string_view check) {
  std::map<std::string, std::set<std::size_t>> frames;
  for (const watch::IntervalRecord* record : intervals_of(outcome, check))
    for (auto [f, end] = frames_of(*record); f < end; ++f) frames[record->actor.id].insert(f);
  return frames;
}

// The lanes of SUMO's net, and which follow which.
class SumoLanes {
 public:
  explicit SumoLanes(const kit::SumoRun& sumo) {
    pugi::xml_document document;
    document.load_file(sumo.net.c_str());
    for (const pugi::xml_node edge : document.child("net").children("edge"))
      for (const pugi::xml_node lane : edge.children("lane"))
        lanes_[lane.attribute("id").value()] = {edge.attribute("id").value(), lane.attribute("length").as_double(), {}};
    const auto lane_of = [](const pugi::xml_node& connection, const char* edge, const char* lane) {
      return std::string(connection.attribute(edge).value()) + "_" + connection.attribute(lane).value();
    };
    for (const pugi::xml_node connection : document.child("net").children("connection")) {
      const std::string via = connection.attribute("via").value();
      lanes_[lane_of(connection, "from", "fromLane")].next.insert(via.empty() ? lane_of(connection, "to", "toLane")
                                                                              : via);
    }
  }

  const std::string& edge(const std::string& lane) const { return lanes_.at(lane).edge; }
  // "188" of ":188_3_0"; empty outside junctions.
  static std::string junction(const std::string& lane) {
    return lane.starts_with(':') ? lane.substr(1, lane.find('_') - 1) : "";
  }
  // From the front of one to the rear of the other along the lanes; nothing: it is not ahead, or is too far.
  std::optional<double> gap(const SumoState& behind, const SumoState& ahead, double length) const {
    if (behind.lane == ahead.lane && behind.pos <= ahead.pos) return ahead.pos - length - behind.pos;
    const auto way = way_to(ahead.lane, behind.lane, 0.0);
    return way ? std::optional(*way - behind.pos + ahead.pos - length) : std::nullopt;
  }

 private:
  struct Lane {
    std::string edge;
    double length = 0.0;
    std::set<std::string> next;
  };
  // From the start of one lane to that of another.
  std::optional<double> way_to(const std::string& goal, const std::string& lane, double way) const {
    constexpr double kFurthest = 150.0;
    if (way > kFurthest) return std::nullopt;
    way += lanes_.at(lane).length;
    for (const std::string& next : lanes_.at(lane).next) {
      if (next == goal) return way;
      if (const auto found = way_to(goal, next, way)) return found;
    }
    return std::nullopt;
  }
  std::map<std::string, Lane> lanes_;
};

// Why SUMO does not see that two vehicles overlap. It compares positions along a lane, of those that are on it; and in
// junctions bodies, of those on lanes of one junction that cross or meet.
enum class Unseen { beside, on_other_ways, in_a_bend, unexplained };
constexpr const char* kUnseen[] = {"on lanes beside each other", "on ways that SUMO does not compare",
                                   "behind each other with a gap along the lane, which bends", "unexplained"};

Unseen why_unseen(const SumoLanes& lanes, const SumoState& a, double length_a, const SumoState& b, double length_b) {
  constexpr double kRounded = 0.02;  // lengths in the net have two digits
  if (const auto gap = lanes.gap(a, b, length_b)) return *gap > -kRounded ? Unseen::in_a_bend : Unseen::unexplained;
  if (const auto gap = lanes.gap(b, a, length_a)) return *gap > -kRounded ? Unseen::in_a_bend : Unseen::unexplained;
  if (a.lane != b.lane && lanes.edge(a.lane) == lanes.edge(b.lane)) return Unseen::beside;
  const std::string junction = SumoLanes::junction(a.lane);
  const bool compared = !junction.empty() && junction == SumoLanes::junction(b.lane);
  return compared ? Unseen::unexplained : Unseen::on_other_ways;
}

TEST(SumoRuns, FindsTheCollisionsThatSumoSeesAndThoseItDoesNotLookFor) {
  SCRUTINEER_NEEDS_SUMO();
  struct Case {
    const char* map;
    std::uint64_t seed;
    std::set<Unseen> expected_unseen;
  };
  const Case cases[] = {
      {"Town10HD", 3, {Unseen::beside}},
      {"CampusUAH_v1_7", 1, {Unseen::beside, Unseen::on_other_ways, Unseen::in_a_bend}},
  };
  std::set<std::string> sides;  // of what both see, over all runs
  for (const Case& c : cases) {
    SCOPED_TRACE(c.map);
    const kit::SumoRun sumo =
        kit::run_sumo({.map = c.map, .duration = 90s, .vehicles = 120, .seed = c.seed, .reckless = true});
    const watch::RunOutcome outcome = evaluated(sumo, *kit::load_map(c.map));
    ASSERT_FALSE(outcome.fault) << to_string(*outcome.fault);
    std::map<Pair, std::vector<const watch::IntervalRecord*>> found;
    for (const watch::IntervalRecord* record : intervals_of(outcome, "collision"))
      found[pair_of(record->actor.id, record->other->id)].push_back(record);

    // All of SUMO's are ours, within a second: bodies may touch at a corner before SUMO's gap is gone, or after.
    const std::map<Pair, double> seen = seen_by_sumo(sumo);
    EXPECT_GE(seen.size(), 5U);
    for (const auto& [pair, time] : seen) {
      ASSERT_TRUE(found.contains(pair)) << pair.first << " and " << pair.second << " at " << time << " s";
      const watch::IntervalRecord& first = *found.at(pair).front();
      EXPECT_NEAR(to_seconds(first.start), time, 1.0) << pair.first << " and " << pair.second;
      sides.insert(std::get<std::string>(first.data[0]) + " " + std::get<std::string>(first.data[1]));
    }

    // Each of ours is an overlap in the recording, and where SUMO saw none, we know why in each of its frames.
    const std::vector<SumoStep> steps = steps_of(sumo);
    const SumoLanes lanes(sumo);
    const kit::ReadRun run = kit::read_run_file(sumo.source());
    std::map<Unseen, int> unseen;
    for (const auto& [pair, records] : found) {
      for (const watch::IntervalRecord* record : records) {
        const auto [first, end] = frames_of(*record);
        for (std::size_t f = first; f < end; ++f) {
          SCOPED_TRACE(pair.first + " and " + pair.second + " in frame " + std::to_string(f));
          EXPECT_TRUE(scene::overlaps(box_of(run, f, pair.first), box_of(run, f, pair.second)));
          if (seen.contains(pair)) continue;
          const Unseen why = why_unseen(lanes, steps[f].at(pair.first), run.info(pair.first).length,
                                        steps[f].at(pair.second), run.info(pair.second).length);
          EXPECT_NE(why, Unseen::unexplained);
          if (f == first) ++unseen[why];
        }
      }
    }
    std::printf("%s: %zu collisions seen by both\n", c.map, seen.size());
    std::set<Unseen> kinds;
    for (const auto& [why, count] : unseen) {
      std::printf("  %d seen only by us: %s\n", count, kUnseen[static_cast<std::size_t>(why)]);
      kinds.insert(why);
    }
    EXPECT_EQ(kinds, c.expected_unseen);
  }
  EXPECT_THAT(sides, testing::Contains("rear front")) << "nobody ran straight into another's rear";
  EXPECT_THAT(sides, testing::Contains("front_right right")) << "nobody was hit from the side in a junction";
}

TEST(SumoRuns, AgreesWithSumosSpeedsOnBraking) {
  SCRUTINEER_NEEDS_SUMO();
  const kit::SumoRun sumo =
      kit::run_sumo({.map = "Town10HD", .duration = 90s, .vehicles = 120, .seed = 3, .reckless = true});
  const auto map = kit::load_map("Town10HD");
  const std::vector<SumoStep> steps = steps_of(sumo);
  struct Case {
    const char* name;
    const char* check;
    std::vector<const char*> settings;
    double least, most;
    bool somebody_does;
  };
  const Case cases[] = {
      {"what vehicles should do", "acceleration_policy", {}, -4.0, 2.0, true},
      {"what vehicles can do", "acceleration_physical", {}, -30.0, 10.0, false},
      {"what worn brakes can do", "acceleration_physical", {"physical.min_acceleration=-8mpsps"}, -8.0, 10.0, true},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    watch::Settings settings(all_checks());
    ASSERT_FALSE(settings.severity("acceleration_policy=warning@other"));
    for (const char* text : c.settings) ASSERT_FALSE(settings.set(text));
    // Frame by frame, to the digit.
    ASSERT_FALSE(settings.set(std::string(c.check) + ".merge_gap=0s"));
    ASSERT_FALSE(settings.set("numeric_slack.acceleration_slack=0mpsps"));
    const watch::RunOutcome outcome = evaluated(sumo, *map, settings);
    std::map<std::string, std::set<std::size_t>> reported = frames_by_vehicle(outcome, c.check);
    int beyond = 0, different = 0;
    bool brakers = false;
    for (std::size_t f = 1; f < steps.size(); ++f) {
      for (const auto& [id, now] : steps[f]) {
        const auto before = steps[f - 1].find(id);
        if (before == steps[f - 1].end()) continue;
        const double acceleration = (now.speed - before->second.speed) / 0.1;
        // Speeds have four digits.
        if (std::abs(acceleration - c.least) < 0.005 || std::abs(acceleration - c.most) < 0.005) continue;
        const bool is_beyond = acceleration < c.least || acceleration > c.most;
        beyond += is_beyond ? 1 : 0;
        brakers = brakers || acceleration < -8.9;
        if (reported[id].contains(f) == is_beyond) continue;
        if (++different <= 5)
          ADD_FAILURE() << id << ", frame " << f << ": " << acceleration << " m/s^2 by its speeds, SUMO says "
                        << now.acceleration;
      }
    }
    EXPECT_EQ(different, 0);
    EXPECT_TRUE(brakers) << "nobody braked in an emergency";
    EXPECT_EQ(beyond > 0, c.somebody_does);
    std::printf("%s: %d vehicle-frames beyond, %d judged differently\n", c.name, beyond, different);
  }
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
  std::map<std::string, std::set<std::size_t>> reported = frames_by_vehicle(outcome, "speed_limit");

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
      const auto frame = static_cast<std::size_t>(std::llround((now - first) * 10.0));
      if (reported[id].contains(frame) == (speed > limit->second)) continue;
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
