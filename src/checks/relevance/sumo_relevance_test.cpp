// The zones computed a second time, from what SUMO wrote and nothing of ours: on straight edges road distances are
// plain geometry.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <pugixml.hpp>
#include <sstream>

#include "base/quantity.h"
#include "checks/catalogue.h"
#include "kit/read_run.h"
#include "kit/sumo.h"
#include "watch/evaluate.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;

constexpr const char* kZones[] = {"front_left", "front_right", "back_left", "back_right"};

std::vector<watch::Check> watchers() {
  std::vector<watch::Check> all = catalogue();
  std::erase_if(all, [](const watch::Check& check) { return !check.info.kpi; });
  return all;
}

// In which zones whom the watchers saw when: by actor and zone, in seconds.
using Seen = std::map<std::pair<std::string, std::string>, std::vector<std::pair<double, double>>>;

Seen seen_by_us(const kit::SumoRun& sumo, const map::RoadNetwork& map, const std::string& ego) {
  static const std::vector<watch::Check> checks = watchers();
  static const watch::Settings settings(checks);
  auto trace = trace::open_trace(sumo.source());
  if (!trace) throw std::runtime_error(to_string(trace.problem()));
  const auto outcome = watch::evaluate(checks, settings, {.trace = **trace, .map = &map, .ego_flag = ego});
  if (outcome.fault) throw std::runtime_error(to_string(*outcome.fault));
  Seen seen;
  for (const watch::IntervalRecord& record : outcome.evaluation.intervals) {
    const std::string_view name = outcome.evaluation.infos[record.check]->name;
    // One that its condition ended no longer held in its last frame; others did.
    const double end = to_seconds(record.end) + (record.ended_by == watch::EndedBy::condition ? -0.05 : 0.05);
    seen[{record.actor.id, std::string(name.substr(4, name.find("_zone") - 4))}].emplace_back(
        to_seconds(record.start) - 0.05, end);
  }
  return seen;
}

// Edges all of whose lanes are straight, and where they lead.
std::map<std::string, double> straight_edges(const kit::SumoRun& sumo) {
  pugi::xml_document document;
  document.load_file(sumo.net.c_str());
  std::map<std::string, double> straight;
  for (const pugi::xml_node edge : document.child("net").children("edge")) {
    if (std::string_view(edge.attribute("function").value()) == "internal") continue;
    bool all = true;
    double direction = 0.0;
    for (const pugi::xml_node lane : edge.children("lane")) {
      std::vector<std::pair<double, double>> points;
      std::istringstream shape(lane.attribute("shape").value());
      for (std::string point; shape >> point;) {
        const std::size_t comma = point.find(',');
        points.emplace_back(std::stod(point.substr(0, comma)), std::stod(point.substr(comma + 1)));
      }
      const auto [x, y] = points.front();
      const double dx = points.back().first - x, dy = points.back().second - y;
      direction = std::atan2(dy, dx);
      for (const auto& point : points)
        all = all && std::abs((point.first - x) * dy - (point.second - y) * dx) < 0.01 * std::hypot(dx, dy);
    }
    if (all) straight.emplace(edge.attribute("id").value(), direction);
  }
  return straight;
}

struct VehiclePlace {
  std::string edge;
  double x, y, heading, speed;  // of the middle of the front bumper
};

VehiclePlace place_of(const pugi::xml_node& vehicle) {
  const std::string lane = vehicle.attribute("lane").value();
  return {lane.substr(0, lane.rfind('_')), vehicle.attribute("x").as_double(), vehicle.attribute("y").as_double(),
          0.5 * kPi - vehicle.attribute("angle").as_double() * kPi / 180.0, vehicle.attribute("speed").as_double()};
}

struct Bound {
  double value, tolerance;
};
// 1: inside, 0: outside, -1: too near a bound to tell.
int within(double value, Bound least, Bound most) {
  if (value < least.value - least.tolerance || value > most.value + most.tolerance) return 0;
  return value > least.value + least.tolerance && value < most.value - most.tolerance ? 1 : -1;
}

void compare(const char* name) {
  const kit::SumoRun sumo = kit::run_sumo({.map = name, .duration = 120s, .vehicles = 60});
  const auto map = kit::load_map(name);
  const kit::ReadRun run = kit::read_run_file(sumo.source());
  const std::map<std::string, double> straight = straight_edges(sumo);
  pugi::xml_document document;
  document.load_file(sumo.fcd.c_str());

  int compared = 0, inside = 0, different = 0;
  std::string differences;
  for (std::size_t number = 0; number < 60 && number < run.tables.actors().size(); number += 5) {
    const std::string ego_id = run.tables.actors()[number].id;
    Seen seen = seen_by_us(sumo, *map, ego_id);
    double first = -1.0;
    for (const pugi::xml_node step : document.child("fcd-export").children("timestep")) {
      if (!step.child("vehicle")) continue;
      if (first < 0.0) first = step.attribute("time").as_double();
      const double now = step.attribute("time").as_double() - first;
      const pugi::xml_node ego_node = step.find_child_by_attribute("vehicle", "id", ego_id.c_str());
      if (!ego_node) continue;
      const VehiclePlace ego = place_of(ego_node);
      // Below that, a gap changes too much with the last digit of the speed, or stays as it was.
      if (ego.speed < 0.5 || !straight.contains(ego.edge)) continue;
      // A turning vehicle has its front on the edge and the rest elsewhere.
      const auto is_turning = [&](const VehiclePlace& at) {
        return std::abs(std::remainder(at.heading - straight.at(ego.edge), 2.0 * kPi)) > 0.3;
      };
      if (is_turning(ego)) continue;
      const double ego_length = run.info(ego_id).length;
      // Of the middle of the vehicle's width, so far behind its front.
      const double cosine = std::cos(straight.at(ego.edge)), sine = std::sin(straight.at(ego.edge));
      const auto along_edge = [&](const VehiclePlace& at, double back) {
        return cosine * (at.x - back * std::cos(at.heading)) + sine * (at.y - back * std::sin(at.heading));
      };
      const auto left_on_edge = [&](const VehiclePlace& at, double back) {
        return cosine * (at.y - back * std::sin(at.heading)) - sine * (at.x - back * std::cos(at.heading));
      };
      for (const pugi::xml_node vehicle : step.children("vehicle")) {
        const std::string id = vehicle.attribute("id").value();
        const VehiclePlace other = place_of(vehicle);
        if (id == ego_id || other.edge != ego.edge || is_turning(other)) continue;
        const double length = run.info(id).length;
        const double ahead = (along_edge(other, length) - along_edge(ego, 0.0)) / ego.speed;
        const double behind = (along_edge(other, 0.0) - along_edge(ego, ego_length)) / ego.speed;
        const double lat = left_on_edge(other, 0.5 * length) - left_on_edge(ego, 0.5 * ego_length);
        const double tolerance = 0.1 / ego.speed + 0.01;  // seconds
        for (std::size_t zone = 0; zone < 4; ++zone) {
          const bool front = zone < 2, left = zone % 2 == 0;
          const int along = front ? within(ahead, {0.0, tolerance}, {5.0, tolerance})
                                  : within(behind, {-1.0, tolerance}, {0.0, tolerance});
          // Directly behind each other: the run has them aside by the rounding of its digits.
          const int across = std::abs(lat) < 0.005 ? 0 : within(left ? lat : -lat, {0.01, 0.2}, {5.0, 0.2});
          if (along * across < 0 || (along < 0 && across != 0) || (across < 0 && along != 0)) continue;
          const bool expected = along == 1 && across == 1;
          bool found = false;
          for (const auto& [start, end] : seen[{id, kZones[zone]}]) found = found || (now > start && now < end);
          ++compared;
          inside += expected ? 1 : 0;
          if (expected == found) continue;
          ++different;
          differences += ego_id + " and " + id + " on " + ego.edge + " at " + std::to_string(now) + " s, " +
                         kZones[zone] + ": ahead " + std::to_string(ahead) + " s, behind " + std::to_string(behind) +
                         " s, lateral " + std::to_string(lat) + " m\n";
        }
      }
    }
  }
  std::printf("%s: %d times in a zone of %d compared, %d judged differently\n", name, inside, compared, different);
  EXPECT_GT(inside, 100);
  EXPECT_EQ(different, 0) << differences.substr(0, 2000);
}

TEST(SumoRelevance, AgreesWithPlainGeometryOnTown10) {
  SCRUTINEER_NEEDS_SUMO();
  compare("Town10HD");
}

TEST(SumoRelevance, AgreesWithPlainGeometryOnMultiIntersections) {
  SCRUTINEER_NEEDS_SUMO();
  compare("multi_intersections");
}

}  // namespace
}  // namespace scrutineer::checks
