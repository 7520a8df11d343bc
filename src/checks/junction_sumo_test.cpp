// Ten minutes of SUMO's traffic at lights: its law-abiding drivers run no red light, and of those who do exactly the
// ones are reported that SUMO's own link states show.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <pugixml.hpp>
#include <set>

#include "checks/catalogue.h"
#include "kit/read_run.h"
#include "kit/sumo.h"
#include "scene/lights.h"
#include "trace/sumo_net.h"
#include "watch/engine.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;

std::vector<watch::Check> approach_only() {
  std::vector<watch::Check> found;
  for (watch::Check& check : catalogue())
    if (check.info.name == "approach_junction") found.push_back(std::move(check));
  return found;
}

// One issue: who, what, and when it was decided.
struct Crossing {
  std::string vehicle;
  double time = 0.0;
  std::string what;  // the issue's kind; of SUMO's own: link and letter
};

struct Evaluated {
  std::vector<Crossing> issues;
  int vehicles = 0, judged = 0;  // approaches to lights that were judged
};

// Each of the first `most` vehicles in turn as the ego of a run of its own.
Evaluated each_as_ego(const kit::SumoRun& sumo, const kit::ReadRun& run, const map::RoadNetwork& map, std::size_t most,
                      const std::string& setting = {}) {
  const std::vector<watch::Check> checks = approach_only();
  watch::Settings settings(checks);
  if (!setting.empty()) {
    EXPECT_EQ(settings.set(setting), std::nullopt);
  }
  const auto net = trace::read_sumo_net(sumo.net.string());
  EXPECT_TRUE(net) << to_string(net.problem());
  scene::LightHeads lights(map, *net);
  std::map<std::size_t, std::unique_ptr<watch::Engine>> engines;  // by actor
  std::set<std::size_t> gone;
  Evaluated all;
  const auto finish = [&](std::size_t actor) {
    const watch::Evaluation evaluation = engines.at(actor)->finish();
    for (const watch::Issue& issue : evaluation.issues)
      all.issues.push_back({issue.actor.id, to_seconds(issue.end), issue.kind});
    const auto& metrics = evaluation.infos.at(0)->metrics;
    for (const watch::IntervalRecord& record : evaluation.intervals)
      for (std::size_t i = 0; i < metrics.size(); ++i)
        if (metrics[i].name == "colour") all.judged += std::get<std::string>(record.data[i]).empty() ? 0 : 1;
    engines.erase(actor);
    gone.insert(actor);
    ++all.vehicles;
  };
  trace::Frame alone;
  for (const trace::Frame& frame : run.frames) {
    lights.advance(frame, run.tables.lights());
    std::set<std::size_t> present;
    for (const trace::ActorState& state : frame.actors) {
      const std::size_t actor = state.actor.index();
      present.insert(actor);
      if (gone.contains(actor)) continue;
      if (!engines.contains(actor)) {
        if (engines.size() + gone.size() >= most) continue;
        engines[actor] =
            std::make_unique<watch::Engine>(checks, settings, watch::EngineInputs{.map = &map, .lights = &lights});
        engines[actor]->announce(watch::EgoIs{state.actor});
      }
      alone.time = frame.time;
      alone.actors = {state};
      engines[actor]->step(alone, run.tables.actors());
    }
    std::vector<std::size_t> left;
    for (const auto& [actor, engine] : engines)
      if (!present.contains(actor)) left.push_back(actor);
    for (const std::size_t actor : left) finish(actor);
  }
  while (!engines.empty()) finish(engines.begin()->first);
  return all;
}

// ---- what SUMO itself says ------------------------------------------------------------------------------------------

struct Link {
  std::string program;
  std::size_t index = 0;
};

// By the lane that a vehicle leaves and the first lane inside the junction.
std::map<std::pair<std::string, std::string>, Link> links_of(const kit::SumoRun& sumo) {
  pugi::xml_document document;
  document.load_file(sumo.net.c_str());
  std::map<std::pair<std::string, std::string>, Link> links;
  for (const pugi::xml_node connection : document.child("net").children("connection")) {
    if (!connection.attribute("tl")) continue;
    links[{std::string(connection.attribute("from").value()) + "_" + connection.attribute("fromLane").value(),
           connection.attribute("via").value()}] = {connection.attribute("tl").value(),
                                                    connection.attribute("linkIndex").as_uint()};
  }
  return links;
}

std::map<std::string, double> lane_lengths(const kit::SumoRun& sumo) {
  pugi::xml_document document;
  document.load_file(sumo.net.c_str());
  std::map<std::string, double> lengths;
  for (const pugi::xml_node edge : document.child("net").children("edge"))
    for (const pugi::xml_node lane : edge.children("lane"))
      lengths[lane.attribute("id").value()] = lane.attribute("length").as_double();
  return lengths;
}

// By program and time in tenths of a second.
std::map<std::string, std::map<long, std::string>> states_of(const kit::SumoRun& sumo) {
  pugi::xml_document document;
  document.load_file(sumo.lights.c_str());
  std::map<std::string, std::map<long, std::string>> states;
  for (const pugi::xml_node state : document.child("tlsStates").children("tlsState"))
    states[state.attribute("id").value()][std::lround(state.attribute("time").as_double() * 10.0)] =
        state.attribute("state").value();
  return states;
}

bool is_green(char letter) { return letter == 'G' || letter == 'g' || letter == 's'; }

// What SUMO reports of one vehicle.
struct Drive {
  struct Step {
    long time;  // tenths of a second
    std::string lane;
    double pos, speed, driven;
  };
  std::vector<Step> steps;
};

std::map<std::string, Drive> drives_of(const kit::SumoRun& sumo) {
  pugi::xml_document document;
  document.load_file(sumo.fcd.c_str());
  std::map<std::string, Drive> drives;
  for (const pugi::xml_node step : document.child("fcd-export").children("timestep")) {
    const long time = std::lround(step.attribute("time").as_double() * 10.0);
    for (const pugi::xml_node vehicle : step.children("vehicle")) {
      Drive& drive = drives[vehicle.attribute("id").value()];
      const double speed = vehicle.attribute("speed").as_double();
      // A step is driven at its speed.
      const double driven = drive.steps.empty() ? 0.0 : drive.steps.back().driven + 0.1 * speed;
      drive.steps.push_back(
          {time, vehicle.attribute("lane").value(), vehicle.attribute("pos").as_double(), speed, driven});
    }
  }
  return drives;
}

// Who passed red though it could have stopped, by SUMO's own lanes, speeds and letters.
struct SumoSays {
  std::vector<Crossing> red;
  int crossings = 0, at_red = 0, too_close_to_call = 0;
};

SumoSays red_by_sumo(const kit::SumoRun& sumo) {
  const auto links = links_of(sumo);
  const auto lengths = lane_lengths(sumo);
  const auto states = states_of(sumo);
  SumoSays says;
  for (const auto& [id, drive] : drives_of(sumo)) {
    for (std::size_t i = 1; i < drive.steps.size(); ++i) {
      const Drive::Step &before = drive.steps[i - 1], &after = drive.steps[i];
      const auto link = links.find({before.lane, after.lane});
      if (link == links.end()) continue;
      ++says.crossings;
      const auto& program = states.at(link->second.program);
      const auto letter_at = [&](long time) { return program.at(time).at(link->second.index); };
      // 0.3 m behind the end of the lane.
      const double past = before.driven + lengths.at(before.lane) - before.pos + 0.3;
      std::size_t k = i;
      while (k + 1 < drive.steps.size() && drive.steps[k].driven < past) ++k;
      const char letter = letter_at(drive.steps[k - 1].time);
      if (is_green(letter) || letter == 'y' || letter == 'Y') continue;
      ++says.at_red;
      const double from_start = past - drive.steps.front().driven;
      if (from_start < 20.0) continue;  // it appeared there
      // When green ended, since the vehicle is there.
      std::size_t g = k - 1;
      while (g > 0 && !is_green(letter_at(drive.steps[g].time))) --g;
      const std::size_t ended = g + 2;  // the first step without green, and 0.1 s to react
      bool could = true;
      if (is_green(letter_at(drive.steps[g].time))) {
        const double d = ended >= k ? 0.0 : past - drive.steps[ended].driven;
        const double v = ended >= k ? after.speed : drive.steps[ended].speed;
        could = v * v / 4.0 < d;
        if (std::abs(v * v / 4.0 - d) < 0.05) {
          ++says.too_close_to_call;
          continue;
        }
      }
      if (could) says.red.push_back({id, 0.1 * static_cast<double>(drive.steps[k].time), std::string(1, letter)});
    }
  }
  return says;
}

std::vector<Crossing> of_kind(const std::vector<Crossing>& issues, std::string_view kind) {
  std::vector<Crossing> found;
  std::ranges::copy_if(issues, std::back_inserter(found), [&](const Crossing& issue) { return issue.what == kind; });
  return found;
}

// Those of `from` without one of the same vehicle at the same time in `in`.
std::vector<std::string> not_in(const std::vector<Crossing>& from, const std::vector<Crossing>& in) {
  std::vector<std::string> missing;
  for (const Crossing& one : from) {
    const bool is_there = std::ranges::any_of(in, [&](const Crossing& other) {
      return one.vehicle == other.vehicle && std::abs(one.time - other.time) < 0.5;
    });
    if (!is_there) missing.push_back(one.vehicle + " at " + std::to_string(one.time) + " s, " + one.what);
  }
  return missing;
}

TEST(JunctionSumo, LawAbidingDriversRunNoRedLight) {
  SCRUTINEER_NEEDS_SUMO();
  const kit::SumoRun sumo = kit::run_sumo({.map = "Town10HD", .duration = 600s, .vehicles = 120});
  const auto map = kit::load_map("Town10HD");
  const kit::ReadRun run = kit::read_run_file(sumo.source());
  ASSERT_EQ(run.problem, "");
  const Evaluated found = each_as_ego(sumo, run, *map, 50);
  EXPECT_EQ(found.vehicles, 50);
  EXPECT_GT(found.judged, 50);
  std::printf("%d vehicles, %d approaches to lights\n", found.vehicles, found.judged);
  EXPECT_THAT(not_in(of_kind(found.issues, "run_red_light"), {}), testing::IsEmpty());
  EXPECT_THAT(not_in(of_kind(found.issues, "run_yellow_light"), {}), testing::IsEmpty());
}

TEST(JunctionSumo, ReportsExactlyThoseWhoRunRed) {
  SCRUTINEER_NEEDS_SUMO();
  const kit::SumoRun sumo = kit::run_sumo({.map = "Town10HD", .duration = 600s, .vehicles = 120, .runs_red = true});
  const auto map = kit::load_map("Town10HD");
  const kit::ReadRun run = kit::read_run_file(sumo.source());
  ASSERT_EQ(run.problem, "");
  // All ways count alike: who turns to the near side may not, either.
  const Evaluated found =
      each_as_ego(sumo, run, *map, 120, "junction_checkers.checker_approach_junction.turn_on_red=false");
  const SumoSays says = red_by_sumo(sumo);
  std::printf("%d vehicles: %d crossings, %d at red, %zu of them could have stopped, %d too close to call\n",
              found.vehicles, says.crossings, says.at_red, says.red.size(), says.too_close_to_call);
  EXPECT_GT(says.red.size(), 10U);
  EXPECT_EQ(says.too_close_to_call, 0);
  const std::vector<Crossing> reported = of_kind(found.issues, "run_red_light");
  EXPECT_THAT(not_in(reported, says.red), testing::IsEmpty()) << "only we say so";
  EXPECT_THAT(not_in(says.red, reported), testing::IsEmpty()) << "only SUMO says so";
}

}  // namespace
}  // namespace scrutineer::checks
