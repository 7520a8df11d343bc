#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/text.h"
#include "checks/detail/conflict_watcher.h"
#include "checks/detail/interval_metrics.h"
#include "checks/detail/r157_events.h"
#include "watch/kpi.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

constexpr std::array<std::string_view, 7> kTypes{"standing", "following", "oncoming",    "adjacent",
                                                 "merging",  "crossing",  "vru_crossing"};

// ---- events of UN R157 ------------------------------------------------------------------------------------------

struct R157Watcher {
  struct Metrics {
    std::string manoeuvre;
    Value preventable_cc = kNone, preventable_reg157 = kNone, preventable_fsm = kNone;

    void fields(auto& field) {
      field("manoeuvre", manoeuvre, "", "What the other did: cut_in, lead_braking or cut_out.");
      field("preventable_cc", preventable_cc, "",
            "Whether the competent and careful driver of Annex 3 would have avoided it.");
      field("preventable_reg157", preventable_reg157, "",
            "Whether it is preventable by the inequalities of the regulation.");
      field("preventable_fsm", preventable_fsm, "",
            "Whether the driver of the fuzzy safety model would have avoided it.");
    }
  };

  struct Instance {
    R157Events events;
    std::vector<std::pair<trace::ActorId, OpenInterval>> intervals;
  };

  static Instance create(const Setup& setup) {
    const View at = setup.view();
    at.scene.encounters.follow(at.slot);
    return {};
  }

  static void step(Instance& self, Watch& watch, const View& at) {
    self.events.step(at.scene, at.slot);
    close_ended(self, watch, [&](const R157Event& event) { return how_it_ended(at, event); });
    for (const R157Event& event : self.events.open()) {
      const bool is_known =
          std::ranges::any_of(self.intervals, [&](const auto& one) { return one.first == event.other; });
      if (is_known) continue;
      watch.open(self.intervals.emplace_back(event.other, OpenInterval()).second, event.start);
    }
  }

  static void end(Instance& self, Watch& watch, EndedBy ended_by) {
    self.events.end();
    close_ended(self, watch, [&](const R157Event&) { return ended_by; });
  }

  // With the other, unless both had touched: then virtual drivers met what it would have done.
  static EndedBy how_it_ended(const View& at, const R157Event& event) {
    if (event.has_touched) return EndedBy::condition;
    return how_other_left(at.context, event.other).value_or(EndedBy::condition);
  }

  static void close_ended(Instance& self, Watch& watch, const auto& how) {
    for (const R157Event& event : self.events.ended()) {
      const auto known =
          std::ranges::find_if(self.intervals, [&](const auto& one) { return one.first == event.other; });
      if (known == self.intervals.end()) continue;
      Finding<R157Watcher> finding;
      finding.is_issue = false;
      finding.data.manoeuvre = kManoeuvres.at(static_cast<std::size_t>(event.manoeuvre));
      finding.data.preventable_cc = !event.cc.has_collided();
      if (event.reg157) finding.data.preventable_reg157 = *event.reg157;
      finding.data.preventable_fsm = !event.fsm.has_collided();
      finding.other = event.other_ref;
      watch.close(known->second, how(event), finding);
      self.intervals.erase(known);
    }
  }
};

// ---- the sums -------------------------------------------------------------------------------------------------------

struct ConflictSums {
  double count = 0.0, per_km = kNone;
  double min_ttc = kNone, min_mttc = kNone, min_pet = kNone, min_thw = kNone, max_drac = kNone,
         max_extended_delta_v = kNone;
  double tet = 0.0, tit = 0.0, rss_violation_time = 0.0, unpreventable_cc = 0.0;

  void fields(auto& field) {
    field("count", count, "", "Intervals of conflicts.");
    field("per_km", per_km, "1/km", "Conflicts for each kilometre that the ego drove.");
    field("min_ttc", min_ttc, "s", "The least time to collision at constant velocities.");
    field("min_mttc", min_mttc, "s", "The least time to collision at constant accelerations.");
    field("min_pet", min_pet, "s", "The least post-encroachment time.");
    field("min_thw", min_thw, "s", "The least time headway.");
    field("max_drac", max_drac, "m/s^2", "The largest deceleration that the ego needed to avoid contact.");
    field("max_extended_delta_v", max_extended_delta_v, "m/s",
          "The largest change of the ego's velocity that a contact would have made although it braked.");
    field("tet", tet, "s", "Time with a time to collision below its bound, summed.");
    field("tit", tit, "s^2", "The time to collision below its bound, summed up over time.");
    field("rss_violation_time", rss_violation_time, "s", "Time with no safe distance as RSS sees it, summed.");
    field("unpreventable_cc", unpreventable_cc, "",
          "Events of UN R157 that a competent and careful driver would not have avoided; only over all types.");
  }
};

void add(const IntervalMetrics& metrics, const KpiInterval& interval, ConflictSums& sums) {
  sums.count += 1.0;
  take_least(metrics.number(interval, "min_ttc"), sums.min_ttc);
  take_least(metrics.number(interval, "min_mttc"), sums.min_mttc);
  take_least(metrics.number(interval, "pet"), sums.min_pet);
  take_least(metrics.number(interval, "min_thw"), sums.min_thw);
  take_most(metrics.number(interval, "max_drac"), sums.max_drac);
  take_most(metrics.number(interval, "max_extended_delta_v"), sums.max_extended_delta_v);
  sums.tet += metrics.number(interval, "tet");
  sums.tit += metrics.number(interval, "tit");
  sums.rss_violation_time += metrics.number(interval, "rss_violation_time");
}

std::string line_of(const ConflictSums& all, const std::array<ConflictSums, kTypes.size()>& by_type,
                    double kilometres) {
  if (all.count == 0.0) return {};
  std::string line = "Conflicts: " + rounded(all.count, 0) + " in " + rounded(kilometres, 2) + " km (";
  std::string kinds;
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    if (by_type.at(i).count == 0.0) continue;
    kinds += (kinds.empty() ? "" : ", ") + std::string(kTypes.at(i)) + " " + rounded(by_type.at(i).count, 0);
  }
  line += kinds + ")";
  if (std::isfinite(all.min_ttc)) line += "; least TTC " + rounded(all.min_ttc, 2) + " s";
  if (std::isfinite(all.min_pet)) line += "; least PET " + rounded(all.min_pet, 2) + " s";
  if (std::isfinite(all.min_thw)) line += "; least headway " + rounded(all.min_thw, 2) + " s";
  if (all.max_drac > 0.0) line += "; largest DRAC " + rounded(all.max_drac, 2) + " m/s^2";
  return line;
}

KpiResult conflict_sums(std::span<const KpiInterval> intervals, const KpiRun& run) {
  const IntervalMetrics metrics(metrics_of<ConflictMetrics>());
  ConflictSums all;
  std::array<ConflictSums, kTypes.size()> by_type{};
  const IntervalMetrics of_events(metrics_of<R157Watcher::Metrics>());
  for (const KpiInterval& interval : intervals) {
    if (!interval.actor->is_ego) continue;
    if (interval.watcher == "r157_event" && of_events.is_false(interval, "preventable_cc")) all.unpreventable_cc += 1.0;
    if (interval.watcher != "conflict") continue;
    add(metrics, interval, all);
    const std::string type = metrics.text(interval, "type");
    for (std::size_t i = 0; i < kTypes.size(); ++i)
      if (kTypes.at(i) == type) add(metrics, interval, by_type.at(i));
  }
  const double kilometres = run.ego_metres / 1000.0;
  KpiResult result;
  const auto take = [&](ConflictSums& sums) {
    if (kilometres > 0.0) sums.per_km = sums.count / kilometres;
    result.totals.push_back(values_of(sums));
  };
  result.line = line_of(all, by_type, kilometres);
  take(all);
  for (ConflictSums& sums : by_type) take(sums);
  return result;
}

std::shared_ptr<const Kpi> conflict_numbers() {
  KpiInfo info{
      .name = "conflicts",
      .summary = "How near the ego came to collisions, how often, and how bad they would have been.",
      .doc =
          "Counts the ego's intervals of the watcher `conflict` and takes the worst of their measures, over all and "
          "by\n"
          "type. A measure that no interval has does not exist. Kilometres are those that the ego drove.",
      .guide = "conflicts.md",
      .of_totals = metrics_of<ConflictSums>(),
      .totals = {{"total", "All conflicts of the ego."}},
      .hides_watchers = false,
  };
  static const std::array<std::string, kTypes.size()> keys = [] {
    std::array<std::string, kTypes.size()> made;
    for (std::size_t i = 0; i < kTypes.size(); ++i) made.at(i) = "by_type." + std::string(kTypes.at(i));
    return made;
  }();
  for (const std::string& key : keys) info.totals.push_back({key, "Conflicts of this type."});
  return std::make_shared<const Kpi>(Kpi{std::move(info), conflict_sums});
}

}  // namespace

std::vector<watch::Check> conflicts_kpi() {
  const std::shared_ptr<const Kpi> kpi = conflict_numbers();
  std::vector<Check> all;
  all.push_back(make_actor_check<ConflictWatcher>({
      .name = "conflict",
      .summary = "The ego comes near a collision with somebody.",
      .doc =
          "One interval per other actor while a measure is beyond its bound: the time to collision (unless both brake\n"
          "enough already), the post-encroachment time, the time headway, or the deceleration that both would need.\n"
          "Each bound is a parameter; 0 turns it off. Intervals with less than `merge_gap` between them are one.\n"
          "\n"
          "How the two meet decides what is measured: along the road where one follows, meets or passes the other on\n"
          "it, in the plane where ways cross. docs/conflicts.md has every measure with its formula. Where both drive\n"
          "along lanes of the map that lead past each other, as two that turn left from opposite sides, neither "
          "time\n"
          "to collision nor deceleration begins an interval: these take both to drive straight on.\n"
          "\n"
          "An interval has the type of its least time to collision, else of its post-encroachment time, else of its\n"
          "begin. `--enable conflict@all` watches every actor with everybody near it.",
      .remedy = "Look at the least time to collision and the largest deceleration needed, and at who came first.",
      .for_npc = false,
      .merge_gap = std::chrono::seconds(2),
      .parameters = conflict_parameters(),
      .plots = {{"How near a collision is, over all partners",
                 {{.name = "least time to collision", .unit = "s"},
                  {.name = "least post-encroachment time", .unit = "s"},
                  {.name = "bound of the time to collision", .unit = "s", .role = LineRole::limit}}},
                {"What it takes to avoid it",
                 {{.name = "largest deceleration needed", .unit = "m/s^2"},
                  {.name = "bound", .unit = "m/s^2", .role = LineRole::limit}}},
                {"Speeds of both",
                 {{.name = "speed", .unit = "m/s", .fact = fact("speed")},
                  {.name = "speed of the other", .unit = "m/s", .fact = fact("speed"), .of_other = true}}}},
      .needs = {{fact("ttc")}},
      .kpi = kpi,
  }));
  all.push_back(make_actor_check<R157Watcher>({
      .name = "r157_event",
      .summary = "Somebody cuts in, brakes hard or cuts out in front of the ego, as UN R157 has it.",
      .doc = "From the first frame of a `cut_in` (a vehicle in the next lane, its front ahead of the ego's, more than\n"
             "0.375 m off its lane's centre towards the ego), a `lead_braking` (the leader brakes at 5 m/s^2 or more) "
             "or a\n"
             "`cut_out` (the leader is more than 0.375 m off its lane's centre, and a slower vehicle is ahead of it) "
             "until\n"
             "that vehicle is off the ego's way, the ego has passed it and no virtual ego is behind it any more, both\n"
             "stand, or for 10 s.\n"
             "\n"
             "Virtual egos start with the ego's place and speed, keep lane and speed, and brake as their model says:\n"
             "`preventable_cc` and `preventable_fsm` tell whether they got through. docs/conflicts.md has the models.",
      .remedy = "Compare what the ego did with what a careful driver would have been able to do.",
      .for_npc = false,
      .plots = {{"Speeds of both",
                 {{.name = "speed", .unit = "m/s", .fact = fact("speed")},
                  {.name = "speed of the other", .unit = "m/s", .fact = fact("speed"), .of_other = true}}},
                {"Acceleration", {{.name = "acceleration", .unit = "m/s^2", .fact = fact("acceleration")}}}},
      .needs = {{fact("ttc"), fact("road_position")}},
      .kpi = kpi,
  }));
  return all;
}

}  // namespace scrutineer::checks
