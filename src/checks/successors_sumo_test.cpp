// The successors on real SUMO runs: what SUMO says of its own lane changes against what we find, and law-abiding traffic
// of which nothing bad may be said.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <pugixml.hpp>

#include "checks/catalogue.h"
#include "kit/maps.h"
#include "kit/run_writers.h"
#include "kit/scratch_folder.h"
#include "kit/sumo.h"
#include "kit/xodr_writer.h"
#include "map/read.h"
#include "scene/lights.h"
#include "trace/sumo_net.h"
#include "watch/evaluate.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using namespace literals;

const std::vector<watch::Check>& all_checks() {
  static const std::vector<watch::Check> checks = catalogue();
  return checks;
}

// Takes away what the run says of indicators.
class WithoutIndicators final : public trace::Trace {
 public:
  explicit WithoutIndicators(std::unique_ptr<trace::Trace> trace) : trace_(std::move(trace)) {}
  Result<bool> next(trace::Step& step) override {
    auto more = trace_->next(step);
    for (trace::ActorState& state : step.frame.actors) {
      state.indicator = trace::Indicator::unknown;
      state.fields.clear(trace::Field::indicator);
    }
    return more;
  }
  std::string_view format() const override { return trace_->format(); }
  const std::string& file() const override { return trace_->file(); }

 private:
  std::unique_ptr<trace::Trace> trace_;
};

// Puts the centre of everybody where its front bumper is: there SUMO looks for the lane.
class FrontAsCentre final : public trace::Trace {
 public:
  explicit FrontAsCentre(std::unique_ptr<trace::Trace> trace) : trace_(std::move(trace)) {}
  Result<bool> next(trace::Step& step) override {
    auto more = trace_->next(step);
    tables_.apply(step.changes);
    for (trace::ActorState& state : step.frame.actors) {
      const double half = 0.5 * tables_.actors()[state.actor.index()].length;
      state.x += half * std::cos(state.yaw);
      state.y += half * std::sin(state.yaw);
    }
    return more;
  }
  std::string_view format() const override { return trace_->format(); }
  const std::string& file() const override { return trace_->file(); }

 private:
  std::unique_ptr<trace::Trace> trace_;
  trace::Tables tables_;
};

enum class As : std::uint8_t { driven, without_indicators, front_as_centre };

watch::Evaluation evaluated(const kit::SumoRun& sumo, const map::RoadNetwork& map,
                            const std::vector<std::string>& checks, As as = As::driven) {
  watch::Settings settings(all_checks());
  for (const watch::Check& check : all_checks()) settings.disable(check.info.name);
  for (const std::string& check : checks) settings.enable(check + "@all");
  auto trace = trace::open_trace(sumo.source());
  if (!trace) throw std::runtime_error(to_string(trace.problem()));
  std::unique_ptr<trace::Trace> run = *std::move(trace);
  if (as == As::without_indicators) run = std::make_unique<WithoutIndicators>(std::move(run));
  if (as == As::front_as_centre) run = std::make_unique<FrontAsCentre>(std::move(run));
  auto ties = trace::read_sumo_net(kit::read_text(sumo.net), sumo.net.string());
  return watch::evaluate(all_checks(), settings, {.trace = *run, .map = &map, .light_ties = *ties}).evaluation;
}

// Three lanes one way, 3 km long.
struct Motorway {
  Motorway() {
    kit::MapBuilder builder;
    builder.road(kit::RoadBuilder("1")
                     .line(3000.0)
                     .lanes({-3, -2, -1})
                     .speed(0.0, 30.0_mps, "motorway")
                     .lane_speed(-1, 30.0_mps)
                     .lane_speed(-2, 30.0_mps)
                     .lane_speed(-3, 30.0_mps));
    file = folder.path() / "motorway.xodr";
    std::ofstream(file) << kit::to_xodr(builder.build());
    map = map::build_network(builder.build());
  }
  kit::ScratchFolder folder;
  std::filesystem::path file;
  std::unique_ptr<const map::RoadNetwork> map;
};

kit::SumoRun traffic_on(const Motorway& motorway, Duration step, Duration lane_change) {
  return kit::run_sumo({.duration = 600s,
                        .step = step,
                        .vehicles = 240,
                        .lane_change = lane_change,
                        .lane_changes = true,
                        .map_file = motorway.file});
}

// When SUMO changed lanes, by vehicle.
std::map<std::string, std::vector<double>> changes_of(const kit::SumoRun& sumo, double start) {
  pugi::xml_document document;
  document.load_file(sumo.lane_changes.c_str());
  std::map<std::string, std::vector<double>> times;
  for (const pugi::xml_node change : document.child("lanechanges").children("change"))
    times[change.attribute("id").value()].push_back(change.attribute("time").as_double() - start);
  return times;
}

double start_of(const kit::SumoRun& sumo) {
  pugi::xml_document document;
  document.load_file(sumo.fcd.c_str());
  for (const pugi::xml_node step : document.child("fcd-export").children("timestep"))
    if (step.child("vehicle")) return step.attribute("time").as_double();
  return 0.0;
}

// When the centre crossed a border, by vehicle.
std::map<std::string, std::vector<double>> crossings(const watch::Evaluation& evaluation) {
  std::map<std::string, std::vector<double>> found;
  for (const watch::IntervalRecord& record : evaluation.intervals) {
    const auto& metrics = evaluation.infos[record.check]->metrics;
    const auto at = std::ranges::find(metrics, "crossing_time", &watch::MetricInfo::name) - metrics.begin();
    found[record.actor.id].push_back(std::get<double>(record.data[static_cast<std::size_t>(at)]));
  }
  return found;
}

// SUMO means the front bumper: with that as the centre each change is found within a step. The centre itself of a
// vehicle that is turned by up to 10 degrees comes later: cars by two steps, trucks by four.
TEST(SuccessorsOnSumo, LaneChangesAreThoseOfSumo) {
  SCRUTINEER_NEEDS_SUMO();
  struct Case {
    const char* name;
    As as;
    double earliest, latest;
  };
  constexpr double kStep = 0.1, kSlack = 1e-6;
  const Case cases[] = {{"of the front", As::front_as_centre, -kStep - kSlack, kStep + kSlack},
                        {"of the centre", As::driven, 0.0, 0.6 + kSlack}};
  const Motorway motorway;
  const kit::SumoRun sumo = traffic_on(motorway, 100ms, 3s);
  const auto expected = changes_of(sumo, start_of(sumo));
  for (const Case& c : cases) {
    auto found = crossings(evaluated(sumo, *motorway.map, {"lane_change"}, c.as));
    std::size_t count = 0;
    for (const auto& [vehicle, times] : expected) {
      const std::vector<double>& ours = found[vehicle];
      ASSERT_EQ(ours.size(), times.size()) << c.name << ", vehicle " << vehicle;
      for (std::size_t i = 0; i < times.size(); ++i) {
        EXPECT_GE(ours[i] - times[i], c.earliest) << c.name << ", vehicle " << vehicle << " at " << times[i];
        EXPECT_LE(ours[i] - times[i], c.latest) << c.name << ", vehicle " << vehicle << " at " << times[i];
      }
      count += times.size();
      found.erase(vehicle);
    }
    for (const auto& [vehicle, times] : found)
      EXPECT_TRUE(times.empty()) << c.name << ", vehicle " << vehicle << " at " << times.front();
    EXPECT_GT(count, 100U);
  }
}

TEST(SuccessorsOnSumo, LaneDeparturesAreUnsignalledChanges) {
  SCRUTINEER_NEEDS_SUMO();
  const Motorway motorway;
  const kit::SumoRun sumo = traffic_on(motorway, 100ms, 3s);
  const auto expected = changes_of(sumo, start_of(sumo));
  EXPECT_EQ(evaluated(sumo, *motorway.map, {"lane_departure"}).issues.size(), 0U);
  std::map<std::string, std::size_t> found;
  for (const watch::Issue& issue : evaluated(sumo, *motorway.map, {"lane_departure"}, As::without_indicators).issues)
    ++found[issue.actor.id];
  std::map<std::string, std::size_t> counts;
  for (const auto& [vehicle, times] : expected) counts[vehicle] = times.size();
  EXPECT_EQ(found, counts);
}

TEST(SuccessorsOnSumo, LawfulTrafficNeitherStandsNorDrivesSlowlyWithoutAReason) {
  SCRUTINEER_NEEDS_SUMO();
  const kit::SumoRun sumo =
      kit::run_sumo({.map = "Town10HD", .duration = 600s, .vehicles = 150, .lane_changes = true, .lawful = true});
  const auto map = kit::load_map("Town10HD");
  const watch::Evaluation evaluation = evaluated(sumo, *map, {"unplanned_standing", "slow_driving", "wrong_way"});
  for (const watch::Issue& issue : evaluation.issues)
    ADD_FAILURE() << issue.message << " from " << to_seconds(issue.start) << " s";
}

}  // namespace
}  // namespace scrutineer::checks
