// Conflicts in SUMO's traffic: none that is false where everybody drives well, and one before every collision where
// some do not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <pugixml.hpp>
#include <set>

#include "checks/catalogue.h"
#include "kit/sumo.h"
#include "map/read.h"
#include "watch/evaluate.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;

const std::vector<watch::Check>& conflict_check() {
  static const std::vector<watch::Check> checks = [] {
    std::vector<watch::Check> found;
    for (watch::Check& check : catalogue())
      if (check.info.name == "conflict") found.push_back(std::move(check));
    return found;
  }();
  return checks;
}

struct Seen {
  std::string actor, other, type;
  double start = 0.0, end = 0.0, drac = 0.0, ttc = 0.0, pet = 0.0, thw = 0.0, time = 0.0;
};

// Of everybody, each as the ego.
std::vector<Seen> conflicts(const kit::SumoRun& sumo) {
  const auto map = map::read_xodr_file(sumo.map.string());
  watch::Settings settings(conflict_check());
  EXPECT_EQ(settings.enable("conflict@all"), std::nullopt);
  auto trace = trace::open_trace(sumo.source());
  if (!map || !trace) throw std::runtime_error("no run");
  const watch::RunOutcome outcome = watch::evaluate(conflict_check(), settings, {.trace = **trace, .map = map->get()});
  EXPECT_FALSE(outcome.fault);
  std::vector<Seen> all;
  for (const watch::IntervalRecord& record : outcome.evaluation.intervals) {
    const auto& metrics = outcome.evaluation.infos.at(record.check)->metrics;
    const auto value = [&](std::string_view name) -> const watch::Value& {
      for (std::size_t i = 0; i < metrics.size(); ++i)
        if (metrics[i].name == name) return record.data.at(i);
      throw std::runtime_error("no metric " + std::string(name));
    };
    const auto number = [&](std::string_view name) { return std::get<double>(value(name)); };
    all.push_back({record.actor.id, record.other->id, std::get<std::string>(value("type")), to_seconds(record.start),
                   to_seconds(record.end), number("max_drac"), number("min_ttc"), number("pet"), number("min_thw"),
                   number("max_drac_time")});
  }
  return all;
}

std::string told(const Seen& seen) {
  return seen.actor + " with " + seen.other + ", " + seen.type + ", " + std::to_string(seen.start) + " to " +
         std::to_string(seen.end) + ": drac " + std::to_string(seen.drac) + " at " + std::to_string(seen.time) +
         ", ttc " + std::to_string(seen.ttc) + ", pet " + std::to_string(seen.pet) + ", thw " +
         std::to_string(seen.thw) + "\n";
}

// Whoever follows, meets or passes others on the road hardly ever needs to brake hard. Where ways cross some seem to: a
// vehicle that turns keeps no velocity, and one that waits creeps towards the way of the next.
TEST(SumoConflicts, AreRareWhereEverybodyDrivesWell) {
  SCRUTINEER_NEEDS_SUMO();
  std::string along, across;
  int hard_along = 0, hard_across = 0;
  for (const char* map : {"Town10HD", "multi_intersections"}) {
    const kit::SumoRun sumo = kit::run_sumo({.map = map, .duration = 120s, .vehicles = 40});
    for (const Seen& seen : conflicts(sumo)) {
      if (!(seen.drac > 3.0)) continue;
      const bool is_along = seen.type == "following" || seen.type == "standing" || seen.type == "oncoming";
      (is_along ? along : across) += std::string(map) + ": " + told(seen);
      ++(is_along ? hard_along : hard_across);
    }
  }
  EXPECT_LE(hard_along, 2) << along;
  EXPECT_LE(hard_across, 20) << across;
}

TEST(SumoConflicts, ComeBeforeEveryCollision) {
  SCRUTINEER_NEEDS_SUMO();
  const kit::SumoRun sumo = kit::run_sumo({.map = "Town10HD", .duration = 90s, .vehicles = 60, .reckless = true});
  const std::vector<Seen> all = conflicts(sumo);
  pugi::xml_document document;
  document.load_file(sumo.collisions.c_str());
  std::set<std::pair<std::string, std::string>> known;
  int collisions = 0;
  for (const pugi::xml_node collision : document.child("collisions").children("collision")) {
    const std::string a = collision.attribute("collider").value(), b = collision.attribute("victim").value();
    const double time = collision.attribute("time").as_double();
    if (!known.insert(std::minmax(a, b)).second) continue;
    ++collisions;
    const bool was_seen = std::ranges::any_of(all, [&](const Seen& seen) {
      const bool is_pair = (seen.actor == a && seen.other == b) || (seen.actor == b && seen.other == a);
      return is_pair && seen.start <= time + 0.2 && seen.end >= time - 5.0;
    });
    EXPECT_TRUE(was_seen) << a << " and " << b << " at " << time;
  }
  EXPECT_GT(collisions, 3);
}

}  // namespace
}  // namespace scrutineer::checks
