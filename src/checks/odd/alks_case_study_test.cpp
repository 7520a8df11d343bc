// OpenODD's case study C.3, automated lane keeping after UN Regulation 157, on a real motorway and in a town.

#include <gmock/gmock.h>

#include <cmath>
#include <sstream>

#include "base/text.h"
#include "checks/catalogue.h"
#include "kit/odd_files.h"
#include "kit/scenario.h"
#include "odd/monitor.h"
#include "watch/evaluate.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// What C.3 asks for and neither a map nor a run tells, as its own COD (code 229) has it; from then on a tyre is flat.
std::vector<odd::CodRow> told_by_the_vehicle(const odd::Odd& alks, Duration flat_tyre) {
  odd::CodRow row;
  for (const char* const name :
       {"solid_barriers", "grade_separation", "power_supply", "braking_system", "tire_pressure", "self_check_system"})
    row.values.push_back({alks.taxonomy.find(name).id, odd::Value::boolean(true)});
  for (const char* const name : {"construction_site_detour", "emergency_vehicle", "small_obstacle"})
    row.values.push_back({alks.taxonomy.find(name).id, odd::Value::boolean(false)});
  odd::CodRow flat = row;
  flat.time = Time(flat_tyre);
  for (odd::CodRow::Entry& entry : flat.values)
    if (entry.about == alks.taxonomy.find("tire_pressure").id) entry.value = odd::Value::boolean(false);
  return {row, flat};
}

struct Assessment {
  std::string when;        // "outside 5.2 to 7.9"
  std::string conditions;  // that failed, or nobody knows
};

std::vector<Assessment> judge_by_alks(const kit::RunData& run, const map::RoadNetwork& map, Duration flat_tyre) {
  const auto blocks = kit::standard_odd_blocks();
  const odd::ReadOdd read = kit::read_odd_text(blocks.at(228), {{"ALKS_taxonomy.yaml", blocks.at(227)}});
  EXPECT_TRUE(read.errors.empty());
  odd::Monitor monitor(std::make_shared<const odd::Odd>(read.odd), {.told = told_by_the_vehicle(read.odd, flat_tyre)});
  std::vector<watch::Check> checks = catalogue();
  std::erase_if(checks, [](const watch::Check& check) { return check.info.name != "odd"; });
  const auto trace = kit::as_trace(run);
  const watch::Evaluation found =
      watch::evaluate(checks, watch::Settings(checks), {.trace = *trace, .map = &map, .odd = &monitor}).evaluation;
  std::vector<Assessment> verdicts;
  for (const watch::IntervalRecord& record : found.intervals)
    verdicts.push_back({std::get<std::string>(record.data[0]) + ' ' + rounded(to_seconds(record.start), 3) + " to " +
                            rounded(to_seconds(record.end), 3),
                        std::get<std::string>(record.data[2])});
  return verdicts;
}

std::vector<std::string> times(const std::vector<Assessment>& verdicts) {
  std::vector<std::string> list;
  for (const Assessment& verdict : verdicts) list.push_back(verdict.when);
  return list;
}

// Along the A39 at Wolfsburg in the left of two marked lanes, at 12.5 m/s. Road 1003400 is 285.68 m long and its successor, in a
// junction, 10 m: from s = 213.81 m on it is there from (285.68 - 213.81) / 12.5 = 5.75 s to 6.55 s, so in the frames from 5.8 s
// to 6.5 s. Nobody counts lanes in junctions, and the exit is no T. From 8 s on it gains 1 m/s every second: it has 60 km/h
// (16.67 m/s) at 12.17 s, and after 16 s, losing as much, until 16.83 s. "< 60 km/h" is asked for.
TEST(AlksCaseStudy, OnAMotorway) {
  SCRUTINEER_NEEDS_DATA();
  const auto map = kit::load_map("Testfeld_Niedersachsen_ALKS");
  kit::Scenario scenario({.map = map.get(), .step = 100ms, .duration = 20s});
  scenario.add({.id = "ego", .is_ego = true})
      .start_at("1003400", -1, 213.80665)
      .via({"3000180", "1004600"})
      .speed({{0s, 12.5}, {8s, 12.5}, {13s, 17.5}, {16s, 17.5}, {21s, 12.5}});
  const std::vector<Assessment> found = judge_by_alks(scenario.run(), *map, 18s);
  ASSERT_THAT(times(found), ElementsAre("unknown 5.8 to 6.6", "outside 12.2 to 16.9", "outside 18 to 20"));
  EXPECT_EQ(found[0].conditions, "number_of_lane is at least 2");
  EXPECT_EQ(found[1].conditions, "operational_speed was 60.12 km/h (wanted: less than 60 km/h)");
  EXPECT_EQ(found[2].conditions, "tire_pressure was false (wanted: true)");
}

// On the slip road that leaves the motorway there is no motorway.
TEST(AlksCaseStudy, OnASlipRoad) {
  SCRUTINEER_NEEDS_DATA();
  const auto map = kit::load_map("Testfeld_Niedersachsen_ALKS");
  kit::Scenario scenario({.map = map.get(), .step = 100ms, .duration = 10s});
  scenario.add({.id = "ego", .is_ego = true}).start_at("1000400", -1, 10.0).speed(10.0);
  const std::vector<Assessment> found = judge_by_alks(scenario.run(), *map, 1h);
  ASSERT_THAT(times(found), ElementsAre("outside 0 to 10"));
  EXPECT_THAT(found[0].conditions, HasSubstr("drivable_area_type was none (wanted: motorway)"));
}

// A drive that CARLA recorded: all roads of Town10HD are of type town, so it is outside from the first frame to the last,
// through junctions, too, which have no type.
TEST(AlksCaseStudy, InATown) {
  SCRUTINEER_NEEDS_DATA();
  const auto map = kit::load_map("Town10HD");
  std::vector<kit::PoseAt> poses;
  std::istringstream log(kit::read_text(kit::data_dir() / "runs/carla/ego_logs.csv"));
  for (std::string line; std::getline(log, line);) {
    double x = 0.0, y = 0.0, z = 0.0, time = 0.0;
    char comma = 0;
    std::istringstream(line) >> x >> comma >> y >> comma >> z >> comma >> time;
    const auto at = std::chrono::duration_cast<Duration>(std::chrono::duration<double>(time - 0.05));
    poses.push_back({.at = at, .x = x, .y = -y});
  }
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const std::size_t next = std::min(i + 1, poses.size() - 1), last = next == 0 ? 0 : next - 1;
    poses[i].yaw = std::atan2(poses[next].y - poses[last].y, poses[next].x - poses[last].x);
  }
  kit::Scenario scenario({.map = map.get(), .step = 100ms, .duration = 31s});
  scenario.add({.id = "ego", .is_ego = true}).poses(poses);
  const std::vector<Assessment> found = judge_by_alks(scenario.run(), *map, 1h);
  ASSERT_THAT(times(found), ElementsAre("outside 0 to 31"));
  EXPECT_THAT(found[0].conditions, HasSubstr("drivable_area_type was none (wanted: motorway)"));
}

}  // namespace
}  // namespace scrutineer::checks
