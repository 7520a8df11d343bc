#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "base/text.h"
#include "checks/detail/zone_watcher.h"
#include "watch/kpi.h"

namespace scrutineer::checks {
namespace {

using namespace watch;
using namespace literals;

// ---- whom the zones are watched for ---------------------------------------------------------------------------------

constexpr std::string_view kMinTimeGapMeaning =
    "Nearer than this, ahead or behind, is in no zone; nor is exactly this.";
constexpr std::string_view kFrontMaxMeaning = "The front zones end here: ahead of the ego by less than this.";
constexpr std::string_view kBackMaxMeaning = "The back zones end here: behind the ego by less than this, below 0.";
constexpr std::string_view kMinLatMeaning = "Nearer than this to the ego's own line is in no zone.";
constexpr std::string_view kMaxLatMeaning = "The zones end here: beside the ego's line by less than this.";
constexpr Range kNotPositive{.most = 0.0};

struct Vehicles {
  static constexpr Subject kSubject = Subject::vehicle;
  static constexpr std::string_view kName = "vehicle", kOne = "A vehicle";
  static constexpr std::string_view kGapMetric = "vehicle_lon_time_gap", kLatMetric = "vehicle_lat_offset";
  static constexpr ZoneParameters kParameters{
      {"scenario_relevance_kpi.vehicle_min_time_gap", 0.0_s, kMinTimeGapMeaning, kNotNegative},
      {"scenario_relevance_kpi.vehicle_front_max_time_gap", 5.0_s, kFrontMaxMeaning, kNotNegative},
      {"scenario_relevance_kpi.vehicle_back_max_time_gap", -1.0_s, kBackMaxMeaning, kNotPositive},
      {"scenario_relevance_kpi.vehicle_min_lat_offset", 0.01_m, kMinLatMeaning, kNotNegative},
      {"scenario_relevance_kpi.vehicle_max_lat_offset", 5.0_m, kMaxLatMeaning, kNotNegative}};
};

struct PlainObjects {
  static constexpr Subject kSubject = Subject::plain_object;
  static constexpr std::string_view kName = "plain_object", kOne = "A plain object";
  static constexpr std::string_view kGapMetric = "plain_object_lon_time_gap", kLatMetric = "plain_object_lat_offset";
  static constexpr ZoneParameters kParameters{
      {"scenario_relevance_kpi.plain_object_min_time_gap", 0.0_s, kMinTimeGapMeaning, kNotNegative},
      {"scenario_relevance_kpi.plain_object_front_max_time_gap", 5.0_s, kFrontMaxMeaning, kNotNegative},
      {"scenario_relevance_kpi.plain_object_back_max_time_gap", -1.0_s, kBackMaxMeaning, kNotPositive},
      {"scenario_relevance_kpi.plain_object_min_lat_offset", 0.01_m, kMinLatMeaning, kNotNegative},
      {"scenario_relevance_kpi.plain_object_max_lat_offset", 5.0_m, kMaxLatMeaning, kNotNegative}};
};

struct Persons {
  static constexpr Subject kSubject = Subject::person;
  static constexpr std::string_view kName = "person", kOne = "A person";
  static constexpr std::string_view kGapMetric = "person_lon_time_gap", kLatMetric = "person_lat_offset";
  static constexpr ZoneParameters kParameters{
      {"scenario_relevance_kpi.person_min_time_gap", 0.0_s, kMinTimeGapMeaning, kNotNegative},
      {"scenario_relevance_kpi.person_front_max_time_gap", 5.0_s, kFrontMaxMeaning, kNotNegative},
      {"scenario_relevance_kpi.person_back_max_time_gap", -1.0_s, kBackMaxMeaning, kNotPositive},
      {"scenario_relevance_kpi.person_min_lat_offset", 0.01_m, kMinLatMeaning, kNotNegative},
      {"scenario_relevance_kpi.person_max_lat_offset", 5.0_m, kMaxLatMeaning, kNotNegative}};
};

constexpr std::array<std::string_view, 4> kZones{"front_left", "front_right", "back_left", "back_right"};
constexpr std::array<std::string_view, 3> kGroups{Vehicles::kName, PlainObjects::kName, Persons::kName};
constexpr std::size_t kPersons = 2;  // place in kGroups

std::string watcher_name(std::string_view zone, std::string_view group) {
  return "ego_" + std::string(zone) + "_zone_limit_watcher_for_" + std::string(group);
}

// ---- the metrics ----------------------------------------------------------------------------------------------------

// Which zones a metric takes together, a bit for each.
using Zones = unsigned;
constexpr Zones bit(Zone zone) { return 1U << static_cast<unsigned>(zone); }
constexpr Zones kLeft = bit(Zone::front_left) | bit(Zone::back_left);
constexpr Zones kRight = bit(Zone::front_right) | bit(Zone::back_right);
constexpr Zones kFront = bit(Zone::front_left) | bit(Zone::front_right);
constexpr Zones kBack = bit(Zone::back_left) | bit(Zone::back_right);
constexpr Zones kAll = kLeft | kRight;

enum class Measure : std::uint8_t { count, duration, percentage };

struct RelevanceMetric {
  MetricInfo info;
  Measure measure;
  Zones zones;
};

// Of each actor, and summed over actors in each total.
constexpr RelevanceMetric kSums[] = {
    {{"total_left_zone_count", "", "Intervals in the left zones."}, Measure::count, kLeft},
    {{"total_right_zone_count", "", "Intervals in the right zones."}, Measure::count, kRight},
    {{"total_front_zone_count", "", "Intervals in the front zones."}, Measure::count, kFront},
    {{"total_back_zone_count", "", "Intervals in the back zones."}, Measure::count, kBack},
    {{"total_zone_count", "", "Intervals in all four zones."}, Measure::count, kAll},
    {{"front_left_zone_duration", "s", "Time in the front left zone."}, Measure::duration, bit(Zone::front_left)},
    {{"front_right_zone_duration", "s", "Time in the front right zone."}, Measure::duration, bit(Zone::front_right)},
    {{"back_left_zone_duration", "s", "Time in the back left zone."}, Measure::duration, bit(Zone::back_left)},
    {{"back_right_zone_duration", "s", "Time in the back right zone."}, Measure::duration, bit(Zone::back_right)},
    {{"total_left_zone_duration", "s", "Time in the left zones, summed."}, Measure::duration, kLeft},
    {{"total_right_zone_duration", "s", "Time in the right zones, summed."}, Measure::duration, kRight},
    {{"total_front_zone_duration", "s", "Time in the front zones, summed."}, Measure::duration, kFront},
    {{"total_back_zone_duration", "s", "Time in the back zones, summed."}, Measure::duration, kBack},
    {{"total_zone_duration", "s", "Time in all four zones, summed."}, Measure::duration, kAll},
    {{"left_zone_percentage", "%", "Share of the run: total_left_zone_duration."}, Measure::percentage, kLeft},
    {{"right_zone_percentage", "%", "Share of the run: total_right_zone_duration."}, Measure::percentage, kRight},
    {{"front_zone_percentage", "%", "Share of the run: total_front_zone_duration."}, Measure::percentage, kFront},
    {{"back_zone_percentage", "%", "Share of the run: total_back_zone_duration."}, Measure::percentage, kBack},
};

// Only in totals: times at which anybody was in there, counted once.
constexpr RelevanceMetric kUnions[] = {
    {{"union_front_left_zone_duration", "s", "Time with anybody in the front left zone."},
     Measure::duration,
     bit(Zone::front_left)},
    {{"union_front_right_zone_duration", "s", "Time with anybody in the front right zone."},
     Measure::duration,
     bit(Zone::front_right)},
    {{"union_back_left_zone_duration", "s", "Time with anybody in the back left zone."},
     Measure::duration,
     bit(Zone::back_left)},
    {{"union_back_right_zone_duration", "s", "Time with anybody in the back right zone."},
     Measure::duration,
     bit(Zone::back_right)},
    {{"union_total_left_zone_duration", "s", "Time with anybody in a left zone."}, Measure::duration, kLeft},
    {{"union_total_right_zone_duration", "s", "Time with anybody in a right zone."}, Measure::duration, kRight},
    {{"union_total_front_zone_duration", "s", "Time with anybody in a front zone."}, Measure::duration, kFront},
    {{"union_total_back_zone_duration", "s", "Time with anybody in a back zone."}, Measure::duration, kBack},
    {{"union_total_zone_duration", "s", "Time with anybody in any zone."}, Measure::duration, kAll},
    {{"union_left_zone_percentage", "%", "Share of the run: union_total_left_zone_duration."},
     Measure::percentage,
     kLeft},
    {{"union_right_zone_percentage", "%", "Share of the run: union_total_right_zone_duration."},
     Measure::percentage,
     kRight},
    {{"union_front_zone_percentage", "%", "Share of the run: union_total_front_zone_duration."},
     Measure::percentage,
     kFront},
    {{"union_back_zone_percentage", "%", "Share of the run: union_total_back_zone_duration."},
     Measure::percentage,
     kBack},
};

// Which of kGroups each total is about.
struct RelevanceTotal {
  KpiTotal declared;
  std::array<bool, kGroups.size()> of;
};
constexpr RelevanceTotal kTotals[] = {
    {{"total", "Vehicles and plain objects."}, {true, true, false}},
    {{"total_vehicles", "Vehicles only."}, {true, false, false}},
    {{"total_plain_objects", "Plain objects only."}, {false, true, false}},
    {{"total_persons", "Persons, who are in no other total."}, {false, false, true}},
};

// ---- the sums -------------------------------------------------------------------------------------------------------

struct Stay {
  const ActorRef* actor;
  std::size_t zone, group;  // places in kZones and kGroups
  Time start, end;
};

std::vector<Stay> stays_of(std::span<const KpiInterval> intervals) {
  std::map<std::string, std::pair<std::size_t, std::size_t>, std::less<>> by_watcher;
  for (std::size_t zone = 0; zone < kZones.size(); ++zone)
    for (std::size_t group = 0; group < kGroups.size(); ++group)
      by_watcher[watcher_name(kZones[zone], kGroups[group])] = {zone, group};
  std::vector<Stay> stays;
  stays.reserve(intervals.size());
  for (const KpiInterval& interval : intervals) {
    const auto known = by_watcher.find(interval.watcher);
    if (known == by_watcher.end()) continue;  // of a configuration's own watcher: the KPI is of the built-in ones
    const auto& [zone, group] = known->second;
    stays.push_back({interval.actor, zone, group, interval.start, interval.end});
  }
  // By start, for unions.
  std::ranges::stable_sort(stays, {}, &Stay::start);
  return stays;
}

// Exact: whole nanoseconds.
struct Sums {
  std::array<int, kZones.size()> counts{};
  std::array<Duration, kZones.size()> durations{};

  void add(const Stay& stay) {
    ++counts[stay.zone];
    durations[stay.zone] += stay.end - stay.start;
  }
};

double share(Duration part, Duration run) {
  return 100.0 * static_cast<double>(part.count()) / static_cast<double>(run.count());  // 0 / 0: there is none
}

double measured(Measure measure, Duration duration, Duration run) {
  return measure == Measure::percentage ? share(duration, run) : to_seconds(duration);
}

double value_of(const RelevanceMetric& metric, const Sums& sums, Duration run) {
  int count = 0;
  Duration duration{};
  for (std::size_t zone = 0; zone < kZones.size(); ++zone) {
    if ((metric.zones >> zone & 1U) == 0) continue;
    count += sums.counts[zone];
    duration += sums.durations[zone];
  }
  return metric.measure == Measure::count ? count : measured(metric.measure, duration, run);
}

using Counts = std::array<bool, kGroups.size()>;

// How long anybody of these groups was in one of these zones.
Duration union_of(std::span<const Stay> stays, Zones zones, const Counts& groups) {
  Duration all{};
  Time until{};
  for (const Stay& stay : stays) {
    if ((zones >> stay.zone & 1U) == 0 || !groups.at(stay.group)) continue;
    if (stay.end > until) all += stay.end - std::max(stay.start, until);
    until = std::max(until, stay.end);
  }
  return all;
}

std::string percent(Duration part, Duration run) {
  return run.count() == 0 ? "0 %" : rounded(share(part, run), 1) + " %";
}

std::string line_of(std::span<const Stay> stays, Duration run) {
  const auto of = [&](Zones zones, const Counts& groups) { return percent(union_of(stays, zones, groups), run); };
  const Counts& groups = kTotals[0].of;
  std::string line = "Scenario relevance: somebody is near the ego for " + of(kAll, groups) + " of the run (front " +
                     of(kFront, groups) + ", back " + of(kBack, groups) + ", left " + of(kLeft, groups) + ", right " +
                     of(kRight, groups) + ")";
  Counts persons{};
  persons[kPersons] = true;
  if (const Duration time = union_of(stays, kAll, persons); time.count() > 0)
    line += "; a person for " + percent(time, run);
  return line;
}

KpiResult computed(std::span<const KpiInterval> intervals, const KpiRun& of) {
  const Duration run = of.duration;
  const std::vector<Stay> stays = stays_of(intervals);
  std::map<int, std::pair<const ActorRef*, Sums>> by_actor;  // by uid
  for (const Stay& stay : stays) {
    auto& [actor, sums] = by_actor[stay.actor->uid];
    actor = stay.actor;
    sums.add(stay);
  }
  KpiResult result;
  for (const auto& [uid, one] : by_actor) {
    auto& row = result.actors.emplace_back(KpiResult::Row{*one.first, {}});
    for (const RelevanceMetric& metric : kSums) row.values.emplace_back(value_of(metric, one.second, run));
  }
  for (const RelevanceTotal& total : kTotals) {
    Sums sums;
    for (const Stay& stay : stays)
      if (total.of.at(stay.group)) sums.add(stay);
    auto& values = result.totals.emplace_back();
    for (const RelevanceMetric& metric : kSums) values.emplace_back(value_of(metric, sums, run));
    for (const RelevanceMetric& metric : kUnions)
      values.emplace_back(measured(metric.measure, union_of(stays, metric.zones, total.of), run));
  }
  result.line = line_of(stays, run);
  return result;
}

std::shared_ptr<const Kpi> relevance() {
  KpiInfo info{
      .name = "scenario_relevance",
      .summary = "How much of the run happens near the ego.",
      .doc =
          "Four zones around the ego, each a time gap long and a distance wide. Watchers record an interval while an\n"
          "actor is in a zone; here they are counted and their durations added up, for each actor and over all.\n"
          "`left` is front_left and back_left together, and so on. Percentages are shares of the run's duration, also\n"
          "for actors that are there for a part of it.\n"
          "\n"
          "Over all actors, durations and percentages exist twice: summed under the plain name, where two actors at\n"
          "the same time count twice, and with the prefix `union_` as the union of times, which is never over 100 %.\n"
          "Persons are counted in a total of their own. Only actors that ever were in a zone are listed.",
      .guide = "relevance.md",
  };
  for (const RelevanceMetric& metric : kSums) {
    info.of_actors.push_back(metric.info);
    info.of_totals.push_back(metric.info);
  }
  for (const RelevanceMetric& metric : kUnions) info.of_totals.push_back(metric.info);
  for (const RelevanceTotal& total : kTotals) info.totals.push_back(total.declared);
  return std::make_shared<const Kpi>(Kpi{std::move(info), computed});
}

// ---- the watchers ---------------------------------------------------------------------------------------------------

constexpr std::string_view kDoc =
    "The time gap is the road distance over the ego's speed. In front it runs from the middle of the ego's front to "
    "the\n"
    "middle of the actor's back, behind from the middle of the ego's back to the middle of the actor's front: an\n"
    "oncoming actor's back is its far end. It follows the road network along the reference lines, in junctions along\n"
    "the connecting road taken, and is positive ahead. While the ego's speed is exactly 0 the last time gap stays;\n"
    "until the ego has first moved there is none, and nobody is in a zone.\n"
    "\n"
    "The lateral offset is from centre to centre, across the road: the difference of t, carried over from road to\n"
    "road. Left of the ego is positive. All bounds are exclusive. An actor with no way to or from the ego within 300 m "
    "is "
    "in\n"
    "no zone; one up to 10 m beside the lanes counts as on the nearest one.\n"
    "\n"
    "An interval's actor is the other one, not the ego. `interval_count` goes on when an actor comes back. The time "
    "gap\n"
    "and the offset of an interval are those of its last frame in the zone.";

template <Zone zone, typename Of>
Check watcher(const std::shared_ptr<const Kpi>& kpi) {
  static const std::string name = watcher_name(kZones[static_cast<std::size_t>(zone)], Of::kName);
  static const std::string summary = std::string(Of::kOne) + " is in the zone " +
                                     (is_front(zone) ? "ahead" : "behind") + " and to the " +
                                     (is_left(zone) ? "left" : "right") + " of the ego.";
  const ZoneParameters& set = Of::kParameters;
  return make_violation_check<ZoneWatcher<zone, Of>>({
      .name = name,
      .summary = summary,
      .doc = kDoc,
      .remedy = "Nothing is wrong: its intervals say when something happened near the ego.",
      .subject = Of::kSubject,
      .for_sut = false,
      .parameters = {&set.min_time_gap, is_front(zone) ? &set.front_max_time_gap : &set.back_max_time_gap,
                     &set.min_lat_offset, &set.max_lat_offset},
      .needs = {{fact("road_distance.lon"), fact("road_distance.lat")}},
      .kpi = kpi,
  });
}

template <typename Of>
void add_watchers(std::vector<Check>& all, const std::shared_ptr<const Kpi>& kpi) {
  all.push_back(watcher<Zone::front_left, Of>(kpi));
  all.push_back(watcher<Zone::front_right, Of>(kpi));
  all.push_back(watcher<Zone::back_left, Of>(kpi));
  all.push_back(watcher<Zone::back_right, Of>(kpi));
}

}  // namespace

std::vector<watch::Check> scenario_relevance_kpi() {
  const std::shared_ptr<const Kpi> kpi = relevance();
  std::vector<Check> all;
  add_watchers<Vehicles>(all, kpi);
  add_watchers<PlainObjects>(all, kpi);
  add_watchers<Persons>(all, kpi);
  return all;
}

}  // namespace scrutineer::checks
