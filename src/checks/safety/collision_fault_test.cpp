// Whose fault the ego's collisions are, from whole runs: for every rule one that gives it, and a neighbour that gives
// another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "kit/check_tester.h"
#include "kit/maps.h"
#include "map/read.h"

namespace scrutineer::checks {
namespace {

using namespace std::chrono_literals;
using kit::CheckTester;
using kit::Scenario;
using trace::Category;

constexpr double kQuarter = std::numbers::pi / 2.0;

kit::MadeActor car(std::string id, bool is_ego = false) {
  return {.id = std::move(id), .is_ego = is_ego, .length = 4.0, .width = 2.0, .height = 1.5};
}

class CollisionFault : public testing::Test {
 protected:
  using Make = std::function<void(Scenario&)>;

  // Rules and faults of the ego's collisions, in order.
  static std::string told(const kit::Found& found) {
    std::string line;
    for (std::size_t i = 0; i < found.evaluation.issues.size(); ++i) {
      if (!found.evaluation.issues[i].actor.is_ego) continue;
      line += (line.empty() ? "" : ", ") + found.text(i, "fault_rule") + " " + found.text(i, "fault");
    }
    return line.empty() ? "no collision" : line;
  }
  static kit::Found run(const map::RoadNetwork* map, const Make& make) {
    Scenario scenario({.map = map, .step = 50ms, .duration = 6s});
    make(scenario);
    const CheckTester tester("collision");
    return (map != nullptr ? tester.on(*map) : tester).run(scenario);
  }
  std::string free(const Make& make) const { return told(run(nullptr, make)); }
  std::string road(const Make& make) const { return told(run(road_.get(), make)); }
  std::string motorway(const Make& make) const { return told(run(motorway_.get(), make)); }

  std::shared_ptr<const map::RoadNetwork> road_ = map::build_network(kit::straight_road(400.0));
  std::shared_ptr<const map::RoadNetwork> motorway_ = map::build_network(kit::motorway_with_exit());
};

TEST_F(CollisionFault, OfOneThatStands) {
  EXPECT_EQ(free([](Scenario& s) {
              s.add(car("0", true)).start_free({40.0, 0.0, 0.0}).speed(0.0);
              s.add(car("7")).start_free({0.0, 0.0, 0.0}).speed(10.0);
            }),
            "ego_standing not_at_fault");
  EXPECT_EQ(free([](Scenario& s) {
              s.add(car("0", true)).start_free({0.0, 0.0, 0.0}).speed(10.0);
              s.add(car("7")).start_free({40.0, 0.0, 0.0}).speed(0.0);
            }),
            "other_standing at_fault");
  EXPECT_EQ(free([](Scenario& s) {
              s.add(car("0", true)).start_free({0.0, 0.0, 0.0}).speed(10.0);
              s.add({.id = "7", .category = Category::object, .length = 1.0, .width = 1.0, .is_static = true})
                  .poses({kit::PoseAt{.x = 30.0}});
            }),
            "other_standing at_fault");
}

TEST_F(CollisionFault, OfOneThatIsHitAtItsRear) {
  EXPECT_EQ(free([](Scenario& s) {
              s.add(car("0", true)).start_free({20.0, 0.0, 0.0}).speed(10.0);
              s.add(car("7")).start_free({0.0, 0.0, 0.0}).speed(15.0);
            }),
            "rear_in_lane not_at_fault");
  EXPECT_EQ(free([](Scenario& s) {
              s.add(car("0", true)).start_free({20.0, 0.0, 0.0}).speed(-3.0);
              s.add(car("7")).start_free({0.0, 0.0, 0.0}).speed(1.0);
            }),
            "reversing at_fault");
  // It cuts in right before somebody faster, and is hit while it is still across the border, or long after.
  const auto cut_in = [](double behind) {
    return [behind](Scenario& s) {
      s.add(car("0", true)).start_at("main", -2, 60.0).speed(10.0).lateral({{0s, 0.0}, {1500ms, 3.5}});
      s.add(car("7")).start_at("main", -1, 60.0 - behind).speed(18.0);
    };
  };
  EXPECT_EQ(motorway(cut_in(16.0)), "rear_after_lane_change undetermined");
  EXPECT_EQ(motorway(cut_in(38.0)), "rear_in_lane not_at_fault");
}

TEST_F(CollisionFault, OfOneThatMeetsAnother) {
  EXPECT_EQ(road([](Scenario& s) {
              s.add(car("0", true)).start_at("1", -1, 100.0).speed(10.0);
              s.add(car("7")).start_at("1", -1, 160.0).against_traffic().speed(10.0);
            }),
            "head_on_in_own_lane not_at_fault");
  EXPECT_EQ(road([](Scenario& s) {
              s.add(car("0", true)).start_at("1", 1, 160.0).against_traffic().speed(10.0);
              s.add(car("7")).start_at("1", 1, 220.0).speed(10.0);
            }),
            "front at_fault");
}

TEST_F(CollisionFault, OfOneThatRunsIntoAnother) {
  EXPECT_EQ(road([](Scenario& s) {
              s.add(car("0", true)).start_at("1", -1, 100.0).speed(15.0);
              s.add(car("7")).start_at("1", -1, 125.0).speed(10.0);
            }),
            "front at_fault");
  EXPECT_EQ(free([](Scenario& s) {
              s.add(car("0", true)).start_free({0.0, 0.0, 0.0}).speed(10.0);
              s.add({.id = "7", .category = Category::person}).start_free({20.0, -2.0, kQuarter}).speed(1.0);
            }),
            "front at_fault")
      << "a person";
  // A cut-in so near and slow that nobody could have stopped.
  const auto cut_in = [](double gap, double speed) {
    return [gap, speed](Scenario& s) {
      s.add(car("0", true)).start_at("main", -2, 20.0).speed(25.0);
      s.add(car("7")).start_at("main", -1, 24.0 + gap).speed(speed).lateral({{500ms, 0.0}, {2500ms, -3.5}});
    };
  };
  EXPECT_EQ(motorway(cut_in(26.0, 12.0)), "front_unpreventable undetermined");
  EXPECT_EQ(motorway(cut_in(60.0, 14.0)), "front at_fault") << "there was time to brake";
  // Sideways at 1.5 m/s from 0.5 s on, without turning: their sides meet at 1.5 s, its rear 0.3 m behind the ego's front.
  EXPECT_EQ(
      motorway([](Scenario& s) {
        s.add(car("0", true)).start_at("main", -2, 20.0).speed(25.0);
        s.add(car("7")).poses({{0s, 31.2, -1.76}, {500ms, 41.2, -1.76}, {2500ms, 81.2, -4.76}, {6s, 151.2, -4.76}});
      }),
      "front_unpreventable undetermined")
      << "it came from the side";
}

TEST_F(CollisionFault, OfOneThatIsTouchedSideways) {
  const auto drifts = [](double own, double other) {
    return [own, other](Scenario& s) {
      // A long one, so that no corner of it is touched.
      s.add({.id = "0", .category = Category::bus, .is_ego = true, .length = 12.0, .width = 2.0, .height = 3.0})
          .start_at("main", -2, 20.0)
          .speed(10.0)
          .lateral({{500ms, 0.0}, {5s, own}});
      s.add(car("7")).start_at("main", -1, 20.0).speed(10.0).lateral({{500ms, 0.0}, {5s, other}});
    };
  };
  EXPECT_EQ(motorway(drifts(2.0, 0.0)), "side_straddling at_fault");
  EXPECT_EQ(motorway(drifts(0.0, -2.0)), "side_in_lane not_at_fault");
  EXPECT_EQ(motorway(drifts(-1.2, -3.0)), "side_both_straddling undetermined");
  const auto from_the_side = [](Category category) {
    return [category](Scenario& s) {
      s.add(car("0", true)).start_free({0.0, 0.0, 0.0}).speed(5.0);
      s.add({.id = "7", .category = category, .length = 1.8, .width = 0.6})
          .start_free({10.0, -7.9, kQuarter})
          .speed(3.0);
    };
  };
  EXPECT_EQ(free(from_the_side(Category::bicycle)), "vru_side undetermined");
  EXPECT_EQ(free(from_the_side(Category::car)), "no_map undetermined");
}

TEST_F(CollisionFault, OfOnesThatOverlapWhenTheyAppear) {
  EXPECT_EQ(free([](Scenario& s) {
              s.add(car("0", true)).start_free({0.0, 0.0, 0.0}).speed(10.0);
              s.add(car("7")).start_free({3.0, 0.0, 0.0}).speed(5.0);
            }),
            "first_frame undetermined");
}

TEST_F(CollisionFault, LaterContactsBelongToTheCrash) {
  const auto two = [](double apart) {
    return [apart](Scenario& s) {
      s.add(car("0", true)).start_free({0.0, 0.0, 0.0}).speed(10.0);
      s.add(car("7")).start_free({20.0, 1.5, 0.0}).speed(0.0);
      s.add(car("8")).start_free({20.0 + apart, -1.5, 0.0}).speed(0.0);
    };
  };
  EXPECT_EQ(free(two(2.0)), "other_standing at_fault, secondary undetermined");
  EXPECT_EQ(free(two(30.0)), "other_standing at_fault, other_standing at_fault") << "elsewhere";
  // Both in one frame: one crash with two contacts.
  const auto found = run(nullptr, two(0.0));
  EXPECT_EQ(told(found), "other_standing at_fault, secondary undetermined");
  const watch::KpiOutcome& kpi = found.evaluation.kpis.at(0);
  EXPECT_EQ(kpi.result.line, "Crashes: 1 in 0.06 km, 1 at fault, 0 not, 0 undetermined");
  const auto number = [&](std::string_view name) {
    for (std::size_t i = 0; i < kpi.kpi->info.of_totals.size(); ++i)
      if (kpi.kpi->info.of_totals[i].name == name) return std::get<double>(kpi.result.totals.at(0).at(i));
    throw std::runtime_error("no " + std::string(name));
  };
  EXPECT_EQ(number("crashes"), 1.0);
  EXPECT_EQ(number("contacts"), 2.0);
  EXPECT_NEAR(number("distance_km"), 0.06, 1e-9);
  EXPECT_NEAR(number("max_ego_delta_v"), 5.0, 1e-9) << "half of 10 m/s: both are cars";
}

// Two that it meets on the way to one frame: the nearer one is the crash, whichever of them comes first in the run's rows
// or by its id; of two that it meets at once it is the one with the lower id.
TEST_F(CollisionFault, OfSeveralInOneFrameIsThatOfTheFirst) {
  struct Row {
    const char* name;
    double x_9, x_10;
    const char* first;
  };
  const Row rows[] = {
      {"9 is nearer", 30.1, 30.4, "9"}, {"10 is nearer", 30.4, 30.1, "10"}, {"as near", 30.1, 30.1, "9"}};
  for (const Row& row : rows) {
    for (const bool is_9_first : {true, false}) {
      Scenario scenario({.step = 50ms, .duration = 6s});
      scenario.add(car("0", true)).start_free({0.0, 0.0, 0.0}).speed(10.0);
      for (const bool is_9 : {is_9_first, !is_9_first})
        scenario.add(car(is_9 ? "9" : "10"))
            .start_free({is_9 ? row.x_9 : row.x_10, is_9 ? 1.05 : -1.05, 0.0})
            .speed(0.0);
      const auto found = CheckTester("collision").run(scenario);
      ASSERT_EQ(found.evaluation.issues.size(), 2U) << row.name;
      EXPECT_EQ(found.evaluation.issues[0].start, found.evaluation.issues[1].start) << row.name;
      for (std::size_t i = 0; i < 2; ++i)
        EXPECT_EQ(found.text(i, "fault_rule"),
                  found.evaluation.issues[i].other->id == row.first ? "other_standing" : "secondary")
            << row.name << ", " << is_9_first;
    }
  }
}

// The ego's trailer is not tied to it: what overlaps since it was first seen may be no crash, and what follows is not part of it.
TEST_F(CollisionFault, IsNotThatOfWhatMayBeOneVehicle) {
  const std::string told_so = free([](Scenario& s) {
    s.add(car("0", true)).start_free({0.0, 0.0, 0.0}).speed({{0s, 0.0}, {3s, 0.0}, {4s, 10.0}});
    s.add(car("trailer")).start_free({-3.0, 0.0, 0.0}).speed({{0s, 0.0}, {3s, 0.0}, {4s, 10.0}});
    s.add(car("7")).start_free({0.0, 12.0, -kQuarter}).speed({{0s, 10.0}, {1s, 10.0}, {1200ms, 0.0}});
  });
  EXPECT_THAT(told_so, testing::StartsWith("ego_standing not_at_fault"));
}

TEST_F(CollisionFault, IsToldInTheMessage) {
  const auto found = run(nullptr, [](Scenario& s) {
    s.add(car("0", true)).start_free({0.0, 0.0, 0.0}).speed(10.0);
    s.add({.id = "7", .category = Category::truck, .length = 8.0, .width = 2.5, .height = 3.0})
        .start_free({40.0, 0.0, 0.0})
        .speed(0.0);
  });
  EXPECT_THAT(found.messages().at(0),
              testing::StartsWith("Ego 0 collided with truck 7 at a closing speed of 36 km/h (10 m/s), at fault: "
                                  "ran into a standing vehicle; its front against"));
  EXPECT_EQ(found.text(0, "collision_type"), "stopped_other");
  EXPECT_EQ(found.text(0, "crash_form"), "rear_end");
  EXPECT_NEAR(found.number(0, "ego_delta_v"), 10.0 * 12000.0 / 13500.0, 1e-9);
  EXPECT_NEAR(found.number(0, "other_delta_v"), 10.0 * 1500.0 / 13500.0, 1e-9);
  EXPECT_NEAR(found.number(0, "impact_angle"), 0.0, 1e-9);
  EXPECT_NEAR(found.number(0, "impact_lat"), 0.0, 1e-9);
}

// stopped_track_collision.json and active_front_collision.json of nuPlan's tests: both are cars of one mass.
TEST_F(CollisionFault, IsThatOfNuPlansExamples) {
  struct Case {
    const char* name;
    double speed, other_speed, delta_v;
    const char *type, *fault;
  };
  const Case cases[] = {{"a stopped track", 1.0, 0.0, 0.5, "stopped_other", "other_standing at_fault"},
                        {"an active front", 8.0, 5.0, 1.5, "active_front", "front at_fault"}};
  for (const Case& c : cases) {
    const auto found = run(nullptr, [&](Scenario& s) {
      s.add(car("0", true)).start_free({0.0, 0.0, 0.0}).speed(c.speed);
      s.add(car("7")).start_free({6.0, 0.0, 0.0}).speed(c.other_speed);
    });
    EXPECT_EQ(told(found), c.fault) << c.name;
    EXPECT_EQ(found.text(0, "collision_type"), c.type) << c.name;
    EXPECT_NEAR(found.number(0, "ego_delta_v"), c.delta_v, 1e-9) << c.name;
  }
}

}  // namespace
}  // namespace scrutineer::checks
