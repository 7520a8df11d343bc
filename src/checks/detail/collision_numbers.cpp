#include "checks/detail/collision_numbers.h"

#include <map>

#include "base/text.h"
#include "checks/detail/collision_metrics.h"
#include "checks/detail/interval_metrics.h"

namespace scrutineer::checks {
namespace {

using namespace watch;

struct CollisionSums {
  double crashes = 0.0, contacts = 0.0, at_fault = 0.0, not_at_fault = 0.0, undetermined = 0.0;
  double max_ego_delta_v = kNone, distance_km = 0.0, km_per_at_fault_crash = kNone;

  void fields(auto& field) {
    field("crashes", crashes, "", "Crashes of the ego: contacts that belong together count once.");
    field("contacts", contacts, "", "Contacts of the ego.");
    field("at_fault", at_fault, "", "Crashes that are the ego's fault.");
    field("not_at_fault", not_at_fault, "", "Crashes that are not.");
    field("undetermined", undetermined, "", "Crashes of which nobody can tell.");
    field("max_ego_delta_v", max_ego_delta_v, "m/s", "The largest change of the ego's velocity.");
    field("distance_km", distance_km, "km", "How far the ego drove.");
    field("km_per_at_fault_crash", km_per_at_fault_crash, "km", "The same for each crash that is its fault.");
  }
};

KpiResult collision_sums(std::span<const KpiInterval> intervals, const KpiRun& run) {
  const IntervalMetrics metrics(metrics_of<CollisionMetrics>());
  CollisionSums sums;
  sums.distance_km = run.ego_metres / 1000.0;
  std::map<double, std::string> faults;  // by crash: that of its first contact
  for (const KpiInterval& interval : intervals) {
    if (!interval.actor->is_ego) continue;
    sums.contacts += 1.0;
    const double crash = metrics.number(interval, "crash");
    std::string fault = metrics.text(interval, "fault");
    const bool is_first = metrics.text(interval, "fault_rule") != "secondary";
    if (is_first || !faults.contains(crash)) faults[crash] = std::move(fault);
    take_most(metrics.number(interval, "ego_delta_v"), sums.max_ego_delta_v);
  }
  for (const auto& [crash, fault] : faults) {
    sums.crashes += 1.0;
    (fault == "at_fault" ? sums.at_fault : fault == "not_at_fault" ? sums.not_at_fault : sums.undetermined) += 1.0;
  }
  if (sums.at_fault > 0.0) sums.km_per_at_fault_crash = sums.distance_km / sums.at_fault;
  KpiResult result;
  if (sums.crashes > 0.0)
    result.line = "Crashes: " + rounded(sums.crashes, 0) + " in " + rounded(sums.distance_km, 2) + " km, " +
                  rounded(sums.at_fault, 0) + " at fault, " + rounded(sums.not_at_fault, 0) + " not, " +
                  rounded(sums.undetermined, 0) + " undetermined";
  result.totals.push_back(values_of(sums));
  return result;
}

}  // namespace

std::shared_ptr<const Kpi> collision_numbers() {
  return std::make_shared<const Kpi>(
      Kpi{{
              .name = "collisions",
              .summary = "How often the ego crashed, whose fault it was, and how far it drove.",
              .doc = "Made of the ego's contacts (`collision`). One crash is a contact and every later one that begins "
                     "within\n"
                     "5 s of its last end, with the same actor or with the ego less than 5 m from where it began; its "
                     "fault is\n"
                     "that of the first contact.",
              .guide = "conflicts.md",
              .of_totals = metrics_of<CollisionSums>(),
              .totals = {{"total", "The whole run."}},
              .hides_watchers = false,
          },
          collision_sums});
}

}  // namespace scrutineer::checks
