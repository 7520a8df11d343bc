// Every kind of issue that approach_junction raises, with a run that does not raise it beside each: on real maps, with
// the lights as OSI, SUMO and CSV tell them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "checks/catalogue.h"
#include "kit/data.h"
#include "kit/move_run.h"
#include "kit/run_writers.h"
#include "kit/scenario.h"
#include "kit/transform.h"
#include "map/read.h"
#include "map/signal_controls.h"
#include "map/way_to_junction.h"
#include "watch/evaluate.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::From;
using kit::SpeedAt;
using trace::LightColour;
using trace::LightMode;

constexpr double kHalf = 2.5;  // of the car
const std::string kPath = "junction_checkers.checker_approach_junction.";

// A way into a junction.
struct Site {
  const char* name;
  std::string road;
  int lane;
  std::string connecting;
  double before = 60.0;  // the line the front is at first
};

const map::ApproachControl& control_at(const map::RoadNetwork& map, const Site& site,
                                       std::vector<map::ApproachControl>& controls) {
  for (std::size_t j = 0; j < map.junctions().size(); ++j) {
    controls = map::junction_controls(map, map::JunctionId(j));
    for (const map::ApproachControl& control : controls) {
      const map::Lane &in = map.lane(control.connection.incoming), &on = map.lane(control.connection.connecting);
      if (map.road(in.road).id == site.road && in.number == site.lane && map.road(on.road).id == site.connecting)
        return control;
    }
  }
  throw std::runtime_error(std::string("nothing controls ") + site.name);
}

struct Drive {
  std::vector<SpeedAt> speed = {{0s, 10.0}};
  std::vector<From<LightColour>> light = {};
  std::vector<From<LightMode>> mode = {};
};

kit::RunData drive_at(const map::RoadNetwork& map, const Site& site, const Drive& drive) {
  std::vector<map::ApproachControl> controls;
  const map::ApproachControl& control = control_at(map, site, controls);
  const map::DirectedLane incoming = map::as_travelled(map, control.connection.incoming);
  // The road s from which the lane, longer or shorter than its road in bends, leads so far to the line.
  const double line = map::distance_before_junction(map, incoming, control.line.s);
  double back = site.before + kHalf;
  const auto start = [&] { return control.line.s + (incoming.along_s ? -back : back); };
  for (int i = 0; i < 20; ++i)
    back += site.before + kHalf + line - map::distance_before_junction(map, incoming, start());
  kit::Scenario scenario({.map = &map, .duration = 12s});
  scenario.add({.id = "ego", .is_ego = true})
      .start_at(site.road, site.lane, start())
      .via({site.connecting})
      .speed(drive.speed);
  std::vector<map::SignalId> lit;  // all lights of that lane show the same
  for (const map::ApproachControl& other : controls) {
    if (other.connection.incoming != control.connection.incoming || drive.light.empty() ||
        other.place.meaning.kind != map::SignalKind::traffic_light ||
        std::ranges::find(lit, other.place.signal) != lit.end())
      continue;
    lit.push_back(other.place.signal);
    const map::Signal& signal = map.signal(other.place.signal);
    scenario.light(map.road(signal.road).id, signal.record.id, drive.light, drive.mode);
  }
  return scenario.run();
}

enum class Format { memory, osi, sumo, csv };
constexpr Format kFormats[] = {Format::memory, Format::osi, Format::sumo, Format::csv};
const char* name_of(Format format) {
  constexpr const char* kNames[] = {"memory", "OSI", "SUMO", "CSV"};
  return kNames[static_cast<std::size_t>(format)];
}

std::vector<std::string> kinds_found(const map::RoadNetwork& map, const Site& site, const kit::RunData& run,
                                     Format format, const std::vector<std::string>& settings_given = {}) {
  static const std::vector<watch::Check> checks = [] {
    std::vector<watch::Check> found;
    for (watch::Check& check : catalogue())
      if (check.info.name == "approach_junction") found.push_back(std::move(check));
    return found;
  }();
  watch::Settings settings(checks);
  for (const std::string& setting : settings_given) EXPECT_EQ(settings.set(setting), std::nullopt);
  const kit::TemporaryFolder folder;
  const auto opened = [&](Result<std::unique_ptr<trace::Trace>> trace) {
    if (!trace) throw std::runtime_error(to_string(trace.problem()));
    return *std::move(trace);
  };
  std::unique_ptr<trace::Trace> trace;
  std::vector<trace::LightTie> net;
  std::optional<std::string> ego;
  switch (format) {
    case Format::memory:
      trace = kit::as_trace(run);
      break;
    case Format::osi:
      trace = opened(trace::open_trace(kit::to_osi(run), {.file = "run.osi"}));
      break;
    case Format::sumo: {
      kit::write_file(folder.path() / "run.xml", kit::to_fcd(run, {.digits = 6}));
      kit::write_file(folder.path() / "lights.xml", kit::to_tls_states(run));
      kit::write_file(folder.path() / "types.xml", kit::to_vehicle_types(run));
      trace = opened(trace::open_trace({.file = folder.file("run.xml"),
                                        .lights = run.lights.empty() ? "" : folder.file("lights.xml"),
                                        .vehicle_types = folder.file("types.xml")}));
      // In SUMO a state belongs to a way.
      for (std::size_t i = 0; i < run.lights.size(); ++i)
        net.push_back({"kit/" + std::to_string(i), {run.lights[i].id}, {{site.road, site.connecting}}});
      ego = "ego";
      break;
    }
    case Format::csv:
      kit::write_file(folder.path() / "run.csv", kit::to_csv(run));
      kit::write_file(folder.path() / "lights.csv", kit::to_lights_csv(run));
      trace = opened(trace::open_trace(
          {.file = folder.file("run.csv"), .lights = run.lights.empty() ? "" : folder.file("lights.csv")}));
      ego = "ego";
      break;
  }
  const watch::RunOutcome outcome =
      watch::evaluate(checks, settings, {.trace = *trace, .map = &map, .ego_flag = ego, .light_ties = net});
  if (outcome.fault) throw std::runtime_error(to_string(*outcome.fault));
  std::vector<map::ApproachControl> controls;
  const std::string junction = map.junction(control_at(map, site, controls).connection.junction).id;
  std::vector<std::string> kinds;
  for (const watch::Issue& issue : outcome.evaluation.issues)
    if (std::get<std::string>(issue.data.at(0)) == junction) kinds.push_back(issue.kind);  // not at the next one
  return kinds;
}

Duration seconds(double value) { return *from_seconds(value); }

std::vector<SpeedAt> stop_after(double way) {
  constexpr double kSpeed = 10.0, kBraking = 4.0, kStarting = 3.0;
  const double until = (way - kSpeed * kSpeed / (2.0 * kBraking)) / kSpeed, still = until + kSpeed / kBraking;
  return {{0s, kSpeed},
          {seconds(until), kSpeed},
          {seconds(still), 0.0},
          {seconds(still + 1.0), 0.0},
          {seconds(still + 1.0 + kSpeed / kStarting), kSpeed}};
}

struct Case {
  const char* name;
  Drive drive;
  std::vector<std::string> issues;
  bool sumo_knows = true;  // the light's mode
  std::vector<std::string> settings = {};
};

const std::vector<From<LightColour>> kRed = {{0s, LightColour::red}}, kGreen = {{0s, LightColour::green}},
                                     kYellow = {{0s, LightColour::yellow}}, kDark = {{0s, LightColour::off}};
std::vector<From<LightColour>> from_to(LightColour first, double time, LightColour then) {
  return {{0s, first}, {seconds(time), then}};
}
std::vector<From<LightMode>> mode(LightMode value) { return {{0s, value}}; }

// Going straight on: at 10 m/s, 60 m before the line, the decision point comes after 6.03 s.
std::vector<Case> straight_cases(double before) {
  const double late = (before - 60.0) / 10.0;  // seconds, where it begins further away or nearer
  const std::vector<SpeedAt> stops = stop_after(before - 1.0), slow = {{0s, 6.0}};
  return {
      {"red", {.light = kRed}, {"run_red_light"}},
      {"green", {.light = kGreen}, {}},
      {"yellow early enough",
       {.light = from_to(LightColour::green, 1.0 + late, LightColour::yellow)},
       {"run_yellow_light"}},
      {"yellow too late", {.light = from_to(LightColour::green, 4.5 + late, LightColour::yellow)}, {}},
      {"red early enough", {.light = from_to(LightColour::green, 1.0 + late, LightColour::red)}, {"run_red_light"}},
      {"red too late", {.light = from_to(LightColour::green, 4.5 + late, LightColour::red)}, {}},
      {"green by chance",
       {.light = from_to(LightColour::red, 5.0 + late, LightColour::green)},
       {"about_to_run_red_light"}},
      {"green in time", {.light = from_to(LightColour::red, 4.0 + late, LightColour::green)}, {}},
      {"flashing red", {.light = kRed, .mode = mode(LightMode::flashing_red)}, {"stop_at_flashing_red"}, false},
      {"flashing red, stops", {.speed = stops, .light = kRed, .mode = mode(LightMode::flashing_red)}, {}, false},
      {"off", {.light = kDark, .mode = mode(LightMode::off)}, {"stop_at_tl_not_working"}},
      {"off, stops", {.speed = stops, .light = kDark, .mode = mode(LightMode::off)}, {}},
      {"flashing yellow",
       {.light = kYellow, .mode = mode(LightMode::flashing_yellow)},
       {"slow_down_at_flashing_yellow"}},
      {"flashing yellow, slow", {.speed = slow, .light = kYellow, .mode = mode(LightMode::flashing_yellow)}, {}},
  };
}

std::vector<Case> near_side_cases(double before) {
  const std::vector<SpeedAt> stops = stop_after(before - 1.0);
  return {
      {"red, rolls", {.light = kRed}, {"stop_at_turn_on_red"}},
      {"red, stops and goes", {.speed = stops, .light = kRed}, {}},
      {"red, stops and goes, but may not",
       {.speed = stops, .light = kRed},
       {"run_red_light"},
       true,
       {kPath + "turn_on_red=false"}},
      {"red, rolls, and may not at all", {.light = kRed}, {"run_red_light"}, true, {kPath + "turn_on_red=false"}},
      {"green", {.light = kGreen}, {}},
  };
}

std::vector<Case> stop_sign_cases(double before) {
  return {{"rolls", {}, {"stop_at_sign"}}, {"stops", {.speed = stop_after(before - 1.0)}, {}}};
}
std::vector<Case> yield_sign_cases(double) {
  return {{"fast", {}, {"slow_down_at_yield"}}, {"slow", {.speed = {{0s, 6.0}}}, {}}};
}

void expect(const map::RoadNetwork& map, const Site& site, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    const kit::RunData run = drive_at(map, site, c.drive);
    for (const Format format : kFormats) {
      if (format == Format::sumo && !c.sumo_knows) continue;
      EXPECT_EQ(kinds_found(map, site, run, format, c.settings), c.issues)
          << site.name << ", " << c.name << ", " << name_of(format);
    }
  }
}

TEST(JunctionRealMaps, Town10HD) {
  SCRUTINEER_NEEDS_DATA();
  const auto map = kit::load_map("Town10HD");
  const Site straight{"straight on", "6", -1, "89"}, right{"right", "6", -2, "125"}, stop{"stop", "12", 1, "150", 45.0};
  expect(*map, straight, straight_cases(straight.before));
  expect(*map, right, near_side_cases(right.before));
  expect(*map, stop, stop_sign_cases(stop.before));
}

TEST(JunctionRealMaps, Town07) {
  SCRUTINEER_NEEDS_DATA();
  const auto map = kit::load_map("Town07");
  const Site straight{"straight on", "55", 1, "111"}, right{"right", "55", 1, "100"},
      stop{"stop", "59", -1, "168", 55.0}, yield{"yield", "57", -1, "579", 55.0};
  expect(*map, straight, straight_cases(straight.before));
  expect(*map, right, near_side_cases(right.before));
  expect(*map, stop, stop_sign_cases(stop.before));
  expect(*map, yield, yield_sign_cases(yield.before));
}

// The map gives no legal speeds: here all of its roads allow 50 km/h. It has no stop signs. Each approach has two
// lights, which make one issue; its yield signs stand beside lights, so they hold where the run says nothing of those.
map::Document multi_intersections() {
  auto document = map::read_document(kit::read_text(kit::map_path("multi_intersections")), "multi_intersections.xodr");
  if (!document) throw std::runtime_error(to_string(document.problem()));
  for (map::RoadRecord& road : document->roads)
    for (map::RoadTypeRecord& type : road.types)
      type.speed = map::SpeedLimit{map::SpeedLimit::Kind::limit, Speed::from_si(50.0 / 3.6)};
  // Lights name their stop lines, so that these count in SUMO, too.
  for (map::RoadRecord& road : document->roads)
    for (map::SignalRecord& light : road.signals)
      for (const map::SignalRecord& line : road.signals)
        if (light.type == "1000001" && line.type == "294") light.referenced_signals.push_back(line.id);
  return *std::move(document);
}

TEST(JunctionRealMaps, MultiIntersections) {
  SCRUTINEER_NEEDS_DATA();
  const auto map = map::build_network(multi_intersections());
  const Site straight{"straight on", "196", 1, "204"}, right{"right", "196", 1, "199"},
      yield{"yield", "222", 1, "221", 55.0};
  expect(*map, straight, straight_cases(straight.before));
  expect(*map, right, near_side_cases(right.before));
  expect(*map, yield, yield_sign_cases(yield.before));
  const kit::RunData fast = drive_at(*map, yield, {.light = kGreen});
  EXPECT_THAT(kinds_found(*map, yield, fast, Format::memory), testing::IsEmpty()) << "a light that works goes before";
}

TEST(JunctionRealMaps, InTheMirrorNothingChangesButSides) {
  SCRUTINEER_NEEDS_DATA();
  const map::Document document = multi_intersections();
  const auto map = map::build_network(document), mirror = map::build_network(kit::mirrored(document));
  const Site straight{"straight on", "196", 1, "204"}, right{"right", "196", 1, "199"};
  const auto compare = [&](const Site& site, const std::vector<Case>& cases) {
    for (const Case& c : cases) {
      const kit::RunData run = drive_at(*map, site, c.drive);
      Site there = site;
      there.lane = -site.lane;
      EXPECT_EQ(kinds_found(*mirror, there, kit::mirrored(run), Format::memory, c.settings), c.issues)
          << site.name << ", " << c.name;
    }
  };
  compare(straight, straight_cases(straight.before));
  compare(right, near_side_cases(right.before));  // a left turn there, and the near side
}

}  // namespace
}  // namespace scrutineer::checks
