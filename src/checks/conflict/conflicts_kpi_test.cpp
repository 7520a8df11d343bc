#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using testing::ElementsAre;

constexpr double kQuarter = std::numbers::pi / 2.0;

kit::MadeActor car(std::string id, bool is_ego = false) {
  return {.id = std::move(id), .is_ego = is_ego, .length = 4.0, .width = 2.0, .height = 1.5};
}

watch::Value of_interval(const kit::Found& found, std::size_t place, std::string_view name) {
  const watch::IntervalRecord& record = found.evaluation.intervals.at(place);
  const auto& metrics = found.evaluation.infos.at(record.check)->metrics;
  for (std::size_t i = 0; i < metrics.size(); ++i)
    if (metrics[i].name == name) return record.data.at(i);
  throw std::runtime_error("no metric " + std::string(name));
}
double number(const kit::Found& found, std::string_view name, std::size_t place = 0) {
  return std::get<double>(of_interval(found, place, name));
}
std::string text(const kit::Found& found, std::string_view name, std::size_t place = 0) {
  return std::get<std::string>(of_interval(found, place, name));
}

double kpi(const kit::Found& found, std::string_view total, std::string_view name) {
  const watch::KpiOutcome& outcome = found.evaluation.kpis.at(0);
  for (std::size_t i = 0; i < outcome.kpi->info.totals.size(); ++i)
    for (std::size_t k = 0; k < outcome.kpi->info.of_totals.size(); ++k)
      if (outcome.kpi->info.totals[i].key == total && outcome.kpi->info.of_totals[k].name == name)
        return std::get<double>(outcome.result.totals.at(i).at(k));
  throw std::runtime_error("no " + std::string(total) + "." + std::string(name));
}

class Conflict : public testing::Test {
 protected:
  std::shared_ptr<const map::RoadNetwork> map_ = map::build_network(kit::straight_road(900.0));
  CheckTester tester_ = CheckTester("conflict").on(*map_);

  Scenario following(double gap, double speed, double other_speed, Duration duration = 4s) const {
    Scenario scenario({.map = map_.get(), .duration = duration});
    scenario.add(car("0", true)).start_at("1", -1, 100.0).speed(speed);
    scenario.add(car("7")).start_at("1", -1, 104.0 + gap).speed(other_speed);
    return scenario;
  }
};

TEST_F(Conflict, IsWhereTheTimeToCollisionIsShort) {
  // 40 m and 10 m/s: below 1.5 s from 2.6 s on, when 14 m are left; a deceleration of 3 is needed from 16.7 m on.
  const auto found = tester_.run(following(40.0, 20.0, 10.0, 3s));
  EXPECT_THAT(found.intervals(), ElementsAre("0 with 7, 2.4 to 3, run_end"));
  EXPECT_EQ(text(found, "type"), "following");
  EXPECT_EQ(text(found, "role"), "follower");
  EXPECT_NEAR(number(found, "min_ttc"), 1.0, 1e-6);
  EXPECT_NEAR(number(found, "min_ttc_time"), 3.0, 1e-9);
  EXPECT_NEAR(number(found, "min_ttc_x"), 160.0, 1e-6);
  EXPECT_NEAR(number(found, "max_drac"), 100.0 / 20.0, 1e-6);
  EXPECT_NEAR(number(found, "min_headway"), 10.0, 1e-6);
  EXPECT_NEAR(number(found, "tet"), 0.6, 1e-9) << "from 2.5 s on, where it is 1.5 s";
  EXPECT_NEAR(number(found, "tit"), 0.1 * (0.0 + 0.1 + 0.2 + 0.3 + 0.4 + 0.5), 1e-6);
  EXPECT_TRUE(std::isnan(number(found, "max_other_drac"))) << "the one in front";
  EXPECT_NEAR(number(found, "max_extended_delta_v"), 0.0, 1e-9) << "braking at 6 m/s^2 was enough";
  EXPECT_EQ(kpi(found, "total", "count"), 1.0);
  EXPECT_EQ(kpi(found, "by_type.following", "count"), 1.0);
  EXPECT_EQ(kpi(found, "by_type.crossing", "count"), 0.0);
  EXPECT_TRUE(std::isnan(kpi(found, "by_type.crossing", "min_ttc")));
  EXPECT_NEAR(kpi(found, "total", "per_km"), 1.0 / 0.06, 1e-6);
  EXPECT_EQ(found.evaluation.kpis.at(0).result.line,
            "Conflicts: 1 in 0.06 km (following 1); least TTC 1 s; least headway 0.5 s; largest DRAC 5 m/s^2");
}

// A trailer that the run does not tie to its truck: what touched it from the start is no conflict as long as it hangs on.
TEST_F(Conflict, IsNoneWithWhatHangsOn) {
  struct Row {
    const char* name;
    double gap;
    std::vector<kit::SpeedAt> trailer;
    std::vector<std::string> intervals;
  };
  const std::vector<kit::SpeedAt> drives{{0s, 10.0}}, leaves{{0s, 10.0}, {2s, 10.0}, {4s, 0.0}};
  const Row rows[] = {
      {"overlaps", -0.3, drives, {}},
      {"touches", 0.0, drives, {}},
      {"touches but for rounding", 0.04, drives, {}},
      {"stands all the time", -0.3, {{0s, 0.0}}, {}},
      {"is only near", 0.5, drives, {"0 with 7, 0 to 4, run_end"}},
      {"comes off: a headway of less than 0.5 s, above 5 m/s", -0.3, leaves, {"0 with 7, 2.7 to 3, condition"}},
      {"comes nearer at once", -0.3, {{0s, 10.5}}, {"0 with 7, 0.3 to 4, run_end"}},
  };
  for (const Row& row : rows) {
    for (const bool on_map : {true, false}) {
      Scenario scenario({.map = on_map ? map_.get() : nullptr, .duration = 4s});
      auto& ego = scenario.add(car("0", true)).speed(row.trailer[0].speed == 0.0 ? 0.0 : 10.0);
      auto& trailer = scenario.add(car("7")).speed(row.trailer);
      if (on_map) {
        ego.start_at("1", -1, 100.0);
        trailer.start_at("1", -1, 96.0 - row.gap);
      } else {
        ego.start_free({100.0, 0.0, 0.0});
        trailer.start_free({96.0 - row.gap, 0.0, 0.0});
      }
      const CheckTester tester("conflict");
      EXPECT_EQ((on_map ? tester.on(*map_) : tester).run(scenario).intervals(), row.intervals)
          << row.name << ", " << on_map;
    }
  }
}

TEST_F(Conflict, IsNoneWhileNothingIsBeyondItsBound) {
  EXPECT_THAT(tester_.run(following(30.0, 20.0, 20.0)).intervals(), ElementsAre());
  EXPECT_THAT(tester_.run(following(40.0, 20.0, 10.0, 2s)).intervals(), ElementsAre());
  const auto none = tester_.run(following(30.0, 20.0, 20.0));
  EXPECT_EQ(kpi(none, "total", "count"), 0.0);
  EXPECT_TRUE(std::isnan(kpi(none, "total", "min_ttc")));
  EXPECT_EQ(none.evaluation.kpis.at(0).result.line, "");
}

TEST_F(Conflict, BoundsAreSettings) {
  const auto scenario = [&] { return following(40.0, 20.0, 10.0, 3s); };
  EXPECT_THAT(
      tester_.with("conflict.ttc=0s").with("conflict.drac=0mpsps").with("conflict.thw=0s").run(scenario()).intervals(),
      ElementsAre());
  EXPECT_THAT(tester_.with("conflict.ttc=3s").run(scenario()).intervals(), ElementsAre("0 with 7, 1.1 to 3, run_end"));
  EXPECT_THAT(tester_.with("conflict.range=20m").run(scenario()).intervals(),
              ElementsAre("0 with 7, 2.4 to 3, run_end"));
  EXPECT_THAT(tester_.with("conflict.range=5m").run(scenario()).intervals(), ElementsAre());
}

TEST_F(Conflict, BrakingEnoughIsNone) {
  // 5 m/s^2 stop the ego from 10 m/s in 10 m, and 12 m are left.
  Scenario scenario({.map = map_.get(), .duration = 2s});
  scenario.add(car("0", true)).start_at("1", -1, 100.0).speed({{0s, 10.0}, {2s, 0.0}});
  scenario.add(car("7")).start_at("1", -1, 116.5).speed(0.0);
  EXPECT_THAT(tester_.with("conflict.drac=0mpsps").run(scenario).intervals(), ElementsAre());
}

TEST_F(Conflict, FollowingTooCloselyIsOne) {
  const auto found = tester_.run(following(9.0, 20.0, 20.0));
  EXPECT_THAT(found.intervals(), ElementsAre("0 with 7, 0 to 4, run_end"));
  EXPECT_NEAR(number(found, "min_thw"), 0.45, 1e-9);
  EXPECT_NEAR(number(found, "min_trail_time"), 0.45, 1e-3);
  EXPECT_THAT(tester_.run(following(2.0, 4.9, 4.9)).intervals(), ElementsAre()) << "slowly";
}

TEST_F(Conflict, ComingTooSoonIsOne) {
  Scenario scenario({.duration = 8s});
  scenario.add(car("0", true)).start_free({-40.0, 0.0, 0.0}).speed(10.0);
  scenario.add(car("7")).start_free({0.0, -20.0, kQuarter}).speed(8.0);
  const auto found = CheckTester("conflict").with("conflict.ttc=0s").with("conflict.drac=0mpsps").run(scenario);
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  EXPECT_EQ(text(found, "type"), "crossing");
  EXPECT_EQ(text(found, "first"), "other");
  EXPECT_NEAR(number(found, "pet"), 0.825, 1e-6);
  EXPECT_NEAR(number(found, "et"), 0.6, 1e-6);
  EXPECT_NEAR(number(found, "other_et"), 0.75, 1e-6);
}

TEST_F(Conflict, IsOnePerOther) {
  Scenario scenario = following(9.0, 20.0, 20.0);
  scenario.add(car("8")).start_at("1", -1, 87.0).speed(20.0);
  const auto found = tester_.run(scenario);
  EXPECT_THAT(found.intervals(), ElementsAre("0 with 7, 0 to 4, run_end", "0 with 8, 0 to 4, run_end"));
  EXPECT_EQ(text(found, "role", 1), "leader");
}

TEST_F(Conflict, WatchesOthersIfAsked) {
  Scenario scenario = following(30.0, 20.0, 20.0);
  scenario.add(car("8")).start_at("1", -1, 147.0).speed(20.0);
  EXPECT_THAT(tester_.run(scenario).intervals(), ElementsAre());
  EXPECT_THAT(tester_.enabled_for("all").run(scenario).intervals(),
              ElementsAre("7 with 8, 0 to 4, run_end", "8 with 7, 0 to 4, run_end"));
  EXPECT_EQ(kpi(tester_.enabled_for("all").run(scenario), "total", "count"), 0.0) << "the KPI is the ego's";
}

TEST_F(Conflict, JoinsWhatIsLessThanTwoSecondsApart) {
  Scenario scenario({.map = map_.get(), .duration = 9s});
  scenario.add(car("0", true)).start_at("1", -1, 100.0).speed(20.0);
  // 9 m ahead, drops back to 11 m for a second, comes back, and leaves for good.
  scenario.add(car("7"))
      .start_at("1", -1, 113.0)
      .speed(
          {{0s, 20.0}, {1s, 20.0}, {1s, 22.0}, {2s, 22.0}, {2s, 18.0}, {3s, 18.0}, {3s, 20.0}, {5s, 20.0}, {5s, 25.0}});
  EXPECT_THAT(tester_.run(scenario).intervals(), ElementsAre("0 with 7, 0 to 5.3, condition"));
  EXPECT_EQ(tester_.with("conflict.merge_gap=0s").run(scenario).intervals().size(), 2U);
}

TEST_F(Conflict, EndsWithARelocation) {
  const auto found = tester_.with_relocation("0", 2s).run(following(9.0, 20.0, 20.0));
  EXPECT_THAT(found.intervals(), ElementsAre("0 with 7, 0 to 1.9, relocation", "0 with 7, 2 to 4, run_end"));
}

TEST_F(Conflict, EndsWithItsPartner) {
  const auto with_partner_until = [&](Duration gone) {
    Scenario scenario({.map = map_.get(), .duration = 4s});
    scenario.add(car("0", true)).start_at("1", -1, 100.0).speed(20.0);
    // From 1 s on it draws away by 1 m/s: less than 10 m ahead, which is 0.5 s, until 2 s.
    scenario.add(car("7")).start_at("1", -1, 112.95).speed({{0s, 20.0}, {1s, 20.0}, {1s, 21.0}}).vanishes(gone);
    return scenario;
  };
  struct Case {
    const char* name;
    kit::Found found;
    std::vector<std::string> intervals;
  };
  const Case cases[] = {
      {"vanishes", tester_.run(with_partner_until(1500ms)), {"0 with 7, 0 to 1.4, actor_gone"}},
      {"vanishes where it was a conflict no longer: ended there",
       tester_.run(with_partner_until(3s)),
       {"0 with 7, 0 to 2.1, condition"}},
      {"is elsewhere",
       tester_.with_relocation("7", 2s).run(following(9.0, 20.0, 20.0)),
       {"0 with 7, 0 to 1.9, relocation", "0 with 7, 2 to 4, run_end"}},
      {"is on its way elsewhere",
       tester_.on_its_way("7", 2s, 3s).run(following(9.0, 20.0, 20.0)),
       {"0 with 7, 0 to 1.9, relocation", "0 with 7, 3 to 4, run_end"}},
  };
  for (const Case& c : cases) EXPECT_EQ(c.found.intervals(), c.intervals) << c.name;
}

TEST_F(Conflict, TellsWhatItLeavesOut) {
  const auto notes = [](const kit::Found& found) { return found.evaluation.checks.at(0).notes; };
  EXPECT_THAT(notes(tester_.run(following(30.0, 20.0, 20.0))), ElementsAre());
  Scenario scenario({.map = map_.get(), .duration = 1s});
  scenario.add(car("0", true)).start_at("1", -1, 100.0).speed(20.0).reports({});
  scenario.add(car("7")).start_at("1", -1, 113.0).speed(20.0).reports({});
  EXPECT_THAT(notes(tester_.run(scenario)),
              ElementsAre(testing::StartsWith("Left out: mttc, required_deceleration and btn (acceleration of actor 0 "
                                              "would be 2 differences away")));
  Scenario free({.duration = 1s});
  free.add(car("0", true)).start_free({}).speed(10.0);
  EXPECT_THAT(notes(CheckTester("conflict").run(free)),
              ElementsAre("Left out: rss_violation_time, and r157_event (there is no map)."));
}

TEST_F(Conflict, NeedsVelocities) {
  Scenario scenario({.map = map_.get(), .duration = 1s});
  scenario.add(car("0", true)).start_at("1", -1, 100.0).speed(20.0).reports({});
  scenario.add(car("7")).start_at("1", -1, 113.0).speed(20.0).reports({});
  EXPECT_THAT(tester_.deriving(0).run(scenario).status(), testing::StartsWith("skipped: ttc of actor 0 would be 1"));
  EXPECT_EQ(tester_.run(scenario).status(), "completed");
}

// ---- events of UN R157 ------------------------------------------------------------------------------------------

class R157Event : public testing::Test {
 protected:
  std::shared_ptr<const map::RoadNetwork> map_ = map::build_network(kit::motorway_with_exit());
  CheckTester tester_ = CheckTester("r157_event").on(*map_);

  std::string told(const Scenario& scenario) const {
    const auto found = tester_.run(scenario);
    if (found.evaluation.intervals.empty()) return "none";
    std::string line = text(found, "manoeuvre");
    for (const char* name : {"preventable_cc", "preventable_reg157", "preventable_fsm"}) {
      const watch::Value value = of_interval(found, 0, name);
      const bool* truth = std::get_if<bool>(&value);
      line += truth == nullptr ? " -" : *truth ? " yes" : " no";
    }
    return line;
  }
};

TEST_F(R157Event, IsACutIn) {
  const auto cut_in = [&](double gap, double speed) {
    Scenario scenario({.map = map_.get(), .step = 50ms, .duration = 8s});
    scenario.add(car("0", true)).start_at("main", -2, 20.0).speed(25.0);
    scenario.add(car("7")).start_at("main", -1, 24.0 + gap).speed(speed).lateral({{500ms, 0.0}, {2500ms, -3.5}});
    return scenario;
  };
  EXPECT_EQ(told(cut_in(60.0, 24.0)), "cut_in yes yes yes");
  EXPECT_EQ(told(cut_in(26.0, 12.0)), "cut_in no no no");
}

// Both are 25 m/s fast, or the other is slower by so much; where their sides meet, its rear is ahead of the ego's front by
// the gap. After that the other goes on sideways, too, as far as virtual drivers are concerned.
TEST_F(R157Event, IsNotPreventableWhereTheOtherDrivesIntoTheEgosSide) {
  struct Case {
    const char* name;
    double gap, slower;
    const char* told;
  };
  const Case cases[] = {
      {"just ahead, slower", 0.1, 5.0, "cut_in no no no"},
      {"just abreast, slower", -1.0, 5.0, "cut_in no no no"},
      {"abreast, slower", -2.0, 2.0, "cut_in no no no"},
      {"abreast, faster", -2.0, -1.0, "cut_in no - no"},
      {"just abreast, much faster", -0.5, -10.0, "cut_in no yes no"},
      {"just ahead, much faster", 0.5, -10.0, "cut_in yes yes yes"},
      {"far ahead, as fast", 30.0, 0.0, "cut_in yes yes yes"},
  };
  for (const auto& [name, gap, slower, told_so] : cases) {
    // The quintic is over 1.5 m of 3.5 m, where sides meet, after 0.454 of its time.
    const double meet = 0.5 + 0.454 * 2.0;
    Scenario scenario({.map = map_.get(), .step = 50ms, .duration = 6s});
    scenario.add(car("0", true)).start_at("main", -2, 20.0).speed(25.0);
    scenario.add(car("7"))
        .start_at("main", -1, 24.0 + gap + slower * meet)
        .speed(25.0 - slower)
        .lateral({{500ms, 0.0}, {2500ms, -3.5}});
    EXPECT_EQ(told(scenario), told_so) << name;
  }
}

// They touch between 1.4 and 1.5 s. Virtual drivers stay on the road.
TEST_F(R157Event, GoesOnIfACrashThrowsTheEgoOffTheRoad) {
  struct Case {
    const char* name;
    Duration leaves;
    const char* told;
  };
  for (const auto& [name, leaves, told_so] :
       {Case{"after the contact", 1500ms, "cut_in no no no"}, Case{"before it", 1200ms, "cut_in yes - yes"}}) {
    Scenario scenario({.map = map_.get(), .step = 50ms, .duration = 6s});
    scenario.add(car("0", true)).start_at("main", -2, 20.0).speed(25.0).fault(kit::jump(leaves, 0.0, -30.0));
    scenario.add(car("7")).start_at("main", -1, 25.0).speed(23.0).lateral({{500ms, 0.0}, {2500ms, -3.5}});
    EXPECT_EQ(told(scenario), told_so) << name;
  }
}

// What counts is the front, also of a long one whose centre is behind the ego's.
TEST_F(R157Event, IsACutInByTheFrontOfTheOther) {
  struct Case {
    const char* name;
    double length, ahead;  // of its centre
    const char* told;
  };
  const Case cases[] = {
      {"a truck, its front just ahead", 16.0, -5.9, "cut_in no no no"},
      {"a truck, its front just behind", 16.0, -6.1, "none"},
      {"a truck, its centre just behind", 16.0, -1.0, "cut_in no no no"},
      {"a truck, its centre just ahead", 16.0, 1.0, "cut_in no no no"},
      {"a car, its front just ahead", 4.0, 0.1, "cut_in no no no"},
      {"a car, its front just behind", 4.0, -0.1, "none"},
  };
  for (const auto& [name, length, ahead, told_so] : cases) {
    Scenario scenario({.map = map_.get(), .step = 50ms, .duration = 5s});
    scenario.add(car("0", true)).start_at("main", -2, 40.0).speed(20.0);
    scenario.add({.id = "7", .category = trace::Category::truck, .length = length, .width = 2.0, .height = 3.0})
        .start_at("main", -1, 40.0 + ahead)
        .speed(20.0)
        .lateral({{1s, 0.0}, {4s, -3.5}});
    EXPECT_EQ(told(scenario), told_so) << name;
  }
}

// A truck, 4 m long, 5 m ahead of the ego, and as fast: with its trailer, 12 m long, it comes into the ego's side.
TEST_F(R157Event, IsAboutTrailersToo) {
  struct Case {
    const char* name;
    bool has_trailer;
    const char* told;
  };
  for (const auto& [name, has_trailer, told_so] :
       {Case{"with its trailer", true, "cut_in no no no"}, Case{"without", false, "cut_in yes yes yes"}}) {
    Scenario scenario({.map = map_.get(), .step = 50ms, .duration = 5s});
    scenario.add(car("0", true)).start_at("main", -2, 40.0).speed(20.0);
    scenario.add({.id = "7", .category = trace::Category::truck, .length = 4.0, .width = 2.0, .height = 3.0})
        .start_at("main", -1, 49.0)
        .speed(20.0)
        .lateral({{1s, 0.0}, {4s, -3.5}});
    if (has_trailer)
      scenario
          .add({.id = "8",
                .category = trace::Category::trailer,
                .length = 12.0,
                .width = 2.0,
                .height = 3.0,
                .parent = "7"})
          .behind("7", 8.5);
    EXPECT_EQ(told(scenario), told_so) << name;
  }
}

// The ego's own trailer is behind it: what its front meets is the same.
TEST_F(R157Event, IsTheSameForAnEgoWithATrailer) {
  struct Case {
    const char* name;
    double gap, speed;
    const char* told;
  };
  const Case cases[] = {
      {"far", 60.0, 24.0, "cut_in yes yes yes"},     {"not far enough", 33.0, 12.0, "cut_in no no no"},
      {"near", 26.0, 12.0, "cut_in no no no"},       {"its front just ahead", -3.9, 25.0, "cut_in no no no"},
      {"its front just behind", -4.1, 25.0, "none"},
  };
  for (const auto& [name, gap, speed, told_so] : cases) {
    for (const bool has_trailer : {false, true}) {
      Scenario scenario({.map = map_.get(), .step = 50ms, .duration = 8s});
      scenario.add(car("0", true)).start_at("main", -2, 20.0).speed(25.0);
      if (has_trailer)
        scenario
            .add({.id = "1",
                  .category = trace::Category::trailer,
                  .length = 12.0,
                  .width = 2.0,
                  .height = 3.0,
                  .parent = "0"})
            .behind("0", 8.5);
      scenario.add(car("7")).start_at("main", -1, 24.0 + gap).speed(speed).lateral({{500ms, 0.0}, {2500ms, -3.5}});
      EXPECT_EQ(told(scenario), told_so) << name << (has_trailer ? ", with a trailer" : "");
    }
  }
}

// The ego swerves and passes: those who keep the lane still have it before them.
TEST_F(R157Event, GoesOnWhileAVirtualDriverIsBehindTheOther) {
  struct Case {
    const char* name;
    double gap;
    const char* told;
  };
  for (const auto& [name, gap, told_so] :
       {Case{"too near", 24.0, "lead_braking no no no"}, Case{"far enough", 36.0, "lead_braking yes yes yes"}}) {
    Scenario scenario({.map = map_.get(), .step = 50ms, .duration = 8s});
    scenario.add(car("0", true)).start_at("main", -2, 20.0).speed(20.0).lateral({{1500ms, 0.0}, {3s, 3.5}});
    scenario.add(car("7")).start_at("main", -2, 24.0 + gap).speed({{0s, 20.0}, {1s, 20.0}, {3500ms, 0.0}});
    EXPECT_EQ(told(scenario), told_so) << name;
  }
}

// One that falls behind the ego has not cut in before it.
TEST_F(R157Event, EndsWhereTheEgoHasPassed) {
  Scenario scenario({.map = map_.get(), .step = 50ms, .duration = 6s});
  scenario.add(car("0", true)).start_at("main", -2, 20.0).speed(25.0);
  scenario.add(car("7")).start_at("main", -1, 22.0).speed(24.0).lateral({{200ms, 0.0}, {1500ms, -0.6}});
  const auto found = tester_.run(scenario);
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  EXPECT_EQ(found.evaluation.intervals[0].ended_by, watch::EndedBy::condition);
  EXPECT_NEAR(to_seconds(found.evaluation.intervals[0].end), 2.0, 0.06);
  EXPECT_EQ(told(scenario), "cut_in yes - yes");
}

TEST_F(R157Event, EndsWithTheOther) {
  const auto cut_in = [&](std::optional<Duration> gone) {
    Scenario scenario({.map = map_.get(), .duration = 4s});
    scenario.add(car("0", true)).start_at("main", -2, 20.0).speed(25.0);
    auto& other = scenario.add(car("7")).start_at("main", -1, 84.0).speed(24.0).lateral({{500ms, 0.0}, {2500ms, -3.5}});
    if (gone) other.vanishes(*gone);
    return scenario;
  };
  EXPECT_THAT(tester_.run(cut_in(3s)).intervals(), ElementsAre(testing::EndsWith("to 2.9, actor_gone")));
  EXPECT_THAT(tester_.with_relocation("7", 3s).run(cut_in({})).intervals(),
              ElementsAre(testing::EndsWith("to 2.9, relocation")));
}

TEST_F(R157Event, IsABrakingLeader) {
  const auto braking = [&](double gap, double deceleration) {
    Scenario scenario({.map = map_.get(), .step = 50ms, .duration = 8s});
    scenario.add(car("0", true)).start_at("main", -2, 20.0).speed(20.0);
    const auto stops = std::chrono::milliseconds(static_cast<int>(20'000.0 / deceleration));
    scenario.add(car("7")).start_at("main", -2, 24.0 + gap).speed({{0s, 20.0}, {1s, 20.0}, {1s + stops, 0.0}});
    return scenario;
  };
  EXPECT_EQ(told(braking(36.0, 6.0)), "lead_braking yes yes yes");
  EXPECT_EQ(told(braking(8.0, 8.0)), "lead_braking no no no");
  EXPECT_EQ(told(braking(30.0, 4.0)), "none") << "not hard";
}

TEST_F(R157Event, IsACutOut) {
  Scenario scenario({.map = map_.get(), .step = 50ms, .duration = 6s});
  scenario.add(car("0", true)).start_at("main", -2, 10.0).speed(20.0);
  scenario.add(car("8")).start_at("main", -2, 40.0).speed(20.0).lateral({{500ms, 0.0}, {3s, 3.5}});
  scenario.add(car("7")).start_at("main", -2, 90.0).speed(1.0);
  const auto found = tester_.run(scenario);
  ASSERT_EQ(found.evaluation.intervals.size(), 1U);
  EXPECT_EQ(text(found, "manoeuvre"), "cut_out");
  EXPECT_EQ(found.evaluation.intervals[0].other->id, "7");
}

TEST_F(R157Event, NeedsAMap) {
  Scenario scenario({.duration = 1s});
  scenario.add(car("0", true)).start_free({}).speed(10.0);
  EXPECT_EQ(CheckTester("r157_event").run(scenario).status(), "skipped: there is no map");
}

}  // namespace
}  // namespace scrutineer::checks
