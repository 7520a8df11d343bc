// The machine runs what most instances do in one go and asks about the rest (Turns). However their code is cut into
// handlers, and so whoever runs it, the same code says and finds the same, in the same order.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kit/run_program.h"

namespace scrutineer::lang {
namespace {

using namespace std::chrono_literals;

// Six cars, each faster than the one before and at times faster than 13 m/s; two come late or leave early.
kit::RunData six_cars() {
  kit::Scenario scenario({.map = nullptr, .step = 100ms, .duration = 3s});
  for (int i = 0; i < 6; ++i) {
    const double speed = 8.0 + i;
    auto& car = scenario.add({.id = i == 0 ? "ego" : std::to_string(i), .is_ego = i == 0});
    car.start_free({0.0, 10.0 * i, 0.0}).speed({{0s, speed}, {1s, speed + 4.0}, {2s, speed}, {3s, speed + 6.0}});
  }
  kit::RunData run = scenario.run();
  for (std::size_t i = 0; i < run.frames.size(); ++i)
    std::erase_if(run.frames[i].actors, [&](const trace::ActorState& state) {
      return (state.actor.index() == 2 && i < 5) || (state.actor.index() == 4 && i > 20);
    });
  return run;
}

// Everything that a run tells of the program's own watchers.
std::vector<std::string> told(const kit::Ran& ran) {
  std::vector<std::string> lines = ran.messages();
  for (const std::string& line : ran.intervals("vehicle.mine.w")) lines.push_back(line);
  for (const watch::Issue& issue : ran.evaluation.issues)
    if (issue.kind == "evaluation_error") lines.push_back(issue.actor.id + " " + issue.message);
  return lines;
}

TEST(Turns, MakeNoDifference) {
  struct Body {
    const char* name;
    const char* every_frame;     // the body of the handler of the clock
    const char* others;          // further handlers
    std::size_t least_told = 1;  // lines
  };
  const Body bodies[] = {
      {"an interval with a worst value",
       "        if actor.state.speed > 13mps:\n"
       "            if data == null:\n"
       "                start_interval()\n"
       "        elif data != null:\n"
       "            end_interval()\n",
       "    on @i_clock:\n"
       "        if actor.state.speed > data.worst:\n"
       "            data.worst = actor.state.speed\n",
       6},
      {"everybody speaks, so the order shows",
       "        logger.log_info(\"$(actor.id) steps\")\n"
       "        if actor.state.speed > 12mps and data == null:\n"
       "            start_interval()\n",
       "    on @i_clock:\n"
       "        logger.log_info(\"$(actor.id) is open until $(data.end_time)\")\n",
       200},
      {"an interval that ends in its own clock",
       "        if actor.state.speed > 12mps and data == null:\n"
       "            start_interval()\n",
       "    on @i_clock:\n"
       "        if actor.state.speed > 13mps:\n"
       "            end_interval()\n",
       6},
      {"one fails in the middle of the others",
       "        count = count + 1\n"
       "        if actor.id == \"3\" and count > 4:\n"
       "            logger.log_info(\"$(data.end_time)\")\n"
       "        logger.log_info(\"$(actor.id): $(count)\")\n",
       "", 100},
      {"one fails in its clock",
       "        if data == null:\n"
       "            start_interval()\n",
       "    on @i_clock:\n"
       "        if actor.id == \"3\" and actor.state.speed > 12mps:\n"
       "            logger.log_info(\"$(traffic.vehicles[20].id)\")\n"
       "        logger.log_info(\"$(actor.id)\")\n",
       100},
      {"variables of one are not seen by the next",
       "        if actor.id == \"1\":\n"
       "            var mine: float = 5.0\n"
       "            count = count + mine\n"
       "        var sum: float\n"
       "        sum = sum + 1.0\n"
       "        logger.log_info(\"$(sum) $(count)\")\n",
       "", 100},
      {"others are asked about",
       "        if sut.car.is_present and sut.car.state.speed > actor.state.speed:\n"
       "            logger.log_info(\"$(actor.id) is slower than $(sut.car.id)\")\n"
       "        else:\n"
       "            logger.log_info(\"$(actor.id) is not\")\n",
       "", 100},
  };
  struct Cut {
    const char* name;
    const char* before;  // a handler that does nothing, or a line without meaning
    const char* clock;
    const char* after;
  };
  constexpr const char* kNothing = "    # nothing\n    # at all\n";
  constexpr const char* kLate = "    on elapsed(1000s):\n        logger.log_info(\"late\")\n";
  const Cut cuts[] = {
      {"the machine alone", kNothing, "    on @top.w_clk:\n", ""},
      {"a handler before it, so the machine runs it for each", kLate, "    on @top.w_clk:\n", ""},
      {"a handler behind it", kNothing, "    on @top.w_clk:\n", kLate},
      {"its condition, then its body", kNothing, "    on @top.w_clk if actor.state.speed > 0mps:\n", ""},
      {"its condition, its body and a handler behind it", kNothing, "    on @top.w_clk if actor.state.speed > 0mps:\n",
       kLate},
  };
  const kit::RunData cars = six_cars();
  for (const Body& body : bodies) {
    std::vector<std::string> expected;
    for (const Cut& cut : cuts) {
      const std::string source = std::string(
                                     "struct w_data inherits any_watcher_data:\n"
                                     "    var worst: speed\n"
                                     "    record(worst, unit: mps)\n"
                                     "watcher modifier w(w_data):\n"
                                     "    var count: float = 0.0\n") +
                                 cut.before + cut.clock + body.every_frame + body.others + cut.after +
                                 "global modifier vehicle.mine:\n"
                                 "    watcher w is w()\n";
      const std::vector<std::string> found = told(kit::run(source, cars));
      EXPECT_GE(found.size(), body.least_told) << body.name;
      if (expected.empty()) expected = found;
      EXPECT_EQ(found, expected) << body.name << ", " << cut.name;
    }
  }
}

}  // namespace
}  // namespace scrutineer::lang
